// A lab as the mutation tool needs it: its solution, its checker, its parts, and how its programs are built.
#ifndef LABS_MUTATE_LAB_FILES_H
#define LABS_MUTATE_LAB_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PATH_SIZE = 1024, PARTS_MAX = 16, TODOS_MAX = 16, OPERATORS_MAX = 16, NAME_SIZE = 64 };

// The build's own command lines for a solution's runner, and the files in them that a mutant has its own of.
struct commands {
    char *compile, *link; // shell commands, to be run in the build folder
    char *source;         // the translated file
    char *object, *runner;
};

struct lab_program {
    char operator_name[NAME_SIZE]; // "" in a lab without operators
    struct commands commands;
};

struct lab_files {
    char folder[NAME_SIZE], name[8]; // "lab08-kogge-stone", "lab08"
    char solution[PATH_SIZE], checker[PATH_SIZE];
    char parts[PARTS_MAX][NAME_SIZE];
    int todos[PARTS_MAX][TODOS_MAX]; // of each part; the rest 0
    size_t part_count;
    struct lab_program programs[OPERATORS_MAX]; // that of the first operator first
    size_t program_count;
    // Of the checker and the solution's runners: results that were found with others do not count.
    uint64_t fingerprint;
};

// All labs of the course at `root` that `build` has a checker and a solution for, in their order; *count of
// them. To be released by lab_files_free. NULL with a message on standard error when one cannot be read or
// there is none. `build` NULL: the labs' names and solutions alone.
struct lab_files *lab_files_find(const char *root, const char *build, size_t *count);
void lab_files_free(struct lab_files *labs, size_t count);

// A copy of `text`, to be freed, with each `from` replaced. NULL when memory is short.
char *replace_all(const char *text, const char *from, const char *to);

#endif
