// Memory by the large page: of much memory that is used to the end, each page costs time.
#ifndef LABS_LARGE_PAGES_H
#define LABS_LARGE_PAGES_H

#include <stddef.h>

// The system may take memory for these `bytes` by the large page. NULL: of no memory.
void large_pages_expect(const void *memory, size_t bytes);

#endif
