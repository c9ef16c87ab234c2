// Builds in another process: the programs for a lab's other operators, while the one for the sum is judged; and ahead
// of the first change to a starter.
#define _GNU_SOURCE // kill, setenv, setpgid under -std=c11
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "build_steps.h"
#include "commands.h"

// Ends all processes of the group that builds the rest.
static void end_group(int number) {
    signal(number, SIG_IGN);
    kill(0, number);
    _exit(EXIT_BROKEN);
}

bool build_step_back(void) {
    int nothing = open("/dev/null", O_RDWR); // not freopen(): stdout may be a stream of its own (text/wrap.h)
    setpriority(PRIO_PGRP, 0, getpriority(PRIO_PROCESS, 0) + 5);
    return nothing >= 0 && dup2(nothing, STDOUT_FILENO) >= 0;
}

// In the new process: builds, and says so at the end. What runs meanwhile goes first.
// `second`: the command for the program of one operator, which comes first; empty if there is none.
static void build_rest(const struct words *second, const char *operator_name, const struct words *command,
                       const char *log_path, int built) {
    if (!build_step_back()) {
        _exit(EXIT_BROKEN);
    }
    build_lock(build_folder());
    int code = EXIT_PASSED;
    if (second->count > 0) {
        code = build_run_logged(second, log_path);
        if (code == EXIT_PASSED && dprintf(built, "+%s\n", operator_name) < 0) {
            code = EXIT_BROKEN;
        }
    }
    if (code == EXIT_PASSED) {
        code = build_run_logged(command, log_path);
    }
    if (code == EXIT_PASSED && write(built, "b", 1) != 1) {
        code = EXIT_BROKEN;
    }
    _exit(code);
}

pid_t build_fork(struct build_rest *rest, int *built) {
    int news[2], running[2];
    if (pipe(news) != 0) {
        return -1;
    }
    if (pipe(running) != 0) {
        close(news[0]);
        close(news[1]);
        return -1;
    }
    fflush(stdout);
    rest->child = fork();
    if (rest->child == 0) {
        close(news[0]);
        close(running[0]);
        setpgid(0, 0);
        signal(SIGTERM, end_group);
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
        fcntl(news[1], F_SETFD, FD_CLOEXEC);
        *built = news[1];
        return 0;
    }
    if (rest->child > 0) {
        setpgid(rest->child, rest->child); // the child does the same; either may come first
    }
    close(news[1]);
    close(running[1]);
    fcntl(running[0], F_SETFD, FD_CLOEXEC);
    rest->built = news[0];
    rest->running = running[0];
    return rest->child;
}

bool build_start_rest(const struct lab *lab, const char *program, struct build_rest *rest) {
    struct words target = {0}, second_target = {0}, command = {0}, second = {0};
    char log_path[BUILD_PATH_SIZE], names[OPERATORS_MAX][OPERATOR_NAME_SIZE];
    int built, count = build_operators(lab, program, names), next = build_second_operator(program, count);
    build_log_of("rest", log_path);
    if (count > 1) {
        words_addf(&second_target, "%s-%s-%s-sim", lab->name, program, names[next]);
        build_make_command(&second_target, 0, &second);
    }
    words_addf(&target, "%s-%s-sim", lab->name, program);
    build_make_command(&target, 0, &command);
    pid_t child = build_fork(rest, &built);
    if (child == 0) {
        build_rest(&second, count > 1 ? names[next] : "", &command, log_path, built);
    }
    words_free(&second_target);
    words_free(&second);
    words_free(&target);
    words_free(&command);
    return child > 0;
}

int build_starter_end(const struct lab *lab, struct build_rest *rest, bool needed, bool briefly) {
    char log_path[BUILD_PATH_SIZE], byte;
    int status = 0, code = EXIT_BROKEN;
    if (rest->child > 0) {
        if (!needed) {
            kill(rest->child, SIGTERM);
        }
        while (waitpid(rest->child, &status, 0) < 0 && errno == EINTR) {
            continue;
        }
        while (read(rest->running, &byte, 1) < 0 && errno == EINTR) {
            continue;
        }
        code = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_BROKEN;
    }
    if (rest->built >= 0) {
        close(rest->built);
        close(rest->running);
    }
    build_log_of("rest", log_path);
    const struct build_of_starter what = {
        .program = "starter", .device = "sim", .no_warnings = true, .briefly = briefly};
    return needed ? build_after(code, log_path, lab, &what) : EXIT_PASSED;
}

void build_ahead(const struct lab *lab) {
    const struct build_of_starter what = {
        .program = "starter", .device = "sim", .no_errors = true, .no_warnings = true};
    fflush(stdout);
    pid_t child = getenv("LABS_BUILD") == NULL ? fork() : -1;
    if (child == 0) {
        // In a session of its own: neither Ctrl-C nor a closed terminal ends it. Its parent ends at once, so that
        // this process need not wait for it.
        if (setsid() >= 0 && fork() == 0 && build_step_back() && dup2(STDOUT_FILENO, STDERR_FILENO) >= 0 &&
            dup2(STDOUT_FILENO, STDIN_FILENO) >= 0) {
            setenv("LABS_DAMAGED", "", 1); // a damaged folder is left to the next build in the foreground
            build_starter(lab, &what);
        }
        _exit(EXIT_PASSED);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        continue;
    }
}
