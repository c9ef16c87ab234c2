#include "check/plan/seed.h"

#include <stdio.h>

#include "text/seed_file.h"

int seed_key_read(const char *path, struct hash_key *key, char *error, size_t size) {
    char text[SEED_FILE_MAX + 1];
    size_t count = seed_file_read(path, text, error, size);
    if (count == 0) {
        return -1;
    }
    key->low = keyed_hash(&(struct hash_key){.low = 1}, text, count);
    key->high = keyed_hash(&(struct hash_key){.low = 2}, text, count);
    return 0;
}

uint64_t seed_of_case(const struct hash_key *key, const char *lab, const char *part,
                      const char *operator_name, size_t number) {
    char name[256];
    int length = snprintf(name, sizeof(name), "%s %s %s %zu", lab, part, operator_name, number);
    uint64_t seed = keyed_hash(key, name, (size_t)length) >> 11;
    return seed == 0 ? 1 : seed; // seed 0 means values at the edges of their type
}
