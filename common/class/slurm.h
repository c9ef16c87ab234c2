// Grades on a cluster: an array job of Slurm, one submission per task. All nodes see the same folders.
#ifndef LABS_CLASS_SLURM_H
#define LABS_CLASS_SLURM_H

#include "commands.h"

// A file to grade.
struct slurm_task {
    int lab;          // index in class->labs
    const char *hash; // of the file
};

// Submits `count` tasks, and waits for them. `look` is called every second; when it returns false, the job is
// cancelled. What a task could not do is in OUT/state/slurm/NUMBER.why. Returns 0, or -1 after a message if Slurm does
// not work.
int slurm_run(const struct class *class, const struct slurm_task *tasks, size_t count,
              bool (*look)(void *context), void *context);

// Why the task left no result, without a line end; "" if it says nothing, as after a node has failed.
void slurm_why(const struct class *class, size_t task, char why[WHY_SIZE]);

// In the job: grades the task of that number. The exit code.
int slurm_grade(struct class *class, size_t task);

#endif
