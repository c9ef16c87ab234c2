// Memory by the page, from what the module's memory grows by. It is not protected.
#ifndef LABS_WEB_MMAN_H
#define LABS_WEB_MMAN_H

#include <stddef.h>
#include <sys/types.h>

enum {
    PROT_NONE,
    PROT_READ,
    PROT_WRITE,
    MAP_PRIVATE = 0,
    MAP_SHARED = 0, // with nobody
    MAP_ANONYMOUS = 0,
    MAP_NORESERVE = 0,
    MADV_DONTNEED = 4
};
#define MAP_FAILED ((void *)-1)

// These ignore the flags and the file: the memory is new, and 0.
void *mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
int munmap(void *memory, size_t bytes);
int madvise(void *memory, size_t bytes, int advice);
int mincore(void *memory, size_t bytes, unsigned char *resident);
static inline int mprotect(void *memory, size_t bytes, int protection) {
    return (void)memory, (void)bytes, (void)protection, 0;
}

#endif
