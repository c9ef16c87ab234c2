#include "check/examine_case.h"

#include <stdlib.h>
#include <string.h>

#include "check/judge/judge.h"
#include "check/judge/launched.h"
#include "check/judge/oracle.h"
#include "check/report/waiting.h"
#include "data/data.h"
#include "runner/large_pages.h"

// A contained program may take as much time for all its cases together as for this many that take all of theirs. Each
// part has an equal share, so that a slow one does not use up that of the others. Solutions take a few seconds.
// Without this limit, thousands of cases could take days.
enum { LONGEST_CASES = 30 };

static struct part_result *result_of(const struct lab_result *result, const struct lab_part *part) {
    size_t i = 0;
    while (i + 1 < result->part_count && result->parts[i].part != part) {
        i++;
    }
    return &result->parts[i];
}

struct client_config case_config(const struct lab_result *result, const struct lab_part *part,
                                 const struct check_case *what, int workers) {
    const struct options *options = result->options;
    const bool limited = result->containment != NULL;
    const struct lab_order *order = what->order;
    workers = workers == 0 && options_recording(options) ? 1 : workers;
    struct client_config config = {
        .path = result->runners[what->operator_id],
        .limit = options->limit,
        .limit_of_all = limited ? LONGEST_CASES * options->limit / (double)result->part_count : 0,
        .spent = limited ? &result_of(result, part)->spent : NULL,
        .containment = result->containment,
        .never_ready = result->never_ready,
        .workers = order != NULL && order->workers > 0 ? order->workers : workers,
        .schedule = order != NULL ? order->schedule : options->schedule,
        .schedule_seed = order != NULL ? order->seed : options->schedule_seed};
    // With a short limit the simulated GPU must report an endless loop earlier than by default, which is after 2
    // seconds: always before the limit, not sometimes.
    if (options->limit < 6) {
        config.endless = options->limit / 3;
    }
    return config;
}

// When a block's threads wait at two different barriers, the one in the student's code comes first: the error
// is there, not in the given lines.
static void put_own_barriers_first(const struct lab_result *result, struct judgement *judgement) {
    for (size_t i = 0; i < judgement->finding_count; i++) {
        struct finding *finding = &judgement->findings[i];
        struct source_place *places = finding->places;
        if (finding->diagnostic.class_ != DIAGNOSTIC_BARRIER || places[1].line == 0 ||
            finding->diagnostic.places[1].pc == 0 || // where a thread left
            todo_at(&result->todos, places[0].file, places[0].line) != NULL ||
            todo_at(&result->todos, places[1].file, places[1].line) == NULL) {
            continue;
        }
        struct source_place place = places[0];
        struct diagnostic_place said = finding->diagnostic.places[0];
        places[0] = places[1];
        places[1] = place;
        finding->diagnostic.places[0] = finding->diagnostic.places[1];
        finding->diagnostic.places[1] = said;
    }
}

// An error in a given function that the student's code calls is at the call. Of a call of the student's own function,
// which is right or wrong by itself, both places are shown; of calls in given code, none.
static void put_own_calls_first(const struct lab_result *result, const struct lab_part *part,
                                struct judgement *judgement) {
    const struct source *source = result->sources[judgement->what.operator_id];
    for (size_t i = 0; i < judgement->finding_count; i++) {
        struct finding *finding = &judgement->findings[i];
        struct source_place place = finding->places[0];
        bool race = diagnostic_is_race(finding->diagnostic.class_);
        if (is_said(&finding->said)) {
            continue;
        }
        if (finding->diagnostic.class_ == DIAGNOSTIC_OUT_OF_BOUNDS && finding->call.line > 0) {
            struct source_place call = finding->call; // a launch of unusual size says more
            finding->call.line = 0;
            finding_show_launch(finding, &result->todos, part, judgement, source);
            if (finding->block[0] > 0) {
                continue;
            }
            finding->call = call;
            finding->launched = false;
        }
        if (finding->call.line == 0) {
            finding_show_launch(finding, &result->todos, part, judgement, source);
            finding_show_results(finding, part, judgement, source);
            finding_show_unlaunched(finding, &result->todos, part, judgement);
            continue;
        }
        if (race || !result->todos.known ||
            todo_at(&result->todos, finding->call.file, finding->call.line) == NULL) {
            finding->call.line = 0;
        } else if (todo_at(&result->todos, place.file, place.line) == NULL) {
            finding->places[0] = finding->call;
            finding->call = place;
            finding->calls = true;
        }
    }
}

// Fills in the input of the case, `n` values of the operator.
static void fill_input(const struct lab_part *part, const struct check_case *what, enum operator_id id,
                       void *input) {
    if (what->example != NULL) {
        memcpy(input, what->example->in, what->n * operators[id].value_size);
        return;
    }
    if (what->sample.section > 0) {
        cases_fill_sample(part, what, input);
    } else {
        data_fill(id, input, what->n, what->seed);
    }
    int *ints = input;
    for (size_t i = 0; i < what->n && part->input != NULL; i++) {
        ints[i] = part->input(ints[i]);
    }
}

// All of it will be used: if it is large, the system may take it by the large page.
static void expect_all(const void *memory, size_t bytes) {
    enum { LARGE_BYTES = 4 << 20 };
    if (bytes >= LARGE_BYTES) {
        large_pages_expect(memory, bytes);
    }
}

void examine_case(const struct lab_result *result, const struct lab_part *part, struct client *client,
                  struct judgement *judgement) {
    enum operator_id id = oracle_operator(part, judgement->what.operator_id);
    size_t n = judgement->what.n, size = operators[id].value_size;
    size_t output_count = oracle_output_count(part, n);
    void *input = calloc(n > 0 ? n : 1, size); // only the elements of a sample take memory
    void *output = malloc(output_count > 0 ? output_count * size : 1);
    expect_all(judgement->what.sample.section > 0 ? NULL : input, n * size);
    expect_all(output, output_count * size);
    if (input == NULL || output == NULL) {
        judgement_decide(judgement, VERDICT_BROKEN, WORDS(TOPIC(NO_MEMORY_FOR_INPUT), NUMBER(n)));
    } else {
        fill_input(part, &judgement->what, id, input);
        struct client_case what = {.part = part->name,
                                   .n = n,
                                   .value_size = size,
                                   .input = input,
                                   .output = output,
                                   .output_count = output_count,
                                   .sample = judgement->what.sample};
        if (judgement->recorded || options_recording(result->options)) {
            what.record = &judgement->recording.record;
        }
        struct waiting waiting = {.part = part, .what = &judgement->what};
        what.wait = waiting_tell;
        what.context = &waiting;
        client_run(client, &what, &judgement->run);
        waiting_end(&waiting);
        bool notes = result->options->json != NULL || what.record != NULL;
        judge_case(part, input, output, result->sources[judgement->what.operator_id],
                   options_simulated(result->options), notes, result->options->limit, judgement);
        put_own_barriers_first(result, judgement);
        put_own_calls_first(result, part, judgement);
    }
    if (judgement->recording.record != NULL) {
        judgement->recording.input = input;
        judgement->recording.output = output;
        judgement->recording.output_count = output_count;
        judgement->recording.value_size = size;
        return;
    }
    free(input);
    free(output);
}
