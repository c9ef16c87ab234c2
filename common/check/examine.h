// A lab examined: its parts, their cases one after the other, and what came of each.
#ifndef LABS_EXAMINE_H
#define LABS_EXAMINE_H

#include "judge.h"
#include "options.h"
#include "source.h"
#include "todo.h"

struct part_result {
    const struct lab_part *part;
    enum verdict verdict;
    size_t case_count; // planned
    struct judgement judgements[LAB_CASE_MAX];
    size_t run_count; // of the judgements: cases that were run
    size_t passed;
};

struct lab_result {
    const struct lab *lab;
    const struct options *options;
    enum verdict verdict;
    char device[96];   // as the runner calls it; "" when it never said
    char runner[1024]; // path of the runner's executable
    struct todo_list todos;
    struct source *source;     // the runner's debug information; NULL: none
    struct part_result *parts; // those that were asked for
    size_t part_count;
};

// Runs and judges everything that the options ask for. Without --all a part ends at its first failing case,
// which is its smallest, and a part of which nothing has been begun is not run after a failing one.
// result->lab, options, runner, source and todos are given; the rest is filled in.
void examine_lab(struct lab_result *result);

void lab_result_free(struct lab_result *result);

// The first case of the part that did not pass; NULL when all that were run did.
const struct judgement *part_first_failure(const struct part_result *part);

#endif
