#include "sim/api/call.h"

#include <stddef.h>

#include "sim/base/executable.h"
#include "sim/report/host.h"
#include "sim/report/thread.h"
#include "sim/schedule/turn.h"

static cudaError_t last_error, fault;
static const char
    *error_call; // the call that returned last_error, if that has not been reported; otherwise NULL
static struct said error_said; // the same, as a message names it
static uint32_t error_pc;
static unsigned unchecked, unchecked_before; // launches, also before the last check
static unsigned forgotten;                   // launches whose error, if any, a check has cleared to no use
static bool cleared;                         // by the last check
static unsigned error_sent, error_host;      // reports of kernels, and of the host, before it

void call_begin_case(void) {
    last_error = fault = cudaSuccess;
    error_call = NULL;
    unchecked = unchecked_before = forgotten = 0;
}

void call_note_launch(void) {
    unchecked++;
}

void call_note_check(bool clears) {
    cleared = clears;
    unchecked_before = unchecked;
    unchecked = 0;
}

void sim_error_unused(void) {
    if (cleared) {
        forgotten += unchecked_before;
        unchecked_before = 0;
    } else {
        unchecked = unchecked_before;
    }
}

unsigned call_unchecked_launches(void) {
    return unchecked + forgotten;
}

uint32_t call_enter(const char *call, const void *return_address) {
    struct worker *worker = turn_worker();
    uint32_t pc = relative_pc(return_address);
    if (worker == NULL) {
        return pc;
    }
    report_thread(&worker->report, DIAGNOSTIC_UNSUPPORTED, worker->current, pc,
                  WORDS(TOPIC(CALLS_HOST_ONLY), NAME(call)));
    lane_abandon(worker, cudaErrorNotSupported);
}

cudaError_t call_result(cudaError_t error) {
    if (fault != cudaSuccess) {
        return fault;
    }
    if (error != cudaSuccess) {
        call_set_last_error(error);
    }
    return error;
}

cudaError_t call_failure(cudaError_t error, const char *call, uint32_t pc) {
    return call_failure_of(error, call, pc, WORDS(TOPIC(AS_IT_IS), NAME(call)));
}

cudaError_t call_failure_of(cudaError_t error, const char *call, uint32_t pc, const struct said_word *words) {
    error = call_result(error);
    error_call = call;
    say(&error_said, words);
    error_pc = pc;
    error_sent = report_sent();
    error_host = host_report.count;
    return error;
}

cudaError_t call_fault(void) {
    return fault;
}

void call_set_fault(cudaError_t error) {
    fault = error;
    call_set_last_error(error);
}

cudaError_t call_last_error(void) {
    return fault != cudaSuccess ? fault : last_error;
}

void call_set_last_error(cudaError_t error) {
    last_error = error;
    error_call = NULL;
}

// Reports that the call has returned the last error. `topic`: RETURNED, and perhaps that this was never checked.
static struct diagnostic *report_returned(struct said_word topic) {
    return report_host(DIAGNOSTIC_CUDA_ERROR, error_call, error_pc, 0, NOTHING,
                       WORDS(topic, PART(error_said), NAME(cudaGetErrorName(last_error)),
                             NAME(cudaGetErrorString(last_error))));
}

void call_report_exit(void) {
    if (last_error != cudaSuccess && error_call != NULL && report_sent() == 0 && host_report.count == 0) {
        report_returned(TOPIC(RETURNED));
    }
}

cudaError_t call_unseen_error(void) {
    if (last_error != cudaSuccess && error_call != NULL) {
        if (report_returned(TOPIC(RETURNED_UNCHECKED)) != NULL) {
            report_host_move(error_host);
            host_report.entries[error_host].diagnostic.sent_before = 1 + error_sent;
        }
        error_call = NULL;
    }
    return last_error;
}
