#define _GNU_SOURCE
#include "runner/reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "runner/proof.h"

static int channel;
static struct proof proof;

void reply_take_key(char **environment) {
    static const char name[] = "LABS_SOCKET=";
    for (; *environment != NULL; environment++) {
        if (strncmp(*environment, name, strlen(name)) == 0) {
            recv(atoi(*environment + strlen(name)), &proof.key, sizeof(proof.key), MSG_WAITALL);
        }
    }
}

int reply_descriptor(const char *name) {
    const char *text = getenv(name);
    char *end;
    long value = text == NULL ? -1 : strtol(text, &end, 10);
    if (text == NULL || *end != 0 || value < 0) {
        fprintf(stderr,
                "A checker starts this program: use ./lab check, or lab01-check in the build folder.\n");
        exit(REPLY_EXIT_HARNESS);
    }
    return (int)value;
}

int reply_open(void) {
    channel = reply_descriptor("LABS_SOCKET");
    return channel;
}

static void send_message(uint32_t type, const void *payload, size_t length) {
    if (protocol_send(channel, type, payload, length) != 0) {
        exit(REPLY_EXIT_HARNESS);
    }
}

void reply_send(uint32_t type, const void *payload, size_t length) {
    proof_add(&proof, type, payload, length);
    send_message(type, payload, length);
}

void reply_send_result(struct case_result *result) {
    result->proof = proof_of(&proof, *result);
    send_message(REPLY_RESULT, result, sizeof(*result));
}

static void send_diagnostic(const struct diagnostic *diagnostic) {
    reply_send(REPLY_DIAGNOSTIC, diagnostic, sizeof(*diagnostic));
}

static void send_launch(const struct launch_record *launch, const struct counters *intervals,
                        const struct place_counters *lines) {
    size_t interval_bytes = launch->interval_count * sizeof(*intervals);
    size_t line_bytes = launch->line_count * sizeof(*lines);
    char *message = malloc(sizeof(*launch) + interval_bytes + line_bytes);
    if (message == NULL) {
        perror("runner");
        exit(REPLY_EXIT_HARNESS);
    }
    memcpy(message, launch, sizeof(*launch));
    if (interval_bytes > 0) {
        memcpy(message + sizeof(*launch), intervals, interval_bytes);
    }
    if (line_bytes > 0) {
        memcpy(message + sizeof(*launch) + interval_bytes, lines, line_bytes);
    }
    reply_send(REPLY_LAUNCH, message, sizeof(*launch) + interval_bytes + line_bytes);
    free(message);
}

const struct device_sink reply_sink = {send_diagnostic, send_launch};

struct device_options reply_device_options(void) {
    const char *workers = getenv("LABS_WORKERS"), *schedule = getenv("LABS_SCHEDULE");
    const char *seed = getenv("LABS_SCHEDULE_SEED"), *endless = getenv("LABS_ENDLESS_SECONDS");
    struct device_options options = {.workers = workers == NULL ? 0 : atoi(workers),
                                     .schedule_seed = seed == NULL ? 0 : strtoull(seed, NULL, 10),
                                     .endless_seconds = endless == NULL ? 2.0 : atof(endless)};
    options.random_schedule = schedule != NULL && strcmp(schedule, "random") == 0;
    options.reversed_blocks = schedule != NULL && strcmp(schedule, "reversed") == 0;
    options.hold_blocks = schedule != NULL && strcmp(schedule, "together") == 0;
    return options;
}
