// Places in the source: file:line:column, the line itself, a caret.
#define _GNU_SOURCE // getline under -std=c11

#include <stdlib.h>
#include <string.h>

#include "check/report/report.h"
#include "regions/regions.h"
#include "text/translation.h"

// Reads line `number` of the file, without its end. The caller frees it. NULL if there is no such line.
static char *read_line(const char *path, int number) {
    FILE *file = source_is_shown(path) ? fopen(path, "r") : NULL;
    if (file == NULL) {
        return NULL;
    }
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length = -1;
    for (int i = 0; i < number; i++) {
        length = getline(&line, &capacity, file);
        if (length < 0) {
            break;
        }
    }
    fclose(file);
    if (length < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

// The bytes of a line's first columns. A UTF-8 letter has several bytes, but one column.
static int bytes_of(const char *line, int columns) {
    int bytes = 0;
    while (line[bytes] != '\0' && (columns > 0 || ((unsigned char)line[bytes] & 0xc0) == 0x80)) {
        columns -= ((unsigned char)line[bytes++] & 0xc0) != 0x80;
    }
    return bytes;
}

// The columns of a line's first bytes.
static int columns_of(const char *line, int bytes) {
    int columns = 0;
    for (int i = 0; i < bytes; i++) {
        columns += ((unsigned char)line[i] & 0xc0) != 0x80;
    }
    return columns;
}

void report_excerpt(const struct terminal *terminal, const struct source_place *place) {
    enum { MARGIN = 8 };
    char *line = read_line(place->file, place->line);
    if (line == NULL) {
        return;
    }
    for (char *c = line; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            *c = ' ';
        }
    }
    int length = (int)strlen(line), width = columns_of(line, length), left = 0, room = width;
    bool has_caret = place->column > 0 && place->column <= length;
    int caret = has_caret ? columns_of(line, place->column - 1) : 0;
    if (terminal->width > 2 * MARGIN && width + MARGIN > terminal->width) {
        room = terminal->width - MARGIN;
        left = caret > room / 2 ? caret - room / 2 : 0;
        left = left > width - room ? width - room : left;
    }
    const char *shown = line + bytes_of(line, left);
    fprintf(terminal->out, "%5d | %.*s\n", place->line, bytes_of(shown, room), shown);
    if (has_caret) {
        fprintf(terminal->out, "      | %*s%s^%s\n", caret - left, "", terminal_ink(terminal, INK_GREEN),
                terminal_ink(terminal, INK_PLAIN));
    }
    free(line);
}

void report_place_name(const struct terminal *terminal, const struct source_place *place) {
    int done = regions_done_number(place->file); // its lines must not be shown
    if (place->line > 0 && done > 0) {
        fprintf(terminal->out, _("in TODO(%d), which is done for you: "), done);
    }
    if (place->line == 0 || done > 0) {
        return;
    }
    fprintf(terminal->out, "%s%s:%d:", terminal_ink(terminal, INK_BOLD), relative_path(place->file),
            place->line);
    if (place->column > 0) {
        fprintf(terminal->out, "%d:", place->column);
    }
    fprintf(terminal->out, "%s ", terminal_ink(terminal, INK_PLAIN));
}

void report_place(const struct terminal *terminal, const struct source_place *place, const char *text) {
    if (place->line > 0 && regions_done_number(place->file) == 0) {
        report_place_name(terminal, place);
        fprintf(terminal->out, "%s\n", text);
        report_excerpt(terminal, place);
    }
}
