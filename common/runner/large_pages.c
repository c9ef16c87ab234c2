#define _GNU_SOURCE // MADV_HUGEPAGE
#include "runner/large_pages.h"

#include <stdint.h>
#include <sys/mman.h>

void large_pages_expect(const void *memory, size_t bytes) {
#ifdef MADV_HUGEPAGE
    enum { PAGE_BYTES = 4096 };
    if (memory != NULL) {
        madvise((void *)((uintptr_t)memory & -(uintptr_t)PAGE_BYTES), bytes, MADV_HUGEPAGE);
    }
#else
    (void)memory, (void)bytes;
#endif
}
