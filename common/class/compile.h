// Builds all runners of one file: the translator, the compiler and the linker, each in the box.
#ifndef LABS_CLASS_COMPILE_H
#define LABS_CLASS_COMPILE_H

#include "commands.h"
#include "trial.h"

// Copies a file to PLACE/labNN-name/starter.cu, and builds all its runners in PLACE, contained. PLACE/log is what the
// compiler says.
enum step compile_file(struct trial *trial, const struct lab_commands *commands, const char *file);

// Compiles the lab's solution in PLACE/solution. Returns 0, or -1 after `why` if it does not compile: then this machine
// cannot grade that lab, whatever a submission contains.
int compile_solution(const struct class *class, int lab, const struct lab_commands *commands,
                     const char *place, char why[WHY_SIZE]);

#endif
