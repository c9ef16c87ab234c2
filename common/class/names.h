// What the names of files and folders say: the lab, the student, and what kind of file it is.
#ifndef LABS_CLASS_NAMES_H
#define LABS_CLASS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "labs.h"

// Instead of the number of a lab: the name names none, or one that the course does not have.
enum { UNNAMED = -1, UNKNOWN = -2 };

// The course's labs.
struct known_labs {
    const struct lab *labs;
    int count;
};

// Where a name names a lab.
struct span {
    size_t begin, end;
};

// The lab that a name contains: the number of one that is known, with its place in *span, UNNAMED or UNKNOWN. `around`:
// the lab that folders around it name. Exercises go by their own name, except where another lab than theirs is named,
// too.
//
//     names_lab(known, "alice-lab03-sequential-addressing", UNNAMED, &span) is that lab, in bytes 6 to 33
int names_lab(const struct known_labs *known, const char *name, int around, struct span *span);

// The student of a name that a platform made; sets *late and *rest, which is what follows the platform's words ("" in
// a folder's name). The result has at most `size` bytes, with the final zero.
//
//     names_student("ngalice_LATE_4711_90210_lab01.cu", ...) is "ngalice_4711", late, and the rest is "lab01.cu"
void names_student(const char *name, char *student, size_t size, bool *late, const char **rest);

// Removes a lab that is known, unless nothing would be left: "alice_lab01" and "lab01-alice" become "alice".
void names_without_lab(const struct known_labs *known, char *name);

bool names_source(const char *name); // does it end in .cu?

// Is it a source that cannot be graded under its name, such as starter.cu.txt or reduce.cpp?
bool names_other_source(const char *name);

bool names_archive(const char *name);

// "lab01" of the folder "lab01-submissions", which `gh classroom clone student-repos` makes for the assignment lab01.
// Returns false for any other folder.
bool names_assignment(const char *folder, char *assignment, size_t size);

#endif
