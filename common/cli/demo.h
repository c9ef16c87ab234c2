// Shared by demo and bench.
#ifndef LABS_CLI_DEMO_H
#define LABS_CLI_DEMO_H

#include "checker.h"

// Builds and judges the solutions of the labs (of all labs, if the arguments name none), one after the other,
// and prints the table of all results. The worst of the exit codes.
int demo_run(const struct arguments *arguments, const char *const *devices, int device_count);

#endif
