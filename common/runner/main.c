// The runner: the process with the student's code. It receives one case after the other from the checker
// (protocol.h), runs the part's function on its device, and returns output, diagnostics and counters.
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "runner/case.h"
#include "runner/protocol.h"
#include "runner/reply.h"

// Runs before all constructors, which a student's file may have; what the engine interprets has none.
#ifdef SIM_INTERPRETED
#elif defined(__APPLE__)
__attribute__((constructor(101))) static void take_key(int count, char **words, char **environment) {
    (void)count, (void)words;
    reply_take_key(environment);
}
#else
static void take_key(int count, char **words, char **environment) {
    (void)count, (void)words;
    reply_take_key(environment);
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = take_key;
#endif

static void run_case(int data, const struct case_request *request, struct case_result *result) {
    char *shared = mmap(NULL, request->data_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, data, 0);
    if (shared == MAP_FAILED) {
        bool no_room = errno == ENOMEM || errno == EAGAIN;
        result->status = no_room ? CASE_NO_ROOM : CASE_DEVICE_LOST;
        say(&result->message, WORDS(no_room ? TOPIC(DATA_NOT_MAPPED) : TOPIC(DESCRIPTOR_LOST)));
        return;
    }
    case_run(shared, request, result);
    munmap(shared, request->data_bytes);
}

// The linker puts the lab's code and the device's before this, and libraries after it (sim/hooks/host_functions.c).
void runner_code_end(void);
void runner_code_end(void) {
}

int main(void) {
    int channel = reply_open(), data = reply_descriptor("LABS_DATA");
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // what was printed is shown, however the process ends
    struct device_options options = reply_device_options();
    options.fixed_order = 1;
    struct hello hello = {.version = PROTOCOL_VERSION};
    int status = device_open(&options, &hello.device);
    reply_send(REPLY_HELLO, &hello, sizeof(hello));

    struct message_header header;
    void *payload = NULL;
    size_t capacity = 0;
    int received;
    while ((received = protocol_receive(channel, &header, &payload, &capacity, -1)) == 1) {
        if (header.type != REQUEST_CASE || header.length != sizeof(struct case_request)) {
            fprintf(stderr, "runner: a message of unknown type %u\n", header.type);
            return REPLY_EXIT_HARNESS;
        }
        struct case_result result = {.status = (uint32_t)status};
        if (status == CASE_DONE) {
            run_case(data, payload, &result);
        } else {
            result.message = hello.device;
        }
        reply_send_result(&result);
    }
    free(payload);
    return received == 0 ? 0 : REPLY_EXIT_HARNESS;
}
