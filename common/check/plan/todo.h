// The tasks of the program that are still to be done: its TODO regions without code.
#ifndef LABS_TODO_H
#define LABS_TODO_H

#include <stdbool.h>
#include <stdio.h>

#include "check/check.h"
#include "check/plan/options.h"
#include "regions/regions.h"

struct todo_list {
    bool known; // false: the source was not found or has malformed regions; see regions.error
    char path[1024];
    struct regions regions;
    bool held[LAB_TODO_MAX + 1]; // by a region's number: its code held in an earlier check, and is the same
};

// Reads the regions of the source at `path`; "" leaves the list unknown.
void todo_read(struct todo_list *list, const char *path);
void todo_free(struct todo_list *list);

// Is the region one of the part's own?
bool todo_is_own(const struct region *region, const struct lab_part *part);

// Does the part need this region, its own or another part's?
bool todo_belongs_to(const struct region *region, const struct lab_part *part);

// With --mixed, is the student's empty region done as in the solution? If it belongs to a part of which some task is
// filled in. Parts that were not begun stay as they are.
bool todo_is_done(const struct todo_list *list, const struct lab *lab, const struct region *region);

// Is a region that the part needs done in that way?
bool todo_some_done(const struct todo_list *list, const struct lab *lab, const struct lab_part *part);

// Prints the program of options->source with the code of the solution options->mix in these regions (regions_mix); with
// options->part, in the empty ones that this part needs; with options->exchange, also in place of pieces of filled
// ones. false after a message.
bool todo_print_mixed(FILE *out, const struct lab *lab, const struct options *options);

// The first empty region of the program, or among the regions that a part needs, its own and others'. NULL
// when there is none, or when the regions are unknown.
const struct region *todo_next(const struct todo_list *list);
const struct region *todo_next_of(const struct todo_list *list, const struct lab_part *part);

// Reads which tasks held, from the lines "NUMBER holds HASH" of an earlier check (regions_code_hash). If the file is
// missing, none did.
void todo_read_held(struct todo_list *list, const char *path);
bool todo_held(const struct todo_list *list, const struct region *region);

// Writes "TODO(1), TODO(2) and TODO(4)" or "TODO(2) to TODO(5)": the part's own regions that are filled; "" if there
// are none. With `doubtful`, those that held are left out, unless all did, and the last word is "or": one of them may
// be wrong alone. Are there several?
enum { TODO_TEXT_SIZE = 256 };
bool todo_text(const struct todo_list *list, const struct lab_part *part, bool doubtful,
               char text[TODO_TEXT_SIZE]);

// Writes the task's text on one line: as many sentences as fit, or the beginning of the first one and " ...".
enum { TODO_LINE_SIZE = 128 };
void todo_line(const struct region *region, char line[TODO_LINE_SIZE]);

// The region that this line of the file is within; NULL: none.
const struct region *todo_at(const struct todo_list *list, const char *file, int line);

// The only region that todo_text writes with `doubtful`; NULL: none, or several.
const struct region *todo_only_doubtful(const struct todo_list *list, const struct lab_part *part);

// Is one of the part's own regions filled?
bool todo_is_begun(const struct todo_list *list, const struct lab_part *part);

// Are all of the part's own regions empty? false for a part without regions.
bool todo_all_untouched(const struct todo_list *list, const struct lab_part *part);

#endif
