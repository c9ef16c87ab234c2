// The runner in an instance of its own (check/runner/instance.h): engine.js calls these functions.
#include "engine/web/instance.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/run/executable.h"
#include "engine/run/parts.h"
#include "runner/case.h"
#include "runner/record.h"
#include "runner/reply.h"

static bool open;
static int status;
static struct hello hello = {.version = PROTOCOL_VERSION};

void instance_open(void) {
    char refusal[512];
    reply_open();
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (!parts_open(getenv("LABS_PROGRAM"), refusal, sizeof(refusal))) {
        fprintf(stderr, "%s\n", refusal);
        exit(REPLY_EXIT_HARNESS);
    }
    struct device_options options = reply_device_options();
    options.fixed_order = 1;
    open = true;
    status = device_open(&options, &hello.device);
    reply_send(REPLY_HELLO, &hello, sizeof(hello));
}

void instance_case(struct case_request *request) {
    struct case_result result = {.status = (uint32_t)status};
    if (status == CASE_DONE) {
        char *data = (char *)(request + 1);
        // A result of an earlier case cannot count.
        memset(data + request->output_offset, 0, request->output_bytes);
        if (request->record_bytes > 0) {
            memset(data + request->record_offset, 0, sizeof(struct record));
        }
        case_run(data, request, &result);
    } else {
        result.message = hello.device;
    }
    reply_send_result(&result);
}

#ifdef __wasm__
// Instead of the signal, which natively sim/schedule/signals.c reports.
_Noreturn void abort(void) {
    if (open) {
        executable_stops(SIGABRT);
    }
    __builtin_trap();
}
#endif
