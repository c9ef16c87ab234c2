// The links of a page that is handed out.
#ifndef LABS_CLI_HANDOUT_LINKS_H
#define LABS_CLI_HANDOUT_LINKS_H

#include <stdbool.h>
#include <stddef.h>

// Returns a copy of a Markdown page (to be freed; its length in *length) in which links to files that are left out are
// plain text. `path`: of the page, relative to the course's folder, as are those that `is_left_out` gets. NULL when
// memory is short.
//
//     "[beyond](beyond/README.md)" becomes "beyond (not in this copy)"
char *handout_links(const char *page, const char *path, bool (*is_left_out)(const char *path),
                    size_t *length);

#endif
