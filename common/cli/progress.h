// The student's progress, recorded in build/progress: outside the build folders, so a rebuild keeps it. A
// damaged record counts as missing.
#ifndef LABS_CLI_PROGRESS_H
#define LABS_CLI_PROGRESS_H

#include <stdbool.h>

#include "labs.h"

// Has the lab's starter.cu, as it is now, passed a whole check? A file that changed since then has not.
bool progress_passed(const struct lab *lab);

// The number of labs, without the exercises beyond them, and in *passed how many of them are passed.
int progress_labs(int *passed);

// A number that changes with the content of the lab's starter.cu. 0, or -1 if it cannot be read.
int progress_starter_hash(const struct lab *lab, unsigned long long *hash);
int progress_file_hash(const char *path, unsigned long long *hash); // the same for any file

// The first lab that has not passed. false if there is none.
bool progress_first_unfinished(struct lab *lab);

// Records that the lab's starter.cu with this hash has passed. 0, or -1 with errno.
int progress_record(const struct lab *lab, unsigned long long hash);

// Writes the path of the file with the student's best kernels so far (spent.h) into path[LAB_PATH_SIZE].
void progress_best_path(const struct lab *lab, char *path);

// Replaces that file's text. If this fails, the old one stays.
void progress_record_best(const struct lab *lab, const char *text);

// Lets the checkers that run from now on write the states of the lab's tasks, for progress_task; NULL: no longer.
void progress_watch_tasks(const struct lab *lab);

// What the last whole check found out about TODO(todo) of the lab's starter.cu, as it is now: "holds", "wrong",
// "doubtful" if it is the one to fix first but may be correct, or "open"; "" if nothing.
const char *progress_task(const struct lab *lab, int todo);

// Notes that of these tasks of the lab's starter.cu, as it is now, TODO(todo) is wrong, and no other one: tasks[k]: is
// TODO(k) one of them?
void progress_blame(const struct lab *lab, int todo, const bool *tasks, int count);

// The number of the last hint for TODO(todo) that has been shown; 0 for none.
int progress_hints(const struct lab *lab, int todo);

// Records that hint `step` for TODO(todo) has been shown. A hint before the last one changes nothing. 0, or
// -1 with errno.
int progress_record_hint(const struct lab *lab, int todo, int step);

#endif
