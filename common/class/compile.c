#define _GNU_SOURCE
#include "compile.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_log.h"
#include "contained.h"
#include "folder.h"
#include "room.h"
#include "text_file.h"

// Whatever exceeds this does not compile. A lab's solution takes 0.1 s and 150 MB. The time is for all steps together.
static const struct box_limits build_limits = {
    .processor_seconds = 60, .memory_bytes = 1500u << 20, .threads = 32, .file_bytes = 256u << 20};

// The first line of a log that says that the machine failed; the whole log if none does alone.
static char *machine_line(char *log) {
    for (char *line = log; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        char end = line[length];
        line[length] = '\0';
        if (build_log_says_machine(line)) {
            return line;
        }
        line[length] = end;
        line += length + (end != '\0');
    }
    return log;
}

static void add_to_log(const struct trial *trial, const char *text) {
    FILE *log = fopen(trial->log, "a");
    if (log != NULL) {
        fprintf(log, "starter.cu does not compile: the compiler %s\n", text);
        fclose(log);
    }
}

// Did the program, or one that it has started, write a longer file than it may? Compilers' drivers say the latter.
static bool is_over_file_size(const struct contained_result *ended, const char *log) {
    return ended->end == CONTAINED_KILLED ? ended->code == SIGXFSZ
                                          : log != NULL && strstr(log, strsignal(SIGXFSZ)) != NULL;
}

// Did the machine end this program? A signal by which the program has ended itself is doubtful, as what it says is: a
// file can crash the compiler, and let it print anything.
static enum step judge_end(struct trial *trial, const char *program, const struct contained_result *ended) {
    if (!room_for_log(trial->place)) {
        return trial_machine_failed(trial, trial->place, strerror(ENOSPC));
    }
    char *log = trial_read_log(trial);
    if (is_over_file_size(ended, log)) {
        char text[100];
        snprintf(text, sizeof(text), "wrote a file of more than %llu MiB",
                 (unsigned long long)(build_limits.file_bytes >> 20));
        add_to_log(trial, text);
        free(log);
        return STEP_STUDENT;
    }
    bool exited = ended->end == CONTAINED_EXITED;
    enum step step = STEP_STUDENT;
    if (!exited || log == NULL || build_log_says_machine(log)) {
        step = trial_machine_failed(trial, program,
                                    ended->why[0] != '\0' ? ended->why
                                    : log != NULL         ? machine_line(log)
                                                          : "no log");
        trial->doubtful =
            log != NULL && (exited || (ended->end == CONTAINED_KILLED && ended->code != SIGKILL));
    }
    free(log);
    return step;
}

// Begins the log with the runner's name, as Ninja does: the operator may be why the file does not compile.
static void name_in_log(const struct trial *trial, const char *runner) {
    size_t length;
    char *text = text_file_read(trial->log, &length);
    FILE *log = text != NULL ? fopen(trial->log, "w") : NULL;
    if (log != NULL) {
        fprintf(log, "FAILED: %s\n\n", runner); // and an empty line for the command
        fwrite(text, 1, length, log);
        fclose(log);
    }
    free(text);
}

// Runs the translator, the compiler or the linker.
static enum step build_step(struct trial *trial, const struct words *command) {
    struct words readable = {0};
    struct box_limits limits = build_limits;
    const double spent = trial->seconds - trial->build_begun;
    limits.processor_seconds -=
        spent < (double)limits.processor_seconds - 1 ? (uint64_t)spent : limits.processor_seconds - 1;
    commands_readable(command, &readable);
    const struct contained run = {.containment =
                                      trial->class->options.trust ? CONTAINED_TRUSTED : CONTAINED_BOX,
                                  .words = command->items,
                                  .readable = (const char *const *)readable.items,
                                  .folder = trial->place,
                                  .output = trial->log,
                                  .limits = limits};
    struct contained_result ended = contained_run(&run);
    words_free(&readable);
    trial->seconds += ended.seconds;
    if (ended.end == CONTAINED_EXITED && ended.code == 0) {
        return STEP_DONE;
    }
    if (ended.end == CONTAINED_OVER_LIMIT) {
        if (spent + ended.seconds >= (double)build_limits.processor_seconds) { // not only what was left
            box_breach_text(BOX_OVER_TIME, &build_limits, ended.why, sizeof(ended.why));
        }
        add_to_log(trial, ended.why);
        return STEP_STUDENT;
    }
    return judge_end(trial, command->items[0], &ended);
}

static enum step translate(struct trial *trial) {
    struct words command = {0};
    words_addf(&command, "%s/common/sim/translate/sim-translate", trial->class->options.build);
    words_addf(&command, "%s/starter.cu", trial->class->labs[trial->lab].folder);
    words_add(&command, "starter.cpp");
    words_add(&command, "--line-name");
    words_addf(&command, "%s/starter.cu", trial->class->labs[trial->lab].folder);
    enum step step = build_step(trial, &command);
    words_free(&command);
    return step;
}

// For a real GPU, nvcc compiles the file as it is.
static enum step build(struct trial *trial, const struct lab_commands *commands) {
    char source[PLACE_SIZE];
    bool gpu = trial->class->options.gpu;
    trial->doubtful = false;
    trial->build_begun = trial->seconds;
    enum step step = gpu ? STEP_DONE : translate(trial);
    if (gpu) { // nvcc's messages name the file as the student knows it
        snprintf(source, sizeof(source), "%s/starter.cu", trial->class->labs[trial->lab].folder);
    } else {
        snprintf(source, sizeof(source), "%s/starter.cpp", trial->place);
    }
    for (int i = 0; i < commands->count && step == STEP_DONE; i++) {
        const struct runner_commands *runner = &commands->runners[i];
        struct words compile = {0}, link = {0};
        command_for(&runner->compile, source, trial->place, runner->runner, &compile);
        command_for(&runner->link, source, trial->place, runner->runner, &link);
        step = build_step(trial, &compile);
        step = step == STEP_DONE ? build_step(trial, &link) : step;
        if (step == STEP_STUDENT && commands->count > 1) {
            name_in_log(trial, runner->runner);
        }
        words_free(&compile);
        words_free(&link);
    }
    return step;
}

static bool copy_file(const char *from, const char *to) {
    size_t length;
    char *text = text_file_read(from, &length);
    FILE *file = text != NULL ? fopen(to, "w") : NULL;
    bool copied = file != NULL && fwrite(text, 1, length, file) == length;
    copied &= file != NULL && fclose(file) == 0;
    free(text);
    return copied;
}

// Makes the place that the file is graded in: labNN-name/starter.cu, or of exercises labNN-name/uses/starter.cu.
static enum step prepare(struct trial *trial, const char *file) {
    const char *lab = trial->class->labs[trial->lab].folder, *below = strchr(lab, '/');
    char folder[PLACE_SIZE], path[PLACE_SIZE + 20];
    snprintf(folder, sizeof(folder), "%s/%.*s", trial->place, (int)strcspn(lab, "/"), lab);
    bool made = mkdir(folder, 0700) == 0;
    if (below != NULL) {
        snprintf(folder, sizeof(folder), "%s/%s", trial->place, lab);
        made = made && mkdir(folder, 0700) == 0;
    }
    snprintf(path, sizeof(path), "%s/starter.cu", folder);
    if (!made || access(file, R_OK) != 0) {
        return trial_machine_failed(trial, made ? file : path, strerror(errno));
    }
    made = copy_file(file, path) && chdir(trial->place) == 0;
    return made ? STEP_DONE : trial_machine_failed(trial, path, strerror(errno));
}

int compile_solution(const struct class *class, int lab, const struct lab_commands *commands,
                     const char *place, char why[WHY_SIZE]) {
    char folder[CLASS_PATH_SIZE + 80], file[PLACE_SIZE];
    struct lab_commands first = *commands; // whatever fails for one operator fails for all
    first.count = 1;
    snprintf(folder, sizeof(folder), "%s/solution", place);
    snprintf(file, sizeof(file), "%s/%s/solution.cu", class->options.course, class->labs[lab].folder);
    folder_remove(folder);
    enum step step = STEP_MACHINE;
    struct trial trial = trial_begin(class, lab, folder, why);
    if (mkdir(folder, 0700) == 0) {
        step = prepare(&trial, file);
        step = step == STEP_DONE ? build(&trial, &first) : step;
    }
    if (step == STEP_STUDENT) {
        char *log = trial_read_log(&trial);
        trial_machine_failed(&trial, "the course's own solution does not compile",
                             log != NULL ? log : trial.log);
        free(log);
    } else if (step != STEP_DONE && why[0] == '\0') {
        snprintf(why, WHY_SIZE, "%.300s: %s", folder, strerror(errno));
    }
    folder_remove(folder);
    return step == STEP_DONE && chdir(place) == 0 ? 0 : -1;
}

// The compiler said that the machine failed. Is it the file after all? Then the compiler fails again, while it compiles
// the solution, and has all the room that it may use. Otherwise the machine's failures could never be told from what a
// file makes the compiler say, and such a file would never get a grade.
static enum step build_again(struct trial *trial, const struct lab_commands *commands) {
    char why[WHY_SIZE] = "";
    if (compile_solution(trial->class, trial->lab, commands, trial->place, why) != 0) {
        return STEP_MACHINE;
    }
    enum step step = build(trial, commands);
    if (step != STEP_MACHINE || !trial->doubtful ||
        !room_is_left(trial->place, build_limits.memory_bytes, build_limits.file_bytes)) {
        return step;
    }
    add_to_log(trial, "stops at it each time, and compiles the solution");
    snprintf(trial->blamed, sizeof(trial->blamed), "%s", trial->why);
    trial->why[0] = '\0';
    return STEP_STUDENT;
}

enum step compile_file(struct trial *trial, const struct lab_commands *commands, const char *file) {
    enum step step = prepare(trial, file);
    step = step == STEP_DONE ? build(trial, commands) : step;
    return step == STEP_MACHINE && trial->doubtful ? build_again(trial, commands) : step;
}
