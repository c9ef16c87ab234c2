// CUDA's runtime API: streams and events. Work is done when the call that starts it returns, but the order of
// operations is kept (race/stream_order.h), and what pinned memory receives lands only when the host waits.
#include "sim/api/stream.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

#include "sim/access/pending.h"
#include "sim/api/call.h"
#include "sim/race/stream_words.h"
#include "sim/report/host.h"
#include "sim/report/thread.h"
#include "sim/schedule/turn.h"

enum { PRIORITY_GREATEST = -5 };

// Both are kept until the case ends, so a destroyed one stays known.
struct CUstream_st {
    struct CUstream_st *next;
    uint32_t pc, destroyed_pc;
    uint32_t number; // race/stream_order.h
    unsigned flags;
    int priority;
    bool destroyed;
};
struct CUevent_st {
    struct CUevent_st *next;
    uint32_t pc, destroyed_pc;
    bool destroyed, no_timing, recorded;
    bool queried;              // since it was recorded
    unsigned time;             // when it was recorded: `operations` at that moment
    struct stream_clock clock; // what it stands for
};
static struct CUstream_st *all_streams;
static struct CUevent_st *all_events;
static unsigned operations; // launches and asynchronous calls so far: used in place of time
static uint32_t launch_stream;
static unsigned queried_at; // `operations` when cudaStreamQuery last returned cudaErrorNotReady...
static uint32_t queried;    // ... for this stream

void stream_begin_case(void) {
    operations = 0;
    queried_at = UINT_MAX;
    stream_order_begin_case();
    stream_words_begin_case();
    pending_begin_case();
    while (all_streams != NULL) {
        struct CUstream_st *next = all_streams->next;
        free(all_streams);
        all_streams = next;
    }
    while (all_events != NULL) {
        struct CUevent_st *next = all_events->next;
        stream_order_clear(&all_events->clock);
        free(all_events);
        all_events = next;
    }
}

void stream_report_leaks(void) {
    for (const struct CUstream_st *one = all_streams; one != NULL; one = one->next) {
        if (!one->destroyed) {
            report_host(DIAGNOSTIC_LEAK, "", one->pc, 0, NOTHING, WORDS(TOPIC(STREAM_NEVER_DESTROYED)));
        }
    }
    for (const struct CUevent_st *one = all_events; one != NULL; one = one->next) {
        if (!one->destroyed) {
            report_host(DIAGNOSTIC_LEAK, "", one->pc, 0, NOTHING, WORDS(TOPIC(EVENT_NEVER_DESTROYED)));
        }
    }
}

static void destroy_stream(struct CUstream_st *stream, uint32_t pc) {
    stream->destroyed = true;
    stream->destroyed_pc = pc;
}

static void destroy_event(struct CUevent_st *event, uint32_t pc) {
    event->destroyed = true;
    event->destroyed_pc = pc;
}

void stream_destroy_all(uint32_t pc) {
    for (struct CUstream_st *one = all_streams; one != NULL; one = one->next) {
        if (!one->destroyed) {
            destroy_stream(one, pc);
        }
    }
    for (struct CUevent_st *one = all_events; one != NULL; one = one->next) {
        if (!one->destroyed) {
            destroy_event(one, pc);
        }
    }
}

// `call`: NULL for a launch.
static cudaError_t invalid_handle(const char *call, struct said_word kind, uint32_t destroyed_pc,
                                  uint32_t pc) {
    const struct said_word who = call != NULL ? NAME(call) : TOPIC(A_LAUNCH);
    if (destroyed_pc != 0) {
        report_second(report_host(DIAGNOSTIC_CUDA_ERROR, "", pc, destroyed_pc, TOPIC(DESTROYED),
                                  WORDS(TOPIC(RECEIVES_DESTROYED), who, kind)),
                      PLACE_ACT);
    } else {
        report_host(DIAGNOSTIC_CUDA_ERROR, "", pc, 0, NOTHING,
                    WORDS(TOPIC(RECEIVES_NEVER_CREATED), who, kind));
    }
    return call_result(cudaErrorInvalidResourceHandle);
}

static cudaError_t check_stream(cudaStream_t stream, const char *call, uint32_t pc) {
    if (stream == NULL || stream == cudaStreamLegacy || stream == cudaStreamPerThread) {
        return call_result(cudaSuccess);
    }
    for (const struct CUstream_st *one = all_streams; one != NULL; one = one->next) {
        if (one == stream) {
            return one->destroyed ? invalid_handle(call, TOPIC(A_STREAM), one->destroyed_pc, pc)
                                  : call_result(cudaSuccess);
        }
    }
    return invalid_handle(call, TOPIC(A_STREAM), 0, pc);
}

static cudaError_t check_event(cudaEvent_t event, const char *call, uint32_t pc) {
    for (const struct CUevent_st *one = all_events; one != NULL; one = one->next) {
        if (one == event) {
            return one->destroyed ? invalid_handle(call, TOPIC(AN_EVENT), one->destroyed_pc, pc)
                                  : call_result(cudaSuccess);
        }
    }
    return invalid_handle(call, TOPIC(AN_EVENT), 0, pc);
}

bool stream_check(cudaStream_t stream, const char *call, uint32_t pc) {
    operations++;
    return check_stream(stream, call, pc) == cudaSuccess;
}

void stream_follow_words(void) {
    if (!stream_words_followed()) {
        stream_words_follow();
    }
}

uint32_t stream_number(cudaStream_t stream) {
    if (stream == cudaStreamPerThread) {
        stream_follow_words();
        return STREAM_PER_THREAD;
    }
    return stream == NULL || stream == cudaStreamLegacy ? STREAM_LEGACY : stream->number;
}

uint32_t stream_issue_launch(const char *kernel, uint32_t pc) {
    return stream_order_issue(launch_stream, kernel, TOPIC_NONE, pc);
}

void stream_host_wait(uint32_t number) {
    stream_order_host_wait_stream(number);
    stream_words_host_waited();
    pending_land();
}

void stream_host_wait_all(void) {
    stream_order_host_wait_all();
    stream_words_host_waited();
    pending_land();
}

static void host_wait_event(const struct CUevent_st *event) {
    stream_order_host_wait(&event->clock);
    pending_land();
}

static cudaError_t create_stream(cudaStream_t *stream, unsigned flags, int priority, const char *call,
                                 uint32_t pc) {
    struct CUstream_st *made = stream == NULL ? NULL : calloc(1, sizeof(*made));
    if (made == NULL) {
        return call_failure(stream == NULL ? cudaErrorInvalidValue : cudaErrorMemoryAllocation, call, pc);
    }
    stream_follow_words();
    made->number = stream_order_add((flags & cudaStreamNonBlocking) == 0);
    made->flags = flags;
    made->priority = priority < PRIORITY_GREATEST ? PRIORITY_GREATEST : priority > 0 ? 0 : priority;
    made->pc = pc;
    made->next = all_streams;
    all_streams = made;
    *stream = made;
    return call_result(cudaSuccess);
}

static cudaError_t create_event(cudaEvent_t *event, const char *call, uint32_t pc) {
    struct CUevent_st *made = event == NULL ? NULL : calloc(1, sizeof(*made));
    if (made == NULL) {
        return call_failure(event == NULL ? cudaErrorInvalidValue : cudaErrorMemoryAllocation, call, pc);
    }
    made->pc = pc;
    made->next = all_events;
    all_events = made;
    *event = made;
    return call_result(cudaSuccess);
}

// Declares `pc`, the place of the call.
#define ENTER(call) uint32_t pc = call_enter(call, CALLER_ADDRESS())

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    ENTER("cudaStreamCreate");
    return create_stream(stream, cudaStreamDefault, 0, "cudaStreamCreate", pc);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    ENTER("cudaStreamCreateWithFlags");
    return create_stream(stream, flags, 0, "cudaStreamCreateWithFlags", pc);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    ENTER("cudaStreamCreateWithPriority");
    return create_stream(stream, flags, priority, "cudaStreamCreateWithPriority", pc);
}

// Priorities are kept, but change nothing: any order of two streams that CUDA allows is considered anyway.
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    ENTER("cudaDeviceGetStreamPriorityRange");
    (void)pc;
    if (least != NULL) {
        *least = 0;
    }
    if (greatest != NULL) {
        *greatest = PRIORITY_GREATEST;
    }
    return call_result(cudaSuccess);
}

static bool is_created(cudaStream_t stream) {
    return stream != NULL && stream != cudaStreamLegacy && stream != cudaStreamPerThread;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
    ENTER("cudaStreamGetFlags");
    cudaError_t error = check_stream(stream, "cudaStreamGetFlags", pc);
    if (error == cudaSuccess && flags == NULL) {
        return call_failure(cudaErrorInvalidValue, "cudaStreamGetFlags", pc);
    }
    if (error == cudaSuccess) {
        *flags = is_created(stream) ? stream->flags : cudaStreamDefault;
    }
    return error;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    ENTER("cudaStreamGetPriority");
    cudaError_t error = check_stream(stream, "cudaStreamGetPriority", pc);
    if (error == cudaSuccess && priority == NULL) {
        return call_failure(cudaErrorInvalidValue, "cudaStreamGetPriority", pc);
    }
    if (error == cudaSuccess) {
        *priority = is_created(stream) ? stream->priority : 0;
    }
    return error;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    ENTER("cudaStreamDestroy");
    cudaError_t error = stream == NULL ? invalid_handle("cudaStreamDestroy", TOPIC(A_STREAM), 0, pc)
                                       : check_stream(stream, "cudaStreamDestroy", pc);
    if (error == cudaSuccess && stream != cudaStreamLegacy && stream != cudaStreamPerThread) {
        destroy_stream(stream, pc);
    }
    return error;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    ENTER("cudaStreamSynchronize");
    cudaError_t error = check_stream(stream, "cudaStreamSynchronize", pc);
    if (error == cudaSuccess) {
        stream_host_wait(stream_number(stream));
    }
    return error;
}

// The first query finds that the operations have not ended yet, and the next one that they have.
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    ENTER("cudaStreamQuery");
    cudaError_t error = check_stream(stream, "cudaStreamQuery", pc);
    if (error != cudaSuccess) {
        return error;
    }
    uint32_t number = stream_number(stream);
    if (!stream_order_host_has_stream(number) && (queried != number || queried_at != operations)) {
        queried = number;
        queried_at = operations;
        return cudaErrorNotReady;
    }
    stream_host_wait(number);
    return error;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    ENTER("cudaStreamWaitEvent");
    (void)flags;
    cudaError_t error = check_stream(stream, "cudaStreamWaitEvent", pc);
    error = error == cudaSuccess ? check_event(event, "cudaStreamWaitEvent", pc) : error;
    if (error == cudaSuccess) {
        stream_order_wait(stream_number(stream), &event->clock);
    }
    return error;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    ENTER("cudaEventCreate");
    return create_event(event, "cudaEventCreate", pc);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    ENTER("cudaEventCreateWithFlags");
    cudaError_t error = create_event(event, "cudaEventCreateWithFlags", pc);
    if (error == cudaSuccess) {
        (*event)->no_timing = (flags & cudaEventDisableTiming) != 0;
    }
    return error;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    ENTER("cudaEventDestroy");
    cudaError_t error = check_event(event, "cudaEventDestroy", pc);
    if (error == cudaSuccess) {
        destroy_event(event, pc);
    }
    return error;
}

static cudaError_t record(cudaEvent_t event, cudaStream_t stream, const char *call, uint32_t pc) {
    cudaError_t error = check_event(event, call, pc);
    error = error == cudaSuccess ? check_stream(stream, call, pc) : error;
    if (error == cudaSuccess) {
        event->recorded = true;
        event->queried = false;
        event->time = operations;
        stream_order_record(&event->clock, stream_number(stream));
    }
    return error;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    ENTER("cudaEventRecord");
    return record(event, stream, "cudaEventRecord", pc);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    ENTER("cudaEventRecordWithFlags");
    (void)flags;
    return record(event, stream, "cudaEventRecordWithFlags", pc);
}

// There is no time to measure. Never 0, because programs divide by it.
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop) {
    ENTER("cudaEventElapsedTime");
    cudaError_t error = check_event(start, "cudaEventElapsedTime", pc);
    error = error == cudaSuccess ? check_event(stop, "cudaEventElapsedTime", pc) : error;
    if (error != cudaSuccess) {
        return error;
    }
    if (start->no_timing || stop->no_timing || !start->recorded || !stop->recorded) {
        return call_failure(cudaErrorInvalidResourceHandle, "cudaEventElapsedTime", pc);
    }
    if (milliseconds == NULL) {
        return call_failure(cudaErrorInvalidValue, "cudaEventElapsedTime", pc);
    }
    if (!stream_order_host_has(&start->clock) || !stream_order_host_has(&stop->clock)) {
        return call_failure(cudaErrorNotReady, "cudaEventElapsedTime", pc);
    }
    report_host(DIAGNOSTIC_TIME, "", pc, 0, NOTHING, WORDS(TOPIC(TIME_IS_MEANINGLESS)));
    *milliseconds = stop->time < start->time ? -(float)(start->time - stop->time) - 1
                                             : (float)(stop->time - start->time) + 1;
    return call_result(cudaSuccess);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    ENTER("cudaEventSynchronize");
    cudaError_t error = check_event(event, "cudaEventSynchronize", pc);
    if (error == cudaSuccess) {
        host_wait_event(event);
    }
    return error;
}

// As cudaStreamQuery.
cudaError_t cudaEventQuery(cudaEvent_t event) {
    ENTER("cudaEventQuery");
    cudaError_t error = check_event(event, "cudaEventQuery", pc);
    if (error == cudaSuccess && !event->queried && !stream_order_host_has(&event->clock)) {
        event->queried = true;
        return cudaErrorNotReady;
    }
    if (error == cudaSuccess) {
        host_wait_event(event);
    }
    return error;
}

int sim_launch_stream(cudaStream_t stream, void *return_address) {
    uint32_t pc = relative_pc(return_address);
    struct worker *worker = turn_worker();
    if (worker != NULL) { // behind a name that hides the launch from the compiler
        report_thread(&worker->report, DIAGNOSTIC_UNSUPPORTED, worker->current, pc,
                      WORDS(TOPIC(LAUNCHES_KERNEL)));
        lane_abandon(worker, cudaErrorNotSupported);
    }
    bool valid = stream_check(stream, NULL, pc);
    launch_stream = valid ? stream_number(stream) : STREAM_LEGACY;
    return valid;
}
