#include "results.h"

#include <stdio.h>
#include <string.h>

#include "regions.h"
#include "structure.h"
#include "words.h"

enum { LINES_MAX = 2 }; // of one function

// ---- The function ----

static bool contains_region(const struct regions *regions, const struct block *function) {
    for (size_t i = 0; i < regions->count; i++) {
        const struct region *region = &regions->regions[i];
        if (region->filled && function->begin <= region->begin_line && region->end_line <= function->end) {
            return true;
        }
    }
    return false;
}

// The one function of this name, without kernels: with a region, if the file has any. NULL: none, or several.
static const struct block *find_function(const struct structure *structure, const struct regions *regions,
                                         const struct words *words, const struct token *name) {
    const struct block *found = NULL;
    for (size_t i = 0; i < structure->count; i++) {
        const struct block *block = &structure->blocks[i];
        if (!block->function || block->kernel || !token_is(words->structure->text, name, block->name) ||
            (regions->count > 0 && !contains_region(regions, block))) {
            continue;
        }
        if (found != NULL) {
            return NULL;
        }
        found = block;
    }
    return found;
}

// ---- Its lines ----

// Does the statement at number `i` set the variable there, a member or an element of it: `name = `, `name.x += `,
// `name[k]++`?
static bool sets(const struct words *words, size_t i) {
    int square = 0;
    bool member = i > 0 && (word_is(words, i - 1, ".") || word_is(words, i - 1, ">"));
    size_t at = i + 1;
    while (at < words->count && !member) {
        bool brackets = square > 0 || word_is(words, at, "["), dot = word_is(words, at, ".");
        bool arrow = word_is(words, at, "-") && word_is(words, at + 1, ">");
        square += word_is(words, at, "[") - word_is(words, at, "]");
        if (!brackets && !dot && !arrow) {
            break;
        }
        at += brackets ? 1 : dot ? 2 : 3;
    }
    const char *text = at < words->count ? words->structure->text + words->tokens[at].offset : "";
    bool twice = word_is(words, at + 1, "=");
    bool counts = (*text == '+' || *text == '-') && at + 1 < words->count &&
                  words->structure->text[words->tokens[at + 1].offset] == *text;
    return !member &&
           (*text == '=' ? !twice : counts || (twice && *text != '\0' && strchr("+-*/%&|^", *text)));
}

// Is it declared here, as in `struct pair both = {0, 0};`?
static bool is_declared(const struct words *words, size_t i) {
    return i > 0 && words->tokens[i - 1].kind == TOKEN_IDENTIFIER && !word_is(words, i - 1, "else") &&
           !word_is(words, i - 1, "do");
}

// The last lines that set the variable: after its declaration, or only that.
static size_t lines_of(const struct words *words, const struct token *name, int lines[LINES_MAX]) {
    size_t count = 0;
    bool declared = false; // the line that was found is the declaration
    for (size_t i = 0; i < words->count; i++) {
        const int line = words->tokens[i].line;
        if (!words_same(words, &words->tokens[i], name) || !sets(words, i) ||
            (count > 0 && lines[count - 1] == line)) {
            continue;
        }
        if (declared) {
            count = 0;
        } else if (count == LINES_MAX) {
            memmove(&lines[0], &lines[1], (LINES_MAX - 1) * sizeof(*lines));
            count--;
        }
        declared = is_declared(words, i);
        lines[count++] = line;
    }
    return count;
}

static void add_last(int lines[LINES_MAX], size_t *count, int line) {
    if (*count == LINES_MAX) {
        memmove(&lines[0], &lines[1], (LINES_MAX - 1) * sizeof(*lines));
        --*count;
    }
    lines[(*count)++] = line;
}

// The last lines that set what the function returns: the variable, or those of an expression and the `return` itself.
static size_t lines_of_return(const struct words *words, int lines[LINES_MAX]) {
    size_t count = 0;
    for (size_t i = 0; i < words->count; i++) {
        int set[LINES_MAX];
        size_t sets = 0;
        if (!word_is(words, i, "return") || word_is(words, i + 1, ";")) {
            continue;
        }
        bool whole = word_is(words, i + 2, ";");
        for (size_t k = i + 1; k < words->count && !word_is(words, k, ";") && sets == 0; k++) {
            sets = words->tokens[k].kind == TOKEN_IDENTIFIER ? lines_of(words, &words->tokens[k], set) : 0;
        }
        for (size_t k = whole || sets == 0 ? 0 : sets - 1; k < sets; k++) {
            add_last(lines, &count, set[k]);
        }
        if (!whole || sets == 0) {
            add_last(lines, &count, words->tokens[i].line);
        }
    }
    return count;
}

// The name of the function's parameter of this number, from 0; NULL: none.
static const struct token *parameter(const struct words *file, const struct block *function, int number) {
    int round = 0, commas = 0;
    size_t open = 0, i = 0;
    while (i < file->count &&
           file->tokens[i].line <= function->begin) { // the name before the last ( before its {
        open = token_is(file->structure->text, &file->tokens[i], function->name) && word_is(file, i + 1, "(")
                   ? i + 1
                   : open;
        i++;
    }
    for (i = open; open > 0 && i + 1 < file->count; i++) {
        round += word_is(file, i, "(") - word_is(file, i, ")");
        commas += round == 1 && word_is(file, i, ",");
        bool last = round == 1 && (word_is(file, i + 1, ",") || word_is(file, i + 1, ")"));
        if (round == 0) {
            break;
        }
        if (last && commas == number && file->tokens[i].kind == TOKEN_IDENTIFIER) {
            return &file->tokens[i];
        }
    }
    return NULL;
}

// ---- The statement ----

struct search {
    const struct structure *structure;
    const struct regions *regions;
    const struct words *file;
    struct result *results;
    size_t count, most;
};

static bool returns(const struct words *file, int line) {
    bool found = false;
    for (size_t i = 0; i < file->count && file->tokens[i].line <= line; i++) {
        found |= file->tokens[i].line == line && word_is(file, i, "return");
    }
    return found;
}

static void add(struct search *search, const struct block *function, const char *array, size_t length,
                const int *lines, size_t count) {
    for (size_t i = 0; i < count && search->count < search->most; i++) {
        struct result *made = &search->results[search->count];
        bool known = false;
        for (size_t k = 0; k < search->count; k++) {
            known |= search->results[k].line == lines[i];
        }
        if (known) {
            continue;
        }
        made->line = lines[i];
        made->returns = returns(search->file, lines[i]);
        snprintf(made->function, sizeof(made->function), "%.31s", function->name);
        snprintf(made->array, sizeof(made->array), "%.*s", (int)length, array);
        search->count++;
    }
}

static void add_call(struct search *search, const struct words *words, const struct token *name) {
    const struct block *function = find_function(search->structure, search->regions, words, name);
    struct words body;
    int lines[LINES_MAX];
    if (function == NULL || !words_read(search->structure, function->begin, &body)) {
        return;
    }
    add(search, function, "", 0, lines, lines_of_return(&body, lines));
}

// An array that the statement uses is handed to functions before it: `f(d_in, ranks);`.
static void add_handed(struct search *search, const struct words *words, const struct token *array,
                       int line) {
    int round = 0, commas = 0;
    const struct token *called = NULL;
    bool local = false;
    for (size_t i = 1; i < words->count && words->tokens[i].line < line; i++) {
        const struct token *token = &words->tokens[i];
        bool same = words_same(words, token, array);
        local |= same && word_is(words, i + 1, "[") && words->tokens[i - 1].kind == TOKEN_IDENTIFIER;
        if (round == 0 && token->kind == TOKEN_IDENTIFIER && word_is(words, i + 1, "(")) {
            called = token;
            commas = 0;
        }
        round += word_is(words, i, "(") - word_is(words, i, ")");
        commas += round == 1 && word_is(words, i, ",");
        bool whole = round == 1 && (word_is(words, i + 1, ",") || word_is(words, i + 1, ")"));
        const struct block *function = same && local && whole && called != NULL
                                           ? find_function(search->structure, search->regions, words, called)
                                           : NULL;
        const struct token *name = function == NULL ? NULL : parameter(search->file, function, commas);
        struct words body;
        int lines[LINES_MAX];
        if (name != NULL && words_read(search->structure, function->begin, &body)) {
            add(search, function, words->structure->text + array->offset, array->length, lines,
                lines_of(&body, name, lines));
        }
    }
}

// The words [*begin, *end) of the statement at the line, or of its value: what is behind its `=`.
static void statement_range(const struct words *words, int line, bool value, size_t *begin, size_t *end) {
    int square = 0, round = 0;
    size_t i = 0;
    while (i < words->count && words->tokens[i].line < line) {
        i++;
    }
    *begin = i;
    for (; i < words->count && !word_is(words, i, "{") && (round > 0 || !word_is(words, i, ";")); i++) {
        round += word_is(words, i, "(") - word_is(words, i, ")");
        square += word_is(words, i, "[") - word_is(words, i, "]");
        if (value && square == 0 && word_is(words, i, "=")) {
            *begin = i + 1;
            value = false;
        }
    }
    *end = i;
}

// The last line before `line`, or in a loop around it, that sets the variable or its elements; 0: none.
static int line_before(const struct search *search, const struct words *words, size_t name, int line) {
    int found = 0;
    for (size_t i = 0; i < words->count; i++) {
        const int lines[] = {words->tokens[i].line, line};
        bool before = lines[0] < line ||
                      (lines[0] > line && structure_loop(search->structure, lines, 2) != NULL && found == 0);
        if (before && words_same(words, &words->tokens[i], &words->tokens[name]) && sets(words, i)) {
            found = lines[0];
        }
    }
    return found;
}

// The value is a parameter of a function that the kernel calls: which statement last handed the same array to a
// function?
static void add_caller(struct search *search, const struct words *words, size_t name, int line,
                       const char *kernel) {
    const struct block *function = structure_function(search->structure, line),
                       *caller = structure_kernel(search->structure, kernel);
    const int call = function == NULL || function->kernel || caller == NULL
                         ? 0
                         : structure_call(search->structure, caller, function);
    struct words body;
    int number = 0, round = 0, commas = 0, last = 0;
    const struct token *given = NULL, *own = NULL;
    while (call > 0 && (own = parameter(search->file, function, number)) != NULL &&
           !words_same(words, own, &words->tokens[name])) {
        number++;
    }
    if (own == NULL || !words_read(search->structure, caller->begin, &body)) {
        return;
    }
    for (size_t i = 0; i < body.count; i++) { // of the call
        if (body.tokens[i].line == call && word_is(&body, i, function->name)) {
            commas = round = 0;
        }
        round += word_is(&body, i, "(") - word_is(&body, i, ")");
        commas += round == 1 && word_is(&body, i, ",");
        bool whole = word_is(&body, i + 1, ",") || word_is(&body, i + 1, ")");
        if (body.tokens[i].line == call && round == 1 && commas == number && whole && given == NULL) {
            given = &body.tokens[i];
        }
    }
    for (size_t i = 1; i < body.count && given != NULL; i++) {
        bool whole = (word_is(&body, i - 1, "(") || word_is(&body, i - 1, ",")) &&
                     (word_is(&body, i + 1, ",") || word_is(&body, i + 1, ")"));
        if (whole && body.tokens[i].line < call && words_same(&body, &body.tokens[i], given)) {
            last = body.tokens[i].line;
        }
    }
    if (last > 0 && search->count < search->most) {
        struct result *made = &search->results[search->count++];
        *made = (struct result){.line = last};
        snprintf(made->array, sizeof(made->array), "%.*s", (int)given->length,
                 search->structure->text + given->offset);
    }
}

static void search_statement(struct search *search, const struct words *words, int line, enum origins_of of,
                             const char *kernel, int depth) {
    enum { DEPTH_MAX = 4 };
    size_t begin, end;
    int square = 0;
    const bool value = of == ORIGINS_OF_VALUE;
    statement_range(words, line, value, &begin, &end);
    for (size_t i = begin; i < end; i++) {
        square += word_is(words, i, "[") - word_is(words, i, "]");
        if (words->tokens[i].kind != TOKEN_IDENTIFIER || (of == ORIGINS_OF_INDEX && square == 0)) {
            continue;
        }
        if (word_is(words, i + 1, "(")) {
            add_call(search, words, &words->tokens[i]);
        } else if (word_is(words, i + 1, "[")) {
            add_handed(search, words, &words->tokens[i], line);
        }
    }
    square = 0;
    for (size_t i = begin; i < end && value && search->count == 0; i++) {
        square += word_is(words, i, "[") - word_is(words, i, "]");
        if (words->tokens[i].kind != TOKEN_IDENTIFIER || square > 0 || word_is(words, i + 1, "(")) {
            continue;
        }
        const int before = line_before(search, words, i, line);
        if (before > 0 && depth < DEPTH_MAX) {
            search_statement(search, words, before, of, "", depth + 1);
        } else if (before == 0 && kernel[0] != '\0') {
            add_caller(search, words, i, line, kernel);
        }
    }
}

size_t results_find(const char *path, int line, enum origins_of of, const char *kernel,
                    struct result *results, size_t most) {
    const struct structure *structure = line > 0 ? structure_of(path) : NULL;
    struct words words;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return 0;
    }
    const struct words file = words_of_file(structure);
    struct regions regions;
    regions_find(structure->text, structure->length, &regions);
    struct search search = {
        .structure = structure, .regions = &regions, .file = &file, .results = results, .most = most};
    search_statement(&search, &words, line, of, kernel, 0);
    regions_free(&regions);
    return search.count;
}

int results_use(const char *path, int line) {
    const struct structure *structure = line > 0 ? structure_of(path) : NULL;
    struct words words;
    size_t begin, end;
    int found = 0;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return 0;
    }
    statement_range(&words, line, true, &begin, &end);
    const struct token *set =
        begin > 1 && word_is(&words, begin - 1, "=") && words.tokens[begin - 2].kind == TOKEN_IDENTIFIER
            ? &words.tokens[begin - 2]
            : NULL;
    for (size_t i = end; set != NULL && i < words.count && found == 0; i++) {
        found = words_same(&words, &words.tokens[i], set) ? words.tokens[i].line : 0;
    }
    return found;
}
