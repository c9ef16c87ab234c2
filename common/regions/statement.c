#include "statement.h"

#include <stdio.h>
#include <string.h>

#include "scopes.h"
#include "statement_words.h"

// Does a statement, the head of one, or a block end with this word?
static bool ends_statement(const struct words *words, size_t i) {
    if (word_is(words, i, ";") || word_is(words, i, "{") || word_is(words, i, "}") ||
        word_is(words, i, "else")) {
        return true;
    }
    int depth = 0;
    size_t open = i + 1; // of the bracket that ends here
    while (word_is(words, i, ")") && open > 0 && (depth > 0 || open == i + 1)) {
        open--;
        depth += words_close(words, open) - words_open(words, open);
    }
    return open > 0 && open <= i &&
           (word_is(words, open - 1, "if") || word_is(words, open - 1, "for") ||
            word_is(words, open - 1, "while") || word_is(words, open - 1, "switch"));
}

bool statement_same(const char *path, int one, int other) {
    const struct structure *structure = structure_of(path);
    const int first = one < other ? one : other, last = one < other ? other : one;
    struct words words;
    if (structure == NULL || !words_read(structure, first, &words)) {
        return false;
    }
    size_t i = 0;
    while (i < words.count && words.tokens[i].line <= first) {
        i++;
    }
    bool same = i > 0 && (i < words.count || first == last);
    for (i = i > 0 ? i - 1 : 0; same && i < words.count && words.tokens[i].line < last; i++) {
        same = first == last || !ends_statement(&words, i);
    }
    same = same && (first == last || i < words.count);
    return same;
}

int statement_declared(const char *path, const char *kernel, const char *array) {
    const struct structure *structure = structure_of(path);
    int found = 0, own = 0;
    size_t count = 0;
    if (structure == NULL) {
        return 0;
    }
    const struct words file = words_of_file(structure);
    const struct block *function = structure_kernel(structure, kernel);
    for (size_t i = 0; i < file.count; i++) {
        if (!word_is(&file, i, "__shared__") || (i > 0 && word_is(&file, i - 1, "extern"))) {
            continue;
        }
        for (; i < file.count && !word_is(&file, i, ";"); i++) {
            if (word_is(&file, i, array)) {
                found = file.tokens[i].line;
                count++;
                own = structure_function(structure, found) == function ? found : own;
            }
        }
    }
    return own > 0 ? own : count == 1 ? found : 0;
}

static void copy_word(const struct words *words, size_t i, char name[32]) {
    snprintf(name, 32, "%.*s", (int)words->tokens[i].length,
             words->structure->text + words->tokens[i].offset);
}

const char *statement_narrow(const char *path, int line, char name[32]) {
    static const struct {
        const char *type, *plain, *without_sign;
    } types[] = {{"char", "-128 to 127", "0 to 255"},    {"short", "-32,768 to 32,767", "0 to 65,535"},
                 {"int8_t", "-128 to 127", NULL},        {"uint8_t", "0 to 255", NULL},
                 {"int16_t", "-32,768 to 32,767", NULL}, {"uint16_t", "0 to 65,535", NULL}};
    const struct structure *structure = structure_of(path);
    struct words words;
    const char *found = NULL;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return NULL;
    }
    for (size_t i = 0; i + 1 < words.count && found == NULL; i++) {
        const size_t next = i + (word_is(&words, i + 1, "int") ? 2 : 1);
        bool declares = words.tokens[i].line == line && next + 1 < words.count &&
                        words.tokens[next].kind == TOKEN_IDENTIFIER &&
                        (word_is(&words, next + 1, "=") || word_is(&words, next + 1, ";"));
        for (size_t k = 0; k < sizeof(types) / sizeof(types[0]) && declares && found == NULL; k++) {
            bool no_sign = i > 0 && word_is(&words, i - 1, "unsigned") && types[k].without_sign != NULL;
            if (word_is(&words, i, types[k].type)) {
                found = no_sign ? types[k].without_sign : types[k].plain;
                copy_word(&words, next, name);
            }
        }
    }
    return found;
}

bool statement_allocates(const char *path, int line, char name[32]) {
    static const char *const calls[] = {"malloc", "calloc", "realloc", "aligned_alloc", "strdup", "new"};
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || line <= 0 || !words_read(structure, line, &words)) {
        return false;
    }
    const struct word_range statement = words_statement(&words, line);
    const size_t equals = words_equals(&words, statement);
    if (equals <= statement.begin || equals >= statement.end ||
        words.tokens[equals - 1].kind != TOKEN_IDENTIFIER) {
        return false;
    }
    for (size_t i = equals; i < statement.end; i++) {
        for (size_t k = 0; k < sizeof(calls) / sizeof(calls[0]); k++) {
            if (word_is(&words, i, calls[k])) {
                copy_word(&words, equals - 1, name);
                return true;
            }
        }
    }
    return false;
}

bool statement_has_element(const char *path, int line, const char *name) {
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || line <= 0 || !words_read(structure, line, &words)) {
        return false;
    }
    for (size_t i = 0; i + 1 < words.count; i++) {
        if (words.tokens[i].line == line && word_is(&words, i, name) && word_is(&words, i + 1, "[")) {
            return true;
        }
    }
    return false;
}
