#include "runner/keyed_hash.h"

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

// In this form, compilers make one load of it.
static uint64_t word_at(const unsigned char *byte) {
    return (uint64_t)byte[0] | (uint64_t)byte[1] << 8 | (uint64_t)byte[2] << 16 | (uint64_t)byte[3] << 24 |
           (uint64_t)byte[4] << 32 | (uint64_t)byte[5] << 40 | (uint64_t)byte[6] << 48 |
           (uint64_t)byte[7] << 56;
}

static void add_word(struct state *s, uint64_t word) {
    s->v3 ^= word;
    rounds(s, 2);
    s->v0 ^= word;
}

// The paper's constants are the bytes of "somepseudorandomlygeneratedbytes".
uint64_t keyed_hash(const struct hash_key *key, const void *bytes, size_t size) {
    const unsigned char *byte = bytes, *end = byte + size / 8 * 8;
    struct state s = {key->low ^ UINT64_C(0x736f6d6570736575), key->high ^ UINT64_C(0x646f72616e646f6d),
                      key->low ^ UINT64_C(0x6c7967656e657261), key->high ^ UINT64_C(0x7465646279746573)};
    uint64_t last = (uint64_t)size << 56;
    for (; byte < end; byte += 8) {
        add_word(&s, word_at(byte));
    }
    for (size_t i = 0; i < size % 8; i++) {
        last |= (uint64_t)end[i] << (i * 8);
    }
    add_word(&s, last);
    s.v2 ^= 0xff;
    rounds(&s, 4);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}
