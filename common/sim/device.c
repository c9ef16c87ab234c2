// The simulated GPU as the runner sees it (runner/device.h): opening it, and the begin and end of a case.
// Apart from the student's own calls, this is the only entry point of the simulator.
#include "runner/device.h"

#include <stdlib.h>
#include <string.h>

#include "sim/access/host_code.h"
#include "sim/access/leftovers.h"
#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/api/launch.h"
#include "sim/api/memory.h"
#include "sim/api/properties.h"
#include "sim/api/stream.h"
#include "sim/base/executable.h"
#include "sim/hooks/host_memory.h"
#include "sim/hooks/unset.h"
#include "sim/memory/variables.h"
#include "sim/report/host.h"
#include "sim/schedule/grid.h"
#include "sim/schedule/watchdog.h"
#include "sim/schedule/workers.h"
#include "sim/trace/trace.h"

static bool has_main; // the program has a main of its own, which may exit
static struct sample sample;

// The student's code has ended the process during a case, as CUDA_CHECK does: the findings so far are
// reported.
static void at_exit(void) {
    if (!has_main) {
        call_report_exit();
        host_report_exit();
    }
    report_send(&host_report);
}

int device_open(const struct device_options *options, struct said *said) {
    executable_open();
    unset_open(options);
    has_main = options->slow_host != 0;
    if (watchdog_open(options->endless_seconds, options->slow_host != 0) != 0 || global_memory_open() != 0 ||
        variables_open() != 0 || grid_open(options) != 0) {
        say(said, WORDS(TOPIC(NO_ROOM_FOR_SIMULATION)));
        return CASE_NO_ROOM;
    }
    atexit(at_exit);
    say(said, WORDS(TOPIC(SIMULATED_GPU), NUMBER(worker_count())));
    return CASE_DONE;
}

void device_record(void *memory, size_t bytes, unsigned launch) {
    launch_record(memory, bytes, launch);
}

void device_case_begin(const struct device_sink *sink) {
    report_to(sink);
    global_memory_reset();
    variables_begin_case();
    host_begin_case();
    host_memory_begin_case();
    call_begin_case();
    memory_begin_case();
    copy_begin_case();
    stream_begin_case();
    properties_begin_case();
    launch_begin_case();
}

void device_sample(const struct sample *wanted) {
    sample = *wanted;
    global_memory_begin_case(sample.section > 0);
    grid_sample(&sample);
    if (sample.section > 0) {
        variables_keep();
    }
}

void *device_input(const char *name, const void *values, size_t count, size_t value_size) {
    struct allocation *made =
        global_memory_allocate(name, count * value_size, value_size, OWNED_BY_HARNESS, true, 0);
    if (made == NULL) {
        return NULL;
    }
    watchdog_begin_case(count);
    global_memory_unlock();
    if (sample.section == 0) {
        memcpy((void *)made->base, values, count * value_size);
    }
    for (uint64_t block = 0, first, end; sample_next(&sample, count, &block, &first, &end);) {
        memcpy((char *)made->base + first * value_size, (const char *)values + first * value_size,
               (size_t)(end - first) * value_size);
    }
    global_memory_lock();
    if (trace_on()) {
        trace_allocation(made, false);
    }
    return (void *)made->base;
}

// The values are in device memory, which host code cannot access, and a write to the input is reported
// immediately.
void device_hide_input(void *values, size_t count, size_t value_size) {
    if (sample.section == 0) {
        memset(values, 0, count * value_size);
    }
    for (uint64_t block = 0, first, end; sample_next(&sample, count, &block, &first, &end);) {
        memset((char *)values + first * value_size, 0, (size_t)(end - first) * value_size);
    }
}

void *device_output(const char *name, size_t count, size_t value_size) {
    struct allocation *made =
        global_memory_allocate(name, count * value_size, value_size, OWNED_BY_HARNESS, false, 0);
    if (made != NULL && trace_on()) {
        trace_allocation(made, true);
    }
    return made == NULL ? NULL : (void *)made->base;
}

void device_read_output(const void *d_output, void *values) {
    bool inside;
    const struct allocation *output = global_memory_find((uintptr_t)d_output, 0, &inside);
    global_memory_unlock();
    memcpy(values, d_output, output->bytes);
    global_memory_lock();
}

int device_run(void (*call)(void *), void *argument) {
    return host_run(call, argument) == 0 ? CASE_DONE : CASE_ABANDONED;
}

void device_forget_error(void) {
    call_set_last_error(cudaSuccess);
}

void device_case_end(struct case_result *result) {
    // A function that was stopped early could not free its memory or write its output.
    if (call_fault() == cudaSuccess && result->status == CASE_DONE) {
        leftovers_report();
        memory_report_leaks();
        stream_report_leaks();
        host_memory_report_leaks();
        host_report_unread();
    }
    cudaError_t error = call_fault() != cudaSuccess ? call_fault() : call_unseen_error();
    report_send(&host_report);
    report_to(NULL);

    result->launches = launch_count();
    result->left_out = grid_left_out();
    result->variables_changed = sample.section > 0 && variables_changed();
    result->unchecked = call_unchecked_launches();
    const struct copy_counts copied = copy_counts();
    uint32_t read_pc;
    const uint64_t managed = host_managed_bytes(&read_pc);
    result->copied_to_host = copied.to_host + managed;
    result->copied_to_device = copied.to_device;
    result->copied_on_device = copied.on_device;
    result->copied_pc = managed > copied.to_host ? read_pc : copied.to_host_pc;
    result->copied_on_device_pc = copied.on_device_pc;
    if (error != cudaSuccess) {
        result->status = CASE_ABANDONED;
        say(&result->message,
            WORDS(TOPIC(CUDA_ERROR), NAME(cudaGetErrorName(error)), NAME(cudaGetErrorString(error))));
    }
}
