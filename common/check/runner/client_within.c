// client.h without processes (instance.h). The module's user limits the time.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/runner/client.h"
#include "check/runner/instance.h"

// The number of the runner's instance is where a process has its id.
void client_init(struct client *client, const struct client_config *config) {
    *client = (struct client){.config = *config};
}

void client_renew(struct client *client) {
    if (client->process.pid != 0) {
        instance_stop(client->process.pid);
    }
    client->process.pid = 0;
}

void client_stop(struct client *client) {
    client_renew(client);
    free(client->payload);
    client->payload = NULL;
    client->capacity = 0;
}

// Receives the next message. Returns its length, with the header; 0: there is none, or no memory.
static size_t receive(struct client *client) {
    const size_t bytes = instance_message(client->process.pid, client->payload, client->capacity);
    if (bytes <= client->capacity) {
        return bytes;
    }
    char *more = realloc(client->payload, bytes);
    if (more == NULL) {
        return 0;
    }
    client->payload = more;
    client->capacity = bytes;
    return instance_message(client->process.pid, client->payload, client->capacity);
}

// Takes all messages and what was printed. Returns whether the last message is the awaited one, and otherwise records
// in `run` how it ended.
static bool take_all(struct client *client, struct case_outcome *run, uint32_t awaited) {
    char bytes[4096];
    bool good = true, answered = false;
    while (good && receive(client) > 0) {
        const struct message_header *header = client->payload;
        const void *payload = header + 1;
        answered = header->type == awaited;
        good = header->type == REPLY_HELLO    ? case_outcome_take_hello(run, header, payload)
               : header->type == REPLY_RESULT ? case_outcome_take_result(run, header, payload)
                                              : case_outcome_take_message(run, header, payload);
    }
    const int ended = instance_ended(client->process.pid);
    if (!good) {
        run->end = RUN_MALFORMED;
    } else if (!answered) {
        run->end = ended < 0 ? RUN_SIGNALLED : ended > 0 ? RUN_EXITED : RUN_CLOSED;
        run->code = ended < 0 ? -ended : ended - 1;
    }
    for (size_t length; (length = instance_printed(client->process.pid, bytes, sizeof(bytes))) > 0;) {
        if (!case_outcome_take_output(run, bytes, length)) {
            run->end = RUN_FLOOD;
            good = false;
        }
    }
    if (!good || !answered || ended != 0) {
        client_renew(client);
    }
    return good && answered;
}

static bool start(struct client *client, struct case_outcome *run) {
    const struct client_config *config = &client->config;
    const char *endless = getenv("LABS_ENDLESS_SECONDS");
    char variables[2000], seconds[24];
    if (config->endless > 0) {
        snprintf(seconds, sizeof(seconds), "%.3f", config->endless);
        endless = seconds;
    }
    snprintf(variables, sizeof(variables),
             "LABS_PROGRAM=%s\nLABS_WORKERS=%d\nLABS_SCHEDULE=%s\nLABS_SCHEDULE_SEED=%llu\n%s%s%s",
             config->path, config->workers, config->schedule != NULL ? config->schedule : "",
             (unsigned long long)config->schedule_seed, endless != NULL ? "LABS_ENDLESS_SECONDS=" : "",
             endless != NULL ? endless : "", endless != NULL ? "\n" : "");
    client->process.pid = instance_start(variables);
    run->before_case = true;
    const bool ready = take_all(client, run, REPLY_HELLO);
    run->before_case = !ready;
    client->device = run->device;
    return ready;
}

// What the case has recorded. NULL if memory is short.
static struct record *read_record(int instance, const struct case_request *request) {
    struct record head = {0};
    instance_read(instance, request->record_offset, &head, sizeof(head));
    const size_t most = (request->record_bytes - sizeof(head)) / sizeof(struct record_entry);
    head.capacity = head.count < most ? head.count : most;
    const size_t bytes = head.capacity * sizeof(struct record_entry);
    struct record *record = malloc(sizeof(head) + bytes);
    if (record != NULL) {
        *record = head;
        instance_read(instance, request->record_offset + sizeof(head), record->entries, bytes);
    }
    return record;
}

void client_run(struct client *client, const struct client_case *what, struct case_outcome *run) {
    case_outcome_init(run);
    if (client->process.pid == 0 && !start(client, run)) {
        return;
    }
    const struct case_request request = case_data_request(what);
    const int instance = client->process.pid;
    run->device = client->device;
    memset(what->output, CASE_OUTPUT_POISON, request.output_bytes);
    instance_run(instance, &request, sizeof(request), what->input, request.input_bytes, request.data_bytes);
    if (what->record != NULL) {
        *what->record = read_record(instance, &request);
    }
    if (!take_all(client, run, REPLY_RESULT)) {
        return;
    }
    if (run->result.status == CASE_DONE) {
        instance_read(instance, request.output_offset, what->output, request.output_bytes);
    } else if (run->result.status == CASE_DEVICE_LOST || run->result.status == CASE_NO_ROOM) {
        client_renew(client);
    }
}
