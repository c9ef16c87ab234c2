// The tables of a run: OUT/grades.csv and OUT/machine-failures.csv (RFC 4180).
#ifndef LABS_CLASS_TABLE_H
#define LABS_CLASS_TABLE_H

#include <stdio.h>

#include "class.h"

// grades.csv has a line for each student, lab, part and aspect. Where the machine failed, or the run was interrupted,
// `points` is empty: no grade is known. Points are 0 where nothing was submitted or the file was refused.
// Returns 0, or -1 after a message.
int table_write(const struct class *class);

// What became of a student's lab: the result's verdict, "missing", "refused", "machine failure" or "not graded".
const char *entry_verdict(const struct entry *entry);

// What someone should look at, in one line, as "late; nearly identical to bob"; "" for nothing.
enum { FLAGS_SIZE = 2 * WHY_SIZE + 10 };
void entry_flags(const struct entry *entry, char flags[FLAGS_SIZE]);

// The report with the entry's points, or with none; NULL where no grade is known.
const json_t *entry_report(const struct class *class, const struct entry *entry, int lab);

// For other tables: begins OUT/name with a line of column names, and sets `path`, of `size` bytes. NULL after a
// message.
FILE *table_begin(const struct class *class, const char *name, const char *head, char *path, size_t size);

// Writes a text in quotes.
void table_put_text(FILE *out, const char *text);

// Writes `count` texts, each in quotes and followed by a comma.
void table_put_texts(FILE *out, int count, ...);

#endif
