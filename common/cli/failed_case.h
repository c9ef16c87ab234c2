// The case that fails, as the checker describes it in a file (report/failed.c).
#ifndef LABS_CLI_FAILED_CASE_H
#define LABS_CLI_FAILED_CASE_H

#include "arguments.h"
#include "build_steps.h"
#include "labs.h"

enum { FAILED_TODO_MAX = 64, FAILED_LINES_MAX = 16, FAILED_NEXT_SIZE = 640 };

struct failed_case {
    char part[PART_NAME_SIZE], operator_name[OPERATOR_NAME_SIZE];
    bool todo[FAILED_TODO_MAX];  // by a region's number: the part needs it
    int hints[2], hint_count;    // the tasks that the first error or note names
    int lines[FAILED_LINES_MAX]; // that the first error or note names
    size_t line_count;
    char next[FAILED_NEXT_SIZE]; // what to do next: "fix part sequential"; "": there is still a task to do
    char lab[8];                 // its name, as in struct lab
    struct words options;        // that run it alone
    struct words view;           // that show it on the page of ./lab view
};

// As failed_case_path(), and empties the file, which may be of an earlier run.
void failed_case_begin(char *path);

// Writes the path of that file into path[LAB_PATH_SIZE].
void failed_case_path(char *path);

// Reads the file. False: no case failed. In any case, free the words with failed_case_free().
bool failed_case_read(const char *path, struct failed_case *failed);
void failed_case_free(struct failed_case *failed);

#endif
