// The runner: the process with the student's code. It receives one case after the other from the checker
// (protocol.h), runs the part's function on its device, and returns output, diagnostics and counters.
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runner/device.h"
#include "runner/part.h"
#include "runner/protocol.h"

enum { EXIT_HARNESS = 2 };

static int channel, data;

// Ends the process if the checker is gone.
static void send_reply(uint32_t type, const void *payload, size_t length) {
    if (protocol_send(channel, type, payload, length) != 0) {
        exit(EXIT_HARNESS);
    }
}

static void send_diagnostic(const struct diagnostic *diagnostic) {
    send_reply(REPLY_DIAGNOSTIC, diagnostic, sizeof(*diagnostic));
}

static void send_launch(const struct launch_record *launch, const struct counters *intervals,
                        const struct place_counters *lines) {
    size_t interval_bytes = launch->interval_count * sizeof(*intervals);
    size_t line_bytes = launch->line_count * sizeof(*lines);
    char *message = malloc(sizeof(*launch) + interval_bytes + line_bytes);
    if (message == NULL) {
        perror("runner");
        exit(EXIT_HARNESS);
    }
    memcpy(message, launch, sizeof(*launch));
    if (interval_bytes > 0) {
        memcpy(message + sizeof(*launch), intervals, interval_bytes);
    }
    if (line_bytes > 0) {
        memcpy(message + sizeof(*launch) + interval_bytes, lines, line_bytes);
    }
    send_reply(REPLY_LAUNCH, message, sizeof(*launch) + interval_bytes + line_bytes);
    free(message);
}

static const struct device_sink sink = {send_diagnostic, send_launch};

static const struct part *find_part(const char *name) {
    for (size_t i = 0; i < lab_part_count; i++) {
        if (strcmp(lab_parts[i].name, name) == 0) {
            return &lab_parts[i];
        }
    }
    return NULL;
}

// One call of the student's function.
struct call {
    const struct part *part;
    const void *d_in;
    void *result;
    size_t n;
};

static void run_call(void *argument) {
    const struct call *call = argument;
    call->part->call(call->d_in, call->result, call->n);
}

static void run_case(const struct case_request *request, struct case_result *result) {
    struct call call = {.part = find_part(request->part), .n = request->n};
    if (call.part == NULL || call.part->value_size != request->value_size) {
        result->status = CASE_NO_PART;
        return;
    }
    char *shared = mmap(NULL, request->data_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, data, 0);
    if (shared == MAP_FAILED) {
        result->status = CASE_DEVICE_LOST;
        snprintf(result->message, sizeof(result->message), "cannot map the case's data");
        return;
    }
    bool scan = call.part->kind == PART_KIND_SCAN;
    device_record(request->record_bytes > 0 ? shared + request->record_offset : NULL, request->record_bytes);
    device_case_begin(&sink);
    call.d_in = device_input("d_in", shared, request->n, request->value_size);
    call.result =
        scan ? device_output("d_out", request->n, request->value_size) : shared + request->output_offset;
    if (call.d_in == NULL || call.result == NULL) {
        result->status = CASE_DEVICE_LOST;
        snprintf(result->message, sizeof(result->message), "the device has no memory for %llu elements",
                 (unsigned long long)request->n);
    } else {
        device_hide_input(shared, request->n * request->value_size);
        result->status = (uint32_t)device_run(run_call, &call);
        if (scan && result->status == CASE_DONE) {
            device_read_output(call.result, shared + request->output_offset);
        }
        device_case_end(result);
    }
    fflush(stdout);
    munmap(shared, request->data_bytes);
}

static int descriptor(const char *name) {
    const char *text = getenv(name);
    char *end;
    long value = text == NULL ? -1 : strtol(text, &end, 10);
    if (text == NULL || *end != 0 || value < 0) {
        fprintf(stderr,
                "A checker starts this program: use ./lab check, or lab01-check in the build folder.\n");
        exit(EXIT_HARNESS);
    }
    return (int)value;
}

static struct device_options options_from_environment(void) {
    const char *workers = getenv("LABS_WORKERS"), *schedule = getenv("LABS_SCHEDULE");
    const char *seed = getenv("LABS_SCHEDULE_SEED"), *endless = getenv("LABS_ENDLESS_SECONDS");
    struct device_options options = {.workers = workers == NULL ? 0 : atoi(workers),
                                     .schedule_seed = seed == NULL ? 0 : strtoull(seed, NULL, 10),
                                     .endless_seconds = endless == NULL ? 2.0 : atof(endless)};
    options.fixed_order = 1;
    options.random_schedule = schedule != NULL && strcmp(schedule, "random") == 0;
    options.reversed_blocks = schedule != NULL && strcmp(schedule, "reversed") == 0;
    options.hold_blocks = schedule != NULL && strcmp(schedule, "together") == 0;
    return options;
}

int main(void) {
    channel = descriptor("LABS_SOCKET");
    data = descriptor("LABS_DATA");
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // what was printed is shown, however the process ends
    struct device_options options = options_from_environment();
    struct hello hello = {.version = PROTOCOL_VERSION, .part_count = (uint32_t)lab_part_count};
    int status = device_open(&options, hello.device, sizeof(hello.device));
    send_reply(REPLY_HELLO, &hello, sizeof(hello));

    struct message_header header;
    void *payload = NULL;
    size_t capacity = 0;
    int received;
    while ((received = protocol_receive(channel, &header, &payload, &capacity, -1)) == 1) {
        if (header.type != REQUEST_CASE || header.length != sizeof(struct case_request)) {
            fprintf(stderr, "runner: a message of unknown type %u\n", header.type);
            return EXIT_HARNESS;
        }
        struct case_result result = {.status = (uint32_t)status};
        if (status == CASE_DONE) {
            run_case(payload, &result);
        } else {
            snprintf(result.message, sizeof(result.message), "%s", hello.device);
        }
        send_reply(REPLY_RESULT, &result, sizeof(result));
    }
    free(payload);
    return received == 0 ? 0 : EXIT_HARNESS;
}
