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

// A number from 0 to bound - 1, from 32 of the bits.
static int below(uint64_t bits, int bound) {
    return (int)((bits >> 32) * (uint64_t)bound >> 32);
}

static int odd_factor(uint64_t seed, uint64_t index) {
    int value = data_int32(seed, index) | 1;
    return value == 1 || value == -1 ? 3 : value;
}

// -largest to largest, but not 0.
static int whole(uint64_t bits, int largest) {
    int value = below(bits, 2 * largest);
    return value < largest ? value - largest : value - largest + 1;
}

// Beyond DATA_ROUNDED_MAX the magnitudes of all n sum up to at most 2^24.
static float data_float(uint64_t bits, size_t index, size_t n) {
    const size_t most = 1 << 24;
    if (n <= DATA_ROUNDED_MAX)
        return (float)whole(bits, 1 << 23) / (1 << 23);
    if (n <= most)
        return (float)whole(bits, (int)(most / n));
    return index % ((n + most - 1) / most) == 0 ? (float)whole(bits, 1) : 0;
}

// The points at the largest distance are 9,900, 1,400 and 100 in any order and with any signs.
static struct point data_point(uint64_t bits) {
    static const int far[] = {9900, 1400, 100};
    if ((bits & 3) != 0) {
        struct point near = {below(bits, 11001) - 5500, below(bits << 16, 11001) - 5500, below(bits << 32, 11001) - 5500};
        return near;
    }
    unsigned first = bits >> 2 & 0xff, turn = bits >> 10 & 1, signs = bits >> 11 & 7;
    int x = far[first % 3], y = far[(first + 1 + turn) % 3], z = far[(first + 2 - turn) % 3];
    struct point point = {signs & 1 ? -x : x, signs & 2 ? -y : y, signs & 4 ? -z : z};
    return point;
}

void data_fill(enum operator_id operator_id, void *values, size_t n, uint64_t seed) {
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = data_bits(seed, i);
        switch (operator_id) {
        case OPERATOR_PRODUCT:
            ((int *)values)[i] = odd_factor(seed, i);
            break;
        case OPERATOR_MIN:
            ((int *)values)[i] = 1000000000 + below(bits, 1000000000);
            break;
        case OPERATOR_MAX:
            ((int *)values)[i] = -1000000000 - below(bits, 1000000000);
            break;
        case OPERATOR_FLOAT_SUM:
            ((float *)values)[i] = data_float(bits, i, n);
            break;
        case OPERATOR_FARTHEST:
            ((struct point *)values)[i] = data_point(bits);
            break;
        case OPERATOR_AFFINE:
            ((struct affine *)values)[i] = (struct affine){(unsigned)(bits >> 32) | 1, (unsigned)bits};
            break;
        default:
            ((int *)values)[i] = data_int32(seed, i);
        }
    }
}
