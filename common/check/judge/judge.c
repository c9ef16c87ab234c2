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

static const char *signal_text(int number, char *text, size_t size) {
    switch (number) {
    case SIGSEGV:
        return "segmentation fault";
    case SIGBUS:
        return "bus error";
    case SIGFPE:
        return "arithmetic error, such as a division by zero";
    case SIGILL:
        return "illegal instruction";
    case SIGABRT:
        return "abort";
    case SIGTRAP:
        return "trap";
    case SIGKILL:
        return "killed, after it took more than 4 GiB of memory or all of its time";
    default:
        snprintf(text, size, "signal %d", number);
        return text;
    }
}

static bool has_class(const struct case_outcome *run, enum diagnostic_class class_) {
    for (size_t i = 0; i < run->diagnostic_count; i++) {
        if (run->diagnostics[i].class_ == (uint32_t)class_) {
            return true;
        }
    }
    return false;
}

// Judges a run that ended without an answer.
static void judge_end(struct judgement *judgement, double limit) {
    const struct case_outcome *run = &judgement->run;
    const char *when = run->before_case ? "before the case began" : "during the case";
    char text[32];
    switch (run->end) {
    case RUN_EXITED:
        if (has_class(run, DIAGNOSTIC_ENDLESS_LOOP)) {
            judgement_decide(judgement, VERDICT_FAIL, "stopped in an endless loop");
        } else if (has_class(run, DIAGNOSTIC_RECURSION)) {
            judgement_decide(judgement, VERDICT_FAIL, "stopped in an endless recursion");
        } else if (has_class(run, DIAGNOSTIC_CRASH) || has_class(run, DIAGNOSTIC_STACK)) {
            judgement_decide(judgement, VERDICT_FAIL, "the program crashed %s", when);
        } else {
            judgement_decide(judgement, VERDICT_FAIL, "the program ended with exit code %d %s%s", run->code,
                             when, case_ended_by_check(run) ? ", as CUDA_CHECK does" : "");
        }
        break;
    case RUN_SIGNALLED:
        judgement_decide(judgement, VERDICT_FAIL, "the program crashed %s: %s", when,
                         signal_text(run->code, text, sizeof(text)));
        break;
    case RUN_SILENT:
        if (run->before_case) {
            judgement_decide(judgement, VERDICT_FAIL,
                             "the program was not ready after %g s: code that runs before main, such as "
                             "a global variable's constructor, does not end",
                             limit);
            break;
        }
        judgement_decide(judgement, VERDICT_FAIL, "no answer within %g s: %s", limit,
                         has_class(run, DIAGNOSTIC_ENDLESS_LOOP) ? "an endless loop"
                                                                 : "an endless loop, or far too slow");
        break;
    case RUN_CLOSED:
        judgement_decide(judgement, VERDICT_FAIL, "the program closed its connection to the checker");
        break;
    case RUN_MALFORMED:
        judgement_decide(judgement, VERDICT_FAIL, "the program sent the checker invalid data: %s",
                         run->problem);
        break;
    case RUN_FLOOD:
        judgement_decide(judgement, VERDICT_FAIL, "the program printed more than %d KiB and was stopped",
                         RUN_OUTPUT_MAX / 1024);
        break;
    case RUN_OVER_LIMIT:
        judgement_decide(judgement, VERDICT_FAIL, "the program %s and was stopped", run->problem);
        break;
    case RUN_INTERRUPTED:
        judgement_decide(judgement, VERDICT_FAIL, "stopped by Ctrl-C after %.1f s", run->seconds);
        break;
    case RUN_ANSWERED:
    case RUN_NOT_POSSIBLE:
        judgement_decide(judgement, VERDICT_BROKEN, "%s", run->problem);
        break;
    }
}

// ---- The result ------------------------------------------------------------------------------------------

// The value as text, or that it is still the harness's fill pattern.
static void value_text(enum operator_id operator_id, const char *value, char text[VALUE_TEXT_SIZE]) {
    if (is_poison(value, operators[operator_id].value_size)) {
        snprintf(text, VALUE_TEXT_SIZE, "memory that was never written");
    } else {
        operators[operator_id].text(value, text);
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

static size_t explain(const struct explained *what, const void *actual,
                      struct hypothesis found[HYPOTHESIS_MAX]) {
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

static size_t explain_other(const void *context, const int32_t *actual,
                            struct hypothesis found[HYPOTHESIS_MAX]) {
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
        judgement_decide(judgement, VERDICT_BROKEN, "not enough memory for the expected result");
        return false;
    }
    const struct lab_example *example = judgement->what.example;
    if (example != NULL && memcmp(example->out, expected.values, expected.count * size) != 0) {
        oracle_free(&expected);
        judgement_decide(judgement, VERDICT_BROKEN, "check.c states a wrong result for example '%s'",
                         example->name);
        return false;
    }
    judgement->compared = true;
    judgement->mismatch = compare_values(&expected, actual);
    if (expected.count > 0) {
        size_t shown = judgement->mismatch.count > 0 ? judgement->mismatch.first : expected.count - 1;
        operators[id].text((const char *)expected.values + shown * size, judgement->expected);
        value_text(id, (const char *)actual + shown * size, judgement->actual);
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
    if (part->kind == LAB_REDUCE) {
        judgement_decide(judgement, VERDICT_FAIL, "expected %s, got %s", judgement->expected,
                         judgement->actual);
    } else {
        judgement_decide(
            judgement, VERDICT_FAIL, "out[%zu]: expected %s, got %s; %zu of %zu elements %s wrong",
            judgement->mismatch.first, judgement->expected, judgement->actual, judgement->mismatch.count,
            oracle_output_count(part, judgement->what.n), judgement->mismatch.count == 1 ? "is" : "are");
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
    const char *message = run->result.message;
    switch (run->result.status) {
    case CASE_NO_DEVICE:
        judgement_decide(judgement, VERDICT_SKIPPED, "%s", message[0] != '\0' ? message : "no such device");
        break;
    case CASE_NO_PART:
        judgement_decide(judgement, VERDICT_BROKEN, "lab.h has no part '%s'", part->name);
        break;
    case CASE_NO_ROOM:
        judgement_decide(judgement, VERDICT_BROKEN, "%s", message);
        break;
    case CASE_ABANDONED:
    case CASE_DEVICE_LOST:
        if (has_class(run, DIAGNOSTIC_ENDLESS_LOOP)) {
            judgement_decide(judgement, VERDICT_FAIL, "stopped in an endless loop");
        } else if (has_class(run, DIAGNOSTIC_RECURSION)) {
            judgement_decide(judgement, VERDICT_FAIL, "stopped in an endless recursion");
        } else if (message[0] == '\0' && judgement->error_count > 0) {
            judgement_decide(judgement, VERDICT_FAIL, "stopped at the error above");
        } else {
            judgement_decide(judgement, VERDICT_FAIL, "the device stopped the program%s%s",
                             message[0] != '\0' ? ": " : "", message);
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
        judgement_decide(judgement, VERDICT_FAIL,
                         "the result is correct, but the program never read the input");
        return;
    }
    if (counted && !counters_fit(part, judgement)) {
        judgement->holds[ASPECT_RESULT] = false;
        judgement_decide(
            judgement, VERDICT_FAIL,
            "the result is correct, but the counters do not fit it: %llu of %u launches were reported, "
            "and %llu sectors were loaded for %zu elements",
            (unsigned long long)run->launch_total, run->result.launches,
            (unsigned long long)run->total.global_load_sectors, judgement->what.n);
        return;
    }
    bool clean = judgement->error_count == 0 && (judgement->findings != NULL || !has_error_or_race(run));
    judgement->verdict = VERDICT_PASS;
    judgement->holds[ASPECT_MEMORY] = clean;
    judgement->holds[ASPECT_TECHNIQUE] = !counted || limits_hold(part, judgement);
    if (!clean && judgement->verdict != VERDICT_BROKEN) {
        judgement_decide(judgement, VERDICT_FAIL, "the result is correct, but the program has errors");
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
