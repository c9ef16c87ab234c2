#define _XOPEN_SOURCE 700
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "text_file.h"
#include "translate.h"

const char *const outcome_names[OUTCOME_COUNT] = {"unknown", "caught", "survived", "no compile", "broken"};

// The time limit for a case whose host code does not end: longer than any case that ends.
#define CASE_LIMIT_SECONDS "20"
enum { EXIT_SKIPPED = 77 };

struct trial {
    const struct lab_files *lab;
    const struct mutant *mutant;
    const char *build, *place;
    struct result result;
};

static bool write_text(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "w");
    bool written = file != NULL && fwrite(text, 1, length, file) == length;
    return file != NULL && fclose(file) == 0 && written;
}

// Runs a command in the build folder, with its output in the trial's log. Its exit code, or -1 without one.
static int run_command(const struct trial *trial, const char *command) {
    size_t size = strlen(command) + 2 * PATH_SIZE;
    char *line = malloc(size);
    if (line == NULL) {
        return -1;
    }
    snprintf(line, size, "cd '%s' && { %s\n} >'%s/log' 2>&1", trial->build, command, trial->place);
    int status = system(line);
    free(line);
    return status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Runs one of the build's commands on the mutant's files instead of the solution's.
static bool run_build_command(const struct trial *trial, const struct commands *commands,
                              const char *command) {
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "'%s/mutant.o'",
             trial->place); // first, because it contains the source's name
    char *with_object = replace_all(command, commands->object, path);
    snprintf(path, sizeof(path), "'%s/mutant.cpp'", trial->place);
    char *with_source = with_object == NULL ? NULL : replace_all(with_object, commands->source, path);
    char output[PATH_SIZE], own_output[PATH_SIZE];
    snprintf(output, sizeof(output), " -o %s ", commands->runner);
    snprintf(own_output, sizeof(own_output), " -o '%s/runner' ", trial->place);
    char *line = with_source == NULL ? NULL : replace_all(with_source, output, own_output);
    bool done = line != NULL && run_command(trial, line) == 0;
    free(with_object);
    free(with_source);
    free(line);
    return done;
}

static bool translate_mutant(const struct trial *trial) {
    char path[PATH_SIZE], name[PATH_SIZE + 4];
    struct translation translation;
    snprintf(name, sizeof(name), "%s/mutant.cu", trial->place);
    snprintf(path, sizeof(path), "%s/mutant.cpp", trial->place);
    bool done = translate(trial->mutant->text, trial->mutant->length, name, &translation) == 0 &&
                write_text(path, translation.text, translation.length);
    translation_free(&translation);
    snprintf(path, sizeof(path), "%s/runner.source", trial->place); // for the checker: whose TODOs?
    return write_text(name, trial->mutant->text, trial->mutant->length) &&
           write_text(path, name, strlen(name)) && done;
}

static bool build_program(const struct trial *trial, const struct commands *commands) {
    return run_build_command(trial, commands, commands->compile) &&
           run_build_command(trial, commands, commands->link);
}

// The first error in the log: "LINE: text" of a diagnostic, otherwise the line of a failed case.
static void read_log(struct trial *trial, const char *part) {
    char path[PATH_SIZE], *how = trial->result.how;
    snprintf(path, sizeof(path), "%s/log", trial->place);
    FILE *log = fopen(path, "r");
    char line[2048];
    bool found = false;
    snprintf(how, HOW_SIZE, "%s fails", part);
    while (log != NULL && !found && fgets(line, sizeof(line), log) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *place = strstr(line, "mutant.cu:");
        bool other = strstr(line, ": also here") != NULL || strstr(line, ": note: ") != NULL;
        if (place != NULL && !other && strncmp(line, "again:", 6) != 0 && place[10] != '\0') {
            char *text = strchr(place, ' ');
            snprintf(how, HOW_SIZE, "%d:%.200s", atoi(place + 10), text != NULL ? text : "");
            found = true;
        } else if (strstr(line, ", n = ") != NULL || strstr(line, ", example ") != NULL) {
            snprintf(how, HOW_SIZE, "%.*s", HOW_SIZE - 1, line);
        }
    }
    if (log != NULL) {
        fclose(log);
    }
    for (char *at = how; *at != '\0'; at++) {
        *at = *at == '\t' ? ' ' : *at;
    }
}

// Checks one part, or all for "". True if it passed; otherwise the result is set.
static bool check(struct trial *trial, const struct lab_program *program, const char *part) {
    const char *operator_name = program->operator_name;
    char command[3 * PATH_SIZE];
    snprintf(command, sizeof(command),
             "LABS_ENDLESS_SECONDS=0.1 '%s' --program '%s/runner' --workers 1 --limit " CASE_LIMIT_SECONDS
             " --brief%s%s%s%s",
             trial->lab->checker, trial->place, operator_name[0] != '\0' ? " --operator " : "", operator_name,
             part[0] != '\0' ? " --part " : "", part);
    int code = run_command(trial, command);
    if (code == 0 || code == EXIT_SKIPPED) { // a part may have other operators only
        return true;
    }
    trial->result.outcome = code == 1 ? OUTCOME_CAUGHT : OUTCOME_BROKEN;
    if (code == 1) {
        read_log(trial, part);
    } else {
        snprintf(trial->result.how, HOW_SIZE, "exit code %d of %.180s", code, trial->lab->checker);
    }
    return false;
}

static bool part_has(const struct lab_files *lab, size_t part, int todo) {
    for (size_t i = 0; i < TODOS_MAX; i++) {
        if (todo > 0 && lab->todos[part][i] == todo) {
            return true;
        }
    }
    return false;
}

// Checks part by part with the first operator.
static bool check_parts(struct trial *trial) {
    for (int own = 1; own >= 0; own--) {
        for (size_t i = 0; i < trial->lab->part_count; i++) {
            if (part_has(trial->lab, i, trial->mutant->todo) == own &&
                !check(trial, &trial->lab->programs[0], trial->lab->parts[i])) {
                return false;
            }
        }
    }
    return true;
}

struct result trial_run(const struct lab_files *lab, const struct mutant *mutant, bool proved,
                        const char *build, const char *place) {
    struct trial trial = {lab, mutant, build, place, {OUTCOME_SURVIVED, ""}};
    if (!translate_mutant(&trial) || !build_program(&trial, &lab->programs[0].commands)) {
        trial.result.outcome = OUTCOME_NO_COMPILE;
        return trial.result;
    }
    if (!check_parts(&trial)) {
        return trial.result;
    }
    for (size_t i = 1; i < lab->program_count && !proved && trial.result.outcome == OUTCOME_SURVIVED; i++) {
        if (!build_program(&trial, &lab->programs[i].commands)) {
            trial.result.outcome = OUTCOME_NO_COMPILE;
        } else {
            check(&trial, &lab->programs[i], "");
        }
    }
    return trial.result;
}
