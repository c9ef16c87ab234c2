// The runner as a process: started, given one case after the other, stopped, and never trusted.
#ifndef LABS_CLIENT_H
#define LABS_CLIENT_H

#include <stdint.h>

#include "check/runner/case_outcome.h"
#include "check/runner/process.h"

struct client_config {
    const char *path;     // the executable
    double limit;         // seconds a case may take, and the start of the process
    int workers;          // of the simulated GPU; 0: its own choice
    const char *schedule; // NULL: its own choice
    uint64_t schedule_seed;
    double
        endless; // seconds without progress that the simulated GPU calls an endless loop; 0: its own choice
};

struct client {
    struct client_config config;
    struct process process;
    int data;         // memory file of input and output; -1: not made yet
    size_t data_size; // bytes
    char device[96];  // from its first message
    void *payload;    // of the message received last
    size_t capacity;
};

// What to run: input and output in the checker's own memory.
struct client_case {
    const char *part;
    size_t n;
    size_t value_size; // bytes an element
    const void *input; // n elements
    void *output;      // output_count elements; filled when the run answered with CASE_DONE
    size_t output_count;
};

// No process yet; the first case starts it.
void client_init(struct client *client, const struct client_config *config);

// Runs one case and waits for its end, whatever that is, but not much longer than the limit. A process that
// has ended, or that has to be ended, is replaced at the next case. `run` is filled; case_outcome_free it.
void client_run(struct client *client, const struct client_case *what, struct case_outcome *run);

// Ends the process, politely at first, and releases everything.
void client_stop(struct client *client);

#endif
