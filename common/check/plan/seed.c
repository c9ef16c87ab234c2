#include "check/plan/seed.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int seed_key_read(const char *path, struct hash_key *key, char *error, size_t size) {
    char text[SEED_FILE_MAX + 1];
    FILE *file = fopen(path, "rb");
    size_t count = file == NULL ? 0 : fread(text, 1, sizeof(text), file);
    if (file == NULL || ferror(file)) {
        snprintf(error, size, "cannot read the seed file %s: %s", path, strerror(errno));
        if (file != NULL) {
            fclose(file);
        }
        return -1;
    }
    fclose(file);
    while (count > 0 && isspace((unsigned char)text[count - 1])) {
        count--;
    }
    if (count < SEED_FILE_MIN || count > SEED_FILE_MAX) {
        snprintf(error, size,
                 "the seed file %s must have %d to %d characters, best random ones: "
                 "od -An -N16 -tx8 /dev/urandom >%s",
                 path, SEED_FILE_MIN, SEED_FILE_MAX, path);
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
