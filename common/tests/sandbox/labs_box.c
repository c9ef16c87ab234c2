// labs_box: runs one command in a box (box.h), and kills whatever it leaves running.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "box/box.h"

enum { EXIT_OVER_LIMIT = 124, EXIT_NOT_CONTAINED = 125, EXIT_SIGNALLED = 128, LIST_MAX = 64 };

static const char usage[] =
    "usage: labs_box [OPTION]... -- COMMAND [ARGUMENT]...\n"
    "       labs_box --layers      lists the layers of this machine; exit code 125: some are missing\n"
    "\n"
    "Runs COMMAND so that it can do little else than compute. The system's libraries are readable.\n"
    "\n"
    "  --program        COMMAND is untrusted itself: one process, which opens files only for reading. "
    "Otherwise\n"
    "                   it is a trusted program with untrusted input, such as a compiler\n"
    "  --gpu-program    COMMAND is untrusted and needs the driver of a real GPU; needs --trust, too\n"
    "  --read PATH      a file or folder that it may read and execute; may be given several times, as "
    "--write, --env\n"
    "  --write FOLDER   a folder in which it may change everything\n"
    "  --env NAME       passes this variable on; NAME=VALUE sets it. The others are removed\n"
    "  --seconds N      of processor time\n"
    "  --memory MIB     resident, of all its processes together\n"
    "  --addresses GIB  reserved, of all its processes together\n"
    "  --threads N      of all its processes together\n"
    "  --file MIB       the size of each file that it writes\n"
    "  --trust          goes on without the layers that this machine lacks, and names them\n"
    "\n"
    "Exit code: COMMAND's; 128 + the signal that ended it; 124: it exceeded a limit; 125: it was not "
    "started.\n";

struct list {
    const char *items[LIST_MAX + 1]; // ends with NULL
    size_t count;
};

static void add(struct list *list, const char *item) {
    if (list->count == LIST_MAX) {
        fprintf(stderr, "labs_box: more than %d of one option\n", LIST_MAX);
        exit(EXIT_NOT_CONTAINED);
    }
    list->items[list->count++] = item;
}

static uint64_t number(const char *option, const char *text) {
    char *end;
    uint64_t value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0') {
        fprintf(stderr, "labs_box: %s needs a whole number, not '%s'\n", option, text);
        exit(EXIT_NOT_CONTAINED);
    }
    return value;
}

// "NAME=VALUE" of an argument, which may be a name alone. NULL: the variable is not set.
static const char *variable(const char *argument) {
    const char *value = getenv(argument);
    char *both = NULL;
    if (strchr(argument, '=') != NULL) {
        return argument;
    }
    return value != NULL && asprintf(&both, "%s=%s", argument, value) >= 0 ? both : NULL;
}

struct request {
    struct box box;
    struct list readable, writable, environment;
    char **command;
};

// Reads one option with a value. Returns false if there is no such option.
static bool take_value(struct request *request, const char *option, const char *value) {
    struct box_limits *limits = &request->box.limits;
    if (strcmp(option, "--read") == 0) {
        add(&request->readable, value);
    } else if (strcmp(option, "--write") == 0) {
        add(&request->writable, value);
    } else if (strcmp(option, "--env") == 0) {
        const char *both = variable(value);
        if (both != NULL) {
            add(&request->environment, both);
        }
    } else if (strcmp(option, "--seconds") == 0) {
        limits->processor_seconds = number(option, value);
    } else if (strcmp(option, "--memory") == 0) {
        limits->memory_bytes = number(option, value) << 20;
    } else if (strcmp(option, "--addresses") == 0) {
        limits->address_bytes = number(option, value) << 30;
    } else if (strcmp(option, "--threads") == 0) {
        limits->threads = number(option, value);
    } else if (strcmp(option, "--file") == 0) {
        limits->file_bytes = number(option, value) << 20;
    } else {
        return false;
    }
    return true;
}

static void read_options(struct request *request, int count, char **words) {
    int i = 1;
    request->box.kind = BOX_COMMAND;
    for (; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--program") == 0) {
            request->box.kind = BOX_PROGRAM;
        } else if (strcmp(words[i], "--gpu-program") == 0) {
            request->box.kind = BOX_GPU_PROGRAM;
        } else if (strcmp(words[i], "--trust") == 0) {
            request->box.trusted = true;
        } else if (i + 1 < count && take_value(request, words[i], words[i + 1])) {
            i++;
        } else {
            fprintf(stderr, "labs_box: unknown option %s, or its value is missing\n%s", words[i], usage);
            exit(EXIT_NOT_CONTAINED);
        }
    }
    if (i + 1 >= count) {
        fputs(usage, stderr);
        exit(EXIT_NOT_CONTAINED);
    }
    request->command = &words[i + 1];
    add(&request->environment, "PATH=/usr/local/bin:/usr/bin:/bin");
    add(&request->environment, "LC_ALL=C");
    if (request->writable.count > 0) {
        char *temporary = NULL;
        if (asprintf(&temporary, "TMPDIR=%s", request->writable.items[0]) >= 0) {
            add(&request->environment, temporary);
        }
    }
    request->box.readable = request->readable.items;
    request->box.writable = request->writable.items;
    request->box.environment = request->environment.items;
}

static int list_layers(void) {
    char text[1000];
    box_present(BOX_COMMAND, text, sizeof(text));
    fputs(text, stdout);
    int missing = box_missing(BOX_COMMAND, text, sizeof(text));
    for (char *rest = NULL, *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        printf("missing: %s\n", line);
    }
    return missing > 0 ? EXIT_NOT_CONTAINED : 0;
}

// In the new process. Does not return.
static void execute(const struct request *request, const sigset_t *signals, pid_t parent) {
    char problem[1500];
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(EXIT_NOT_CONTAINED);
    }
#else
    (void)parent;
#endif
    sigprocmask(SIG_SETMASK, signals, NULL);
    box_exec(&request->box, request->command, problem, sizeof(problem));
    fprintf(stderr, "labs_box: %s\n", problem);
    _exit(EXIT_NOT_CONTAINED);
}

int main(int count, char **words) {
    static struct request request;
    char text[1000];
    if (count == 2 && strcmp(words[1], "--layers") == 0) {
        return list_layers();
    }
    read_options(&request, count, words);
    if (request.box.trusted && box_missing(request.box.kind, text, sizeof(text)) > 0) {
        fprintf(stderr, "labs_box: trusted without these layers:\n%s", text);
    }
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, &before);
    box_adopt();
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        execute(&request, &before, parent);
    }
    if (pid < 0) {
        perror("labs_box");
        return EXIT_NOT_CONTAINED;
    }
    enum box_breach breach;
    setpgid(pid, pid);
    int asked = box_wait(pid, &request.box.limits, &signals, &breach), status = 0;
    kill(-pid, SIGKILL); // all of its group at once: also processes that are just starting others
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    box_kill_rest();
    if (breach != BOX_WITHIN) {
        box_breach_text(breach, &request.box.limits, text, sizeof(text));
        fprintf(stderr, "labs_box: %s %s\n", request.command[0], text);
        return EXIT_OVER_LIMIT;
    }
    if (asked != 0) {
        return EXIT_SIGNALLED + asked;
    }
    return WIFSIGNALED(status) ? EXIT_SIGNALLED + WTERMSIG(status) : WEXITSTATUS(status);
}
