#define _GNU_SOURCE // signals' names under -std=c11

#include "check/judge/judge.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/explain/chance.h"
#include "check/explain/hypothesis_scan.h"
#include "check/judge/limits.h"
#include "check/judge/notes.h"
#include "check/judge/oracle.h"

// ---- The runner's end ------------------------------------------------------------------------------------

static struct said signal_said(int number) {
    static const struct {
        int number;
        enum topic topic;
    } known[] = {{SIGSEGV, TOPIC_SEGMENTATION_FAULT},
                 {SIGBUS, TOPIC_BUS_ERROR},
                 {SIGFPE, TOPIC_ARITHMETIC_ERROR},
                 {SIGILL, TOPIC_ILLEGAL_INSTRUCTION},
                 {SIGABRT, TOPIC_ABORT},
                 {SIGTRAP, TOPIC_TRAP},
                 {SIGKILL, TOPIC_KILLED}};
    struct said said;
    say(&said, WORDS(TOPIC(OTHER_SIGNAL), NUMBER(number)));
    for (size_t i = 0; i < COUNT(known); i++) {
        if (known[i].number == number) {
            say(&said, WORDS(A_TOPIC(known[i].topic)));
        }
    }
    return said;
}

static bool has_class(const struct case_outcome *run, enum diagnostic_class class_) {
    for (size_t i = 0; i < run->diagnostic_count; i++) {
        if (run->diagnostics[i].class_ == (uint32_t)class_) {
            return true;
        }
    }
    return false;
}

// Judges a run that the simulated GPU has stopped in a loop or a recursion that does not end. Returns false if it has
// not.
static bool decide_endless(struct judgement *judgement) {
    const bool loop = has_class(&judgement->run, DIAGNOSTIC_ENDLESS_LOOP);
    if (!loop && !has_class(&judgement->run, DIAGNOSTIC_RECURSION)) {
        return false;
    }
    judgement_decide(judgement, VERDICT_FAIL,
                     WORDS(loop ? TOPIC(STOPPED_IN_LOOP) : TOPIC(STOPPED_IN_RECURSION)));
    return true;
}

// Judges a run that ended without an answer.
static void judge_end(struct judgement *judgement, double limit) {
    const struct case_outcome *run = &judgement->run;
    const struct said_word when = run->before_case ? TOPIC(BEFORE_CASE) : TOPIC(DURING_CASE);
    char seconds[32];
    snprintf(seconds, sizeof(seconds), "%g", limit);
    switch (run->end) {
    case RUN_EXITED:
        if (decide_endless(judgement)) {
            break;
        }
        if (has_class(run, DIAGNOSTIC_CRASH) || has_class(run, DIAGNOSTIC_STACK)) {
            judgement_decide(judgement, VERDICT_FAIL, WORDS(TOPIC(CRASHED), when));
        } else {
            judgement_decide(judgement, VERDICT_FAIL,
                             WORDS(case_ended_by_check(run) ? TOPIC(ENDED_AS_CUDA_CHECK) : TOPIC(ENDED_WITH),
                                   NUMBER(run->code), when));
        }
        break;
    case RUN_SIGNALLED:
        judgement_decide(judgement, VERDICT_FAIL,
                         WORDS(TOPIC(CRASHED_BY), when, PART(signal_said(run->code))));
        break;
    case RUN_SILENT:
        judgement_decide(judgement, VERDICT_FAIL,
                         WORDS(run->before_case                          ? TOPIC(NOT_READY)
                               : has_class(run, DIAGNOSTIC_ENDLESS_LOOP) ? TOPIC(NO_ANSWER_ENDLESS)
                                                                         : TOPIC(NO_ANSWER),
                               NAME(seconds)));
        break;
    case RUN_CLOSED:
        judgement_decide(judgement, VERDICT_FAIL, WORDS(TOPIC(CLOSED_CONNECTION)));
        break;
    case RUN_MALFORMED:
        judgement_decide(judgement, VERDICT_FAIL, WORDS(TOPIC(INVALID_DATA), PART(run->problem)));
        break;
    case RUN_FLOOD:
        judgement_decide(judgement, VERDICT_FAIL, WORDS(TOPIC(OVER_OUTPUT), NUMBER(RUN_OUTPUT_MAX / 1024)));
        break;
    case RUN_OVER_LIMIT:
        judgement->verdict = VERDICT_FAIL;
        judgement->reason = run->problem;
        break;
    case RUN_INTERRUPTED:
        snprintf(seconds, sizeof(seconds), "%.1f", run->seconds);
        judgement_decide(judgement, VERDICT_FAIL, WORDS(TOPIC(STOPPED_BY_USER_AFTER), NAME(seconds)));
        break;
    case RUN_ANSWERED:
    case RUN_NOT_POSSIBLE:
        judgement->verdict = VERDICT_BROKEN;
        judgement->reason = run->problem;
        break;
    }
}

// ---- The result ------------------------------------------------------------------------------------------

// Says the value, or that it is still the harness's fill pattern.
static void say_value(struct said *to, enum operator_id operator_id, const char *value) {
    char text[VALUE_TEXT_SIZE];
    if (is_poison(value, operators[operator_id].value_size)) {
        say(to, WORDS(TOPIC(MEMORY_NEVER_WRITTEN)));
    } else {
        operators[operator_id].text(value, text);
        say(to, WORDS(TOPIC(AS_IT_IS), NAME(text)));
    }
}

// A wrong output of ints, for the searches below.
struct explained {
    const struct lab_part *part;
    enum operator_id operator_id;
    const void *input, *expected;
    size_t n;
    struct input_sums *sums; // NULL where nothing is added up
};

static size_t explain(const struct explained *what, const void *actual, struct said found[HYPOTHESIS_MAX]) {
    const struct lab_part *part = what->part;
    if (part->kind != LAB_REDUCE) {
        return hypothesis_scan(part->kind, part->elements_per_block, what->operator_id, what->input, what->n,
                               actual, found);
    }
    if (what->operator_id == OPERATOR_FARTHEST) {
        return hypothesis_farthest(what->input, what->n, what->expected, actual, found);
    }
    if (operators[what->operator_id].value_size != sizeof(int32_t)) {
        return 0;
    }
    int32_t value;
    memcpy(&value, actual, sizeof(value));
    return what->sums != NULL ? hypothesis_sum_int32(what->sums, value, found)
                              : hypothesis_other_value(what->operator_id, what->input, what->n, value, found);
}

static size_t explain_other(const void *context, const int32_t *actual, struct said found[HYPOTHESIS_MAX]) {
    return explain(context, actual, found);
}

// What the wrong output happens to be. Nothing next to a race, which makes any value possible, and nothing that
// chance explains, too.
static void judge_hypotheses(const struct explained *what, const struct expected *expected,
                             const void *actual, struct judgement *judgement) {
    for (size_t i = 0; i < judgement->finding_count; i++) {
        if (diagnostic_is_race(judgement->findings[i].diagnostic.class_)) {
            return;
        }
    }
    judgement->hypothesis_count = explain(what, actual, judgement->hypotheses);
    if (judgement->hypothesis_count > 0 && what->operator_id == OPERATOR_SUM) {
        judgement->hypothesis_count =
            chance_drop(explain_other, what, expected->values, actual, expected->count, judgement->hypotheses,
                        judgement->hypothesis_count);
    }
}

// Compares, and records the first wrong element, or the last element if all are correct. Returns false, with
// the verdict "broken", if the harness failed.
static bool judge_result(const struct lab_part *part, const void *input, const void *actual,
                         struct judgement *judgement) {
    enum operator_id id = oracle_operator(part, judgement->what.operator_id);
    size_t n = judgement->what.n, size = operators[id].value_size;
    const struct sample *sample = &judgement->what.sample;
    struct expected expected;
    bool made;
    if (part->kind == LAB_LOOP) {
        made = oracle_make_loop(part, id, input, n, &expected);
    } else if (part->kind == LAB_REDUCE && sample->section > 0) {
        made = oracle_make_sample(sample, input, n, &expected);
    } else {
        made = oracle_make(part->kind, part->elements_per_block, id, input, n, &expected);
    }
    if (!made) {
        judgement_decide(judgement, VERDICT_BROKEN, WORDS(TOPIC(NO_MEMORY_FOR_EXPECTED)));
        return false;
    }
    const struct lab_example *example = judgement->what.example;
    if (example != NULL && memcmp(example->out, expected.values, expected.count * size) != 0) {
        oracle_free(&expected);
        judgement_decide(judgement, VERDICT_BROKEN, WORDS(TOPIC(WRONG_EXAMPLE), NAME(example->name)));
        return false;
    }
    judgement->compared = true;
    judgement->mismatch = compare_values(&expected, actual);
    if (expected.count > 0) {
        size_t shown = judgement->mismatch.count > 0 ? judgement->mismatch.first : expected.count - 1;
        operators[id].text((const char *)expected.values + shown * size, judgement->expected);
        say_value(&judgement->actual, id, (const char *)actual + shown * size);
    }
    if (judgement->mismatch.count > 0 && part->kind != LAB_REDUCE && expected.count == n) {
        short_scan_write(id, input, expected.values, actual, n, judgement->rows);
    }
    if (judgement->mismatch.count > 0 &&
        judgement->what.sample.section == 0) { // otherwise the whole case is explained
        struct input_sums sums;
        bool add = part->kind == LAB_REDUCE && id == OPERATOR_SUM;
        const struct explained what = {part, id, input, expected.values, n, add ? &sums : NULL};
        if (!add || input_sums_make(input, n, part->elements_per_block, &sums)) {
            judge_hypotheses(&what, &expected, actual, judgement);
        }
        if (add) {
            input_sums_free(&sums);
        }
    }
    oracle_free(&expected);
    judgement->holds[ASPECT_RESULT] = judgement->mismatch.count == 0;
    return true;
}

static void decide_wrong(const struct lab_part *part, struct judgement *judgement) {
    char element[32];
    if (part->kind == LAB_REDUCE) {
        judgement_decide(judgement, VERDICT_FAIL,
                         WORDS(TOPIC(EXPECTED_GOT), NAME(judgement->expected), PART(judgement->actual)));
    } else {
        snprintf(element, sizeof(element), "out[%zu]", judgement->mismatch.first);
        judgement_decide(judgement, VERDICT_FAIL,
                         WORDS(TOPIC(EXPECTED_GOT_AT), NAME(element), NAME(judgement->expected),
                               PART(judgement->actual), NUMBER(judgement->mismatch.count),
                               NUMBER(oracle_output_count(part, judgement->what.n))));
    }
}

// A correct result without reading the input is a guess, or was computed on the host. An exclusive scan of
// one element needs no input.
static bool comes_from_input(const struct lab_part *part, const struct judgement *judgement) {
    bool exclusive = part->kind == LAB_EXCLUSIVE_SCAN || part->kind == LAB_SECTION_EXCLUSIVE_SCAN;
    return (exclusive && judgement->what.n <= 1) || !has_class(&judgement->run, DIAGNOSTIC_INPUT_IGNORED);
}

// Do the simulated GPU's counters fit its answer? It has sent a record of each launch, and at least as many bytes as
// the input has were loaded or copied. Other answers were not sent by the simulated GPU.
static bool counters_fit(const struct lab_part *part, const struct judgement *judgement) {
    enum { SECTOR_BYTES = 32, WARP_SIZE = 32 };
    const struct case_outcome *run = &judgement->run;
    bool exclusive = part->kind == LAB_EXCLUSIVE_SCAN || part->kind == LAB_SECTION_EXCLUSIVE_SCAN;
    uint64_t needed = judgement->what.n;
    if (judgement->what.sample.section > 0) {
        needed = 0;
        for (uint64_t block = 0, first, end;
             sample_next(&judgement->what.sample, judgement->what.n, &block, &first, &end);) {
            needed += end - first;
        }
    }
    needed -= exclusive && needed > 0; // the last element is not part of it
    uint64_t sectors = run->total.global_load_sectors + run->total.polls + run->total.atomics * WARP_SIZE;
    return run->result.launches == run->launch_total &&
           sectors * SECTOR_BYTES + run->result.copied_to_host + run->result.copied_on_device >=
               needed * sizeof(int32_t);
}

// ---- All together ----------------------------------------------------------------------------------------

static void make_findings(const struct lab_part *part, const struct source *source,
                          struct judgement *judgement) {
    judgement->findings = findings_make(&judgement->run, source, &judgement->finding_count);
    notes_drop(part, judgement);
    judgement->error_count = findings_error_count(judgement->findings, judgement->finding_count);
}

// (A note on a race tells how to judge a wrong result.)
static bool has_error_or_race(const struct case_outcome *run) {
    for (size_t i = 0; i < run->diagnostic_count; i++) {
        uint32_t class_ = run->diagnostics[i].class_;
        if (diagnostic_severities[class_] == DIAGNOSTIC_ERROR || diagnostic_is_race(class_)) {
            return true;
        }
    }
    return false;
}

// Judges a case that did not end with a result. Returns false if it did.
static bool decide_status(const struct lab_part *part, struct judgement *judgement) {
    const struct case_outcome *run = &judgement->run;
    const struct said *message = &run->result.message;
    switch (run->result.status) {
    case CASE_NO_DEVICE:
        judgement_decide(judgement, VERDICT_SKIPPED,
                         WORDS(TOPIC(AS_IT_IS), is_said(message) ? PART(*message) : TOPIC(NO_SUCH_DEVICE)));
        break;
    case CASE_NO_PART:
        judgement_decide(judgement, VERDICT_BROKEN, WORDS(TOPIC(NO_SUCH_PART), NAME(part->name)));
        break;
    case CASE_NO_ROOM:
        judgement->verdict = VERDICT_BROKEN;
        judgement->reason = *message;
        break;
    case CASE_ABANDONED:
    case CASE_DEVICE_LOST:
        if (decide_endless(judgement)) {
            break;
        }
        if (is_said(message)) {
            judgement_decide(judgement, VERDICT_FAIL,
                             WORDS(TOPIC(STOPPED_BY_DEVICE_BECAUSE), PART(*message)));
        } else {
            judgement_decide(
                judgement, VERDICT_FAIL,
                WORDS(judgement->error_count > 0 ? TOPIC(STOPPED_AT_ERROR) : TOPIC(STOPPED_BY_DEVICE)));
        }
        break;
    default:
        return false;
    }
    return true;
}

// Judges a case with a correct result: whether the program computed it, and without errors.
static void decide_correct(const struct lab_part *part, bool counted, struct judgement *judgement) {
    const struct case_outcome *run = &judgement->run;
    if (counted && !comes_from_input(part, judgement)) {
        judgement->holds[ASPECT_RESULT] = false;
        judgement_decide(judgement, VERDICT_FAIL, WORDS(TOPIC(CORRECT_UNREAD)));
        return;
    }
    if (counted && !counters_fit(part, judgement)) {
        judgement->holds[ASPECT_RESULT] = false;
        judgement_decide(judgement, VERDICT_FAIL,
                         WORDS(TOPIC(CORRECT_UNCOUNTED), NUMBER(run->launch_total),
                               NUMBER(run->result.launches), NUMBER(run->total.global_load_sectors),
                               NUMBER(judgement->what.n)));
        return;
    }
    bool clean = judgement->error_count == 0 && (judgement->findings != NULL || !has_error_or_race(run));
    judgement->verdict = VERDICT_PASS;
    judgement->holds[ASPECT_MEMORY] = clean;
    judgement->holds[ASPECT_TECHNIQUE] = !counted || limits_hold(part, judgement);
    if (!clean && judgement->verdict != VERDICT_BROKEN) {
        judgement_decide(judgement, VERDICT_FAIL, WORDS(TOPIC(CORRECT_WITH_ERRORS)));
    }
}

// Judges a case whose findings are known, unless they are only notes.
static void decide(const struct lab_part *part, const void *input, const void *output, bool counted,
                   double limit, struct judgement *judgement) {
    if (judgement->run.end != RUN_ANSWERED) {
        judge_end(judgement, limit);
    } else if (!decide_status(part, judgement) && judge_result(part, input, output, judgement)) {
        if (judgement->holds[ASPECT_RESULT]) {
            decide_correct(part, counted, judgement);
        } else {
            decide_wrong(part, judgement);
        }
    }
}

void judge_case(const struct lab_part *part, const void *input, const void *output,
                const struct source *source, bool counted, bool notes, double limit,
                struct judgement *judgement) {
    struct case_outcome *run = &judgement->run;
    findings_hide_output(run);
    bool at_once = notes || has_error_or_race(run);
    if (at_once) {
        make_findings(part, source, judgement);
    }
    decide(part, input, output, counted, limit, judgement);
    if (!at_once && judgement->verdict != VERDICT_PASS) {
        make_findings(part, source, judgement);
    } else if (!at_once) {
        free(run->diagnostics);
        run->diagnostics = NULL;
        run->diagnostic_count = 0;
    }
}
