// What demo and bench share.
#ifndef LABS_CLI_DEMO_H
#define LABS_CLI_DEMO_H

#include "checker.h"

// Runs the checkers on the solutions of the labs, all without any, each as soon as it is built; then prints
// the table over them. The worst of the exit codes.
int demo_run(const struct arguments *arguments, const char *const *devices, int device_count);

#endif
