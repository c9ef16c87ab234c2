#include "statement_words.h"

#include <string.h>

char words_letter(const struct words *words, size_t i) {
    return i < words->count ? words->structure->text[words->tokens[i].offset] : '\0';
}

bool words_open(const struct words *words, size_t i) {
    return word_is(words, i, "(") || word_is(words, i, "[");
}

bool words_close(const struct words *words, size_t i) {
    return word_is(words, i, ")") || word_is(words, i, "]");
}

size_t words_behind_bracket(const struct words *words, size_t i) {
    int depth = 0;
    do {
        depth += words_open(words, i) - words_close(words, i);
        i++;
    } while (depth > 0 && i < words->count);
    return i;
}

struct word_range words_statement(const struct words *words, int line) {
    struct word_range found = {0, 0};
    while (found.begin < words->count && words->tokens[found.begin].line < line) {
        found.begin++;
    }
    for (found.end = found.begin;
         found.end < words->count && !word_is(words, found.end, ";") && !word_is(words, found.end, "{");) {
        found.end = words_open(words, found.end) ? words_behind_bracket(words, found.end) : found.end + 1;
    }
    return found;
}

size_t words_equals(const struct words *words, struct word_range range) {
    for (size_t i = range.begin; i < range.end;
         i = words_open(words, i) ? words_behind_bracket(words, i) : i + 1) {
        bool comparison = word_is(words, i + 1, "=") ||
                          (i > 0 && strchr("=!<>", words_letter(words, i - 1)) != NULL &&
                           !(i > 1 && words_letter(words, i - 1) == words_letter(words, i - 2) &&
                             strchr("<>", words_letter(words, i - 1)) != NULL));
        if (word_is(words, i, "=") && !comparison) {
            return i;
        }
    }
    return range.end;
}

bool words_end_operator(const struct words *words, size_t i) {
    return strchr("+-*/%&|^", words_letter(words, i)) != NULL && words_letter(words, i) != '\0';
}

bool words_same_range(const struct words *words, struct word_range a, size_t begin) {
    for (size_t i = a.begin; i < a.end; i++, begin++) {
        if (begin >= words->count || !words_same(words, &words->tokens[i], &words->tokens[begin])) {
            return false;
        }
    }
    return true;
}

struct word_range words_target(const struct words *words, struct word_range statement, bool *updates) {
    size_t at = words_equals(words, statement), begin = statement.begin;
    bool assigns = at < statement.end;
    *updates = assigns && words_end_operator(words, at - 1);
    size_t end = assigns ? at - (*updates ? 1 : 0) : statement.end;
    bool counts = !assigns && end > begin + 2 &&
                  ((word_is(words, end - 1, "+") && word_is(words, end - 2, "+")) ||
                   (word_is(words, end - 1, "-") && word_is(words, end - 2, "-")));
    bool counts_before = !assigns && ((word_is(words, begin, "+") && word_is(words, begin + 1, "+")) ||
                                      (word_is(words, begin, "-") && word_is(words, begin + 1, "-")));
    if (!assigns && !counts && !counts_before) {
        return (struct word_range){begin, begin};
    }
    *updates |= !assigns;
    end -= counts ? 2 : 0;
    begin += counts_before ? 2 : 0;
    while (begin < end &&
           (words_open(words, begin) || word_is(words, begin, "if") || word_is(words, begin, "for") ||
            word_is(words, begin, "while"))) { // `if (...) s_sums[tid] += 1;`
        begin = words_behind_bracket(words, words_open(words, begin) ? begin : begin + 1);
    }
    for (size_t i = begin; i + 1 < end; i = words_open(words, i) ? words_behind_bracket(words, i) : i + 1) {
        bool name = words->tokens[i].kind == TOKEN_IDENTIFIER;
        bool next = words->tokens[i + 1].kind == TOKEN_IDENTIFIER || word_is(words, i + 1, "*");
        begin = name && next ? i + 1 : begin; // a declaration's type
    }
    return (struct word_range){begin, end};
}

size_t words_arguments(const struct words *words, size_t open, struct word_range parts[ARGUMENTS_MAX]) {
    const size_t end = words_behind_bracket(words, open) - 1;
    size_t count = 0, begin = open + 1;
    for (size_t i = begin; i <= end && count < ARGUMENTS_MAX;) {
        if (i == end || word_is(words, i, ",")) {
            parts[count++] = (struct word_range){begin, i};
            begin = i + 1;
        }
        i = i < end && words_open(words, i) ? words_behind_bracket(words, i) : i + 1;
    }
    return count;
}
