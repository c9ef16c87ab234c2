// Shared by view and watch.
#ifndef LABS_CLI_VIEW_H
#define LABS_CLI_VIEW_H

#include <stdbool.h>

#include "arguments.h"

enum { VIEW_PATH_SIZE = 256 };

// Builds the lab's starter for the operator that the arguments name (the sum if none), records one case, and
// writes the page to path[VIEW_PATH_SIZE]. `follows`: the page is replaced after each save, and follows.
// EXIT_PASSED, or EXIT_WRONG or EXIT_BROKEN after a message: then there is no page.
int view_write(const struct lab *lab, const struct arguments *arguments, bool follows, char *path);

// Writes the page of one trace. EXIT_PASSED, or EXIT_BROKEN after a message.
int view_make_page(const char *path, const char *trace);

// Opens the page in the desktop's browser, if there is a desktop, and prints its path.
void view_open(const char *path);

#endif
