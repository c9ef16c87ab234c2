#include "conditions.h"

#include <stdbool.h>

#include "words.h"

struct search {
    const struct words *words;
    int line;
    bool own_line; // also conditions on that line
    struct condition *conditions;
    size_t count, most;
};

// The number of the word behind the bracket that closes the one at `i`, or the last word's.
static size_t behind_bracket(const struct words *words, size_t i) {
    int depth = 0;
    do {
        depth += word_is(words, i, "(") || word_is(words, i, "{");
        depth -= word_is(words, i, ")") || word_is(words, i, "}");
        i++;
    } while (depth > 0 && i < words->count);
    return i;
}

// The number of the first word of a statement's body: behind `do` or the head of an `if`, `for`, `while` or `switch`;
// otherwise `i`.
static size_t find_body(const struct words *words, size_t i) {
    if (word_is(words, i, "do")) {
        return i + 1;
    }
    bool head = word_is(words, i, "if") || word_is(words, i, "for") || word_is(words, i, "while") ||
                word_is(words, i, "switch");
    size_t bracket = word_is(words, i + 1, "constexpr") ? i + 2 : i + 1;
    return head && word_is(words, bracket, "(") ? behind_bracket(words, bracket) : i;
}

// The number of the word behind the statement that begins at `i`.
static size_t behind_statement(const struct words *words, size_t i) {
    const size_t body = find_body(words, i);
    if (i >= words->count || word_is(words, i, "{")) {
        return i >= words->count ? words->count : behind_bracket(words, i);
    }
    if (words->tokens[i].kind == TOKEN_DIRECTIVE) { // #pragma unroll
        const int line = words->tokens[i].line;
        while (i < words->count && words->tokens[i].line == line) {
            i++;
        }
        return i;
    }
    if (body > i) {
        const size_t end = behind_statement(words, body);
        bool more = word_is(words, i, "do") || (word_is(words, i, "if") && word_is(words, end, "else"));
        return !more ? end : behind_statement(words, word_is(words, i, "do") ? end : end + 1);
    }
    while (i < words->count && !word_is(words, i, ";") && !word_is(words, i, "}")) {
        i = word_is(words, i, "(") || word_is(words, i, "{") ? behind_bracket(words, i) : i + 1;
    }
    return word_is(words, i, ";") ? i + 1 : i;
}

static bool contains(const struct search *search, size_t begin, size_t end) {
    const struct token *tokens = search->words->tokens;
    return begin < end && tokens[begin].line <= search->line && search->line <= tokens[end - 1].line;
}

// Is it `if (n == 0)`, and the like?
static bool compares_with_zero(const struct words *words, size_t begin, size_t end) {
    return end - begin == 7 && word_is(words, begin, "if") &&
           words->tokens[begin + 2].kind == TOKEN_IDENTIFIER && word_is(words, begin + 3, "=") &&
           word_is(words, begin + 4, "=") &&
           (word_is(words, begin + 5, "0") || word_is(words, begin + 5, "NULL") ||
            word_is(words, begin + 5, "nullptr"));
}

static void add(struct search *search, enum condition_kind kind, size_t begin, size_t end) {
    const int line = search->words->tokens[begin].line;
    if ((search->own_line || line != search->line) && search->count < search->most) {
        search->conditions[search->count++] =
            (struct condition){kind, line, begin, end, compares_with_zero(search->words, begin, end)};
    }
}

// Does the `if` statement between these words leave the function or the loop around it?
static bool leaves(const struct words *words, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
        if (word_is(words, i, "return") || word_is(words, i, "break") || word_is(words, i, "continue")) {
            return true;
        }
    }
    return false;
}

// Adds the conditions in the statement at `i`, which contains the line.
static void search_statement(struct search *search, size_t i) {
    const struct words *words = search->words;
    const size_t end = behind_statement(words, i), body = find_body(words, i);
    if (word_is(words, i, "{")) {
        size_t own = i + 1, next = behind_statement(words, own);
        while (next < end && next > own && !contains(search, own, next)) {
            own = next;
            next = behind_statement(words, own);
        }
        if (contains(search, own, next)) {
            search_statement(search, own);
        }
        for (size_t last = own; last > i + 1;) { // the nearest first
            size_t before = i + 1;
            while (behind_statement(words, before) < last) {
                before = behind_statement(words, before);
            }
            if (word_is(words, before, "if") && leaves(words, before, last)) {
                add(search, CONDITION_FALSE, before, find_body(words, before));
            }
            last = before;
        }
        return;
    }
    const size_t behind = body > i ? behind_statement(words, body) : end;
    const bool inside = body > i && contains(search, body, behind);
    if (inside) {
        search_statement(search, body);
    }
    if (word_is(words, i, "if")) {
        if (inside) {
            add(search, CONDITION_TRUE, i, body);
        } else if (contains(search, behind, end)) {
            search_statement(search, behind + 1);
            add(search, CONDITION_FALSE, i, body);
        }
    } else if (inside && (word_is(words, i, "for") || word_is(words, i, "while"))) {
        add(search, CONDITION_LOOP, i, body);
    } else if (inside && word_is(words, i, "do")) {
        add(search, CONDITION_LOOP, behind, end);
    }
}

static size_t find_conditions(struct search *search) {
    size_t first = 0;
    while (first < search->words->count && !word_is(search->words, first, "{")) {
        first++;
    }
    if (first < search->words->count) {
        search_statement(search, first);
    }
    return search->count;
}

size_t conditions_around(const struct words *words, int line, struct condition *conditions, size_t most) {
    struct search search = {.words = words, .line = line, .conditions = conditions, .most = most};
    return find_conditions(&search);
}

size_t conditions_of(const struct words *words, int line, struct condition *conditions, size_t most) {
    struct search search = {
        .words = words, .line = line, .own_line = true, .conditions = conditions, .most = most};
    return find_conditions(&search);
}
