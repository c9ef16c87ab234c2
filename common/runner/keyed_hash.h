// SipHash-2-4: a keyed hash, of which no result tells anything about the key or another result.
// Aumasson and Bernstein, SipHash: a fast short-input PRF, INDOCRYPT 2012.
#ifndef LABS_KEYED_HASH_H
#define LABS_KEYED_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hash_key {
    uint64_t low, high;
};

// The hash of `size` bytes.
uint64_t keyed_hash(const struct hash_key *key, const void *bytes, size_t size);

#endif
