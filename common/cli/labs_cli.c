// labs-cli: what ./lab does once labs-cli is built. ./lab calls it with its own arguments, in the course's folder.
//
// Exit codes: commands.h.
#define _GNU_SOURCE // setenv under -std=c11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arguments.h"
#include "build.h"
#include "commands.h"
#include "text/file_error.h"
#include "text/suggest.h"
#include "text/translation.h"
#include "text/wrap.h"

// To add a command: a line here, a function in commands.h, and its lines in help.txt, by which ./lab knows it.
static const struct command commands[] = {
    {"demo", command_demo, MEANS_ALL_LABS | TAKES_LABS | TAKES_DEVICE | TAKES_CHECK, "[lab...] [option...]"},
    {"check", command_check, TAKES_LABS | TAKES_DEVICE | TAKES_CHECK, "[lab...] [option...]"},
    {"watch", command_watch, TAKES_ONE_LAB | TAKES_DEVICE | TAKES_CHECK, "[lab] [option...]"},
    {"where", command_where, TAKES_PART, "[lab] [part]"},
    {"view", command_view, TAKES_ONE_LAB | TAKES_CHECK | TAKES_VIEW,
     "[lab] [--part P] [--n N] [--operator O] [--with LAB[:PART]]"},
    {"show", command_show, TAKES_ONE_LAB | TAKES_CHECK, "[lab] [--part P] [--n N] [--operator O]"},
    {"hint", command_hint, TAKES_HINT, "[lab] [N] [--step K | --all]"},
    {"quiz", command_quiz, TAKES_ONE_LAB, "LAB"},
    {"list", command_list, TAKES_LABS, "[lab...]"},
    {"grade", command_grade, TAKES_LABS | TAKES_DEVICE | TAKES_GRADE,
     "[lab...] [--seed-file FILE] [--cases FILE] [--grading FILE] [--contain [--trust]]"},
    {"reset", command_reset, TAKES_ONE_LAB, "LAB"},
    {"bench", command_bench, MEANS_ALL_LABS | TAKES_LABS | TAKES_DEVICE | TAKES_CHECK | TAKES_BENCH,
     "[lab...] [option...]"},
    {"run", command_run, TAKES_ANYTHING, "FILE.cu [option...] [-- the program's own arguments]"},
    {"test", command_test, TAKES_TEST, "[lab...] [--all] [CTest's options]"},
    {"class", command_class, TAKES_ANYTHING, "SUBMISSIONS --out DIR [option...]"},
    {"handout", command_handout, TAKES_ANYTHING, "DIR"},
    {"new", command_new, TAKES_ANYTHING, "labNN-name"},
    {"build-starter", command_build_starter, TAKES_ANYTHING, NULL},
};

enum { COMMAND_COUNT = sizeof(commands) / sizeof(commands[0]) };

// What people type who expect a command to have this name.
static const struct {
    const char *word, *command;
} other_names[] = {
    {"progress", "list"}, {"status", "list"},    {"build", "check"},     {"compile", "check"},
    {"make", "check"},    {"judge", "check"},    {"submit", "check"},    {"next", "check"},
    {"start", "check"},   {"solution", "hint"},  {"solve", "hint"},      {"trace", "view"},
    {"debug", "view"},    {"page", "view"},      {"benchmark", "bench"}, {"time", "bench"},
    {"restore", "reset"}, {"undo", "reset"},     {"points", "grade"},    {"questions", "quiz"},
    {"execute", "run"},   {"install", "doctor"}, {"version", "doctor"},
};

static int unknown_command(const char *word) {
    const char *names[COMMAND_COUNT + 2] = {"doctor", "help"}; // which ./lab itself implements
    size_t count = 2;
    struct lab lab;
    if (lab_meant(word, &lab, NULL) == 0) {
        fprintf(stderr, "lab: '%s' is a lab: ./lab check %s\n", word, lab.name);
        return EXIT_BROKEN;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (commands[i].usage != NULL) {
            names[count++] = commands[i].name;
        }
    }
    const char *nearest = suggest(word, names, count);
    for (size_t i = 0; i < sizeof(other_names) / sizeof(other_names[0]); i++) {
        if (strcasecmp(word, other_names[i].word) == 0) {
            nearest = other_names[i].command;
        }
    }
    fprintf(stderr, "lab: there is no command '%s'%s%s%s\nThe commands are:", word,
            nearest != NULL ? "; did you mean " : "", nearest != NULL ? nearest : "",
            nearest != NULL ? "?" : "");
    for (size_t i = 2; i < count; i++) {
        fprintf(stderr, " %s", names[i]);
    }
    fputs(" doctor help. ./lab help says more.\n", stderr);
    return EXIT_BROKEN;
}

// Chooses the language of the messages. false after one that it is unknown.
static bool open_language(const char *language) {
    char known[200];
    if (language != NULL) {
        setenv("LABS_LANG", language, 1);
    }
    if (translation_open(known, sizeof(known)) != 0) {
        fprintf(stderr, "lab: unknown language '%s'; the course is in %s\n", getenv("LABS_LANG"), known);
        return false;
    }
    return true;
}

int main(int argc, char **argv) {
    static struct arguments arguments;
    const char *word = argc > 1 ? argv[1] : "";
    wrap_standard_streams();
    file_error_of_output();
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, word) == 0) {
            build_set_call(argv + 1);
            int code = arguments_read(&commands[i], argv + 2, argc - 2, &arguments);
            if (code == EXIT_PASSED && !open_language(arguments.language)) {
                code = EXIT_BROKEN;
            }
            if (code == EXIT_PASSED) {
                code = commands[i].run(&arguments);
                build_show_warnings();
            }
            arguments_free(&arguments);
            translation_close();
            return code;
        }
    }
    return unknown_command(word);
}
