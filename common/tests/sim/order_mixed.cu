// Programs under the schedule `random` with an even seed, in which lab10 runs a case: a thread that reads two words may
// find an older value in the first, and the newest one in the second (common/sim/race/stale.h).
#include "conformance.h"

enum { BLOCKS = 9 };

typedef unsigned long long word;

// ---- A pair in two words, published twice -------------------------------------------------------------------

// Stores the halves of a pair, each beside the number of the pair.
static __device__ void publish(volatile word *d_words, word number, unsigned value) {
    d_words[1] = number << 32 | value;
    __threadfence();
    d_words[0] = number << 32 | value;
    __threadfence();
}

static __device__ bool publishes_all(unsigned *d_ticket, volatile word *d_words) {
    if (atomicAdd(d_ticket, 1u) != 0) {
        return false;
    }
    publish(d_words, 1, 10);
    publish(d_words, 2, 20);
    return true;
}

// The second half may be that of the next pair.
__global__ void one_number_kernel(unsigned *d_ticket, volatile word *d_words, int *d_out) {
    if (!publishes_all(d_ticket, d_words)) {
        word first;
        while ((first = d_words[0]) == 0) {
        }
        __threadfence();
        d_out[blockIdx.x] = (int)((unsigned)first - (unsigned)d_words[1]);
    }
}

// Both halves have the same number.
__global__ void both_numbers_kernel(unsigned *d_ticket, volatile word *d_words, int *d_out) {
    if (!publishes_all(d_ticket, d_words)) {
        word first, second;
        do {
            first = d_words[0];
            __threadfence();
            second = d_words[1];
        } while (first == 0 || first >> 32 != second >> 32);
        d_out[blockIdx.x] = (int)((unsigned)first - (unsigned)second);
    }
}

// Each pair has a place of its own for the second half.
__global__ void two_places_kernel(unsigned *d_ticket, volatile word *d_words, int *d_out) {
    if (atomicAdd(d_ticket, 1u) == 0) {
        for (unsigned number = 1; number <= 2; number++) {
            d_words[number] = 10 * number;
            __threadfence();
            d_words[0] = (word)number << 32 | 10 * number;
        }
    } else {
        word first;
        while ((first = d_words[0]) == 0) {
        }
        __threadfence();
        d_out[blockIdx.x] = (int)((unsigned)first - (unsigned)d_words[first >> 32]);
    }
}

static int run(void (*kernel)(unsigned *, volatile word *, int *)) {
    unsigned *d_ticket = zeros<unsigned>(1);
    word *d_words = zeros<word>(3);
    int *d_out = zeros<int>(BLOCKS);
    kernel<<<BLOCKS, 1>>>(d_ticket, d_words, d_out);
    cudaFree(d_ticket);
    cudaFree(d_words);
    return sum_and_free(d_out, BLOCKS);
}
CASE(one_number) { // expect reason: expected 0, got -80
    return run(one_number_kernel);
}
CASE(both_numbers) { // expect nothing
    return run(both_numbers_kernel);
}
CASE(two_places) { // expect nothing
    return run(two_places_kernel);
}

// ---- What is there for a moment -----------------------------------------------------------------------------

// A thread that polls sees one value after the other here.
__global__ void wait_for_moment_kernel(unsigned *d_ticket, volatile int *d_status) {
    if (atomicAdd(d_ticket, 1u) == 0) {
        *d_status = 1;
        *d_status = 2;
    } else {
        while (*d_status != 1) {
        }
    }
}
CASE(wait_for_moment) { // expect nothing
    unsigned *d_ticket = zeros<unsigned>(1);
    int *d_status = zeros<int>(1);
    wait_for_moment_kernel<<<2, 1>>>(d_ticket, d_status);
    cudaFree(d_ticket);
    return sum_and_free(d_status, 1) - 2;
}
