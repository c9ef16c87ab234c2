#include <stdlib.h>
#include <string.h>

#include "pieces_code.h"

static bool same_word(const struct code *a, size_t i, const struct code *b, size_t k) {
    const struct token *one = &a->words[i], *two = &b->words[k];
    return one->length == two->length &&
           memcmp(a->text + one->offset, b->text + two->offset, one->length) == 0;
}

bool code_is(const struct code *code, size_t i, const char *word) {
    return i < code->count && token_is(code->text, &code->words[i], word);
}

// The best way through the rests from word i of the own code and word k of the other on: the most words in common, and of
// several ways the one with the fewest runs of words that differ, and of these the one where most of them begin where a
// statement does.
struct rest {
    unsigned short common;
    unsigned short
        runs[2]; // what the runs that begin here or later cost; [1]: a run before the rests goes on
};

static bool begins_statement(const struct code *code, size_t i) {
    return i == 0 || code_is(code, i - 1, ";") || code_is(code, i - 1, "{") || code_is(code, i - 1, "}");
}

static unsigned short cost_of_run(const struct code *own, const struct code *other, size_t i, size_t k) {
    enum { RUN = 32 }; // more than one for each of a few runs
    return (unsigned short)(RUN + !(begins_statement(own, i) && begins_statement(other, k)));
}

static struct rest rest_of(const struct code *own, const struct code *other, const struct rest *rests,
                           size_t i, size_t k) {
    const size_t row = other->count + 1;
    const struct rest *down = i < own->count ? &rests[(i + 1) * row + k] : NULL,
                      *right = k < other->count ? &rests[i * row + k + 1] : NULL,
                      *both =
                          down && right && same_word(own, i, other, k) ? &rests[(i + 1) * row + k + 1] : NULL;
    const struct rest *const ways[] = {both, down, right};
    const unsigned short cost = cost_of_run(own, other, i, k);
    struct rest best = {.common = 0};
    bool any = false;
    for (size_t way = 0; way < 3; way++) {
        if (ways[way] == NULL) {
            continue;
        }
        const unsigned short common = (unsigned short)(ways[way]->common + (way == 0));
        const bool equal = any && common == best.common;
        if (any && common < best.common) {
            continue;
        }
        for (int in_run = 0; in_run < 2; in_run++) {
            const unsigned short runs =
                way == 0 ? ways[way]->runs[0] : (unsigned short)(ways[way]->runs[1] + (in_run ? 0 : cost));
            best.runs[in_run] = equal && best.runs[in_run] < runs ? best.runs[in_run] : runs;
        }
        best.common = common;
        any = true;
    }
    return best;
}

// Is the way over `next` a best one, by a word in common?
static bool is_best_match(const struct rest *rest, bool in_run, const struct rest *next) {
    return next->common + 1 == rest->common && rest->runs[in_run] == next->runs[0];
}

// Is the way over `next` a best one, in a run that costs this?
static bool is_best_run(const struct rest *rest, bool in_run, const struct rest *next, unsigned short cost) {
    return next->common == rest->common && rest->runs[in_run] == next->runs[1] + (in_run ? 0 : cost);
}

bool code_is_balanced(const struct code *code, size_t begin, size_t end) {
    static const char *const pairs[] = {"()", "[]", "{}", "?:"};
    enum { PAIRS = 4, CHOICE = 3 };
    int open[PAIRS] = {0};
    for (size_t i = begin; i < end; i++) {
        const char first = code->text[code->words[i].offset];
        for (int pair = 0; pair < PAIRS && code->words[i].length == 1; pair++) {
            open[pair] += first == pairs[pair][0];
            open[pair] -=
                first == pairs[pair][1] && (pair != CHOICE || open[pair] > 0); // labels have a `:`, too
            if (open[pair] < 0) {
                return false;
            }
        }
    }
    return open[0] == 0 && open[1] == 0 && open[2] == 0 && open[CHOICE] == 0;
}

// Moves a run of words that only one side has, as far as the words around it repeat, until it is whole statements:
// `sync(); a();` and not `; sync()`.
static void align(const struct code *code, size_t *begin, size_t *end, size_t *place, size_t low,
                  size_t high) {
    size_t from = *begin, to = *end, at = *place;
    while (from > low && same_word(code, from - 1, code, to - 1)) {
        from--;
        to--;
        at--;
    }
    for (; to <= high; from++, to++, at++) {
        const bool ends = code_is(code, to - 1, ";") || code_is(code, to - 1, "}");
        const bool begins = from == 0 || code_is(code, from - 1, ";") || code_is(code, from - 1, "{") ||
                            code_is(code, from - 1, "}");
        if (ends && begins && code_is_balanced(code, from, to)) {
            *begin = from;
            *end = to;
            *place = at;
            return;
        }
        if (to == high || !same_word(code, from, code, to)) {
            return;
        }
    }
}

bool code_compare(const struct code *own, const struct code *other, struct differences *found) {
    const size_t row = other->count + 1;
    struct rest *rests = calloc((own->count + 1) * row, sizeof(*rests));
    *found = (struct differences){.items = calloc(own->count + other->count + 1, sizeof(*found->items))};
    if (rests == NULL || found->items == NULL) {
        free(rests);
        return false;
    }
    for (size_t i = own->count + 1; i-- > 0;) {
        for (size_t k = row; k-- > 0;) {
            rests[i * row + k] = rest_of(own, other, rests, i, k);
        }
    }
    bool in_run = false;
    for (size_t i = 0, k = 0; i < own->count || k < other->count;) {
        const struct rest *rest = &rests[i * row + k];
        if (i < own->count && k < other->count && same_word(own, i, other, k) &&
            is_best_match(rest, in_run, &rests[(i + 1) * row + k + 1])) {
            i++;
            k++;
            in_run = false;
            continue;
        }
        if (!in_run) {
            found->items[found->count++] = (struct difference){.begin = i, .other_begin = k};
        }
        if (i < own->count &&
            is_best_run(rest, in_run, &rests[(i + 1) * row + k], cost_of_run(own, other, i, k))) {
            i++;
        } else {
            k++;
        }
        in_run = true;
        found->items[found->count - 1].end = i;
        found->items[found->count - 1].other_end = k;
    }
    free(rests);
    for (size_t i = 0; i < found->count; i++) {
        struct difference *item = &found->items[i];
        const struct difference *before = i > 0 ? item - 1 : NULL,
                                *after = i + 1 < found->count ? item + 1 : NULL;
        if (item->begin == item->end) {
            align(other, &item->other_begin, &item->other_end, &item->begin, before ? before->other_end : 0,
                  after ? after->other_begin : other->count);
            item->end = item->begin;
        } else if (item->other_begin == item->other_end) {
            align(own, &item->begin, &item->end, &item->other_begin, before ? before->end : 0,
                  after ? after->begin : own->count);
            item->other_end = item->other_begin;
        }
    }
    return true;
}
