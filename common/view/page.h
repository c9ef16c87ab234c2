// The page of one or two recorded runs: one HTML file that needs nothing else.
#ifndef LABS_PAGE_H
#define LABS_PAGE_H

#include <stdio.h>

// Writes the page to `out`, from the files in `folder` (common/view/page) and `count` traces. `follow`: the file
// next to the page that says when there is a newer page; "": none. Returns 0, or -1 with errno; *missing is
// then the file that could not be read, or NULL.
int page_write(FILE *out, const char *folder, const char *const *traces, int count, const char *follow,
               const char **missing);

#endif
