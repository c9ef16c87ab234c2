// The results of ./lab bench: a table of the ladder, and a file with all of them.
#ifndef LABS_CLI_BENCH_RESULTS_H
#define LABS_CLI_BENCH_RESULTS_H

#include <stdio.h>

#include "labs.h"

enum { LADDER_POWER = 28 }; // its rows are of 2^28 values, or of the most that was measured

// One line of a bench, and the program that it measured. common/bench/main.c describes the columns.
struct row {
    char lab[8], program[12], part[32], kind[12], operator_name[16], verdict[8];
    unsigned long long section, n;
    int runs;
    double ms, ms_low, ms_high, cub_ms, gb, copy_gb, read_gb, memcpy_gb;
};

// Adds a line of a bench. Returns its row; NULL: it is no result, or there are too many.
const struct row *results_add(const char *line, const struct lab *lab, const char *program);

// `name`: the GPU's, as the benches print it.
void results_set_device(const char *name);

int results_count(void);

void results_print_ladder(FILE *out);

// EXIT_PASSED, or EXIT_BROKEN after a message.
int results_write_csv(const char *path);

#endif
