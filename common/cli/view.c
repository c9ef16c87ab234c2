// view: a page that shows a run of the student's kernel.
#define _GNU_SOURCE // realpath under -std=c11
#include "view.h"

#include <errno.h>
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
#include "progress.h"
#include "view/page.h"

enum { HEAD_SIZE = 4096, WORD_SIZE = 64 };

static const char PAGE_FOLDER[] = "common/view/page", STAMP[] = "view-saved.js";

// The value that follows an option in `words`; NULL: the option is not there.
static const char *value_of(const struct words *words, const char *option) {
    for (int i = 0; i + 1 < words->count; i++) {
        if (strcmp(words->items[i], option) == 0) {
            return words->items[i + 1];
        }
    }
    return NULL;
}

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

// Records the same case of the solution. false: there is none to compare with.
static bool record_solution(const struct lab *lab, const char *starter_trace, const char *trace,
                            const char *operator_name) {
    static const char *const names[] = {"part", "n", "seed"}, *const options[] = {"--part", "--n", "--seed"};
    struct words words = {0};
    char value[WORD_SIZE];
    bool known = true;
    words_add(&words, "--operator");
    words_add(&words, operator_name);
    for (int i = 0; i < 3; i++) {
        known &= head_value(starter_trace, names[i], value);
        words_add(&words, options[i]);
        words_add(&words, value);
    }
    known = known && build_for_operator(lab, "solution", operator_name) == EXIT_PASSED &&
            record(lab, "solution", trace, &words, true) != EXIT_BROKEN && access(trace, R_OK) == 0;
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
    int error = errno;
    if (out != NULL) {
        good &= fclose(out) == 0;
    }
    if (!good || rename(made, path) != 0) {
        fprintf(stderr, "lab: %s: %s\n", missing != NULL ? missing : made, strerror(error));
        return EXIT_BROKEN;
    }
    return EXIT_PASSED;
}

int view_write(const struct lab *lab, const struct arguments *arguments, bool follows, char *path) {
    const char *asked = value_of(&arguments->words, "--operator"),
               *program = value_of(&arguments->words, "--program");
    const char *operator_name = asked != NULL ? asked : "sum";
    char folder[VIEW_PATH_SIZE / 2], trace[VIEW_PATH_SIZE], reference[VIEW_PATH_SIZE];
    struct words options = {0};
    int code = build_for_operator(lab, program != NULL ? program : "starter", operator_name);
    if (code != EXIT_PASSED) {
        return code;
    }
    snprintf(folder, sizeof(folder), "%s/%s", build_folder(), lab->folder);
    snprintf(trace, sizeof(trace), "%s/view.json", folder);
    snprintf(reference, sizeof(reference), "%s/view-reference.json", folder);
    snprintf(path, VIEW_PATH_SIZE, "%s/view.html", folder);
    words_append(&options, &arguments->words);
    if (asked == NULL) {
        words_add(&options, "--operator");
        words_add(&options, operator_name);
    }
    code = record(lab, program != NULL ? program : "starter", trace, &options, false);
    words_free(&options);
    if (access(trace, R_OK) != 0) {
        return code == EXIT_PASSED ? EXIT_BROKEN : code;
    }
    const char *const traces[] = {trace, reference};
    bool compared = program == NULL && record_solution(lab, trace, reference, operator_name);
    code = write_page(path, traces, compared ? 2 : 1, follows);
    if (code == EXIT_PASSED && follows) {
        write_stamp(folder);
    }
    return code;
}

void view_open(const char *path) {
    char whole[PATH_MAX];
    const char *shown = realpath(path, whole) != NULL ? whole : path;
    struct words command = {0};
#ifdef __APPLE__
    const bool desktop = true;
    words_add(&command, "open");
#else
    const bool desktop = getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL;
    words_add(&command, "xdg-open");
#endif
    words_add(&command, shown);
    if (!desktop || program_run(&command, OUTPUT_DROPPED) != EXIT_PASSED) {
        printf("open this page in a browser: %s\n", shown);
    }
    words_free(&command);
}

int command_view(const struct arguments *arguments) {
    struct lab lab;
    char path[VIEW_PATH_SIZE];
    if (arguments->lab_count > 0) {
        lab = arguments->labs[0];
    } else if (!progress_first_unfinished(&lab)) {
        printf("You have passed all labs. ./lab view lab01 shows one of them.\n");
        return EXIT_PASSED;
    }
    int code = view_write(&lab, arguments, false, path);
    if (code == EXIT_PASSED) {
        view_open(path);
    }
    return code;
}
