#include "lines.h"

#include <stdarg.h>
#include <stdio.h>

int indent;
unsigned code_line = 1;

void line(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%*s", 4 * indent, "");
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    code_line++;
}
