// The labs of the course as folders. All paths are relative to the course's folder, which is the working
// directory.
#ifndef LABS_CLI_LABS_H
#define LABS_CLI_LABS_H

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

// The path of a file in the lab's folder into path[LAB_PATH_SIZE]: lab_file(lab, "starter.cu", path). The
// file's name has at most 15 characters.
void lab_file(const struct lab *lab, const char *name, char *path);

#endif
