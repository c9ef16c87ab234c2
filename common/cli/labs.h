// The labs of the course as folders, and how far the student is. All paths are relative to the course's
// folder, which is the working directory.
#ifndef LABS_CLI_LABS_H
#define LABS_CLI_LABS_H

#include <stddef.h>

struct lab {
    char folder[64]; // "lab01-naive-reduce"
    char name[8];    // "lab01"
};

enum { LAB_MAX = 99, LAB_PATH_SIZE = 80 };

// All folders labNN-*, in order, into labs[LAB_MAX]. Returns their number, -1 if the course's folder cannot
// be read.
int labs_find(struct lab *labs);

// The lab of that folder name: 0, or -1 if the name is none of a lab.
int lab_named(const char *folder, struct lab *lab);

// The path of the lab's starter.cu into path[LAB_PATH_SIZE].
void lab_starter(const struct lab *lab, char *path);

// Has the lab's starter.cu, as it is now, passed a whole check? Changed by one byte it has not.
int progress_passed(const struct lab *lab);

// Notes down that it has. 0, or -1 with errno.
int progress_record(const struct lab *lab);

#endif
