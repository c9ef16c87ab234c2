// A kind of table of places, for source.c. What is NULL, such a table does not have; `open` must be there, and where it
// may return a table, `close`, `find` and `main_file`, too.
//
// To add one: a source_NAME.c with its reader, which source_open() chooses.
#ifndef LABS_SOURCE_READER_H
#define LABS_SOURCE_READER_H

#include "check/runner/source.h"

// The functions of source.h, of the table that `open` returns. No pc is 0, *place is all zero before `find`, and
// several threads may call what finds something.
struct source_reader {
    void *(*open)(const char *program);
    void (*close)(void *table);
    bool (*find)(const void *table, uint64_t pc, struct source_place *place);
    size_t (*inlined)(const void *table, uint64_t pc, int *lines, size_t most);
    size_t (*variables)(const void *table, uint64_t pc, const unsigned char *last, size_t count,
                        struct source_variable *variables, size_t most);
    bool (*main_file)(const void *table, char *path, size_t size);
};

extern const struct source_reader source_debug; // an executable's debug information
extern const struct source_reader
    source_engine; // what the engine compiles of a description (engine/program.h)

#endif
