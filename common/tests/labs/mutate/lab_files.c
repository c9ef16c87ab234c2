#define _XOPEN_SOURCE 700
#include "lab_files.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table.h" // the operators
#include "text_file.h"

enum { TARGET_SIZE = 160 };

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

static void program_target(const struct lab_files *lab, const struct lab_program *program, char *target,
                           size_t size) {
    const char *operator_name = program->operator_name;
    snprintf(target, size, "%s-solution%s%s-sim", lab->name, operator_name[0] != '\0' ? "-" : "",
             operator_name);
}

// Is the word after " OPTION " in a command the path of the file TARGET + ENDING, perhaps in quotes?
static bool names_file(const char *command, const char *option, const char *target, const char *ending) {
    char *path = word_behind(command, option), *slash = path == NULL ? NULL : strrchr(path, '/');
    const size_t length = strlen(target), end = strlen(ending);
    bool same = slash != NULL && strncmp(slash + 1, target, length) == 0 &&
                strncmp(slash + 1 + length, ending, end) == 0 &&
                strspn(slash + 1 + length + end, "'\"") == strlen(slash + 1 + length + end);
    free(path);
    return same;
}

static void keep(char **kept, const char *line) {
    free(*kept);
    *kept = strndup(line, strcspn(line, "\n"));
}

// Keeps a command if it is one of a program's two: the one that compiles the lab's code, or the one that links.
static void keep_command(const char *line, const char *target, struct commands *commands) {
    if (names_file(line, "-c", target, ".cpp")) {
        keep(&commands->compile, line);
    } else if (names_file(line, "-o", target, "")) {
        keep(&commands->link, line);
    }
}

static bool find_files(struct commands *commands) {
    if (commands->compile == NULL || commands->link == NULL) {
        return false;
    }
    commands->source = word_behind(commands->compile, "-c");
    commands->object = word_behind(commands->compile, "-o");
    commands->runner = word_behind(commands->link, "-o");
    return commands->source != NULL && commands->object != NULL && commands->runner != NULL &&
           strstr(commands->link, commands->object) != NULL;
}

// A program without code of its own is linked from an earlier one's: how that is compiled.
static void find_shared_code(struct lab_files *lab, struct commands *commands) {
    for (size_t i = 0; i < lab->program_count && commands->compile == NULL && commands->link != NULL; i++) {
        const char *compile = lab->programs[i].commands.compile;
        char *object = compile == NULL ? NULL : word_behind(compile, "-o");
        if (object != NULL && strstr(commands->link, object) != NULL) {
            keep(&commands->compile, compile);
        }
        free(object);
    }
}

// Gets the commands of all programs from Ninja, at once: it takes a tenth of a second to read the build's files.
static bool read_commands(struct lab_files *lab, const char *build) {
    char ask[PATH_SIZE + 64 + OPERATORS_MAX * TARGET_SIZE], targets[OPERATORS_MAX][TARGET_SIZE], *line = NULL;
    int length = snprintf(ask, sizeof(ask), "ninja -C '%s' -t commands", build);
    for (size_t i = 0; i < lab->program_count; i++) {
        program_target(lab, &lab->programs[i], targets[i], TARGET_SIZE);
        length += snprintf(ask + length, sizeof(ask) - (size_t)length, " %s", targets[i]);
    }
    snprintf(ask + length, sizeof(ask) - (size_t)length, " 2>/dev/null");
    FILE *answer = popen(ask, "r");
    size_t room = 0;
    while (answer != NULL && getline(&line, &room, answer) > 0) {
        for (size_t i = 0; i < lab->program_count; i++) {
            keep_command(line, targets[i], &lab->programs[i].commands);
        }
    }
    free(line);
    bool found = answer != NULL && pclose(answer) == 0;
    for (size_t i = 0; i < lab->program_count; i++) {
        find_shared_code(lab, &lab->programs[i].commands);
        if (!found || !find_files(&lab->programs[i].commands)) {
            fprintf(stderr, "%s: Ninja lists no commands for %s\n", build, targets[i]);
            return false;
        }
    }
    return true;
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
static void add_program(struct lab_files *lab, const char *build, const char *operator_name) {
    struct lab_program *program = &lab->programs[lab->program_count];
    char target[TARGET_SIZE], runner[2 * PATH_SIZE];
    *program = (struct lab_program){0};
    snprintf(program->operator_name, sizeof(program->operator_name), "%s", operator_name);
    program_target(lab, program, target, sizeof(target));
    snprintf(runner, sizeof(runner), "%s/%s/%s", build, lab->folder, target);
    if (access(runner, X_OK) == 0) {
        lab->program_count++;
        add_to_hash(&lab->fingerprint, runner);
    }
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

bool lab_files_read(struct lab_files *lab, const char *build) {
    snprintf(lab->checker, sizeof(lab->checker), "%s/%s/%s-check", build, lab->folder, lab->name);
    lab->fingerprint = UINT64_C(14695981039346656037);
    add_to_hash(&lab->fingerprint, lab->checker);
    if (!read_parts(lab)) {
        fprintf(stderr, "%s: listing the parts failed\n", lab->checker);
        return false;
    }
    add_program(lab, build, "");
    for (int i = 0; i < OPERATOR_COUNT; i++) {
        add_program(lab, build, operators[i].name);
    }
    if (lab->program_count == 0) {
        fprintf(stderr, "%s: the solution has not been built\n", lab->folder);
        return false;
    }
    return read_commands(lab, build);
}

struct lab_files *lab_files_find(const char *root, size_t *count) {
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
    for (size_t i = 0; labs != NULL && i < found.gl_pathc; i++) {
        struct lab_files *lab = &labs[(*count)++];
        const char *folder = found.gl_pathv[i] + strlen(root) + 1;
        const char *last = strrchr(folder, '/'), *own = last;
        while (own > folder && own[-1] != '/') {
            own--;
        }
        snprintf(lab->folder, sizeof(lab->folder), "%.*s", (int)(last - folder), folder);
        snprintf(lab->name, sizeof(lab->name), "%.*s", (int)strcspn(own, "-/"), own);
        snprintf(lab->solution, sizeof(lab->solution), "%s", found.gl_pathv[i]);
    }
    globfree(&found);
    return labs;
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
