#define _GNU_SOURCE // kill, sigaction, prctl also under -std=c11
#include "run/start.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "check/runner/client.h"
#include "check/runner/process.h"
#include "run/report.h"
#include "text/translation.h"

enum { POLL_MS = 100, ANSWER_LOOKS = 20, FAILED_EXEC = 127, ENDLESS_SECONDS = 10, QUIET_SECONDS = 2 };

static volatile sig_atomic_t interrupted;

static void note(int number) {
    (void)number;
    interrupted = 1;
}

static void set_number(const char *name, uint64_t number) {
    char text[24];
    snprintf(text, sizeof(text), "%llu", (unsigned long long)number);
    setenv(name, text, 1);
}

// In the new process. The simulated GPU has one worker, so that a program does the same in each run.
_Noreturn static void execute(const struct run_options *options, int socket, int data, pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) { // the parent ended before the line above
        _exit(FAILED_EXEC);
    }
#else
    (void)parent;
#endif
    signal(SIGINT, SIG_IGN); // start_run asks the program where it is
    set_number("LABS_SOCKET", (uint64_t)socket);
    set_number("LABS_WORKERS", options->workers > 0 ? options->workers : 1);
    set_number("LABS_SCHEDULE_SEED", options->schedule_seed);
    setenv("LABS_SCHEDULE", options->schedule != NULL ? options->schedule : "fixed", 1);
    if (getenv("LABS_ENDLESS_SECONDS") == NULL) {
        set_number("LABS_ENDLESS_SECONDS", ENDLESS_SECONDS);
    }
    unsetenv("LABS_NAME");
    if (data >= 0) {
        fcntl(data, F_SETFD, 0);
        set_number("LABS_DATA", (uint64_t)data);
        set_number("LABS_RECORD", options->launch > 0 ? options->launch : 1);
    }
    const char *program = options->program;
    options->words[0] = (char *)(uintptr_t)(options->name != NULL ? options->name : program);
    execv(program, options->words);
    fprintf(stderr, "%s: %s\n", program, strerror(errno));
    _exit(FAILED_EXEC);
}

static bool not_possible(struct case_outcome *run, const char *what) {
    char text[200];
    snprintf(text, sizeof(text), "%s: %s", what, strerror(errno));
    say(&run->problem, WORDS(TOPIC(AS_IT_IS), NAME(text)));
    run->end = RUN_NOT_POSSIBLE;
    return false;
}

// Takes one message. Returns false at the last one.
static bool take_message(int socket, void **payload, size_t *capacity, struct case_outcome *run) {
    struct message_header header;
    int received = protocol_receive(socket, &header, payload, capacity, -1);
    if (received == 0) {
        return false;
    }
    bool good = received == 1;
    if (good && header.type == REPLY_HELLO) {
        good = case_outcome_take_hello(run, &header, *payload);
    } else if (good && header.type == REPLY_RESULT) {
        good = case_outcome_take_result(run, &header, *payload);
        run->end = RUN_ANSWERED;
    } else if (good) {
        good = case_outcome_take_message(run, &header, *payload);
    }
    if (!good) {
        run->end = RUN_MALFORMED;
    }
    return good;
}

// How often a program is looked at that neither launches nor ends, before a line on the terminal mentions Ctrl-C: for a
// while longer than an endless kernel runs.
static int quiet_looks(void) {
    const char *limit = getenv("LABS_ENDLESS_SECONDS");
    const double seconds = QUIET_SECONDS + (limit != NULL ? strtod(limit, NULL) : ENDLESS_SECONDS);
    return (int)(seconds * 1000 / POLL_MS);
}

// Receives until the program has ended. Ctrl-C ends it, after it has been asked where it is.
static void receive(const struct run_options *options, int socket, pid_t program, struct case_outcome *run,
                    int *status) {
    void *payload = NULL;
    size_t capacity = 0;
    bool ended = false, open = true;
    int asked = 0, quiet = 0;
    int most = isatty(STDERR_FILENO) ? quiet_looks() : -1;
    while (!ended || open) {
        struct pollfd readable = {.fd = open ? socket : -1, .events = POLLIN};
        int ready = poll(&readable, 1, ended ? 0 : POLL_MS);
        if (ready > 0) {
            open = take_message(socket, &payload, &capacity, run);
            quiet = 0;
        } else if (ended) {
            open = false; // a process that the program has started may still hold the socket
        }
        if (ready == 0 && !ended && quiet++ == most) {
            fprintf(stderr, _("%s: still running. Ctrl-C stops it, and shows where it is\n"),
                    run_program_name(options));
            most = -1;
        }
        ended = ended || waitpid(program, status, open ? WNOHANG : 0) == program;
        if (interrupted && !ended && asked++ % ANSWER_LOOKS == 0) {
            kill(program, asked == 1 ? SIGUSR1 : SIGKILL);
        }
    }
    free(payload);
}

// What the program has recorded. NULL if memory is short.
static struct record *read_record(int data) {
    struct record head = {0};
    size_t most = (RECORD_BYTES_MAX - sizeof(head)) / sizeof(struct record_entry);
    if (pread(data, &head, sizeof(head), 0) != sizeof(head)) {
        return NULL;
    }
    head.capacity = head.count < most ? head.count : most;
    size_t bytes = sizeof(head) + head.capacity * sizeof(struct record_entry);
    struct record *record = malloc(bytes);
    if (record != NULL && pread(data, record, bytes, 0) != (ssize_t)bytes) {
        free(record);
        record = NULL;
    }
    if (record != NULL) {
        *record = head;
    }
    return record;
}

void start_run(const struct run_options *options, struct case_outcome *run, struct record **record) {
    struct sigaction action = {.sa_handler = note};
    int sockets[2], status = 0, data = options->trace != NULL ? process_memory_file() : -1;
    case_outcome_init(run);
    run->end = RUN_EXITED;
    *record = NULL;
    if (data >= 0 && ftruncate(data, RECORD_BYTES_MAX) != 0) {
        not_possible(run, "no memory for a recording");
        close(data);
        return;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) {
        not_possible(run, "no socket");
        return;
    }
    fcntl(sockets[0], F_SETFD, FD_CLOEXEC);
    sigaction(SIGINT, &action, NULL);
    pid_t parent = getpid(), program = fork();
    if (program == 0) {
        execute(options, sockets[1], data, parent);
    }
    close(sockets[1]);
    if (program < 0) {
        not_possible(run, options->program);
    } else {
        receive(options, sockets[0], program, run, &status);
        run->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
        if (interrupted) {
            run->end = RUN_INTERRUPTED;
        } else if (WIFSIGNALED(status)) {
            run->end = RUN_SIGNALLED;
        }
    }
    close(sockets[0]);
    if (data >= 0) {
        *record = read_record(data);
        close(data);
    }
}
