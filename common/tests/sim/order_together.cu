// Programs under the schedule `together`, in which each check runs a case of each part: several blocks have begun
// before any publishes a second value, so a block that comes last at one place is not last at another.
#include "conformance.h"

enum { BLOCKS = 9 };

// The last one to count is not the last one to have added.
__global__ void last_to_count_kernel(int *d_total, unsigned *d_count, int *d_out) {
    int before = atomicAdd(d_total, 1);
    if (atomicAdd(d_count, 1u) == gridDim.x - 1) {
        *d_out = before + 1;
    }
}
CASE(last_to_count) { // expect reason: expected 0, got
    int *d_total = zeros<int>(1), *d_out = zeros<int>(1);
    unsigned *d_count = zeros<unsigned>(1);
    last_to_count_kernel<<<BLOCKS, 1>>>(d_total, d_count, d_out);
    cudaFree(d_total);
    cudaFree(d_count);
    return sum_and_free(d_out, 1) - BLOCKS;
}

// Two tickets of a block need not be the same.
__global__ void two_tickets_kernel(unsigned *d_first, unsigned *d_second, int *d_out) {
    unsigned first = atomicAdd(d_first, 1u), second = atomicAdd(d_second, 1u);
    d_out[first] = (int)(first - second);
}
CASE(two_tickets) { // expect reason: expected 0, got
    unsigned *d_first = zeros<unsigned>(1), *d_second = zeros<unsigned>(1);
    int *d_out = zeros<int>(BLOCKS), out[BLOCKS], wrong = 0;
    two_tickets_kernel<<<BLOCKS, 1>>>(d_first, d_second, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_first);
    cudaFree(d_second);
    cudaFree(d_out);
    for (int value : out) {
        wrong += value != 0;
    }
    return wrong;
}

// The ticket is reset before all blocks have drawn one.
__global__ void reset_when_drawn_kernel(unsigned *d_ticket, int *d_out) {
    unsigned ticket = atomicAdd(d_ticket, 1u);
    atomicExch(d_ticket, 0u);
    atomicAdd(d_out, (int)ticket);
}
CASE(reset_when_drawn) { // expect reason: expected 0, got
    unsigned *d_ticket = zeros<unsigned>(1);
    int *d_out = zeros<int>(1);
    reset_when_drawn_kernel<<<BLOCKS, 1>>>(d_ticket, d_out);
    cudaFree(d_ticket);
    return sum_and_free(d_out, 1);
}

// What a block has seen may have changed when it writes: the other blocks' sums are lost.
__global__ void look_and_exchange_kernel(int *d_total) {
    atomicExch(d_total, *(volatile int *)d_total + 1);
}
CASE(look_and_exchange) { // expect reason: expected 0, got
    int *d_total = zeros<int>(1);
    look_and_exchange_kernel<<<BLOCKS, 1>>>(d_total);
    return sum_and_free(d_total, 1) - BLOCKS;
}

__global__ void look_and_compare_kernel(int *d_total) {
    int old = *(volatile int *)d_total;
    atomicCAS(d_total, old, old + 1);
}
CASE(look_and_compare) { // expect reason: expected 0, got
    int *d_total = zeros<int>(1);
    look_and_compare_kernel<<<BLOCKS, 1>>>(d_total);
    return sum_and_free(d_total, 1) - BLOCKS;
}

// The count that a block reads is not the one that its own addition has made.
__global__ void count_and_look_kernel(unsigned *d_count, int *d_out) {
    atomicAdd(d_count, 1u);
    if (*(volatile unsigned *)d_count == gridDim.x) {
        atomicAdd(d_out, 1);
    }
}
CASE(count_and_look) { // expect reason: expected 0, got
    unsigned *d_count = zeros<unsigned>(1);
    int *d_out = zeros<int>(1);
    count_and_look_kernel<<<BLOCKS, 1>>>(d_count, d_out);
    cudaFree(d_count);
    return sum_and_free(d_out, 1) - 1;
}

// A lock that is tested and set in two steps.
__global__ void lock_in_two_steps_kernel(int *d_lock, int *d_total) {
    while (*(volatile int *)d_lock != 0) {
    }
    atomicExch(d_lock, 1);
    __threadfence();
    *(volatile int *)d_total = *(volatile int *)d_total + 1; // expect: race in global memory; nothing orders the two blocks
    __threadfence();
    *(volatile int *)d_lock = 0; // expect: race in global memory; nothing orders the two blocks
}
CASE(lock_in_two_steps) { // expect reason: expected 0, got
    int *d_lock = zeros<int>(1), *d_total = zeros<int>(1);
    lock_in_two_steps_kernel<<<BLOCKS, 1>>>(d_lock, d_total);
    cudaFree(d_lock);
    return sum_and_free(d_total, 1) - BLOCKS;
}

// Correct: in one step.
__global__ void lock_in_one_step_kernel(int *d_lock, int *d_total) {
    while (atomicCAS(d_lock, 0, 1) != 0) {
    }
    __threadfence();
    *(volatile int *)d_total = *(volatile int *)d_total + 1;
    __threadfence();
    atomicExch(d_lock, 0);
}
CASE(lock_in_one_step) { // expect nothing
    int *d_lock = zeros<int>(1), *d_total = zeros<int>(1);
    lock_in_one_step_kernel<<<BLOCKS, 1>>>(d_lock, d_total);
    cudaFree(d_lock);
    return sum_and_free(d_total, 1) - BLOCKS;
}

// Correct: it tries again until nothing has come between.
__global__ void look_and_compare_again_kernel(int *d_total) {
    int old = *(volatile int *)d_total, seen;
    while ((seen = atomicCAS(d_total, old, old + 1)) != old) {
        old = seen;
    }
}
CASE(look_and_compare_again) { // expect nothing
    int *d_total = zeros<int>(1);
    look_and_compare_again_kernel<<<BLOCKS, 1>>>(d_total);
    return sum_and_free(d_total, 1) - BLOCKS;
}

// Correct: the last one to count reads the total after a fence.
__global__ void last_reads_kernel(int *d_total, unsigned *d_count, int *d_out) {
    atomicAdd(d_total, 1);
    __threadfence();
    if (atomicAdd(d_count, 1u) == gridDim.x - 1) {
        __threadfence();
        *d_out = atomicAdd(d_total, 0);
    }
}
CASE(last_reads) { // expect nothing
    int *d_total = zeros<int>(1), *d_out = zeros<int>(1);
    unsigned *d_count = zeros<unsigned>(1);
    last_reads_kernel<<<BLOCKS, 1>>>(d_total, d_count, d_out);
    cudaFree(d_total);
    cudaFree(d_count);
    return sum_and_free(d_out, 1) - BLOCKS;
}

// Correct: each block adds what the one before it in the order of tickets has left.
__global__ void in_turn_kernel(unsigned *d_ticket, unsigned *d_begun, int *d_sum) {
    unsigned ticket = atomicAdd(d_ticket, 1u);
    atomicExch(d_begun, 1u); // no block waits early
    while (*(volatile unsigned *)(d_ticket + 1) != ticket) {
    }
    __threadfence();
    *d_sum += 1;
    __threadfence();
    *(volatile unsigned *)(d_ticket + 1) = ticket + 1;
}
CASE(in_turn) { // expect nothing
    unsigned *d_ticket = zeros<unsigned>(3);
    int *d_sum = zeros<int>(1);
    in_turn_kernel<<<BLOCKS, 1>>>(d_ticket, d_ticket + 2, d_sum);
    cudaFree(d_ticket);
    return sum_and_free(d_sum, 1) - BLOCKS;
}

// ---- Lanes that poll ----------------------------------------------------------------------------------------

// Each lane of the reader gets an older value when it continues, after the other one. The newest ones stay in memory.
__global__ void lanes_poll_kernel(volatile int *d_words, int *d_begun) {
    if (blockIdx.x == 1) {
        atomicExch(d_begun, 1); // it does not wait early
        int value;
        do {
            value = d_words[threadIdx.x];
        } while (__any_sync(3, value == 0));
    } else if (threadIdx.x == 0) {
        for (int value = 1; value <= 2; value++) {
            d_words[0] = value;
            d_words[1] = value;
        }
    }
}
CASE(lanes_poll) { // expect nothing
    int *d_words = zeros<int>(3);
    lanes_poll_kernel<<<2, 2>>>(d_words, d_words + 2);
    return sum_and_free(d_words, 3) - 5;
}

// The reader stops to wait after some looks at the flag, whatever it has found.
__global__ void gives_up_kernel(unsigned *d_ticket, int *d_flag, int *d_value, int *d_out) {
    unsigned ticket = atomicAdd(d_ticket, 1u);
    __syncthreads();
    if (ticket == 0) {
        *d_value = 1; // other place
        __threadfence();
        *(volatile int *)d_flag = 1;
    } else {
        atomicExch(&d_ticket[1], 1u); // no block waits early
        for (int tries = 0; tries < 10 && *(volatile int *)d_flag == 0; tries++) {
        }
        __threadfence();
        *d_out = *d_value; // expect: race in global memory; and no flag was set yet
    }
}
CASE(gives_up) {
    unsigned *d_ticket = zeros<unsigned>(2);
    int *d_values = zeros<int>(3);
    gives_up_kernel<<<2, 1>>>(d_ticket, d_values, d_values + 1, d_values + 2);
    cudaFree(d_ticket);
    cudaFree(d_values);
    return 0;
}
