// A counter-based generator. The mixing is that of SplitMix64: Steele, Lea and Flood, "Fast Splittable
// Pseudorandom Number Generators", OOPSLA 2014, with David Stafford's constants ("Mix13").

#include "data.h"

// The step between neighbouring counters: 2^64 divided by the golden ratio, made odd.
#define GOLDEN_STEP 0x9e3779b97f4a7c15u

// Every bit of the argument reaches every bit of the result, and no two arguments meet.
static uint64_t mix(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
}

uint64_t data_bits(uint64_t seed, uint64_t index) {
    // The seed is mixed by itself first: otherwise seed 2 would be seed 1 moved on by one element.
    return mix(mix(seed + GOLDEN_STEP) + (index + 1) * GOLDEN_STEP);
}

int32_t data_int32(uint64_t seed, uint64_t index) {
    uint64_t high = data_bits(seed, index) >> 32;
    int32_t value = (int32_t)(high * (2 * DATA_INT32_MAX) >> 32); // 0 to 2 max - 1, each about as often
    return value < DATA_INT32_MAX ? value - DATA_INT32_MAX : value - DATA_INT32_MAX + 1;
}

void data_fill_int32(int32_t *values, size_t n, uint64_t seed) {
    for (size_t i = 0; i < n; i++)
        values[i] = data_int32(seed, i);
}
