#define _GNU_SOURCE // kill, setenv under -std=c11
#include "job.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"

enum { CHUNK = 4096, CANCEL_MS = 1000, STEP_MS = 10 };

// Makes room for `more` bytes and the '\0'.
static void reserve(struct job *job, size_t more) {
    if (job->length + more + 1 > job->capacity) {
        job->capacity = 2 * (job->length + more + 1);
        job->text = realloc(job->text, job->capacity);
        if (job->text == NULL) {
            abort();
        }
    }
    job->text[job->length] = '\0';
}

// Ctrl-C on the terminal is for the parent, which ends this process's group.
static _Noreturn void become_work(int output, int columns, int (*work)(const void *), const void *context) {
    char text[16];
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGTSTP, SIG_DFL);
    signal(SIGWINCH, SIG_DFL);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    snprintf(text, sizeof(text), "%d", columns);
    setenv("LABS_COLUMNS", text, 1);
    int code = work(context);
    fflush(stdout);
    fflush(stderr);
    _exit(code);
}

bool job_start(struct job *job, int columns, int (*work)(const void *context), const void *context) {
    int ends[2];
    job_cancel(job);
    job->length = 0;
    reserve(job, CHUNK);
    fflush(stdout);
    if (pipe(ends) == 0) {
        fcntl(ends[0], F_SETFD, FD_CLOEXEC);
        fcntl(ends[1], F_SETFD, FD_CLOEXEC);
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
        job->child = fork();
        if (job->child == 0) {
            become_work(ends[1], columns, work, context);
        }
        close(ends[1]);
        job->output = ends[0];
        if (job->child > 0) {
            setpgid(job->child, job->child); // the child does the same; either may come first
            return true;
        }
        close(ends[0]);
    }
    *job = (struct job){.output = -1, .code = EXIT_BROKEN, .text = job->text, .capacity = job->capacity};
    snprintf(job->text, job->capacity,
             "lab: cannot start another program: %s. End others, and run the command again\n",
             strerror(errno));
    job->length = strlen(job->text);
    return false;
}

// Reads until nothing is there. true: there was something.
static bool read_output(struct job *job) {
    size_t before = job->length;
    ssize_t length;
    do {
        reserve(job, CHUNK);
        length = read(job->output, job->text + job->length, CHUNK);
        job->length += length > 0 ? (size_t)length : 0;
    } while (length > 0 || (length < 0 && errno == EINTR));
    job->text[job->length] = '\0';
    if (length == 0) { // all writers have ended; wait for the process without looking here again and again
        close(job->output);
        job->output = -1;
    }
    return job->length > before;
}

bool job_read(struct job *job) {
    int status;
    if (job->child == 0) {
        return false;
    }
    bool ended =
        waitpid(job->child, &status, WNOHANG) == job->child; // first: all that it wrote is there then
    bool news = job->output >= 0 && read_output(job);
    if (ended) {
        job->child = 0;
        job->code = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_BROKEN;
        if (job->output >= 0) {
            close(job->output);
        }
        job->output = -1;
    }
    return news || ended;
}

void job_cancel(struct job *job) {
    const struct timespec step = {.tv_nsec = STEP_MS * 1000000L};
    if (job->child == 0) {
        return;
    }
    kill(-job->child, SIGTERM);
    for (int waited = 0; waited < CANCEL_MS && job->child != 0; waited += STEP_MS) {
        job_read(job);
        if (job->child != 0) {
            nanosleep(&step, NULL);
        }
    }
    if (job->child != 0) {
        kill(-job->child, SIGKILL);
        waitpid(job->child, NULL, 0);
        job->child = 0;
    }
    if (job->output >= 0) {
        close(job->output);
    }
    job->output = -1;
}

void job_free(struct job *job) {
    job_cancel(job);
    free(job->text);
    *job = (struct job){.output = -1};
}
