// Warp barriers, shuffles, votes, matches and reductions that lanes of the mask miss.
#include "conformance.h"

// ---- Lanes that do not come --------------------------------------------------------------------------------

__global__ void few_lanes_kernel(int *d_out) {
    int lane = threadIdx.x, value = lane;
    if (lane < 8) {
        value += __shfl_down_sync(FULL, value, 4); // expect: lanes missing; thread 0 of block 0; thread 8 of block 0
    }
    __syncthreads(); // other place
    d_out[lane] = value;
}
CASE(few_lanes) {
    int *d_out = zeros<int>(32);
    few_lanes_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void vote_in_branch_kernel(int *d_out) {
    int lane = threadIdx.x;
    if (lane % 2 == 0) {
        d_out[lane] = __any_sync(FULL, lane == 4); // expect: lanes missing; thread 0 of block 0; thread 1 of block 0
    } else {
        __syncwarp(0xaaaaaaaa);
        d_out[lane] = __ballot_sync(FULL, 1) != 0; // other place
    }
}
CASE(vote_in_branch) {
    int *d_out = zeros<int>(32);
    vote_in_branch_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

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

__global__ void half_a_warp_barrier_kernel(int *d_out) {
    if (threadIdx.x < 16) {
        __syncwarp(); // expect: lanes missing; thread 0 of block 0 waits for lane 16; 0xffffffff; thread 16 of block 0
    }
    __syncthreads(); // other place
    d_out[threadIdx.x] = 1;
}
CASE(half_a_warp_barrier) {
    int *d_out = zeros<int>(32);
    half_a_warp_barrier_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

// Lanes that skip the barrier and end later, without it.
__global__ void steps_of_few_lanes_kernel(int *d_out) {
    __shared__ int s_a[64];
    int lane = threadIdx.x;
    s_a[lane] = s_a[lane + 32] = 1;
    __syncwarp();
    for (int stride = 32; stride > 0; stride /= 2) {
        if (lane < stride) { // other place
            s_a[lane] += s_a[lane + stride];
            __syncwarp(); // expect: lanes missing; thread 0 of block 0 waits for lane 16; 0xffffffff; thread 16 of block 0
        }
    }
    if (lane == 0) {
        d_out[0] = s_a[0];
    }
}
CASE(steps_of_few_lanes) {
    int *d_out = zeros<int>(32);
    steps_of_few_lanes_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 64;
}

// The same by a function, and in a loop that some lanes leave earlier.
__device__ int first_of_warp(int value) {
    return __shfl_sync(FULL, value, 0); // expect: lanes missing; thread 0 of block 0 waits for lane 20; thread 20 of block 0
}
__global__ void function_skipped_kernel(int *d_out, int n) {
    int lane = threadIdx.x;
    if (lane < n) { // other place
        d_out[lane] = 1 + first_of_warp(lane);
    }
}
CASE(function_skipped) {
    int *d_out = zeros<int>(32);
    function_skipped_kernel<<<1, 32>>>(d_out, 20);
    return sum_and_free(d_out, 32) - 20;
}

// Lanes that leave first are not waited for, nor those that skip a statement with all others.
__global__ void lanes_that_left_kernel(int *d_out, int n) {
    int lane = threadIdx.x;
    if (n > 32) {
        __syncwarp();
    }
    if (lane >= n) {
        for (int i = 0; i < lane; i++) {
            d_out[lane] = 1;
        }
        return;
    }
    for (int i = 0; i < 3; i++) {
        __syncwarp();
    }
    if (n < 32) {
        d_out[lane] = 1 + first_of_warp(lane);
    }
    __syncwarp();
}
CASE(lanes_that_left) { // expect nothing
    int *d_out = zeros<int>(32);
    lanes_that_left_kernel<<<1, 32>>>(d_out, 20);
    return sum_and_free(d_out, 32) - 32;
}

__global__ void source_outside_mask_kernel(int *d_out) {
    int lane = threadIdx.x;
    if (lane < 16) {
        d_out[lane] = __shfl_sync(0x0000ffff, lane, 20); // expect: lanes missing; thread 0 of block 0; value of lane 20
    }
}
CASE(source_outside_mask) {
    int *d_out = zeros<int>(32);
    source_outside_mask_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) * 0;
}

__global__ void source_has_left_kernel(int *d_out) {
    int lane = threadIdx.x;
    if (lane >= 24) {
        return;
    }
    d_out[lane] = __shfl_down_sync(0x00ffffff, lane, 8); // expect: lanes missing; thread 16 of block 0; value of lane 24
}
CASE(source_has_left) {
    int *d_out = zeros<int>(32);
    source_has_left_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) * 0;
}

// 16 threads are half a warp: lane 16 does not exist.
__global__ void short_warp_kernel(int *d_out) {
    int lane = threadIdx.x;
    d_out[lane] = __shfl_xor_sync(0x0000ffff, lane, 16); // expect: lanes missing; thread 0 of block 0; lane 16
}
CASE(short_warp) {
    int *d_out = zeros<int>(16);
    short_warp_kernel<<<1, 16>>>(d_out);
    return sum_and_free(d_out, 16) * 0;
}

__global__ void all_lanes_kernel(int *d_out) {
    int lane = threadIdx.x % 32, value = 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(FULL, value, offset);
    }
    value = __shfl_sync(FULL, value, 0);
    d_out[threadIdx.x] = value + __any_sync(FULL, lane == 7) + __all_sync(FULL, lane < 32) +
                         __popc(__ballot_sync(FULL, lane % 2)) + __shfl_xor_sync(FULL, lane, 1);
}
CASE(all_lanes) { // expect nothing
    int *d_out = zeros<int>(64);
    all_lanes_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 64 * (32 + 1 + 1 + 16) - 2 * 31 * 16;
}

// The mask names exactly those that take part.
__global__ void mask_of_branch_kernel(int *d_out) {
    int lane = threadIdx.x, value = 1;
    unsigned even = __ballot_sync(FULL, lane % 2 == 0);
    if (lane % 2 == 0) {
        value = __shfl_sync(even, lane, 6);
        __syncwarp(even);
    } else {
        value = __popc(__ballot_sync(~even, lane < 8));
    }
    d_out[lane] = value;
}
CASE(mask_of_branch) { // expect nothing
    int *d_out = zeros<int>(32);
    mask_of_branch_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 16 * 6 - 16 * 4;
}

// Segments: a source outside the own segment is the lane itself.
__global__ void segments_kernel(int *d_out) {
    int lane = threadIdx.x;
    int up = __shfl_up_sync(FULL, lane, 3, 8), down = __shfl_down_sync(FULL, lane, 3, 8);
    int first = __shfl_sync(FULL, lane, 8, 8); // 8 % 8: the first of the segment
    int up_is = lane % 8 >= 3 ? lane - 3 : lane, down_is = lane % 8 < 5 ? lane + 3 : lane;
    d_out[lane] = up == up_is && down == down_is && first == lane / 8 * 8;
}
CASE(segments) { // expect nothing
    int *d_out = zeros<int>(32);
    segments_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 32;
}

// No lane waits for lanes that have left.
__global__ void some_have_left_kernel(int *d_out) {
    int lane = threadIdx.x;
    if (lane >= 20) {
        return;
    }
    int value = __shfl_up_sync(0x000fffff, lane, 1);
    __syncwarp(0x000fffff);
    d_out[lane] = value;
}
CASE(some_have_left) { // expect nothing
    int *d_out = zeros<int>(20);
    some_have_left_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 20) - 18 * 19 / 2;
}

// ---- Deadlock: each waits for the other --------------------------------------------------------------------

// Half of a warp comes, and the other half waits for the whole warp elsewhere.
__global__ void half_of_a_warp_kernel(int *d_out) {
    if (threadIdx.x < 16) {
        __syncthreads(); // other place
    } else {
        __syncwarp(); // expect: lanes missing; thread 16 of block 0 waits for lane 0; thread 0 of block 0 waits at a barrier of the block
    }
    d_out[threadIdx.x] = 1;
}
CASE(half_of_a_warp) {
    int *d_out = zeros<int>(32);
    half_of_a_warp_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void crossed_kernel(int *d_out) {
    if (threadIdx.x < 16) {
        __syncwarp(); // expect: lanes missing; thread 0 of block 0 waits for lane 16; thread 16 of block 0 waits here
    } else {
        __shfl_sync(FULL, 1, 0); // other place
    }
    d_out[threadIdx.x] = 1;
}
CASE(crossed) {
    int *d_out = zeros<int>(32);
    crossed_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
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

__global__ void other_masks_kernel(int *d_out) {
    unsigned mask = threadIdx.x % 2 == 0 ? 0xffffffff : 0xbfffffff; // the odd ones forget lane 30
    __syncwarp(mask);                                               // expect: lanes missing; thread 0 of block 0; thread 1 of block 0
    d_out[threadIdx.x] = 1;
}
CASE(other_masks) {
    int *d_out = zeros<int>(32);
    other_masks_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void own_lane_missing_kernel(int *d_out) {
    __syncwarp(0x7fffffff); // expect: lanes missing; thread 31 of block 0 is lane 31, which its own mask 0x7fffffff does not name
    d_out[threadIdx.x] = 1;
}
CASE(own_lane_missing) {
    int *d_out = zeros<int>(32);
    own_lane_missing_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void warps_cross_kernel(int *d_out) {
    if (threadIdx.x == 40) {
        __syncwarp(); // expect: lanes missing; thread 40 of block 0 waits for lane 0; thread 32 of block 0 waits at a barrier of the block
    }
    __syncthreads(); // other place
    d_out[threadIdx.x] = 1;
}
CASE(warps_cross) {
    int *d_out = zeros<int>(64);
    warps_cross_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

// One after the other, not crossed.
__global__ void in_turn_kernel(int *d_out) {
    int lane = threadIdx.x;
    if (lane < 16) {
        __syncwarp(0x0000ffff);
    }
    __syncwarp();
    if (lane >= 16) {
        __syncwarp(0xffff0000);
    }
    __syncthreads();
    d_out[lane] = 1;
}
CASE(in_turn) { // expect nothing
    int *d_out = zeros<int>(32);
    in_turn_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 32;
}

__global__ void warps_apart_kernel(int *d_out) {
    int warp = threadIdx.x / 32, sum = 0;
    for (int i = 0; i <= warp; i++) { // as often as the warp's number says
        sum += __shfl_sync(FULL, 1, 0);
        __syncwarp();
    }
    __syncthreads();
    d_out[threadIdx.x] = sum;
}
CASE(warps_apart) { // expect nothing
    int *d_out = zeros<int>(96);
    warps_apart_kernel<<<1, 96>>>(d_out);
    return sum_and_free(d_out, 96) - 32 * 6;
}

// Lanes that skip an exchange in `?:`.
__global__ void reduce_or_zero_kernel(int *d_out) {
    const int lane = threadIdx.x;
    int sum = 0;
    sum += lane <= 15 ? __reduce_add_sync(FULL, lane) : 0; // expect: lanes missing; thread 16 of block 0
    d_out[lane] = sum;
}
CASE(reduce_or_zero) {
    int *d_out = zeros<int>(32);
    reduce_or_zero_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void parts_kernel(int *d_out) {
    const int lane = threadIdx.x;
    const unsigned half = lane < 16 ? 0xffff : 0xffff0000;
    int sum = lane < 16 ? __reduce_add_sync(0xffff, lane) : __reduce_add_sync(0xffff0000, lane);
    sum += lane < 0 ? 0 : __reduce_add_sync(half, 1);
    d_out[lane] = lane == 3 ? sum : lane > 3 ? sum + __any_sync(0xfffffff0, lane < 0)
                                             : sum;
}
CASE(parts_of_a_warp) { // expect nothing
    int *d_out = zeros<int>(32);
    parts_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 16 * 120 - 16 * 376 - 32 * 16;
}
