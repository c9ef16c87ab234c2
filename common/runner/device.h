// The functions that the runner needs from a device besides the CUDA runtime API. common/sim and common/gpu
// implement it; each runner is linked to one of them.
#ifndef LABS_DEVICE_H
#define LABS_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include "runner/protocol.h"

#ifdef __cplusplus
extern "C" {
#endif

// From the environment, which the checker sets: LABS_WORKERS, LABS_SCHEDULE (fixed, random, reversed,
// together), LABS_SCHEDULE_SEED, LABS_ENDLESS_SECONDS.
struct device_options {
    int workers;         // OS threads of the simulated device; 0: one per core
    int random_schedule; // order of warps and blocks drawn from the seed
    int reversed_blocks; // last block first
    int hold_blocks;     // many blocks have begun before one publishes anything (schedule `together`)
    int fixed_order; // end with RUNNER_NEEDS_ONE_WORKER if the order of blocks on several workers would matter
    uint64_t schedule_seed;
    double endless_seconds; // CPU time without any progress that counts as an endless loop
    int slow_host;          // host code may compute for longer than that
};

// Both devices fill fresh memory with this, word by word from an allocation's first byte on. As a float it is
// a signalling NaN, as an int 2,141,562,277: no plausible sum.
enum { DEVICE_POISON = 0x7fa5a5a5 };

// Opens the device. CASE_DONE, or CASE_NO_DEVICE / CASE_NO_ROOM; `said` names the device, or says why there is none.
int device_open(const struct device_options *options, struct said *said);

// A case reports through these two, any number of times, at device_case_end at the latest.
struct device_sink {
    void (*diagnostic)(const struct diagnostic *diagnostic);
    void (*launch)(const struct launch_record *launch, const struct counters *intervals,
                   const struct place_counters *lines);
};

// Records the next case (record.h) into `memory` of `bytes`, which is zero: all of it, or only the launch of that
// number (0: all). NULL: records nothing.
void device_record(void *memory, size_t bytes, unsigned launch);

// A case: begin, allocate its buffers, call the student's function, end. The harness's own allocations and
// copies are neither counted nor timed. Buffers have guards on both sides.
void device_case_begin(const struct device_sink *sink);

// After device_case_begin: which blocks of the case run. A real GPU always runs all of them.
void device_sample(const struct sample *sample);

// A const input of `count` elements of `value_size` bytes, called `name` in diagnostics. NULL if memory is
// short. A real GPU needs `values` unchanged until the case's end.
void *device_input(const char *name, const void *values, size_t count, size_t value_size);

// Call it after device_input and before the student's function. Clears the host's copy of the input if the
// device does not need it, so host code cannot read it there.
void device_hide_input(void *values, size_t count, size_t value_size);

// An output, poisoned.
void *device_output(const char *name, size_t count, size_t value_size);

// Calls the student's function through `call`. CASE_DONE, or CASE_ABANDONED if the device had to stop it;
// diagnostics say why.
int device_run(void (*call)(void *argument), void *argument);

// Copies an output back to `values` (same length), between the student's function and device_case_end.
void device_read_output(const void *d_output, void *values);

// The program has noticed the last CUDA error itself: device_case_end does not report it as one that was never checked.
void device_forget_error(void);

// Waits for the device, reports leaks, changed input and unwritten output, frees everything that the case
// still holds, and fills `result`: launches, left_out, variables_changed and copied_*; and, for a CUDA error that the
// program never checked, status and message.
void device_case_end(struct case_result *result);

#ifdef __cplusplus
}
#endif

#endif
