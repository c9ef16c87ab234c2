#include "runner/case.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "runner/device.h"
#include "runner/part.h"
#include "runner/reply.h"

static const struct part *find_part(const char *name) {
    for (const struct part *part = lab_parts; part->name != NULL; part++) {
        if (strcmp(part->name, name) == 0) {
            return part;
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
    call->part->call(call->part, call->d_in, call->result, call->n);
}

void case_run(char *data, const struct case_request *request, struct case_result *result) {
    struct call call = {.part = find_part(request->part), .n = request->n};
    if (call.part == NULL || call.part->value_size != request->value_size) {
        result->status = CASE_NO_PART;
        return;
    }
    bool scan = call.part->kind == PART_KIND_SCAN;
    device_record(request->record_bytes > 0 ? data + request->record_offset : NULL, request->record_bytes, 0);
    device_case_begin(&reply_sink);
    device_sample(&request->sample);
    call.d_in = device_input("d_in", data, request->n, request->value_size);
    call.result =
        scan ? device_output("d_out", request->output_bytes / request->value_size, request->value_size)
             : data + request->output_offset;
    if (call.d_in == NULL || call.result == NULL) {
        result->status = CASE_NO_ROOM;
        say(&result->message, WORDS(TOPIC(NO_ROOM_FOR_ELEMENTS), NUMBER(request->n)));
    } else {
        device_hide_input(data, request->n, request->value_size);
        result->status = (uint32_t)device_run(run_call, &call);
        if (scan && result->status == CASE_DONE) {
            device_read_output(call.result, data + request->output_offset);
        }
        device_case_end(result);
    }
    fflush(stdout);
}
