#define _GNU_SOURCE // memfd_create

#include "check/runner/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/prctl.h>
#endif

static void close_on_exec(int descriptor, int on) {
    fcntl(descriptor, F_SETFD, on ? FD_CLOEXEC : 0);
}

static void close_if_open(int *descriptor) {
    if (*descriptor >= 0) {
        close(*descriptor);
    }
    *descriptor = -1;
}

static void set_number(const char *name, int number) {
    char text[16];
    snprintf(text, sizeof(text), "%d", number);
    setenv(name, text, 1);
}

// In the new process: runs the executable, or reports errno on `failure` and exits.
static void execute(const char *path, int socket, int data, int printed, int failure, pid_t parent,
                    const struct process_setting *settings, size_t setting_count) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) { // the parent ended before the line above
        _exit(127);
    }
#else
    (void)parent; // without prctl the runner ends when its socket closes
#endif
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(printed, STDOUT_FILENO);
    dup2(printed, STDERR_FILENO);
    close(nothing);
    close_on_exec(socket, 0);
    close_on_exec(data, 0);
    set_number("LABS_SOCKET", socket);
    set_number("LABS_DATA", data);
    for (size_t i = 0; i < setting_count; i++) {
        if (settings[i].value != NULL) {
            setenv(settings[i].name, settings[i].value, 1);
        } else {
            unsetenv(settings[i].name);
        }
    }
    execl(path, path, (char *)NULL);
    int error = errno;
    if (write(failure, &error, sizeof(error)) < 0) {
        _exit(126);
    }
    _exit(127);
}

// Makes two connected descriptors that no other process inherits.
static int make_pipe(int ends[2]) {
    if (pipe(ends) != 0) {
        return -1;
    }
    close_on_exec(ends[0], 1);
    close_on_exec(ends[1], 1);
    return 0;
}

int process_start(struct process *process, const char *path, int data, const struct process_setting *settings,
                  size_t setting_count) {
    int sockets[2] = {-1, -1}, printed[2] = {-1, -1}, failure[2] = {-1, -1};
    int error = 0;
    *process = (struct process){.socket = -1, .printed = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0 || make_pipe(printed) != 0 ||
        make_pipe(failure) != 0) {
        error = errno;
    } else {
        close_on_exec(sockets[0], 1);
        close_on_exec(sockets[1], 1);
        fcntl(printed[0], F_SETFL, O_NONBLOCK);
        pid_t parent = getpid(), pid = fork();
        if (pid == 0) {
            execute(path, sockets[1], data, printed[1], failure[1], parent, settings, setting_count);
        }
        if (pid < 0) {
            error = errno;
        } else {
            setpgid(pid, pid); // the child does the same; either may come first
            close_if_open(&failure[1]);
            if (read(failure[0], &error, sizeof(error)) !=
                sizeof(error)) { // a successful exec closes the pipe
                error = 0;
            }
            if (error != 0) {
                waitpid(pid, NULL, 0);
            } else {
                *process = (struct process){.pid = pid, .socket = sockets[0], .printed = printed[0]};
            }
        }
    }
    close_if_open(&sockets[1]);
    close_if_open(&printed[1]);
    close_if_open(&failure[0]);
    close_if_open(&failure[1]);
    if (error != 0) {
        close_if_open(&sockets[0]);
        close_if_open(&printed[0]);
        errno = error;
        return -1;
    }
    return 0;
}

bool process_has_ended(struct process *process) {
    if (process->pid != 0 && !process->ended) {
        process->ended = waitpid(process->pid, &process->status, WNOHANG) == process->pid;
    }
    return process->ended;
}

void process_kill(struct process *process) {
    if (process->pid != 0) {
        kill(-process->pid, SIGKILL); // the group outlives its leader while any member lives
        if (!process->ended) {
            kill(process->pid, SIGKILL);
            while (waitpid(process->pid, &process->status, 0) < 0 && errno == EINTR) {
                continue;
            }
        }
    }
    close_if_open(&process->socket);
    close_if_open(&process->printed);
    process->pid = 0;
    process->ended = false;
}

int process_memory_file(void) {
#ifdef __linux__
    return memfd_create("labs-data", MFD_CLOEXEC);
#else
    const char *folder = getenv("TMPDIR");
    char path[1024];
    snprintf(path, sizeof(path), "%s/labs-data-XXXXXX", folder != NULL ? folder : "/tmp");
    int file = mkstemp(path);
    if (file >= 0) {
        unlink(path);
        close_on_exec(file, 1);
    }
    return file;
#endif
}
