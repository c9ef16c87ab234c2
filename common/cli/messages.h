// The compiler's messages about a student's file, for its author: each message once, at the line of the file
// that caused it, without the internals of the course.
//
// A message is a header, "FILE:LINE:COLUMN: error: TEXT", and what follows up to the next header: lines of
// code and notes, which have headers, too. GCC and Clang write them alike, nvcc "FILE(LINE): error: TEXT".
// All other text, such as a linker's messages, is shown unchanged.
#ifndef LABS_CLI_MESSAGES_H
#define LABS_CLI_MESSAGES_H

#include <stdbool.h>
#include <stdio.h>

// Whose code was compiled. All messages about the course's own code are shown unchanged.
enum code_owner {
    STUDENTS_CODE,
    STUDENTS_CODE_BRIEFLY, // only the first error, without its line of code
    COURSE_CODE
};

// Shows the messages of a log of Ninja. Paths in the course's folder, which is the working directory, become
// relative. `own`: the whole path of the student's file, if that may be anywhere; its folder is the student's, too.
// NULL: all of the student's paths are relative. False if the log cannot be read.
bool messages_show(const char *log_path, enum code_owner owner, const char *own, FILE *out);

#endif
