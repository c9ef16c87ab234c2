// Missing lanes in warp functions other than shuffles: matches, reductions. And barriers that count.
#include "conformance.h"

#if defined(__CUDA_ARCH_LIST__) && __CUDA_ARCH_LIST__ < 800 // they are not there yet
#define __reduce_add_sync(mask, value) (value)
#define __reduce_max_sync(mask, value) (value)
#endif

__global__ void reduce_lanes_missing_kernel(int *d_out) {
    int sum = 0;
    if (threadIdx.x < 30) {
        sum = __reduce_add_sync(0x7fffffff, 1); // expect: lanes missing; waits for lane 30, which its mask 0x7fffffff names
    } else {
        __syncthreads(); // other place
    }
    d_out[threadIdx.x] = sum;
}
CASE(reduce_lanes_missing) {
    int *d_out = zeros<int>(32);
    reduce_lanes_missing_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void match_own_lane_missing_kernel(int *d_out) {
    d_out[threadIdx.x] = __match_any_sync(0x0000ffff, threadIdx.x); // expect: lanes missing; thread 16 of block 0 is lane 16, which its own mask 0x0000ffff does not name
}
CASE(match_own_lane_missing) {
    int *d_out = zeros<int>(32);
    match_own_lane_missing_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void different_functions_kernel(int *d_out) {
    if (threadIdx.x % 2 == 0) {
        d_out[threadIdx.x] = __reduce_add_sync(FULL, 1); // expect: lanes missing; thread 0 of block 0 waits for lane 1
    } else {
        d_out[threadIdx.x] = __reduce_max_sync(FULL, 1); // other place
    }
}
CASE(different_functions) {
    int *d_out = zeros<int>(32);
    different_functions_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void counting_in_branch_kernel(int *d_out) {
    if (threadIdx.x != 5) {                          // other place
        d_out[threadIdx.x] = __syncthreads_count(1); // expect: divergent barrier
    }
}
CASE(counting_barrier_in_a_branch) {
    int *d_out = zeros<int>(32);
    counting_in_branch_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

// Lanes take different paths, and no access shows it.
__global__ void branch_kernel(int *d_out) {
    int lane = threadIdx.x, extra = 0;
    if (lane % 2 == 1) {
        extra = 1;
    }
    unsigned mask = __activemask(); // expect note: incomplete active mask
    d_out[lane] = __popc(mask) + extra;
}
CASE(branch) { // expect reason: expected 0, got
    int *d_out = zeros<int>(32);
    branch_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 32 * 32 - 16;
}

__global__ void rounds_kernel(int *d_out) {
    int lane = threadIdx.x, rounds = 0;
    for (int k = 0; k < lane % 3; k++) {
        rounds++;
    }
    unsigned mask = __activemask(); // expect note: incomplete active mask
    d_out[lane] = __popc(mask) + rounds * 0;
}
CASE(rounds) { // expect reason: expected 0, got
    int *d_out = zeros<int>(32);
    rounds_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 32 * 32;
}

// All take the same path, or have met since.
__global__ void same_path_kernel(int *d_out) {
    int lane = threadIdx.x, sum = 0;
    for (int k = 0; k < 3; k++) {
        if (k == 1) {
            sum += __popc(__activemask());
        }
    }
    if (lane < 7) {
        sum += 1;
    }
    __syncwarp();
    d_out[lane] = sum + __popc(__activemask());
}
CASE(same_path) { // expect nothing
    int *d_out = zeros<int>(32);
    same_path_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 32 * 64 - 7;
}
