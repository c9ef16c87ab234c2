// The lines of a compiler's log, by what they are.
#ifndef LABS_CLI_MESSAGE_LINES_H
#define LABS_CLI_MESSAGE_LINES_H

#include <regex.h>
#include <stdbool.h>

// What a line is.
enum line_kind {
    LINE_NINJA,       // Ninja's progress
    LINE_FAILED,      // the line after it is the command that failed
    LINE_ORIGIN,      // where included or instantiated from
    LINE_REQUIRED,    // the line that made the compiler instantiate a template: 1 file, 3 line
    LINE_FUNCTION,    // the function that a message is in
    LINE_COMPILER,    // an error without a place, such as a file named in #if that the compiler may not read
    LINE_SUMMARY,     // "2 errors generated."
    LINE_HEADER,      // 1 file, 3 line, 5 column, 6 severity
    LINE_NVCC_HEADER, // 1 file, 2 line, 3 severity
    LINE_KINDS,
    LINE_OTHER = LINE_KINDS
};

enum { LINE_GROUPS = 7 };

struct message_lines {
    regex_t kinds[LINE_KINDS];
    regex_t attribute;  // the beginning of a message that comes from an attribute in the course's headers
    regex_t translated; // in a student's line: the compiler's line of code has other columns
    regex_t definition; // in a note about the place where a macro is defined
    regex_t macro;      // in a note that says nothing to a student
    regex_t internal;   // in a message that names what the student has not written
    regex_t suggested;  // the end of a message that suggests one of the course's own names
    regex_t correction; // the compiler's line with such a name below the code
};

// In any case, call message_lines_close() after it. False: memory is short.
bool message_lines_open(struct message_lines *lines);
void message_lines_close(struct message_lines *lines);

// What the line is, and its groups.
enum line_kind message_lines_kind(const struct message_lines *lines, const char *line,
                                  regmatch_t group[LINE_GROUPS]);

#endif
