#include <string.h>

#include "pieces_code.h"

bool code_is_operator(const struct code *code, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
        if (code->words[i].kind != TOKEN_PUNCTUATION ||
            strchr("+-*/%&|^<>=!~", code->text[code->words[i].offset]) == NULL) {
            return false;
        }
    }
    return end - begin >= 1 && end - begin <= 2;
}

// How often do these words contain one that `accepts` it?
static size_t count_words(const struct code *code, size_t begin, size_t end,
                          bool (*accepts)(const struct code *code, size_t i)) {
    size_t count = 0;
    for (size_t i = begin; i < end; i++) {
        count += accepts(code, i);
    }
    return count;
}

static bool is_condition(const struct code *code, size_t i) {
    return code_is(code, i, "if") || code_is(code, i, "?");
}

static bool is_loop(const struct code *code, size_t i) {
    return code_is(code, i, "for") || code_is(code, i, "while");
}

static bool is_call(const struct code *code, size_t i) {
    return code->words[i].kind == TOKEN_IDENTIFIER && !is_condition(code, i) && !is_loop(code, i) &&
           (code_is(code, i + 1, "(") || code_is(code, i + 1, "<"));
}

static bool is_barrier(const struct code *code, size_t i) {
    static const char part[] = "sync";
    const struct token *word = &code->words[i];
    for (size_t at = 0; is_call(code, i) && at + strlen(part) <= word->length; at++) {
        if (memcmp(code->text + word->offset + at, part, strlen(part)) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_type(const struct code *code, size_t i) {
    static const char *const types[] = {"int",      "unsigned", "float",    "double", "char",
                                        "short",    "long",     "size_t",   "bool",   "int32_t",
                                        "uint32_t", "int64_t",  "uint64_t", "value_t"};
    for (size_t k = 0; k < sizeof(types) / sizeof(types[0]); k++) {
        if (code_is(code, i, types[k])) {
            return true;
        }
    }
    return false;
}

static bool is_end(const struct code *code, size_t i) {
    return code_is(code, i, ";");
}

// Is word i one of the characters of a comparison, directly behind the word before it if `joined`?
static bool is_part_of_comparison(const struct code *code, size_t i, bool joined) {
    const struct token *word = &code->words[i];
    return i < code->count && word->kind == TOKEN_PUNCTUATION &&
           strchr("<>=!", code->text[word->offset]) != NULL &&
           (!joined || (i > 0 && word[-1].offset + word[-1].length == word->offset));
}

// Are these words, together with those directly around them, a comparison?
static bool is_comparison(const struct code *code, size_t begin, size_t end) {
    while (begin > 0 && is_part_of_comparison(code, begin - 1, false) &&
           (begin == end || is_part_of_comparison(code, begin, true))) {
        begin--;
    }
    while (is_part_of_comparison(code, end, begin < end)) {
        end++;
    }
    if (end - begin == 1) {
        return code_is(code, begin, "<") || code_is(code, begin, ">");
    }
    return end - begin == 2 && is_part_of_comparison(code, begin, false) && code_is(code, begin + 1, "=");
}

enum piece_kind code_kind_around(const struct code *code, size_t begin, size_t end) {
    for (size_t i = code_is_balanced(code, begin, end) ? begin : 0, closed = 0;
         i-- > 0 && !code_is(code, i, "{") && !code_is(code, i, "}");) {
        if (code_is(code, i, ")")) {
            closed++;
        } else if (code_is(code, i, "(") && closed > 0) {
            closed--;
        } else if (code_is(code, i, "(") && i > 0 && is_loop(code, i - 1)) {
            return PIECE_IN_LOOP;
        } else if (code_is(code, i, "(") && i > 0 && code_is(code, i - 1, "if")) {
            return PIECE_IN_CONDITION;
        }
    }
    return PIECE_CODE;
}

// The end of the statement that is the body of the `if` at word i.
static size_t behind_branch(const struct code *code, size_t i, size_t end) {
    size_t depth = 0;
    do { // the condition
        i++;
        depth += code_is(code, i, "(");
        depth -= code_is(code, i, ")");
    } while (depth > 0 && i < end);
    do {
        i++;
        depth += code_is(code, i, "{");
        depth -= code_is(code, i, "}");
    } while (i < end && (depth > 0 || !(code_is(code, i, "}") || is_end(code, i))));
    return i < end ? i + 1 : end;
}

// Do the other words begin with an `if` that has nothing to do with the own ones, which stand for what follows it?
static bool is_branch_before(const struct code *own, const struct code *other,
                             const struct difference *difference) {
    const size_t begin = difference->other_begin, end = difference->other_end;
    size_t first = difference->begin; // the own name
    while (first < difference->end && own->words[first].kind != TOKEN_IDENTIFIER) {
        first++;
    }
    if (first == difference->end || begin == end || !code_is(other, begin, "if")) {
        return false;
    }
    const struct token *name = &own->words[first];
    bool before = false, after = false;
    for (size_t i = begin, behind = behind_branch(other, begin, end); i < end; i++) {
        const struct token *word = &other->words[i];
        const bool same = word->length == name->length &&
                          memcmp(other->text + word->offset, own->text + name->offset, name->length) == 0;
        before |= same && i < behind;
        after |= same && i >= behind;
    }
    return after && !before;
}

// Is word i in the parentheses or brackets of a statement?
static bool is_in_brackets(const struct code *code, size_t i) {
    size_t closed = 0;
    while (i-- > 0 && !is_end(code, i) && !code_is(code, i, "{") && !code_is(code, i, "}")) {
        const bool open = code_is(code, i, "(") || code_is(code, i, "[");
        if (open && closed == 0) {
            return true;
        }
        closed += code_is(code, i, ")") || code_is(code, i, "]");
        closed -= open;
    }
    return false;
}

// Are these words a whole `if` that does something, and not only leaves a function or loop? What it does is missing,
// and not the condition.
static bool is_whole_branch(const struct code *code, size_t begin, size_t end) {
    static const char *const leaves[] = {"return", "break", "continue", "goto"};
    if (begin >= end || !code_is(code, begin, "if") || !code_is_balanced(code, begin, end)) {
        return false;
    }
    size_t body = begin + 1, depth = 0;
    do {
        depth += code_is(code, body, "(");
        depth -= code_is(code, body, ")");
        body++;
    } while (depth > 0 && body < end);
    body += body < end && code_is(code, body, "{");
    for (size_t i = 0; i < sizeof(leaves) / sizeof(leaves[0]); i++) {
        if (body < end && code_is(code, body, leaves[i])) {
            return false;
        }
    }
    return body < end;
}

enum piece_kind code_kind_of(const struct code *own, const struct code *other,
                             const struct difference *difference) {
    static const struct {
        enum piece_kind kind;
        bool (*accepts)(const struct code *code, size_t i);
    } lacks[] = {{PIECE_LOOP, is_loop}, {PIECE_CONDITION, is_condition}, {PIECE_BARRIER, is_barrier}};
    const size_t begin = difference->begin, end = difference->end;
    const size_t other_begin = difference->other_begin, other_end = difference->other_end;
    const bool operators = (begin == end || code_is_operator(own, begin, end)) &&
                           (other_begin == other_end || code_is_operator(other, other_begin, other_end));
    if (operators && is_comparison(own, begin, end) && is_comparison(other, other_begin, other_end)) {
        return PIECE_COMPARISON;
    }
    if (other_begin == other_end) {
        return PIECE_NOTHING;
    }
    if (operators) {
        return PIECE_OPERATOR;
    }
    const bool single =
        count_words(own, begin, end, is_end) <= 1; // not several statements for several others
    if (begin == end && is_whole_branch(other, other_begin, other_end)) {
        return PIECE_STATEMENT;
    }
    if (begin == end && is_in_brackets(own, begin)) { // also if a statement ends in the other words
        return code_kind_around(own, begin, end);
    }
    if (begin == end && count_words(other, other_begin, other_end, is_end) > 1 &&
        !is_condition(other, other_begin) && !is_loop(other, other_begin)) {
        return PIECE_CODE; // several statements, of which an `if` or a loop is only one
    }
    if (is_branch_before(own, other, difference) ||
        (end - begin == 1 && is_loop(own, begin) && other_end - other_begin == 1)) {
        return PIECE_CODE;
    }
    for (size_t i = 0; i < sizeof(lacks) / sizeof(lacks[0]) && single; i++) {
        if ((lacks[i].kind != PIECE_BARRIER || begin == end) &&
            count_words(other, other_begin, other_end, lacks[i].accepts) >
                count_words(own, begin, end, lacks[i].accepts)) {
            return lacks[i].kind;
        }
    }
    if (begin == end) {
        return count_words(other, other_begin, other_end, is_end) == 0   ? code_kind_around(own, begin, end)
               : count_words(other, other_begin, other_end, is_call) > 0 ? PIECE_CALL
                                                                         : PIECE_STATEMENT;
    }
    if (end - begin == 1 && other_end - other_begin == 1) {
        const enum token_kind kind = own->words[begin].kind;
        if (kind == other->words[other_begin].kind && (kind == TOKEN_NUMBER || kind == TOKEN_IDENTIFIER)) {
            return kind == TOKEN_NUMBER                                 ? PIECE_NUMBER
                   : is_type(own, begin) && is_type(other, other_begin) ? PIECE_TYPE
                                                                        : PIECE_NAME;
        }
    }
    return code_kind_around(own, begin, end);
}
