// view, show: a run of the student's kernel, as a page and as text.
#define _GNU_SOURCE // realpath under -std=c11
#include "view.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "build.h"
#include "checker.h"
#include "commands.h"
#include "failed_case.h"
#include "handout.h"
#include "progress.h"
#include "text/file_error.h"
#include "text/translation.h"
#include "view/page.h"

enum { HEAD_SIZE = 4096, WORD_SIZE = 64 };

static const char PAGE_FOLDER[] = "common/view/page", STAMP[] = "view-saved.js";

// Copies the value of a text or number at the head of a trace: of "part": "modulo" modulo, of "n": 577 577.
static bool head_value(const char *trace, const char *name, char value[WORD_SIZE]) {
    char head[HEAD_SIZE] = "", key[WORD_SIZE];
    FILE *file = fopen(trace, "r");
    size_t length = file == NULL ? 0 : fread(head, 1, sizeof(head) - 1, file);
    head[length] = '\0';
    if (file != NULL) {
        fclose(file);
    }
    snprintf(key, sizeof(key), "\"%s\": ", name);
    const char *found = strstr(head, key);
    if (found == NULL) {
        return false;
    }
    found += strlen(key);
    found += *found == '"';
    snprintf(value, WORD_SIZE, "%.*s", (int)strcspn(found, "\",\n"), found);
    return true;
}

// A picture has no head of its own.
static void name_picture(const struct words *options, const char *program) {
    if (words_after(options, "--picture") != NULL) {
        printf("%s\n", program);
        fflush(stdout);
    }
}

// Records a case of a program: the checker's exit code. The file is not there if nothing could be recorded.
static int record(const struct lab *lab, const char *program, const char *trace, const struct words *options,
                  bool quiet) {
    const struct checker_run run = {.program = program, .device = "sim", .quiet = quiet};
    struct words all = {0};
    words_append(&all, options);
    words_add(&all, "--trace");
    words_add(&all, trace);
    unlink(trace);
    int code = checker_run(&run, lab, &all);
    words_free(&all);
    return code;
}

// Records the same input in the solution of `lab`: of the trace's part, or of `part`, or with "" of the one that is
// shown by default. `shown`: options that print something of it; empty: it is quiet. false if there is none to compare
// with.
static bool record_solution(const struct lab *lab, const char *part, const char *starter_trace,
                            const char *trace, const char *operator_name, const struct words *shown) {
    static const char *const names[] = {"n", "seed", "part"}, *const options[] = {"--n", "--seed", "--part"};
    struct words words = {0};
    char value[WORD_SIZE];
    bool known = !handout_lacks_solution(lab);
    words_add(&words, "--operator");
    words_add(&words, operator_name);
    for (int i = 0; i < (part == NULL ? 3 : 2); i++) {
        known &= head_value(starter_trace, names[i], value);
        words_add(&words, options[i]);
        words_add(&words, value);
    }
    if (part != NULL && part[0] != '\0') {
        words_add(&words, "--part");
        words_add(&words, part);
    }
    words_append(&words, shown);
    known = known && build_for_operator(lab, "solution", operator_name) == EXIT_PASSED;
    if (known) {
        name_picture(&words, "solution");
        known = record(lab, "solution", trace, &words, shown->count == 0) != EXIT_BROKEN &&
                access(trace, R_OK) == 0;
    }
    words_free(&words);
    return known;
}

// Tells pages that follow that there is a new one.
static void write_stamp(const char *folder) {
    char path[VIEW_PATH_SIZE];
    snprintf(path, sizeof(path), "%s/%s", folder, STAMP);
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        fprintf(file, "labsSaved('%lld.%09ld');\n", (long long)now.tv_sec, now.tv_nsec);
        fclose(file);
    }
}

// Writes the page under another name first, so that a browser never reads half of it.
static int write_page(const char *path, const char *const *traces, int count, bool follows) {
    char made[VIEW_PATH_SIZE + 8];
    const char *missing = NULL;
    snprintf(made, sizeof(made), "%s.new", path);
    FILE *out = fopen(made, "w");
    bool good =
        out != NULL && page_write(out, PAGE_FOLDER, traces, count, follows ? STAMP : "", &missing) == 0;
    good = file_close(out) && good;
    if (!good || rename(made, path) != 0) {
        file_error("lab", missing != NULL ? FILE_READ : FILE_WRITE, missing != NULL ? missing : made);
        return EXIT_BROKEN;
    }
    return EXIT_PASSED;
}

// Records what --with asks for, LAB or LAB:PART. false, after a message, if that is not possible.
static bool record_other(const char *with, const char *starter_trace, const char *trace,
                         const char *operator_name) {
    char word[WORD_SIZE];
    const char *part = strchr(with, ':');
    struct lab other;
    const struct words none = {0};
    snprintf(word, sizeof(word), "%.*s", (int)strcspn(with, ":"), with);
    if (lab_meant(word, &other, stderr) != 0) {
        return false;
    }
    bool good =
        record_solution(&other, part == NULL ? "" : part + 1, starter_trace, trace, operator_name, &none);
    if (!good) {
        fprintf(stderr, "lab: no run of %s can be shown beside it\n", with);
    }
    return good;
}

int view_make_page(const char *path, const char *trace) {
    return write_page(path, &trace, 1, false);
}

// Adds the options that show the case that failed in the lab's last check.
static void add_failed_case(const struct lab *lab, struct words *options) {
    char path[BUILD_PATH_SIZE];
    struct failed_case failed;
    failed_case_path(lab, path);
    if (failed_case_read(path, &failed)) {
        words_append(options, &failed.view);
    }
    failed_case_free(&failed);
}

// A run of the starter, or of the program that the arguments name, and of the solution beside it.
struct view {
    const char *operator_name, *program;
    char folder[VIEW_PATH_SIZE / 2], trace[VIEW_PATH_SIZE], reference[VIEW_PATH_SIZE];
    bool compared; // there is a reference
};

// Builds and records both. EXIT_PASSED if there is a trace. `asked_for`: the options of the case.
static int make_view(const struct lab *lab, const struct arguments *arguments, const struct words *asked_for,
                     bool shows, struct view *view) {
    const char *asked = words_after(asked_for, "--operator");
    const char *program = words_after(asked_for, "--program");
    const char *picture = words_after(asked_for, "--picture");
    struct words options = {0}, shown = {0};
    view->operator_name = asked != NULL ? asked : "sum";
    view->program = program != NULL ? program : "starter";
    int code = build_for_operator(lab, view->program, view->operator_name);
    if (code != EXIT_PASSED) {
        return code;
    }
    snprintf(view->folder, sizeof(view->folder), "%s/%s", build_folder(), lab->folder);
    snprintf(view->trace, sizeof(view->trace), "%s/view.json", view->folder);
    snprintf(view->reference, sizeof(view->reference), "%s/view-reference.json", view->folder);
    words_append(&options, asked_for);
    if (asked == NULL) {
        words_add(&options, "--operator");
        words_add(&options, view->operator_name);
    }
    if (shows && picture == NULL) {
        words_add(&options, "--show");
        words_add(&shown, "--show");
    } else if (shows) { // the arguments have it
        words_add(&shown, "--picture");
        words_add(&shown, picture);
    }
    if (shows && words_after(asked_for, "--n") == NULL && words_after(asked_for, "--example") == NULL) {
        words_add(&options, "--n");
        words_add(&options, "8");
    }
    name_picture(&options, view->program);
    code = record(lab, view->program, view->trace, &options, false);
    words_free(&options);
    if (access(view->trace, R_OK) != 0) {
        words_free(&shown);
        return code == EXIT_PASSED ? EXIT_BROKEN : code;
    }
    if (arguments->with != NULL) {
        view->compared = record_other(arguments->with, view->trace, view->reference, view->operator_name);
        return view->compared ? EXIT_PASSED : EXIT_BROKEN;
    }
    if (program == NULL && shown.count > 0) { // between the file's run and the solution's
        puts("");
        fflush(stdout);
    }
    view->compared = program == NULL &&
                     record_solution(lab, NULL, view->trace, view->reference, view->operator_name, &shown);
    words_free(&shown);
    return EXIT_PASSED;
}

int view_write(const struct lab *lab, const struct arguments *arguments, bool follows, char *path) {
    struct view view = {0};
    struct words options = {0};
    words_append(&options, &arguments->words);
    if (options.count == 0 && arguments->with == NULL) {
        add_failed_case(lab, &options);
    }
    int code = make_view(lab, arguments, &options, false, &view);
    if (code == EXIT_PASSED) {
        const char *const traces[] = {view.trace, view.reference};
        snprintf(path, VIEW_PATH_SIZE, "%s/view.html", view.folder);
        code = write_page(path, traces, view.compared ? 2 : 1, follows);
    }
    if (code == EXIT_PASSED && follows) {
        write_stamp(view.folder);
    }
    words_free(&options);
    return code;
}

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0';
}

void view_open(const char *path) {
    char whole[PATH_MAX];
    const char *shown = realpath(path, whole) != NULL ? whole : path;
    struct words command = {0};
#ifdef __APPLE__
    const bool desktop = true;
    words_add(&command, "open");
#else
    const bool desktop = is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    words_add(&command, "xdg-open");
#endif
    words_add(&command, shown);
    bool opened = desktop && program_run(&command, OUTPUT_DROPPED) == EXIT_PASSED;
    printf(opened ? _("the browser shows this page: %s\n") : _("open this page in a browser: %s\n"), shown);
    words_free(&command);
}

// The lab that the arguments name, or the first unfinished one. false after a message if there is none.
static bool choose_lab(const struct arguments *arguments, struct lab *lab) {
    if (arguments->lab_count > 0) {
        *lab = arguments->labs[0];
        return true;
    }
    bool found = progress_first_unfinished(lab);
    if (!found) {
        printf("You have passed all labs. ./lab %s lab01 shows one of them.\n", arguments->command->name);
    }
    return found;
}

int command_view(const struct arguments *arguments) {
    struct lab lab;
    char path[VIEW_PATH_SIZE];
    if (!choose_lab(arguments, &lab)) {
        return EXIT_PASSED;
    }
    int code = view_write(&lab, arguments, false, path);
    if (code == EXIT_PASSED) {
        view_open(path);
    }
    return code;
}

int command_show(const struct arguments *arguments) {
    struct lab lab;
    struct view view = {0};
    return choose_lab(arguments, &lab) ? make_view(&lab, arguments, &arguments->words, true, &view)
                                       : EXIT_PASSED;
}
