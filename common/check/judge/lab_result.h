// What the checker found out about a lab: its parts, and the cases of each.
#ifndef LABS_LAB_RESULT_H
#define LABS_LAB_RESULT_H

#include "check/judge/judgement.h"
#include "check/plan/options.h"
#include "check/plan/todo.h"
#include "check/runner/source.h"

enum { RUNNER_PATH_SIZE = 1024 };

struct part_result {
    const struct lab_part *part;
    enum verdict verdict;
    size_t case_count;            // planned
    struct judgement *judgements; // case_count of them
    size_t run_count;             // of those: cases that were run
    size_t passed;
    bool holds[ASPECT_COUNT]; // in all cases; known when run_count is case_count, or a result was wrong
};

struct lab_result {
    const struct lab *lab;
    const struct options *options;
    enum verdict verdict;
    char device[96]; // as the runner calls it; "" when it never said
    struct todo_list todos;
    char runners[OPERATOR_COUNT]
                [RUNNER_PATH_SIZE];         // each operator's executable; "" for those that are not used
    struct source *sources[OPERATOR_COUNT]; // their debug information; NULL: none
    struct part_result *parts;              // those that were asked for
    size_t part_count;
};

void lab_result_free(struct lab_result *result);

// The first case of the part that did not pass; NULL when all that were run did.
const struct judgement *part_first_failure(const struct part_result *part);

// The largest case of the part's first operator with launches that were counted, or timed; NULL: none was
// run.
const struct judgement *part_largest_case(const struct part_result *part);

// The next task: of the only part that was asked for, or where it has none left, of the program. NULL when
// there is none.
const struct region *next_task(const struct lab_result *result);

// The part that is to be mended before that task: it fails with all its own tasks filled in, the first of
// them before that one, if it is not the only part that was asked for. NULL when there is none, or no task is
// left.
const struct part_result *part_to_mend(const struct lab_result *result);

// The points of one aspect of the part: had, and to be had.
int part_points(const struct part_result *part, enum lab_aspect aspect);
int part_points_max(const struct lab_part *part, enum lab_aspect aspect);

// The part's case of exactly one full block; NULL when it was not run.
const struct judgement *part_one_block_case(const struct part_result *part);

#endif
