// simcc's command line.
#ifndef SIMCC_COMMAND_H
#define SIMCC_COMMAND_H

#include "words.h"

enum command_end { MAKES_OBJECTS, MAKES_PROGRAM, SHOWS_VERSION, SHOWS_HELP };

struct command {
    enum command_end end;
    const char *output;    // -o; NULL: none
    const char *standard;  // of C++, "17"
    int verbose, forwards; // options that simcc does not know go to the host compiler
    int cuda;              // -x cu: each source is CUDA
    struct words sources;  // .cu, .cpp, .c
    struct words objects;  // .o, .a, .so, and -l
    struct words includes; // of -I
    struct words compiler; // options passed to the compiler, without -I
    struct words linker;
    const char *dependencies; // -MF; NULL: none
};

// Reads the command line. Ends simcc, with a message, at what the simulated GPU cannot do.
void command_read(char **words, struct command *command);

#endif
