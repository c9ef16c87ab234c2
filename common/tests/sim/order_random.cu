// Programs under the schedule `random`, in which each check runs a case of each part: another block and another lane
// come first, and a thread that polls does not see what is there only for a moment (common/sim/race/stale.h).
#include "conformance.h"

enum { BLOCKS = 9 };

// ---- Block 0 need not come first ---------------------------------------------------------------------------

__global__ void first_stores_kernel(int *d_sum) {
    if (blockIdx.x == 0) {
        atomicExch(d_sum, 1);
    } else {
        atomicAdd(d_sum, 1);
    }
}
CASE(first_stores) { // expect reason: expected 0, got
    int *d_sum = zeros<int>(1);
    first_stores_kernel<<<BLOCKS, 1>>>(d_sum);
    return sum_and_free(d_sum, 1) - BLOCKS;
}

// Nor need the last one come last.
__global__ void last_takes_all_kernel(int *d_sum, int *d_out) {
    atomicAdd(d_sum, 1);
    if (blockIdx.x == gridDim.x - 1) {
        *d_out = atomicExch(d_sum, 0);
    }
}
CASE(last_takes_all) { // expect reason: expected 0, got
    int *d_sum = zeros<int>(1), *d_out = zeros<int>(1);
    last_takes_all_kernel<<<BLOCKS, 1>>>(d_sum, d_out);
    sum_and_free(d_sum, 1);
    return sum_and_free(d_out, 1) - BLOCKS;
}

// A ticket is not the block's number, of two blocks either.
__global__ void place_by_ticket_kernel(unsigned *d_count, int *d_out) {
    d_out[atomicAdd(d_count, 1u)] = blockIdx.x;
}
static int places_by_ticket(int blocks) {
    unsigned *d_count = zeros<unsigned>(1);
    int *d_out = zeros<int>(BLOCKS), out[BLOCKS], wrong = 0;
    place_by_ticket_kernel<<<blocks, 1>>>(d_count, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_count);
    cudaFree(d_out);
    for (int i = 0; i < blocks; i++) {
        wrong += out[i] != i;
    }
    return wrong;
}
CASE(place_by_ticket) { // expect reason: expected 0, got
    return places_by_ticket(BLOCKS);
}
CASE(place_of_two) { // expect reason: expected 0, got 2
    return places_by_ticket(2);
}

// Block k waits for block k - 1, which may begin only when this one has ended.
__global__ void wait_by_number_kernel(volatile int *d_flag) {
    while (blockIdx.x > 0 && d_flag[blockIdx.x - 1] == 0) { // expect: endless loop
    }
    d_flag[blockIdx.x] = 1;
}
CASE(wait_by_number) {
    int *d_flag = zeros<int>(BLOCKS);
    wait_by_number_kernel<<<BLOCKS, 1>>>(d_flag);
    return sum_and_free(d_flag, BLOCKS) - BLOCKS;
}

// ---- Nor lane 0 --------------------------------------------------------------------------------------------

__global__ void place_of_lane_kernel(int *d_out) {
    __shared__ int s_count;
    if (threadIdx.x == 0) {
        s_count = 0;
    }
    __syncthreads();
    d_out[threadIdx.x] = atomicAdd(&s_count, 1) - threadIdx.x;
}
CASE(place_of_lane) { // expect reason: expected 0, got 1
    int *d_out = zeros<int>(64), out[64], wrong = 0;
    place_of_lane_kernel<<<1, 64>>>(d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    for (int i = 0; i < 64; i++) {
        wrong |= out[i] != 0;
    }
    return wrong;
}

// ---- What is there for a moment ----------------------------------------------------------------------------

__global__ void wait_for_moment_kernel(unsigned *d_ticket, volatile int *d_status) {
    if (atomicAdd(d_ticket, 1u) == 0) {
        *d_status = 1;
        *d_status = 2;
    } else {
        while (*d_status != 1) { // expect: endless loop
        }
    }
}
CASE(wait_for_moment) {
    unsigned *d_ticket = zeros<unsigned>(1);
    int *d_status = zeros<int>(1);
    wait_for_moment_kernel<<<2, 1>>>(d_ticket, d_status);
    cudaFree(d_ticket);
    return sum_and_free(d_status, 1) - 2;
}

// Each thread takes what comes first, and all see the last value.
__global__ void wait_for_any_kernel(unsigned *d_ticket, volatile int *d_status, int *d_out) {
    if (atomicAdd(d_ticket, 1u) == 0) {
        *d_status = 1;
        *d_status = 2;
    } else {
        int status;
        while ((status = *d_status) == 0) {
        }
        d_out[blockIdx.x] = status;
    }
}
CASE(wait_for_any) { // expect nothing
    unsigned *d_ticket = zeros<unsigned>(1);
    int *d_status = zeros<int>(1), *d_out = zeros<int>(BLOCKS);
    wait_for_any_kernel<<<BLOCKS, 1>>>(d_ticket, d_status, d_out);
    cudaFree(d_ticket);
    cudaFree(d_status);
    return sum_and_free(d_out, BLOCKS) - 2 * (BLOCKS - 1);
}

// Two stores of a word's halves: here the one that was written last is older.
__global__ void halves_kernel(unsigned *d_ticket, volatile unsigned *d_halves, int *d_out) {
    if (atomicAdd(d_ticket, 1u) == 0) {
        d_halves[0] = 1;
        d_halves[1] = 1; // other place
    } else {
        unsigned long long both = 0;
        while ((unsigned)both == 0) {
            both = *(volatile unsigned long long *)d_halves; // expect note: older value read
        }
        *d_out = (int)(both >> 32);
    }
}
CASE(halves) { // expect reason: expected 0, got -1
    unsigned *d_ticket = zeros<unsigned>(1), *d_halves = zeros<unsigned>(2);
    int *d_out = zeros<int>(1);
    halves_kernel<<<2, 1>>>(d_ticket, d_halves, d_out);
    cudaFree(d_ticket);
    cudaFree(d_halves);
    return sum_and_free(d_out, 1) - 1;
}

// The second store of the flag releases something, but not what lies before the flag that it has read without a fence.
__global__ void broken_by_release_kernel(unsigned *d_ticket, unsigned *d_flag, int *d_data, int *d_out) {
    unsigned block = atomicAdd(d_ticket, 1u);
    if (block == 0) {
        *d_data = 5; // other place
        __threadfence();
        atomicExch(d_flag, 1u);
    } else if (block == 1) {
        __threadfence();
        while (*(volatile unsigned *)d_flag == 0) {
        }
        *(volatile unsigned *)d_flag = 2;
    } else {
        while (*(volatile unsigned *)d_flag != 2) {
        }
        __threadfence();
        *d_out = *d_data; // expect: race in global memory; thread 0 of block 1 wrote it and thread 0 of block 0 reads
    }
}
CASE(broken_by_release) {
    unsigned *d_ticket = zeros<unsigned>(2);
    int *d_data = zeros<int>(2);
    broken_by_release_kernel<<<3, 1>>>(d_ticket, d_ticket + 1, d_data, d_data + 1);
    cudaFree(d_ticket);
    return sum_and_free(d_data, 2) - 10;
}

// ---- Right in any order ------------------------------------------------------------------------------------

__global__ void any_order_kernel(unsigned *d_ticket, int *d_sum, int *d_most) {
    unsigned ticket = atomicAdd(d_ticket, 1u);
    atomicAdd(d_sum, (int)ticket);
    atomicMax(d_most, (int)blockIdx.x);
}
CASE(any_order) { // expect nothing
    unsigned *d_ticket = zeros<unsigned>(1);
    int *d_sum = zeros<int>(1), *d_most = zeros<int>(1);
    any_order_kernel<<<BLOCKS, 1>>>(d_ticket, d_sum, d_most);
    cudaFree(d_ticket);
    return sum_and_free(d_sum, 1) + sum_and_free(d_most, 1) - BLOCKS * (BLOCKS - 1) / 2 - (BLOCKS - 1);
}
