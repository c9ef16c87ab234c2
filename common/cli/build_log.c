#define _GNU_SOURCE // memmem
#include "build_log.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

// What the compilers' drivers, the assembler, the linkers, the translator, Ninja and shells say.
static const char *const failures[] = {"Killed signal terminated",
                                       "internal compiler error",
                                       "No space left on device",
                                       "Disk quota exceeded",
                                       "Cannot allocate memory",
                                       "annot create temporary file",
                                       "out of memory",
                                       "virtual memory exhausted",
                                       "Resource temporarily unavailable",
                                       "File too large",
                                       "File size limit exceeded",
                                       "CPU time limit exceeded",
                                       "Cannot fork",
                                       "Too many open files",
                                       "final link failed: memory",
                                       "error while loading shared",
                                       "unable to execute command"};

// Is the line a message at a place of a file, "starter.cu:57:9: error: ...", or a line of code below one? Both can
// contain any text of the file.
static bool is_from_file(const char *line, size_t length) {
    const char *colon = memchr(line, ':', length), *bar = memmem(line, length, " | ", 3);
    if (bar != NULL && strspn(line, " 0123456789") >= (size_t)(bar - line)) {
        return true;
    }
    if (colon != NULL && colon + 1 < line + length && isdigit((unsigned char)colon[1])) {
        static const char compiler[] = "internal compiler error";
        const char *message = memmem(line, length, ": ", 2);
        return message == NULL || strncmp(message + 2, compiler, strlen(compiler)) != 0;
    }
    return length > 0 && line[0] == ' '; // Clang's lines of code
}

bool build_log_says_machine(const char *log) {
    for (const char *line = log; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        for (size_t i = 0; i < sizeof(failures) / sizeof(failures[0]) && !is_from_file(line, length); i++) {
            if (memmem(line, length, failures[i], strlen(failures[i])) != NULL) {
                return true;
            }
        }
        line += length + (line[length] == '\n');
    }
    return false;
}
