// A lab's checker: judges a program and reports the verdict. Exit codes: 0 passed, 1 failed, 2 the harness or
// the device failed, 77 skipped. Only for ./lab: 3 if it started the checker before all runners were built, and they
// cannot be; 4 if the lab failed with --mixed, but has code in a task of each part, so it may pass without; 5 with
// --not-begun if a part has no tasks of its own, so that it has to be run.
#define _GNU_SOURCE // strdup under -std=c11

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
#include "check/list.h"
#include "check/plan/cases.h"
#include "check/judge/grading.h"
#include "check/plan/declared.h"
#include "check/plan/options.h"
#include "check/report/report.h"
#include "check/report/waiting.h"
#include "check/runners.h"
#include "check/write_reports.h"
#include "text/file_error.h"
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

static int code_of(enum verdict verdict) {
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

// The exit code for all that was requested; with --aspect, for that aspect alone.
static int exit_code(const struct lab_result *result) {
    enum verdict verdict = report_verdict(result);
    return verdict == VERDICT_FAIL && perhaps_whole(result) ? EXIT_PERHAPS_WHOLE : code_of(verdict);
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

// The value of a variable in which ./lab asks for a file, to be freed; NULL: it does not ask. The programs that the
// checker starts must not see it.
static char *take_wish(const char *name) {
    const char *value = getenv(name);
    char *copy = value != NULL ? strdup(value) : NULL;
    unsetenv(name);
    return copy;
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

// Reads the TODOs of the program's source, and opens the files of which lines are shown.
static void read_source(struct lab_result *result) {
    int first = 0; // all runners have the same source
    while (first < OPERATOR_COUNT - 1 && result->runners[first][0] == '\0') {
        first++;
    }
    char source_file[1024] = "";
    if (result->options->source != NULL) {
        snprintf(source_file, sizeof(source_file), "%s", result->options->source);
    } else if (!read_path(result->runners[first], "source", source_file, sizeof(source_file))) {
        source_main_file(result->sources[first], source_file, sizeof(source_file));
    }
    show_sources(result, source_file, result->runners[first], result->sources[first]);
    todo_read(&result->todos, source_file);
}

// Runs and judges the lab, and writes what was requested about it. Returns the exit code.
static int examine_and_report(struct lab_result *result) {
    const struct options *options = result->options;
    struct terminal terminal = terminal_open(stdout);
    struct report_text text = {.terminal = &terminal, .result = result};
    const struct examine_listener listener = {&text, before_part, after_part};
    char *tasks = take_wish("LABS_TASKS"), *failed = take_wish("LABS_FAILED");
    if (tasks != NULL && strchr(tasks, ':') != NULL) {
        todo_read_held(&result->todos, strchr(tasks, ':') + 1);
    }
    result->sought = failed != NULL;
    waiting_open();
    if (!examine_lab(result, &listener)) {
        write_failed(result, failed); // what was explained already
        return EXIT_NOT_BUILT;
    }
    bool written = write_reports(result, &text);
    write_tasks(result, tasks);
    write_failed(result, failed);
    free(tasks);
    free(failed);
    if (options->count != NULL) {
        written &= write_count(result);
    }
    if (options_tracing(options)) {
        written &= write_traces(result);
    }
    int code = written ? exit_code(result) : EXIT_BROKEN;
    if (options->contain) {
        box_kill_rest();
    }
    lab_result_free(result);
    waiting_close();
    return code;
}

// Judges the program that the options name. Returns the exit code.
static int judge_program(const struct options *options, const char *argv0) {
    static struct lab_result result;
    static atomic_bool never_ready;
    struct containment containment;
    result.lab = &lab;
    result.never_ready = &never_ready;
    result.options = options;
    if (options->contain) {
        if (!contain_begin(options, &containment)) {
            return EXIT_BROKEN;
        }
        result.containment = &containment;
    }
    enum verdict found = runners_find(&result, argv0);
    if (found != VERDICT_PASS) {
        return found == VERDICT_SKIPPED ? EXIT_SKIPPED : EXIT_BROKEN;
    }
    read_source(&result);
    if (options_simulated(options) && options_grading(options)) {
        look_at_objects(&result);
    }
    return examine_and_report(&result);
}

// Prints what the options ask about the lab's declaration. Returns false if they ask nothing.
static bool print_declared(const struct options *options) {
    if (options->help) {
        options_print_help(&lab);
    } else if (options->list) {
        list_parts(options);
    } else if (options->counter_limits) {
        list_limits();
    } else if (options->plan || options->speed) {
        list_plan(options);
    } else {
        return false;
    }
    return true;
}

int main(int argc, char **argv) {
    struct options options;
    char error[400];
    translation_open(error, sizeof(error)); // ./lab has reported an unknown language
    translation_add(lab.name);
#ifdef __linux__
    prctl(PR_SET_DUMPABLE, 0); // keeps the programs that it starts from reading its memory in /proc
#endif
    file_error_of_output();
    signal(SIGXFSZ, SIG_IGN); // a write beyond a limit fails, and is reported
    if (!declared_completely(&lab, error, sizeof(error)) ||
        options_read(argc, argv, &lab, &options, error, sizeof(error)) != 0) {
        wrap_standard_streams();
        fprintf(stderr, "lab: %s\n", error);
        return EXIT_BROKEN;
    }
    if (!grading_read(&lab, options.grading, error, sizeof(error))) {
        wrap_standard_streams();
        fprintf(stderr, "lab: %s\n", error);
        return EXIT_BROKEN;
    }
    if (options.help || (has_text(&options) && options.mix == NULL)) {
        wrap_standard_streams();
    }
    if (print_declared(&options)) {
        return EXIT_PASSED;
    }
    if (options.mix != NULL) {
        return todo_print_mixed(stdout, &lab, &options) ? EXIT_PASSED : EXIT_BROKEN;
    }
    if (options.from != NULL) {
        return code_of(report_show_again(options.from, &lab, options.aspect));
    }
    if (!empty_report(options.json) || !empty_report(options.report)) {
        return EXIT_BROKEN;
    }
    if (options.not_compiled || options.not_begun) {
        return report_not_run(&options);
    }
    return judge_program(&options, argv[0]);
}
