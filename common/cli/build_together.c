// Builds the programs for all of a lab's operators in one run of Ninja: that takes less time than one run after the
// other, and the second program is compiled while the first one is.
#define _GNU_SOURCE // sysconf's _SC_NPROCESSORS_ONLN
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build_steps.h"
#include "commands.h"
#include "meter.h"

enum { CODE_APART = -1 };

// What the process that builds knows. Program 0 is that for the sum, which comes first.
struct together {
    const struct lab *lab;
    const char *program; // "starter" or "mixed"
    char names[OPERATORS_MAX][OPERATOR_NAME_SIZE];
    int count;
    FILE *logs[OPERATORS_MAX];   // of each program; the first one's also of what all need
    char *texts[OPERATORS_MAX];  // the content of the others'
    size_t sizes[OPERATORS_MAX]; //
    bool failed[OPERATORS_MAX];
    int current; // the program that Ninja's lines are about
    bool first_built;
    int begun, built; // where to say that the first program is built or has failed; and that others are built
    struct meter meter;
};

static bool says(const char *line, const char *before, const char *name, const char *behind) {
    char text[2 * OPERATOR_NAME_SIZE + 64];
    snprintf(text, sizeof(text), "%s-%s%s", before, name, behind);
    return strstr(line, text) != NULL;
}

// The program that a step of the build is for; 0 also for what several need.
static int program_of(const struct together *all, const char *line) {
    char runner[64];
    snprintf(runner, sizeof(runner), "%s-%.20s", all->lab->name, all->program);
    for (int i = 1; i < all->count; i++) {
        if (says(line, runner, all->names[i], "-sim") || says(line, "-parts", all->names[i], ".")) {
            return i;
        }
    }
    return 0;
}

// Is this the line that Ninja prints at the end of the program's last step, and has the linker made a file?
static bool is_built(const struct together *all, const char *line, int program) {
    char path[BUILD_PATH_SIZE];
    snprintf(path, sizeof(path), "%s/%s/%s-%.20s-%s-sim", build_folder(), all->lab->folder, all->lab->name,
             all->program, all->names[program]);
    const char *name = strrchr(line, '/');
    return name != NULL && strcmp(name, strrchr(path, '/')) == 0 && access(path, X_OK) == 0;
}

static void say(int descriptor, char byte) {
    while (write(descriptor, &byte, 1) < 0 && errno == EINTR) {
        continue;
    }
}

// From now on, the checker runs, and what is still built comes after it.
static void end_first(struct together *all) {
    all->first_built = true;
    meter_clear(&all->meter);
    fflush(stdout);
    if (fflush(all->logs[0]) != 0 || !build_step_back()) {
        _exit(EXIT_BROKEN);
    }
    say(all->begun, 's');
}

// Ninja prints a line for each step that has ended, then "FAILED: " and files if it did, and what its command printed.
static void take_line(struct together *all, char *line) {
    int step, steps;
    bool status = sscanf(line, "[%d/%d]", &step, &steps) == 2 && steps > 0,
         fails = strncmp(line, "FAILED: ", strlen("FAILED: ")) == 0;
    if (status || fails) {
        all->current = program_of(all, line);
        all->failed[all->current] |= fails;
    }
    fputs(line, all->logs[all->current]);
    line[strcspn(line, "\n")] = '\0';
    if (status && !all->first_built) {
        meter_show(&all->meter, (double)step / steps, line);
    }
    if (status && is_built(all, line, all->current)) {
        if (all->current == 0) {
            end_first(all);
        } else {
            dprintf(all->built, "+%s\n", all->names[all->current]);
        }
    }
}

static int run(struct together *all, const struct words *command) {
    struct program program;
    char *line = NULL;
    size_t size = 0;
    int code = program_open(command, true, &program);
    if (code == EXIT_PASSED) {
        while (getline(&line, &size, program.output) > 0) {
            take_line(all, line);
        }
        code = program_close(command, &program);
    }
    free(line);
    return code;
}

// Opens the logs.
static bool open_logs(struct together *all) {
    char path[BUILD_PATH_SIZE];
    build_log_of(all->program, path);
    all->logs[0] = fopen(path, "w");
    bool good = all->logs[0] != NULL;
    for (int i = 1; i < all->count; i++) {
        all->logs[i] = open_memstream(&all->texts[i], &all->sizes[i]);
        good &= all->logs[i] != NULL;
    }
    return good;
}

// The first of the other programs that has failed is the one to be explained, whichever of them Ninja has built first.
static void keep_log(struct together *all) {
    char path[BUILD_PATH_SIZE];
    build_log_of("rest", path);
    FILE *log = fopen(path, "w");
    for (int i = 1; i < all->count && log != NULL; i++) {
        fflush(all->logs[i]);
        if (all->failed[i]) {
            fputs(all->texts[i], log);
            break;
        }
    }
    if (log != NULL) {
        fclose(log);
    }
}

// In the new process.
_Noreturn static void build_all(struct together *all, const struct words commands[2]) {
    signal(SIGTTOU, SIG_IGN); // it shows its progress, although it is in the background
    if (!open_logs(all)) {
        _exit(EXIT_BROKEN);
    }
    meter_start(&all->meter);
    int code = EXIT_PASSED;
    for (int i = 0; i < 2 && commands[i].count > 0 && code == EXIT_PASSED; i++) {
        code = run(all, &commands[i]);
    }
    if (!all->first_built) {
        meter_clear(&all->meter);
        fflush(stdout);
    }
    fclose(all->logs[0]);
    keep_log(all);
    if (code == EXIT_PASSED && all->first_built) {
        say(all->built, 'b');
    } else if (!all->first_built && all->failed[0]) {
        say(all->begun, 'f');
    }
    _exit(code);
}

// The commands of the build: all programs at once. With the solution's code in some tasks, the first and the last one
// come before the others, as no other may be needed.
static void make_commands(const struct together *all, struct words commands[2]) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool mixed = strcmp(all->program, "mixed") == 0;
    for (int i = mixed ? 0 : 1; i < 2; i++) {
        struct words targets = {0}, *command = &commands[mixed ? i : 0];
        build_add_checker(&targets, all->lab);
        if (i == 0) {
            words_addf(&targets, "%s-mixed-%s-sim", all->lab->name, all->names[0]);
            words_addf(&targets, "%s-mixed-%s-sim", all->lab->name, all->names[all->count - 1]);
        } else {
            words_addf(&targets, "%s-%s-sim", all->lab->name, all->program);
        }
        build_make_command(&targets, cores < 1 ? 1 : cores, command); // more would delay the first one
        words_free(&targets);
    }
}

// Waits until the first program is built, 's', or has failed, 'f'; 0: neither.
static char await_first(int begun) {
    char byte = 0;
    while (read(begun, &byte, 1) < 0 && errno == EINTR) {
        continue;
    }
    return byte;
}

// Builds all programs in one run, and returns as soon as the one for the sum is built. The lock is held, and left to
// that run. CODE_APART: the sum has to be built by itself.
static int build_together(const struct lab *lab, const struct build_of_starter *what,
                          struct build_rest *rest) {
    struct together all = {.lab = lab, .program = what->program};
    struct words commands[2] = {{0}, {0}};
    char log_path[BUILD_PATH_SIZE];
    int begun[2];
    all.count = build_operators(lab, what->program, all.names);
    if (all.count < 2 || pipe(begun) != 0) {
        return CODE_APART;
    }
    fcntl(begun[0], F_SETFD, FD_CLOEXEC);
    fcntl(begun[1], F_SETFD, FD_CLOEXEC);
    make_commands(&all, commands);
    pid_t child = build_fork(rest, &all.built);
    if (child == 0) {
        all.begun = begun[1];
        build_all(&all, commands);
    }
    close(begun[1]);
    char first = child > 0 ? await_first(begun[0]) : 0;
    close(begun[0]);
    words_free(&commands[0]);
    words_free(&commands[1]);
    build_log_of(what->program, log_path);
    if (first == 's') {
        build_leave_lock();
        return build_after(EXIT_PASSED, log_path, lab, what);
    }
    if (child > 0) {
        build_starter_end(lab, rest, false, false);
    }
    *rest = (struct build_rest){.built = -1, .running = -1};
    return first == 'f' ? build_after(EXIT_WRONG, log_path, lab, what) : CODE_APART;
}

// Are all programs, which were built before, to be built again? Only then does Ninja say of each when it is built.
static bool changes_all(const struct lab *lab, const char *program) {
    char path[BUILD_PATH_SIZE];
    snprintf(path, sizeof(path), "%s/%s/%s-%.20s-sum-sim", build_folder(), lab->folder, lab->name, program);
    return build_forget_old_starter(build_folder(), lab) && access(path, X_OK) == 0;
}

int build_starter_begin(const struct lab *lab, const struct build_of_starter *what, struct build_rest *rest) {
    *rest = (struct build_rest){.built = -1, .running = -1};
    if (getenv("LABS_BUILD") != NULL || !build_has_runner(lab, what->program, "sum")) {
        return build_starter(lab, what);
    }
    if (!build_has_starter(lab)) {
        return EXIT_WRONG;
    }
    build_lock(build_folder());
    int code = changes_all(lab, what->program) ? build_together(lab, what, rest) : CODE_APART;
    build_unlock();
    if (code != CODE_APART) {
        return code;
    }
    code = build_one(lab, what->program, "sum", what);
    if (code == EXIT_PASSED && !build_start_rest(lab, what->program, rest)) {
        build_starter_end(lab, rest, false, false);
        code = build_starter(lab, what);
    }
    return code;
}
