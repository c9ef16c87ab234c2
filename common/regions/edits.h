// A file of edits: small changes of a program, each found by the text that it changes, not by line numbers.
// Such files hold a lab's planted mistakes, alternatives and harmless mutants (common/tests/labs).
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
//     mistake NAME       its name; or
//     alternative NAME
//     expect TEXT        what the checker must or must not say, a line for each text (common/tests/labs/expect_verdict)
//     operators NAME...  the operators to try it with
//     part NAME          the only part of the lab to check
//     check long         to be refused by the long check, or passed
//     check verbose      the texts are in the whole verdict, and not on its first screen; or `check grade`
//     tier small         in what ./lab test runs without --all (common/tests/CMakeLists.txt)
//     ladder LAB PART    it is the kernel of that part, which grading.txt names in a line `lesson`
//     ladder PART        the same, of a part of this lab
//     FUNCTION:          the edits below are in this function
//     FUNCTION: #2       the same, at the second match in the function
//     - LINE             a line to remove; several in a row are consecutive lines of the program
//     ...                separates two such rows, which are not consecutive
//     before LINE        an unchanged line, before or after which
//     after LINE         new lines are inserted
//     + LINE             a new line
//     here LINE          an unchanged line that gets the mark `// <-- here`, for `expect ... at here`
//     = TEXT             why the change is harmless
//
// A line of the program matches whatever its indentation, and, if LINE has no comment, whatever its comment.
// New lines get the indentation of the lines that they replace or stand beside, and the blanks after "+ ".
#ifndef LABS_EDITS_H
#define LABS_EDITS_H

#include <stdbool.h>
#include <stddef.h>

enum { EDIT_ERROR_SIZE = 240 };

struct edit_line {
    const char *text; // the text after the sign or the word
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
    int place;            // 2 for "#2"; 0: there must be only one match
    int number;           // of its first line
    const struct edit *edits;
    size_t edit_count;
};

struct entry {
    int number;
    const char *name;              // or NULL
    const struct edit_line *facts; // "expect TEXT" to "ladder PART", as above
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

// Reads the file at `path`. 0, or -1 with error_line and error set; error_line 0 and errno if it cannot be
// read. Either way edits_free releases what *edits holds.
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

// Applies an entry to a program, and writes its facts above the program as comments, "// expect: TEXT". 0, or
// -1 with an error, for example when an edit matches no line or several.
int edits_plant(const struct entry *entry, const char *program, size_t length, struct planted *planted);

// Copies a line to `out`, which has room for length + 1 bytes, with or without its comment. Blanks at the
// ends are removed, others become single. Returns the copy's length.
size_t line_clean(char *out, const char *line, size_t length, bool with_comment);

#endif
