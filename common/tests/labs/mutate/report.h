// What is told of the mutants.
#ifndef LABS_MUTATE_REPORT_H
#define LABS_MUTATE_REPORT_H

#include "run.h"

// table.c: a table in Markdown, a row for each kind of change and a column for each lab.
void report_table(const struct mutated_lab *labs, size_t count);

// report.c: all mutants, each with its change, its outcome and what the checker said.
void report_list(const struct mutated_lab *labs, size_t count);

// Those that ask for something: survivors that nobody has proved to be no mistakes, and proofs that are
// refuted by the checker; and the count of all. Returns how many there are of them.
int report_findings(const struct mutated_lab *labs, size_t count);

#endif
