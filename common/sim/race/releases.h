// What strong writes have released in this launch: words of global memory, each with its releases. All blocks share
// them, and happens_before.c holds its lock while it calls these functions; releases_any() may be called without.
#ifndef SIM_RELEASES_H
#define SIM_RELEASES_H

#include <stdbool.h>

#include "sim/base/hash_map.h"
#include "sim/race/happens_before.h"

// A thread's last fences in its block: the last one that orders its earlier accesses before its later strong
// writes (block_id 0: none), and the last one that orders its earlier strong reads before its later accesses
// (acquire_block_id 0: none).
struct fence {
    uint32_t block_id;
    struct reach reach;
    uint32_t acquire_block_id;
    uint32_t acquire_epoch; // flags that the thread read before this epoch are before the fence
    uint32_t own_block_id;  // its last access that released by itself (block_order.h); 0: none
    uintptr_t own_word;
    struct reach own_reach;
};

// The words whose releases a block has acquired: by which thread, when, and which of the word's releases.
struct knowledge {
    uint32_t count, capacity;
    struct acquired {
        uint32_t word;            // index into words
        uint32_t first, releases; // from `first` on, before `releases`
        uint32_t epoch;
        uint32_t visited; // number of the last question that visited it
        uint16_t thread;
        bool usable; // by itself, or because a fence has followed
    } *acquired;
    struct hash_map latest; // by word and thread: the latest of them, index + 1
    bool handed_on;         // a release refers to it, so it outlives its block
    struct knowledge *next; // of all that are handed on
};

// The release of one strong write.
struct release {
    uint32_t block_id;
    uint32_t epoch;  // of the write
    uint32_t number; // of the write, or of the next one if it was an update that changed nothing
    uint16_t thread;
    struct fence fence;
    struct knowledge *knew; // its block had acquired the first knew_count of these; NULL: none
    uint32_t knew_count;
    struct fence *others; // those of other threads of the block before its last barrier; NULL: none
    uint32_t others_count;
    uint32_t older; // the block's previous release at this word, index + 1; 0: none
    uint32_t newer; // a later one that releases all that this one does, index + 1 or a little more; 0: none
    bool includes_older; // this one is `newer` of `older`
    uint32_t begin;      // the first release that counts for who reads this value: only updates lie between
    bool by_itself;      // without a fence
};

// A word of global memory at which something has been released.
struct word {
    struct release *releases;
    uint32_t count, capacity;
    bool several;                             // by several blocks
    uint32_t begin;                           // as of its newest value: the first release that counts
    uint32_t seen;                            // the first so many have been acquired
    uint32_t visited;                         // number of the last question that visited it
    uint32_t visited_first, visited_releases; // and which releases that question looked at
};

// Discards all releases. No block may refer to any of them still.
void releases_begin_launch(void);

// Has anything been released in this launch?
bool releases_any(void);

// The index of the word at `address`, plus 1; 0: nothing has been released there.
uint32_t releases_find_word(uintptr_t address);

// The word of this index. The pointer is valid until the next release.
struct word *releases_word(uint32_t index);

// The block's latest release at the word of this index: its own index, plus 1; 0: none.
uint32_t releases_latest(uint32_t index, uint32_t block_id);

// The index of the word at `address`, which is added if it is new. UINT32_MAX if memory is short.
uint32_t releases_add_word(uintptr_t address);

// Puts a release at the end of those of this word, whose block's latest one is made->older; it now owns made->others.
void releases_put(uint32_t index, const struct release *made);

// A release refers to this knowledge, which is kept until the next launch.
void releases_hand_on(struct knowledge *knowledge);

// A strong write without a release: earlier releases of the word do not count for who reads it, unless it is an update.
void releases_end_sequence(uintptr_t address);

// The key of a word and a block or thread.
static inline uint64_t releases_key(uint32_t index, uint32_t block_or_thread) {
    return (uint64_t)index << 32 | block_or_thread;
}

#endif
