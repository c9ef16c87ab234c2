// A lab's checker: judges a program and reports the verdict. Exit codes: 0 passed, 1 failed, 2 the harness or
// the device failed, 77 skipped.
#define _GNU_SOURCE // readlink under -std=c11

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "check/examine.h"
#include "check/list.h"
#include "check/plan/cases.h"
#include "check/plan/options.h"
#include "check/report/report.h"
#include "check/report/waiting.h"
#include "check/trace/contents.h"
#include "check/trace/trace.h"

enum { EXIT_PASSED = 0, EXIT_WRONG = 1, EXIT_BROKEN = 2, EXIT_SKIPPED = 77 };

// The folder of this executable, without the last slash.
static void own_folder(const char *argv0, char *folder, size_t size) {
    snprintf(folder, size, "%s", argv0);
#ifdef __APPLE__
    uint32_t room = (uint32_t)size;
    _NSGetExecutablePath(folder, &room);
#else
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    if (length > 0) {
        folder[length] = '\0';
    }
#endif
    char *slash = strrchr(folder, '/');
    if (slash != NULL) {
        *slash = '\0';
    } else {
        snprintf(folder, size, ".");
    }
}

// Writes the path of an operator's runner: the path given with --program, or labNN-PROGRAM-DEVICE next to the
// checker, or labNN-PROGRAM-OPERATOR-DEVICE in a lab with operators.
static void find_runner(const struct options *options, const char *folder, const char *operator_name,
                        char *path) {
    if (strchr(options->program, '/') != NULL) {
        snprintf(path, RUNNER_PATH_SIZE, "%s", options->program);
    } else {
        snprintf(path, RUNNER_PATH_SIZE, "%s/%.*s-%.100s-%s%s%s", folder, (int)strcspn(lab.name, "-"),
                 lab.name, options->program, operator_name, operator_name[0] != '\0' ? "-" : "",
                 options->device);
    }
}

// A part without operators runs in the first operator's runner if the lab has operators.
static const struct lab_part *first_with_operators(void) {
    for (size_t i = 0; i < lab.part_count; i++) {
        if (lab.parts[i].operator_count > 0) {
            return &lab.parts[i];
        }
    }
    return NULL;
}

// Does this machine have a device of NVIDIA's driver? In WSL it is Windows' /dev/dxg.
static bool has_gpu(void) {
    glob_t found = {0};
    bool has = glob("/dev/nvidia[0-9]*", 0, NULL, &found) == 0 || access("/dev/dxg", F_OK) == 0;
    globfree(&found);
    return has;
}

// Reports that access() did not find a runner (errno) and returns the exit code. Without a GPU, the runners
// for one need not exist.
static int missing_runner(const struct options *options, const char *runner) {
    int error = errno;
    if (error == ENOENT && strcmp(options->device, "gpu") == 0 && !has_gpu()) {
        printf("%s: skipped, because this machine has no NVIDIA GPU\n", lab.name);
        return EXIT_SKIPPED;
    }
    fprintf(stderr, "%s: %s. Was it built for this device?\n", runner, strerror(error));
    return EXIT_BROKEN;
}

// Fills in result->runners and sources. Returns EXIT_PASSED; or the exit code, after a message, if a runner
// is missing.
static int find_runners(struct lab_result *result, const char *argv0) {
    char folder[700];
    own_folder(argv0, folder, sizeof(folder));
    const struct lab_part *with = first_with_operators();
    if (with == NULL) {
        find_runner(result->options, folder, "", result->runners[OPERATOR_SUM]);
    }
    for (size_t i = 0; with != NULL && i < lab.part_count; i++) {
        for (size_t k = 0; k < lab.parts[i].operator_count; k++) {
            enum operator_id id = lab.parts[i].operators[k];
            if (options_want_operator(result->options, id)) {
                find_runner(result->options, folder, operators[id].name, result->runners[id]);
            }
        }
        if (lab.parts[i].operator_count == 0 && options_want_operator(result->options, OPERATOR_SUM)) {
            find_runner(result->options, folder, operators[with->operators[0]].name,
                        result->runners[OPERATOR_SUM]);
        }
    }
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        const char *runner = result->runners[id];
        if (runner[0] == '\0') {
            continue;
        }
        if (access(runner, X_OK) != 0) {
            return missing_runner(result->options, runner);
        }
        result->sources[id] = source_open(runner);
    }
    return EXIT_PASSED;
}

// The exit code for all that was requested; with --aspect, for that aspect alone.
static int exit_code(const struct lab_result *result) {
    int aspect = result->options->aspect;
    enum verdict verdict = result->verdict;
    if (aspect >= 0 && verdict == VERDICT_FAIL) {
        verdict = VERDICT_PASS;
        for (size_t i = 0; i < result->part_count; i++) {
            if (part_points(&result->parts[i], aspect) < part_points_max(result->parts[i].part, aspect)) {
                verdict = VERDICT_FAIL;
            }
        }
    }
    switch (verdict) {
    case VERDICT_PASS:
        return EXIT_PASSED;
    case VERDICT_FAIL:
    case VERDICT_NOT_RUN:
    case VERDICT_NOT_COMPILED:
        return EXIT_WRONG;
    case VERDICT_SKIPPED:
        return EXIT_SKIPPED;
    case VERDICT_BROKEN:
        break;
    }
    return EXIT_BROKEN;
}

// Writes a report to a file or to standard output. Returns false, after a message, if that fails.
static bool write_file(const char *path, const char *mode, int (*report)(FILE *, const struct lab_result *),
                       const struct lab_result *result) {
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, mode);
    bool written = out != NULL && report(out, result) == 0;
    if (out != NULL && out != stdout) {
        written &= fclose(out) == 0;
    }
    if (!written) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    }
    return written;
}

// Empties the file for --json, so that a run that is killed does not leave the report of an earlier run.
// Returns false, after a message, if the file cannot be written.
static bool empty_report(const struct options *options) {
    if (options->json == NULL || strcmp(options->json, "-") == 0) {
        return true;
    }
    // A pipe cannot be emptied and does not need to be.
    if (truncate(options->json, 0) == 0 || errno == ENOENT || errno == EINVAL) {
        return true;
    }
    fprintf(stderr, "%s: %s\n", options->json, strerror(errno));
    return false;
}

// Writes all requested reports. Returns false if one could not be written.
static bool write_reports(const struct lab_result *result) {
    const char *json = result->options->json, *rows = result->options->rows;
    bool written = true;
    if (json == NULL || strcmp(json, "-") != 0) {
        struct terminal terminal = terminal_open(stdout);
        report_text(&terminal, result);
    }
    if (rows != NULL) {
        written &= write_file(rows, "a", report_rows, result);
    }
    if (json != NULL) {
        written &= write_file(json, "w", report_json, result);
    }
    return written && fflush(stdout) == 0;
}

// The case to show, in *part and *judgement: of the first part that fails and is not still to be begun, otherwise
// of the last one that passes. false: none was recorded.
static bool choose_traced(const struct lab_result *result, struct traced *traced,
                          struct judgement **judgement) {
    for (size_t i = 0; i < result->part_count; i++) {
        const struct part_result *part = &result->parts[i];
        bool untouched = *judgement != NULL && todo_all_untouched(&result->todos, part->part);
        if (part->run_count == 0 || part->judgements[0].recording.record == NULL || untouched) {
            continue;
        }
        traced->part = part->part;
        *judgement = &part->judgements[0];
        if (part->verdict != VERDICT_PASS) {
            break;
        }
    }
    traced->judgement = *judgement;
    return *judgement != NULL;
}

static bool write_trace(const char *path, int (*write)(FILE *, const struct traced *),
                        const struct traced *traced) {
    FILE *out = path == NULL ? NULL : fopen(path, "w");
    bool written = path == NULL || (out != NULL && write(out, traced) == 0);
    if (out != NULL) {
        written &= fclose(out) == 0;
    }
    if (!written) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    }
    return written;
}

// Writes the trace of one case. Returns false, after a message, if there is none.
static bool write_traces(const struct lab_result *result) {
    struct traced traced = {.result = result};
    struct judgement *judgement = NULL;
    if (!choose_traced(result, &traced, &judgement)) {
        fprintf(stderr, "no case was recorded: a trace needs the simulated GPU, and a case that runs\n");
        return false;
    }
    examine_contents(result, traced.part, judgement);
    bool written = write_trace(result->options->trace, trace_json, &traced);
    written &= write_trace(result->options->trace_events, trace_chrome, &traced);
    contents_free(judgement->recording.contents);
    return written;
}

// Reports that the program does not compile: no points for the requested parts, and no cases.
static int report_not_compiled(const struct options *options) {
    static struct lab_result result;
    result.lab = &lab;
    result.options = options;
    result.verdict = VERDICT_NOT_COMPILED;
    result.parts = calloc(lab.part_count > 0 ? lab.part_count : 1, sizeof(*result.parts));
    if (result.parts == NULL) {
        return EXIT_BROKEN;
    }
    for (size_t i = 0; i < lab.part_count; i++) {
        if (options->part == NULL || strcmp(options->part, lab.parts[i].name) == 0) {
            result.parts[result.part_count++] =
                (struct part_result){.part = &lab.parts[i], .verdict = VERDICT_NOT_RUN};
        }
    }
    bool written = write_reports(&result);
    free(result.parts);
    return written ? exit_code(&result) : EXIT_BROKEN;
}

// The build writes a file RUNNER.source next to each runner, with the path of its source.
static bool read_source_name(const char *runner, char *path, size_t size) {
    char name[1100];
    snprintf(name, sizeof(name), "%s.source", runner);
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        return false;
    }
    bool known = fgets(path, (int)size, file) != NULL;
    fclose(file);
    if (known) {
        path[strcspn(path, "\n")] = '\0';
    }
    return known;
}

int main(int argc, char **argv) {
    struct options options;
    char error[400];
#ifdef __linux__
    prctl(PR_SET_DUMPABLE, 0); // keeps the programs that it starts from reading its memory in /proc
#endif
    if (options_read(argc, argv, &lab, &options, error, sizeof(error)) != 0) {
        fprintf(stderr, "%s\n", error);
        return EXIT_BROKEN;
    }
    if (options.help || options.list || options.counter_limits || options.plan || options.speed) {
        if (options.help) {
            options_print_help(&lab);
        } else if (options.list) {
            list_parts(&options);
        } else if (options.counter_limits) {
            list_limits();
        } else {
            list_plan(&options);
        }
        return EXIT_PASSED;
    }
    if (!empty_report(&options)) {
        return EXIT_BROKEN;
    }
    if (options.not_compiled) {
        return report_not_compiled(&options);
    }
    static struct lab_result result;
    result.lab = &lab;
    result.options = &options;
    int found = find_runners(&result, argv[0]);
    if (found != EXIT_PASSED) {
        return found;
    }
    int first = 0; // all runners have the same source
    while (first < OPERATOR_COUNT - 1 && result.runners[first][0] == '\0') {
        first++;
    }
    char source_file[1024] = "";
    if (options.source != NULL) {
        snprintf(source_file, sizeof(source_file), "%s", options.source);
    } else if (!read_source_name(result.runners[first], source_file, sizeof(source_file))) {
        source_main_file(result.sources[first], source_file, sizeof(source_file));
    }
    todo_read(&result.todos, source_file);
    waiting_open();
    examine_lab(&result);
    bool written = write_reports(&result);
    if (options_tracing(&options)) {
        written &= write_traces(&result);
    }
    int code = written ? exit_code(&result) : EXIT_BROKEN;
    lab_result_free(&result);
    waiting_close();
    return code;
}
