// The pages of include/sys/mman.h.
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 65536 }; // of WebAssembly

// Memory that was returned: at its beginning is this.
struct hole {
    struct hole *next;
    size_t bytes;
};
static struct hole *holes;

static size_t round_up(size_t bytes) {
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

void *mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset) {
    (void)at, (void)protection, (void)flags, (void)file, (void)offset;
    bytes = round_up(bytes);
    for (struct hole **link = &holes; *link != NULL; link = &(*link)->next) {
        struct hole *hole = *link;
        if (hole->bytes == bytes) {
            *link = hole->next;
            return memset(hole, 0, bytes);
        }
    }
    const size_t page = __builtin_wasm_memory_grow(0, bytes / PAGE);
    return page == SIZE_MAX ? MAP_FAILED : (void *)(page * PAGE);
}

int munmap(void *memory, size_t bytes) {
    struct hole *hole = memory;
    *hole = (struct hole){holes, round_up(bytes)};
    holes = hole;
    return 0;
}

int madvise(void *memory, size_t bytes, int advice) {
    enum { SYSTEM_PAGE = 4096 };
    if (advice == MADV_DONTNEED) {
        memset(memory, 0, (bytes + SYSTEM_PAGE - 1) / SYSTEM_PAGE * SYSTEM_PAGE);
    }
    return 0;
}

int mincore(void *memory, size_t bytes, unsigned char *resident) {
    (void)resident;
    const uintptr_t at = (uintptr_t)memory, end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    return at < end && bytes <= end - at ? 0 : -1;
}
