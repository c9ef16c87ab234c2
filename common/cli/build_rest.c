// Builds in another process: the programs for a lab's other operators, while the one for the sum is judged; and ahead of
// the first change to a starter.
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

// What other processes do goes first; nothing is written to the terminal.
static bool step_back(void) {
    int nothing = open("/dev/null", O_RDWR); // not freopen(): stdout may be a stream of its own (text/wrap.h)
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 5);
    return nothing >= 0 && dup2(nothing, STDOUT_FILENO) >= 0;
}

// In the new process: builds, and says so at the end. What runs meanwhile goes first.
// `second`: the command for the program of one operator, which comes first; empty if there is none.
static void build_rest(const struct words *second, const char *operator_name, const struct words *command,
                       const char *log_path, int built) {
    setpgid(0, 0);
    signal(SIGTERM, end_group);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    fcntl(built, F_SETFD, FD_CLOEXEC);
    if (!step_back()) {
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

static void rest_log(char *path) {
    snprintf(path, BUILD_PATH_SIZE, "%s/rest.log", build_folder());
}

// Starts to build the programs for the other operators. Returns false if that is not possible.
static bool start_rest(const struct lab *lab, const char *program, struct build_rest *rest) {
    struct words target = {0}, second_target = {0}, command = {0}, second = {0};
    char log_path[BUILD_PATH_SIZE], operator_name[OPERATOR_NAME_SIZE] = "";
    int built[2], running[2];
    if (pipe(built) != 0) {
        return false;
    }
    if (pipe(running) != 0) {
        close(built[0]);
        close(built[1]);
        return false;
    }
    rest_log(log_path);
    if (build_second_operator(lab, program, operator_name)) {
        words_addf(&second_target, "%s-%s-%s-sim", lab->name, program, operator_name);
        build_make_command(&second_target, &second);
    }
    words_addf(&target, "%s-%s-sim", lab->name, program);
    build_make_command(&target, &command);
    fflush(stdout);
    rest->child = fork();
    if (rest->child == 0) {
        close(built[0]);
        close(running[0]);
        build_rest(&second, operator_name, &command, log_path, built[1]);
    }
    if (rest->child > 0) {
        setpgid(rest->child, rest->child); // the child does the same; either may come first
    }
    close(built[1]);
    close(running[1]);
    fcntl(running[0], F_SETFD, FD_CLOEXEC);
    rest->built = built[0];
    rest->running = running[0];
    words_free(&second_target);
    words_free(&second);
    words_free(&target);
    words_free(&command);
    return rest->child > 0;
}

int build_starter_begin(const struct lab *lab, const struct build_of_starter *what, struct build_rest *rest) {
    *rest = (struct build_rest){.built = -1, .running = -1};
    if (getenv("LABS_BUILD") != NULL || !build_has_runner(lab, what->program, "sum")) {
        return build_starter(lab, what);
    }
    int code = build_one(lab, what->program, "sum", what);
    if (code == EXIT_PASSED && !start_rest(lab, what->program, rest)) {
        build_starter_end(lab, rest, false);
        code = build_starter(lab, what);
    }
    return code;
}

int build_starter_end(const struct lab *lab, struct build_rest *rest, bool needed) {
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
    rest_log(log_path);
    return needed ? build_after(code, log_path, lab, NULL) : EXIT_PASSED;
}

void build_ahead(const struct lab *lab) {
    const struct build_of_starter what = {
        .program = "starter", .device = "sim", .no_errors = true, .no_warnings = true};
    fflush(stdout);
    pid_t child = getenv("LABS_BUILD") == NULL ? fork() : -1;
    if (child == 0) {
        // In a session of its own: neither Ctrl-C nor a closed terminal ends it. Its parent ends at once, so that
        // this process need not wait for it.
        if (setsid() >= 0 && fork() == 0 && step_back() && dup2(STDOUT_FILENO, STDERR_FILENO) >= 0 &&
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
