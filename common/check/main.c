// A lab's checker: judges a program and reports the verdict. Exit codes: 0 passed, 1 failed, 2 the harness or
// the device failed, 77 skipped. Only for ./lab: 3 if it started the checker before all runners were built, and they
// cannot be; 4 if the lab failed with --mixed, but has code in a task of each part, so it may pass without; 5 with
// --not-begun if a part has no tasks of its own, so that it has to be run.
#define _GNU_SOURCE // readlink under -std=c11

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "check/contain.h"
#include "check/examine.h"
#include "check/examine_contents.h"
#include "check/list.h"
#include "check/plan/cases.h"
#include "check/plan/options.h"
#include "check/report/report.h"
#include "check/report/waiting.h"
#include "check/runners.h"
#include "check/trace/trace.h"
#include "text/translation.h"
#include "text/wrap.h"

enum {
    EXIT_PASSED = 0,
    EXIT_WRONG = 1,
    EXIT_BROKEN = 2,
    EXIT_NOT_BUILT = 3,
    EXIT_PERHAPS_WHOLE = 4,
    EXIT_BEGUN = 5,
    EXIT_SKIPPED = 77
};

// May the file pass as it is, without what the solution does for it? If nothing else fails.
static bool perhaps_whole(const struct lab_result *result) {
    bool perhaps = result->options->mixed;
    for (size_t i = 0; i < result->part_count; i++) {
        perhaps &= result->parts[i].assisted || result->parts[i].verdict == VERDICT_PASS;
    }
    return perhaps;
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
        return perhaps_whole(result) ? EXIT_PERHAPS_WHOLE : EXIT_WRONG;
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

static bool has_text(const struct options *options) {
    return !options->show && options->count == NULL &&
           (options->json == NULL || strcmp(options->json, "-") != 0);
}

// Shows what is known before a part is run, which may take long; with --brief only at the end, which may be all.
static void before_part(void *context) {
    struct report_text *text = context;
    if (has_text(text->result->options) && !text->result->options->brief) {
        waiting_clear();
        report_text_failures(text);
    }
}

static void after_part(void *context) {
    struct report_text *text = context;
    if (has_text(text->result->options) && !text->result->options->brief) {
        waiting_clear();
        report_text_parts(text);
    }
}

// ./lab asks for the states of the tasks in LABS_TASKS: "HEAD:PATH", where HEAD is to be the file's first line. What the file
// said before is known by now.
static void write_tasks(const struct lab_result *result, const char *wanted) {
    const char *path = wanted != NULL ? strchr(wanted, ':') : NULL;
    FILE *out = path != NULL ? fopen(path + 1, "w") : NULL;
    if (out != NULL) { // without it, ./lab list knows less
        fprintf(out, "%.*s\n", (int)(path - wanted), wanted);
        report_tasks(out, result);
        fclose(out);
    }
}

// The value of a variable in which ./lab asks for something, to be freed; the programs that this one starts need not know
// it. NULL: it does not ask.
static char *take_wish(const char *name) {
    const char *value = getenv(name);
    char *copy = value != NULL ? strdup(value) : NULL;
    unsetenv(name);
    return copy;
}

// ./lab asks in LABS_FAILED for a file with the case that fails.
static void write_failed(const struct lab_result *result, const char *path) {
    FILE *out = path != NULL ? fopen(path, "w") : NULL;
    if (out != NULL) { // without it, ./lab says less
        report_failed(out, result);
        fclose(out);
    }
}

// Writes all requested reports. Returns false if one could not be written.
static bool write_reports(const struct lab_result *result, struct report_text *text) {
    const char *json = result->options->json, *rows = result->options->rows;
    bool written = true;
    if (has_text(result->options)) {
        report_text_end(text);
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
    if (result->options->trace != NULL) {
        examine_contents(result, traced.part, judgement);
    }
    bool draws = result->options->picture >= 0;
    bool written = !result->options->show || (draws ? trace_picture : trace_show)(stdout, &traced) == 0;
    written &= write_trace(result->options->trace, trace_json, &traced);
    written &= write_trace(result->options->trace_events, trace_chrome, &traced);
    drop_contents(judgement);
    return written;
}

// Reports without a run that the program does not compile, or with --not-begun that no part is begun: no points for the
// requested parts, and no cases.
static int report_not_run(const struct options *options) {
    static struct lab_result result;
    result.lab = &lab;
    result.options = options;
    result.verdict = options->not_compiled ? VERDICT_NOT_COMPILED : VERDICT_FAIL;
    if (options->not_begun) {
        todo_read(&result.todos, options->source);
    }
    for (size_t i = 0; i < lab.part_count && options->not_begun; i++) {
        if (!todo_all_untouched(&result.todos, &lab.parts[i])) {
            todo_free(&result.todos);
            return EXIT_BEGUN;
        }
    }
    if (!lab_result_begin(&result)) {
        return EXIT_BROKEN;
    }
    for (size_t i = 0; i < lab.part_count; i++) {
        if (options->part == NULL || strcmp(options->part, lab.parts[i].name) == 0) {
            struct part_result *part = &result.parts[result.part_count++];
            *part = (struct part_result){.part = &lab.parts[i], .verdict = VERDICT_NOT_RUN};
            lab_result_add_known(&result, part);
        }
    }
    struct terminal terminal = terminal_open(stdout);
    struct report_text text = {.terminal = &terminal, .result = &result};
    bool written = write_reports(&result, &text);
    if (options->not_begun) {
        write_tasks(&result, getenv("LABS_TASKS"));
    }
    int code = written ? exit_code(&result) : EXIT_BROKEN;
    lab_result_free(&result);
    return code;
}

// The build writes files RUNNER.source and RUNNER.object next to each runner, with the paths of these.
static bool read_path(const char *runner, const char *what, char *path, size_t size) {
    char name[1100];
    snprintf(name, sizeof(name), "%s.%s", runner, what);
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

// Names the files of which lines are shown: the one whose TODOs are read, and the one that the runner was built from.
static void show_sources(const struct lab_result *result, const char *source_file, const char *runner,
                         const struct source *source) {
    char path[1024];
    source_show(source_file);
    if (read_path(runner, "source", path, sizeof(path)) ||
        (!result->options->contain && source_main_file(source, path, sizeof(path)))) {
        source_show(path);
    }
}

// Inspects the objects of all runners: RUNNER.o, as labs-class makes it, or the one that the build names.
static void look_at_objects(struct lab_result *result) {
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        char path[1100];
        snprintf(path, sizeof(path), "%s.o", result->runners[id]);
        bool known =
            result->runners[id][0] != '\0' &&
            (access(path, R_OK) == 0 || read_path(result->runners[id], "object", path, sizeof(path)));
        if (known || (result->runners[id][0] != '\0' && result->options->contain)) {
            look_at_object(path, &result->look);
        }
    }
}

int main(int argc, char **argv) {
    struct options options;
    char error[400];
    translation_open(error, sizeof(error)); // ./lab has reported an unknown language
    translation_add(lab.name);
#ifdef __linux__
    prctl(PR_SET_DUMPABLE, 0); // keeps the programs that it starts from reading its memory in /proc
#endif
    signal(SIGXFSZ, SIG_IGN); // a write beyond a limit fails, and is reported
    if (options_read(argc, argv, &lab, &options, error, sizeof(error)) != 0) {
        fprintf(stderr, "%s\n", error);
        return EXIT_BROKEN;
    }
    if (options.help || (has_text(&options) && options.mix == NULL)) {
        wrap_standard_streams();
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
    if (options.mix != NULL) {
        return todo_print_mixed(stdout, &lab, &options) ? EXIT_PASSED : EXIT_BROKEN;
    }
    if (!empty_report(&options)) {
        return EXIT_BROKEN;
    }
    if (options.not_compiled || options.not_begun) {
        return report_not_run(&options);
    }
    static struct lab_result result;
    struct containment containment;
    result.lab = &lab;
    result.options = &options;
    if (options.contain) {
        if (!contain_begin(&options, &containment)) {
            return EXIT_BROKEN;
        }
        result.containment = &containment;
    }
    enum verdict found = runners_find(&result, argv[0]);
    if (found != VERDICT_PASS) {
        return found == VERDICT_SKIPPED ? EXIT_SKIPPED : EXIT_BROKEN;
    }
    int first = 0; // all runners have the same source
    while (first < OPERATOR_COUNT - 1 && result.runners[first][0] == '\0') {
        first++;
    }
    char source_file[1024] = "";
    if (options.source != NULL) {
        snprintf(source_file, sizeof(source_file), "%s", options.source);
    } else if (!read_path(result.runners[first], "source", source_file, sizeof(source_file))) {
        source_main_file(result.sources[first], source_file, sizeof(source_file));
    }
    show_sources(&result, source_file, result.runners[first], result.sources[first]);
    todo_read(&result.todos, source_file);
    if (options_simulated(&options) && options_grading(&options)) {
        look_at_objects(&result);
    }
    struct terminal terminal = terminal_open(stdout);
    struct report_text text = {.terminal = &terminal, .result = &result};
    const struct examine_listener listener = {&text, before_part, after_part};
    char *tasks = take_wish("LABS_TASKS"), *failed = take_wish("LABS_FAILED");
    if (tasks != NULL && strchr(tasks, ':') != NULL) {
        todo_read_held(&result.todos, strchr(tasks, ':') + 1);
    }
    waiting_open();
    bool written = examine_lab(&result, &listener);
    if (!written) {
        return EXIT_NOT_BUILT;
    }
    written = write_reports(&result, &text);
    write_tasks(&result, tasks);
    write_failed(&result, failed);
    free(tasks);
    free(failed);
    if (options.count != NULL) {
        written &= report_count(stdout, &result) == 0;
    }
    if (options_tracing(&options)) {
        written &= write_traces(&result);
    }
    int code = written ? exit_code(&result) : EXIT_BROKEN;
    if (options.contain) {
        box_kill_rest();
    }
    lab_result_free(&result);
    waiting_close();
    return code;
}
