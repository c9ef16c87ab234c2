#include "check/judge/lab_result.h"

#include <stdlib.h>
#include <string.h>

#include "check/judge/launched.h"

bool lab_result_begin(struct lab_result *result) {
    size_t room = result->lab->part_count + 1;
    result->parts = calloc(room, sizeof(*result->parts));
    result->order = calloc(room, sizeof(*result->order));
    return result->parts != NULL && result->order != NULL;
}

void lab_result_add_known(struct lab_result *result, struct part_result *part) {
    if (!part->known) {
        part->known = true;
        result->order[result->known_count++] = part;
    }
}

void lab_result_free(struct lab_result *result) {
    for (size_t i = 0; i < result->part_count; i++) {
        for (size_t k = 0; k < result->parts[i].case_count; k++) {
            judgement_free(&result->parts[i].judgements[k]);
        }
        free(result->parts[i].judgements);
    }
    free(result->parts);
    free(result->order);
    todo_free(&result->todos);
    for (int i = 0; i < OPERATOR_COUNT; i++) {
        source_close(result->sources[i]);
        result->sources[i] = NULL;
    }
    result->parts = NULL;
    result->order = NULL;
    result->part_count = result->known_count = 0;
}

const struct judgement *part_first_failure(const struct part_result *part) {
    for (size_t i = 0; i < part->run_count; i++) {
        if (part->judgements[i].verdict != VERDICT_PASS) {
            return &part->judgements[i];
        }
    }
    return NULL;
}

bool part_is_stopped(const struct part_result *part) {
    const struct judgement *failure = part_first_failure(part);
    return failure != NULL && failure->run.end == RUN_INTERRUPTED;
}

const struct judgement *part_largest_case(const struct part_result *part) {
    const struct judgement *largest = NULL;
    for (size_t i = 0; i < part->run_count; i++) {
        const struct judgement *judgement = &part->judgements[i];
        if (judgement->what.operator_id == part->judgements[0].what.operator_id &&
            judgement->run.launch_count > 0 && judgement->what.order == NULL &&
            judgement->what.sample.section == 0 &&
            (largest == NULL || judgement->what.n >= largest->what.n)) {
            largest = judgement;
        }
    }
    return largest;
}

const struct region *next_task(const struct lab_result *result) {
    const struct region *of_part = NULL;
    if (result->options->part != NULL && result->part_count > 0) {
        of_part = todo_next_of(&result->todos, result->parts[0].part);
    }
    return of_part != NULL ? of_part : todo_next(&result->todos);
}

const struct part_result *part_to_fix(const struct lab_result *result) {
    const struct region *next = next_task(result);
    for (size_t i = 0; next != NULL && i < result->part_count; i++) {
        const struct part_result *part = &result->parts[i];
        if (part->verdict == VERDICT_FAIL && part->part->todos[0] != 0 &&
            (part->assisted || todo_next_of(&result->todos, part->part) == NULL ||
             (result->options->mixed &&
              (part->part->todos[0] < next->number || result->options->part != NULL)))) {
            return part;
        }
    }
    return NULL;
}

int part_points_max(const struct lab_part *part, enum lab_aspect aspect) {
    const int points[ASPECT_COUNT] = {part->points.result, part->points.memory, part->points.technique};
    return points[aspect];
}

bool part_is_unfinished(const struct lab_result *result, const struct part_result *part) {
    if (part->verdict != VERDICT_FAIL || part->assisted || todo_next_of(&result->todos, part->part) == NULL) {
        return false;
    }
    return todo_is_begun(&result->todos, part->part) ? result->options->whole : result->options->part == NULL;
}

bool part_is_explained(const struct lab_result *result, const struct part_result *part) {
    const struct options *options = result->options;
    return !part_is_unfinished(result, part) || options->verbose || options->all || options->part != NULL;
}

const struct part_result *part_to_explain(const struct lab_result *result) {
    for (size_t i = 0; i < result->known_count; i++) {
        if (result->order[i]->verdict == VERDICT_FAIL && part_is_explained(result, result->order[i])) {
            return result->order[i];
        }
    }
    return NULL;
}

bool part_is_left(const struct lab_result *result, const struct part_result *part) {
    return part->verdict == VERDICT_NOT_RUN ||
           (part_is_unfinished(result, part) && !todo_is_begun(&result->todos, part->part));
}

// The filled task at this place that did not hold before; NULL: none.
static const struct region *doubtful_at(const struct lab_result *result, const struct source_place *place) {
    const struct region *region = todo_at(&result->todos, place->file, place->line);
    return region != NULL && region->filled && !todo_held(&result->todos, region) ? region : NULL;
}

// Tasks, each once.
struct named_tasks {
    const struct region **tasks;
    size_t count;
};

static void name_task(const struct lab_result *result, const struct source_place *place,
                      struct named_tasks *named) {
    const struct region *task = doubtful_at(result, place);
    bool known = task == NULL || named->count == TASKS_NAMED_MAX;
    for (size_t i = 0; i < named->count && !known; i++) {
        known = named->tasks[i] == task;
    }
    if (!known) {
        named->tasks[named->count++] = task;
    }
}

static void name_tasks(const struct lab_result *result, const struct finding *finding,
                       struct named_tasks *named) {
    const struct source_place *places = finding->places;
    const enum diagnostic_class class_ = finding->diagnostic.class_;
    struct source_place called = places[0];
    for (size_t i = 0; i < 2 + finding->behind_count; i++) {
        name_task(result, i < 2 ? &places[i] : &finding->behind[i - 2].place, named);
    }
    called.line = finding->called;
    name_task(result, &called, named);
    if (class_ == DIAGNOSTIC_WRONG_SPACE || class_ == DIAGNOSTIC_NULL_POINTER) { // which a launch hands over
        name_task(result, &finding->call, named);
    }
}

// The place of the launch that the finding is in, if its numbers look swapped; NULL: they do not.
static const struct source_place *swapped_launch(const struct part_result *part,
                                                 const struct judgement *failure,
                                                 const struct finding *finding) {
    const size_t number = launched_swapped(part->part, failure->what.n, &failure->run);
    return number > 0 && finding->diagnostic.launch == number ? &finding->call : NULL;
}

// The task of all launches, if the program only fails to ask whether they were accepted; NULL: several, or none.
static const struct region *unchecked_task(const struct lab_result *result, const struct judgement *failure) {
    const struct region *task = NULL;
    if (!judgement_is_cost(failure) || strcmp(failure->limit->counter, "unchecked_launches") != 0) {
        return NULL;
    }
    for (size_t i = 0; i < failure->run.launch_count; i++) {
        struct source_place place;
        const uint64_t pc = failure->run.launches[i].record.launch_pc;
        const struct region *of_launch = source_find(result->sources[failure->what.operator_id], pc, &place)
                                             ? doubtful_at(result, &place)
                                             : NULL;
        if (of_launch == NULL || (task != NULL && of_launch != task)) {
            return NULL;
        }
        task = of_launch;
    }
    return task;
}

size_t part_named_tasks(const struct lab_result *result, const struct part_result *part,
                        const struct region *tasks[TASKS_NAMED_MAX]) {
    const struct judgement *failure = part_first_failure(part);
    struct named_tasks named = {.tasks = tasks};
    for (size_t i = 0; failure != NULL && i < failure->finding_count && named.count == 0; i++) {
        const struct source_place *launch = swapped_launch(part, failure, &failure->findings[i]);
        if (launch != NULL) {
            name_task(result, launch, &named);
        }
        name_tasks(result, &failure->findings[i], &named);
    }
    if (failure != NULL && named.count == 0 && unchecked_task(result, failure) != NULL) {
        tasks[named.count++] = unchecked_task(result, failure);
    }
    return named.count;
}

// Is the line of such an error the mistake, and not only where one shows?
static bool is_mistake(enum diagnostic_class class_) {
    return class_ == DIAGNOSTIC_LAUNCH || class_ == DIAGNOSTIC_BARRIER || class_ == DIAGNOSTIC_GRID_BARRIER ||
           class_ == DIAGNOSTIC_RECURSION || class_ == DIAGNOSTIC_EXIT;
}

const struct region *part_blamed_task(const struct lab_result *result, const struct part_result *part,
                                      bool *certain) {
    const struct judgement *failure = part_first_failure(part);
    const struct region *named[TASKS_NAMED_MAX];
    const size_t count = failure == NULL            ? 0
                         : failure->error_count > 0 ? failure->error_count
                                                    : failure->finding_count;
    *certain = true;
    for (size_t i = 0; i < count; i++) {
        const struct source_place *launch = swapped_launch(part, failure, &failure->findings[i]);
        if (launch != NULL && doubtful_at(result, launch) != NULL) {
            return doubtful_at(result, launch);
        }
        for (int place = 0; place < 2; place++) { // the second one may be an allocation
            const struct region *region = doubtful_at(result, &failure->findings[i].places[place]);
            if (region != NULL) {
                *certain = region == todo_only_doubtful(&result->todos, part->part) ||
                           (is_mistake(failure->findings[i].diagnostic.class_) &&
                            part_named_tasks(result, part, named) == 1);
                return region;
            }
        }
    }
    return failure != NULL ? unchecked_task(result, failure) : NULL;
}

bool is_unfinished_only(const struct lab_result *result) {
    bool unfinished = false;
    for (size_t i = 0; i < result->part_count; i++) {
        const struct part_result *part = &result->parts[i];
        bool left = part->assisted || part->verdict == VERDICT_NOT_RUN || part_is_unfinished(result, part);
        unfinished |= left;
        if (part->verdict != VERDICT_PASS && (part->assisted || !left)) {
            return false;
        }
    }
    return unfinished;
}

int part_points(const struct part_result *part, enum lab_aspect aspect) {
    bool all_run = part->run_count == part->case_count && part->run_count > 0 && !part->mixed;
    return all_run && part->holds[ASPECT_RESULT] && part->holds[aspect] ? part_points_max(part->part, aspect)
                                                                        : 0;
}

const struct judgement *part_one_block_case(const struct part_result *part) {
    for (size_t i = 0; i < part->run_count; i++) {
        if (part->judgements[i].what.n == part->part->elements_per_block &&
            part->judgements[i].run.launch_count > 0) {
            return &part->judgements[i];
        }
    }
    return NULL;
}
