#define _GNU_SOURCE // open_memstream
#include "grade.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_log.h"
#include "compile.h"
#include "contained.h"
#include "grader.h"
#include "messages.h"
#include "regions.h"
#include "result.h"
#include "room.h"
#include "text_file.h"

// For the checker, which limits the submission's program: so that nothing runs for ever. Its largest file in memory is
// a case's input and result: 2^28 elements on a GPU.
static const struct box_limits check_limits = {.processor_seconds = 3600, .file_bytes = (uint64_t)16 << 30};

enum box_kind program_kind(const struct class *class) {
    return class->options.gpu ? BOX_GPU_PROGRAM : BOX_PROGRAM;
}

// Adds what the checker found worth a look, although the machine failed: the file may be why.
static void add_look_at(struct trial *trial) {
    json_t *report = json_load_file("report.json", JSON_ALLOW_NUL, NULL);
    const json_t *line;
    size_t i;
    json_array_foreach(json_object_get(report, "look_at"), i, line) {
        size_t used = strlen(trial->why);
        snprintf(trial->why + used, WHY_SIZE - used, "; look at this file: %s", json_string_value(line));
    }
    json_decref(report);
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
    if (class->options.gpu) {
        words_add(&command, "--device");
        words_add(&command, "gpu");
    }
    if (class->options.trust) {
        words_add(&command, "--trust");
    }
    words_add(&command, "--long");
    words_add(&command, "--grade");
    words_add(&command, "--for-student");
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
    if (class->options.grading[0] != '\0') {
        words_add(&command, "--grading");
        words_add(&command, class->options.grading);
    }
    if (class->options.limit > 0) {
        words_add(&command, "--limit");
        words_addf(&command, "%g", class->options.limit);
    }
    if (class->options.jobs > 1 && !class->options.gpu) {
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
    if (!room_for_log(trial->place)) {
        return trial_machine_failed(trial, trial->place, strerror(ENOSPC));
    }
    char *log = trial_read_log(trial), exit_code[40];
    snprintf(exit_code, sizeof(exit_code), "exit code %d. ", ended.code);
    snprintf(trial->why, WHY_SIZE, "the checker: %s%.300s", ended.why[0] != '\0' ? ended.why : exit_code,
             log != NULL ? trial_last_line(log) : "");
    free(log);
    add_look_at(trial);
    return STEP_MACHINE;
}

int grade_compile(const struct class *class, int lab, const struct lab_commands *commands, const char *file,
                  const char *place, char why[WHY_SIZE]) {
    struct trial trial = trial_begin(class, lab, place, why);
    enum step step = compile_file(&trial, commands, file);
    return step == STEP_DONE ? 0 : step == STEP_STUDENT ? 1 : -1;
}

// On a real GPU nothing is counted, so only results have points.
static void keep_results(json_t *report) {
    static const char *const dropped[] = {"memory", "technique"};
    json_int_t points = 0, most = 0;
    json_t *part;
    size_t p;
    json_array_foreach(json_object_get(report, "parts"), p, part) {
        json_t *aspects = json_object_get(part, "aspects"), *result = json_object_get(aspects, "result");
        for (size_t i = 0; i < sizeof(dropped) / sizeof(dropped[0]); i++) {
            json_object_set_new(aspects, dropped[i], json_pack("{s:i, s:i}", "points", 0, "points_max", 0));
        }
        points += json_integer_value(json_object_get(result, "points"));
        most += json_integer_value(json_object_get(result, "points_max"));
        json_object_set(part, "points", json_object_get(result, "points"));
    }
    json_object_set_new(report, "points", json_integer(points));
    json_object_set_new(report, "points_max", json_integer(most));
}

static json_t *read_report(const struct class *class, const char *path, json_error_t *error) {
    json_t *report = json_load_file(path, JSON_ALLOW_NUL, error); // a program may have printed it
    if (report != NULL && class->options.gpu) {
        keep_results(report);
    }
    return report;
}

// Keeps the beginning and the end of a log that is too long. A file can have a hundred thousand errors, and showing
// messages takes the square of their number. Returns whether the log could be written.
static bool shorten_log(const char *log, char *text, size_t length) {
    const size_t head_most = TEXT_MAX / 4 * 3, tail_most = TEXT_MAX / 4; // bytes
    if (length <= TEXT_MAX) {
        return true;
    }
    size_t head = head_most, tail = length - tail_most;
    while (head > 0 && text[head - 1] != '\n') {
        head--;
    }
    while (tail < length && text[tail - 1] != '\n') {
        tail++;
    }
    memmove(text + head, text + tail, length - tail + 1);
    FILE *file = fopen(log, "w");
    bool written = file != NULL && fputs(text, file) >= 0;
    return file != NULL && fclose(file) == 0 && written;
}

void grade_put_messages(const struct class *class, int lab, const char *log, FILE *out) {
    char contract[PLACE_SIZE];
    size_t length;
    char *text = text_file_read(log, &length);
    if (text != NULL && !shorten_log(log, text, length)) {
        fputs("The compiler's messages are too long to be shown.\n", out);
        free(text);
        return;
    }
    snprintf(contract, sizeof(contract), "%s/%s/lab.h", class->options.course, class->labs[lab].folder);
    const struct lab *graded = &class->labs[lab];
    if (text == NULL || (!build_log_name_missing(text, graded, contract, out) &&
                         !build_log_say_too_large(text, graded, out))) {
        messages_show(log, STUDENTS_CODE, NULL, out);
        if (length > TEXT_MAX) {
            fprintf(out, "The compiler printed %zu KiB, of which only the beginning and the end were read.\n",
                    length >> 10);
        }
    }
    free(text);
}

// The compiler's messages as ./lab check shows them, without the name of the log, which is not kept. To be freed.
static char *compile_messages(const struct trial *trial) {
    char *text = NULL, name[PLACE_SIZE + 40];
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out != NULL) {
        grade_put_messages(trial->class, trial->lab, trial->log, out);
        fclose(out);
    }
    snprintf(name, sizeof(name), "; %s has all of them", trial->log);
    char *named = text != NULL ? strstr(text, name) : NULL;
    if (named != NULL) {
        memmove(named, named + strlen(name), strlen(named + strlen(name)) + 1);
    }
    return text;
}

// Is no task of the file filled in?
static bool is_empty_starter(const char *file) {
    struct regions regions;
    size_t filled = 0;
    bool known = regions_read(file, &regions) == 0 && regions.count > 0;
    for (size_t i = 0; known && i < regions.count; i++) {
        filled += regions.regions[i].filled != 0;
    }
    regions_free(&regions);
    return known && filled == 0;
}

// To the checker a file without a filled task fails like any other. Here it is "not begun", and so are its parts,
// unless they pass without a task. A part to fix has code outside the tasks that was changed.
static void mark_not_begun(json_t *report) {
    json_t *part;
    size_t p;
    if (strcmp(result_text(report, "verdict"), "fail") != 0 || result_text(report, "next_part")[0] != '\0') {
        return;
    }
    json_object_set_new(report, "verdict", json_string(VERDICT_NOT_BEGUN));
    json_array_foreach(json_object_get(report, "parts"), p, part) {
        if (strcmp(result_text(part, "verdict"), "pass") != 0) {
            json_object_set_new(part, "verdict", json_string(VERDICT_NOT_BEGUN));
        }
    }
}

// The compiler fails at the file: a person should look whether that is what the student wanted.
static void ask_to_look(json_t *report, const char *why) {
    json_t *list = json_object_get(report, "look_at");
    if (list == NULL) {
        list = json_array();
        json_object_set_new(report, "look_at", list);
    }
    json_array_append_new(list,
                          json_sprintf("the compiler compiles the solution but stops at this: %s", why));
}

int grade(const struct class *class, int lab, const struct lab_commands *commands, const char *hash,
          const char *place, char why[WHY_SIZE]) {
    struct trial trial = trial_begin(class, lab, place, why);
    char *text = NULL, path[RESULT_PATH_SIZE], file[PLACE_SIZE];
    int code = 1;
    snprintf(file, sizeof(file), "%s/state/files/%s.cu", class->options.out, hash);
    enum step built = compile_file(&trial, commands, file);
    if (built == STEP_STUDENT) {
        text = compile_messages(&trial);
    }
    enum step checked =
        built == STEP_MACHINE ? built : check(&trial, built == STEP_STUDENT ? "--not-compiled" : NULL, &code);
    if (checked == STEP_DONE && grader_has_changed(class, lab, commands)) {
        checked = trial_machine_failed(&trial, "the checker, the lab or the simulator",
                                       "it has changed during this run");
    }
    if (checked != STEP_DONE) {
        free(text);
        return -1;
    }
    json_error_t error;
    json_t *report = read_report(class, "report.json", &error);
    if (text == NULL) {
        text = trial_read_log(&trial);
    }
    if (report != NULL && is_empty_starter(file)) {
        mark_not_begun(report);
    }
    if (report != NULL && trial.blamed[0] != '\0') {
        ask_to_look(report, trial.blamed);
    }
    result_path(class, lab, hash, path);
    int written = report != NULL && text != NULL
                      ? result_write(path, class->labs[lab].folder, hash, code, trial.seconds, text, report)
                      : -1;
    if (report == NULL) {
        trial_machine_failed(&trial, "the checker's report", error.text);
    } else if (written != 0) {
        trial_machine_failed(&trial, path, strerror(errno));
    }
    json_decref(report);
    free(text);
    return written;
}

json_t *grade_plain_report(const struct class *class, int lab, const char *place) {
    char why[WHY_SIZE] = "", path[PLACE_SIZE];
    struct trial trial = trial_begin(class, lab, place, why);
    int code;
    snprintf(path, sizeof(path), "%s/report.json", place);
    json_t *report =
        check(&trial, "--not-compiled", &code) == STEP_DONE ? read_report(class, path, NULL) : NULL;
    if (report == NULL) {
        static const char prefix[] = "lab: "; // of the checker's messages
        char *log = trial_read_log(&trial);
        const char *said = log != NULL ? trial_last_line(log) : "";
        said += strncmp(said, prefix, strlen(prefix)) == 0 ? strlen(prefix) : 0;
        fprintf(stderr,
                "class: %s cannot be graded with these options: %s. Correct that, or leave the lab out with "
                "--labs\n",
                class->labs[lab].name,
                said[0] != '\0'  ? said
                : why[0] != '\0' ? why
                                 : path);
        free(log);
    }
    return report;
}
