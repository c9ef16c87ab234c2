// Older values. CUDA orders a thread's accesses to two addresses only where a fence or a barrier does, even if
// they are volatile or atomic.
//
//     block A                          block B
//     value = 5;   strong write        while (flag == 0) { }   strong read
//     flag = 1;    strong write        sum += value;           strong read: may still get the older value
//
// So that such a program fails in every run, a strong read gets the oldest value that it may get. Going back from the
// newest write of its word, the value before a strong write is one of these as long as
//
//     - nothing orders the write, or a read of another block that has observed it, before the read (race.h,
//       happens_before.h);
//     - no thread of the block has read what this write or a later one wrote;
//     - it is among the last STRONG_WRITES_KEPT of its word;
//     - it is among the last STRONG_WRITES_HIDDEN of all words: no GPU hides a value for long. Otherwise no tile of a
//       scan would ever find the sum of all values so far, and each would look back to the first one;
//     - it is a store; or, if it is an atomic update, the block has read something that was written after it. Otherwise
//       a loop around atomicCAS() would often fail once more, and count as more work.
//
// The block's next read gets the next value, so polling ends, and sees what is there only for a moment. A program that
// waits for such a value may also miss it: under the schedules `reversed` and `random`, the next read gets the newest
// value. Each check runs both kinds of schedules. Lanes of a warp that read by one instruction all get the same older
// value.
//
// A value that takes two words may be written again between the reads of the two:
//
//     low = 5; fence; high = 1;            do { a = high; } while (a == 0);
//     low = 7; fence; high = 2;            fence; b = low;      strong read: 5, or already 7
//
// Under the schedule `random` with an even seed, a block gets older values only at the place of the program where it
// first gets one, and the newest ones everywhere else.
//
// It is a mistake only if the program relies on the new value. Then the result is wrong, and a note names the
// read, unless the block has read the new value later. If it has stored a new value before that, an update is lost, and
// the note stays. The notes of a lab are shown beside a wrong result. Those of a program are always shown, so only of a
// value from before the launch, if the block had already read what the same block wrote later, or if no other block
// reads the word: many blocks may look at one flag, to leave early.
//
// The compiler's code reads memory itself, after its hook. So the older value is put into memory until the
// worker's next access to global memory, and the cells of these words stay locked.
//
// An atomic update finds the older value only if it does not change it (atomicAdd(p, 0)): so it may have come
// before the write. Additions whose old value no thread uses may have happened in any order:
//
//     atomicAdd(total, sum);                          each block
//     if (atomicAdd(count, 1) == blocks - 1)          the last one
//         result = *total;                            strong read: its own sum, but perhaps not yet the others'
//
// So the value before another block's addition is what the word was then, plus what this block has added since.
// docs/simulated-gpu.md says what is not modelled.
//
// Cost: O(1) per strong access of global memory. Memory: 88 bytes for each word that a block reads so.
#ifndef SIM_STALE_H
#define SIM_STALE_H

#include "sim/base/hash_map.h"
#include "sim/memory/shared_memory.h"
#include "sim/race/happens_before.h"
#include "sim/report/report.h"

enum {
    STALE_WORDS_MAX = 2, // of one access; larger ones get the new value
    STRONG_WRITES_HIDDEN = 256,
};

// Is a strong write an addition of 4 bytes whose old value is not used, or an atomic exchange, which then is a store?
enum stale_addition { NO_ADDITION, ADDS_INTS, ADDS_FLOATS, STORES };

// A strong access: its words, one after the other. Their cells are locked.
struct strong_access {
    uintptr_t address; // of the first word
    unsigned count;
    uint8_t masks[STALE_WORDS_MAX]; // the bytes of each word that are accessed
    uint8_t unset[STALE_WORDS_MAX]; // and those that nothing has written before, of a write
    uint32_t fence_epoch;           // of the thread's last fence that releases; 0: none
    struct shadow_strong_writes *writes[STALE_WORDS_MAX];
    const struct shadow_strong *strong[STALE_WORDS_MAX];
    struct shadow_cell *cells;
    enum access_kind kind; // unscoped
    bool in_block;         // has it the scope of the block?
    bool acquires;         // without a fence
    struct accessor who;   // all blocks of the launch count
};

// Of a worker. Only stale.c writes it, except for `update`.
struct stale {
    bool skips;             // does the newest value follow an older one? Set by grid.c
    bool mixes;             // are older values read at one place only? Set by grid.c
    bool proven;            // are only older values noted on which the result must depend? Set by grid.c
    bool heard_store;       // has the block read what another block stored?
    bool told;              // and published something after that?
    uint32_t older_pc;      // that place; 0: not yet known
    struct hash_map places; // by word: index into looks, + 1
    uint32_t heard;         // the number of the latest strong write that the block has read
    struct look *looks;
    uint32_t look_count, look_capacity;
    struct strong_access hidden;      // the read that finds older values in memory now; count 0: none
    struct strong_access update;      // the atomic update that is about to happen; count 0: none
    int offered;                      // which older value may it find? The one before this write; -1: none
    bool checked;                     // with happens_before.h?
    uint32_t newest[STALE_WORDS_MAX]; // the words of one of the two
    struct {
        struct shadow_strong_write *kept; // NULL: none, or it has not changed the word
        uintptr_t word;
        uint32_t seen, heard; // before it
        uint8_t observer_count;
    } updated;         // the last update; word 0: it has not 4 bytes
    struct look *lost; // copy of the first look whose older value a store has made the last one; NULL: none
};

void stale_begin_block(struct stale *stale);

// Has the block read what other blocks store, and published nothing after that?
static inline bool stale_is_silent(const struct stale *stale) {
    return stale->heard_store && !stale->told;
}

// A volatile or atomic store is about to happen.
void stale_write(struct stale *stale, const struct strong_access *access);

// A strong read is about to happen.
// true: the words hold older values until stale_end(), which unlocks the cells. Only if `may_hide`.
bool stale_read(struct stale *stale, struct happens_before *order, const struct strong_access *access,
                bool may_hide);
void stale_show(struct stale *stale);

static inline void stale_end(struct stale *stale) {
    if (stale->hidden.count != 0) {
        stale_show(stale);
    }
}

// The atomic update `update` is about to happen, or has happened.
void stale_begin_update(struct stale *stale);
void stale_end_update(struct stale *stale, struct happens_before *order, bool changed);

// `who` does not use the result of that update: it was an addition or a store.
void stale_unused(struct stale *stale, const struct accessor *who, enum stale_addition adds);

// The older value at `address`, which the update may find if it does not change it. false if there is none.
bool stale_offers(const struct stale *stale, const void *address, void *value, size_t bytes);

// The update finds the newest value.
void stale_refuse(struct stale *stale);

// The update does not change the older value. true: it has found it. false: it must find the newest one, or one that
// stale_offers() offers next.
bool stale_take(struct stale *stale, struct happens_before *order);

// Which writes can be the flag of a value: of its own thread the last store, of others of its block the last store or
// atomic update.
enum stale_flag { FLAG_OF_THREAD, FLAG_OF_OTHERS };

// The last one that the block has read. Its pc is 0 if there is none. Looks without a lock at records that other
// workers may change: it is for a message.
struct shadow_strong_write stale_find_flag(const struct stale *stale, const struct access_record *value,
                                           enum stale_flag whose);

// Has the block read an older value of the word first, and then what the last strong write left?
bool stale_waited(const struct stale *stale, uintptr_t address);

// Has the writer of this flag executed a fence after it has written the value? Where nothing is released, that is one
// for the block.
bool stale_fences(const struct shadow_strong_write *flag, const struct access_record *value);

// The block has ended: notes each older value after which no thread of it has read the newest one, and a store that
// depends on one.
void stale_note(const struct stale *stale, const struct shared_memory *shared, struct report *report);

#endif
