// The recorded state of each 4-byte word of shared and global memory: its last accesses, and which of its
// bytes have been written. race/race.h compares them with the next access.
//
// Between two barriers a single thread uses most words. A cell of 16 bytes remembers the last access; if the
// thread has read and written, it remembers the write. Some words are read by two threads: the cell has room
// for a second reader beside it. Of a word that is used in another way, a history remembers the last plain
// write, and the reads and each kind of strong access since then. Of those that are not ordered among each
// other it keeps one warp's, with its lanes and their epochs, and one of another warp, preferably of another block.
// A later conflicting access cannot belong to both.
//
// (Where flags order some blocks and not others, happens_before.h may excuse the two that are remembered and
// not a third one that is no longer recorded. Such a race is missed.)
//
// Memory: 16 bytes per word that is accessed, 8 more if two threads read it and 96 more if many do, 324 more after
// strong accesses, whatever the number of threads and blocks and however long they run; 1,680 more if single bytes are
// accessed (race/bytes.h), and 256 more in global memory after strong writes. Addresses: as many for the cells, the
// readers and the numbers of all words. The rest is taken in pieces, each when a word of it is first used so.
#ifndef SIM_SHADOW_H
#define SIM_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/access_kind.h"
#include "sim/base/limits.h"

// One remembered access. block_id 0: none.
struct access_record {
    uint32_t block_id; // unique over all launches
    uint32_t epoch;
    uint32_t pc;
    uint16_t thread; // linear index within the block
    uint8_t kind;    // enum access_kind
};

// Which threads have accessed a word since the last barrier?
enum shadow_sharing {
    SHADOW_ALONE, // only the thread of the last access
    SHADOW_PAIR,  // two threads, which have read it in the same epoch: the cell's, and the second reader
    SHADOW_MANY,  // those in its history
    SHADOW_SPLIT  // those in the histories of its bytes (race/bytes.h)
};

// The last access, in the fields of an access_record, and the state of the word.
struct shadow_cell {
    uint32_t epoch, pc, block_id;
    union {
        struct {
            uint16_t thread : 12, kind : 4;
            uint8_t set_bytes : 4; // bit b: byte b has been written; in shared memory, by block `block_id`
            uint8_t unused : 1;    // written by a kernel and not read since
            uint8_t sharing : 2;   // enum shadow_sharing
            uint8_t lock;          // held around each check where blocks run side by side
        };
        uint32_t state; // all of these, to be compared and written at once
    };
};

#define SHADOW_STATE(...) (((struct shadow_cell){__VA_ARGS__}).state)

// The second reader of a pair.
struct shadow_reader {
    uint32_t pc;
    uint16_t thread;
};

// Accesses that need no order between each other.
struct shadow_set {
    struct access_record a, b; // b: the last one of a block other than a's, otherwise of another warp
    uint32_t lanes;            // of a's warp
    uint8_t ages[WARP_LANES];  // of each of them: how many epochs before a, at most AGE_MAX
    uint32_t near_pc;          // where those among them in near_lanes, a's apart, have accessed the word
    uint32_t near_lanes;       // of the others this is not known
};

enum { AGE_MAX = UINT8_MAX }; // stands for more, too; what it belongs to is taken for later than it is

static inline uint32_t shadow_lane_epoch(const struct shadow_set *set, unsigned lane) {
    return set->a.epoch - set->ages[lane];
}

// Of the plain accesses.
struct shadow_history {
    struct access_record write;
    struct shadow_set reads;
    bool strong; // is the word's struct shadow_strong in use?
};

// Of the strong ones. Few words have them, so they lie apart: the histories of large arrays take less memory.
struct shadow_strong {
    struct shadow_set strong_reads;    // volatile and atomic
    struct shadow_set volatile_writes; //
    struct shadow_set atomics;         // updates and atomic writes
    struct shadow_set block_atomics;   // all atomics with the scope of the block
    struct access_record update;       // the last atomic update
    bool update_is_last;               // has no volatile or atomic write followed it?
};

struct shadow_full_history {
    struct shadow_history plain;
    struct shadow_strong strong;
};

enum { OBSERVERS_MAX = 2, STRONG_WRITES_KEPT = 4 };

// A strong write of a word (race/stale.h).
struct shadow_strong_write {
    struct access_record by;
    uint32_t number;            // counted up over all strong writes
    uint32_t before;            // the word before it
    uint32_t barrier_epoch;     // of the writer's block: what came earlier is ordered before it
    uint8_t bytes : 4;          // mask of those that it has written
    uint8_t unset : 4;          // and of those that nothing had written before
    uint8_t observer_count : 4; //
    uint8_t adds : 4;           // enum stale_addition
    uint8_t fence_age; // 1 + how many epochs before was its thread's last fence; 0: none, or too many
    struct access_record observers[OBSERVERS_MAX]; // the first reads of it, each by another block
};

// The last ones of a word, the newest first.
struct shadow_strong_writes {
    struct shadow_strong_write kept[STRONG_WRITES_KEPT];
};

// What few words use, of SHADOW_PIECE_WORDS words: the two parts of a history, the last strong writes, and for each
// byte a history. NULL: none has used it.
struct shadow_piece {
    struct shadow_history *words;
    struct shadow_strong *strong;
    struct shadow_full_history *bytes;
    struct shadow_strong_writes *strong_writes;
};

enum { SHADOW_PIECE_WORDS = 4096 };

// The shadow of a stretch of memory: for each word a cell, a second reader, a number that race/stream_words.h uses, and
// its part of a piece.
struct shadow {
    struct shadow_cell *cells;
    struct shadow_reader *readers;
    uint32_t *operations;
    struct shadow_piece *pieces;
    size_t first; // the number of its first word in the pieces
};

static inline void shadow_unlock(struct shadow_cell *cell) {
    __atomic_store_n(&cell->lock, 0, __ATOMIC_RELEASE);
}

// Finds addresses for the shadow of `bytes` of memory, and takes none yet. 0, or -1.
int shadow_find(struct shadow *shadow, size_t bytes);

// Takes those for the memory from byte `from` up to `to`, multiples of SHADOW_PIECE_WORDS words. All is zero, and only
// pages that are touched take memory. 0, or -1.
int shadow_take(const struct shadow *shadow, size_t from, size_t to);

// Both in one, for little memory. 0, or -1.
int shadow_reserve(struct shadow *shadow, size_t bytes);

// An array of `bytes` begins at `shadow`. Where it is large, the system may take memory for the cells by the large
// page.
void shadow_expect(const struct shadow *shadow, size_t bytes);

// Sets the shadow of the first `bytes` to zero and returns its memory to the system: whole pages, also where it begins
// or ends within one.
void shadow_forget(struct shadow *shadow, size_t bytes);
void shadow_forget_strong_writes(struct shadow *shadow, size_t bytes); // only these

// Makes the `bytes` from `shadow` on as new, except for strong writes, and keeps the memory. The other records mean
// nothing until a cell says that they are in use, and begin anew then.
void shadow_clear(const struct shadow *shadow, size_t bytes);

// The shadow from the word at byte `offset` on.
static inline struct shadow shadow_from(const struct shadow *shadow, size_t offset) {
    return (struct shadow){.cells = shadow->cells + offset / 4,
                           .readers = shadow->readers + offset / 4,
                           .operations = shadow->operations + offset / 4,
                           .pieces = shadow->pieces,
                           .first = shadow->first + offset / 4};
}

// Takes memory for a part of a piece, whose pointer `part` is, with so many bytes for each word. Ends the case if there
// is none.
void *shadow_add(void *part, size_t word_bytes);

// shadow_words(shadow), ...: that part of the shadow's first word; of the next words only up to the end of its piece.
#define SHADOW_PART(name, type, each)                                                                        \
    static inline type *shadow_##name(const struct shadow *shadow) {                                         \
        struct shadow_piece *piece = &shadow->pieces[shadow->first / SHADOW_PIECE_WORDS];                    \
        type *part = __atomic_load_n(&piece->name, __ATOMIC_ACQUIRE);                                        \
        if (__builtin_expect(part == NULL, 0)) {                                                             \
            part = shadow_add(&piece->name, (each) * sizeof(type));                                          \
        }                                                                                                    \
        return part + shadow->first % SHADOW_PIECE_WORDS * (each);                                           \
    }
SHADOW_PART(words, struct shadow_history, 1)
SHADOW_PART(strong, struct shadow_strong, 1)
SHADOW_PART(bytes, struct shadow_full_history, 4) // of each byte
SHADOW_PART(strong_writes, struct shadow_strong_writes, 1)
#undef SHADOW_PART

// The bytes of the word at `word` that an access covers, a bit for each.
static inline unsigned shadow_mask(uintptr_t word, uintptr_t address, size_t bytes) {
    unsigned first = address > word ? (unsigned)(address - word) : 0;
    unsigned end = address + bytes < word + 4 ? (unsigned)(address + bytes - word) : 4;
    return (1u << end) - (1u << first);
}

// Of the word at `address` nothing was written, or not all bytes. May that be a struct's padding, which is
// read where the struct is copied? `copied`: bytes that are read at once; `element`: bytes of the array's
// elements. Padding of a whole word is before or after a member of 8 bytes.
static inline bool shadow_may_be_padding(const struct shadow_cell *cell, uintptr_t address, size_t copied,
                                         size_t element) {
    if (copied == 0 || element < 4) {
        return false;
    }
    bool in_pair = copied >= 16 && element >= 16 && element % 8 == 0 && address % 8 >= 4;
    return cell->set_bytes != 0 || (in_pair && cell[-1].set_bytes != 0);
}

#endif
