#define _GNU_SOURCE // strndup, vasprintf
#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/utf8.h"
#include "text_file.h"

char *message_copy(const char *text, size_t length) {
    char *made = strndup(text, length);
    if (made == NULL) {
        fputs("lab: not enough memory\n", stderr);
        exit(2);
    }
    return made;
}

void message_set(char **text, const char *format, ...) {
    char *made = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&made, format, arguments) < 0) {
        made = message_copy("", 0);
    }
    va_end(arguments);
    free(*text);
    *text = made;
}

static const char *own_folder; // begins with the student's folder, of own_length; NULL: none
static size_t own_length;

void message_set_own_file(const char *own) {
    const char *slash = own != NULL ? strrchr(own, '/') : NULL;
    own_folder = own;
    own_length = slash != NULL ? (size_t)(slash - own + 1) : 0;
}

bool message_is_course(const char *path) {
    if (own_folder != NULL) {
        return (path[0] == '/' && strncmp(path, own_folder, own_length) != 0) || path[0] == '<' ||
               strncmp(path, "common/sim/", 11) == 0;
    }
    return strncmp(path, "common/", 7) == 0 || path[0] == '/' || path[0] == '<';
}

char *message_own_line(const char *path, const char *place) {
    size_t length;
    char *text = message_is_course(path) ? NULL : text_file_read(path, &length), *line = text;
    for (long number = strtol(place, NULL, 10); line != NULL && number > 1; number--) {
        line = strchr(line, '\n');
        line += line != NULL;
    }
    char *found = NULL;
    if (line != NULL) {
        const size_t length_of_line = strcspn(line, "\n");
        found = message_copy(line, length_of_line < MESSAGE_LINE_MAX ? length_of_line : MESSAGE_LINE_MAX);
        utf8_clean_controls(found);
    }
    free(text);
    return found;
}

void message_add_own_code(struct message *message, const char *path, const char *place) {
    char *line = message_own_line(path, place);
    if (line != NULL && line[0] != '\0') {
        message_set(&message->body, "%s%5ld | %s\n", message->body, strtol(place, NULL, 10), line);
    }
    free(line);
}

void message_move(struct message *message, const char *path, const char *place) {
    message_set(&message->file, "%s", path);
    message_set(&message->place, "%s", place);
    message_set(&message->body, "%s", "");
    message_add_own_code(message, path, place);
    message->moved = true;
}

void message_free(struct message *message) {
    free(message->severity);
    free(message->file);
    free(message->place);
    free(message->text);
    free(message->body);
    free(message->function);
}
