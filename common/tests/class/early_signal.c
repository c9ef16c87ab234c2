// A library for LD_PRELOAD: Ctrl-C at the worst moment. The first time that the process waits for any of its children,
// SIGINT comes just before the wait begins.
#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t process; // its children inherit this library
static bool sent;

__attribute__((constructor)) static void begin(void) {
    process = getpid();
}

static void interrupt_once(void) {
    if (!sent && getpid() == process) {
        sent = true;
        raise(SIGINT);
    }
}

pid_t waitpid(pid_t child, int *status, int options) {
    if (child == -1) {
        interrupt_once();
    }
    return wait4(child, status, options, NULL);
}

pid_t wait(int *status) {
    interrupt_once();
    return wait4(-1, status, 0, NULL);
}
