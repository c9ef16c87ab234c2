// The TODO regions of a starter or a solution:
//
//     // TODO(1): what must hold afterwards
//     // (comment lines directly below belong to the task's text)
//     ...code, only in the solution...
//     // END TODO(1)
//
// Both comments are alone on their lines, numbers rise by one from 1, and regions do not nest. A region is
// filled once it contains any code; blank lines and comments do not count.
#ifndef LABS_REGIONS_H
#define LABS_REGIONS_H

#include <stdbool.h>
#include <stddef.h>

struct region {
    int number;        // 1, 2, ...
    int begin_line;    // line of TODO(n), from 1
    int end_line;      // line of END TODO(n)
    int filled;        // 0: untouched
    char *text;        // the task: what follows "TODO(n):", a '\n' between the comment's lines
    size_t code_begin; // the whole lines between the task's text and END TODO(n) are
    size_t code_end;   // the source's bytes [code_begin, code_end)
};

struct regions {
    const char *source;
    size_t length;          // of the source, in bytes
    struct region *regions; // in the order of the file
    size_t count;
    int error_line;     // the line of the error; 0: none
    char error[240];    // what is wrong and how to fix it
    char *owned_source; // of regions_read; NULL after regions_find
};

// Finds the regions of a source, which must outlive *regions. 0, or -1 with error_line and error set and no
// regions. Either way regions_free releases what *regions holds.
int regions_find(const char *source, size_t length, struct regions *regions);

// The same for a file.
int regions_read(const char *path, struct regions *regions);

void regions_free(struct regions *regions);

// The next task: the first untouched region, or NULL when all are filled or there are none.
//
//     const struct region *next = regions_next(&regions);
//     printf("next: TODO(%d), starter.cu:%d\n", next->number, next->begin_line);
const struct region *regions_next(const struct regions *regions);

// Returns a copy of the source (to be freed; its length in *length) in which regions 1 to `kept` have their
// code and all others are emptied. kept = 0 is the starter that belongs to a solution. NULL when memory is short.
char *regions_fill(const struct regions *regions, int kept, size_t *length);

// Returns a copy of `own` (to be freed; its length in *length) in which each region i with done[i] also has the code
// that the region of its number has in `solution`. `#line` directives give every other line its place in the file at
// `path`, and the inserted lines a place in a file that does not exist, "TODO(3), done for you". NULL when memory is
// short.
char *regions_mix(const struct regions *own, const struct regions *solution, const bool *done,
                  const char *path, size_t *length);

// The number of the region in which regions_mix inserted the line, from the name of its file; otherwise 0.
//
//     regions_done_number("/course/build/TODO(3), done for you") == 3
int regions_done_number(const char *file);

// A number that changes with the region's code.
unsigned long long regions_code_hash(const struct regions *regions, const struct region *region);

// The region of that number; NULL if there is none.
const struct region *regions_numbered(const struct regions *regions, int number);

// One line of a source, without its line end. All zero past the last line.
struct source_line {
    const char *text;
    size_t length;
    int number; // from 1
};

// Compares two sources without their regions' code, byte by byte. 0: they are equal; 1: they first differ at
// *a_line and *b_line.
int regions_differ(const struct regions *a, const struct regions *b, struct source_line *a_line,
                   struct source_line *b_line);

#endif
