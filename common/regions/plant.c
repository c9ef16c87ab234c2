// Applies an entry to a program.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edits.h"
#include "questions.h"
#include "tree.h"

struct text_line {
    const char *text; // with its line end
    size_t length;
    const char *code, *whole;    // cleaned, without and with its comment
    const struct edit *replaced; // the edit that replaces or marks it, or NULL
    size_t skipped;              // in its first line: the number of lines it replaces
};

struct program {
    struct text_line *lines;
    size_t count;
    char *cleaned; // what code and whole point into
};

// Lines [begin, end), from 0.
struct range {
    size_t begin, end;
};

// An edit and where its first old line is.
struct edit_place {
    const struct edit *edit;
    size_t line;
};

static int fail(struct planted *planted, int line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(planted->error, sizeof(planted->error), format, arguments);
    va_end(arguments);
    planted->error_line = line;
    return -1;
}

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

size_t line_clean(char *out, const char *line, size_t length, bool with_comment) {
    size_t at = 0;
    for (size_t i = 0; i < length; i++) {
        if (!with_comment && line[i] == '/' && i + 1 < length && line[i + 1] == '/') {
            break;
        }
        if (!is_blank(line[i])) {
            out[at++] = line[i];
        } else if (at > 0 && out[at - 1] != ' ') {
            out[at++] = ' ';
        }
    }
    at -= at > 0 && out[at - 1] == ' ';
    out[at] = '\0';
    return at;
}

static int read_program(struct program *program, const char *text, size_t length) {
    size_t count = 1;
    for (size_t i = 0; i < length; i++) {
        count += text[i] == '\n';
    }
    program->lines = calloc(count, sizeof(*program->lines));
    program->cleaned = malloc(2 * (length + count));
    if (program->lines == NULL || program->cleaned == NULL) {
        return -1;
    }
    char *cleaned = program->cleaned;
    for (size_t begin = 0; begin < length;) {
        const char *newline = memchr(text + begin, '\n', length - begin);
        struct text_line *line = &program->lines[program->count++];
        line->text = text + begin;
        line->length = newline != NULL ? (size_t)(newline + 1 - line->text) : length - begin;
        line->code = cleaned;
        cleaned += line_clean(cleaned, line->text, line->length, false) + 1;
        line->whole = cleaned;
        cleaned += line_clean(cleaned, line->text, line->length, true) + 1;
        begin += line->length;
    }
    return 0;
}

// The lines of a function from its name to its closing brace. An empty range if there is no such function.
static struct range find_function(const char *text, size_t length, const char *name) {
    struct tree *tree = tree_read(text, length);
    const struct node *function = NULL;
    struct range range = {0};
    do {
        function = tree != NULL ? question_next_function(tree, function) : NULL;
    } while (function != NULL && !tree_name_is(tree, function, name));
    if (function != NULL) {
        range = (struct range){(size_t)tree->tokens[function->name].line - 1,
                               (size_t)tree->tokens[function->end - 1].line};
    }
    tree_free(tree);
    return range;
}

static bool line_matches(const struct text_line *line, const char *wanted) {
    char cleaned[1024];
    size_t length = strlen(wanted);
    if (length >= sizeof(cleaned)) {
        return false;
    }
    line_clean(cleaned, wanted, length, true);
    return strcmp(cleaned, line->whole) == 0 || (cleaned[0] != '\0' && strcmp(cleaned, line->code) == 0);
}

static bool edit_matches(const struct program *program, size_t line, const struct edit *edit) {
    for (size_t i = 0; i < edit->old_count; i++) {
        if (!line_matches(&program->lines[line + i], edit->old_lines[i].text)) {
            return false;
        }
    }
    return true;
}

// Finds the line in `range` where an edit begins.
static int find_line(const struct program *program, struct range range, const struct change *change,
                     const struct edit *edit, size_t *found, struct planted *planted) {
    const char *where = change->function != NULL ? change->function : "the program";
    size_t matches[2] = {0}, count = 0;
    if (edit->old_count == 0) {
        return fail(planted, edit->number,
                    "new lines need '- LINE', 'before LINE' or 'after LINE' above them");
    }
    for (size_t i = range.begin; i + edit->old_count <= range.end; i++) {
        if (edit_matches(program, i, edit)) {
            matches[count < 2 ? count : 1] = i + 1;
            if (++count == (size_t)change->place) {
                *found = i;
                return 0;
            }
        }
    }
    if (count == 0) {
        return fail(planted, edit->number, "no match in %s for '%s'%s", where, edit->old_lines[0].text,
                    edit->old_count > 1 ? " and the lines below it" : "");
    }
    if (change->place > 0) {
        return fail(planted, edit->number, "no match #%d in %s, only %zu: '%s'", change->place, where, count,
                    edit->old_lines[0].text);
    }
    if (count > 1) {
        return fail(planted, edit->number,
                    "%zu matches in %s, from line %zu to %zu: name a function or a number, #2: '%s'", count,
                    where, matches[0], matches[1], edit->old_lines[0].text);
    }
    *found = matches[0] - 1;
    return 0;
}

static int add_edit(struct program *program, struct range range, const struct change *change,
                    const struct edit *edit, struct edit_place *place, struct planted *planted) {
    *place = (struct edit_place){edit, 0};
    if (find_line(program, range, change, edit, &place->line, planted) != 0) {
        return -1;
    }
    if (edit->kind == EDIT_BEFORE || edit->kind == EDIT_AFTER) {
        return edit->new_count > 0
                   ? 0
                   : fail(planted, edit->number, "the new lines are missing below this line ('+ LINE')");
    }
    for (size_t i = 0; i < edit->old_count; i++) {
        if (program->lines[place->line + i].replaced != NULL) {
            return fail(planted, edit->number, "line %zu of the program is changed twice",
                        place->line + i + 1);
        }
        program->lines[place->line + i].replaced = edit;
    }
    program->lines[place->line].skipped = edit->old_count;
    return 0;
}

// Finds the places of all edits. Their number, or -1.
static long find_places(const struct entry *entry, struct program *program, const char *text, size_t length,
                        struct edit_place *places, struct planted *planted) {
    long count = 0;
    for (size_t i = 0; i < entry->change_count; i++) {
        const struct change *change = &entry->changes[i];
        struct range range = {0, program->count};
        if (change->function != NULL) {
            range = find_function(text, length, change->function);
            if (range.end == 0) {
                return fail(planted, change->number, "the program has no function '%s'", change->function);
            }
        }
        for (size_t k = 0; k < change->edit_count; k++) {
            if (add_edit(program, range, change, &change->edits[k], &places[count++], planted) != 0) {
                return -1;
            }
        }
    }
    return count;
}

// The indentation of new lines: the smallest of the old lines.
static size_t indentation(const struct program *program, const struct edit_place *place,
                          const char **blanks) {
    size_t least = (size_t)-1;
    for (size_t i = 0; i < place->edit->old_count; i++) {
        const struct text_line *line = &program->lines[place->line + i];
        size_t length = 0;
        while (length < line->length && (line->text[length] == ' ' || line->text[length] == '\t')) {
            length++;
        }
        if (line->whole[0] != '\0' && length < least) {
            least = length;
            *blanks = line->text;
        }
    }
    return least == (size_t)-1 ? 0 : least;
}

static void print_new_lines(FILE *out, const struct program *program, const struct edit_place *place) {
    const char *blanks = "";
    size_t length = indentation(program, place, &blanks);
    for (size_t i = 0; i < place->edit->new_count; i++) {
        const char *text = place->edit->new_lines[i].text;
        fprintf(out, "%.*s%s\n", text[0] != '\0' ? (int)length : 0, blanks, text);
    }
}

// Prints the line with a mark in place of its comment.
static void print_here(FILE *out, const struct text_line *line) {
    size_t length = 0;
    while (length < line->length &&
           !(line->text[length] == '/' && length + 1 < line->length && line->text[length + 1] == '/')) {
        length++;
    }
    while (length > 0 && is_blank(line->text[length - 1])) {
        length--;
    }
    fprintf(out, "%.*s // <-- here\n", (int)length, line->text);
}

static void print_beside(FILE *out, const struct program *program, const struct edit_place *places,
                         long count, size_t line, enum edit_kind kind) {
    for (long i = 0; i < count; i++) {
        if (places[i].line == line && places[i].edit->kind == kind) {
            print_new_lines(out, program, &places[i]);
        }
    }
}

static void print_program(FILE *out, const struct entry *entry, const struct program *program,
                          const struct edit_place *places, long count) {
    for (size_t i = 0; i < entry->fact_count; i++) {
        const char *fact = entry->facts[i].text;
        int word = (int)strcspn(fact, " ");
        if (strncmp(fact, "tier", (size_t)word) == 0 || strncmp(fact, "ladder", (size_t)word) == 0) {
            continue; // they are about the program, not about its verdict
        }
        fprintf(out, "// %.*s: %s\n", word, fact, fact + word + 1);
    }
    for (size_t i = 0; i < program->count; i++) {
        const struct text_line *line = &program->lines[i];
        print_beside(out, program, places, count, i, EDIT_BEFORE);
        if (line->replaced == NULL) {
            fwrite(line->text, 1, line->length, out);
        } else if (line->replaced->kind == EDIT_HERE) {
            print_here(out, line);
        } else if (line->skipped > 0) {
            print_beside(out, program, places, count, i, EDIT_REPLACE);
        }
        print_beside(out, program, places, count, i, EDIT_AFTER);
    }
}

int edits_plant(const struct entry *entry, const char *text, size_t length, struct planted *planted) {
    struct program program = {0};
    struct edit_place *places = NULL;
    size_t edit_count = 1;
    long found = -1;
    *planted = (struct planted){0};
    for (size_t i = 0; i < entry->change_count; i++) {
        edit_count += entry->changes[i].edit_count;
    }
    places = calloc(edit_count, sizeof(*places));
    if (places == NULL || read_program(&program, text, length) != 0) {
        fail(planted, 0, "not enough memory");
    } else {
        found = find_places(entry, &program, text, length, places, planted);
    }
    FILE *out = found >= 0 ? open_memstream(&planted->text, &planted->length) : NULL;
    if (out != NULL) {
        print_program(out, entry, &program, places, found);
        fclose(out);
    }
    free(places);
    free(program.lines);
    free(program.cleaned);
    return planted->text != NULL ? 0 : -1;
}
