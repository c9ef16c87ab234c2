#include <limits.h>
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

// What a way through two codes scores: a word in common, less for each run of words that differ, and a little less for
// one that does not begin where a statement does. So a few words in common within a change do not cut it into pieces.
enum { SCORE_WORD = 4, COST_RUN = 6 };

// The scores of the best ways through the rests from word i of the own code and word k of the other on.
struct rest {
    short score[2]; // [1]: where a run before the rests goes on
};

bool code_begins_statement(const struct code *code, size_t i) {
    return i == 0 || code_is(code, i - 1, ";") || code_is(code, i - 1, "{") || code_is(code, i - 1, "}");
}

static int cost_of_run(const struct code *own, const struct code *other, size_t i, size_t k) {
    return COST_RUN + !(code_begins_statement(own, i) && code_begins_statement(other, k));
}

// The score of the way that takes a word of both codes (`down` and `right`), or of one.
static int score_of(const struct code *own, const struct code *other, const struct rest *rests, size_t i,
                    size_t k, bool in_run, bool down, bool right) {
    const size_t row = other->count + 1;
    if ((down && i == own->count) || (right && k == other->count) ||
        (down && right && !same_word(own, i, other, k))) {
        return SHRT_MIN;
    }
    const struct rest *next = &rests[(i + down) * row + k + right];
    return down && right ? next->score[0] + SCORE_WORD
                         : next->score[1] - (in_run ? 0 : cost_of_run(own, other, i, k));
}

static short best_score(const struct code *own, const struct code *other, const struct rest *rests, size_t i,
                        size_t k, bool in_run) {
    const int both = score_of(own, other, rests, i, k, in_run, true, true),
              down = score_of(own, other, rests, i, k, in_run, true, false),
              right = score_of(own, other, rests, i, k, in_run, false, true),
              one = down > right ? down : right;
    return i == own->count && k == other->count ? 0 : (short)(both > one ? both : one);
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
        if (ends && code_begins_statement(code, from) && code_is_balanced(code, from, to)) {
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

// Follows the best way from the beginning of both codes to their ends.
static void add_differences(const struct code *own, const struct code *other, const struct rest *rests,
                            struct differences *found) {
    const size_t row = other->count + 1;
    bool in_run = false;
    for (size_t i = 0, k = 0; i < own->count || k < other->count;) {
        const int best = rests[i * row + k].score[in_run];
        if (score_of(own, other, rests, i, k, in_run, true, true) == best) {
            i++;
            k++;
            in_run = false;
            continue;
        }
        if (!in_run) {
            found->items[found->count++] = (struct difference){.begin = i, .other_begin = k};
        }
        if (score_of(own, other, rests, i, k, in_run, true, false) == best) {
            i++;
        } else {
            k++;
        }
        in_run = true;
        found->items[found->count - 1].end = i;
        found->items[found->count - 1].other_end = k;
    }
}

// Aligns the runs of words that only one of the codes has.
static void align_differences(const struct code *own, const struct code *other, struct differences *found) {
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
            for (int in_run = 0; in_run < 2; in_run++) {
                rests[i * row + k].score[in_run] = best_score(own, other, rests, i, k, in_run);
            }
        }
    }
    add_differences(own, other, rests, found);
    free(rests);
    align_differences(own, other, found);
    return true;
}
