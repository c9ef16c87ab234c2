#include "check/report/shown_line.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "regions/statement.h"
#include "text/translation.h"

// Can the character be part of a name?
static bool is_of_name(char letter) {
    return isalnum((unsigned char)letter) || letter == '_';
}

// Where the line begins in the source's text; NULL: there is no such line.
static const char *line_begin(const struct structure *structure, int line) {
    const char *begin = structure->text;
    while (line-- > 1 && begin != NULL) {
        begin = strchr(begin, '\n');
        begin += begin != NULL;
    }
    return begin;
}

// Where the head of a statement, "if" or "for", begins between `line` and *end, and ends; *end: nowhere.
static const char *find_head(const char *line, const char *end, const char *word, const char **head_end) {
    const size_t length = strlen(word);
    *head_end = end;
    for (const char *at = line; at + length < end; at++) {
        if (strncmp(at, word, length) == 0 && !is_of_name(at[length]) &&
            (at == line || !is_of_name(at[-1]))) {
            const char *open = at + length + strspn(at + length, " ");
            int depth = 0;
            for (*head_end = open; *head_end < end; (*head_end)++) {
                depth += (**head_end == '(') - (**head_end == ')');
                if (depth == 0) {
                    break;
                }
            }
            return open;
        }
    }
    return end;
}

// Adds ": tid = 128, stride = 64" to a text: the values that the variables in the line of the source had at the error,
// in the function where it was. Of the line, only the head of this statement, "for" or "if"; NULL: all. Returns how
// many there are.
static size_t add_values(const struct finding *finding, const struct source_place *place, const char *head,
                         char text[SHOWN_TEXT_SIZE]) {
    enum { VALUES_MAX = 4 };
    const struct structure *structure = finding != NULL ? structure_of(place->file) : NULL;
    const char *line = structure != NULL ? line_begin(structure, place->line) : NULL;
    size_t shown[VALUES_MAX], count = 0;
    if (line == NULL || strcmp(place->file, finding->places[0].file) != 0 ||
        structure_function(structure, place->line) !=
            structure_function(structure, finding->places[0].line)) {
        return 0;
    }
    const char *end = line + strcspn(line, "\n");
    if (head != NULL) {
        line = find_head(line, end, head, &end);
    }
    for (const char *at = line; at < end && strncmp(at, "//", 2) != 0;) {
        size_t length = 0, i = 0, k = 0;
        while (is_of_name(at[length])) {
            length++;
        }
        bool member = at > line && (at[-1] == '.' || at[-1] == '>');
        while (i < finding->variable_count && (strlen(finding->variables[i].name) != length ||
                                               strncmp(finding->variables[i].name, at, length) != 0)) {
            i++;
        }
        while (k < count && shown[k] != i) {
            k++;
        }
        if (length > 0 && !member && i < finding->variable_count && k == count && count < VALUES_MAX) {
            size_t used = strlen(text);
            snprintf(text + used, SHOWN_TEXT_SIZE - used, "%s %s = %s", count == 0 ? ":" : ",",
                     finding->variables[i].name, finding->variables[i].value);
            shown[count++] = i;
        }
        at += length > 0 ? length : 1;
    }
    return count;
}

void report_values(const struct terminal *terminal, const struct finding *values,
                   const struct source_place *place, const char *head, const char *text) {
    char said[SHOWN_TEXT_SIZE];
    snprintf(said, sizeof(said), "%s", text);
    if (add_values(values, place, head, said) > 0 ||
        (strcmp(head, "for") == 0 && add_values(values, place, "while", said) > 0)) {
        fprintf(terminal->out, "  %s\n", said);
    }
}

bool shown_add(struct shown_lines *shown, int line) {
    for (size_t i = 0; i < shown->count; i++) {
        if (shown->lines[i] == line) {
            return false;
        }
    }
    if (shown->count < SHOWN_LINES_MAX) {
        shown->lines[shown->count++] = line;
    }
    return true;
}

void report_add_range(const struct source_place *place, char *text, size_t size) {
    char name[32];
    const char *range = place->line > 0 ? statement_narrow(place->file, place->line, name) : NULL;
    const size_t end = strlen(text);
    if (range != NULL && end < size) {
        snprintf(text + end, size - end, _("; %s holds only %s"), name, range);
    }
}

bool report_line(const struct terminal *terminal, const struct finding *values,
                 const struct source_place *place, int line, const char *text, struct shown_lines *shown) {
    struct source_place at = *place;
    char said[SHOWN_TEXT_SIZE];
    at.line = line;
    at.column = 0;
    if (shown != NULL && !shown_add(shown, line)) {
        return false;
    }
    snprintf(said, sizeof(said), "%s", text);
    add_values(values, &at, NULL, said);
    report_add_range(&at, said, sizeof(said));
    report_place(terminal, &at, said);
    return true;
}

struct array_name report_array_name(const struct finding *finding) {
    struct array_name name;
    snprintf(name.text, sizeof(name.text), "%.*s", (int)strcspn(finding->diagnostic.array, "["),
             finding->diagnostic.array);
    return name;
}
