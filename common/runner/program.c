// The process of a program that has a main of its own, built by common/sim/simcc. Its main runs once, and the device
// reports to the process that has started this one: common/run. If nothing has started it, this process becomes
// common/run, which starts it again:
//
//     ./a.out ──exec──► labs-run ──fork, exec, LABS_SOCKET──► ./a.out: main()
//                          ◄── REPLY_HELLO, REPLY_DIAGNOSTIC, REPLY_LAUNCH, REPLY_RESULT ──
//
// Standard input and output, arguments and exit code are the program's own.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/device.h"
#include "runner/protocol.h"
#include "runner/reply.h"

enum { EXIT_STOPPED = 1, EXIT_NO_DEVICE = 77 };

// The linker gives the program's main the other name, and calls this one first (--wrap; on macOS, by option -e).
#ifdef __APPLE__
#define PROGRAM_MAIN main
#define ENTRY        sim_main
#elif !defined(PROGRAM_MAIN) // the engine has its own names (engine/run)
#define PROGRAM_MAIN __real_main
#define ENTRY        __wrap_main
#endif
extern int PROGRAM_MAIN(int count, char **words, char **environment);
int ENTRY(int count, char **words);

// The path of labs-run, which simcc adds to each file that it compiles.
extern const char sim_reporter[] __attribute__((weak));

extern char **environ;

struct call {
    int count;
    char **words;
    int code;
};

static void call_main(void *argument) {
    struct call *call = argument;
    call->code = PROGRAM_MAIN(call->count, call->words, environ);
}

// Reports what is known only at the end. `status`: CASE_DONE, CASE_ABANDONED if the program has ended itself after an
// error, or CASE_DEVICE_LOST if the device has stopped it.
static void finish(enum case_status status) {
    static bool done;
    struct case_result result = {.status = status};
    if (!done) {
        done = true;
        if (status == CASE_ABANDONED) {
            device_forget_error();
        }
        device_case_end(&result);
        reply_send_result(&result);
    }
}

#ifdef __GLIBC__
static void at_exit(int code, void *nothing) {
    (void)nothing;
    finish(code == 0 ? CASE_DONE : CASE_ABANDONED);
}
#else
static void at_exit(void) {
    finish(CASE_DONE);
}
#endif

// The program calls abort(), as assert() and an uncaught exception do.
static void at_abort(int number) {
    finish(CASE_ABANDONED);
    signal(number, SIG_DFL);
}

// The words of SIMCC_OPTIONS, separated by blanks, are options of labs-run.
_Noreturn static void become_reporter(char **words, int count) {
    static char path[4096];
    char *options = getenv("SIMCC_OPTIONS"), *rest = NULL;
    char **more = calloc((size_t)count + (options != NULL ? strlen(options) : 0) + 2, sizeof(*more));
    const char *reporter = sim_reporter != NULL ? sim_reporter : "labs-run";
    ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    int at = 0;
    if (more != NULL) {
        more[at++] = (char *)(uintptr_t)reporter;
        options = options != NULL ? strdup(options) : NULL;
        for (char *word = options == NULL ? NULL : strtok_r(options, " ", &rest); word != NULL;
             word = strtok_r(NULL, " ", &rest)) {
            more[at++] = word;
        }
        more[at++] = length > 0 ? path : words[0];
        for (int i = 1; i < count; i++) {
            more[at++] = words[i];
        }
        setenv("LABS_NAME", words[0], 1);
        execvp(reporter, more);
    }
    fprintf(stderr, "%s: %s, which reports the errors that the simulated GPU finds: %s\n", words[0], reporter,
            strerror(errno));
    exit(REPLY_EXIT_HARNESS);
}

// Records the launch that LABS_RECORD names into the file of LABS_DATA, if there is one.
static void record(void) {
    const char *launch = getenv("LABS_RECORD");
    struct stat status;
    int data = launch != NULL ? reply_descriptor("LABS_DATA") : -1;
    void *memory = data < 0 || fstat(data, &status) != 0
                       ? MAP_FAILED
                       : mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, data, 0);
    if (memory != MAP_FAILED) {
        device_record(memory, (size_t)status.st_size, (unsigned)strtoul(launch, NULL, 10));
        close(data);
    }
    unsetenv("LABS_RECORD");
    unsetenv("LABS_DATA");
}

// On the simulated GPU, before the constructors of the program's own variables, which may call the device; so at_exit
// comes after their destructors. CUDA's own runtime has to be initialized first.
#ifdef PROGRAM_BEGINS_EARLY
__attribute__((constructor(101)))
#endif
static void
begin(int count, char **words) {
    if (getenv("LABS_SOCKET") == NULL) {
        become_reporter(words, count);
    }
    fcntl(reply_open(), F_SETFD, FD_CLOEXEC);
    unsetenv("LABS_SOCKET");               // programs that this one starts have reporters of their own
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // what was printed is shown, however the process ends
    struct device_options options = reply_device_options();
    options.slow_host = 1;
    struct hello hello = {.version = PROTOCOL_VERSION};
    int status = device_open(&options, &hello.device);
    reply_send(REPLY_HELLO, &hello, sizeof(hello));
    if (status != CASE_DONE) {
        _exit(status == CASE_NO_DEVICE ? EXIT_NO_DEVICE : REPLY_EXIT_HARNESS);
    }
    record();
    device_case_begin(&reply_sink);
#ifdef __GLIBC__
    on_exit(at_exit, NULL);
#else
    atexit(at_exit);
#endif
    signal(SIGABRT, at_abort);
}

int ENTRY(int count, char **words) {
    struct call call = {.count = count, .words = words};
#ifndef PROGRAM_BEGINS_EARLY
    begin(count, words);
#endif
    if (device_run(call_main, &call) != CASE_DONE) {
        finish(CASE_DEVICE_LOST);
        exit(EXIT_STOPPED);
    }
    return call.code;
}
