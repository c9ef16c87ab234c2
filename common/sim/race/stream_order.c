#include "sim/race/stream_order.h"

#include <stdlib.h>

#include "sim/base/make_room.h"

// The clock of a stream: what comes before the operation that it is given next.
struct stream {
    struct stream_clock clock;
    bool blocking;
};
static struct stream *streams;
static uint32_t stream_count, stream_capacity;
static struct stream_clock host;

static struct operation *operations;
static uint32_t operation_count, operation_capacity;
static uint32_t first_operation = 1; // number of operations[0]

// ---- Clocks ----

static uint32_t step_at(const struct stream_clock *clock, uint32_t stream) {
    return stream < clock->count ? clock->steps[stream] : 0;
}

static bool grow(struct stream_clock *clock, uint32_t count) {
    uint32_t *larger = count <= clock->count ? clock->steps : realloc(clock->steps, count * sizeof(*larger));
    if (larger == NULL) {
        return count == 0; // out of memory: a false race may be reported
    }
    clock->steps = larger;
    while (clock->count < count) {
        clock->steps[clock->count++] = 0;
    }
    return true;
}

static void join(struct stream_clock *to, const struct stream_clock *from) {
    if (!grow(to, from->count)) {
        return;
    }
    for (uint32_t i = 0; i < from->count; i++) {
        to->steps[i] = from->steps[i] > to->steps[i] ? from->steps[i] : to->steps[i];
    }
}

static bool covers(const struct stream_clock *clock, const struct stream_clock *moment) {
    for (uint32_t i = 0; i < moment->count; i++) {
        if (moment->steps[i] > step_at(clock, i)) {
            return false;
        }
    }
    return true;
}

void stream_order_clear(struct stream_clock *moment) {
    free(moment->steps);
    *moment = (struct stream_clock){0};
}

// ---- Streams ----

// The host has waited for all operations.
static void forget_operations(void) {
    first_operation += operation_count;
    operation_count = 0;
}

uint32_t stream_order_add(bool blocking) {
    if (!make_room(&streams, stream_count, &stream_capacity, 16, sizeof(*streams))) {
        return STREAM_LEGACY; // out of memory
    }
    streams[stream_count] = (struct stream){.blocking = blocking};
    return stream_count++;
}

void stream_order_begin_case(void) {
    for (uint32_t i = 0; i < stream_count; i++) {
        stream_order_clear(&streams[i].clock);
    }
    stream_count = 0;
    stream_order_clear(&host);
    forget_operations();
    stream_order_add(false); // STREAM_LEGACY, which does not wait for itself
    stream_order_add(true);  // STREAM_PER_THREAD
}

// The stream is given something. Returns its clock.
static struct stream_clock *act(uint32_t stream) {
    struct stream_clock *clock = &streams[stream].clock;
    join(clock, &host);
    for (uint32_t i = 0; i < stream_count && stream == STREAM_LEGACY; i++) {
        if (streams[i].blocking) {
            join(clock, &streams[i].clock);
        }
    }
    if (streams[stream].blocking) {
        join(clock, &streams[STREAM_LEGACY].clock);
    }
    return clock;
}

uint32_t stream_order_issue(uint32_t stream, const char *name, enum topic verb, uint32_t pc) {
    struct stream_clock *clock = act(stream);
    if (!make_room(&operations, operation_count, &operation_capacity, 16, sizeof(*operations)) ||
        !grow(clock, stream + 1)) {
        abort();
    }
    operations[operation_count] = (struct operation){name, verb, pc, stream, ++clock->steps[stream]};
    return first_operation + operation_count++;
}

const struct operation *stream_order_operation(uint32_t number) {
    return number - first_operation < operation_count ? &operations[number - first_operation] : NULL;
}

bool stream_order_before(const struct operation *earlier, uint32_t stream) {
    return step_at(&streams[stream].clock, earlier->stream) >= earlier->step;
}

void stream_order_record(struct stream_clock *moment, uint32_t stream) {
    struct stream_clock *clock = act(stream);
    if (grow(clock, stream + 1)) {
        clock->steps[stream]++; // this is an operation, too, for which the host can wait
    }
    stream_order_clear(moment);
    join(moment, clock);
}

void stream_order_wait(uint32_t stream, const struct stream_clock *moment) {
    join(&streams[stream].clock, moment);
}

// ---- The host ----

bool stream_order_before_host(const struct operation *earlier) {
    return step_at(&host, earlier->stream) >= earlier->step;
}

void stream_order_host_wait(const struct stream_clock *moment) {
    join(&host, moment);
}

// What a wait for the stream waits for. Only the legacy stream's waits for other streams, too: a blocking stream that
// was given nothing after the legacy stream's last operation has nothing to wait for (as on an H100 with CUDA 13.0).
static const struct stream_clock *awaited(uint32_t stream) {
    return stream == STREAM_LEGACY ? act(stream) : &streams[stream].clock;
}

void stream_order_host_wait_stream(uint32_t stream) {
    join(&host, awaited(stream));
    if (stream == STREAM_LEGACY && stream_count == STREAM_FIRST_CREATED &&
        streams[STREAM_PER_THREAD].clock.count == 0) {
        forget_operations(); // there is no other stream
    }
}

void stream_order_host_wait_all(void) {
    for (uint32_t i = 0; i < stream_count; i++) {
        join(&host, &streams[i].clock);
    }
    forget_operations();
}

bool stream_order_host_has(const struct stream_clock *moment) {
    return covers(&host, moment);
}

bool stream_order_host_has_stream(uint32_t stream) {
    return covers(&host, awaited(stream));
}
