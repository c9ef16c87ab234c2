// What kernels spend in the largest case of each part, with the part's first operator: a lab's par.txt has the
// solution's, a checker writes the student's (--par), and build/progress/labNN.best has the student's best so far.
#ifndef LABS_CLI_SPENT_H
#define LABS_CLI_SPENT_H

#include "columns.h"
#include "labs.h"

enum { SPENT_MAX = 16 }; // parts of a lab

struct spent {
    int count;
    struct table_row rows[SPENT_MAX]; // one per part: its name, n, the counters, the time
    char *lines[SPENT_MAX];           // as in the file
};

// Reads the file. One that is missing, and lines that cannot be read, count as empty.
void spent_read(const char *path, struct spent *spent);
void spent_free(struct spent *spent);

// The row of this part with this n, or NULL.
const struct table_row *spent_find(const struct spent *spent, const char *part, uint64_t n);

// Sets row->faster and row->accepted: how many programs that the lab's tests accept take less time, and how many there
// are (par.txt).
void spent_place(const struct lab *lab, struct table_row *row);

// Reads the student's best so far into `best`, and then records `own` where it takes less time. A record of another n
// counts as missing. If it cannot be recorded, ./lab compares with an older one.
void spent_record(const struct lab *lab, const struct spent *own, struct spent *best);

#endif
