// What an entry of a recording (runner/record.h) says about an access.
#ifndef LABS_TRACE_ENTRY_H
#define LABS_TRACE_ENTRY_H

#include <stdbool.h>

#include "runner/record.h"

enum { ENTRY_WORDS = 4 }; // at most, of 4 bytes

// Does it read memory without changing it?
static inline bool entry_reads(const struct record_entry *entry) {
    unsigned kind = entry->kind & RECORD_KIND;
    return entry->type == RECORD_ACCESS &&
           (kind == RECORD_READ || kind == RECORD_STRONG_READ || kind == RECORD_ATOMIC_READ);
}

// Does it change memory? Atomic updates do.
static inline bool entry_writes(const struct record_entry *entry) {
    return entry->type == RECORD_ACCESS && !entry_reads(entry);
}

// An atomic update: it has an old value and a new one.
static inline bool entry_updates(const struct record_entry *entry) {
    return entry->type == RECORD_ACCESS && (entry->kind & RECORD_KIND) == RECORD_ATOMIC;
}

static inline bool entry_is_shared(const struct record_entry *entry) {
    return entry->type == RECORD_ACCESS && (entry->kind & RECORD_SHARED_SPACE) != 0;
}

static inline bool entry_shuffles(const struct record_entry *entry) {
    return entry->type == RECORD_EXCHANGE && entry->kind == RECORD_SHUFFLE;
}

// How many words it accesses; a part of a word is one.
static inline unsigned entry_words(const struct record_entry *entry) {
    unsigned words = entry->bytes <= 4 ? 1 : entry->bytes / 4u;
    return words < ENTRY_WORDS ? words : ENTRY_WORDS;
}

// Word `word` of what it read or wrote; of an atomic update and an exchange, what was there before.
static inline uint32_t entry_word(const struct record_entry *entry, unsigned word) {
    return (uint32_t)(entry->value[word / 2] >> (word % 2 * 32));
}

// Word `word` of what is there afterwards, or what a lane gets.
static inline uint32_t entry_result(const struct record_entry *entry, unsigned word) {
    bool second = entry_updates(entry) || entry->type == RECORD_EXCHANGE;
    return second ? (uint32_t)entry->value[1] : entry_word(entry, word);
}

// In a run with floats: is the word a number of something? As a float it would be tiny. (-0.0 is a float.)
static inline bool entry_word_counts(uint32_t word) {
    return (word & 0x7f800000) == 0 && word != 0x80000000;
}

#endif
