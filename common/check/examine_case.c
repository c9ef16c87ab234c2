#include "check/examine_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge/behind.h"
#include "check/judge/judge.h"
#include "check/judge/launched.h"
#include "check/judge/oracle.h"
#include "check/report/waiting.h"
#include "check/runner/client.h"
#include "check/trace/cause.h"
#include "check/trace/contents.h"
#include "data/data.h"

enum {
    CAUSE_N_MAX = 1 << 17, // elements of a case whose cause is searched
    ENTRIES_MAX = 6000000  // that are recorded for contents: half a second
};

static bool is_simulated(const struct options *options) {
    return strcmp(options->device, "sim") == 0;
}

struct client_config case_config(const struct lab_result *result, const struct check_case *what,
                                 int workers) {
    const struct options *options = result->options;
    const struct lab_order *order = what->order;
    workers = workers == 0 && options_tracing(options) ? 1 : workers;
    struct client_config config = {.path = result->runners[what->operator_id],
                                   .limit = options->limit,
                                   .containment = result->containment,
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

// An error in a given function that the student's code calls is at the call. Of a call of the student's own function, which
// is right or wrong by itself, both places are shown; of calls in given code, none.
static void put_own_calls_first(const struct lab_result *result, const struct lab_part *part,
                                struct judgement *judgement) {
    const struct source *source = result->sources[judgement->what.operator_id];
    for (size_t i = 0; i < judgement->finding_count; i++) {
        struct finding *finding = &judgement->findings[i];
        struct source_place place = finding->places[0];
        bool race = diagnostic_is_race(finding->diagnostic.class_);
        if (finding->said[0] != '\0') {
            continue;
        }
        if (finding->diagnostic.class_ == DIAGNOSTIC_OUT_OF_BOUNDS && finding->call.line > 0) {
            struct source_place call = finding->call; // a launch of unusual size says more
            finding->call.line = 0;
            finding_show_launch(finding, &result->todos, part, judgement, source);
            if (finding->threads > 0) {
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

static void run_case(const struct lab_result *result, const struct lab_part *part, struct client *client,
                     struct judgement *judgement) {
    enum operator_id id = oracle_operator(part->kind, judgement->what.operator_id);
    size_t n = judgement->what.n, size = operators[id].value_size;
    size_t output_count = oracle_output_count(part->kind, n);
    bool sampled = judgement->what.sample.section > 0;
    void *input = calloc(n > 0 ? n : 1, size); // only the elements of a sample take memory
    void *output = malloc(output_count > 0 ? output_count * size : 1);
    if (input == NULL || output == NULL) {
        judgement->verdict = VERDICT_BROKEN;
        snprintf(judgement->reason, sizeof(judgement->reason), "not enough memory for %zu elements", n);
    } else {
        if (judgement->what.example != NULL) {
            memcpy(input, judgement->what.example->in, n * size);
        } else if (sampled) {
            cases_fill_sample(part, &judgement->what, input);
        } else {
            data_fill(id, input, n, judgement->what.seed);
        }
        for (size_t i = 0; i < n && part->input != NULL && judgement->what.example == NULL; i++) {
            ((int *)input)[i] = part->input(((int *)input)[i]);
        }
        struct client_case what = {.part = part->name,
                                   .n = n,
                                   .value_size = size,
                                   .input = input,
                                   .output = output,
                                   .output_count = output_count,
                                   .sample = judgement->what.sample};
        if (judgement->recorded || options_tracing(result->options)) {
            what.record = &judgement->recording.record;
        }
        struct waiting waiting = {.part = part, .what = &judgement->what};
        what.wait = waiting_tell;
        what.context = &waiting;
        client_run(client, &what, &judgement->run);
        waiting_end(&waiting);
        bool notes = result->options->json != NULL || what.record != NULL;
        judge_case(part, input, output, result->sources[judgement->what.operator_id],
                   is_simulated(result->options), notes, result->options->limit, judgement);
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

void examine_case(const struct lab_result *result, const struct lab_part *part, struct client *client,
                  struct judgement *judgement) {
    run_case(result, part, client, judgement);
    // A sample only passes. Whatever else it finds, and whatever does not divide the input like the lab, is judged as a whole.
    if (judgement->what.sample.section > 0 &&
        (judgement->verdict != VERDICT_PASS || judgement->run.result.left_out == 0)) {
        struct judgement whole = {
            .what = judgement->what, .recorded = judgement->recorded, .repeated = judgement->repeated};
        whole.what.sample.section = 0;
        judgement_free(judgement);
        *judgement = whole;
        run_case(result, part, client, judgement);
    }
}

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

// With `workers`, as in the recording. `stride`: as in contents_sample; 0: contents_ranges.
static void find_contents(const struct lab_result *result, const struct lab_part *part, size_t stride,
                          int workers, uint64_t entries_max, struct judgement *judgement) {
    const struct check_case *what = &judgement->what;
    const bool affine = stride == 0 && what->operator_id == OPERATOR_AFFINE;
    if (judgement->recording.record == NULL || part->kind == LAB_LOOP ||
        (what->operator_id != OPERATOR_SUM && !affine) || !is_simulated(result->options)) {
        return;
    }
    struct repetition repetition = {
        .part = part, .n = what->n, .output_count = judgement->recording.output_count, .affine = affine};
    struct client_config config = case_config(result, what, workers);
    client_init(&repetition.client, &config);
    if (stride == 0) {
        contents_ranges(&judgement->recording, what->n, !affine, entries_max, run_again, &repetition);
    } else {
        contents_sample(&judgement->recording, what->n, stride, entries_max, run_again, &repetition);
    }
    client_stop(&repetition.client);
}

void examine_contents(const struct lab_result *result, const struct lab_part *part,
                      struct judgement *judgement) {
    if (judgement->recording.contents != NULL) { // for the cause
        return;
    }
    find_contents(result, part, 1, result->options->workers, ENTRIES_MAX, judgement);
}

// Is another run of a failed case worth its time? An endless loop is not.
static bool can_repeat(const struct judgement *judgement) {
    enum run_end end = judgement->run.end;
    if (judgement->verdict != VERDICT_FAIL || end == RUN_SILENT || end == RUN_INTERRUPTED) {
        return false;
    }
    for (size_t i = 0; i < judgement->finding_count; i++) {
        if (judgement->findings[i].diagnostic.class_ == DIAGNOSTIC_ENDLESS_LOOP) {
            return false;
        }
    }
    return true;
}

static struct judgement run_in_new_process(const struct lab_result *result, const struct lab_part *part,
                                           const struct check_case *what, int workers, bool recorded) {
    struct client_config config = case_config(result, what, workers);
    struct client client;
    client_init(&client, &config);
    struct judgement again = {.what = *what, .repeated = true, .recorded = recorded};
    examine_case(result, part, &client, &again);
    client_stop(&client);
    return again;
}

void repeat_alone(const struct lab_result *result, const struct lab_part *part, struct judgement *judgement) {
    // Repeated: it has failed in another process. A case that is traced is the recorded one.
    if (judgement->repeated || options_tracing(result->options) || !can_repeat(judgement)) {
        return;
    }
    struct judgement again =
        run_in_new_process(result, part, &judgement->what, result->options->workers, false);
    judgement->what.needs_earlier = again.verdict == VERDICT_PASS;
    judgement_free(&again);
}

void repeat_with_one_worker(const struct lab_result *result, const struct lab_part *part,
                            struct judgement *judgement) {
    if (!can_repeat(judgement) || judgement->finding_count == 0 || !is_simulated(result->options) ||
        result->options->workers == 1 || options_tracing(result->options)) {
        return;
    }
    struct judgement again = run_in_new_process(result, part, &judgement->what, 1, false);
    bool take = again.verdict == VERDICT_FAIL; // a failure stays a failure even if it passes now
    struct judgement other = take ? *judgement : again;
    if (take) {
        *judgement = again;
    }
    judgement_free(&other);
}

// Puts a note behind the errors and before all other notes, unless one of them says as much: at the same
// line, or of a copy that the host does not read.
static void add_note(struct judgement *judgement, const struct finding *note) {
    for (size_t i = 0; i < judgement->finding_count; i++) {
        struct finding *other = &judgement->findings[i];
        bool same_line = other->places[0].line == note->places[0].line;
        const char *more =
            note->diagnostic.places[1].text; // says something by itself, unlike "wrote it here"
        if (same_line && other->places[1].line == 0 && note->places[1].line > 0 &&
            strstr(more, " it here") == NULL) {
            other->places[1] = note->places[1];
            other->diagnostic.places[1] = note->diagnostic.places[1];
        }
        if (same_line || other->diagnostic.class_ == DIAGNOSTIC_UNREAD_COPY) {
            return;
        }
    }
    struct finding *more = realloc(judgement->findings, (judgement->finding_count + 1) * sizeof(*more));
    if (more == NULL) {
        return;
    }
    judgement->findings = more;
    memmove(&more[judgement->error_count + 1], &more[judgement->error_count],
            (judgement->finding_count - judgement->error_count) * sizeof(*more));
    more[judgement->error_count] = *note;
    judgement->finding_count++;
}

static bool is_even(int32_t value) {
    return value % 2 == 0;
}

// The first value that is neither an element nor the identity, for an operator that only chooses among these; or the first
// even one of a product, whose elements are odd.
static bool find_foreign_value(enum operator_id id, const struct cause_question *question,
                               struct finding *note) {
    if (id != OPERATOR_PRODUCT && id != OPERATOR_MIN && id != OPERATOR_MAX) {
        return false; // its values may be larger, or any value may be a result
    }
    int32_t identity;
    const int32_t *input = question->recording->input;
    const int32_t value = ((const int32_t *)question->recording->output)[question->wrong];
    operators[id].identity(&identity);
    bool possible = value == identity, even_element = false;
    for (size_t i = 0; i < question->n; i++) {
        possible |= input[i] == value;
        even_element |= is_even(input[i]);
    }
    return id == OPERATOR_PRODUCT
               ? is_even(value) && !even_element &&
                     cause_find_value(question, value, is_even, "is even, but all elements are odd", note)
               : !possible &&
                     cause_find_value(question, value, NULL, "is neither an element nor identity()", note);
}

// The part's own tasks, in which the mistake probably is.
struct own_tasks {
    const struct lab_result *result;
    const struct lab_part *part;
};

static bool is_own_task(void *context, const struct source_place *place) {
    const struct own_tasks *tasks = context;
    const struct region *region = todo_at(&tasks->result->todos, place->file, place->line);
    return region != NULL && todo_is_own(region, tasks->part);
}

// Of a part that moves values to places that it computes.
static void add_writes(const struct lab_result *result, const struct cause_question *question,
                       struct finding *finding) {
    enum { WRITES_MAX = 2 };
    struct own_tasks tasks = {result, question->part};
    if (question->part->kind == LAB_LOOP) {
        cause_add_writes(question, is_own_task, &tasks, WRITES_MAX, finding);
    }
}

// Finds a note for `judgement` in `recorded`, the same case with one worker and a recording.
static bool find_cause(const struct lab_result *result, const struct lab_part *part,
                       const struct judgement *judgement, struct judgement *recorded, struct finding *note) {
    const struct check_case *what = &judgement->what;
    const bool sum = what->operator_id == OPERATOR_SUM && part->kind != LAB_LOOP;
    find_contents(result, part, 1, 1, ENTRIES_MAX, recorded);
    const size_t sample = what->n / CONTENTS_PER_RUN;
    const bool sampled = sum && sample > 1 && recorded->recording.contents == NULL;
    if (sampled) {
        find_contents(result, part, sample, 1, ENTRIES_MAX, recorded);
    }
    const struct recording *recording = &recorded->recording;
    struct cause_question question = {.part = part,
                                      .recording = recording,
                                      .source = result->sources[what->operator_id],
                                      .stride = sampled ? sample : 1,
                                      .n = what->n,
                                      .wrong = part->kind == LAB_REDUCE ? 0 : recorded->mismatch.first,
                                      .expected = recorded->expected};
    bool found = false, written = false;
    if (recorded->mismatch.count > 0 && recording->record != NULL) {
        found = sum ? cause_find(&question, note)
                    : part->kind != LAB_LOOP && find_foreign_value(what->operator_id, &question, note);
        if (!found && sampled && part->kind != LAB_REDUCE) {
            contents_free(recorded->recording.contents);
            recorded->recording.contents = NULL;
            find_contents(result, part, 0, 1, ENTRIES_MAX, recorded);
            question.stride = 1;
            found = recorded->recording.contents != NULL && cause_find(&question, note);
        }
        if (!found && what->operator_id == OPERATOR_AFFINE && part->kind != LAB_LOOP) {
            find_contents(result, part, 0, 1, ENTRIES_MAX, recorded);
            found = recorded->recording.contents != NULL && cause_find_order(&question, note);
            contents_free(recorded->recording.contents); // they are of translations
            recorded->recording.contents = NULL;
        }
        // Values that are lost say little of a part whose values are counts and places.
        uint32_t class_ = judgement->finding_count > 0 ? judgement->findings[0].diagnostic.class_ : 0;
        bool unknown =
            judgement->finding_count == 0 ||
            (part->kind == LAB_LOOP && (class_ == DIAGNOSTIC_LOST_VALUE || class_ == DIAGNOSTIC_LOST_LANE));
        const bool idle = finding_make_idle(&result->todos, recorded, question.source, note);
        found = found || idle;
        written = !found && unknown && cause_find_write(&question, note);
        found = found || written;
    }
    if (found && note->diagnostic.topic == TOPIC_INDEX) {
        behind_find_index(&recorded->run, question.source, note);
        add_writes(result, &question, note);
    } else if (found && note->diagnostic.topic == TOPIC_OWN_BACK) {
        behind_find_use(note);
    } else if (written &&
               (note->diagnostic.topic == TOPIC_NONE || note->diagnostic.topic == TOPIC_COMPUTED)) {
        behind_find_value(note);
    }
    if (sampled) { // they are not verified
        contents_free(recorded->recording.contents);
        recorded->recording.contents = NULL;
    }
    if (found) {
        finding_show_launch(note, &result->todos, part, recorded, question.source);
        finding_show_missing_copy(note, question.source);
        finding_show_later(note, recorded, question.source);
    }
    if (found && note->diagnostic.loop_ends && result->todos.known &&
        todo_at(&result->todos, note->places[1].file, note->places[1].line) == NULL) {
        note->places[1].line = 0; // a loop of given code takes as many steps as it should
        note->diagnostic.places[1].text[0] = '\0';
    }
    return found;
}

// The same case with one worker and a recording. `order` must outlive it.
static struct judgement record_again(const struct lab_result *result, const struct lab_part *part,
                                     const struct judgement *judgement, struct lab_order *order) {
    struct check_case with_one = judgement->what;
    if (with_one.order != NULL) {
        *order = *with_one.order;
        order->workers = 1;
        with_one.order = order;
    }
    return run_in_new_process(result, part, &with_one, 1, true);
}

static void free_again(struct judgement *again) {
    contents_free(again->recording.contents);
    judgement_free(again);
}

// An error whose index may come from memory: adds the writes.
static void examine_index(const struct lab_result *result, const struct lab_part *part,
                          struct judgement *judgement) {
    struct finding *finding = &judgement->findings[0];
    if (part->kind != LAB_LOOP || !behind_asks_for_index(finding)) {
        return;
    }
    struct lab_order order;
    struct judgement again = record_again(result, part, judgement, &order);
    struct cause_question question = {.part = part,
                                      .recording = &again.recording,
                                      .source = result->sources[judgement->what.operator_id],
                                      .stride = 1,
                                      .n = judgement->what.n};
    add_writes(result, &question, finding);
    free_again(&again);
}

// Of a part whose values are counts and places, some are never used anyway: such a note leads away from the cause, which
// another one names. So does one about the result, where the cause is that another place is read.
static void remove_unused(const struct lab_part *part, const struct finding *cause,
                          struct judgement *judgement) {
    const bool remove = part->kind == LAB_LOOP || cause->diagnostic.topic == TOPIC_OTHER_WORD;
    size_t kept = judgement->error_count;
    for (size_t i = kept; remove && i < judgement->finding_count; i++) {
        const enum diagnostic_class class_ = judgement->findings[i].diagnostic.class_;
        if (class_ != DIAGNOSTIC_LOST_VALUE && class_ != DIAGNOSTIC_LOST_LANE) {
            judgement->findings[kept++] = judgement->findings[i];
        }
    }
    judgement->finding_count = remove ? kept : judgement->finding_count;
}

void examine_cause(const struct lab_result *result, const struct lab_part *part,
                   struct judgement *judgement) {
    const struct check_case *what = &judgement->what;
    if (!can_repeat(judgement) || what->needs_earlier || !is_simulated(result->options) ||
        what->n > CAUSE_N_MAX) {
        return;
    }
    if (judgement->error_count > 0) {
        examine_index(result, part, judgement);
        return;
    }
    if (!judgement->compared || judgement->mismatch.count == 0) {
        return;
    }
    struct finding note;
    if (judgement->recording.record != NULL && what->order == NULL && result->options->workers <= 1) {
        if (find_cause(result, part, judgement, judgement, &note)) {
            remove_unused(part, &note, judgement);
            add_note(judgement, &note);
        }
        return;
    }
    struct lab_order order;
    struct judgement again = record_again(result, part, judgement, &order);
    if (find_cause(result, part, judgement, &again, &note)) {
        note.slot = 0; // of another recording
        remove_unused(part, &note, judgement);
        add_note(judgement, &note);
    }
    free_again(&again);
}
