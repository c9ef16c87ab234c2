// Expressions: comparisons, numbers off by one, arithmetic, the operands of combine, the identity.
#include <stdlib.h>
#include <string.h>

#include "mutants.h"

struct pair {
    const char *from, *to;
};

static const struct pair comparisons[] = {{"<", "<="}, {"<=", "<"},  {">", ">="},
                                          {">=", ">"}, {"==", "!="}, {"!=", "=="}};
static const struct pair arithmetic[] = {{"*", "/"},     {"/", "*"},     {"+", "-"},   {"-", "+"},
                                         {"<<", ">>"},   {">>", "<<"},   {"%", "/"},   {"/", "%"},
                                         {"*=", "/="},   {"/=", "*="},   {"+=", "-="}, {"-=", "+="},
                                         {"<<=", ">>="}, {">>=", "<<="}, {"++", "--"}};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// A name, `blockDim.x` or a number: no parentheses are needed.
static bool is_simple(const struct program *program, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        if (program->words[i].kind == TOKEN_PUNCTUATION && !word_is(program, i, ".")) {
            return false;
        }
    }
    return true;
}

// Adds `change`, " + 1" or " - 1", to the words [first, end).
static void add_one(struct mutants *mutants, size_t first, size_t end, const char *change) {
    const struct program *program = mutants->program;
    if (end <= first) {
        return;
    }
    if (is_simple(program, first, end)) {
        mutant_replace(mutants, MUTATION_OFF_BY_ONE, first, end, "%.*s%s", WORDS(program, first, end),
                       change);
    } else {
        mutant_replace(mutants, MUTATION_OFF_BY_ONE, first, end, "(%.*s)%s", WORDS(program, first, end),
                       change);
    }
}

static void off_by_one(struct mutants *mutants, size_t first, size_t end) {
    add_one(mutants, first, end, " + 1");
    add_one(mutants, first, end, " - 1");
}

// Changes the bound of a comparison. The direction that equals the other comparison is omitted.
static void bounds(struct mutants *mutants, size_t i) {
    const struct program *program = mutants->program;
    size_t end = operand_end(program, i + 1);
    bool less = word_is(program, i, "<"), less_equal = word_is(program, i, "<=");
    bool greater = word_is(program, i, ">"), greater_equal = word_is(program, i, ">=");
    if (!less && !greater_equal) {
        add_one(mutants, i + 1, end, " + 1");
    }
    if (!less_equal && !greater) {
        add_one(mutants, i + 1, end, " - 1");
    }
}

static void find_comparisons(struct mutants *mutants, size_t i) {
    const struct program *program = mutants->program;
    if (program->words[i].match != NONE) { // template arguments
        return;
    }
    for (size_t k = 0; k < COUNT(comparisons); k++) {
        if (!word_is(program, i, comparisons[k].from)) {
            continue;
        }
        mutant_replace(mutants, MUTATION_COMPARISON, i, i + 1, "%s", comparisons[k].to);
        bounds(mutants, i);
    }
}

static void find_arithmetic(struct mutants *mutants, size_t i) {
    const struct program *program = mutants->program;
    for (size_t k = 0; k < COUNT(arithmetic); k++) {
        if (word_is(program, i, arithmetic[k].from) && (is_binary(program, i) || word_is(program, i, "++"))) {
            mutant_replace(mutants, MUTATION_ARITHMETIC, i, i + 1, "%s", arithmetic[k].to);
        }
    }
}

static void find_assignments(struct mutants *mutants, size_t i) {
    static const char *const operators[] = {
        "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", NULL};
    if (word_is_one_of(mutants->program, i, operators)) {
        mutant_replace(mutants, MUTATION_ASSIGNMENT, i, i + 1, "=");
    }
}

// The initial value in `unsigned x = ...` and `, y = ...`.
static bool is_integer_beginning(const struct program *program, size_t i) {
    static const char *const before[] = {"unsigned", "int",      "size_t", "long",
                                         "uint32_t", "uint64_t", ",",      NULL};
    return i >= 2 && word_is(program, i, "=") && word_is_name(program, i - 1) &&
           word_is_one_of(program, i - 2, before);
}

static bool has_subscript(const struct program *program, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        if (word_is(program, i, "[")) {
            return true;
        }
    }
    return false;
}

static void find_indices(struct mutants *mutants, size_t i) {
    static const char *const steps[] = {"+=", "-=", "*=", "/=", "<<=", ">>=", NULL};
    const struct program *program = mutants->program;
    if (word_is(program, i, "[") && program->words[i].match != NONE && is_binary(program, i)) {
        off_by_one(mutants, i + 1, program->words[i].match);
    }
    if (is_integer_beginning(program, i) || word_is_one_of(program, i, steps)) {
        size_t end = argument_end(program, i + 1);
        if (!has_subscript(program, i + 1, end)) { // a value is not a stride
            off_by_one(mutants, i + 1, end);
        }
    }
}

// Integers that are part of an index or bound. An integer that is the whole of it is found elsewhere.
static void find_numbers(struct mutants *mutants, size_t i) {
    static const char *const before[] = {
        "[", "=", "<", "<=", ">", ">=", "==", "!=", "+=", "-=", "*=", "/=", "<<=", ">>=", "<<<", NULL};
    static const char *const behind[] = {"]", ";", ")", ",", "&&", "||", "?", ">>>", NULL};
    const struct program *program = mutants->program;
    const struct word *word = &program->words[i];
    if (word->kind != TOKEN_NUMBER || i == 0 || word->end - word->begin > 9) {
        return;
    }
    char digits[12] = "", *rest;
    memcpy(digits, program->text + word->begin, word->end - word->begin);
    long number = strtol(digits, &rest, 10);
    bool hexadecimal = *rest == 'x' || *rest == 'X', real = strpbrk(rest, ".ef") != NULL;
    if (hexadecimal || real ||
        (word_is_one_of(program, i - 1, before) && word_is_one_of(program, i + 1, behind))) {
        return;
    }
    mutant_replace(mutants, MUTATION_OFF_BY_ONE, i, i + 1, "%ld%s", number + 1, rest);
    mutant_replace(mutants, MUTATION_OFF_BY_ONE, i, i + 1, "%ld%s", number - 1, rest);
}

static void find_combines(struct mutants *mutants, size_t i) {
    const struct program *program = mutants->program;
    if (!word_is(program, i, "combine") || !word_is(program, i + 1, "(")) {
        return;
    }
    size_t a = i + 2, a_end = argument_end(program, a);
    if (!word_is(program, a_end, ",")) {
        return;
    }
    size_t b = a_end + 1, b_end = argument_end(program, b);
    mutant_replace(mutants, MUTATION_OPERANDS_SWAPPED, a, b_end, "%.*s, %.*s", WORDS(program, b, b_end),
                   WORDS(program, a, a_end));
}

// The word of the function's first pointer parameter, or NONE.
static size_t first_array(const struct program *program, size_t i) {
    const struct function *function = word_function(program, i);
    if (function == NULL) {
        return NONE;
    }
    for (size_t k = function->parameters; k < function->open; k++) {
        if (word_is(program, k, "*") && word_is_name(program, k + 1)) {
            return k + 1;
        }
    }
    return NONE;
}

// identity(), and in labs without operators the 0 for a missing element.
static void find_identities(struct mutants *mutants, size_t i) {
    const struct program *program = mutants->program;
    bool is_call = word_is(program, i, "identity") && word_is(program, i + 1, "(");
    bool is_zero = i > 0 && word_is(program, i, "0") && word_is(program, i - 1, ":");
    if (!is_call && !is_zero) {
        return;
    }
    size_t end = is_call ? i + 3 : i + 1, array = first_array(program, i);
    if (is_call) {
        mutant_replace(mutants, MUTATION_IDENTITY, i, end, "value_t{}");
        mutant_replace(mutants, MUTATION_IDENTITY, i, end, "value_t{1}");
    }
    if (array != NONE) {
        mutant_replace(mutants, MUTATION_IDENTITY, i, end, "%.*s[0]", WORDS(program, array, array + 1));
    }
}

void find_expressions(struct mutants *mutants) {
    for (size_t i = 0; i < mutants->program->word_count; i++) {
        find_comparisons(mutants, i);
        find_indices(mutants, i);
        find_numbers(mutants, i);
        find_arithmetic(mutants, i);
        find_assignments(mutants, i);
        find_combines(mutants, i);
        find_identities(mutants, i);
    }
}
