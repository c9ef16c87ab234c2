// A file of edits: small changes of a program's text, each found by the text that it changes and not by line
// numbers. The planted mistakes (common/tests/labs/mistakes) and the mutants that are no mistakes
// (common/tests/labs/mutate/equivalent) are such files.
//
//     # A comment. Entries are separated by empty lines.
//
//     mistake tail_unset
//     expect unset read at here
//     here s_partial[tid] += s_partial[tid + stride];
//     - s_partial[tid] = i < n ? d_in[i] : 0;
//     + if (i < n) {
//     +     s_partial[tid] = d_in[i];
//     + }
//
// The lines of an entry, in this order:
//
//     mistake NAME            its name; or
//     alternative NAME
//     expect TEXT             what the checker must say (common/tests/labs/expect_verdict), a line for
//     each text operators NAME...       the operators to try it with part NAME               the only part of
//     the lab to check FUNCTION:               the edits below are in this function FUNCTION: #2 the same, at
//     the second place in the function that matches
//     - LINE                  a line to take away; several in a row are consecutive lines of the program
//     ...                     between two such rows: there are lines between them that stay
//     before LINE             or a line that stays, before or after which
//     after LINE              new lines go in
//     + LINE                  a new line
//     here LINE               a line that stays, and gets the comment `// <-- here` for `expect ... at here`
//     = TEXT                  why the change is no mistake
//
// A line of the program matches whatever its indentation; without a comment in LINE, whatever its comment.
// New lines are indented like the line that they replace or stand beside, and further by the blanks after "+
// ".
#ifndef LABS_EDITS_H
#define LABS_EDITS_H

#include <stdbool.h>
#include <stddef.h>

enum { EDIT_ERROR_SIZE = 240 };

struct edit_line {
    const char *text; // what follows the sign or the word
    int number;       // in the file of edits, from 1
};

enum edit_kind { EDIT_REPLACE, EDIT_BEFORE, EDIT_AFTER, EDIT_HERE };

struct edit {
    enum edit_kind kind;
    int number; // of its first line
    const struct edit_line *old_lines, *new_lines;
    size_t old_count, new_count;
};

// The edits under one heading.
struct change {
    const char *heading;  // the whole line, or NULL
    const char *function; // NULL: anywhere
    int place;            // the 2 of "#2"; 0: there must be only one
    int number;           // of its first line
    const struct edit *edits;
    size_t edit_count;
};

struct entry {
    int number;
    const char *name;              // NULL where it has none
    const struct edit_line *facts; // "expect TEXT", "operators NAME...", "part NAME"
    size_t fact_count;
    const struct change *changes;
    size_t change_count;
    const struct edit_line *reasons;
    size_t reason_count;
};

struct edits {
    struct entry *entries; // in the order of the file
    size_t entry_count;
    int error_line; // where reading failed; 0: not at a line
    char error[EDIT_ERROR_SIZE];
    struct edit_storage *storage;
};

// Reads the file at `path`. 0, or -1 with error_line and error set, and errno where there is no such file.
// Either way edits_free releases what *edits holds.
int edits_read(const char *path, struct edits *edits);

// The same for a text of `length` bytes.
int edits_parse(const char *text, size_t length, struct edits *edits);
void edits_free(struct edits *edits);

// The entry of that name, or NULL.
const struct entry *edits_find(const struct edits *edits, const char *name);

struct planted {
    char *text; // the changed program, to be freed; NULL after an error
    size_t length;
    int error_line; // in the file of edits
    char error[EDIT_ERROR_SIZE];
};

// Makes all changes of an entry to a program, and puts its facts above it as comments, "// expect: TEXT". 0,
// or -1 with an error, such as an edit that matches no line or several.
int edits_plant(const struct entry *entry, const char *program, size_t length, struct planted *planted);

// Copies one line without the blanks at its ends, other blanks single, to `out`, which has room for length +
// 1 bytes: all of it, or what stands before its comment. Its length.
size_t line_clean(char *out, const char *line, size_t length, bool with_comment);

#endif
