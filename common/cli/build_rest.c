// Builds the programs for a lab's other operators, in another process, while the one for the sum is judged.
#define _GNU_SOURCE // kill, setpgid under -std=c11
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

// In the new process: builds, and says so at the end. What runs meanwhile goes first.
static void build_rest(const struct words *command, const char *log_path, int built) {
    setpgid(0, 0);
    signal(SIGTERM, end_group);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 5);
    fcntl(built, F_SETFD, FD_CLOEXEC);
    int nothing =
        open("/dev/null", O_WRONLY); // not freopen(): stdout may be a stream of its own (text/wrap.h)
    if (nothing < 0 || dup2(nothing, STDOUT_FILENO) < 0) {
        _exit(EXIT_BROKEN);
    }
    build_lock(build_folder());
    int code = build_run_logged(command, log_path);
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
    struct words target = {0}, command = {0};
    char log_path[BUILD_PATH_SIZE];
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
    words_addf(&target, "%s-%s-sim", lab->name, program);
    build_make_command(&target, &command);
    fflush(stdout);
    rest->child = fork();
    if (rest->child == 0) {
        close(built[0]);
        close(running[0]);
        build_rest(&command, log_path, built[1]);
    }
    if (rest->child > 0) {
        setpgid(rest->child, rest->child); // the child does the same; either may come first
    }
    close(built[1]);
    close(running[1]);
    fcntl(running[0], F_SETFD, FD_CLOEXEC);
    rest->built = built[0];
    rest->running = running[0];
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
