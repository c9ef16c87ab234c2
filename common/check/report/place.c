// Places in the source: file:line:column, the line itself, a caret.
#define _GNU_SOURCE // getline under -std=c11

#include <stdlib.h>
#include <string.h>

#include "check/report/report.h"
#include "text/translation.h"
#include "text/utf8.h"

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

// Leaves out the rest of a line that no person has typed, so that what follows in the report can be found.
static void shorten(char *line) {
    enum { LENGTH_MAX = 1000 }; // bytes
    static const char rest[] = " ...";
    if (strlen(line) > LENGTH_MAX) {
        size_t end = LENGTH_MAX - strlen(rest);
        while (end > 0 && ((unsigned char)line[end] & 0xc0) == 0x80) { // within a UTF-8 letter
            end--;
        }
        strcpy(line + end, rest);
    }
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

// The bytes of the line before a comment at its end, and before the blanks before that.
static int bytes_of_code(const char *line) {
    char quote = '\0';
    int code = 0;
    for (int i = 0; line[i] != '\0'; i++) {
        if (quote == '\0' && line[i] == '/' && line[i + 1] == '/') {
            break;
        }
        bool escaped = i > 0 && line[i - 1] == '\\';
        if ((line[i] == '"' || line[i] == '\'') && !escaped && (quote == '\0' || quote == line[i])) {
            quote = quote == '\0' ? line[i] : '\0';
        }
        code = line[i] != ' ' ? i + 1 : code;
    }
    return code;
}

// How many more round brackets the code opens than it closes.
static int brackets_open(const char *line) {
    int open = 0;
    for (int i = 0, end = bytes_of_code(line); i < end; i++) {
        open += (line[i] == '(') - (line[i] == ')');
    }
    return open;
}

// How many bytes of the text, of `length`, belong in a row of this many columns: up to a blank, if there is one.
static int bytes_of_row(const char *text, int length, int columns) {
    if (columns_of(text, length) <= columns) {
        return length;
    }
    const int most = bytes_of(text, columns);
    int end = most;
    while (end > 0 && text[end] != ' ') {
        end--;
    }
    int words = 0; // before the blank
    while (words < end && text[words] == ' ') {
        words++;
    }
    return words < end ? end : most;
}

// Prints a line of the source in as many rows as it needs.
static void print_line(const struct terminal *terminal, const char *line, int number, int column) {
    enum { MARGIN = 8, STEP = 4 };
    const bool narrow = terminal->width > 4 * MARGIN;
    const int room = terminal->width - MARGIN, all = (int)strlen(line), code = bytes_of_code(line);
    const bool has_caret = column > 0 && column <= all;
    const bool cut = narrow && columns_of(line, all) > room && code > 0 && (!has_caret || column <= code);
    const int length = cut ? code : all;
    int indent = 0;
    while (line[indent] == ' ') {
        indent++;
    }
    const int first = narrow && indent >= room ? indent : 0; // the first row would only be blank
    int begin = first;
    const int further = indent + STEP < room / 2 ? indent + STEP : STEP; // before the next rows
    while (begin == first || begin < length) {
        const int before = begin == first ? 0 : further;
        const int bytes = narrow ? bytes_of_row(line + begin, length - begin, room - before) : length - begin;
        if (begin == first) {
            fprintf(terminal->out, "%5d | %.*s\n", number, bytes, line + begin);
        } else {
            fprintf(terminal->out, "      | %*s%.*s\n", before, "", bytes, line + begin);
        }
        if (has_caret && begin < column && column <= begin + bytes) {
            fprintf(terminal->out, "      | %*s%s^%s\n",
                    before + columns_of(line + begin, column - 1 - begin), "",
                    terminal_ink(terminal, INK_GREEN), terminal_ink(terminal, INK_PLAIN));
        }
        begin += bytes > 0 ? bytes : 1;
        while (begin < length && line[begin] == ' ') {
            begin++;
        }
    }
}

void report_excerpt(const struct terminal *terminal, const struct source_place *place) {
    enum { LINES_MAX = 3 };
    const int most = terminal->excerpts == NULL ? LINES_MAX : 1;
    int open = 0;
    for (int i = 0; i == 0 || (i < most && open > 0); i++) {
        char *line = read_line(place->file, place->line + i);
        if (line == NULL) {
            return;
        }
        for (char *c = line; *c != '\0'; c++) {
            *c = *c == '\t' ? ' ' : *c;
        }
        utf8_clean_controls(line);
        shorten(line);
        print_line(terminal, line, place->line + i, i == 0 ? place->column : 0);
        open += brackets_open(line);
        free(line);
    }
}

// In a line that the translator has made longer, the compiler's column may be behind the end of the student's.
static bool is_in_line(const struct source_place *place) {
    char *line = read_line(place->file, place->line);
    bool in_line = line == NULL || (size_t)place->column <= strlen(line);
    free(line);
    return in_line;
}

void report_place_name(const struct terminal *terminal, const struct source_place *place) {
    int done = place->done; // its lines must not be shown
    if (place->line > 0 && done > 0) {
        fprintf(terminal->out, _("in TODO(%d), which is done for you: "), done);
    }
    if (place->line == 0 || done > 0) {
        return;
    }
    fprintf(terminal->out, "%s%s:%d:", terminal_ink(terminal, INK_BOLD), relative_path(place->file),
            place->line);
    if (place->column > 0 && is_in_line(place)) {
        fprintf(terminal->out, "%d:", place->column);
    }
    fprintf(terminal->out, "%s ", terminal_ink(terminal, INK_PLAIN));
}

bool report_takes_place(const struct terminal *terminal) {
    return terminal->excerpts == NULL || --*terminal->excerpts >= 0;
}

void report_place(const struct terminal *terminal, const struct source_place *place, const char *text) {
    if (place->line > 0 && place->done == 0 && report_takes_place(terminal)) {
        report_place_name(terminal, place);
        fprintf(terminal->out, "%s\n", text);
        report_excerpt(terminal, place);
    }
}
