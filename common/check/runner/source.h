// From an instruction's address to the line of the student's file, by the executable's debug information.
//
// To add a way for another system: another source_WHAT.c with these functions, chosen in CMakeLists.txt.
#ifndef LABS_SOURCE_H
#define LABS_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source; // an executable's debug information

struct source_place {
    char file[1024]; // as absolute as the debug information has it; "" when unknown
    int line;        // from 1; 0: unknown
    int column;      // from 1, in bytes; 0: unknown
};

// Opens an executable. NULL when it has no debug information, or none that can be read.
struct source *source_open(const char *executable);
void source_close(struct source *source); // NULL is allowed

// Where the instruction at `pc`, relative to the load address, comes from. false, with *place all zero, when
// that is unknown. `source` may be NULL.
bool source_find(const struct source *source, uint64_t pc, struct source_place *place);

// Path of the executable's CUDA C source, the first file named *.cu that it was made from. false: none.
bool source_main_file(const struct source *source, char *path, size_t size);

#endif
