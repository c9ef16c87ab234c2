// Which operations of streams have accessed each word of global memory, and which of them race with the next.
//
// The race rule (race.h) is about the threads of one launch. Launches and copies of different streams may run
// at the same time, too. So each word also has a list of the operations that have accessed it: for each, how,
// and which of its bytes. One is dropped when a later operation that comes after it has made an access that
// conflicts with at least as much, or when the host has waited for it. Many words have the same list, so a
// word's shadow has only its number. Accesses that need no order within a launch need none between launches.
//
// Words are followed only in programs that create a stream: with the legacy stream alone, everything is
// ordered. Until then it is recorded what the legacy stream has been given since the host last waited, for
// the nonblocking stream that may follow. (Of a single block's accesses of a word, only those since its last
// barrier are known then.)
//
// Cost: O(1) per word that an operation accesses; 4 bytes per word, and a list for each set of operations.
#ifndef SIM_STREAM_WORDS_H
#define SIM_STREAM_WORDS_H

#include "sim/memory/global_memory.h"
#include "sim/race/stream_order.h"

// An operation's access to a word. operation 0: none.
struct word_access {
    uint32_t operation;
    uint8_t kind; // enum access_kind
    uint8_t mask; // of the word's bytes
};

void stream_words_begin_case(void);

// Begins to follow words.
void stream_words_follow(void);
bool stream_words_followed(void);

// The latest operation accesses the bytes `mask` of this word, of which only its caller has hold. Returns an
// earlier access that races with it, by the operation with the lowest number.
struct word_access stream_words_access(uint32_t *word, uint32_t operation, enum access_kind kind,
                                       unsigned mask);

// Host code accesses these bytes of a word. Returns an access that races with it, of an operation for which the
// host has not waited.
struct word_access stream_words_host(uint32_t word, enum access_kind kind, unsigned mask);

// Words are not followed yet: the operation accesses these bytes of `found`, or it is the launch of these blocks.
void stream_words_early_range(uint32_t operation, const struct allocation *found, uintptr_t address,
                              size_t bytes, enum access_kind kind);
void stream_words_early_launch(uint32_t operation, uint32_t first_block, uint64_t block_count);
void stream_words_host_waited(void); // and the host has waited for all of them

#endif
