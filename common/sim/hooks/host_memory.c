// malloc and its relatives for the student's host code (cuda/sim/host_memory.h), and new and delete.
#include "sim/hooks/host_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runner/plural.h"
#include "sim/base/executable.h"
#include "sim/report/host.h"
#include "sim/schedule/workers.h"

struct block {
    struct block *next;
    void *memory;
    size_t bytes;
    uint32_t pc;
    bool is_new;    // by new, perhaps in a container: no leak if a static variable refers to it
    bool reachable; // from a static variable, or from a block that has been reported
    struct block *marked;
};
static struct block *blocks; // that the case has allocated and not freed

// Bytes behind each block that belong to no array, and those before it that belong to malloc. An access there is
// outside.
enum { BEHIND = 256, BEFORE = 16 };

// Blocks that each access of host code is compared with, the newest first: a program may have any number.
enum { COMPARED_MAX = 64 };

void host_memory_begin_case(void) {
    while (blocks != NULL) {
        struct block *next = blocks->next;
        free(blocks); // not its memory: a static variable may still point to it
        blocks = next;
    }
}

// The blocks by their addresses.
static struct {
    struct block **blocks;
    size_t count;
} sorted;

static int compare_addresses(const void *left, const void *right) {
    uintptr_t a = (uintptr_t)(*(struct block *const *)left)->memory,
              b = (uintptr_t)(*(struct block *const *)right)->memory;
    return (a > b) - (a < b);
}

static void sort_blocks(void) {
    size_t count = 0;
    for (const struct block *one = blocks; one != NULL; one = one->next) {
        count++;
    }
    sorted.blocks = count > 0 ? malloc(count * sizeof(*sorted.blocks)) : NULL;
    sorted.count = 0;
    for (struct block *one = blocks; one != NULL && sorted.blocks != NULL; one = one->next) {
        sorted.blocks[sorted.count++] = one;
    }
    if (sorted.count > 0) {
        qsort(sorted.blocks, sorted.count, sizeof(*sorted.blocks), compare_addresses);
    }
}

// The block that the address is in or directly behind; NULL: none.
static struct block *find_block(uintptr_t address) {
    size_t begin = 0, end = sorted.count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if ((uintptr_t)sorted.blocks[middle]->memory <= address) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    struct block *found = begin > 0 ? sorted.blocks[begin - 1] : NULL;
    return found != NULL && address - (uintptr_t)found->memory <= found->bytes ? found : NULL;
}

// Marks the blocks that words in [begin, end) refer to, and what those refer to. Cost: O(log n) for each word.
static void mark_reachable(uintptr_t begin, uintptr_t end) {
    struct block *marked = NULL; // whose words are still to be read
    for (;;) {
        for (uintptr_t word = executable_next_word(begin); word + sizeof(word) <= end;
             word = executable_next_word(word + sizeof(word))) {
            uintptr_t value;
            memcpy(&value, (const void *)word, sizeof(value));
            struct block *to = find_block(value);
            if (to != NULL && to->is_new && !to->reachable) {
                to->reachable = true;
                to->marked = marked;
                marked = to;
            }
        }
        if (marked == NULL) {
            return;
        }
        begin = (uintptr_t)marked->memory;
        end = begin + marked->bytes;
        marked = marked->marked;
    }
}

static void report_leak(const struct block *one) {
    report_host(DIAGNOSTIC_LEAK, "", one->pc, 0, "",
                "%zu byte%s of host memory %s allocated here and never freed", one->bytes, plural(one->bytes),
                one->bytes == 1 ? "is" : "are");
}

// The blocks, the oldest first.
static void turn_round(void) {
    struct block *turned = NULL;
    while (blocks != NULL) {
        struct block *next = blocks->next;
        blocks->next = turned;
        turned = blocks;
        blocks = next;
    }
    blocks = turned;
}

// Of a container, what it has is not reported: a line of the C++ library has allocated that.
void host_memory_report_leaks(void) {
    uintptr_t begin, end;
    turn_round();
    sort_blocks();
    for (unsigned i = 0; sorted.count > 0 && executable_variables(i, &begin, &end); i++) {
        mark_reachable(begin, end);
    }
    for (struct block *one = blocks; one != NULL; one = one->next) {
        if (!one->reachable) {
            report_leak(one);
            one->reachable = true;
            mark_reachable((uintptr_t)one->memory, (uintptr_t)one->memory + one->bytes);
        }
    }
    free(sorted.blocks);
    sorted.blocks = NULL;
    sorted.count = 0;
}

static bool in_kernel(void) {
    return running_worker != NULL;
}

// Adds a block to the list, unless a kernel has called malloc or memory is short.
static void *keep(void *memory, size_t bytes, const void *return_address) {
    struct block *block = memory == NULL || in_kernel() ? NULL : malloc(sizeof(*block));
    if (block != NULL) {
        *block = (struct block){
            .next = blocks, .memory = memory, .bytes = bytes, .pc = relative_pc(return_address)};
        blocks = block;
    }
    return memory;
}

// Removes the block at `memory` from the list and returns it, or NULL.
static struct block *take(const void *memory) {
    for (struct block **link = &blocks; *link != NULL && !in_kernel(); link = &(*link)->next) {
        if ((*link)->memory == memory) {
            struct block *found = *link;
            *link = found->next;
            return found;
        }
    }
    return NULL;
}

void host_memory_check(uintptr_t address, unsigned bytes, bool writes, const void *return_address) {
    int compared = 0;
    for (const struct block *one = blocks; one != NULL && compared < COMPARED_MAX;
         one = one->next, compared++) {
        uintptr_t base = (uintptr_t)one->memory, end = base + one->bytes;
        if (address + bytes <= base - BEFORE || address >= end + BEHIND ||
            (address >= base && address + bytes <= end)) {
            continue;
        }
        long long first = (long long)(address - base);
        report_array_bytes(
            report_host(DIAGNOSTIC_OUT_OF_BOUNDS, "", relative_pc(return_address), one->pc, "allocated here",
                        "host code %s bytes %lld to %lld of an array of %zu byte%s in host memory",
                        writes ? "writes" : "reads", first, first + bytes - 1, one->bytes,
                        plural(one->bytes)),
            one->bytes);
        return;
    }
}

size_t host_memory_room(const void *address, uint32_t *pc) {
    for (const struct block *one = blocks; one != NULL; one = one->next) {
        size_t offset = (uintptr_t)address - (uintptr_t)one->memory;
        if (offset < one->bytes || (offset == 0 && one->bytes == 0)) {
            *pc = one->pc;
            return one->bytes - offset;
        }
    }
    return SIZE_MAX;
}

// Room for the block and what is behind it. 0: too much.
static size_t with_behind(size_t bytes) {
    return bytes > SIZE_MAX - BEHIND ? SIZE_MAX : bytes + BEHIND;
}

void *sim_host_malloc(size_t bytes) {
    return keep(malloc(with_behind(bytes)), bytes, __builtin_return_address(0));
}

void *sim_host_calloc(size_t count, size_t bytes) {
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all)) {
        return NULL;
    }
    return keep(calloc(1, with_behind(all)), all, __builtin_return_address(0));
}

void *sim_host_realloc(void *memory, size_t bytes) {
    struct block *old = take(memory);
    void *moved = realloc(memory, bytes == 0 ? 0 : with_behind(bytes));
    if (moved == NULL && bytes != 0 && old != NULL) { // it failed: the old block is still allocated
        old->next = blocks;
        blocks = old;
        return NULL;
    }
    free(old);
    return keep(moved, bytes, __builtin_return_address(0));
}

void sim_host_free(void *memory) {
    free(take(memory));
    free(memory);
}

void *sim_host_aligned_alloc(size_t alignment, size_t bytes) {
    return keep(aligned_alloc(alignment, with_behind(bytes)), bytes, __builtin_return_address(0));
}

int sim_host_posix_memalign(void **memory, size_t alignment, size_t bytes) {
    int error = posix_memalign(memory, alignment, with_behind(bytes));
    if (error == 0) {
        keep(*memory, bytes, __builtin_return_address(0));
    }
    return error;
}

char *sim_host_strdup(const char *text) {
    size_t bytes = strlen(text) + 1;
    char *copy = malloc(with_behind(bytes));
    return keep(copy == NULL ? NULL : memcpy(copy, text, bytes), bytes, __builtin_return_address(0));
}

void *sim_host_keep(size_t bytes) {
    void *memory = malloc(bytes);
    return memory == NULL ? abort(), memory : memory;
}

#if defined(__GLIBC__)
// ---- new and delete, by their names in the executable. Those for types with an alignment of their own are not replaced.

void _ZSt17__throw_bad_allocv(void)
    __attribute__((weak, noreturn)); // std::__throw_bad_alloc(), if there is C++ code

static void *keep_new(size_t bytes, const void *return_address) {
    void *memory = malloc(with_behind(bytes));
    if (executable_is_code((uintptr_t)return_address)) { // not the C++ library itself
        const struct block *before = blocks;
        keep(memory, bytes, return_address);
        if (blocks != before) {
            blocks->is_new = true;
        }
    }
    return memory;
}

static void *or_throw(void *memory) {
    if (memory == NULL && _ZSt17__throw_bad_allocv != NULL) {
        _ZSt17__throw_bad_allocv();
    } else if (memory == NULL) {
        abort();
    }
    return memory;
}

#define CPLUSPLUS __attribute__((weak)) // so that lab code may define its own
CPLUSPLUS void *_Znwm(size_t bytes);
CPLUSPLUS void *_Znam(size_t bytes);
CPLUSPLUS void *_ZnwmRKSt9nothrow_t(size_t bytes, const void *tag);
CPLUSPLUS void *_ZnamRKSt9nothrow_t(size_t bytes, const void *tag);
CPLUSPLUS void _ZdlPv(void *memory);
CPLUSPLUS void _ZdaPv(void *memory);
CPLUSPLUS void _ZdlPvm(void *memory, size_t bytes);
CPLUSPLUS void _ZdaPvm(void *memory, size_t bytes);

void *_Znwm(size_t bytes) {
    return or_throw(keep_new(bytes, __builtin_return_address(0)));
}
void *_Znam(size_t bytes) {
    return or_throw(keep_new(bytes, __builtin_return_address(0)));
}
void *_ZnwmRKSt9nothrow_t(size_t bytes, const void *tag) {
    (void)tag;
    return keep_new(bytes, __builtin_return_address(0));
}
void *_ZnamRKSt9nothrow_t(size_t bytes, const void *tag) {
    (void)tag;
    return keep_new(bytes, __builtin_return_address(0));
}
void _ZdlPv(void *memory) {
    sim_host_free(memory);
}
void _ZdaPv(void *memory) {
    sim_host_free(memory);
}
void _ZdlPvm(void *memory, size_t bytes) {
    (void)bytes;
    sim_host_free(memory);
}
void _ZdaPvm(void *memory, size_t bytes) {
    (void)bytes;
    sim_host_free(memory);
}
#endif
