// The case that fails, as the checker describes it in a file (report/failed.c).
#ifndef LABS_CLI_FAILED_CASE_H
#define LABS_CLI_FAILED_CASE_H

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
    struct words options;        // that run it alone
    struct words view;           // that show it on the page of ./lab view
    unsigned long long code;     // the starter that was judged (progress_starter_hash)
    int versions;                // of the starter in a row with which the part fails; 0: not counted yet
};

// Writes the path of the lab's file into path[BUILD_PATH_SIZE].
void failed_case_path(const struct lab *lab, char *path);

// Reads the file. False: no case failed. In any case, free the words with failed_case_free().
bool failed_case_read(const char *path, struct failed_case *failed);

// Reads what the checker has written in this check, whose starter has that hash, and counts it. `before`: what the file
// had. Another part or operator begins anew; the same starter doesn't count twice. False: the checker has written no
// case. In any case, free the words.
bool failed_case_count(const char *path, unsigned long long code, const struct failed_case *before,
                       struct failed_case *failed);

// Empties the file: no case fails.
void failed_case_forget(const char *path);

void failed_case_free(struct failed_case *failed);

#endif
