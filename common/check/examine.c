#include "examine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "runner.h"

static bool is_simulated(const struct options *options) {
    return strcmp(options->device, "sim") == 0;
}

static struct runner_config make_config(const struct lab_result *result, int workers) {
    const struct options *options = result->options;
    struct runner_config config = {.path = result->runner,
                                   .limit = options->limit,
                                   .workers = workers,
                                   .schedule = options->schedule,
                                   .schedule_seed = options->schedule_seed};
    // Within a short limit the simulated GPU has to find an endless loop sooner than it would by itself.
    if (options->limit < 5)
        config.endless = options->limit / 3;
    return config;
}

// Runs and judges one case.
static void examine_case(const struct lab_result *result, const struct lab_part *part, struct runner *runner,
                         struct judgement *judgement) {
    size_t n = judgement->what.n, output_count = judge_output_count(part, n);
    int32_t *input = malloc((n > 0 ? n : 1) * sizeof(*input));
    int32_t *output = malloc((output_count > 0 ? output_count : 1) * sizeof(*output));
    if (input == NULL || output == NULL) {
        judgement->verdict = VERDICT_BROKEN;
        snprintf(judgement->reason, sizeof(judgement->reason), "no memory for %zu elements", n);
    } else {
        data_fill_int32(input, n, judgement->what.seed);
        struct runner_case what = {.part = part->name,
                                   .n = n,
                                   .value_size = sizeof(*input),
                                   .input = input,
                                   .output = output,
                                   .output_count = output_count};
        runner_run(runner, &what, &judgement->run);
        judge_case(part, input, output, result->source, is_simulated(result->options), result->options->limit,
                   judgement);
    }
    free(input);
    free(output);
}

// Diagnostics of a case come in the order in which threads of the simulated GPU happened to meet their
// mistakes. With one worker that order is always the same, so that is the run to report. An endless loop is
// told once: it takes its time.
static void repeat_with_one_worker(const struct lab_result *result, const struct lab_part *part,
                                   struct judgement *judgement) {
    if (judgement->verdict != VERDICT_FAIL || judgement->run.diagnostic_count == 0 ||
        judgement->run.end == RUN_SILENT || !is_simulated(result->options) || result->options->workers == 1)
        return;
    for (size_t i = 0; i < judgement->finding_count; i++)
        if (judgement->findings[i].diagnostic.class_ == DIAGNOSTIC_ENDLESS_LOOP)
            return;
    struct runner_config config = make_config(result, 1);
    struct runner runner;
    runner_init(&runner, &config);
    struct judgement again = {.what = judgement->what, .repeated = true};
    examine_case(result, part, &runner, &again);
    runner_stop(&runner);
    bool take = again.verdict == VERDICT_FAIL; // what passes now has failed all the same
    struct judgement other = take ? *judgement : again;
    if (take)
        *judgement = again;
    judgement_free(&other);
}

static void examine_part(struct lab_result *result, struct part_result *part, struct runner *runner) {
    struct check_case cases[LAB_CASE_MAX];
    part->case_count = cases_make(part->part, result->options, cases);
    part->verdict = VERDICT_PASS;
    for (size_t i = 0; i < part->case_count; i++) {
        struct judgement *judgement = &part->judgements[part->run_count++];
        *judgement = (struct judgement){.what = cases[i]};
        examine_case(result, part->part, runner, judgement);
        if (result->device[0] == '\0')
            memcpy(result->device, judgement->run.device, sizeof(result->device));
        repeat_with_one_worker(result, part->part, judgement);
        part->passed += judgement->verdict == VERDICT_PASS;
        if (judgement->verdict == VERDICT_PASS)
            continue;
        part->verdict = judgement->verdict;
        if (judgement->verdict != VERDICT_FAIL || !result->options->all)
            break;
    }
}

// A lab passes when every part that was asked for has; no parts at all is no pass.
static enum verdict verdict_of_all(const struct lab_result *result) {
    enum verdict verdict = result->part_count > 0 ? VERDICT_PASS : VERDICT_BROKEN;
    for (size_t i = 0; i < result->part_count; i++) {
        enum verdict part = result->parts[i].verdict;
        if (part == VERDICT_NOT_RUN ||
            (part == VERDICT_PASS && result->parts[i].passed != result->parts[i].case_count))
            part = VERDICT_FAIL;
        if (part > verdict)
            verdict = part;
    }
    return verdict;
}

void examine_lab(struct lab_result *result) {
    const struct lab *lab = result->lab;
    const struct options *options = result->options;
    result->parts = calloc(lab->part_count > 0 ? lab->part_count : 1, sizeof(*result->parts));
    result->part_count = 0;
    struct runner_config config = make_config(result, options->workers);
    struct runner runner;
    runner_init(&runner, &config);
    bool failed = false, stopped = false;
    for (size_t i = 0; i < lab->part_count && result->parts != NULL; i++) {
        if (options->part != NULL && strcmp(options->part, lab->parts[i].name) != 0)
            continue;
        struct part_result *part = &result->parts[result->part_count++];
        part->part = &lab->parts[i];
        part->verdict = VERDICT_NOT_RUN;
        if (stopped || (failed && !options->all && todo_all_untouched(&result->todos, part->part)))
            continue;
        examine_part(result, part, &runner);
        failed |= part->verdict == VERDICT_FAIL;
        stopped |= part->verdict == VERDICT_SKIPPED || part->verdict == VERDICT_BROKEN;
    }
    runner_stop(&runner);
    result->verdict = verdict_of_all(result);
}

void lab_result_free(struct lab_result *result) {
    for (size_t i = 0; i < result->part_count; i++)
        for (size_t k = 0; k < result->parts[i].run_count; k++)
            judgement_free(&result->parts[i].judgements[k]);
    free(result->parts);
    todo_free(&result->todos);
    source_close(result->source);
    result->parts = NULL;
    result->part_count = 0;
    result->source = NULL;
}

const struct judgement *part_first_failure(const struct part_result *part) {
    for (size_t i = 0; i < part->run_count; i++)
        if (part->judgements[i].verdict != VERDICT_PASS)
            return &part->judgements[i];
    return NULL;
}
