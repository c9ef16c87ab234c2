#define _XOPEN_SOURCE 700
#include "lab_files.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table.h" // the operators
#include "text_file.h"

char *replace_all(const char *text, const char *from, const char *to) {
    size_t from_length = strlen(from), to_length = strlen(to), count = 0;
    for (const char *at = text; (at = strstr(at, from)) != NULL; at += from_length) {
        count++;
    }
    char *out = malloc(strlen(text) + count * to_length + 1), *end = out;
    if (out == NULL) {
        return NULL;
    }
    for (const char *at; (at = strstr(text, from)) != NULL; text = at + from_length) {
        memcpy(end, text, (size_t)(at - text));
        end += at - text;
        memcpy(end, to, to_length);
        end += to_length;
    }
    strcpy(end, text);
    return out;
}

// The word after " OPTION " in a shell command, with its quotes, to be freed, or NULL.
static char *word_behind(const char *command, const char *option) {
    char pattern[16];
    snprintf(pattern, sizeof(pattern), " %s ", option);
    const char *at = strstr(command, pattern);
    if (at == NULL) {
        return NULL;
    }
    at += strlen(pattern);
    if (*at == '\'' || *at == '"') {
        const char *end = strchr(at + 1, *at);
        return end == NULL ? NULL : strndup(at, (size_t)(end + 1 - at));
    }
    return strndup(at, strcspn(at, " \n"));
}

// Gets a target's commands from Ninja: the one that compiles the lab's code, and the last one, which links.
static bool read_commands(const char *build, const char *target, struct commands *commands) {
    char ask[2 * PATH_SIZE], compiled[200], *line = NULL, *last = NULL;
    size_t room = 0;
    snprintf(ask, sizeof(ask), "ninja -C '%s' -t commands %s 2>/dev/null", build, target);
    snprintf(compiled, sizeof(compiled), "/%s.cpp", target);
    FILE *answer = popen(ask, "r");
    if (answer == NULL) {
        return false;
    }
    while (getline(&line, &room, answer) > 0) {
        size_t length = strlen(line);
        const char *source = strstr(line, " -c ");
        source = source == NULL ? NULL : strstr(source, compiled);
        if (source != NULL && strchr("\n'\"", source[strlen(compiled)]) != NULL) {
            free(commands->compile);
            commands->compile = strndup(line, length - 1);
        }
        free(last);
        last = strndup(line, length - 1);
    }
    pclose(answer);
    free(line);
    commands->link = last;
    if (commands->compile == NULL || last == NULL) {
        return false;
    }
    commands->source = word_behind(commands->compile, "-c");
    commands->object = word_behind(commands->compile, "-o");
    commands->runner = word_behind(commands->link, "-o");
    return commands->source != NULL && commands->object != NULL && commands->runner != NULL &&
           strstr(commands->link, commands->object) != NULL;
}

static void add_to_hash(uint64_t *hash, const char *path) {
    size_t length = 0;
    char *bytes = text_file_read(path, &length);
    for (size_t i = 0; i < length; i++) {
        *hash = (*hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211); // FNV-1a
    }
    free(bytes);
}

// Adds the solution's program for an operator ("": a lab without operators), if the build has it.
static bool add_program(struct lab_files *lab, const char *build, const char *operator_name) {
    struct lab_program *program = &lab->programs[lab->program_count];
    char target[160], runner[2 * PATH_SIZE];
    snprintf(target, sizeof(target), "%s-solution%s%s-sim", lab->name, operator_name[0] != '\0' ? "-" : "",
             operator_name);
    snprintf(runner, sizeof(runner), "%s/%s/%s", build, lab->folder, target);
    if (access(runner, X_OK) != 0) {
        return true;
    }
    *program = (struct lab_program){0};
    snprintf(program->operator_name, sizeof(program->operator_name), "%s", operator_name);
    lab->program_count++;
    add_to_hash(&lab->fingerprint, runner);
    if (read_commands(build, target, &program->commands)) {
        return true;
    }
    fprintf(stderr, "%s: Ninja lists no commands for %s\n", build, target);
    return false;
}

// Reads the checker's list: "part NAME: title", then "  TODO(1) TODO(2)".
static bool read_parts(struct lab_files *lab) {
    char command[PATH_SIZE + 16], *line = NULL;
    size_t room = 0;
    snprintf(command, sizeof(command), "'%s' --list", lab->checker);
    FILE *list = popen(command, "r");
    if (list == NULL) {
        return false;
    }
    while (getline(&line, &room, list) > 0) {
        if (strncmp(line, "part ", 5) == 0 && lab->part_count < PARTS_MAX) {
            snprintf(lab->parts[lab->part_count++], NAME_SIZE, "%.*s", (int)strcspn(line + 5, ":"), line + 5);
        }
        int number = 0;
        for (const char *at = line; lab->part_count > 0 && (at = strstr(at, "TODO(")) != NULL; at++) {
            if (number < TODOS_MAX) {
                lab->todos[lab->part_count - 1][number++] = atoi(at + 5);
            }
        }
    }
    free(line);
    return pclose(list) == 0 && lab->part_count > 0;
}

static bool read_lab(struct lab_files *lab, const char *build) {
    lab->fingerprint = UINT64_C(14695981039346656037);
    add_to_hash(&lab->fingerprint, lab->checker);
    if (!read_parts(lab)) {
        fprintf(stderr, "%s: listing the parts failed\n", lab->checker);
        return false;
    }
    if (!add_program(lab, build, "")) {
        return false;
    }
    for (int i = 0; i < OPERATOR_COUNT; i++) {
        if (!add_program(lab, build, operators[i].name)) {
            return false;
        }
    }
    if (lab->program_count == 0) {
        fprintf(stderr, "%s: the solution has not been built\n", lab->folder);
    }
    return lab->program_count > 0;
}

struct lab_files *lab_files_find(const char *root, const char *build, size_t *count) {
    char pattern[PATH_SIZE];
    snprintf(pattern, sizeof(pattern), "%s/lab[0-9][0-9]-*/solution.cu", root);
    glob_t found = {0};
    *count = 0;
    int none = glob(pattern, 0, NULL, &found);
    snprintf(pattern, sizeof(pattern), "%s/lab[0-9][0-9]-*/*/solution.cu", root); // exercises beyond a lab
    if (none != 0 || (glob(pattern, GLOB_APPEND, NULL, &found) != 0 && found.gl_pathc == 0)) {
        fprintf(stderr, "%s: no lab found\n", root);
        globfree(&found);
        return NULL;
    }
    struct lab_files *labs = calloc(found.gl_pathc, sizeof(*labs));
    bool read = labs != NULL;
    for (size_t i = 0; read && i < found.gl_pathc; i++) {
        struct lab_files *lab = &labs[(*count)++];
        const char *folder = found.gl_pathv[i] + strlen(root) + 1;
        const char *last = strrchr(folder, '/'), *own = last;
        while (own > folder && own[-1] != '/') {
            own--;
        }
        snprintf(lab->folder, sizeof(lab->folder), "%.*s", (int)(last - folder), folder);
        snprintf(lab->name, sizeof(lab->name), "%.*s", (int)strcspn(own, "-/"), own);
        snprintf(lab->solution, sizeof(lab->solution), "%s", found.gl_pathv[i]);
        if (build == NULL) {
            continue;
        }
        snprintf(lab->checker, sizeof(lab->checker), "%s/%s/%s-check", build, lab->folder, lab->name);
        read = read_lab(lab, build);
    }
    globfree(&found);
    if (read) {
        return labs;
    }
    lab_files_free(labs, *count);
    return NULL;
}

void lab_files_free(struct lab_files *labs, size_t count) {
    for (size_t i = 0; labs != NULL && i < count; i++) {
        for (size_t k = 0; k < labs[i].program_count; k++) {
            struct commands *commands = &labs[i].programs[k].commands;
            free(commands->compile);
            free(commands->link);
            free(commands->source);
            free(commands->object);
            free(commands->runner);
        }
    }
    free(labs);
}
