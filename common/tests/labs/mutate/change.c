// Describes a mutant's change without line numbers (change_of in mutants.h): the lines that only the solution
// has and the lines that only the mutant has, as diff prints them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edits.h"
#include "mutants.h"

// Lines without comments and with single blanks. Empty lines are omitted.
struct lines {
    char *text; // the lines point into it
    char **lines;
    size_t count;
};

static bool read_lines(struct lines *lines, const char *text, size_t length) {
    size_t newlines = 1, begin = 0, at = 0;
    for (size_t i = 0; i < length; i++) {
        newlines += text[i] == '\n';
    }
    *lines = (struct lines){malloc(length + newlines + 1), malloc(newlines * sizeof(char *)), 0};
    if (lines->text == NULL || lines->lines == NULL) {
        return false;
    }
    while (begin < length) {
        const char *newline = memchr(text + begin, '\n', length - begin);
        size_t end = newline != NULL ? (size_t)(newline - text) : length;
        size_t cleaned = line_clean(lines->text + at, text + begin, end - begin, false);
        if (cleaned > 0) {
            lines->lines[lines->count++] = lines->text + at;
            at += cleaned + 1;
        }
        begin = end + 1;
    }
    return true;
}

static void free_lines(struct lines *lines) {
    free(lines->text);
    free(lines->lines);
}

// Adds the lines that differ to `out`. The longest common subsequence stays out.
static bool add_difference(char *out, const struct lines *old, const struct lines *new) {
    size_t width = new->count + 1, i = 0, k = 0;
    int *common =
        calloc((old->count + 1) * width, sizeof(*common)); // common lines of old[i...] and new[k...]
    if (common == NULL) {
        return false;
    }
    for (size_t a = old->count; a-- > 0;) {
        for (size_t b = new->count; b-- > 0;) {
            int down = common[(a + 1) * width + b], right = common[a * width + b + 1];
            bool same = strcmp(old->lines[a], new->lines[b]) == 0;
            common[a * width + b] = same ? common[(a + 1) * width + b + 1] + 1 : down > right ? down : right;
        }
    }
    while (i < old->count || k < new->count) {
        bool both = i < old->count && k < new->count;
        if (both && strcmp(old->lines[i], new->lines[k]) == 0) {
            i++;
            k++;
        } else if (k == new->count || (both && common[(i + 1) * width + k] >= common[i * width + k + 1])) {
            out += sprintf(out, "- %s\n", old->lines[i++]);
        } else {
            out += sprintf(out, "+ %s\n", new->lines[k++]);
        }
    }
    free(common);
    return true;
}

// Finds the bytes where the two differ, in whole lines: [*begin, *old_end) and [*begin, *new_end).
static void find_middle(const struct program *program, const struct mutant *mutant, size_t *begin,
                        size_t *old_end, size_t *new_end) {
    const char *old = program->text, *new = mutant->text;
    size_t old_length = program->length, new_length = mutant->length, from = 0, same = 0;
    size_t shorter = old_length < new_length ? old_length : new_length;
    while (from < shorter && old[from] == new[from]) {
        from++;
    }
    while (same < shorter - from && old[old_length - 1 - same] == new[new_length - 1 - same]) {
        same++;
    }
    while (from > 0 && old[from - 1] != '\n') {
        from--;
    }
    while (same > 0 && (old[old_length - same - 1] != '\n' || new[new_length - same - 1] != '\n')) {
        same--; // back to the start of a line in both
    }
    *begin = from;
    *old_end = old_length - same;
    *new_end = new_length - same;
}

char *change_of(const struct program *program, const struct mutant *mutant) {
    size_t begin, old_end, new_end;
    find_middle(program, mutant, &begin, &old_end, &new_end);
    const char *name = "";
    int length = 0;
    for (size_t i = 0; i < program->function_count; i++) {
        const struct function *function = &program->functions[i];
        const struct word *word = &program->words[function->name];
        if (program->words[function->open].line <= mutant->line) {
            name = program->text + word->begin;
            length = (int)(word->end - word->begin);
        }
    }
    struct lines old = {0}, new = {0};
    bool read = read_lines(&old, program->text + begin, old_end - begin) &&
                read_lines(&new, mutant->text + begin, new_end - begin);
    // Each line needs a sign, a blank and a newline.
    char *change = malloc(old_end + new_end - 2 * begin + 3 * (old.count + new.count) + (size_t)length + 64);
    int head =
        change == NULL ? 0 : sprintf(change, "%.*s: %s\n", length, name, mutation_names[mutant->mutation]);
    if (!read || change == NULL || !add_difference(change + head, &old, &new)) {
        free(change);
        change = NULL;
    }
    free_lines(&old);
    free_lines(&new);
    return change;
}
