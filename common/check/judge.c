#define _GNU_SOURCE // signals' names under -std=c11

#include "judge.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "hypothesis_scan.h"
#include "notes.h"
#include "oracle.h"
#include "steps.h"

const char *const verdict_names[] = {"pass", "fail", "not run", "skipped", "broken", "does not compile"};

void judgement_free(struct judgement *judgement) {
    run_free(&judgement->run);
    free(judgement->findings);
    *judgement = (struct judgement){.verdict = VERDICT_NOT_RUN};
}

static void decide(struct judgement *judgement, enum verdict verdict, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(judgement->reason, sizeof(judgement->reason), format, arguments);
    va_end(arguments);
    judgement->verdict = verdict;
}

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
        return "killed, perhaps for want of memory";
    default:
        snprintf(text, size, "signal %d", number);
        return text;
    }
}

static bool has_class(const struct run *run, enum diagnostic_class class_) {
    for (size_t i = 0; i < run->diagnostic_count; i++) {
        if (run->diagnostics[i].class_ == (uint32_t)class_) {
            return true;
        }
    }
    return false;
}

// A run that ended otherwise than with an answer.
static void judge_end(struct judgement *judgement, double limit) {
    const struct run *run = &judgement->run;
    const char *when = run->before_case ? "before the case began" : "in the middle of the case";
    char text[32];
    switch (run->end) {
    case RUN_EXITED:
        if (has_class(run, DIAGNOSTIC_ENDLESS_LOOP)) {
            decide(judgement, VERDICT_FAIL, "stopped in an endless loop");
        } else if (has_class(run, DIAGNOSTIC_CRASH) || has_class(run, DIAGNOSTIC_STACK)) {
            decide(judgement, VERDICT_FAIL, "the program crashed %s", when);
        } else {
            decide(judgement, VERDICT_FAIL, "the program ended itself with exit code %d %s%s", run->code,
                   when, run->code == 2 ? ", as CUDA_CHECK does after an error" : "");
        }
        break;
    case RUN_SIGNALLED:
        decide(judgement, VERDICT_FAIL, "the program died %s: %s", when,
               signal_text(run->code, text, sizeof(text)));
        break;
    case RUN_SILENT:
        decide(judgement, VERDICT_FAIL, "no answer within %g s: %s", limit,
               has_class(run, DIAGNOSTIC_ENDLESS_LOOP) ? "an endless loop"
                                                       : "an endless loop, or far too slow");
        break;
    case RUN_CLOSED:
        decide(judgement, VERDICT_FAIL, "the program closed its connection to the checker");
        break;
    case RUN_NONSENSE:
        decide(judgement, VERDICT_FAIL, "the program sent the checker nonsense: %s", run->problem);
        break;
    case RUN_FLOOD:
        decide(judgement, VERDICT_FAIL, "the program printed more than %d KiB and was stopped",
               RUN_OUTPUT_MAX / 1024);
        break;
    case RUN_ANSWERED:
    case RUN_NOT_POSSIBLE:
        decide(judgement, VERDICT_BROKEN, "%s", run->problem);
        break;
    }
}

// ---- The result ------------------------------------------------------------------------------------------

// The value as text, or that it is still the harness's poison.
static void value_text(enum operator_id operator_id, const char *value, char text[VALUE_TEXT_SIZE]) {
    if (is_poison(value, operators[operator_id].value_size)) {
        snprintf(text, VALUE_TEXT_SIZE, "memory that was never written");
    } else {
        operators[operator_id].text(value, text);
    }
}

// Compares, and notes the first wrong element (or the last one where all are right). false: undecided, for
// the harness is wrong.
static bool judge_result(const struct lab_part *part, const void *input, const void *actual,
                         struct judgement *judgement) {
    enum operator_id id = oracle_operator(part->kind, judgement->what.operator_id);
    size_t n = judgement->what.n, size = operators[id].value_size;
    struct expected expected;
    if (part->kind == LAB_LOOP
            ? !oracle_make_loop(part->loop, input, n, &expected)
            : !oracle_make(part->kind, part->elements_per_block, id, input, n, &expected)) {
        decide(judgement, VERDICT_BROKEN, "no memory for the expected result");
        return false;
    }
    const struct lab_example *example = judgement->what.example;
    if (example != NULL && memcmp(example->out, expected.values, expected.count * size) != 0) {
        oracle_free(&expected);
        decide(judgement, VERDICT_BROKEN, "what check.c says of example '%s' is not so", example->name);
        return false;
    }
    judgement->compared = true;
    judgement->mismatch = compare_values(&expected, actual);
    if (expected.count > 0) {
        size_t shown = judgement->mismatch.count > 0 ? judgement->mismatch.first : expected.count - 1;
        operators[id].text((const char *)expected.values + shown * size, judgement->expected);
        value_text(id, (const char *)actual + shown * size, judgement->actual);
    }
    if (judgement->mismatch.count > 0 && part->kind != LAB_REDUCE) {
        short_scan_write(id, input, expected.values, actual, n, judgement->rows);
        judgement->hypothesis_count = hypothesis_scan(part->kind, part->elements_per_block, id, input, n,
                                                      actual, judgement->hypotheses);
    }
    oracle_free(&expected);
    judgement->holds[ASPECT_RESULT] = judgement->mismatch.count == 0;
    if (judgement->mismatch.count > 0 && part->kind == LAB_REDUCE && size == sizeof(int32_t)) {
        int32_t value;
        memcpy(&value, actual, sizeof(value));
        judgement->hypothesis_count =
            id == OPERATOR_SUM
                ? hypothesis_sum_int32(input, n, part->elements_per_block, value, judgement->hypotheses)
                : hypothesis_stranger(id, input, n, value, judgement->hypotheses);
    }
    return true;
}

static void decide_wrong(const struct lab_part *part, struct judgement *judgement) {
    if (part->kind == LAB_REDUCE) {
        decide(judgement, VERDICT_FAIL, "expected %s, got %s", judgement->expected, judgement->actual);
    } else {
        decide(judgement, VERDICT_FAIL, "out[%zu]: expected %s, got %s; %zu of %zu elements %s wrong",
               judgement->mismatch.first, judgement->expected, judgement->actual, judgement->mismatch.count,
               oracle_output_count(part->kind, judgement->what.n),
               judgement->mismatch.count == 1 ? "is" : "are");
    }
}

// ---- Limits on counters ----------------------------------------------------------------------------------

// What a limit may name besides the counters: of all launches of a case together.
enum total { TOTAL_LAUNCHES, TOTAL_THREADS, TOTAL_COPIED, TOTAL_SECTORS, TOTAL_COUNT };

static const char *const total_names[TOTAL_COUNT] = {"launches", "threads", "copied_to_host",
                                                     "global_sectors"};
static const char *const total_titles[TOTAL_COUNT] = {"launches", "threads", "bytes copied to the host",
                                                      "global sectors"};

static int total_index(const char *name) {
    for (int i = 0; i < TOTAL_COUNT; i++) {
        if (strcmp(total_names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static uint64_t total_value(const struct run *run, int total) {
    switch (total) {
    case TOTAL_LAUNCHES:
        return run->result.launches;
    case TOTAL_THREADS:
        return run->thread_total;
    case TOTAL_COPIED:
        return run->result.copied_to_host;
    default:
        return run->total.global_load_sectors + run->total.global_store_sectors;
    }
}

// Decides against the case when `value` is over the limit's maximum for `units` of what it is counted per.
static bool holds(const struct lab_limit *limit, uint64_t value, uint64_t units,
                  struct judgement *judgement) {
    static const char *const unit_texts[] = {"in all",     "a launch",        "a block",
                                             "an element", "a warp and step", "a warp in one step"};
    uint64_t maximum = limit->maximum_for != NULL ? limit->maximum_for(judgement->what.n) : limit->maximum;
    if (value <= maximum * (units > 0 ? units : 1)) { // a case without a block may be done without one
        return true;
    }
    int index = counter_index(limit->counter);
    const char *title = index >= 0 ? counter_titles[index] : total_titles[total_index(limit->counter)];
    char amount[64], needed[64] = "none is";
    if (maximum > 0) {
        snprintf(needed, sizeof(needed), "at most %llu %s", (unsigned long long)maximum,
                 maximum == 1 ? "is" : "are");
    }
    if (units > 0) {
        snprintf(amount, sizeof(amount), "%.10g %s", (double)((value * 100 + units - 1) / units) / 100,
                 unit_texts[limit->per]); // rounded up, so that it is never shown as the maximum itself
    } else {
        snprintf(amount, sizeof(amount), "%llu and nothing was launched", (unsigned long long)value);
    }
    decide(judgement, VERDICT_FAIL, "%s: %s, %s needed: %s", title, amount, needed, limit->text);
    return false;
}

// The blocks of a run, larger ones than the part's own counted as several.
static uint64_t blocks_of(const struct lab_part *part, const struct run *run) {
    uint64_t whole =
        part->block_size == 0 ? 0 : (run->thread_total + part->block_size - 1) / part->block_size;
    return whole > run->block_total ? whole : run->block_total;
}

static bool limit_holds(const struct lab_part *part, const struct lab_limit *limit,
                        struct judgement *judgement) {
    const struct run *run = &judgement->run;
    int index = counter_index(limit->counter), total = total_index(limit->counter);
    if (index < 0 && total < 0) {
        decide(judgement, VERDICT_BROKEN, "check.c limits '%s', which is no counter", limit->counter);
        return false;
    }
    uint64_t value = index >= 0 ? counter_value(&run->total, index) : total_value(run, total);
    switch (limit->per) {
    case LIMIT_A_CASE:
        return holds(limit, value, 1, judgement);
    case LIMIT_A_BLOCK:
        return holds(limit, value, blocks_of(part, run), judgement);
    case LIMIT_AN_ELEMENT:
        return holds(limit, value, judgement->what.n, judgement);
    case LIMIT_A_WARP:
        return judgement->what.n != part->elements_per_block ||
               holds(limit, value, run->total.active_warps, judgement);
    case LIMIT_A_STEP:
        for (size_t i = 0; i < run->launch_count && judgement->what.n == part->elements_per_block; i++) {
            for (uint32_t k = 0; index >= 0 && k < run->launches[i].record.interval_count; k++) {
                const struct counters *step = &run->launches[i].intervals[k];
                if (!holds(limit, counter_value(step, index), step->active_warps, judgement)) {
                    return false;
                }
            }
        }
        return true;
    case LIMIT_A_LAUNCH:
        for (size_t i = 0; i < run->launch_count && index >= 0; i++) {
            if (!holds(limit, counter_value(&run->launches[i].record.total, index), 1, judgement)) {
                return false;
            }
        }
        return holds(limit, value, run->launch_total, judgement); // also those of which no record was kept
    }
    return false;
}

static bool steps_hold(const struct lab_part *part, const struct lab_steps *steps,
                       struct judgement *judgement) {
    const struct run *run = &judgement->run;
    char text[STEPS_TEXT_SIZE];
    uint64_t sum;
    int index = counter_index(steps->counter);
    if (index < 0) {
        decide(judgement, VERDICT_BROKEN, "check.c has steps of '%s', which is no counter", steps->counter);
        return false;
    }
    if (judgement->what.n == 0 || judgement->what.n % part->elements_per_block != 0) {
        return true;
    }
    if (run->launch_count == 0) {
        snprintf(text, sizeof(text), "none");
    } else if (!steps_are_alike(&run->launches[0], index)) {
        snprintf(text, sizeof(text), "others in each block");
    } else {
        steps_list(&run->launches[0], index, text, &sum);
    }
    if (strcmp(text, steps->values) == 0) {
        return true;
    }
    decide(judgement, VERDICT_FAIL, "%s, step by step: expected %s, got %s", counter_titles[index],
           steps->values, text);
    return false;
}

// A right result of which the input is no part is somebody else's: a guess, or a loop on the host. An
// exclusive scan of one element needs none of it. Asked of the first operator alone, as limits are.
static bool comes_from_input(const struct lab_part *part, const struct judgement *judgement) {
    bool exclusive = part->kind == LAB_EXCLUSIVE_SCAN || part->kind == LAB_SECTION_EXCLUSIVE_SCAN;
    return (exclusive && judgement->what.n <= 1) || !has_class(&judgement->run, DIAGNOSTIC_INPUT_IGNORED);
}

// ---- All together ----------------------------------------------------------------------------------------

void judge_case(const struct lab_part *part, const void *input, const void *output,
                const struct source *source, bool counted, double limit, struct judgement *judgement) {
    const struct run *run = &judgement->run;
    judgement->findings = findings_make(run, source, &judgement->finding_count);
    notes_drop(part, judgement);
    judgement->error_count = findings_error_count(judgement->findings, judgement->finding_count);
    if (run->end != RUN_ANSWERED) {
        judge_end(judgement, limit);
        return;
    }
    switch (run->result.status) {
    case CASE_NO_DEVICE:
        decide(judgement, VERDICT_SKIPPED, "%s",
               run->result.message[0] != '\0' ? run->result.message : "no such device");
        return;
    case CASE_NO_PART:
        decide(judgement, VERDICT_BROKEN, "lab.h knows no part '%s'", part->name);
        return;
    case CASE_ABANDONED:
    case CASE_DEVICE_LOST:
        if (has_class(run, DIAGNOSTIC_ENDLESS_LOOP)) {
            decide(judgement, VERDICT_FAIL, "stopped in an endless loop");
        } else if (run->result.message[0] == '\0' && judgement->error_count > 0) {
            decide(judgement, VERDICT_FAIL, "stopped at that mistake");
        } else {
            decide(judgement, VERDICT_FAIL, "the device stopped the program%s%s",
                   run->result.message[0] != '\0' ? ": " : "", run->result.message);
        }
        return;
    }
    if (!judge_result(part, input, output, judgement)) {
        return;
    }
    if (!judgement->holds[ASPECT_RESULT]) {
        decide_wrong(part, judgement);
        return;
    }
    // The first operator's values are 4 bytes wide; limits and steps are declared for those.
    counted &= part->operator_count == 0 || judgement->what.operator_id == part->operators[0];
    if (counted && !comes_from_input(part, judgement)) {
        judgement->holds[ASPECT_RESULT] = false;
        decide(judgement, VERDICT_FAIL,
               "the result is right, but nothing has read the input: it comes from elsewhere");
        return;
    }
    bool clean = judgement->error_count == 0 && (judgement->findings != NULL || run->diagnostic_count == 0);
    judgement->verdict = VERDICT_PASS;
    judgement->holds[ASPECT_MEMORY] = clean;
    for (size_t i = 0; i < part->limit_count && counted && judgement->verdict == VERDICT_PASS; i++) {
        limit_holds(part, &part->limits[i], judgement);
    }
    for (size_t i = 0; i < part->step_count && counted && judgement->verdict == VERDICT_PASS; i++) {
        steps_hold(part, &part->steps[i], judgement);
    }
    judgement->holds[ASPECT_TECHNIQUE] = judgement->verdict == VERDICT_PASS;
    if (!clean && judgement->verdict != VERDICT_BROKEN) {
        decide(judgement, VERDICT_FAIL, "the result is right, but a right program makes no such mistake");
    }
}
