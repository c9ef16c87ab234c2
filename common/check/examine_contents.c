#include "check/examine_contents.h"

#include <stdlib.h>

#include "check/examine_case.h"
#include "check/trace/contents.h"

enum { ENTRIES_MAX = 6000000 }; // that are recorded in all runs: half a second

// A case of a part that runs again on other inputs.
struct repetition {
    struct client client;
    const struct lab_part *part;
    size_t n, output_count;
    bool affine; // an element x is the map that adds x: then the operator adds, too
};

static bool run_again(void *context, const int32_t *input, struct recording *again) {
    struct repetition *repetition = context;
    struct case_outcome outcome;
    const size_t size = repetition->affine ? sizeof(struct affine) : sizeof(int32_t);
    struct affine *maps = repetition->affine ? malloc((repetition->n + 1) * sizeof(*maps)) : NULL;
    again->output = calloc(repetition->output_count + 1, size);
    if (again->output == NULL || (repetition->affine && maps == NULL)) {
        free(maps);
        return false;
    }
    for (size_t i = 0; maps != NULL && i < repetition->n; i++) {
        maps[i] = (struct affine){1, (unsigned)input[i]};
    }
    struct client_case what = {.part = repetition->part->name,
                               .n = repetition->n,
                               .value_size = size,
                               .input = maps != NULL ? (const void *)maps : input,
                               .output = again->output,
                               .output_count = repetition->output_count,
                               .record = &again->record};
    client_run(&repetition->client, &what, &outcome);
    case_outcome_free(&outcome);
    free(maps);
    return again->record != NULL;
}

void find_contents(const struct lab_result *result, const struct lab_part *part, size_t stride, int workers,
                   struct judgement *judgement) {
    const struct check_case *what = &judgement->what;
    const bool affine = stride == 0 && what->operator_id == OPERATOR_AFFINE;
    if (judgement->recording.record == NULL || part->kind == LAB_LOOP ||
        (what->operator_id != OPERATOR_SUM && !affine) || !options_simulated(result->options)) {
        return;
    }
    struct repetition repetition = {
        .part = part, .n = what->n, .output_count = judgement->recording.output_count, .affine = affine};
    struct client_config config = case_config(result, part, what, workers);
    client_init(&repetition.client, &config);
    if (stride == 0) {
        contents_ranges(&judgement->recording, what->n, !affine, ENTRIES_MAX, run_again, &repetition);
    } else {
        contents_find(&judgement->recording, what->n, stride, ENTRIES_MAX, run_again, &repetition);
    }
    client_stop(&repetition.client);
}

void examine_contents(const struct lab_result *result, const struct lab_part *part,
                      struct judgement *judgement) {
    if (judgement->recording.contents != NULL) { // found for the cause
        return;
    }
    find_contents(result, part, 1, result->options->workers, judgement);
}

void drop_contents(struct judgement *judgement) {
    contents_free(judgement->recording.contents);
    judgement->recording.contents = NULL;
}
