#include "check/examine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/examine_cause.h"
#include "check/judge/consequence.h"
#include "check/repeat_case.h"
#include "check/report/waiting.h"
#include "check/series.h"

// Does this case end its part?
static bool ends_part(const struct options *options, const struct judgement *judgement) {
    if (judgement->verdict == VERDICT_PASS) {
        return false;
    }
    if (judgement->verdict != VERDICT_FAIL) {
        return true;
    }
    if (waiting_interrupted()) {
        return true;
    }
    return !options->all && !(options_grading(options) && judgement->holds[ASPECT_RESULT]);
}

// Runs a failing case again in other ways, and looks for its cause. Whether it fails, and at what, is known before.
static void look_closer(struct lab_result *result, struct part_result *part, struct judgement *judgement) {
    bool after_others = judgement > part->judgements &&
                        judgement[-1].what.operator_id == judgement->what.operator_id &&
                        judgement[-1].what.order == judgement->what.order;
    if (after_others) {
        repeat_alone(result, part->part, judgement);
    }
    examine_cause(result, part->part, judgement);
}

// Has an exceeded limit ended the part?
static bool is_cost(const struct lab_result *result, const struct part_result *part) {
    return part->run_count > 0 && part->run_count < part->case_count && !result->options->all &&
           !options_grading(result->options) && !waiting_interrupted() &&
           judgement_is_cost(&part->judgements[part->run_count - 1]);
}

// After an exceeded limit: a wrong result is worse. Looks for one among the first small cases of each operator, and if
// there is one, puts its judgement in the place of the other.
static void look_for_wrong(struct lab_result *result, struct part_result *part, struct series_pool *pool) {
    enum { SMALL_N = 4096, TRIED_MAX = 16 };
    struct judgement *judgements = part->judgements, *cost = &judgements[part->run_count - 1];
    size_t tried = 0; // of the operator
    series_hurry(pool, part);
    for (size_t i = part->run_count; i < part->case_count; i++) {
        struct judgement *judgement = &judgements[i];
        const struct check_case *what = &judgement->what;
        tried = what->operator_id != judgements[i - 1].what.operator_id ? 0 : tried;
        if (what->order != NULL || what->n > SMALL_N || tried == TRIED_MAX) {
            tried = TRIED_MAX;
            continue;
        }
        if (!series_await(pool, part, i)) {
            return;
        }
        tried++;
        part->tried++;
        if (judgement->verdict == VERDICT_FAIL && !judgement_is_cost(judgement)) {
            repeat_with_one_worker(result, part->part, judgement);
            look_closer(result, part, judgement);
            struct judgement wrong = *judgement;
            *judgement = *cost;
            *cost = wrong;
            for (int aspect = 0; aspect < ASPECT_COUNT; aspect++) {
                part->holds[aspect] &= wrong.holds[aspect];
            }
            return;
        }
        if (judgement->verdict != VERDICT_PASS && !judgement_is_cost(judgement)) {
            return;
        }
    }
}

static void begin_part(struct part_result *part, struct series_pool *pool) {
    series_want(pool, part);
    part->verdict = VERDICT_PASS;
    for (int aspect = 0; aspect < ASPECT_COUNT; aspect++) {
        part->holds[aspect] = true;
    }
}

// Has the student begun the part, and does it fail?
static bool fails_begun(const struct lab_result *result, const struct part_result *part) {
    return part->verdict == VERDICT_FAIL && !part_is_unfinished(result, part);
}

// Can the part's failure be reported before the others have ended? Not before a part whose code it needs has ended or
// passed as large a case: that part may be the cause.
static bool is_known(const struct lab_result *result, const struct part_result *part) {
    if (!fails_begun(result, part)) {
        return false;
    }
    for (size_t i = 0; &result->parts[i] != part; i++) {
        const struct part_result *needed = &result->parts[i];
        if (!needed->ended && consequence_is_needed(part->part, needed->part) &&
            !consequence_holds_so_far(needed, part, &part_first_failure(part)->what)) {
            return false;
        }
    }
    return true;
}

// Lets the listener report at once that the part fails, if nothing found later can change that line.
static void tell_failure(struct lab_result *result, struct part_result *part,
                         const struct examine_listener *listener) {
    if (part->ended && is_known(result, part) && !is_cost(result, part) && !waiting_interrupted()) {
        lab_result_add_known(result, part);
        listener->after_part(listener->context);
    }
}

// Judges the part by its cases of this stage, in their order, and ends it if no more are needed. Returns false if one
// of them was not run.
static bool examine_stage(struct lab_result *result, struct part_result *part, unsigned stage,
                          struct series_pool *pool, const struct examine_listener *listener) {
    while (!part->ended && part->judgements[part->run_count].what.stage <= stage) {
        struct judgement *judgement = &part->judgements[part->run_count];
        if (!series_await(pool, part, part->run_count)) {
            series_end(pool, part);
            return false;
        }
        part->run_count++;
        if (!is_said(&result->device)) {
            result->device = judgement->run.device;
        }
        bool shown = part->verdict == VERDICT_PASS || result->options->all; // later failures are not
        if (shown || options_grading(result->options)) { // points do not depend on the number of workers
            repeat_with_one_worker(result, part->part, judgement);
        }
        part->passed += judgement->verdict == VERDICT_PASS;
        for (int aspect = 0; aspect < ASPECT_COUNT; aspect++) {
            part->holds[aspect] &= judgement->holds[aspect];
        }
        if (judgement->verdict > part->verdict) {
            part->verdict = judgement->verdict;
        }
        part->ended = part->run_count == part->case_count || ends_part(result->options, judgement);
        if (shown) {
            tell_failure(result, part, listener);
            look_closer(result, part, judgement);
            part->ended |= ends_part(result->options, judgement); // it may have been interrupted
        }
    }
    if (part->ended && is_cost(result, part)) {
        look_for_wrong(result, part, pool);
    }
    if (part->ended) {
        series_end(pool, part);
    }
    return true;
}

// A lab passes when every requested part passes. Without any part it does not pass. It is skipped if the
// requested part does not run with the requested operator.
static enum verdict verdict_of_all(const struct lab_result *result) {
    enum verdict verdict = result->part_count > 0 ? VERDICT_PASS : VERDICT_BROKEN;
    if (result->part_count == 0 && result->options->part != NULL && result->options->operators != 0) {
        verdict = VERDICT_SKIPPED;
    }
    for (size_t i = 0; i < result->part_count; i++) {
        enum verdict part = result->parts[i].verdict;
        const bool left = result->parts[i].assisted && !result->options->done_counts;
        if (part == VERDICT_NOT_RUN || (part == VERDICT_PASS && left) ||
            (part == VERDICT_PASS && result->parts[i].passed != result->parts[i].case_count)) {
            part = VERDICT_FAIL;
        }
        if (part > verdict) {
            verdict = part;
        }
    }
    return verdict;
}

// Plans the requested parts. Returns false when memory is short.
static bool plan_parts(struct lab_result *result) {
    const struct lab *lab = result->lab;
    const struct options *options = result->options;
    if (!lab_result_begin(result)) {
        return false;
    }
    for (size_t i = 0; i < lab->part_count; i++) {
        if (options->part != NULL && strcmp(options->part, lab->parts[i].name) != 0) {
            continue;
        }
        size_t case_count;
        struct part_result *part = &result->parts[result->part_count];
        bool begun = todo_is_begun(&result->todos, &lab->parts[i]);
        bool assisted = options->mixed && begun && todo_next_of(&result->todos, &lab->parts[i]) != NULL;
        struct options some =
            *options; // the sum and the operator that needs the most care show whether a task holds
        if (assisted && options->operators == 0 && lab->parts[i].operator_count > 0) {
            const enum operator_id *ids = lab->parts[i].operators;
            some.operators = 1u << ids[0] | 1u << ids[lab->parts[i].operator_count - 1];
        }
        struct check_case *cases = cases_make(&lab->parts[i], &some, &case_count);
        if (cases != NULL && case_count > 0) { // otherwise it does not run with the requested operators
            *part = (struct part_result){.part = &lab->parts[i],
                                         .verdict = VERDICT_NOT_RUN,
                                         .mixed = options->mixed,
                                         .assisted = assisted,
                                         .left_out = !begun && options->mixed &&
                                                     todo_some_done(&result->todos, lab, &lab->parts[i]),
                                         .case_count = case_count};
            part->judgements = calloc(case_count, sizeof(*part->judgements));
            result->part_count += part->judgements != NULL;
        }
        for (size_t k = 0; k < case_count && part->judgements != NULL; k++) {
            part->judgements[k].what = cases[k];
        }
        free(cases);
        if (cases == NULL || (case_count > 0 && part->judgements == NULL)) {
            return false;
        }
    }
    return true;
}

// Adds what is known now that a part has ended: those that fail at once, all others in their order.
static void add_known(struct lab_result *result) {
    for (size_t i = 0; i < result->part_count; i++) {
        if (result->parts[i].ended && is_known(result, &result->parts[i])) {
            lab_result_add_known(result, &result->parts[i]);
        }
    }
    for (size_t i = 0; i < result->part_count && result->parts[i].ended; i++) {
        lab_result_add_known(result, &result->parts[i]);
    }
}

// The parts that have not ended when the rest is not run.
static void leave_rest(struct lab_result *result) {
    for (size_t i = 0; i < result->part_count; i++) {
        struct part_result *part = &result->parts[i];
        if (!part->ended) {
            part->verdict = VERDICT_NOT_RUN;
            part->run_count = part->passed = 0;
        }
        lab_result_add_known(result, part);
    }
}

bool examine_lab(struct lab_result *result, const struct examine_listener *listener) {
    bool failed = false, stopped = false, complete = true;
    struct series_pool *pool = plan_parts(result) ? series_start(result) : NULL;
    if (pool == NULL) {
        fprintf(stderr, "%s: not enough memory, or no thread can be started\n", result->lab->name);
        result->verdict = VERDICT_BROKEN;
        return true;
    }
    size_t left = result->part_count;
    for (unsigned stage = 0; left > 0 && complete && !stopped; stage++) {
        for (size_t i = 0; i < result->part_count && complete && !stopped; i++) {
            struct part_result *part = &result->parts[i];
            if (part->ended) {
                continue;
            }
            part->ended = stage == 0 && (part->left_out || (failed && !result->options->all &&
                                                            todo_all_untouched(&result->todos, part->part)));
            if (!part->ended) {
                if (stage == 0) {
                    begin_part(part, pool);
                }
                listener->before_part(listener->context);
                complete = examine_stage(result, part, stage, pool, listener);
            }
            failed |= part->verdict == VERDICT_FAIL;
            stopped =
                waiting_interrupted() || part->verdict == VERDICT_SKIPPED || part->verdict == VERDICT_BROKEN;
            if (complete && part->ended) {
                left--;
                add_known(result);
            }
            if (complete && !stopped) {
                listener->after_part(listener->context);
            }
        }
    }
    leave_rest(result);
    result->verdict = verdict_of_all(result);
    series_stop(pool);
    return complete;
}
