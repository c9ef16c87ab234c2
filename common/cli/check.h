// Shared by check and watch.
#ifndef LABS_CLI_CHECK_H
#define LABS_CLI_CHECK_H

#include "checker.h"

struct check {
    const struct lab *labs;
    int lab_count;
    const char *devices[2];
    int device_count;
};

// What the arguments ask for; without a lab the first unfinished one, which is put into *first. False where
// there is nothing to check: *code is the exit code then.
bool check_prepare(const struct arguments *arguments, struct lab *first, struct check *check, int *code);

// Builds and judges the starters. The worst of the exit codes.
int check_starters(const struct arguments *arguments, const struct check *check);

#endif
