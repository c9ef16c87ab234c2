#define _GNU_SOURCE // open_memstream, strndup under -std=c11
#include "hints.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "text/wrap.h"
#include "text_file.h"

// A line of the file, without its end.
struct line {
    const char *text;
    size_t length;
    int number; // from 1
};

struct reader {
    const char *next, *end;
    int line_number;
    struct hints *hints;
};

static int fail(struct hints *hints, int line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(hints->error, sizeof(hints->error), format, arguments);
    va_end(arguments);
    hints->error_line = line;
    return -1;
}

// Takes the next line; false past the last one.
static bool take_line(struct reader *reader, struct line *line) {
    if (reader->next == reader->end) {
        return false;
    }
    const char *end = memchr(reader->next, '\n', (size_t)(reader->end - reader->next));
    line->text = reader->next;
    line->length = (size_t)((end != NULL ? end : reader->end) - reader->next);
    line->number = ++reader->line_number;
    reader->next = end != NULL ? end + 1 : reader->end;
    while (line->length > 0 && strchr(" \t\r", line->text[line->length - 1]) != NULL) {
        line->length--;
    }
    return true;
}

static bool line_is(const struct line *line, const char *text) {
    return line->length == strlen(text) && memcmp(line->text, text, line->length) == 0;
}

// "```", perhaps indented or with the name of a language: code begins or ends.
static bool is_fence(const char *text, size_t length) {
    size_t at = 0;
    while (at < length && text[at] == ' ') {
        at++;
    }
    return length - at >= 3 && memcmp(text + at, "```", 3) == 0;
}

// Is the line BEFORE NUMBER AFTER? Then *number is that number, and *rest what follows.
static bool line_has_number(const struct line *line, const char *before, const char *after, int *number,
                            struct line *rest) {
    size_t length = strlen(before), digits = 0, after_length = strlen(after);
    if (line->length < length || memcmp(line->text, before, length) != 0) {
        return false;
    }
    *rest = (struct line){line->text + length, line->length - length, line->number};
    for (*number = 0; digits < rest->length && digits < 4; digits++) {
        if (rest->text[digits] < '0' || rest->text[digits] > '9') {
            break;
        }
        *number = *number * 10 + (rest->text[digits] - '0');
    }
    rest->text += digits;
    rest->length -= digits;
    if (digits == 0 || rest->length < after_length || memcmp(rest->text, after, after_length) != 0) {
        return false;
    }
    rest->text += after_length;
    rest->length -= after_length;
    return true;
}

// Is the line <details><summary>1. A nudge</summary>? Then the number and title are put into *hint.
static bool begins_step(const struct line *line, struct hint *hint) {
    static const char end[] = "</summary>";
    struct line title;
    if (!line_has_number(line, "<details><summary>", ". ", &hint->step, &title) ||
        title.length <= strlen(end) ||
        memcmp(title.text + title.length - strlen(end), end, strlen(end)) != 0) {
        return false;
    }
    hint->title = title.text;
    hint->title_length = title.length - strlen(end);
    return true;
}

static int add_hint(struct hints *hints, const struct hint *hint) {
    struct hint *more = realloc(hints->hints, (hints->count + 1) * sizeof(*more));
    if (more == NULL) {
        return fail(hints, 0, "not enough memory");
    }
    hints->hints = more;
    hints->hints[hints->count++] = *hint;
    return 0;
}

// Reads a hint's lines up to and including </details>. `begin` is its first line, which has been read.
static int read_step(struct reader *reader, const struct line *begin, struct hint *hint) {
    struct line line;
    bool code = false;
    hint->text = NULL;
    while (take_line(reader, &line)) {
        if (!code && line_is(&line, "</details>")) {
            return hint->text != NULL ? add_hint(reader->hints, hint)
                                      : fail(reader->hints, begin->number, "hint %d of TODO(%d) is empty",
                                             hint->step, hint->todo);
        }
        code ^= is_fence(line.text, line.length);
        if (line.length > 0 && hint->text == NULL) {
            hint->text = line.text;
        }
        if (line.length > 0) {
            hint->text_length = (size_t)(line.text + line.length - hint->text);
        }
    }
    return fail(reader->hints, begin->number,
                "hint %d of TODO(%d) has no end: </details> or a closing ``` is missing", hint->step,
                hint->todo);
}

static int read_sections(struct reader *reader) {
    struct hints *hints = reader->hints;
    struct hint hint = {.todo = 0};
    struct line line, rest;
    int step = 0, number, section_line = 0;
    bool more;
    do {
        more = take_line(reader, &line);
        if (more && line.length == 0) {
            continue;
        }
        bool is_section = more && line_has_number(&line, "## TODO(", ")", &number, &rest) && rest.length == 0;
        if ((is_section || !more) && hint.todo > 0 && step == 0) {
            return fail(hints, section_line, "TODO(%d) has no hints", hint.todo);
        }
        if (is_section) {
            if (number != hint.todo + 1) {
                return fail(hints, line.number, "TODO(%d) should come here, not TODO(%d)", hint.todo + 1,
                            number);
            }
            hint.todo = number;
            section_line = line.number;
            step = 0;
        } else if (more && hint.todo > 0 && begins_step(&line, &hint)) {
            if (hint.step != ++step) {
                return fail(hints, line.number, "hint %d of TODO(%d) should come here, not hint %d", step,
                            hint.todo, hint.step);
            }
            if (read_step(reader, &line, &hint) != 0) {
                return -1;
            }
        } else if (more) {
            return fail(hints, line.number,
                        "neither \"## TODO(%d)\" nor \"<details><summary>%d. ...</summary>\"", hint.todo + 1,
                        step + 1);
        }
    } while (more);
    return hints->count > 0 ? 0 : fail(hints, 0, "there are no hints in it");
}

int hints_read(const char *path, const char *lab_name, struct hints *hints) {
    size_t length;
    *hints = (struct hints){.source = text_file_read(path, &length)};
    if (hints->source == NULL) {
        return fail(hints, 0, "%s", strerror(errno));
    }
    struct reader reader = {.next = hints->source, .end = hints->source + length, .hints = hints};
    char heading[64];
    struct line line = {.length = 0};
    snprintf(heading, sizeof(heading), "# Hints for %s", lab_name);
    if (memchr(hints->source, '\0', length) != NULL) {
        return fail(hints, 0, "this is not a text file");
    }
    if (!take_line(&reader, &line) || !line_is(&line, heading)) {
        return fail(hints, 1, "the first line should be \"%s\"", heading);
    }
    return read_sections(&reader);
}

void hints_free(struct hints *hints) {
    free(hints->hints);
    free(hints->source);
    *hints = (struct hints){.hints = NULL};
}

int hints_steps(const struct hints *hints, int todo) {
    int steps = 0;
    for (size_t i = 0; i < hints->count; i++) {
        steps += hints->hints[i].todo == todo;
    }
    return steps;
}

const struct hint *hints_find(const struct hints *hints, int todo, int step) {
    for (size_t i = 0; i < hints->count; i++) {
        if (hints->hints[i].todo == todo && hints->hints[i].step == step) {
            return &hints->hints[i];
        }
    }
    return NULL;
}

// Prints a line of prose with its entities replaced.
static void print_prose(const struct line *line, FILE *out) {
    static const struct {
        const char *name;
        char letter;
    } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}};
    for (size_t i = 0; i < line->length;) {
        size_t taken = 1;
        char letter = line->text[i];
        for (size_t k = 0; k < sizeof(entities) / sizeof(entities[0]); k++) {
            size_t length = strlen(entities[k].name);
            if (line->length - i >= length && memcmp(line->text + i, entities[k].name, length) == 0) {
                letter = entities[k].letter;
                taken = length;
            }
        }
        putc(letter, out);
        i += taken;
    }
}

// The length of an item's mark, with the blanks around it.
static size_t item_mark(const struct line *line) {
    size_t length = strspn(line->text, " "), digits = strspn(line->text + length, "0123456789");
    const char *mark = line->text + length + digits;
    if (length + digits + 2 <= line->length && mark[1] == ' ' && (digits > 0 ? *mark == '.' : *mark == '-')) {
        return length + digits + 2;
    }
    return 0;
}

static bool is_indented_code(const struct line *line) {
    return line->length >= 4 && memcmp(line->text, "    ", 4) == 0;
}

// Does a line of prose go on in the next one? Not before a list's item, a table's row, or code.
static bool goes_on(const struct line *line, const struct line *next) {
    return line->length > 0 && next->length > 0 && item_mark(next) == 0 && next->text[0] != '|' &&
           !is_indented_code(line) && !is_indented_code(next);
}

// A paragraph, an item of a list or a line of code that is indented: its lines, which `reader` then has behind it.
struct block {
    struct line first;
    const char *end;
    char *
        id; // its text in one row, without the mark of an item, as Sphinx has it in its catalogues; NULL for code
    size_t mark_length; // "- ", "1. "
};

// Reads the lines of the block that begins with `line`.
static struct block read_block(struct reader *reader, const struct line *line) {
    struct block block = {.first = *line, .end = line->text + line->length, .mark_length = item_mark(line)};
    struct line before = *line, next;
    size_t length = line->length - block.mark_length;
    if (line->length > 0 && !is_indented_code(line)) {
        block.id = strndup(line->text + block.mark_length, length);
    }
    for (struct reader ahead = *reader;
         take_line(&ahead, &next) && !is_fence(next.text, next.length) && goes_on(&before, &next);
         *reader = ahead, before = next) {
        size_t blanks = strspn(next.text, " ");
        char *more = block.id != NULL ? realloc(block.id, length + next.length - blanks + 2) : NULL;
        block.end = next.text + next.length;
        if (more == NULL) {
            free(block.id);
            block.id = NULL;
            continue;
        }
        more[length] = ' ';
        memcpy(more + length + 1, next.text + blanks, next.length - blanks);
        length += 1 + next.length - blanks;
        more[length] = '\0';
        block.id = more;
    }
    return block;
}

// Prints the translation of a block; in rows, unless `joined`.
static void print_translated(const struct block *block, const char *text, FILE *out, bool joined) {
    enum { COLUMNS = 80 };
    char *row = NULL;
    size_t size;
    FILE *made = open_memstream(&row, &size);
    if (made == NULL) {
        return;
    }
    fprintf(made, "%.*s", (int)block->mark_length, block->first.text);
    print_prose(&(struct line){text, strlen(text), 0}, made);
    fclose(made);
    wrap_line(out, row, size, joined ? 0 : COLUMNS);
    putc('\n', out);
    free(row);
}

void hint_print(const struct hint *hint, FILE *out, bool joined, const struct catalogue *catalogue) {
    struct reader reader = {.next = hint->text, .end = hint->text + hint->text_length};
    struct line line;
    bool code = false;
    while (take_line(&reader, &line)) {
        if (is_fence(line.text, line.length)) {
            code = !code;
            continue;
        }
        if (code) {
            fprintf(out, "%s%.*s\n", line.length > 0 ? "    " : "", (int)line.length, line.text);
            continue;
        }
        struct block block = read_block(&reader, &line);
        const struct catalogue_entry *entry =
            block.id != NULL ? catalogue_find(catalogue, block.id, strlen(block.id)) : NULL;
        if (catalogue_is_translated(entry)) {
            print_translated(&block, entry->text, out, joined);
        } else {
            struct reader rows = {.next = line.text, .end = block.end};
            for (bool first = true; take_line(&rows, &line); first = false) {
                size_t blanks = joined && !first ? strspn(line.text, " ") : 0;
                fputs(first ? "" : joined ? " " : "\n", out);
                print_prose(&(struct line){line.text + blanks, line.length - blanks, 0}, out);
            }
            putc('\n', out);
        }
        free(block.id);
    }
}

int hints_missing(const struct hints *hints, const struct catalogue *catalogue, FILE *out) {
    int missing = 0;
    for (size_t i = 0; i < hints->count; i++) {
        const struct hint *hint = &hints->hints[i];
        struct reader reader = {.next = hint->text, .end = hint->text + hint->text_length};
        struct line line;
        bool code = false;
        while (take_line(&reader, &line)) {
            bool fence = is_fence(line.text, line.length);
            code ^= fence;
            if (code || fence) {
                continue;
            }
            struct block block = read_block(&reader, &line);
            if (block.id != NULL && catalogue_find(catalogue, block.id, strlen(block.id)) == NULL) {
                fprintf(out, "not in the catalogue: %s\n", block.id);
                missing++;
            }
            free(block.id);
        }
    }
    return missing;
}
