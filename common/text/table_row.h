// A row of the tables over all labs: one case of one part, and the part's points. Checkers append rows to a
// file (--rows), and labs-cli reads them (./lab demo, ./lab grade).
//
// The file has one line per row. The fields are separated by tabs: lab, part, device, verdict, "largest" or
// "one block", n, launches, blocks, milliseconds, points and maximum points of each aspect, all counters in
// the order of common/runner/counters.h, the sum of the steps, the steps.
#ifndef LABS_TABLE_ROW_H
#define LABS_TABLE_ROW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "runner/counters.h"

enum { ROW_STEPS_SIZE = 400, ROW_ASPECTS = 3 };

struct table_row {
    char lab[64];     // "lab01-naive-reduce"
    char part[32];    // "modulo"
    char device[8];   // "sim" or "gpu"
    char verdict[16]; // "pass", ... of the part; "not begun" if none of its tasks is filled in
    bool one_block;   // the case of one full block; otherwise the largest case, with n = launches = 0 if none
                      // was run
    uint64_t n, launches, blocks;
    double milliseconds;              // of the kernels, on a real GPU
    uint64_t points[ROW_ASPECTS];     // of result, memory, technique: achieved
    uint64_t points_max[ROW_ASPECTS]; // and at most
    struct counters total;            // on the simulated GPU
    uint64_t steps_sum;               // working warps of all steps of the first launch
    char steps[ROW_STEPS_SIZE];       // "8 8 8 8 8 4 2 1" (steps.h), or ""
    // Not in the file: the time that a budget counts, and how many of the accepted programs are faster (cli/spent.h).
    uint64_t time, faster, accepted;
};

// Writes the row's line. Returns false if it cannot be written, or if a text in it contains a tab or a line end.
bool table_row_write(FILE *out, const struct table_row *row);

// Reads the next line. Returns 1; 0 at the end of the file; -1 for a malformed line, or if reading fails
// (ferror(in)).
int table_row_read(FILE *in, struct table_row *row);

#endif
