// Seeds that nobody can guess: an instructor's secret gives each case a seed of its own.
#ifndef LABS_SEED_H
#define LABS_SEED_H

#include <stddef.h>
#include <stdint.h>

#include "runner/keyed_hash.h"

// Makes the key from a seed file (text/seed_file.h). Returns 0, or -1 with a sentence in `error`, of `size` bytes.
int seed_key_read(const char *path, struct hash_key *key, char *error, size_t size);

// The seed of case number `number` of this part and operator: from 1 to 2^53 - 1, which JSON readers keep exactly.
uint64_t seed_of_case(const struct hash_key *key, const char *lab, const char *part,
                      const char *operator_name, size_t number);

#endif
