#include "oracle.h"

int32_t oracle_add_int32(int32_t a, int32_t b) {
    return (int32_t)((uint32_t)a + (uint32_t)b); // unsigned: signed overflow would be undefined
}

int32_t oracle_reduce_int32(const int32_t *in, size_t n) {
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = oracle_add_int32(sum, in[i]);
    return sum;
}

void oracle_inclusive_scan_int32(const int32_t *in, int32_t *out, size_t n) {
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum = oracle_add_int32(sum, in[i]);
        out[i] = sum;
    }
}

void oracle_exclusive_scan_int32(const int32_t *in, int32_t *out, size_t n) {
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        out[i] = sum;
        sum = oracle_add_int32(sum, in[i]);
    }
}
