// A client of the runner process: starts it, sends it one case after the other, and never trusts it.
#ifndef LABS_CLIENT_H
#define LABS_CLIENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "check/runner/case_data.h"
#include "check/runner/case_outcome.h"
#include "check/runner/process.h"
#include "runner/proof.h"
#include "runner/record.h"

struct client_config {
    const char *path;     // the executable
    double limit;         // seconds of its own time (process.h) per case, and for the start of the process
    double limit_of_all;  // the same for all cases of the clients that share `spent`; 0: none
    atomic_ullong *spent; // microseconds of their cases so far; NULL without that limit
    int workers;          // of the simulated GPU; 0: its default
    const char *schedule; // NULL: its default
    uint64_t schedule_seed;
    // Seconds without progress after which the simulated GPU reports an endless loop; 0: the default.
    double endless;
    const struct containment *containment; // NULL: the process is not contained
    const atomic_bool *abandoned;          // becomes true when the run is not needed any more; NULL: never
    // Shared by all clients of one program, and set by the first whose process does not get ready within the limit.
    // From then on none is started: each would take the limit again. NULL: every process is tried.
    atomic_bool *never_ready;
};

struct client {
    struct client_config config;
    struct process process;
    struct case_data data;
    struct proof proof;
    struct said device; // from its first message
    void *payload;      // of the last message
    size_t capacity;
};

// What to run. Input and output are in the checker's own memory.
struct client_case {
    const char *part;
    size_t n;
    size_t value_size; // bytes per element
    const void *input; // n elements
    void *output;      // output_count elements; filled when the answer is CASE_DONE
    size_t output_count;
    struct sample sample;   // the input is 0 elsewhere
    struct record **record; // gets the case's recording, which the caller frees; NULL: it is not recorded
    // Called several times per second while the case runs, with the seconds on the clock since it began. false: the
    // user stops the run. NULL: not called.
    bool (*wait)(void *context, double seconds);
    void *context;
};

// Does not start a process; the first case does.
void client_init(struct client *client, const struct client_config *config);

// Runs one case and waits until it ends in any way, but not much longer than the limit. A process that has
// ended or must be ended is replaced at the next case. Fills `run`, to be freed with case_outcome_free.
void client_run(struct client *client, const struct client_case *what, struct case_outcome *run);

// Ends the process: the next case gets a new one, for which no earlier case has run.
void client_renew(struct client *client);

// Lets the process exit, kills it if it does not, and releases everything.
void client_stop(struct client *client);

#endif
