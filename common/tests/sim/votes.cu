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
