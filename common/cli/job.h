// Work in a process of its own, whose output is read as it comes and which can be cancelled.
#ifndef LABS_CLI_JOB_H
#define LABS_CLI_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct job {
    pid_t child; // 0: it has ended, or none was started
    int output;  // the descriptor to wait for; -1: none
    int code;    // its exit code
    char *text;  // its output and its errors, ended by '\0'; never NULL once a job was started
    size_t length, capacity;
};

// Starts `work`, whose result is the exit code. What it writes will be shown in this many columns. Ends the job
// before. false: it cannot be started, and the text says why.
bool job_start(struct job *job, int columns, int (*work)(const void *context), const void *context);

// Reads what has been written, without waiting. true: there is something new, or the job has ended.
bool job_read(struct job *job);

// Ends the work, and everything that it has started.
void job_cancel(struct job *job);

// Cancels it and frees the text.
void job_free(struct job *job);

#endif
