// The table of places: from what the runner names a place by, to its file, line and column. It is the executable's
// debug information, and the key is an instruction's address; or what the engine compiles, and the key is the number of
// an instruction. source_reader.h says how to add a table.
#ifndef LABS_SOURCE_H
#define LABS_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source;

struct source_place {
    char file[1024]; // absolute if the debug information allows; "" if unknown
    int line;        // from 1; 0: unknown
    int column;      // from 1, in bytes; 0: unknown
    int done;        // the task with it, if that is done for the student (regions.h); else 0
};

// Opens a runner: an executable, or the engine's description of a program, which begins with "#!". Returns NULL when it
// has no readable debug information, or too much (debug_size.h), or the engine refuses it.
struct source *source_open(const char *program);
void source_close(struct source *source); // `source` may be NULL

// Finds the place of the instruction at `pc`, relative to the load address. Returns false, with *place all
// zero, when it is unknown. `source` may be NULL. Several threads may call it at the same time.
bool source_find(const struct source *source, uint64_t pc, struct source_place *place);

// The lines of the calls by which the code at `pc` was inlined, from the innermost outwards. Returns how many, at most
// `most`.
size_t source_inlined(const struct source *source, uint64_t pc, int *lines, size_t most);

struct source_variable {
    char name[32];
    char value[24]; // "-3", "true"
};

// The integer variables of the function at `pc` whose values are in the `count` bytes below its canonical frame
// address, a variable of an inner block before one of its name in an outer block. Returns how many, at most `most`.
// Without those that still have the value of an uninitialized variable (cmake/lab_code.cmake).
size_t source_variables(const struct source *source, uint64_t pc, const unsigned char *last, size_t count,
                        struct source_variable *variables, size_t most);

// Finds the program's CUDA C source: the first file named *.cu that it was compiled from. false: none.
bool source_main_file(const struct source *source, char *path, size_t size);

// Debug information names any file that `#line` does, and this process can read more than the student's program can. So
// only lines of these files are shown: those of source_show(), and the course's headers. Before the first call of
// source_show(), lines of all files are.
void source_show(const char *path);
bool source_is_shown(const char *path);

#endif
