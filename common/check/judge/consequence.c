#include "check/judge/consequence.h"

#include <string.h>

static bool is_among(int number, const int *numbers) {
    for (int i = 0; number != 0 && i < LAB_TODO_MAX && numbers[i] != 0; i++) {
        if (numbers[i] == number) {
            return true;
        }
    }
    return false;
}

// How many of the other part's own tasks does the part need, and are these all?
static int needed_tasks(const struct lab_part *part, const struct lab_part *other, bool *all) {
    int count = 0, own = 0;
    for (; own < LAB_TODO_MAX && other->todos[own] != 0; own++) {
        count += is_among(other->todos[own], part->needs);
    }
    *all = count == own;
    return count;
}

bool consequence_is_needed(const struct lab_part *part, const struct lab_part *other) {
    bool all;
    return needed_tasks(part, other, &all) > 0;
}

// Is the first error, or the first note, at the same line?
static bool has_same_line(const struct judgement *one, const struct judgement *other) {
    if (one->finding_count == 0 || other->finding_count == 0) {
        return false;
    }
    const struct source_place *a = &one->findings[0].places[0], *b = &other->findings[0].places[0];
    return a->line != 0 && a->line == b->line && strcmp(a->file, b->file) == 0;
}

static bool has_same_class(const struct judgement *one, const struct judgement *other) {
    return (one->error_count == 0) == (other->error_count == 0) &&
           one->findings[0].diagnostic.class_ == other->findings[0].diagnostic.class_;
}

// Is the first error or note in a task that the part needs?
static bool names_needed_task(const struct lab_result *result, const struct judgement *failure,
                              const struct lab_part *part) {
    for (int i = 0; failure->finding_count > 0 && i < 2; i++) {
        const struct source_place *place = &failure->findings[0].places[i];
        const struct region *region = todo_at(&result->todos, place->file, place->line);
        if (region != NULL && is_among(region->number, part->needs)) {
            return true;
        }
    }
    return false;
}

bool consequence_holds_so_far(const struct part_result *needed, const struct part_result *part,
                              const struct check_case *what) {
    const struct judgement *first = part_first_failure(needed);
    size_t n = what->n, block = part->part->elements_per_block;
    if (block > 0 && needed->part->elements_per_block > block) {
        n = (n + block - 1) / block * needed->part->elements_per_block;
    }
    if (first != NULL && first->what.operator_id == what->operator_id && first->what.n <= n) {
        return false;
    }
    for (size_t i = 0; i < needed->run_count; i++) {
        const struct judgement *judgement = &needed->judgements[i];
        if (judgement->verdict == VERDICT_PASS && judgement->what.operator_id == what->operator_id &&
            judgement->what.n >= n) {
            return true;
        }
    }
    return false;
}

enum consequence consequence_of(const struct lab_result *result, const struct part_result *part,
                                const struct part_result *cause) {
    const struct judgement *failure = part_first_failure(part), *first = part_first_failure(cause);
    bool all;
    if (failure == NULL || failure->verdict != VERDICT_FAIL || first == NULL ||
        first->verdict != VERDICT_FAIL || todo_next_of(&result->todos, cause->part) != NULL) {
        return CONSEQUENCE_NONE;
    }
    bool same_line = has_same_line(first, failure), needed = needed_tasks(part->part, cause->part, &all) > 0;
    if (same_line && (needed || has_same_class(first, failure))) {
        return CONSEQUENCE_SAME_LINE;
    }
    if (!needed || consequence_holds_so_far(cause, part, &failure->what)) {
        return CONSEQUENCE_NONE;
    }
    if (judgement_is_cost(first) || judgement_is_cost(failure)) { // slow code makes no other part wrong
        bool same_counter = first->limit != NULL && failure->limit != NULL &&
                            strcmp(first->limit->counter, failure->limit->counter) == 0;
        return same_counter ? CONSEQUENCE_NEEDED_CODE : CONSEQUENCE_NONE;
    }
    return all || names_needed_task(result, first, part->part) ? CONSEQUENCE_NEEDED_CODE : CONSEQUENCE_NONE;
}
