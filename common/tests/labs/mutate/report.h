// Reports about mutants.
#ifndef LABS_MUTATE_REPORT_H
#define LABS_MUTATE_REPORT_H

#include "run.h"

// table.c: a table in Markdown, a row for each kind of change and a column for each lab.
void report_table(const struct mutated_lab *labs, size_t count);

// report.c: all mutants, each with its change, its outcome and the checker's output.
void report_list(const struct mutated_lab *labs, size_t count);

// Mutants that need work: survivors that are not listed as harmless, listed ones that were caught, and broken
// trials. Also the totals. Returns the number of mutants that need work.
int report_findings(const struct mutated_lab *labs, size_t count);

#endif
