// Addresses for what may become large: taken as they are used, so that a short case needs few of them.
#ifndef SIM_ADDRESSES_H
#define SIM_ADDRESSES_H

#include <stddef.h>

// addresses_find(bytes): where so many can be taken from the first on, or NULL. Where the system cannot tell, all of
// them are reserved.
void *addresses_find(size_t bytes);

// addresses_take(at, bytes, protection): the next `bytes` of a place that was found, a multiple of a page, are memory
// of mmap's `protection`, filled with 0. 0, or -1: there are no more addresses.
int addresses_take(void *at, size_t bytes, int protection);

// addresses_anywhere(bytes): so many addresses of memory that is 0 and can be written, or NULL.
void *addresses_anywhere(size_t bytes);

// addresses_forget(memory, bytes): the memory is the system's, and 0 again: whole pages, also where it begins or ends
// within one.
void addresses_forget(void *memory, size_t bytes);

#endif
