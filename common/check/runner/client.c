#define _GNU_SOURCE // kill also under -std=c11

#include "check/runner/client.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <sys/random.h> // getentropy
#endif

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 // macOS: protocol_send() has switched the signal off
#endif

enum {
    POLL_MS = 50,      // how often a silent runner is polled
    EXPLAIN_MS = 2000, // for the simulated GPU to report where an endless loop is
    END_MS = 1000      // between closing the socket and killing the process
};

// Records that the harness itself could not do the run. Always returns false.
static bool not_possible(struct case_outcome *run, const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    say(&run->problem, WORDS(TOPIC(AS_IT_IS), NAME(text)));
    run->end = RUN_NOT_POSSIBLE;
    return false;
}

void client_init(struct client *client, const struct client_config *config) {
    *client =
        (struct client){.config = *config, .data = {.file = -1}, .process = {.socket = -1, .printed = -1}};
}

// ---- Receiving -------------------------------------------------------------------------------------------

enum heard { HEARD_NOTHING, HEARD_MESSAGE, HEARD_AWAITED, HEARD_CLOSED, HEARD_MALFORMED, HEARD_FLOOD };

// Reads what was printed so far. Returns false when it is too much.
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
        say(&run->problem, WORDS(TOPIC(BAD_MESSAGE)));
        return HEARD_MALFORMED;
    }
    if (header.type != REPLY_RESULT) {
        proof_add(&client->proof, header.type, client->payload, header.length);
    }
    if (header.type != awaited) {
        return case_outcome_take_message(run, &header, client->payload) ? HEARD_MESSAGE : HEARD_MALFORMED;
    }
    if (awaited == REPLY_HELLO) {
        bool good = case_outcome_take_hello(run, &header, client->payload);
        client->device = run->device;
        return good ? HEARD_AWAITED : HEARD_MALFORMED;
    }
    if (!case_outcome_take_result(run, &header, client->payload)) {
        return HEARD_MALFORMED;
    }
    if (proof_of(&client->proof, run->result) != run->result.proof) {
        say(&run->problem, WORDS(TOPIC(FORGED_ANSWER)));
        return HEARD_MALFORMED;
    }
    return HEARD_AWAITED;
}

// Waits for output or a message for at most `slice_ms`. A message that has begun may take up to `left_ms`.
static enum heard listen_once(struct client *client, struct case_outcome *run, uint32_t awaited,
                              double left_ms, double slice_ms) {
    struct pollfd ends[2] = {{.fd = client->process.socket, .events = POLLIN},
                             {.fd = client->process.printed, .events = POLLIN}}; // poll() ignores -1
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

// As many threads of the program can be of use at a time: those of the simulated GPU, and that of the host code. A
// program that starts more has no more time for that.
static int threads_most(const struct client *client) {
    long workers = client->config.workers > 0 ? client->config.workers : sysconf(_SC_NPROCESSORS_ONLN);
    return workers > 0 ? (int)workers + 1 : 2;
}

// Receives what a runner still sends before it is ended, until it has had `ms` of time. It must not block on a full
// pipe, so what it prints beyond the limit is dropped.
static void listen_on(struct client *client, struct case_outcome *run, double ms, bool messages) {
    process_time_begin(&client->process);
    for (bool ended = false;; ended = process_has_ended(&client->process)) {
        double left = ms - process_time_spent(&client->process, threads_most(client)) * 1e3;
        struct pollfd ends[2] = {{.fd = messages ? client->process.socket : -1, .events = POLLIN},
                                 {.fd = client->process.printed, .events = POLLIN}};
        if (left <= 0) {
            return;
        }
        take_printed(client, run);
        poll(ends, 2, ended ? 0 : 5);
        if (ends[0].revents != 0 ? take_message(client, run, REPLY_RESULT, left) != HEARD_MESSAGE : ended) {
            return;
        }
    }
}

// ---- Ending ----------------------------------------------------------------------------------------------

static double seconds_now(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Was the process ended by the machine, or by a limit that someone has set for all programs? Then the topic that says
// in what way; TOPIC_NONE if it was its own doing. In a box the limits are the program's, and what kills it otherwise
// is the machine. Before the first case only the simulated GPU takes much memory: an emulator can need gigabytes for
// the addresses it reserves.
static enum topic machine_ended(const struct client *client, const struct case_outcome *run) {
    const struct process *process = &client->process;
    const struct containment *box = client->config.containment;
    const uint64_t plenty = UINT64_C(4) << 30; // bytes; the largest check of a solution needs 0.6 GB
    const int number = run->code;
    if (box != NULL &&
        (number != SIGKILL || process->processor_seconds >= (double)box->limits.processor_seconds)) {
        return TOPIC_NONE;
    }
    switch (number) {
    case SIGKILL:
        return process->peak_bytes > process->ready_bytes + plenty && !run->before_case ? TOPIC_NONE
                                                                                        : TOPIC_BY_MACHINE;
    case SIGXCPU:
        return TOPIC_BY_TIME_LIMIT;
    case SIGXFSZ:
        return TOPIC_BY_FILE_LIMIT;
    default:
        return TOPIC_NONE;
    }
}

static void say_breach(struct said *to, enum box_breach breach, const struct box_limits *limits) {
    switch (breach) {
    case BOX_WITHIN:
        break;
    case BOX_OVER_TIME:
        say(to, WORDS(TOPIC(OVER_PROCESSOR_TIME), NUMBER(limits->processor_seconds)));
        break;
    case BOX_OVER_MEMORY:
        say(to, WORDS(TOPIC(OVER_MEMORY), NUMBER(limits->memory_bytes >> 20)));
        break;
    case BOX_OVER_ADDRESSES:
        say(to, WORDS(TOPIC(OVER_ADDRESSES), NUMBER(limits->address_bytes >> 30)));
        break;
    case BOX_OVER_THREADS:
        say(to, WORDS(TOPIC(OVER_THREADS), NUMBER(limits->threads)));
        break;
    }
}

// Ends the process and records how the run ended. Always returns false.
static bool end_run(struct client *client, struct case_outcome *run, enum run_end end) {
    if (end == RUN_SILENT || end == RUN_FLOOD || end == RUN_INTERRUPTED) { // where is it?
        kill(client->process.pid, SIGUSR1);
        listen_on(client, run, EXPLAIN_MS, true);
    } else if (end == RUN_CLOSED) {
        listen_on(client, run, END_MS, false);
        if (process_has_ended(&client->process)) {
            int status = client->process.status;
            end = WIFSIGNALED(status) ? RUN_SIGNALLED : RUN_EXITED;
            run->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
            const enum topic by = end == RUN_SIGNALLED ? machine_ended(client, run) : TOPIC_NONE;
            if (by != TOPIC_NONE) {
                say(&run->problem, WORDS(TOPIC(KILLED_FROM_OUTSIDE), A_TOPIC(by)));
                end = RUN_NOT_POSSIBLE;
            }
        }
    }
    take_printed(client, run);
    process_kill(&client->process);
    run->end = end;
    if (client->process.breach != BOX_WITHIN) {
        run->end = RUN_OVER_LIMIT;
        say_breach(&run->problem, client->process.breach, &client->config.containment->limits);
    }
    return false;
}

// Have all cases together taken too long?
static bool is_over_all(const struct client *client, struct case_outcome *run, double spent) {
    double most = client->config.limit_of_all;
    bool over = most > 0 && (double)*client->config.spent / 1e6 + spent > most;
    if (over) {
        char seconds[32];
        snprintf(seconds, sizeof(seconds), "%g", most);
        say(&run->problem, WORDS(TOPIC(OVER_TIME_OF_ALL), NAME(seconds)));
    }
    return over;
}

// Receives until the awaited message has come. `what`: the case, or NULL. Otherwise ends the process, records how in
// `run` and returns false.
static bool await(struct client *client, struct case_outcome *run, uint32_t awaited,
                  const struct client_case *what) {
    double begun = seconds_now();
    process_time_begin(&client->process);
    bool ended = false;
    for (;;) {
        if (client->config.abandoned != NULL && *client->config.abandoned) {
            process_kill(&client->process);
            return not_possible(run, "abandoned");
        }
        double spent = process_time_spent(&client->process, threads_most(client)),
               left = (client->config.limit - spent) * 1e3;
        if (left <= 0) {
            return end_run(client, run, RUN_SILENT);
        }
        if (is_over_all(client, run, spent)) {
            return end_run(client, run, RUN_OVER_LIMIT);
        }
        run->seconds = seconds_now() - begun;
        if (what != NULL && what->wait != NULL && !what->wait(what->context, run->seconds)) {
            return end_run(client, run, RUN_INTERRUPTED);
        }
        double slice = ended ? 0 : left < POLL_MS ? left : POLL_MS;
        switch (listen_once(client, run, awaited, left, slice)) {
        case HEARD_AWAITED:
            return take_printed(client, run) || end_run(client, run, RUN_FLOOD);
        case HEARD_CLOSED:
            return end_run(client, run, RUN_CLOSED);
        case HEARD_MALFORMED:
            return end_run(client, run, RUN_MALFORMED);
        case HEARD_FLOOD:
            return end_run(client, run, RUN_FLOOD);
        case HEARD_NOTHING:
            if (ended) { // a process that it started still holds the socket open
                return end_run(client, run, RUN_CLOSED);
            }
            ended = process_has_ended(&client->process); // if so, first receive what it sent last
            break;
        case HEARD_MESSAGE:
            break;
        }
    }
}

void client_stop(struct client *client) {
    if (client->process.pid != 0) {
        close(client->process.socket); // which means that there are no more cases
        client->process.socket = -1;
        struct case_outcome rest;
        case_outcome_init(&rest);
        listen_on(client, &rest, END_MS, false);
        case_outcome_free(&rest);
    }
    process_kill(&client->process);
    case_data_close(&client->data);
    free(client->payload);
    client->payload = NULL;
    client->capacity = 0;
}

void client_renew(struct client *client) {
    process_kill(&client->process);
}

// ---- One case --------------------------------------------------------------------------------------------

static bool start(struct client *client, struct case_outcome *run) {
    const struct client_config *config = &client->config;
    char workers[16], seed[24], endless[24];
    snprintf(workers, sizeof(workers), "%d", config->workers);
    snprintf(seed, sizeof(seed), "%llu", (unsigned long long)config->schedule_seed);
    snprintf(endless, sizeof(endless), "%.3f", config->endless);
    // A variable that the replay command does not set must not come from the environment either. The
    // exception is the time for endless loops, which the course's tests shorten.
    const struct process_setting settings[] = {
        {"LABS_WORKERS", config->workers > 0 ? workers : NULL},
        {"LABS_SCHEDULE", config->schedule},
        {"LABS_SCHEDULE_SEED", config->schedule != NULL ? seed : NULL},
        {"LABS_ENDLESS_SECONDS", config->endless > 0 ? endless : getenv("LABS_ENDLESS_SECONDS")},
    };
    struct hash_key key;
    if (getentropy(&key, sizeof(key)) != 0) {
        return not_possible(run, "no random key: %s", strerror(errno));
    }
    if (!case_data_open(&client->data)) {
        return not_possible(run, "no shared memory: %s", strerror(errno));
    }
    if (process_start(&client->process, config->path, client->data.file, settings,
                      sizeof(settings) / sizeof(settings[0]), config->containment) != 0) {
        return not_possible(run, "%s: %s", config->path, strerror(errno));
    }
    client->proof = (struct proof){.key = key};
    send(client->process.socket, &key, sizeof(key), MSG_NOSIGNAL); // fails when the process has just died
    return await(client, run, REPLY_HELLO, NULL);
}

void client_run(struct client *client, const struct client_case *what, struct case_outcome *run) {
    case_outcome_init(run);
    if (is_over_all(client, run, 0)) {
        run->end = RUN_OVER_LIMIT;
        return;
    }
    if (process_has_ended(&client->process)) { // after the previous case, so this case did not cause it
        process_kill(&client->process);
    }
    if (client->process.pid == 0) {
        atomic_bool *never_ready = client->config.never_ready;
        run->before_case = true;
        if (never_ready != NULL && *never_ready) {
            run->end = RUN_SILENT;
            return;
        }
        if (!start(client, run)) {
            if (never_ready != NULL && run->end == RUN_SILENT) {
                *never_ready = true;
            }
            return;
        }
        run->before_case = false;
        process_note_ready(&client->process);
    }
    run->device = client->device;
    const struct case_request request = case_data_request(what);
    if (!case_data_fill(&client->data, what, &request)) {
        not_possible(run, "not enough memory for %zu elements: %s", what->n, strerror(errno));
        return;
    }
    // This fails when the process has just died. await() then finds out how.
    protocol_send(client->process.socket, REQUEST_CASE, &request, sizeof(request));
    bool answered = await(client, run, REPLY_RESULT, what);
    if (client->config.spent != NULL) {
        *client->config.spent += (unsigned long long)(client->process.time.spent * 1e6);
    }
    if (run->end == RUN_EXITED && run->code == RUNNER_NEEDS_ONE_WORKER && client->config.workers != 1) {
        case_outcome_free(run);
        client->config.workers = 1; // for its next cases, too
        client_run(client, what, run);
        return;
    }
    if (what->record != NULL) {
        *what->record = case_data_read_record(&client->data, &request);
    }
    if (!answered) {
        return;
    }
    // A program that takes all memory or addresses leaves none for the case.
    if (run->result.status == CASE_NO_ROOM &&
        process_ends_over_limit(&client->process, client->config.containment)) {
        end_run(client, run, RUN_OVER_LIMIT);
    } else if (run->result.status == CASE_DEVICE_LOST || run->result.status == CASE_NO_ROOM) {
        process_kill(&client->process); // the next case gets a new process
    } else if (run->result.status == CASE_DONE && !case_data_read_output(&client->data, what, &request)) {
        say(&run->problem, WORDS(TOPIC(LESS_OUTPUT)));
        end_run(client, run, RUN_MALFORMED);
    }
}
