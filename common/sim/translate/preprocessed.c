#include "preprocessed.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"

enum { DEPTH_MAX = 256 }; // of files that include each other; compilers allow 200

// A marker of the preprocessor: # LINE "FILE" FLAG...
struct marker {
    int line;
    const char *file;
    int file_length;
    int enters, returns, of_system;
};

// Where a line of the text that is kept comes from.
struct kept_line {
    int line;
    const char *file;
    int file_length;
};

struct reader {
    struct buffer kept;
    struct kept_line *places;
    size_t count, capacity;
    struct kept_line now;
    int trusted[DEPTH_MAX], depth;
};

static int read_marker(const char *line, const char *end, struct marker *marker) {
    char *after;
    if (end - line < 5 || line[0] != '#' || line[1] != ' ' || !isdigit((unsigned char)line[2])) {
        return 0;
    }
    *marker = (struct marker){.line = (int)strtol(line + 2, &after, 10)};
    const char *close = end;
    while (close > after && close[-1] != '"') {
        close--;
    }
    if (after + 2 >= close || after[0] != ' ' || after[1] != '"') {
        return 0;
    }
    marker->file = after + 2;
    marker->file_length = (int)(close - 1 - marker->file);
    for (; close < end; close++) {
        marker->enters |= *close == '1';
        marker->returns |= *close == '2';
        marker->of_system |= *close == '3';
    }
    return 1;
}

// A file that is included is one of the course's or of the system's if its path is, or if such a file includes it.
static void follow(struct reader *reader, const struct marker *marker, const char *headers) {
    const size_t length = strlen(headers);
    if (marker->enters && reader->depth + 1 < DEPTH_MAX) {
        int trusted = reader->trusted[reader->depth] || marker->of_system ||
                      ((size_t)marker->file_length > length && strncmp(marker->file, headers, length) == 0);
        reader->trusted[++reader->depth] = trusted;
    } else if (marker->returns && reader->depth > 0) {
        reader->depth--;
    }
    reader->now = (struct kept_line){marker->line, marker->file, marker->file_length};
}

// Keeps a line of lab code, and of the preprocessor's lines the directives.
static int keep(struct reader *reader, const char *line, size_t length) {
    if (grow(&reader->places, &reader->capacity, reader->count + 1, sizeof(*reader->places)) != 0 ||
        buffer_add(&reader->kept, line, length) != 0 || buffer_add_character(&reader->kept, '\n') != 0) {
        return -1;
    }
    reader->places[reader->count++] = reader->now;
    return 0;
}

static int read_lines(struct reader *reader, const char *text, size_t length, const char *headers) {
    for (const char *line = text, *end; line < text + length; line = end + 1) {
        struct marker marker;
        end = memchr(line, '\n', (size_t)(text + length - line));
        end = end == NULL ? text + length : end;
        if (read_marker(line, end, &marker)) {
            follow(reader, &marker, headers);
            continue;
        }
        if (!reader->trusted[reader->depth] && keep(reader, line, (size_t)(end - line)) != 0) {
            return -1;
        }
        reader->now.line++;
    }
    return 0;
}

static void set_error(struct preprocessed_error *error, const struct reader *reader,
                      const struct source *source) {
    snprintf(error->text, sizeof(error->text), "%s", source->error);
    size_t at = (size_t)(source->error_line > 0 ? source->error_line - 1 : 0);
    if (at < reader->count) {
        const struct kept_line *place = &reader->places[at];
        error->line = place->line;
        snprintf(error->file, sizeof(error->file), "%.*s", place->file_length < 255 ? place->file_length : 0,
                 place->file != NULL ? place->file : "");
    }
    if (strchr(error->file, '\\') != NULL) { // has a control character
        error->file[0] = '\0';
    }
}

int preprocessed_check(const char *text, size_t length, const char *headers,
                       struct preprocessed_error *error) {
    struct reader reader = {.now = {.line = 1}};
    struct source source = {0};
    *error = (struct preprocessed_error){0};
    int result =
        read_lines(&reader, text, length, headers) != 0 || buffer_add_character(&reader.kept, '\0') != 0
            ? source_out_of_memory(&source)
            : source_refuse_preprocessed(&source, reader.kept.bytes, reader.kept.length - 1);
    if (result != 0) {
        set_error(error, &reader, &source);
    }
    free(reader.kept.bytes);
    free(reader.places);
    source_free(&source);
    return result;
}

char *preprocessed_source(const char *text, size_t length, const char *path, size_t *result_length) {
    struct source source = {.path = path};
    struct buffer out = {0};
    const int result = buffer_add_format(&out, "#undef asm\n#define asm %s\n", PREPROCESSED_ASM) != 0 ||
                       source_add_line_directive(&out, path) != 0 ||
                       source_read(&source, text, length) != 0 || source_apply(&source, 0, &out) != 0;
    source_free(&source);
    if (result != 0) {
        free(out.bytes);
        return NULL;
    }
    *result_length = out.length;
    return out.bytes;
}
