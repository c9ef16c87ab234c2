// Kernels that each run long in one way: `count` times as long as necessary (memory_test.c).
#include "memory_kernels.h"

enum { BLOCK = 64 };

// Many blocks, each with shared memory, barriers and its own place in global memory.
__global__ void blocks_kernel(int *d_data) {
    __shared__ int s_a[BLOCK];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    __syncthreads();
    d_data[blockIdx.x % SLOTS * BLOCK + tid] = s_a[BLOCK - 1 - tid];
}

// Many accesses of one thread between two barriers, at which the others wait.
__global__ void one_thread_kernel(int *d_data, size_t count) {
    __shared__ int s_a[BLOCK];
    s_a[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 5) {
        for (size_t i = 0; i < count / 2; i++) {
            s_a[i % BLOCK] += 1;
        }
    }
    __syncthreads();
    d_data[threadIdx.x] = s_a[threadIdx.x];
}

// The same with a different path for each lane: accesses that are hard to lay side by side.
__global__ void ways_kernel(int *d_data, size_t count) {
    for (size_t i = 0; i < count / BLOCK / 2; i++) {
        if ((i ^ threadIdx.x) % 3 == 0) {
            d_data[threadIdx.x] += 1;
        } else {
            d_data[threadIdx.x + BLOCK] += 2;
        }
    }
}

// Single bytes, in a word that is also written as a whole.
__global__ void bytes_kernel(int *d_data, size_t count) {
    unsigned char *d_bytes = (unsigned char *)(d_data + threadIdx.x);
    for (size_t i = 0; i < count / BLOCK; i++) {
        d_bytes[i % 4] = (unsigned char)i;
        if (i % 8 == 7) {
            d_data[threadIdx.x] = 0;
        }
    }
}

__global__ void barriers_kernel(int *d_data, size_t count) {
    for (size_t i = 0; i < count / BLOCK; i++) {
        d_data[threadIdx.x] = (int)i;
        __syncthreads();
    }
}

__global__ void shuffles_kernel(int *d_data, size_t count) {
    int value = threadIdx.x;
    for (size_t i = 0; i < count / BLOCK; i++) {
        value += __shfl_xor_sync(0xffffffffu, value, 1);
    }
    d_data[threadIdx.x] = value;
}

// A histogram: atomic updates of many words, in no order.
__global__ void atomics_kernel(int *d_data, size_t count) {
    unsigned random = threadIdx.x;
    for (size_t i = 0; i < count / BLOCK; i++) {
        random = random * 1664525u + 1013904223u;
        atomicAdd(&d_data[random >> 20], 1);
    }
}

// Fences, and words that are published and read again and again.
__global__ void fences_kernel(int *d_data, size_t count) {
    volatile int *d_status = d_data + BLOCK;
    for (size_t i = 0; i < count / 2; i++) {
        d_data[threadIdx.x] = (int)i;
        __threadfence();
        d_status[i * 37 % SLOTS] = d_status[i * 101 % SLOTS] + 1;
        atomicAdd(&d_data[BLOCK + SLOTS], 1);
    }
}

// One error per block and per thread.
__global__ void mistakes_kernel(int *d_data) {
    d_data[0] = (int)threadIdx.x;
}

void long_blocks(int *d_data, size_t count) {
    blocks_kernel<<<(unsigned)(count / BLOCK), BLOCK>>>(d_data);
}
void long_one_thread(int *d_data, size_t count) {
    one_thread_kernel<<<1, BLOCK>>>(d_data, count);
}
void long_ways(int *d_data, size_t count) {
    ways_kernel<<<1, BLOCK>>>(d_data, count);
}
void long_bytes(int *d_data, size_t count) {
    bytes_kernel<<<1, BLOCK>>>(d_data, count);
}
void long_barriers(int *d_data, size_t count) {
    barriers_kernel<<<1, BLOCK>>>(d_data, count);
}
void long_shuffles(int *d_data, size_t count) {
    shuffles_kernel<<<1, BLOCK>>>(d_data, count);
}
void long_atomics(int *d_data, size_t count) {
    atomics_kernel<<<1, BLOCK>>>(d_data, count);
}
void long_fences(int *d_data, size_t count) {
    fences_kernel<<<1, 1>>>(d_data, count);
}
void long_mistakes(int *d_data, size_t count) {
    mistakes_kernel<<<(unsigned)(count / BLOCK), BLOCK>>>(d_data);
}
void long_launches(int *d_data, size_t count) {
    for (size_t i = 0; i < count / BLOCK / 8; i++) {
        blocks_kernel<<<1, BLOCK>>>(d_data);
    }
}
