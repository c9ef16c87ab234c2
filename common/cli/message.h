// A compiler's message while its lines are read, and whose file it is about. Without memory, these functions end the
// program.
#ifndef LABS_CLI_MESSAGE_H
#define LABS_CLI_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

enum { MESSAGE_LINE_MAX = 1000 }; // bytes of a line; the rest is left out

struct message {
    char *severity; // "error", "fatal error" or "warning"; NULL: none is being read
    char *file;
    char *place;      // "LINE:COLUMN", or "LINE"
    char *text;       // what follows the severity
    char *body;       // the lines below it
    char *function;   // the compiler's line about the function that it is in, or ""
    bool moved;       // to the student's line: the compiler's lines of code are not the student's
    bool ends_file;   // the compiler read no code after it
    bool in_macro;    // a semicolon is missing before a macro of the course: the next errors are in it
    bool of_operator; // it speaks of the operator's type
    bool silent;      // the following lines, also those before a message, are about the course's internals
};

// The first `length` bytes of a text, to be freed.
char *message_copy(const char *text, size_t length);

// Replaces *text with a formatted text. *text may be among the arguments.
__attribute__((format(printf, 2, 3))) void message_set(char **text, const char *format, ...);

// The whole path of the student's file, if that may be anywhere: its folder is the student's, too. NULL: all of the
// student's paths are relative. `own` must remain.
void message_set_own_file(const char *own);

// Does a path, or a line that begins with a path, belong to the course or the compiler?
bool message_is_course(const char *path);

// The line of a student's file, without its end and without control characters, to be freed; NULL if there is none.
// `place` begins with its number.
char *message_own_line(const char *path, const char *place);

// Adds that line to the message's body.
void message_add_own_code(struct message *message, const char *path, const char *place);

// Moves a message to a student's line.
void message_move(struct message *message, const char *path, const char *place);

void message_free(struct message *message);

#endif
