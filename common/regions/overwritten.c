#include "overwritten.h"

#include <stdbool.h>
#include <stdio.h>

#include "words.h"

// An assignment `target = ...;` of a variable; without one, `target` is `end`.
struct assignment {
    size_t target, end; // the numbers of their words; `end`: behind the statement
    bool declares;
};

static size_t statement_end(const struct words *words, size_t i) {
    while (i < words->count && !word_is(words, i, ";") && !word_is(words, i, "{") &&
           !word_is(words, i, "}")) {
        i++;
    }
    return i;
}

// The first assignment from word `i` on and before the statement's end.
static struct assignment find_assignment(const struct words *words, size_t i) {
    const size_t end = statement_end(words, i);
    for (; i + 1 < end; i++) {
        bool variable = words->tokens[i].kind == TOKEN_IDENTIFIER && word_is(words, i + 1, "=") &&
                        !word_is(words, i + 2, "=");
        bool member = i > 0 && (word_is(words, i - 1, ".") || word_is(words, i - 1, ">"));
        if (variable && !member) {
            bool type = i > 0 && words->tokens[i - 1].kind == TOKEN_IDENTIFIER;
            return (struct assignment){i, end, type || (i > 0 && word_is(words, i - 1, "*"))};
        }
    }
    return (struct assignment){end, end, false};
}

static bool uses(const struct words *words, const struct assignment *assignment, const struct token *name) {
    for (size_t i = assignment->target + 2; i < assignment->end; i++) {
        if (words_same(words, &words->tokens[i], name)) {
            return true;
        }
    }
    return false;
}

// Does a thread come from one line to the other, or back to the same in a loop?
static bool reaches(const struct words *words, int from, int to) {
    const int both[] = {from, to};
    return structure_in_order(words->structure, from, to) ||
           structure_loop(words->structure, both, 2) != NULL;
}

int overwritten_at(const char *path, int line, char *name, size_t size) {
    enum { HOPS_MAX = 4 };
    const struct structure *structure = structure_of(path);
    struct words words;
    int found = 0;
    size_t at = 0;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return 0;
    }
    while (at < words.count && words.tokens[at].line < line) {
        at++;
    }
    struct assignment now = find_assignment(&words, at);
    for (int hop = 0; hop < HOPS_MAX && found == 0 && now.target < now.end; hop++) {
        const struct token *variable = &words.tokens[now.target];
        struct assignment next = {words.count, words.count, false};
        for (size_t i = 0; i < words.count && found == 0; i++) {
            const struct assignment other = find_assignment(&words, i);
            if (other.target == other.end || other.target != i ||
                !reaches(&words, variable->line, words.tokens[i].line)) {
                continue;
            }
            bool same = words_same(&words, &words.tokens[i], variable), used = uses(&words, &other, variable);
            if (same && !used && !other.declares) {
                found = words.tokens[i].line;
                snprintf(name, size, "%.*s", (int)variable->length, structure->text + variable->offset);
            }
            if (!same && used && next.target == next.end && now.declares) {
                next = other;
            }
        }
        now = next;
    }
    return found;
}
