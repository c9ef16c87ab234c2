#define _GNU_SOURCE // kill, pread and clock_gettime also under -std=c11

#include "check/runner/client.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_MS = 100,       // how often a runner from which nothing is heard is looked at: is it still alive?
    EXPLAIN_MS = 500,    // for the simulated GPU to say where an endless loop stands
    END_MS = 1000,       // between closing the socket and ending
    OUTPUT_POISON = 0xdb // what the output holds before the runner writes it
};

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

// Sets the end of a run that the harness itself could not do. Always false.
static bool not_possible(struct case_outcome *run, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->problem, sizeof(run->problem), format, arguments);
    va_end(arguments);
    run->end = RUN_NOT_POSSIBLE;
    return false;
}

void client_init(struct client *client, const struct client_config *config) {
    *client = (struct client){.config = *config, .data = -1, .process = {.socket = -1, .printed = -1}};
}

// ---- Listening -------------------------------------------------------------------------------------------

enum heard { HEARD_NOTHING, HEARD_MESSAGE, HEARD_AWAITED, HEARD_CLOSED, HEARD_NONSENSE, HEARD_FLOOD };

// Takes in what has been printed by now. false when it is too much.
static bool take_printed(struct client *client, struct case_outcome *run) {
    char bytes[16384];
    while (client->process.printed >= 0) {
        ssize_t length = read(client->process.printed, bytes, sizeof(bytes));
        if (length < 0 && errno == EINTR) {
            continue;
        }
        if (length < 0) {
            break; // nothing more for now
        }
        if (length == 0) {
            close(client->process.printed);
            client->process.printed = -1;
        } else if (!case_outcome_take_output(run, bytes, (size_t)length)) {
            return false;
        }
    }
    return true;
}

static enum heard take_hello(struct client *client, struct case_outcome *run,
                             const struct message_header *header) {
    struct hello hello;
    if (header->length == sizeof(hello)) {
        memcpy(&hello, client->payload, sizeof(hello));
    }
    if (header->length != sizeof(hello) || hello.version != PROTOCOL_VERSION) {
        snprintf(run->problem, sizeof(run->problem),
                 "a greeting in another version of the protocol: build it again");
        return HEARD_NONSENSE;
    }
    snprintf(client->device, sizeof(client->device), "%.*s", (int)sizeof(hello.device), hello.device);
    return HEARD_AWAITED;
}

static enum heard take_message(struct client *client, struct case_outcome *run, uint32_t awaited,
                               double left_ms) {
    struct message_header header;
    int status =
        protocol_receive(client->process.socket, &header, &client->payload, &client->capacity, (int)left_ms);
    if (status == 0) {
        return HEARD_CLOSED;
    }
    if (status < 0 && errno == ETIMEDOUT) {
        return HEARD_NOTHING;
    }
    if (status < 0) {
        snprintf(run->problem, sizeof(run->problem), "a message that is none");
        return HEARD_NONSENSE;
    }
    if (header.type != awaited) {
        return case_outcome_take_message(run, &header, client->payload) ? HEARD_MESSAGE : HEARD_NONSENSE;
    }
    if (awaited == REPLY_HELLO) {
        return take_hello(client, run, &header);
    }
    return case_outcome_take_result(run, &header, client->payload) ? HEARD_AWAITED : HEARD_NONSENSE;
}

// Waits for whatever comes first, at most `left_ms`; looks up from it after `slice_ms`.
static enum heard listen_once(struct client *client, struct case_outcome *run, uint32_t awaited,
                              double left_ms, double slice_ms) {
    struct pollfd ends[2] = {{.fd = client->process.socket, .events = POLLIN},
                             {.fd = client->process.printed, .events = POLLIN}}; // -1 is passed over
    int ready = poll(ends, 2, (int)slice_ms);
    if (ready <= 0) {
        return HEARD_NOTHING;
    }
    if (ends[1].revents != 0 && !take_printed(client, run)) {
        return HEARD_FLOOD;
    }
    if (ends[0].revents != 0) {
        return take_message(client, run, awaited, left_ms);
    }
    return HEARD_MESSAGE;
}

// Listens for at most `ms` to what a runner that is to be ended still says.
static void listen_on(struct client *client, struct case_outcome *run, double ms, bool messages) {
    double deadline = now_ms() + ms;
    for (;;) {
        double left = deadline - now_ms();
        if (left <= 0 || !take_printed(client, run)) {
            return;
        }
        if (messages) {
            enum heard heard = listen_once(client, run, REPLY_RESULT, left, left < LOOK_MS ? left : LOOK_MS);
            if (heard != HEARD_MESSAGE && heard != HEARD_NOTHING) {
                return;
            }
        } else {
            struct pollfd printed = {.fd = client->process.printed, .events = POLLIN};
            poll(&printed, 1, 5); // an ending process must not hang on a full pipe
        }
        if (process_has_ended(&client->process)) {
            return;
        }
    }
}

// ---- Ending ----------------------------------------------------------------------------------------------

// Ends the process and says how the run ended. Always false.
static bool end_run(struct client *client, struct case_outcome *run, enum run_end end) {
    if (end == RUN_SILENT) {
        kill(client->process.pid, SIGUSR1);
        listen_on(client, run, EXPLAIN_MS, true);
    } else if (end == RUN_CLOSED) {
        listen_on(client, run, END_MS, false);
        if (process_has_ended(&client->process)) {
            int status = client->process.status;
            end = WIFSIGNALED(status) ? RUN_SIGNALLED : RUN_EXITED;
            run->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
        }
    }
    take_printed(client, run);
    process_kill(&client->process);
    run->end = end;
    return false;
}

// Listens until the awaited message has come: true. Otherwise the process is ended and `run` says how.
static bool await(struct client *client, struct case_outcome *run, uint32_t awaited) {
    double deadline = now_ms() + client->config.limit * 1e3;
    bool ended = false;
    for (;;) {
        double left = deadline - now_ms();
        if (left <= 0) {
            return end_run(client, run, RUN_SILENT);
        }
        double slice = ended ? 0 : left < LOOK_MS ? left : LOOK_MS;
        switch (listen_once(client, run, awaited, left, slice)) {
        case HEARD_AWAITED:
            return take_printed(client, run) || end_run(client, run, RUN_FLOOD);
        case HEARD_CLOSED:
            return end_run(client, run, RUN_CLOSED);
        case HEARD_NONSENSE:
            return end_run(client, run, RUN_NONSENSE);
        case HEARD_FLOOD:
            return end_run(client, run, RUN_FLOOD);
        case HEARD_NOTHING:
            if (ended) { // a process that it started still holds the socket
                return end_run(client, run, RUN_CLOSED);
            }
            ended = process_has_ended(&client->process); // then what it said last is heard first
            break;
        case HEARD_MESSAGE:
            break;
        }
    }
}

void client_stop(struct client *client) {
    if (client->process.pid != 0) {
        close(client->process.socket); // by which it knows that no more cases come
        client->process.socket = -1;
        struct case_outcome rest;
        case_outcome_init(&rest);
        listen_on(client, &rest, END_MS, false);
        case_outcome_free(&rest);
    }
    process_kill(&client->process);
    if (client->data >= 0) {
        close(client->data);
    }
    free(client->payload);
    client->data = -1;
    client->payload = NULL;
    client->capacity = 0;
    client->data_size = 0;
}

// ---- One case --------------------------------------------------------------------------------------------

static bool start(struct client *client, struct case_outcome *run) {
    const struct client_config *config = &client->config;
    char workers[16], seed[24], endless[24];
    snprintf(workers, sizeof(workers), "%d", config->workers);
    snprintf(seed, sizeof(seed), "%llu", (unsigned long long)config->schedule_seed);
    snprintf(endless, sizeof(endless), "%.3f", config->endless);
    // What the replay command does not say must not come in from the environment either; but for the patience
    // with endless loops, which the course's tests shorten.
    const struct process_setting settings[] = {
        {"LABS_WORKERS", config->workers > 0 ? workers : NULL},
        {"LABS_SCHEDULE", config->schedule},
        {"LABS_SCHEDULE_SEED", config->schedule != NULL ? seed : NULL},
        {"LABS_ENDLESS_SECONDS", config->endless > 0 ? endless : getenv("LABS_ENDLESS_SECONDS")},
    };
    if (client->data < 0) {
        client->data = process_memory_file();
    }
    if (client->data < 0) {
        return not_possible(run, "no shared memory: %s", strerror(errno));
    }
    if (process_start(&client->process, config->path, client->data, settings,
                      sizeof(settings) / sizeof(settings[0])) != 0) {
        return not_possible(run, "%s: %s", config->path, strerror(errno));
    }
    return await(client, run, REPLY_HELLO);
}

static bool write_all(int file, const void *bytes, size_t length, off_t offset) {
    for (size_t done = 0; done < length;) {
        ssize_t written = pwrite(file, (const char *)bytes + done, length - done, offset + (off_t)done);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        done += written > 0 ? (size_t)written : 0;
    }
    return true;
}

// Read, not mapped: a runner that made the file smaller would end us by a bus error.
static bool read_all(int file, void *bytes, size_t length, off_t offset) {
    for (size_t done = 0; done < length;) {
        ssize_t got = pread(file, (char *)bytes + done, length - done, offset + (off_t)done);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}

// Writes the input and poisons the output, so that what is left of the case before is no result.
static bool fill_data(struct client *client, const struct client_case *what,
                      const struct case_request *request) {
    if (request->data_bytes > client->data_size) {
        if (ftruncate(client->data, (off_t)request->data_bytes) != 0) {
            return false;
        }
        client->data_size = request->data_bytes;
    }
    memset(what->output, OUTPUT_POISON, request->output_bytes);
    return write_all(client->data, what->input, request->input_bytes, 0) &&
           write_all(client->data, what->output, request->output_bytes, (off_t)request->output_offset);
}

void client_run(struct client *client, const struct client_case *what, struct case_outcome *run) {
    case_outcome_init(run);
    if (process_has_ended(&client->process)) { // since the last case: that was none of this one's doing
        process_kill(&client->process);
    }
    if (client->process.pid == 0) {
        run->before_case = true;
        if (!start(client, run)) {
            return;
        }
        run->before_case = false;
    }
    snprintf(run->device, sizeof(run->device), "%s", client->device);

    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    struct case_request request = {.n = what->n, .value_size = what->value_size};
    snprintf(request.part, sizeof(request.part), "%s", what->part);
    request.input_bytes = (uint64_t)what->n * what->value_size;
    request.output_bytes = (uint64_t)what->output_count * what->value_size;
    request.output_offset = (request.input_bytes + page - 1) / page * page;
    request.data_bytes = (request.output_offset + request.output_bytes + page) / page * page; // never empty
    if (!fill_data(client, what, &request)) {
        not_possible(run, "no memory for %zu elements: %s", what->n, strerror(errno));
        return;
    }
    // When the process has just died this fails; the loop below finds out how.
    protocol_send(client->process.socket, REQUEST_CASE, &request, sizeof(request));
    if (!await(client, run, REPLY_RESULT)) {
        return;
    }
    if (run->result.status == CASE_DEVICE_LOST) {
        process_kill(&client->process); // the next case gets a new one
    } else if (run->result.status == CASE_DONE &&
               !read_all(client->data, what->output, request.output_bytes, (off_t)request.output_offset)) {
        snprintf(run->problem, sizeof(run->problem), "less output than was asked for");
        end_run(client, run, RUN_NONSENSE);
    }
}
