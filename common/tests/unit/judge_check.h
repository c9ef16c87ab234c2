// For the tests of the verdict: a case with 8 ints, what its runner reports, and its judgement.
#ifndef LABS_JUDGE_CHECK_H
#define LABS_JUDGE_CHECK_H

#include "cmocka_all.h"

#include <string.h>

#include "check/judge/judge.h"
#include "words/words.h"

static const int32_t in[] = {3, 1, 7, 0, 4, 1, 6, 3};
static struct judgement judgement;
static struct lab_part part;
static struct diagnostic_lost lost; // of the next report

static inline int set_up(void **state) {
    (void)state;
    lost = (struct diagnostic_lost){0};
    part = (struct lab_part){.name = "sum", .kind = LAB_REDUCE, .elements_per_block = 4};
    judgement = (struct judgement){.what = {.n = 8, .seed = 1}};
    return 0;
}

static inline int tear_down(void **state) {
    (void)state;
    judgement_free(&judgement);
    return 0;
}

// A diagnostic as the runner sends it.
static inline void report(enum diagnostic_class class_, const char *array, uint64_t pc_0, uint64_t pc_1,
                          uint64_t count) {
    struct diagnostic diagnostic = {.class_ = class_, .count = count, .lost = lost};
    strcpy(diagnostic.array, array);
    diagnostic.places[0].pc = pc_0;
    diagnostic.places[1].pc = pc_1;
    struct message_header header = {.type = REPLY_DIAGNOSTIC, .length = sizeof(diagnostic)};
    assert_true(case_outcome_take_message(&judgement.run, &header, &diagnostic));
}

// A part's own loop.
static inline void negate(const int *values, int *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out[i] = -values[i];
    }
}

// Judges what the runner returned, on a device that counts or does not.
static inline enum verdict judge(const int32_t *out, bool counted) {
    judgement.run.result.launches = (uint32_t)judgement.run.launch_total;
    judgement.run.total.polls = 1; // which is one sector: the 8 ints
    judge_case(&part, in, out, NULL, counted, true, 60, &judgement);
    return judgement.verdict;
}

static inline enum verdict judge_sum(int32_t sum) {
    return judge(&sum, true);
}

static inline const char *reason(void) {
    static char text[WORDS_SIZE];
    return words_english(&judgement.reason, text);
}

#define JUDGE_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

#endif
