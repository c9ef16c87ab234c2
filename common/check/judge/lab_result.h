// The checker's results for a lab: its parts, and the cases of each.
#ifndef LABS_LAB_RESULT_H
#define LABS_LAB_RESULT_H

#include <stdatomic.h>

#include "check/judge/judgement.h"
#include "check/plan/options.h"
#include "check/plan/todo.h"
#include "check/runner/look.h"
#include "check/runner/process.h"
#include "check/runner/source.h"

enum { RUNNER_PATH_SIZE = 1024 };

struct part_result {
    const struct lab_part *part;
    enum verdict verdict;
    bool
        mixed; // with --mixed: no points, because code may call other parts' functions, and so the solution's
    bool assisted; // with --mixed: the solution does some of the tasks that it needs
    bool left_out; // with --mixed: it is not begun, and the solution does some of its tasks for another part
    size_t case_count;            // planned
    struct judgement *judgements; // case_count of them
    size_t run_count;             // cases that were run
    size_t tried;                 // more cases that were run after an exceeded limit, for a wrong result
    size_t passed;
    atomic_ullong spent;      // as in client.h
    bool ended, known;        // no more cases are to be judged; it is in lab_result.order
    bool holds[ASPECT_COUNT]; // in all cases; final if run_count is case_count or a result was wrong
};

struct lab_result {
    const struct lab *lab;
    const struct options *options;
    enum verdict verdict;
    struct said device; // as the runner names it; nothing if it has not
    struct todo_list todos;
    char runners[OPERATOR_COUNT][RUNNER_PATH_SIZE]; // each operator's executable; "" for unused operators
    struct source *sources[OPERATOR_COUNT];         // their debug information; NULL: none
    const struct containment *containment;          // of the runners; NULL: they are not contained
    atomic_bool *never_ready;                       // as in client.h
    bool built[OPERATOR_COUNT];                     // may the runner be started?
    int building;              // the descriptor in LABS_RUNNERS_BUILT (runners.h); -1: everything is built
    struct look look;          // what a person should look at
    bool sought;               // ./lab looks for the code at fault afterwards, and then says which hint helps
    struct part_result *parts; // the requested parts
    size_t part_count;
    const struct part_result **order; // the first `known_count` of them: the parts in the order of the text
    size_t known_count;
};

// Makes room for all of the lab's parts. Returns false when memory is short.
bool lab_result_begin(struct lab_result *result);

// Adds a part to the order of the text, unless it is there.
void lab_result_add_known(struct lab_result *result, struct part_result *part);

void lab_result_free(struct lab_result *result);

// The part's first case that did not pass; NULL when all cases that were run passed.
const struct judgement *part_first_failure(const struct part_result *part);

// Was the first case that did not pass stopped by the user? Then nothing is known about it.
bool part_is_stopped(const struct part_result *part);

// The largest case of the part's first operator whose launches were counted or timed; NULL when none was run.
const struct judgement *part_largest_case(const struct part_result *part);

// The next task: of the requested part, or of the program if that part has none left or no part was
// requested. NULL when there is none.
const struct region *next_task(const struct lab_result *result);

// The part to fix before that task: it fails although all its tasks are filled in, or done for the student. NULL when
// there is none, or when no task is left.
const struct part_result *part_to_fix(const struct lab_result *result);

// Does the part fail because tasks are left, so that why it fails says nothing? If none of its own is filled in, unless
// the part was requested; with --whole also if some are.
bool part_is_unfinished(const struct lab_result *result, const struct part_result *part);

// Is the part's failure explained? That an unfinished part fails says nothing, unless the student asked for it.
bool part_is_explained(const struct lab_result *result, const struct part_result *part);

// The part whose failure the verdict explains first; NULL: none.
const struct part_result *part_to_explain(const struct lab_result *result);

// Is nothing to be said about the part: was it not run, or does it fail without any code?
bool part_is_left(const struct lab_result *result, const struct part_result *part);

// The filled task that did not hold before and in whose code the part's first failure has an error; NULL: none.
// *certain: the mistake is there, too. An error such as a race may only show there.
const struct region *part_blamed_task(const struct lab_result *result, const struct part_result *part,
                                      bool *certain);

// The filled tasks that did not hold before and that the part's first error or note names: at its places, behind it, at
// the call of its function, and where its index comes from. Returns their number, at most the size of the array.
enum { TASKS_NAMED_MAX = 3 };
size_t part_named_tasks(const struct lab_result *result, const struct part_result *part,
                        const struct region *tasks[TASKS_NAMED_MAX]);

// Does each part pass or is it unfinished, so that only tasks are left? Some may be done for the student.
bool is_unfinished_only(const struct lab_result *result);

// The points of one aspect of the part: achieved, and at most.
int part_points(const struct part_result *part, enum lab_aspect aspect);
int part_points_max(const struct lab_part *part, enum lab_aspect aspect);

// The part's case of exactly one full block; NULL when it was not run.
const struct judgement *part_one_block_case(const struct part_result *part);

#endif
