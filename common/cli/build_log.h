// What a failed build's log says about the reason.
#ifndef LABS_CLI_BUILD_LOG_H
#define LABS_CLI_BUILD_LOG_H

#include <stdbool.h>
#include <stdio.h>

#include "labs.h"

// Did a tool fail because the machine did: no process, no memory, no disk, or a limit such as ulimit's? Then nothing is
// known about the compiled file. What the file itself can put into a message does not count.
bool build_log_says_machine(const char *log);

// Is a file of the build incomplete, after an interruption or on a full disk? A fresh build repairs that. What the
// compiled file itself can put into a message does not count.
bool build_log_says_damaged(const char *log);

// Did only the student's programs fail?
bool build_log_says_starter(const char *log);

// Prints the functions of lab.h that the linker did not find in the starter. Returns false if none is missing.
bool build_log_say_missing(const char *log, const struct lab *lab, FILE *out);

// The same in one sentence, for a file that is graded elsewhere: "lab01-naive-reduce/starter.cu lacks functions that
// lab.h declares: reduce_tree, reduce_modulo". `contract`: the path of lab.h.
bool build_log_name_missing(const char *log, const struct lab *lab, const char *contract, FILE *out);

// Says that the starter's global variables are too large, where the linker says so in its own words. Returns false if
// they are not.
bool build_log_say_too_large(const char *log, const struct lab *lab, FILE *out);

// Does it have a compiler's error at a line of this file itself?
bool build_log_blames(const char *log, const char *file);

// Writes its first error, "TODO(2): 'tid' was not declared in this scope", or with starter.cu and the line; "" if there
// is none.
enum { BUILD_LOG_ERROR_SIZE = 300 };
void build_log_first_error(const char *log, const struct lab *lab, char text[BUILD_LOG_ERROR_SIZE]);

#endif
