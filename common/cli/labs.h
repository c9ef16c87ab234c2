// The labs of the course as folders. All paths are relative to the course's folder, which is the working directory.
#ifndef LABS_CLI_LABS_H
#define LABS_CLI_LABS_H

#include <stdbool.h>
#include <stdio.h>

struct lab {
    char folder[64]; // "lab01-naive-reduce", or of exercises beyond a lab, "lab10-large-scan/uses"
    char name[8];    // "lab01", "uses"
};

enum { LAB_MAX = 99, LAB_PATH_SIZE = 96, PART_NAME_SIZE = 64 };

// All folders labNN-* with a CMakeLists.txt, each followed by the folders of exercises in it, which have a
// starter.cu or a solution.cu, in order, into labs[LAB_MAX]. Returns their number, -1 if the course's folder
// cannot be read.
int labs_find(struct lab *labs);

// The lab with that folder, as lab01-naive-reduce, or the exercises, as lab10-large-scan/uses: 0, or -1 if none can
// have it.
int lab_named(const char *folder, struct lab *lab);

// The lab that a student names: lab01, lab1, 01, 1, lab01-naive-reduce, naive-reduce or uses, in letters of any
// case; the folder as the shell completes it; or a file in it. 0, or -1 after a message on `errors`; NULL
// there: no message.
int lab_meant(const char *word, struct lab *lab, FILE *errors);

// Does a word begin like a lab's name, "lab0"?
bool is_lab_word(const char *word);

// The path of a file in the lab's folder into path[LAB_PATH_SIZE]: lab_file(lab, "starter.cu", path). The
// file's name has at most 31 characters.
void lab_file(const struct lab *lab, const char *name, char *path);

// The next part that the text of a lab.h declares, PART(REDUCE, tree, reduce_tree): its name and its
// function. Moves *text behind it; false after the last part.
bool lab_next_part(const char **text, char name[PART_NAME_SIZE], char function[PART_NAME_SIZE]);

#endif
