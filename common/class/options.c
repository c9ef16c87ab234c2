#define _GNU_SOURCE // realpath
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "options_check.h"
#include "text/option_list.h"

static const char usage[] =
    "usage: ./lab class SUBMISSIONS --out DIR [--labs lab01,lab02]\n"
    "           [--jobs N] [--seed-file FILE] [--cases FILE] [--grading FILE]\n"
    "           [--limit SECONDS] [--device sim|gpu] [--shard I/N] [--resume] [--trust]\n"
    "           [--student NAME] [--gradescope FILE [--visibility WHEN]]\n";

// To add an option: a line here, its case in set(), a line in common/cli/help.txt and in docs/class.md.
static const struct option options_known[] = {
    {.name = "--out", .kind = TEXT, .value = "DIR"},
    {.name = "--labs", .kind = TEXT, .value = "LAB,LAB"},
    {.name = "--jobs", .kind = NUMBER, .value = "N"},
    {.name = "--seed-file", .kind = TEXT, .value = "FILE"},
    {.name = "--cases", .kind = TEXT, .value = "FILE"},
    {.name = "--grading", .kind = TEXT, .value = "FILE"},
    {.name = "--limit", .kind = SECONDS, .value = "SECONDS"},
    {.name = "--student", .kind = TEXT, .value = "NAME"},
    {.name = "--gradescope", .kind = TEXT, .value = "FILE"},
    {.name = "--visibility", .kind = TEXT, .value = "WHEN"},
    {.name = "--device", .kind = TEXT, .value = "sim|gpu"},
    {.name = "--shard", .kind = TEXT, .value = "I/N"},
    {.name = "--only-compile", .kind = FLAG}, // for ./lab grade --contain
    {.name = "--only-check", .kind = FLAG},   // for ./lab class, before it builds
    {.name = "--resume", .kind = FLAG},
    {.name = "--trust", .kind = FLAG},
};

enum { OPTION_COUNT = sizeof(options_known) / sizeof(options_known[0]), ERROR_SIZE = 200 };

static int fail(const char *what, const char *word) {
    fprintf(stderr, "class: %s '%s'\n%s", what, word, usage);
    return -1;
}

// The path as the caller of ./lab means it, who may be in another folder.
static void called_path(const char *word, char path[CLASS_PATH_SIZE]) {
    const char *caller = getenv("LABS_CALLED_FROM");
    bool relative = word[0] != '/' && caller != NULL;
    snprintf(path, CLASS_PATH_SIZE, "%s%s%s", relative ? caller : "", relative ? "/" : "", word);
}

// Makes the path absolute, without links. `advice`: what to do if it cannot. Returns 0, or -1 after a message.
static int resolve(const char *word, const char *advice, char path[CLASS_PATH_SIZE]) {
    char *absolute = realpath(path, NULL);
    if (absolute == NULL || strlen(absolute) > CLASS_PATH_SIZE / 2) {
        fprintf(stderr, "class: %s: %s. %s\n", word,
                absolute == NULL ? strerror(errno) : "the path is too long", advice);
        free(absolute);
        return -1;
    }
    strcpy(path, absolute);
    free(absolute);
    return 0;
}

static int set_path(const char *word, const char *advice, char path[CLASS_PATH_SIZE]) {
    called_path(word, path);
    return resolve(word, advice, path);
}

// Adds the labs of a list. A lab that is named twice is graded once.
static int set_labs(struct class_options *options, const char *list) {
    char word[100];
    for (const char *at = list; *at != '\0'; at += *at == ',') {
        size_t length = strcspn(at, ",");
        snprintf(word, sizeof(word), "%.*s", (int)length, at);
        at += length;
        struct lab lab;
        bool known = false;
        if (lab_meant(word, &lab, stderr) != 0) {
            return -1;
        }
        for (int i = 0; i < options->lab_count; i++) {
            known |= strcmp(options->labs[i].folder, lab.folder) == 0;
        }
        if (!known) { // so there are at most as many as the course has
            options->labs[options->lab_count++] = lab;
        }
    }
    return 0;
}

static int set_visibility(struct class_options *options, const char *value) {
    static const char *const known[] = {"visible", "after_due_date", "after_published", "hidden"};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (strcmp(value, known[i]) == 0) {
            options->visibility = known[i];
            return 0;
        }
    }
    return fail("--visibility is visible, after_due_date, after_published or hidden, not", value);
}

// "3/8" is the third of eight.
static int set_shard(struct class_options *options, const char *value) {
    char rest;
    if (sscanf(value, "%4d/%4d%c", &options->shard, &options->shards, &rest) != 2 || options->shard < 1 ||
        options->shard > options->shards) {
        return fail("--shard needs a number and how many there are, such as 3/8, not", value);
    }
    options->shard--;
    return 0;
}

static int set(struct class_options *options, const char *name, const char *value) {
    char *end = "";
    if (strcmp(name, "--out") == 0) {
        called_path(value, options->out); // options_make_out() makes it
        return 0;
    } else if (strcmp(name, "--labs") == 0) {
        return set_labs(options, value);
    } else if (strcmp(name, "--jobs") == 0) {
        long jobs = strtol(value, &end, 10);
        options->jobs = *end == '\0' && jobs > 0 && jobs <= 256 ? (int)jobs : -1;
        return options->jobs > 0 ? 0 : fail("--jobs needs a number from 1 to 256, not", value);
    } else if (strcmp(name, "--limit") == 0) {
        options->limit = strtod(value, &end);
        return *end == '\0' && options->limit > 0 && options->limit <= 3600
                   ? 0
                   : fail("--limit needs a number of seconds above 0, at most 3600, not", value);
    } else if (strcmp(name, "--seed-file") == 0) {
        return set_path(value, "Give --seed-file a file with a secret", options->seed_file);
    } else if (strcmp(name, "--cases") == 0) {
        return set_path(value, "Give --cases a file with cases", options->cases_file);
    } else if (strcmp(name, "--grading") == 0) {
        return set_path(value, "Give --grading a file with points, limits and budgets", options->grading);
    } else if (strcmp(name, "--student") == 0) {
        snprintf(options->student, sizeof(options->student), "%.200s", value);
        return strchr(value, '/') == NULL ? 0 : fail("--student needs a name, not", value);
    } else if (strcmp(name, "--gradescope") == 0) {
        called_path(value, options->gradescope);
        return 0;
    } else if (strcmp(name, "--shard") == 0) {
        return set_shard(options, value);
    } else if (strcmp(name, "--visibility") == 0) {
        return set_visibility(options, value);
    } else if (strcmp(name, "--device") == 0) {
        options->gpu = strcmp(value, "gpu") == 0;
        return options->gpu || strcmp(value, "sim") == 0 ? 0 : fail("--device is sim or gpu, not", value);
    }
    options->resume |= strcmp(name, "--resume") == 0;
    options->trust |= strcmp(name, "--trust") == 0;
    options->only_compile |= strcmp(name, "--only-compile") == 0;
    options->only_check |= strcmp(name, "--only-check") == 0;
    return 0;
}

int options_make_out(struct class_options *options) {
    if (mkdir(options->out, 0700) != 0 && errno != EEXIST) {
        return options_cannot_make(options->out);
    }
    return resolve(options->out, "Give --out another folder", options->out);
}

// Can the folder for the grades be used? Returns 0, or -1 after a message.
static int check_out(const struct class_options *options) {
    if (!options->only_compile && options_is_inside(options->out, options->submissions)) {
        fprintf(
            stderr,
            "class: %s is in the folder of submissions, where it would become a student. Give --out a folder "
            "elsewhere\n",
            options->out);
        return -1;
    }
    return options_check_out(options);
}

// Reads the words one by one, and writes nothing. Returns 0, or -1 after a message.
static int read_words(int count, char **words, struct class_options *options) {
    char error[ERROR_SIZE];
    for (int i = 0; i < count; i++) {
        if (words[i][0] != '-') {
            if (options->submissions[0] != '\0') {
                return fail("unexpected argument", words[i]);
            }
            if (set_path(words[i], "Give the folder that the submissions are in", options->submissions) !=
                0) {
                return -1;
            }
            continue;
        }
        const struct option *option = option_find(options_known, OPTION_COUNT, words[i]);
        const char *value;
        if (option == NULL ? option_unknown(options_known, OPTION_COUNT, words[i], error, sizeof(error))
                           : option_value(option, words, count, &i, &value, error, sizeof(error)) != 0) {
            fprintf(stderr, "class: %s\n", error);
            return -1;
        }
        if (set(options, option->name, value) != 0) {
            return -1;
        }
    }
    return 0;
}

int options_read(int count, char **words, struct class_options *options) {
    if (read_words(count, words, options) != 0) {
        return -1;
    }
    if (options->submissions[0] == '\0' || options->out[0] == '\0') {
        fputs(options->submissions[0] == '\0' ? "class: which folder has the submissions?\n"
                                              : "class: --out DIR says where the grades go\n",
              stderr);
        fputs(usage, stderr);
        return -1;
    }
    if (options_check(options) != 0 || check_out(options) != 0) {
        return -1;
    }
    options->visibility = options->visibility != NULL ? options->visibility : "visible";
    return 0;
}
