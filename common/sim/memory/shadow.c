#define _GNU_SOURCE
#include "sim/memory/shadow.h"

#include <string.h>
#include <sys/mman.h>

#include "runner/large_pages.h"

static void *reserve(size_t bytes) {
    void *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

int shadow_reserve(struct shadow *shadow, size_t bytes) {
    shadow->cells = reserve(bytes / 4 * sizeof(*shadow->cells));
    shadow->readers = reserve(bytes / 4 * sizeof(*shadow->readers));
    shadow->words = reserve(bytes / 4 * sizeof(*shadow->words));
    shadow->strong = reserve(bytes / 4 * sizeof(*shadow->strong));
    shadow->operations = reserve(bytes / 4 * sizeof(*shadow->operations));
    shadow->bytes = reserve(bytes * sizeof(*shadow->bytes));
    shadow->strong_writes = reserve(bytes / 4 * sizeof(*shadow->strong_writes));
    return shadow->cells == NULL || shadow->readers == NULL || shadow->words == NULL ||
                   shadow->strong == NULL || shadow->operations == NULL || shadow->strong_writes == NULL
               ? -1
               : 0;
}

void shadow_expect(const struct shadow *shadow, size_t bytes) {
    large_pages_expect(shadow->cells, bytes / 4 * sizeof(*shadow->cells));
    large_pages_expect(shadow->operations, bytes / 4 * sizeof(*shadow->operations));
}

static void forget(void *memory, size_t bytes) {
    const uintptr_t page = 4096, begin = (uintptr_t)memory & -page;
    if (memory != NULL) {
        madvise((void *)begin, (uintptr_t)memory + bytes - begin, MADV_DONTNEED);
    }
}

void shadow_forget(struct shadow *shadow, size_t bytes) {
    forget(shadow->cells, bytes / 4 * sizeof(*shadow->cells));
    forget(shadow->readers, bytes / 4 * sizeof(*shadow->readers));
    forget(shadow->words, bytes / 4 * sizeof(*shadow->words));
    forget(shadow->strong, bytes / 4 * sizeof(*shadow->strong));
    forget(shadow->operations, bytes / 4 * sizeof(*shadow->operations));
    forget(shadow->bytes, bytes * sizeof(*shadow->bytes));
    shadow_forget_strong_writes(shadow, bytes);
}

void shadow_forget_strong_writes(struct shadow *shadow, size_t bytes) {
    forget(shadow->strong_writes, bytes / 4 * sizeof(*shadow->strong_writes));
}

void shadow_clear(const struct shadow *shadow, size_t bytes) {
    size_t words = (bytes + 3) / 4;
    memset(shadow->cells, 0, words * sizeof(*shadow->cells));
    memset(shadow->operations, 0, words * sizeof(*shadow->operations));
}
