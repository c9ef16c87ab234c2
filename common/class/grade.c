#define _GNU_SOURCE // open_memstream
#include "grade.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_log.h"
#include "contained.h"
#include "messages.h"
#include "result.h"
#include "text_file.h"

// For the translator, the compiler and the linker: whatever exceeds this does not compile. A lab's solution takes 0.1 s
// and 150 MB.
static const struct box_limits build_limits = {
    .processor_seconds = 60, .memory_bytes = 1500u << 20, .threads = 32, .file_bytes = 256u << 20};

// For the checker, which limits the submission's program: so that nothing runs for ever.
static const struct box_limits check_limits = {.processor_seconds = 3600, .file_bytes = 1u << 30};

enum { PLACE_SIZE = CLASS_PATH_SIZE + 100 };

// One submission while it is graded.
struct trial {
    const struct class *class;
    int lab;
    const char *place;
    double seconds;
    char *why; // [WHY_SIZE]
    char log[PLACE_SIZE];
};

enum step { STEP_DONE, STEP_STUDENT, STEP_MACHINE };

static enum step machine_failed(struct trial *trial, const char *what, const char *why) {
    snprintf(trial->why, WHY_SIZE, "%.80s: %.300s", what, why);
    return STEP_MACHINE;
}

static char *read_log(const struct trial *trial) {
    size_t length;
    char *text = text_file_read(trial->log, &length);
    if (text != NULL && length > TEXT_MAX) {
        text[TEXT_MAX] = '\0';
    }
    return text;
}

// Runs the translator, the compiler or the linker.
static enum step build_step(struct trial *trial, const struct words *command) {
    struct words readable = {0};
    commands_readable(command, &readable);
    const struct contained run = {.containment =
                                      trial->class->options.trust ? CONTAINED_TRUSTED : CONTAINED_BOX,
                                  .words = command->items,
                                  .readable = (const char *const *)readable.items,
                                  .folder = trial->place,
                                  .output = trial->log,
                                  .limits = build_limits};
    struct contained_result ended = contained_run(&run);
    words_free(&readable);
    trial->seconds += ended.seconds;
    if (ended.end == CONTAINED_EXITED && ended.code == 0) {
        return STEP_DONE;
    }
    if (ended.end == CONTAINED_OVER_LIMIT) {
        FILE *log = fopen(trial->log, "a");
        if (log != NULL) {
            fprintf(log, "starter.cu does not compile: the compiler %s\n", ended.why);
            fclose(log);
        }
        return STEP_STUDENT;
    }
    char *log = read_log(trial);
    bool machine = ended.end != CONTAINED_EXITED || log == NULL || build_log_says_machine(log);
    enum step step = STEP_STUDENT;
    if (machine) {
        step = machine_failed(trial, command->items[0],
                              ended.why[0] != '\0' ? ended.why
                              : log != NULL        ? log
                                                   : "no log");
    }
    free(log);
    return step;
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

static enum step build(struct trial *trial, const struct lab_commands *commands) {
    enum step step = translate(trial);
    for (int i = 0; i < commands->count && step == STEP_DONE; i++) {
        const struct runner_commands *runner = &commands->runners[i];
        struct words compile = {0}, link = {0};
        command_for(&runner->compile, trial->place, runner->runner, &compile);
        command_for(&runner->link, trial->place, runner->runner, &link);
        step = build_step(trial, &compile);
        step = step == STEP_DONE ? build_step(trial, &link) : step;
        words_free(&compile);
        words_free(&link);
    }
    return step;
}

// Runs the lab's checker with more options. *code: its exit code, 0 or 1.
static enum step check(struct trial *trial, const char *option, int *code) {
    const struct class *class = trial->class;
    const struct lab *lab = &class->labs[trial->lab];
    struct words command = {0};
    words_addf(&command, "%s/%s/%s-check", class->options.build, lab->folder, lab->name);
    words_add(&command, "--runners");
    words_add(&command, trial->place);
    words_add(&command, "--source");
    words_addf(&command, "%s/starter.cu", lab->folder);
    words_add(&command, "--contain");
    if (class->options.trust) {
        words_add(&command, "--trust");
    }
    words_add(&command, "--long");
    words_add(&command, "--grade");
    words_add(&command, "--json");
    words_add(&command, "report.json");
    if (option != NULL) {
        words_add(&command, option);
    }
    if (class->options.seed_file[0] != '\0') {
        words_add(&command, "--seed-file");
        words_add(&command, class->options.seed_file);
    }
    if (class->options.cases_file[0] != '\0') {
        words_add(&command, "--cases");
        words_add(&command, class->options.cases_file);
    }
    if (class->options.limit > 0) {
        words_add(&command, "--limit");
        words_addf(&command, "%g", class->options.limit);
    }
    if (class->options.jobs > 1) {
        words_add(&command, "--workers");
        words_add(&command, "1");
    }
    const struct contained run = {.containment = CONTAINED_OWN,
                                  .words = command.items,
                                  .folder = trial->place,
                                  .output = trial->log,
                                  .limits = check_limits};
    struct contained_result ended = contained_run(&run);
    words_free(&command);
    trial->seconds += ended.seconds;
    *code = ended.code;
    if (ended.end == CONTAINED_EXITED && (ended.code == 0 || ended.code == 1)) {
        return STEP_DONE;
    }
    char *log = read_log(trial), exit_code[40];
    snprintf(exit_code, sizeof(exit_code), "exit code %d. ", ended.code);
    snprintf(trial->why, WHY_SIZE, "the checker: %s%.300s", ended.why[0] != '\0' ? ended.why : exit_code,
             log != NULL ? log : "");
    free(log);
    return STEP_MACHINE;
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

// Makes the place that the submission is graded in: labNN-name/starter.cu.
static enum step prepare(struct trial *trial, const char *hash) {
    char folder[PLACE_SIZE], path[PLACE_SIZE + 20], from[PLACE_SIZE];
    snprintf(folder, sizeof(folder), "%s/%s", trial->place, trial->class->labs[trial->lab].folder);
    snprintf(path, sizeof(path), "%s/starter.cu", folder);
    snprintf(from, sizeof(from), "%s/state/files/%s.cu", trial->class->options.out, hash);
    bool made = mkdir(folder, 0700) == 0 && copy_file(from, path) && chdir(trial->place) == 0;
    return made ? STEP_DONE : machine_failed(trial, path, strerror(errno));
}

// The compiler's messages as ./lab check shows them. To be freed.
static char *compile_messages(const struct trial *trial) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out != NULL) {
        messages_show(trial->log, STUDENTS_CODE, NULL, out);
        fclose(out);
    }
    return text;
}

int grade(const struct class *class, int lab, const struct lab_commands *commands, const char *hash,
          const char *place, char why[WHY_SIZE]) {
    struct trial trial = {.class = class, .lab = lab, .place = place, .why = why};
    char *text = NULL, path[RESULT_PATH_SIZE];
    int code = 1;
    snprintf(trial.log, sizeof(trial.log), "%s/log", place);
    enum step built = prepare(&trial, hash);
    built = built == STEP_DONE ? build(&trial, commands) : built;
    if (built == STEP_STUDENT) {
        text = compile_messages(&trial);
    }
    enum step checked =
        built == STEP_MACHINE ? built : check(&trial, built == STEP_STUDENT ? "--not-compiled" : NULL, &code);
    if (checked != STEP_DONE) {
        free(text);
        return -1;
    }
    json_error_t error;
    json_t *report = json_load_file("report.json", 0, &error);
    if (text == NULL) {
        text = read_log(&trial);
    }
    result_path(class, lab, hash, path);
    int written = report != NULL && text != NULL
                      ? result_write(path, class->labs[lab].folder, hash, code, trial.seconds, text, report)
                      : -1;
    if (report == NULL) {
        machine_failed(&trial, "the checker's report", error.text);
    } else if (written != 0) {
        machine_failed(&trial, path, strerror(errno));
    }
    json_decref(report);
    free(text);
    return written;
}

json_t *grade_plain_report(const struct class *class, int lab, const char *place) {
    char why[WHY_SIZE] = "", path[PLACE_SIZE];
    struct trial trial = {.class = class, .lab = lab, .place = place, .why = why};
    int code;
    snprintf(trial.log, sizeof(trial.log), "%s/log", place);
    snprintf(path, sizeof(path), "%s/report.json", place);
    json_t *report =
        check(&trial, "--not-compiled", &code) == STEP_DONE ? json_load_file(path, 0, NULL) : NULL;
    if (report == NULL) {
        fprintf(stderr, "class: %s: %s\n", class->labs[lab].name, why[0] != '\0' ? why : path);
    }
    return report;
}
