// Numbers the lines after text that the preprocessor may skip:
//
//     #if OLD                 #if OLD
//     edited text             edited text
//     #elif NEW               #else
//                             #line 3
//                               if NEW, with the `#` before it
//                             #line 4
//     edited text             edited text
//     #endif                  #endif
//                             #endif
//                             #line 6
//
// An edit adds a newline and a `#line` (edits.c). In skipped text the preprocessor counts the one and ignores the
// other. An #elif becomes an #else and an #if, because its condition can have errors, too.
#include "source.h"

#include <stdlib.h>

struct conditional {
    size_t edits; // before its #if
    int nested;   // #elif that have become an #if
};

struct conditionals {
    struct conditional *open;
    size_t count, capacity;
};

static int is_directive(const struct source *source, token_index i, const char *const *names) {
    for (; *names; names++) {
        if (is_word(source, i + 1, *names)) {
            return 1;
        }
    }
    return 0;
}

static int insert(struct source *source, size_t begin, size_t end, struct buffer *text, int failed) {
    int result = failed ? source_out_of_memory(source) : source_replace(source, begin, end, text);
    free(text->bytes);
    return result;
}

// Makes an #if of the #elif, #elifdef or #elifndef at i. The rest of its line keeps its columns. *nested counts it.
static int nest(struct source *source, token_index i, int *nested) {
    const struct token *name = &source->tokens[i + 1];
    struct buffer text = {0};
    size_t begin = name->offset;
    for (char c; begin > 0 && (c = source->text[begin - 1]) != '\n'; begin--) {
        if (c != '#' && c != ' ' && c != '\t') {
            return 0; // a comment
        }
    }
    ++*nested;
    int failed = buffer_add_format(&text, "else\n#line %d\n", name->line) |
                 buffer_add(&text, source->text + begin, name->offset - begin) |
                 buffer_add_string(&text, "  ");
    return insert(source, name->offset, name->offset + 2, &text, failed);
}

// Numbers the line after the directive at i, which ends `nested` more.
static int number_next_line(struct source *source, token_index i, int nested) {
    while (!is_kind(source, i, TOKEN_DIRECTIVE_END)) {
        i++;
    }
    const struct token *end = &source->tokens[i];
    struct buffer text = {0};
    int failed = 0;
    for (int k = 0; k < nested; k++) {
        failed |= buffer_add_string(&text, "\n#endif");
    }
    failed |= buffer_add_format(&text, "\n#line %d", end->line + 1);
    return insert(source, end->offset, end->offset, &text, failed);
}

// `edits`: how many there are before the directive at i.
static int follow_directive(struct source *source, struct conditionals *all, token_index i, size_t edits) {
    static const char *const begins[] = {"if", "ifdef", "ifndef", NULL},
                             *const others[] = {"elif", "elifdef", "elifndef", NULL},
                             *const ends[] = {"else", "endif", NULL};
    if (is_directive(source, i, begins)) {
        if (grow(&all->open, &all->capacity, all->count + 1, sizeof(*all->open)) != 0) {
            return source_out_of_memory(source);
        }
        all->open[all->count++] = (struct conditional){edits, 0};
        return 0;
    }
    const int tests = is_directive(source, i, others);
    if (all->count == 0 || (!tests && !is_directive(source, i, ends))) {
        return 0;
    }
    struct conditional *last = &all->open[all->count - 1];
    const int closes = is_word(source, i + 1, "endif");
    all->count -= closes;
    return last->edits < edits && ((tests && nest(source, i, &last->nested) != 0) ||
                                   number_next_line(source, i, closes ? last->nested : 0) != 0)
               ? -1
               : 0;
}

int source_number_lines(struct source *source) {
    struct conditionals all = {0};
    const size_t count = source->edit_count;
    int result = 0;
    source_sort_edits(source);
    size_t before = 0;
    for (token_index i = 0; i < source->count && result == 0; i++) {
        while (before < count && source->edits[before].offset < source->tokens[i].offset) {
            before++;
        }
        if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            result = follow_directive(source, &all, i, before);
        }
    }
    free(all.open);
    return result;
}
