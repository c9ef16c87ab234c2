// OUT/totals.csv, with a line for each student; and which grades a run has changed: OUT/changes.csv.
#ifndef LABS_CLASS_TOTALS_H
#define LABS_CLASS_TOTALS_H

#include "class.h"

// Writes both tables. Compares the points with those of the last run that knew them, which OUT/state/points.json keeps,
// and prints the first changes. A new file is not a change. Returns 0, or -1 after a message.
int totals_write(const struct class *class);

#endif
