#include "operands.h"

#include <stdio.h>
#include <string.h>

#include "statement_words.h"

// What is behind the `=` of the statement at the line; without one, all of it.
static struct word_range find_value(const struct words *words, int line) {
    struct word_range value = words_statement(words, line);
    const size_t equals = words_equals(words, value);
    value.begin = equals < value.end ? equals + 1 : value.begin;
    return value;
}

// Is it the name of a variable, and neither of a member, nor of a function or an array?
static bool is_variable(const struct words *words, size_t i) {
    bool member = i > 0 && (word_is(words, i - 1, ".") ||
                            (i > 1 && word_is(words, i - 1, ">") && word_is(words, i - 2, "-")));
    return words->tokens[i].kind == TOKEN_IDENTIFIER && !member && !word_is(words, i + 1, "(") &&
           !word_is(words, i + 1, "[");
}

static bool is_in_head(const struct words *words, int line) {
    const struct block *loop = structure_loop(words->structure, &line, 1);
    return loop != NULL && loop->head == line;
}

// Is it declared here without a value, as in `value_t left;` and `int *h_sums;`?
static bool is_declared_unset(const struct words *words, size_t i) {
    size_t type = i; // behind the last word of the type
    while (type > 0 && word_is(words, type - 1, "*")) {
        type--;
    }
    bool begins = type == i; // else `a * b;` is a declaration only where a statement begins
    if (type > 1) {
        begins |= word_is(words, type - 2, ";") || word_is(words, type - 2, "{") ||
                  word_is(words, type - 2, "}") || word_is(words, type - 2, "const");
    }
    return begins && type > 0 && words->tokens[type - 1].kind == TOKEN_IDENTIFIER &&
           !word_is(words, type - 1, "return") && word_is(words, i + 1, ";");
}

static void copy_word(const struct words *words, size_t i, char *name, size_t size) {
    snprintf(name, size, "%.*s", (int)words->tokens[i].length,
             words->structure->text + words->tokens[i].offset);
}

// The nearest condition, other than of a loop, around the line `set`, if the same condition is not around `line`.
static void find_condition(const struct words *words, int set, int line, struct operand *operand) {
    enum { AROUND_MAX = 16 };
    struct condition around[AROUND_MAX], own[AROUND_MAX];
    const size_t count = conditions_around(words, set, around, AROUND_MAX),
                 own_count = conditions_around(words, line, own, AROUND_MAX);
    for (size_t i = 0; i < count && operand->condition == 0; i++) {
        bool both = around[i].kind == CONDITION_LOOP;
        const struct word_range head = {around[i].begin, around[i].end};
        for (size_t k = 0; k < own_count; k++) {
            both |= own[k].kind == around[i].kind && words_same_range(words, head, own[k].begin);
        }
        if (!both) {
            operand->condition = around[i].line;
            operand->kind = around[i].kind;
        }
    }
}

// Where the variable at number `name` is set before the line.
static void find_operand(const struct words *words, size_t name, int line, struct operand *operand) {
    int set = 0;
    *operand = (struct operand){.declared = 0};
    copy_word(words, name, operand->name, sizeof(operand->name));
    for (size_t i = 0; i < words->count && words->tokens[i].line < line; i++) {
        if (!words_same(words, &words->tokens[i], &words->tokens[name])) {
            continue;
        }
        if (is_declared_unset(words, i)) {
            operand->declared = words->tokens[i].line;
        } else if (word_is_set(words, i) && !is_in_head(words, words->tokens[i].line)) {
            set = words->tokens[i].line;
        }
    }
    if (set > 0) {
        find_condition(words, set, line, operand);
    }
    if (set > 0 && operand->condition == 0) {
        operand->declared = 0; // it always has a value
    }
}

size_t operands_find(const char *path, int line, struct operand *operands, size_t most) {
    const struct structure *structure = structure_of(path);
    struct words words;
    size_t count = 0;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return 0;
    }
    const struct word_range value = find_value(&words, line);
    for (size_t i = value.begin; i < value.end && count < most; i++) {
        bool known = !is_variable(&words, i);
        for (size_t k = 0; k < count && !known; k++) {
            known = token_is(structure->text, &words.tokens[i], operands[k].name);
        }
        if (!known) {
            find_operand(&words, i, line, &operands[count]);
            count += operands[count].declared > 0 || operands[count].condition > 0;
        }
    }
    return count;
}

// Reads where the function makes its result. false: it is not one of the file, or returns nothing.
static bool find_maker(const struct structure *structure, const struct words *caller, size_t call,
                       struct maker *maker) {
    struct words words;
    *maker = (struct maker){.result = 0};
    copy_word(caller, call, maker->function, sizeof(maker->function));
    for (size_t i = 0; i < structure->count; i++) {
        const struct block *function = &structure->blocks[i];
        if (!function->function || function->kernel || strcmp(function->name, maker->function) != 0 ||
            !words_read(structure, function->begin, &words)) {
            continue;
        }
        struct word_range result = {0, 0};
        for (size_t k = 0; k < words.count; k++) {
            result = word_is(&words, k, "return") ? words_statement(&words, words.tokens[k].line) : result;
        }
        maker->result = result.begin < result.end ? words.tokens[result.begin].line : 0;
        for (size_t k = 0; k < result.begin; k++) {
            bool used = false;
            for (size_t r = result.begin; r < result.end && word_is_set(&words, k); r++) {
                used |= is_variable(&words, r) && words_same(&words, &words.tokens[k], &words.tokens[r]);
            }
            if (used) {
                maker->set = words.tokens[k].line;
                copy_word(&words, k, maker->name, sizeof(maker->name));
            }
        }
    }
    return maker->result > 0;
}

bool operands_index(const char *path, int line, const char *array, struct maker *maker) {
    const struct structure *structure = structure_of(path);
    struct words words;
    bool found = false, without = false;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return false;
    }
    const struct word_range statement = words_statement(&words, line);
    for (size_t i = statement.begin; i + 1 < statement.end; i++) {
        bool call = false;
        if (!word_is(&words, i, array) || !word_is(&words, i + 1, "[")) {
            continue;
        }
        for (size_t k = i + 2, end = words_behind_bracket(&words, i + 1); k < end && !call; k++) {
            call = words.tokens[k].kind == TOKEN_IDENTIFIER && word_is(&words, k + 1, "(") &&
                   (found ? token_is(structure->text, &words.tokens[k], maker->function)
                          : find_maker(structure, &words, k, maker));
        }
        found |= call;
        without |= !call;
    }
    maker->mixed = found && without;
    return found;
}

bool operands_returned(const char *path, int line, struct maker *maker, int *line_set) {
    const struct structure *structure = structure_of(path);
    struct words words;
    bool found = false;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return false;
    }
    const struct word_range statement = words_statement(&words, line), value = find_value(&words, line);
    for (size_t i = value.begin; i < value.end; i++) {
        for (size_t k = 0; k < statement.begin && word_is(&words, i + 1, "["); k++) {
            if (words_same(&words, &words.tokens[k], &words.tokens[i]) && word_is(&words, k + 1, "=") &&
                word_is(&words, k + 3, "(")) {
                found = find_maker(structure, &words, k + 2, maker);
                *line_set = words.tokens[k].line;
            }
        }
    }
    return found;
}

// Is there a call of the function in these lines?
static bool calls_in(const struct structure *structure, int first, int last, const char *function) {
    for (size_t i = 0; i + 1 < structure->word_count && structure->words[i].line <= last; i++) {
        if (structure->words[i].line >= first && token_is(structure->text, &structure->words[i], function) &&
            token_is(structure->text, &structure->words[i + 1], "(")) {
            return true;
        }
    }
    return false;
}

bool operands_combined(const char *path, int line) {
    const struct structure *structure = structure_of(path);
    bool found = structure != NULL && calls_in(structure, line, line, "combine");
    for (size_t i = 0; structure != NULL && i < structure->count && !found; i++) {
        const struct block *block = &structure->blocks[i];
        found = block->function && calls_in(structure, line, line, block->name) &&
                calls_in(structure, block->begin, block->end, "combine");
    }
    return found;
}
