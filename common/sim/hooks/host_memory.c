// malloc and its relatives for the student's host code (cuda/sim/host_memory.h).
#include "sim/hooks/host_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/access/host_code.h"
#include "sim/base/caller.h"
#include "sim/base/executable.h"
#include "sim/report/host.h"
#include "sim/schedule/workers.h"

static struct host_block *blocks; // that the case has allocated and not freed

// Bytes behind each block that belong to no array, and those before it that belong to malloc. An access there is
// outside.
enum { BEHIND = 256, BEFORE = 16 };

// Blocks that each access of host code is compared with, the newest first: a program may have any number.
enum { COMPARED_MAX = 64 };

void host_memory_begin_case(void) {
    while (blocks != NULL) {
        struct host_block *next = blocks->next;
        free(blocks); // not its memory: a static variable may still point to it
        blocks = next;
    }
    host_freed_clear();
}

// The blocks by their addresses.
static struct {
    struct host_block **blocks;
    size_t count;
} sorted;

static int compare_addresses(const void *left, const void *right) {
    uintptr_t a = (uintptr_t)(*(struct host_block *const *)left)->memory,
              b = (uintptr_t)(*(struct host_block *const *)right)->memory;
    return (a > b) - (a < b);
}

static void sort_blocks(void) {
    size_t count = 0;
    for (const struct host_block *one = blocks; one != NULL; one = one->next) {
        count++;
    }
    sorted.blocks = count > 0 ? malloc(count * sizeof(*sorted.blocks)) : NULL;
    sorted.count = 0;
    for (struct host_block *one = blocks; one != NULL && sorted.blocks != NULL; one = one->next) {
        sorted.blocks[sorted.count++] = one;
    }
    if (sorted.count > 0) {
        qsort(sorted.blocks, sorted.count, sizeof(*sorted.blocks), compare_addresses);
    }
}

// The block that the address is in or directly behind; NULL: none.
static struct host_block *find_block(uintptr_t address) {
    size_t begin = 0, end = sorted.count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if ((uintptr_t)sorted.blocks[middle]->memory <= address) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    struct host_block *found = begin > 0 ? sorted.blocks[begin - 1] : NULL;
    return found != NULL && address - (uintptr_t)found->memory <= found->bytes ? found : NULL;
}

// Marks the blocks that words in [begin, end) refer to, and what those refer to. Cost: O(log n) for each word.
static void mark_reachable(uintptr_t begin, uintptr_t end) {
    struct host_block *marked = NULL; // whose words are still to be read
    for (;;) {
        for (uintptr_t word = executable_next_word(begin); word + sizeof(word) <= end;
             word = executable_next_word(word + sizeof(word))) {
            uintptr_t value;
            memcpy(&value, (const void *)word, sizeof(value));
            struct host_block *to = find_block(value);
            if (to != NULL && to->by != BY_MALLOC && !to->reachable) {
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

static void report_leak(const struct host_block *one) {
    report_array_bytes(report_host(DIAGNOSTIC_LEAK, "", one->pc, 0, NOTHING,
                                   WORDS(TOPIC(HOST_NEVER_FREED), NUMBER(one->bytes))),
                       one->bytes);
}

// The blocks, the oldest first.
static void turn_round(void) {
    struct host_block *turned = NULL;
    while (blocks != NULL) {
        struct host_block *next = blocks->next;
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
    for (struct host_block *one = blocks; one != NULL; one = one->next) {
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

// The place of a call; 0: in a library.
static uint32_t place_of(const void *return_address) {
    return executable_is_code((uintptr_t)return_address) ? relative_pc(return_address) : 0;
}

void *host_memory_keep(void *memory, size_t bytes, enum host_allocator by, const void *return_address) {
    struct host_block *block = memory == NULL || in_kernel() ? NULL : malloc(sizeof(*block));
    if (block != NULL) {
        *block = (struct host_block){
            .next = blocks, .memory = memory, .bytes = bytes, .pc = place_of(return_address), .by = by};
        blocks = block;
        memset((char *)memory + bytes, 0, BEHIND); // what a read behind it finds is not left to chance
    }
    return memory;
}

// Removes the block at `memory` from the list and returns it, or NULL. Then *inside is the block that it points into.
static struct host_block *take(const void *memory, const struct host_block **inside) {
    *inside = NULL;
    for (struct host_block **link = &blocks; *link != NULL && !in_kernel(); link = &(*link)->next) {
        struct host_block *found = *link;
        if (found->memory == memory) {
            *link = found->next;
            return found;
        }
        if ((uintptr_t)memory - (uintptr_t)found->memory < found->bytes) {
            *inside = found;
        }
    }
    return NULL;
}

// The block was freed before, or NULL.
static const struct host_block *find_freed(const void *memory) {
    return in_kernel() ? NULL : host_freed_find((uintptr_t)memory);
}

// "an array of 400 bytes in host memory".
static struct said name_block(const struct host_block *block) {
    struct said name;
    say(&name, WORDS(TOPIC(HOST_ARRAY), NUMBER(block->bytes)));
    return name;
}

// Reports that the block was not allocated for this way of freeing it.
static void check_allocator(const struct host_block *block, enum host_allocator by, const char *call,
                            uint32_t pc) {
    static const char *const allocators[] = {"malloc", "new", "new[]"}, *const needed[] = {"free", "delete",
                                                                                           "delete[]"};
    if (block->by != by && pc != 0) {
        report_host(
            DIAGNOSTIC_INVALID_FREE, "", pc, block->pc, TOPIC(ALLOCATED_HERE),
            WORDS(TOPIC(FREED_BY_ANOTHER), NAME(allocators[block->by]), NAME(call), NAME(needed[block->by])));
    }
}

static bool (*reports_unknown)(const void *memory, const char *call, uint32_t pc);

void host_memory_on_unknown(bool (*reports)(const void *memory, const char *call, uint32_t pc)) {
    reports_unknown = reports;
}

void host_memory_free(void *memory, enum host_allocator by, const char *call, const void *return_address) {
    const struct host_block *freed_before = find_freed(memory), *inside;
    uint32_t pc = place_of(return_address);
    if (freed_before != NULL) {
        report_second(report_host(DIAGNOSTIC_DOUBLE_FREE, "", pc, freed_before->free_pc, TOPIC(FIRST_FREED),
                                  WORDS(TOPIC(FREED_TWICE), PART(name_block(freed_before)))),
                      PLACE_ACT);
        return;
    }
    struct host_block *block = take(memory, &inside);
    if (block != NULL) {
        check_allocator(block, by, call, pc);
        block->free_pc = pc;
        host_freed_add(block);
    } else if (inside != NULL) {
        report_host(DIAGNOSTIC_INVALID_FREE, "", pc, inside->pc, TOPIC(ALLOCATED_HERE),
                    WORDS(TOPIC(FREES_MIDDLE), NAME(call), PART(name_block(inside))));
    } else if (memory == NULL || in_kernel() || reports_unknown == NULL ||
               !reports_unknown(memory, call, pc)) {
        free(memory);
    }
}

void host_memory_check(uintptr_t address, unsigned bytes, bool writes, const void *return_address) {
    const struct host_block *freed_before = host_freed_find(address);
    if (freed_before != NULL) {
        size_t first = address - (uintptr_t)freed_before->memory;
        report_host(DIAGNOSTIC_USE_AFTER_FREE, "", relative_pc(return_address), freed_before->free_pc,
                    TOPIC(FREED_HERE),
                    WORDS(TOPIC(HOST_BYTES_FREED), writes ? TOPIC(WRITES) : TOPIC(READS), NUMBER(first),
                          NUMBER(first + bytes - 1), PART(name_block(freed_before))));
        return;
    }
    int compared = 0;
    for (const struct host_block *one = blocks; one != NULL && compared < COMPARED_MAX;
         one = one->next, compared++) {
        uintptr_t base = (uintptr_t)one->memory, end = base + one->bytes;
        if (address + bytes <= base - BEFORE || address >= end + BEHIND ||
            (address >= base && address + bytes <= end)) {
            continue;
        }
        long long first = (long long)(intptr_t)(address - base);
        struct diagnostic *made = report_host(
            DIAGNOSTIC_OUT_OF_BOUNDS, "", relative_pc(return_address), one->pc, TOPIC(ALLOCATED_HERE),
            WORDS(TOPIC(HOST_BYTES_OUTSIDE), writes ? TOPIC(WRITES) : TOPIC(READS), NUMBER(first),
                  NUMBER(first + bytes - 1), PART(name_block(one))));
        report_array_bytes(made, one->bytes);
        if (made != NULL) { // the checker names the array
            made->first_byte = first;
            made->host_bytes = bytes;
        }
        return;
    }
}

bool host_memory_has(uintptr_t address) {
    const struct host_block *one = blocks;
    while (one != NULL && address - ((uintptr_t)one->memory - BEFORE) >= BEFORE + one->bytes + BEHIND) {
        one = one->next;
    }
    return one != NULL || host_freed_find(address) != NULL;
}

size_t host_memory_room(const void *address, uint32_t *pc) {
    for (const struct host_block *one = blocks; one != NULL; one = one->next) {
        size_t offset = (uintptr_t)address - (uintptr_t)one->memory;
        if (offset < one->bytes || (offset == 0 && one->bytes == 0)) {
            *pc = one->pc;
            return one->bytes - offset;
        }
    }
    return SIZE_MAX;
}

size_t host_memory_with_behind(size_t bytes) {
    return bytes > SIZE_MAX - BEHIND ? SIZE_MAX : bytes + BEHIND;
}

void *sim_host_malloc(size_t bytes) {
    return host_memory_keep(malloc(host_memory_with_behind(bytes)), bytes, BY_MALLOC, CALLER_ADDRESS());
}

void *sim_host_calloc(size_t count, size_t bytes) {
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all)) {
        return NULL;
    }
    return host_memory_keep(calloc(1, host_memory_with_behind(all)), all, BY_MALLOC, CALLER_ADDRESS());
}

// A small block always moves, and the old one counts as freed.
void *sim_host_realloc(void *memory, size_t bytes) {
    enum { SMALL_BYTES = 1 << 16 };
    const uint32_t pc = place_of(CALLER_ADDRESS());
    const struct host_block *freed_before = find_freed(memory), *inside;
    if (freed_before != NULL) {
        report_host(DIAGNOSTIC_USE_AFTER_FREE, "", pc, freed_before->free_pc, TOPIC(FREED_HERE),
                    WORDS(TOPIC(CALL_AFTER_FREE), NAME("realloc"), PART(name_block(freed_before))));
        host_stop();
    }
    struct host_block *old = take(memory, &inside);
    if (old != NULL) {
        check_allocator(old, BY_MALLOC, "realloc", pc);
    }
    const bool moves = old != NULL && (old->bytes <= SMALL_BYTES || bytes == 0);
    void *moved = NULL;
    if (!moves) {
        moved = realloc(memory, bytes == 0 ? 0 : host_memory_with_behind(bytes));
    } else if (bytes > 0) {
        moved = malloc(host_memory_with_behind(bytes));
    }
    if (moved == NULL && bytes != 0 && old != NULL) { // it failed: the old block is still allocated
        old->next = blocks;
        blocks = old;
        return NULL;
    }
    if (moves) {
        if (moved != NULL) {
            memcpy(moved, memory, old->bytes < bytes ? old->bytes : bytes);
        }
        old->free_pc = pc;
        host_freed_add(old);
    } else {
        free(old);
    }
    return host_memory_keep(moved, bytes, BY_MALLOC, CALLER_ADDRESS());
}

void sim_host_free(void *memory) {
    host_memory_free(memory, BY_MALLOC, "free", CALLER_ADDRESS());
}

void *sim_host_aligned_alloc(size_t alignment, size_t bytes) {
    return host_memory_keep(aligned_alloc(alignment, host_memory_with_behind(bytes)), bytes, BY_MALLOC,
                            CALLER_ADDRESS());
}

int sim_host_posix_memalign(void **memory, size_t alignment, size_t bytes) {
    int error = posix_memalign(memory, alignment, host_memory_with_behind(bytes));
    if (error == 0) {
        host_memory_keep(*memory, bytes, BY_MALLOC, CALLER_ADDRESS());
    }
    return error;
}

char *sim_host_strdup(const char *text) {
    size_t bytes = strlen(text) + 1;
    char *copy = malloc(host_memory_with_behind(bytes));
    return host_memory_keep(copy == NULL ? NULL : memcpy(copy, text, bytes), bytes, BY_MALLOC,
                            CALLER_ADDRESS());
}

void *sim_host_keep(size_t bytes) {
    void *memory = malloc(bytes);
    return memory == NULL ? abort(), memory : memory;
}
