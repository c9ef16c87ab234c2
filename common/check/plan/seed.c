#include "check/plan/seed.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

struct state {
    uint64_t v0, v1, v2, v3;
};

static uint64_t rotate(uint64_t x, int bits) {
    return x << bits | x >> (64 - bits);
}

static void rounds(struct state *s, int count) {
    while (count-- > 0) {
        s->v0 += s->v1;
        s->v1 = rotate(s->v1, 13) ^ s->v0;
        s->v0 = rotate(s->v0, 32);
        s->v2 += s->v3;
        s->v3 = rotate(s->v3, 16) ^ s->v2;
        s->v0 += s->v3;
        s->v3 = rotate(s->v3, 21) ^ s->v0;
        s->v2 += s->v1;
        s->v1 = rotate(s->v1, 17) ^ s->v2;
        s->v2 = rotate(s->v2, 32);
    }
}

// The paper's constants are the bytes of "somepseudorandomlygeneratedbytes".
uint64_t seed_hash(const struct seed_key *key, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    struct state s = {key->low ^ UINT64_C(0x736f6d6570736575), key->high ^ UINT64_C(0x646f72616e646f6d),
                      key->low ^ UINT64_C(0x6c7967656e657261), key->high ^ UINT64_C(0x7465646279746573)};
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++) {
        word |= (uint64_t)byte[i] << (i % 8 * 8);
        if (i % 8 == 7) {
            s.v3 ^= word;
            rounds(&s, 2);
            s.v0 ^= word;
            word = 0;
        }
    }
    word |= (uint64_t)size << 56;
    s.v3 ^= word;
    rounds(&s, 2);
    s.v0 ^= word;
    s.v2 ^= 0xff;
    rounds(&s, 4);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}

int seed_key_read(const char *path, struct seed_key *key, char *error, size_t size) {
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
    key->low = seed_hash(&(struct seed_key){.low = 1}, text, count);
    key->high = seed_hash(&(struct seed_key){.low = 2}, text, count);
    return 0;
}

uint64_t seed_of_case(const struct seed_key *key, const char *lab, const char *part,
                      const char *operator_name, size_t number) {
    char name[256];
    int length = snprintf(name, sizeof(name), "%s %s %s %zu", lab, part, operator_name, number);
    uint64_t seed = seed_hash(key, name, (size_t)length) >> 11;
    return seed == 0 ? 1 : seed; // seed 0 means values at the edges of their type
}
