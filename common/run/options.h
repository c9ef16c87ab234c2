// The options of labs-run, which ./lab run passes on.
#ifndef LABS_RUN_OPTIONS_H
#define LABS_RUN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run_options {
    const char *name; // of the program in messages, and its argv[0]; NULL: its path
    const char *program;
    char **words; // the program's own arguments; ends with NULL
    bool counters, lines, verbose, help;
    const char *json;        // the file; "-": standard output; NULL: none
    const char *trace;       // the file; NULL: none
    const char *source;      // the program's source, for the trace; NULL: unknown
    uint64_t launch;         // the number of the launch that is meant, from 1; 0: all
    uint64_t error_exitcode; // instead of 0, if there are errors
    uint64_t workers, schedule_seed;
    const char *schedule; // NULL: fixed
};

// Reads the command line: [option...] program [argument...]. Returns 0, or -1 with a sentence in `error`.
int run_options_read(char **words, struct run_options *options, char *error, size_t size);

#endif
