// The mutation tool's data about a lab: solution, checker, parts, and the commands that build its programs.
#ifndef LABS_MUTATE_LAB_FILES_H
#define LABS_MUTATE_LAB_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PATH_SIZE = 1024, PARTS_MAX = 16, TODOS_MAX = 16, OPERATORS_MAX = 16, NAME_SIZE = 64 };

// The build's command lines for a solution's runner, and the files in them that a mutant replaces.
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
    int todos[PARTS_MAX][TODOS_MAX]; // of each part, then zeros
    size_t part_count;
    struct lab_program programs[OPERATORS_MAX]; // in the order of the operators
    size_t program_count;
    // A hash of the checker and the solution's runners. Outcomes found with others do not count.
    uint64_t fingerprint;
};

// Finds the labs of the course at `root`, *count of them, in order: their names and solutions. lab_files_free releases
// them. NULL with a message on standard error if there are none.
struct lab_files *lab_files_find(const char *root, size_t *count);

// Reads the rest, of a lab whose checker and solution `build` contains. False after a message if it cannot be read.
bool lab_files_read(struct lab_files *lab, const char *build);
void lab_files_free(struct lab_files *labs, size_t count);

// A copy of `text`, to be freed, with each `from` replaced by `to`. NULL when memory is short.
char *replace_all(const char *text, const char *from, const char *to);

#endif
