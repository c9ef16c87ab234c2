#define _GNU_SOURCE
#include "sim/memory/addresses.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

static void *map(void *at, size_t bytes, int protection, int flags) {
    void *memory = mmap(at, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

#if UINTPTR_MAX > UINT32_MAX && defined(MAP_FIXED_NOREPLACE)
// Far above the heap, and below what the system places by itself: nothing else is here.
#define PLACES       (1ull << 45)
#define PLACES_BYTES (1ull << 40)

static bool is_place(const void *at) {
    return (uintptr_t)at - PLACES < PLACES_BYTES;
}

static bool map_place(void *at, size_t bytes, int protection) {
    void *memory = map(at, bytes, protection, MAP_FIXED_NOREPLACE);
    if (memory != NULL && memory != at) { // Linux before 4.17
        munmap(memory, bytes);
    }
    return memory == at;
}

// The next place, or NULL. Between two of them remain a GiB or more.
static void *next_place(size_t bytes) {
    enum { PROBE = 1 << 16 };
    static size_t used;
    const size_t unit = 1ull << 30;
    void *place = (void *)(uintptr_t)(PLACES + used);
    if (bytes > PLACES_BYTES - used || !map_place(place, PROBE, PROT_NONE)) {
        return NULL;
    }
    munmap(place, PROBE);
    used += (bytes / unit + 2) * unit;
    return place;
}
#else
static bool is_place(const void *at) {
    return (void)at, false;
}

static bool map_place(void *at, size_t bytes, int protection) {
    return (void)at, (void)bytes, (void)protection, false;
}

static void *next_place(size_t bytes) {
    return (void)bytes, NULL;
}
#endif

void *addresses_find(size_t bytes) {
    void *place = next_place(bytes);
    return place != NULL ? place : map(NULL, bytes, PROT_NONE, 0);
}

int addresses_take(void *at, size_t bytes, int protection) {
    const bool taken = is_place(at) ? map_place(at, bytes, protection) : mprotect(at, bytes, protection) == 0;
    return taken ? 0 : -1;
}

void *addresses_anywhere(size_t bytes) {
    return map(NULL, bytes, PROT_READ | PROT_WRITE, 0);
}

void addresses_forget(void *memory, size_t bytes) {
    const uintptr_t page = 4096, begin = (uintptr_t)memory & -page;
    madvise((void *)begin, (uintptr_t)memory + bytes - begin, MADV_DONTNEED);
}
