#define _GNU_SOURCE // getline
#include "commands.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

// The word of a path in the build folder, where the command runs, becomes absolute.
static void add_word(const char *build, const char *word, struct words *words) {
    char path[2 * CLASS_PATH_SIZE];
    snprintf(path, sizeof(path), "%s/%s", build, word);
    bool below = word[0] != '/' && word[0] != '-' && strchr(word, '/') != NULL && access(path, F_OK) == 0;
    words_add(words, below ? path : word);
}

static bool ends_with(const char *word, const char *end) {
    size_t length = strlen(word), end_length = strlen(end);
    return length >= end_length && strcmp(word + length - end_length, end) == 0;
}

// Is it the path of what a starter is compiled to for the simulated GPU? A runner may be linked from what another
// operator's is compiled to, which is the same.
static bool is_sim_object(const char *word) {
    const char *name = strrchr(word, '/');
    return name != NULL && strstr(name, "-starter-") != NULL && ends_with(name, "-sim.cpp.o");
}

// The command with the runner's files replaced. Options that only write dependencies are dropped.
static void make_pattern(const char *build, const wordexp_t *found, const char *runner,
                         struct words *pattern) {
    char source[128], program[128], gpu_object[128];
    snprintf(gpu_object, sizeof(gpu_object), "/%s-code.dir/starter.cu.o", runner);
    snprintf(source, sizeof(source), "/%s.cpp", runner);
    snprintf(program, sizeof(program), "/%s", runner);
    for (size_t i = 0; i < found->we_wordc; i++) {
        const char *word = found->we_wordv[i];
        if (strcmp(word, "-MD") == 0) {
            continue;
        } else if (strcmp(word, "-MT") == 0 || strcmp(word, "-MF") == 0) {
            i++;
        } else if (is_sim_object(word) || ends_with(word, gpu_object)) {
            words_add(pattern, "{object}");
        } else if (ends_with(word, source) || ends_with(word, "/starter.cu")) {
            words_add(pattern, "{source}");
        } else if (ends_with(word, program)) {
            words_add(pattern, "{runner}");
        } else {
            add_word(build, word, pattern);
        }
    }
}

// The runner of the command, "lab04-starter-sum-sim": the name of what follows -o, or of its folder in
// ".../lab04-starter-sum-gpu-code.dir/starter.cu.o". "" without one.
static void runner_of(const wordexp_t *words, char *runner, size_t size) {
    static const char of_gpu[] = "-code.dir/starter.cu.o";
    runner[0] = '\0';
    for (size_t i = 0; i + 1 < words->we_wordc; i++) {
        if (strcmp(words->we_wordv[i], "-o") == 0) {
            const char *path = words->we_wordv[i + 1];
            size_t length = strlen(path) - (ends_with(path, of_gpu) ? strlen(of_gpu) : 0), begin = length;
            while (begin > 0 && path[begin - 1] != '/') {
                begin--;
            }
            snprintf(runner, size, "%.*s", (int)(length - begin), path + begin);
            runner[strcspn(runner, ".")] = '\0';
        }
    }
}

static struct runner_commands *commands_of(struct lab_commands *lab, const char *runner) {
    for (int i = 0; i < lab->count; i++) {
        if (strcmp(lab->runners[i].runner, runner) == 0) {
            return &lab->runners[i];
        }
    }
    if (lab->count == OPERATORS_MAX) {
        return NULL;
    }
    struct runner_commands *commands = &lab->runners[lab->count++];
    snprintf(commands->runner, sizeof(commands->runner), "%s", runner);
    return commands;
}

// A line of ninja: a command, or ": && COMMAND && :" for a link.
static void take_line(const struct class *class, char *line, struct lab_commands *labs) {
    static const char before[] = ": && ", after[] = " && :";
    wordexp_t words;
    char runner[64];
    line[strcspn(line, "\n")] = '\0';
    bool link = strncmp(line, before, strlen(before)) == 0 && ends_with(line, after);
    if (link) {
        line[strlen(line) - strlen(after)] = '\0';
        line += strlen(before);
    }
    if (wordexp(line, &words, WRDE_NOCMD | WRDE_UNDEF) != 0) {
        return;
    }
    runner_of(&words, runner, sizeof(runner));
    bool wanted = ends_with(runner, class->options.gpu ? "-gpu" : "-sim");
    for (int lab = 0; lab < class->lab_count && wanted; lab++) {
        size_t length = strlen(class->labs[lab].name);
        if (strncmp(runner, class->labs[lab].name, length) == 0 && runner[length] == '-') {
            struct runner_commands *commands = commands_of(&labs[lab], runner);
            if (commands != NULL) {
                make_pattern(class->options.build, &words, runner,
                             link ? &commands->link : &commands->compile);
            }
        }
    }
    wordfree(&words);
}

int commands_read(const struct class *class, struct lab_commands *labs) {
    char path[CLASS_PATH_SIZE + 40], *line = NULL;
    size_t size = 0;
    snprintf(path, sizeof(path), "%s/common/class/commands", class->options.build);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "class: cannot read %s: %s. Remove the folder %s, and run this again\n", path,
                strerror(errno), class->options.build);
        return -1;
    }
    while (getline(&line, &size, file) > 0) {
        take_line(class, line, labs);
    }
    free(line);
    fclose(file);
    for (int lab = 0; lab < class->lab_count; lab++) {
        bool complete = labs[lab].count > 0;
        for (int i = 0; i < labs[lab].count; i++) {
            complete &= labs[lab].runners[i].compile.count > 0 && labs[lab].runners[i].link.count > 0;
        }
        if (!complete) {
            fprintf(stderr,
                    "class: %s does not say how %s is built. Remove the folder %s, and run this again\n",
                    path, class->labs[lab].name, class->options.build);
            return -1;
        }
    }
    return 0;
}

// The headers of a lab's folder, in which the solution lies, too.
static void add_headers(const char *folder, struct words *readable) {
    char pattern[CLASS_PATH_SIZE];
    glob_t found = {0};
    snprintf(pattern, sizeof(pattern), "%s/*.h", folder);
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            words_add(readable, found.gl_pathv[i]);
        }
    }
    globfree(&found);
}

void commands_readable(const struct words *command, struct words *readable) {
    char contract[2 * CLASS_PATH_SIZE], precompiled[2 * CLASS_PATH_SIZE];
    words_add(readable, command->items[0]);
    if (ends_with(command->items[0], "/bin/nvcc")) { // starts others of its toolkit
        words_addf(readable, "%.*s", (int)(strlen(command->items[0]) - strlen("/bin/nvcc")),
                   command->items[0]);
    }
    for (int i = 1; i < command->count; i++) {
        const char *word = command->items[i], *path = strncmp(word, "-I", 2) == 0 ? word + 2 : word;
        snprintf(contract, sizeof(contract), "%s/lab.h", path);
        if (path[0] != '/' || access(path, F_OK) != 0) {
            continue;
        }
        if (access(contract, F_OK) == 0) {
            add_headers(path, readable);
        } else {
            words_add(readable, path);
        }
        for (int k = 0; k < 2 && strcmp(command->items[i - 1], "-include") == 0; k++) {
            snprintf(precompiled, sizeof(precompiled), "%s%s", path,
                     k == 0 ? ".gch" : ".pch"); // of GCC, of Clang
            if (access(precompiled, F_OK) == 0) {
                words_add(readable, precompiled);
            }
        }
    }
}

void command_for(const struct words *pattern, const char *source, const char *folder, const char *runner,
                 struct words *command) {
    for (int i = 0; i < pattern->count; i++) {
        const char *word = pattern->items[i];
        if (strcmp(word, "{source}") == 0) {
            words_add(command, source);
        } else if (strcmp(word, "{object}") == 0) {
            words_addf(command, "%s/%s.o", folder, runner);
        } else if (strcmp(word, "{runner}") == 0) {
            words_addf(command, "%s/%s", folder, runner);
        } else {
            words_add(command, word);
        }
    }
}
