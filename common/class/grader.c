#define _GNU_SOURCE // asprintf
#include "grader.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t add_to_hash(uint64_t hash, const char *text) { // FNV-1a, with the final zero
    do {
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    } while (*text++ != '\0');
    return hash;
}

static bool is_below(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

// Is it a header by its name? Those of CUDA's library, such as <cuda/atomic>, have no ending.
static bool is_header(const char *name) {
    const char *ending = strrchr(name, '.');
    return ending == NULL || strcmp(ending, ".h") == 0;
}

// Adds a file, or the headers below a folder in the order of their names. Returns 0, or -1 with errno.
static int add_path(const char *path, struct words *files) {
    struct stat status;
    struct dirent **entries;
    if (stat(path, &status) != 0) {
        return -1;
    }
    if (!S_ISDIR(status.st_mode)) {
        words_add(files, path);
        return 0;
    }
    int count = scandir(path, &entries, NULL, alphasort), result = count < 0 ? -1 : 0;
    for (int i = 0; i < count; i++) {
        char *below = NULL;
        if (result == 0 && entries[i]->d_name[0] != '.' && is_header(entries[i]->d_name)) {
            result = asprintf(&below, "%s/%s", path, entries[i]->d_name) < 0 ? -1 : add_path(below, files);
        }
        free(below);
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
    return result;
}

// Adds what the command reads of the course, without what the compiler has made of headers. Its options change *hash.
// The compiler itself may be another one on each node of a cluster.
static int add_command(const struct class *class, const struct words *command, struct words *files,
                       uint64_t *hash) {
    struct words readable = {0};
    int result = 0;
    commands_readable(command, &readable);
    for (int i = 0; i < command->count; i++) {
        *hash = strchr(command->items[i], '/') == NULL ? add_to_hash(*hash, command->items[i]) : *hash;
    }
    for (int i = 0; i < readable.count && result == 0; i++) {
        const char *path = readable.items[i], *ending = strrchr(path, '.');
        bool own = is_below(path, class->options.course) || is_below(path, class->options.build);
        bool precompiled = ending != NULL && (strcmp(ending, ".gch") == 0 || strcmp(ending, ".pch") == 0);
        bool compiler = strcmp(path, command->items[0]) == 0;
        result = own && !precompiled && !compiler ? add_path(path, files) : 0;
    }
    words_free(&readable);
    return result;
}

// Hashes the files' contents.
static int hash_files(const struct words *command, uint64_t *hash) {
    struct program program;
    char *line = NULL;
    size_t size = 0;
    if (program_open(command, 0, &program) != 0) {
        return -1;
    }
    while (getline(&line, &size, program.output) > 0) {
        line[line[0] == '\\' ? HASH_SIZE : HASH_SIZE - 1] = '\0'; // a backslash: the path has one
        *hash = add_to_hash(*hash, line);
    }
    free(line);
    return program_close(command, &program) == 0 ? 0 : -1;
}

static int read_name(const struct class *class, int lab, const struct lab_commands *commands,
                     char name[GRADER_SIZE]) {
    static const char *const parts[] = {"check/liblabs_checker.so", "sim/translate/sim-translate"};
    struct words command = {0};
    uint64_t hash = 14695981039346656037u;
    const char *build = class->options.build;
    words_add(&command, "sha256sum");
    words_addf(&command, "%s/%s/%s-check", build, class->labs[lab].folder, class->labs[lab].name);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        char path[2 * CLASS_PATH_SIZE];
        snprintf(path, sizeof(path), "%s/common/%s", build, parts[i]);
        if (access(path, F_OK) ==
            0) { // the library is only in a build with the course's tests, the translator not in one for a GPU
            words_add(&command, path);
        }
    }
    int result = 0;
    for (int i = 0; i < commands->count && result == 0; i++) {
        const struct runner_commands *runner = &commands->runners[i];
        result = add_command(class, &runner->compile, &command, &hash) != 0 ||
                         add_command(class, &runner->link, &command, &hash) != 0
                     ? -1
                     : 0;
    }
    if (result != 0) {
        fprintf(stderr, "class: cannot read what grades %s: %s. Remove the folder %s, and run this again\n",
                class->labs[lab].name, strerror(errno), build);
    } else {
        result = hash_files(&command, &hash);
    }
    words_free(&command);
    snprintf(name, GRADER_SIZE, "%016" PRIx64, hash);
    return result;
}

int grader_name(struct class *class, int lab, const struct lab_commands *commands) {
    return read_name(class, lab, commands, class->grader[lab]);
}

bool grader_has_changed(const struct class *class, int lab, const struct lab_commands *commands) {
    char name[GRADER_SIZE];
    return read_name(class, lab, commands, name) != 0 || strcmp(name, class->grader[lab]) != 0;
}
