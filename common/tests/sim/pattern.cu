// Launches of many blocks, of which one does what the others do not: the simulated GPU compares a block with an
// earlier one (common/sim/pattern), and must find each difference. Block ODD differs, unless a case says otherwise.
#include "conformance.h"

enum { BLOCKS = 200,
       THREADS = 64,
       ODD = 150,
       N = BLOCKS * THREADS };

// ---- All blocks alike --------------------------------------------------------------------------------------

// Per block: 2 warps store, load and store again. The reversed loads have no bank conflicts.
__global__ void alike_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    // count below: shared_store_requests = 400, shared_store_wavefronts = 400, active_lanes = 12800
    s_a[tid] = tid;
    __syncthreads();
    // count below: shared_load_requests = 400, shared_load_conflicts = 0, global_store_requests = 400
    d_out[blockIdx.x * THREADS + tid] = s_a[THREADS - 1 - tid];
}
CASE(alike) {
    int *d_out = zeros<int>(N);
    alike_kernel<<<BLOCKS, THREADS>>>(d_out);
    // count: active_warps = 800, divergent_warps = 0, working_warps = 0, warp_instructions = 1200, barriers = 200, global_store_sectors = 1600
    return sum_and_free(d_out, N) - BLOCKS * 2016;
}

// A tree: step by step 0, 2, 1, 1, 1, 1, 1, 1 working warps in each block.
__global__ void tree_kernel(int *d_out) {
    __shared__ int s_a[2 * THREADS];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    s_a[tid + THREADS] = tid;
    for (int stride = THREADS; stride > 0; stride /= 2) {
        __syncthreads();
        if (tid < stride) {
            s_a[tid] += s_a[tid + stride];
        }
    }
    if (tid == 0) {
        d_out[blockIdx.x] = s_a[0];
    }
}
CASE(tree) {
    int *d_out = zeros<int>(BLOCKS);
    tree_kernel<<<BLOCKS, THREADS>>>(d_out);
    // count by step: working_warps = 0 400 200 200 200 200 200 200
    // count: divergent_warps = 1000, barriers = 1400, shared_load_requests = 3400, shared_store_requests = 2400
    return sum_and_free(d_out, BLOCKS) - BLOCKS * 4032;
}

// ---- A mistake of one block --------------------------------------------------------------------------------

__global__ void race_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    s_a[tid] = tid; // expect: race in shared memory; s_a[32]; thread 31 of block 150; thread 32 of block 150
    if (blockIdx.x != ODD) {
        __syncthreads();
    }
    d_out[blockIdx.x * THREADS + tid] = s_a[63 - tid]; // other place
}
CASE(race_without_barrier) {
    int *d_out = zeros<int>(N);
    race_kernel<<<BLOCKS, THREADS>>>(d_out);
    return sum_and_free(d_out, N);
}

// Only in the last of ten steps.
__global__ void late_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    s_a[tid] = 0;
    for (int round = 0; round < 10; round++) {
        __syncthreads();
        int next = s_a[(tid + 1) % THREADS]; // other place
        if (blockIdx.x != ODD || round != 9) {
            __syncthreads();
        }
        s_a[tid] = next; // expect: race in shared memory; s_a[1]; thread 0 of block 150; thread 1 of block 150
    }
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] = s_a[tid];
}
CASE(race_in_last_step) {
    int *d_out = zeros<int>(N);
    late_kernel<<<BLOCKS, THREADS>>>(d_out);
    return sum_and_free(d_out, N);
}

// All blocks make the same accesses in the same order. But in the odd one thread 0 writes s_a[1] after the barrier.
__global__ void shifted_kernel(int *d_out) {
    __shared__ int s_a[2];
    int tid = threadIdx.x, i = 0, value = 0;
    for (int step = 0; step < 2; step++) {
        int end = step == 0 && blockIdx.x == ODD ? 1 : 2;
        for (; tid == 0 && i < end; i++) {
            s_a[i] = 1; // other place
        }
        if (tid == 40 && step == 1) {
            value = s_a[1]; // expect: race in shared memory; s_a[1]; thread 0 of block 150; thread 40 of block 150
            value += s_a[0];
        }
        __syncthreads();
    }
    d_out[blockIdx.x * THREADS + tid] = value;
}
CASE(race_across_barrier) {
    int *d_out = zeros<int>(N);
    shifted_kernel<<<BLOCKS, THREADS>>>(d_out);
    return sum_and_free(d_out, N);
}

// The same place, from the same line, but by another thread.
__global__ void other_thread_kernel(int *d_out) {
    __shared__ int s_a[1];
    int tid = threadIdx.x;
    if (tid == (blockIdx.x == ODD ? 1 : 0)) {
        s_a[0] = 1; // expect: race in shared memory; s_a[0]; thread 0 of block 150; thread 1 of block 150
    }
    if (tid == 0) {
        s_a[0] = 2; // other place
    }
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] = s_a[0];
}
CASE(race_of_other_thread) {
    int *d_out = zeros<int>(N);
    other_thread_kernel<<<BLOCKS, THREADS>>>(d_out);
    return sum_and_free(d_out, N);
}

__global__ void unset_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    if (blockIdx.x != ODD || tid != 5) {
        s_a[tid] = tid; // other place
    }
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] = s_a[63 - tid]; // expect: unset read; s_a[5]; thread 58 of block 150
}
CASE(unset) {
    int *d_out = zeros<int>(N);
    unset_kernel<<<BLOCKS, THREADS>>>(d_out);
    return sum_and_free(d_out, N);
}

__global__ void outside_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] = s_a[blockIdx.x == ODD ? tid + 1 : tid]; // expect: out of bounds; thread 63 of block 150
}
CASE(outside) {
    int *d_out = zeros<int>(N);
    outside_kernel<<<BLOCKS, THREADS>>>(d_out);
    return sum_and_free(d_out, N);
}

// After what the others do, too, the odd block does more: what it has done before must be known.
__global__ void atomic_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    s_a[tid] = tid; // other place
    if (blockIdx.x == ODD && tid == 40) {
        atomicAdd(&s_a[3], 1); // expect: race in shared memory; s_a[3]; thread 3 of block 150; thread 40 of block 150
    }
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] = s_a[tid];
}
CASE(race_with_atomic) {
    int *d_out = zeros<int>(N);
    atomic_kernel<<<BLOCKS, THREADS>>>(d_out);
    // count: atomics = 1
    return sum_and_free(d_out, N);
}

__global__ void divergent_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    if (blockIdx.x != ODD || tid < 63) { // other place
        __syncthreads();                 // expect: divergent barrier; block 150
    }
    d_out[blockIdx.x * THREADS + tid] = s_a[tid];
}
CASE(divergent) {
    int *d_out = zeros<int>(N);
    divergent_kernel<<<BLOCKS, THREADS>>>(d_out);
    return sum_and_free(d_out, N);
}

// ---- Differences that are no mistake -----------------------------------------------------------------------

// The odd block leaves the kernel before the last barrier: 2 * 200 - 1 barriers.
__global__ void early_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] = s_a[63 - tid];
    if (blockIdx.x == ODD) {
        return;
    }
    __syncthreads();
    // count below: shared_store_requests = 398, shared_load_requests = 398, active_lanes = 25472
    s_a[tid] += 1;
    d_out[blockIdx.x * THREADS + tid] += s_a[tid];
}
CASE(early_end) {
    int *d_out = zeros<int>(N);
    early_kernel<<<BLOCKS, THREADS>>>(d_out);
    // count: barriers = 399, shared_store_requests = 798, shared_load_requests = 1196
    return sum_and_free(d_out, N) - (BLOCKS - 1) * 64 * 64 - 2016;
}

// In the odd block 8 lanes of each warp stop in the middle of a step: its rows have accesses from before and after it.
// Per warp: 1 store by all lanes, 3 rounds of a load and a store; in the odd block only the first round by all.
__global__ void rounds_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    for (int round = 0; round < 3; round++) {
        if (blockIdx.x == ODD && round > 0 && tid % 4 == 1) {
            break;
        }
        // count below: shared_load_requests = 1200, shared_store_requests = 1200, divergent_warps = 8
        s_a[tid] += round;
        d_out[blockIdx.x * THREADS + tid] = round;
    }
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] += s_a[tid];
}
CASE(fewer_rounds) {
    int *d_out = zeros<int>(N);
    rounds_kernel<<<BLOCKS, THREADS>>>(d_out);
    // count: divergent_warps = 2, shared_load_requests = 1600, shared_store_requests = 1600
    return sum_and_free(d_out, N) - (BLOCKS - 1) * 2336 - 2256;
}

// The same line accesses shared memory in two blocks of three, and global memory in the third.
__global__ void generic_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    int *place = blockIdx.x % 3 == 2 ? &d_out[blockIdx.x * THREADS] : s_a;
    // count below: shared_store_requests = 268, global_store_requests = 132
    place[tid] = tid;
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] = place[tid];
}
CASE(generic) {
    int *d_out = zeros<int>(N);
    generic_kernel<<<BLOCKS, THREADS>>>(d_out);
    // count: shared_store_requests = 268, shared_load_requests = 268, global_store_requests = 532, global_load_requests = 132
    return sum_and_free(d_out, N) - BLOCKS * 2016;
}

// As in generic, but for one lane of the odd block, whose warp makes a request to each of the two memories.
__global__ void generic_lane_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    int *place = blockIdx.x == ODD && tid == 7 ? &d_out[blockIdx.x * THREADS] : s_a;
    // count below: active_lanes = 12800, warp_instructions = 401, shared_store_requests = 400, global_store_requests = 1
    place[tid] = tid;
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] = place[tid];
}
CASE(generic_lane) {
    int *d_out = zeros<int>(N);
    generic_lane_kernel<<<BLOCKS, THREADS>>>(d_out);
    // count: warp_instructions = 1202, shared_load_requests = 400, global_load_requests = 1, divergent_warps = 0
    return sum_and_free(d_out, N) - BLOCKS * 2016;
}

// The same for the lanes of one warp of the odd block.
__global__ void generic_warp_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    int *place = blockIdx.x == ODD && tid >= 32 ? &d_out[blockIdx.x * THREADS] : s_a;
    // count below: active_lanes = 12800, warp_instructions = 400, shared_store_requests = 399
    place[tid] = tid;
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] = place[tid];
}
CASE(generic_warp) {
    int *d_out = zeros<int>(N);
    generic_warp_kernel<<<BLOCKS, THREADS>>>(d_out);
    // count: warp_instructions = 1200, divergent_warps = 0
    return sum_and_free(d_out, N) - BLOCKS * 2016;
}

__global__ void shuffle_kernel(int *d_out) {
    __shared__ int s_a[THREADS];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    __syncthreads();
    int value = s_a[63 - tid];
    if (blockIdx.x == ODD) {
        value += __shfl_xor_sync(0xffffffff, value, 1);
    }
    s_a[63 - tid] = value;
    __syncthreads();
    d_out[blockIdx.x * THREADS + tid] = s_a[tid];
}
CASE(shuffle) {
    int *d_out = zeros<int>(N);
    shuffle_kernel<<<BLOCKS, THREADS>>>(d_out);
    // count: shuffles = 2, shared_store_requests = 800, shared_load_requests = 800, divergent_warps = 0
    return sum_and_free(d_out, N) - (BLOCKS - 1) * 2016 - 4032;
}
