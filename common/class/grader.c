#include "grader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const uint64_t hash_begin = 14695981039346656037u;

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

// Adds the files and folders of the course that the command reads. Its options change *hash. The compiler itself may be
// another one on each node of a cluster.
static void add_command(const struct class *class, const struct words *command, struct words *paths,
                        uint64_t *hash) {
    struct words readable = {0};
    commands_readable(command, &readable);
    for (int i = 0; i < command->count; i++) {
        *hash = strchr(command->items[i], '/') == NULL ? add_to_hash(*hash, command->items[i]) : *hash;
    }
    for (int i = 0; i < readable.count; i++) {
        const char *path = readable.items[i];
        const bool own = is_below(path, class->options.course) || is_below(path, class->options.build);
        if (own && strcmp(path, command->items[0]) != 0) {
            words_add(paths, path);
        }
    }
    words_free(&readable);
}

// Adds the contents of the files, in any order. Returns 0, or -1 after a message of the command.
static int hash_files(const struct words *command, uint64_t *hash) {
    struct program program;
    char line[CLASS_PATH_SIZE + HASH_SIZE];
    if (program_open(command, 0, &program) != 0) {
        return -1;
    }
    while (fgets(line, sizeof(line), program.output) != NULL) {
        line[line[0] == '\\' ? HASH_SIZE : HASH_SIZE - 1] = '\0'; // a backslash: the path has one
        *hash += add_to_hash(hash_begin, line);
    }
    return program_close(command, &program) == 0 ? 0 : -1;
}

static int read_name(const struct class *class, int lab, const struct lab_commands *commands,
                     char name[GRADER_SIZE]) {
    static const char *const parts[] = {"check/liblabs_checker.so", "sim/translate/sim-translate"};
    // What the compiler has made of headers, and texts, decide about nothing.
    static const char *const end[] = {"-type", "f",    "!",     "-name",     "*.[gp]ch", "!",
                                      "-name", "*.md", "-exec", "sha256sum", "{}",       "+"};
    struct words command = {0};
    uint64_t hash = hash_begin;
    const char *build = class->options.build;
    words_add(&command, "find");
    words_add(&command, "-L");
    words_addf(&command, "%s/%s/%s-check", build, class->labs[lab].folder, class->labs[lab].name);
    for (const char *const *file = (const char *const[]){"grading.txt", "par.txt", NULL}; *file != NULL;
         file++) {
        words_addf(&command, "%s/%s/%s", class->options.course, class->labs[lab].folder, *file);
    }
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        char path[2 * CLASS_PATH_SIZE];
        snprintf(path, sizeof(path), "%s/common/%s", build, parts[i]);
        if (access(path, F_OK) ==
            0) { // the library is only in a build with the course's tests, the translator not in
                 // one for a GPU
            words_add(&command, path);
        }
    }
    for (int i = 0; i < commands->count; i++) {
        add_command(class, &commands->runners[i].compile, &command, &hash);
        add_command(class, &commands->runners[i].link, &command, &hash);
    }
    for (size_t i = 0; i < sizeof(end) / sizeof(end[0]); i++) {
        words_add(&command, end[i]);
    }
    const int result = hash_files(&command, &hash);
    if (result != 0) {
        fprintf(stderr, "class: cannot read what grades %s. Remove the folder %s, and run this again\n",
                class->labs[lab].name, build);
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
