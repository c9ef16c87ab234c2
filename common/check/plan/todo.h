// The tasks of the program that are still to be done: its TODO regions without code.
#ifndef LABS_TODO_H
#define LABS_TODO_H

#include <stdbool.h>

#include "check/check.h"
#include "regions/regions.h"

struct todo_list {
    bool known; // false: the source was not found or has malformed regions; see regions.error
    char path[1024];
    struct regions regions;
};

// Reads the regions of the source at `path`; "" leaves the list unknown.
void todo_read(struct todo_list *list, const char *path);
void todo_free(struct todo_list *list);

// The first empty region of the program, or among the regions that a part needs, its own and others'. NULL
// when there is none, or when the regions are unknown.
const struct region *todo_next(const struct todo_list *list);
const struct region *todo_next_of(const struct todo_list *list, const struct lab_part *part);

// Writes the task's text on one line: as many sentences as fit, or the beginning of the first one and " ...".
enum { TODO_LINE_SIZE = 128 };
void todo_line(const struct region *region, char line[TODO_LINE_SIZE]);

// Is this line of the file within a region?
bool todo_has_line(const struct todo_list *list, const char *file, int line);

// Are all of the part's own regions empty? false for a part without regions.
bool todo_all_untouched(const struct todo_list *list, const struct lab_part *part);

#endif
