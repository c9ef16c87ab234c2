#define _GNU_SOURCE // fileno under -std=c11

#include "text/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text/utf8.h"
#include "text/wrap.h"

struct terminal terminal_open(FILE *out) {
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    int descriptor = out == stdout ? STDOUT_FILENO : out == stderr ? STDERR_FILENO : fileno(out);
    int width = wrap_width(descriptor);
    bool colour = (isatty(descriptor) || width > 0) && (no_colour == NULL || no_colour[0] == '\0') &&
                  (terminal == NULL || strcmp(terminal, "dumb") != 0);
    return (struct terminal){.out = out, .colour = colour, .width = width};
}

const char *terminal_ink(const struct terminal *terminal, enum ink ink) {
    static const char *const sequences[] = {"\033[0m",    "\033[1m",  "\033[1;31m",
                                            "\033[1;32m", "\033[33m", "\033[2m"};
    return terminal->colour ? sequences[ink] : "";
}

const char *relative_path(const char *path) {
    char folder[1024];
    if (getcwd(folder, sizeof(folder)) == NULL) {
        return path;
    }
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) == 0 && path[length] == '/') {
        return path + length + 1;
    }
    return path;
}

char *format_count(uint64_t count, char text[27]) {
    char digits[21];
    int length = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)count), used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            text[used++] = ',';
        }
        text[used++] = digits[i];
    }
    text[used] = '\0';
    return text;
}

void terminal_foreign(const struct terminal *terminal, const char *text, size_t length, const char *prefix) {
    bool line_begins = true;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (line_begins) {
            fputs(prefix, terminal->out);
        }
        line_begins = byte == '\n';
        size_t control = utf8_control(text + i, length - i);
        fputc(control > 0 ? '?' : byte, terminal->out);
        i += control > 0 ? control - 1 : 0;
    }
    if (!line_begins) {
        fputc('\n', terminal->out);
    }
}
