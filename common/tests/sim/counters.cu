// The counters of common/runner/counters.h, with values derived by hand, as explained at each kernel.
#include "conformance.h"

// ---- Global memory: a sector is 32 bytes, 8 ints -----------------------------------------------------------

// Two warps load and store 128 aligned bytes each: 4 sectors. Loading from one array and storing to another is
// not work.
__global__ void copy_kernel(const int *d_in, int *d_out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // count below: global_load_requests = 2, global_store_requests = 2, active_lanes = 128, divergent_warps = 0
    d_out[i] = d_in[i];
}
CASE(aligned) {
    int *d_in = counted<int>(64), *d_out = zeros<int>(64);
    copy_kernel<<<1, 64>>>(d_in, d_out);
    // count: active_warps = 2, warp_instructions = 4, active_lanes = 128, global_load_requests = 2, global_store_requests = 2, global_load_sectors = 8, global_store_sectors = 8, critical_path = 3, all others = 0
    return sum_and_free(d_in, 64) - sum_and_free(d_out, 64);
}

// 40 threads: all 8 lanes of the second warp take part, so it does not diverge. Their 32 bytes are one sector.
CASE(short_block) {
    int *d_in = counted<int>(40), *d_out = zeros<int>(40);
    copy_kernel<<<1, 40>>>(d_in, d_out);
    // count: active_warps = 2, divergent_warps = 0, warp_instructions = 4, active_lanes = 80, global_load_sectors = 5
    return sum_and_free(d_in, 40) - sum_and_free(d_out, 40);
}

// Every counter is a sum over the blocks: 5 blocks of one warp.
CASE(five_blocks) {
    int *d_in = counted<int>(160), *d_out = zeros<int>(160);
    copy_kernel<<<5, 32>>>(d_in, d_out);
    // count: active_warps = 5, warp_instructions = 10, active_lanes = 320, global_load_sectors = 20, barriers = 0
    return sum_and_free(d_in, 160) - sum_and_free(d_out, 160);
}

// Of 64 threads 40 have an element: warp 0 all, warp 1 its first 8 lanes.
__global__ void guarded_kernel(const int *d_in, int *d_out, int n) {
    int i = threadIdx.x;
    if (i < n) {
        d_out[i] = d_in[i];
    }
}
CASE(guarded) {
    int *d_in = counted<int>(40), *d_out = zeros<int>(40);
    guarded_kernel<<<1, 64>>>(d_in, d_out, 40);
    // count: active_warps = 2, divergent_warps = 1, warp_instructions = 4, active_lanes = 80, global_store_sectors = 5
    return sum_and_free(d_in, 40) - sum_and_free(d_out, 40);
}

// Shifted by one int: bytes 4 to 131 are in sectors 0 to 4.
// Every second int: 256 bytes. Every eighth: a sector each. All lanes the same int: 1 sector. Backwards: the same as
// forwards. (8 * lane) % 32 is 0, 8, 16 or 24: 4 sectors.
__global__ void patterns_kernel(const int *d_in, int *d_out) {
    int lane = threadIdx.x, sum;
    // count below: global_load_requests = 1, global_load_sectors = 5, global_store_requests = 0
    sum = d_in[lane + 1];
    // count below: global_load_requests = 1, global_load_sectors = 8
    sum += d_in[2 * lane];
    // count below: global_load_requests = 1, global_load_sectors = 32
    sum += d_in[8 * lane];
    // count below: global_load_requests = 1, global_load_sectors = 1
    sum += d_in[77];
    // count below: global_load_requests = 1, global_load_sectors = 4
    sum += d_in[31 - lane];
    // count below: global_load_requests = 1, global_load_sectors = 4
    sum += d_in[8 * lane % 32];
    // count below: global_store_requests = 1, global_store_sectors = 8, global_load_requests = 0
    d_out[2 * lane] = sum;
}
CASE(patterns) {
    int *d_in = counted<int>(256), *d_out = zeros<int>(64);
    patterns_kernel<<<1, 32>>>(d_in, d_out);
    cudaFree(d_in);
    // count: global_load_requests = 6, global_load_sectors = 54, global_store_sectors = 8, warp_instructions = 7
    return sum_and_free(d_out, 64) - (32 * (1 + 77 + 31 + 12) + 31 * 16 * (1 + 2 + 8 - 1));
}

// 32 lanes at 16 bytes are 512 bytes, at 8 bytes 256, at 2 bytes 64, at 1 byte 32. One request each.
__global__ void widths_kernel(const int4 *d_in, int4 *d_out) {
    int lane = threadIdx.x;
    // count below: global_load_requests = 1, global_load_sectors = 16, global_store_requests = 0
    int4 four = d_in[lane];
    // count below: global_load_requests = 1, global_load_sectors = 8
    int2 two = ((const int2 *)d_in)[lane];
    // count below: global_load_requests = 1, global_load_sectors = 2
    four.x += ((const short *)d_in)[lane];
    // count below: global_load_requests = 1, global_load_sectors = 1
    four.y += ((const char *)d_in)[lane];
    four.z += two.x;
    // count below: global_store_requests = 1, global_store_sectors = 16, global_load_requests = 0, active_lanes = 32
    d_out[lane] = four;
}
CASE(widths) {
    int *d_in = zeros<int>(128), *d_out = zeros<int>(128);
    widths_kernel<<<1, 32>>>((const int4 *)d_in, (int4 *)d_out);
    // count: warp_instructions = 5, active_lanes = 160
    return sum_and_free(d_in, 128) + sum_and_free(d_out, 128);
}

// A struct of 12 bytes is loaded word by word: 3 requests, and each touches all 12 sectors of the 384 bytes.
__global__ void triples_kernel(const int3 *d_in, int *d_out) {
    // count below: global_load_requests = 3, global_load_sectors = 36, active_lanes = 96
    int3 three = d_in[threadIdx.x];
    d_out[threadIdx.x] = three.x + three.y + three.z;
}
CASE(triples) {
    int *d_in = counted<int>(96), *d_out = zeros<int>(32);
    triples_kernel<<<1, 32>>>((const int3 *)d_in, d_out);
    return sum_and_free(d_in, 96) - sum_and_free(d_out, 32);
}

// Volatile loads of global memory that other threads may change are polls, not loads with sectors. In shared memory
// they are loads. Each thread reads only its own value there, which combines nothing.
__global__ void polls_kernel(volatile int *d_words) {
    __shared__ volatile int s_words[32];
    s_words[threadIdx.x] = 3;
    // count below: polls = 1, global_load_requests = 0, global_load_sectors = 0
    int seen = d_words[threadIdx.x];
    // count below: polls = 0, shared_load_requests = 1
    seen += s_words[threadIdx.x];
    // count below: polls = 0, global_store_requests = 1, global_store_sectors = 4
    d_words[threadIdx.x] = seen;
}
CASE(polls) {
    int *d_words = counted<int>(32);
    polls_kernel<<<1, 32>>>(d_words);
    // count: polls = 1, working_warps = 0, global_load_requests = 0, global_load_sectors = 0, global_store_sectors = 4
    return sum_and_free(d_words, 32) - 31 * 16 - 32 * 3;
}

// ---- Shared memory: 32 banks of 4 bytes --------------------------------------------------------------------

// Stride 1, 3 and 33: all banks, one pass. Stride 2: lanes 0 and 16 share bank 0, and so on: 2 passes, 1 of them due to
// conflicts. Stride 32: all in bank 0. The same word for all, or for pairs: one pass, because all get the word at once.
__global__ void banks_kernel(int *d_out) {
    __shared__ int s_a[32 * 33];
    int lane = threadIdx.x, sum;
    for (int i = lane; i < 32 * 33; i += 32) {
        // count below: shared_store_requests = 33, shared_store_wavefronts = 33, shared_store_conflicts = 0
        s_a[i] = i;
    }
    __syncthreads();
    // count below: shared_load_requests = 1, shared_load_wavefronts = 1, shared_load_conflicts = 0
    sum = s_a[lane];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 2, shared_load_conflicts = 1
    sum += s_a[2 * lane];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 1, shared_load_conflicts = 0
    sum += s_a[3 * lane];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 32, shared_load_conflicts = 31
    sum += s_a[32 * lane];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 1, shared_load_conflicts = 0
    sum += s_a[33 * lane];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 1, shared_load_conflicts = 0
    sum += s_a[5];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 1, shared_load_conflicts = 0
    sum += s_a[lane / 2];
    __syncthreads();
    if (lane < 8) {
        // 8 lanes in bank 3: 8 passes.
        // count below: shared_store_requests = 1, shared_store_wavefronts = 8, shared_store_conflicts = 7
        s_a[32 * lane + 3] = sum;
    }
    d_out[lane] = sum;
}
CASE(banks) {
    int *d_out = zeros<int>(32);
    banks_kernel<<<1, 32>>>(d_out);
    // count: shared_load_requests = 7, shared_load_wavefronts = 39, shared_load_conflicts = 32
    // count: shared_store_requests = 34, shared_store_wavefronts = 41, shared_store_conflicts = 7
    return sum_and_free(d_out, 32) - (31 * 16 * (1 + 2 + 3 + 32 + 33) + 32 * 5 + 15 * 16);
}

// 8 bytes: half a warp at a time, two passes. Every second pair: lanes 0 and 8 of a half meet in a bank: 2 passes per
// half. 16 bytes: a quarter at a time. Every second four: lanes 0 and 4 of a quarter meet: 2 passes per quarter.
__global__ void wide_banks_kernel(int *d_out) {
    __shared__ __align__(16) int s_a[256];
    int lane = threadIdx.x;
    int4 four = {1, 1, 1, 1};
    // count below: shared_store_requests = 1, shared_store_wavefronts = 4, shared_store_conflicts = 0
    ((int4 *)s_a)[lane] = four;
    // count below: shared_store_requests = 1, shared_store_wavefronts = 4, shared_store_conflicts = 0
    ((int4 *)s_a)[lane + 32] = four;
    __syncthreads();
    // count below: shared_load_requests = 1, shared_load_wavefronts = 2, shared_load_conflicts = 0
    int2 two = ((int2 *)s_a)[lane];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 4, shared_load_conflicts = 2
    int2 far = ((int2 *)s_a)[2 * lane];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 8, shared_load_conflicts = 4
    four = ((int4 *)s_a)[2 * lane];
    d_out[lane] = two.x + far.y + four.z;
}
CASE(wide_banks) {
    int *d_out = zeros<int>(32);
    wide_banks_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 96;
}

// Bytes: 32 neighbours are 8 words in 8 banks. One of each word: 32 banks. Every 128th: all in one bank, 8 rows of it.
// Shorts: two lanes per word.
__global__ void byte_banks_kernel(int *d_out) {
    __shared__ int s_words[256];
    int lane = threadIdx.x, sum;
    for (int i = lane; i < 256; i += 32) {
        s_words[i] = 0x01010101;
    }
    __syncthreads();
    const char *s_bytes = (const char *)s_words;
    // count below: shared_load_requests = 1, shared_load_wavefronts = 1, shared_load_conflicts = 0
    sum = s_bytes[lane];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 1, shared_load_conflicts = 0
    sum += s_bytes[4 * lane];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 8, shared_load_conflicts = 7
    sum += s_bytes[128 * lane % 1024];
    // count below: shared_load_requests = 1, shared_load_wavefronts = 1, shared_load_conflicts = 0
    sum += ((const short *)s_words)[lane];
    d_out[lane] = sum;
}
CASE(byte_banks) {
    int *d_out = zeros<int>(32);
    byte_banks_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 32 * (3 + 0x101);
}

// Arrays follow each other without a gap, so those of 20 and of 528 ints are followed by one that begins in bank 20,
// and 16 banks further. The dynamic part begins at the next multiple of 16 bytes.
__global__ void several_arrays_kernel(int *d_out) {
    __shared__ int s_few[20], s_many[528];
    __shared__ int s_one;
    extern __shared__ int s_rest[];
    const int lane = threadIdx.x;
    int *place = lane < 16 ? &s_few[lane] : &s_many[lane - 16];
    // Banks 0 to 15, and 20 to 31, 0 to 3.
    // count below: shared_store_requests = 1, shared_store_wavefronts = 2, shared_store_conflicts = 1
    *place = lane;
    __syncwarp();
    place = lane < 16 ? &s_many[lane] : &s_rest[lane - 16];
    // Banks 20 to 31, 0 to 3, and (20 + 528 + 1, rounded up to 552) 8 to 23.
    // count below: shared_store_requests = 1, shared_store_wavefronts = 2, shared_store_conflicts = 1
    *place = lane;
    __syncwarp();
    place = lane < 12 ? &s_many[lane] : lane < 31 ? &s_rest[lane - 12 + 24]
                                                  : &s_one;
    // Banks 20 to 31, 0 to 18, and (20 + 528) 4.
    // count below: shared_store_requests = 1, shared_store_wavefronts = 2, shared_store_conflicts = 1
    *place = lane;
    __syncwarp();
    place = lane < 12 ? &s_many[lane] : &s_rest[lane - 12 + 24];
    // count below: shared_store_requests = 1, shared_store_wavefronts = 1, shared_store_conflicts = 0
    *place = lane;
    __syncthreads();
    d_out[lane] = s_few[lane % 16] + s_many[lane % 16] + s_rest[lane % 16] + s_one;
}
CASE(several_arrays) {
    int *d_out = zeros<int>(32);
    several_arrays_kernel<<<1, 32, 64 * sizeof(int)>>>(d_out);
    cudaFree(d_out);
    return 0;
}

// ---- Lanes and warps ---------------------------------------------------------------------------------------

// The two sides of a branch are separate instructions with half the lanes each; the warp diverges once.
__global__ void branch_kernel(int *d_out) {
    int lane = threadIdx.x;
    if (lane % 2 == 0) {
        // count below: warp_instructions = 1, active_lanes = 16, divergent_warps = 1, global_store_sectors = 4
        d_out[lane] = 1;
    } else {
        // count below: warp_instructions = 1, active_lanes = 16, divergent_warps = 1
        d_out[lane] = 2;
    }
}
CASE(branch) {
    int *d_out = zeros<int>(32);
    branch_kernel<<<1, 32>>>(d_out);
    // count: active_warps = 1, divergent_warps = 1, warp_instructions = 2, active_lanes = 32, global_store_requests = 2, global_store_sectors = 8, critical_path = 3, all others = 0
    return sum_and_free(d_out, 32) - 48;
}

// Lane t iterates t + 1 times: in round k there are 32 - k lanes, 32 + 31 + ... + 1 = 528 in all. Each lane loads one
// word, always the same: round k touches lanes k to 31.
__global__ void rounds_kernel(const int *d_in, int *d_out) {
    int lane = threadIdx.x, sum = 0;
    for (int i = 0; i <= lane; i++) {
        // count below: warp_instructions = 32, active_lanes = 528, global_load_requests = 32
        sum += d_in[i];
    }
    d_out[lane] = sum;
}
CASE(rounds) {
    int *d_in = counted<int>(32), *d_out = zeros<int>(32);
    rounds_kernel<<<1, 32>>>(d_in, d_out);
    // All lanes of a round load the same word: one sector per round.
    // count: global_load_sectors = 32, global_store_sectors = 4, divergent_warps = 1
    cudaFree(d_in);
    return sum_and_free(d_out, 32) - 5456;
}

// Warps of a block that access no memory are not active.
__global__ void one_warp_kernel(int *d_out) {
    if (threadIdx.x / 32 == 2) {
        d_out[threadIdx.x % 32] += 1;
    }
}
CASE(one_warp) {
    int *d_out = zeros<int>(32);
    one_warp_kernel<<<1, 128>>>(d_out);
    // count: working_warps = 1, active_warps = 1, divergent_warps = 0, warp_instructions = 2, active_lanes = 64
    return sum_and_free(d_out, 32) - 32;
}

// A reduction of 64 by a modulo: load | 1 | 2 | 4 | 8 | 16 | 32 | store, with a barrier between each two.
//   at strides 1 to 16 threads 0 and 32 work, so both warps; at 32 thread 0 alone; loading and storing is not work
//   instructions: loading 2 per warp; `+=` 2 loads and 1 store per warp; storing 2 of the first warp
//   lanes: 2 * 64; at stride s 64 / 2s threads, 3 accesses each; 2
__global__ void modulo_kernel(const int *d_in, int *d_sum) {
    __shared__ int s_a[64];
    unsigned tid = threadIdx.x;
    s_a[tid] = d_in[blockIdx.x * 64 + tid];
    __syncthreads();
    for (unsigned stride = 1; stride < 64; stride *= 2) {
        if (tid % (2 * stride) == 0) {
            // count below: warp_instructions = 33, shared_load_requests = 22, shared_store_requests = 11
            s_a[tid] += s_a[tid + stride];
        }
        __syncthreads();
    }
    if (tid == 0) {
        d_sum[blockIdx.x] = s_a[0];
    }
}
CASE(modulo) {
    int *d_in = counted<int>(64), *d_sum = zeros<int>(1);
    modulo_kernel<<<1, 64>>>(d_in, d_sum);
    // count by step: working_warps = 0 2 2 2 2 2 1 0
    // count by step: active_warps = 2 2 2 2 2 2 1 1
    // count by step: divergent_warps = 0 2 2 2 2 2 1 1
    // count by step: warp_instructions = 4 6 6 6 6 6 3 2
    // count by step: active_lanes = 128 96 48 24 12 6 3 2
    // count by step: shared_load_conflicts = 0 0 0 0 0 0 0 0
    // count by step: barriers = 1 1 1 1 1 1 1 0
    // count: working_warps = 11, barriers = 7, global_load_sectors = 8, global_store_sectors = 1
    return sum_and_free(d_in, 64) - sum_and_free(d_sum, 1);
}

// The same with neighbouring threads, from stride 32 down: one warp at each step, and all its lanes only at the first.
__global__ void sequential_kernel(const int *d_in, int *d_sum) {
    __shared__ int s_a[64];
    unsigned tid = threadIdx.x;
    s_a[tid] = d_in[blockIdx.x * 64 + tid];
    __syncthreads();
    for (unsigned stride = 32; stride > 0; stride /= 2) {
        if (tid < stride) {
            s_a[tid] += s_a[tid + stride];
        }
        __syncthreads();
    }
    if (tid == 0) {
        d_sum[blockIdx.x] = s_a[0];
    }
}
CASE(sequential_three_blocks) {
    int *d_in = counted<int>(192), *d_sum = zeros<int>(3);
    sequential_kernel<<<3, 64>>>(d_in, d_sum);
    // count by step: working_warps = 0 3 3 3 3 3 3 0
    // count by step: divergent_warps = 0 0 3 3 3 3 3 3
    // count by step: active_lanes = 384 288 144 72 36 18 9 6
    // count by step: barriers = 3 3 3 3 3 3 3 0
    return sum_and_free(d_in, 192) - sum_and_free(d_sum, 3);
}

// The interleaved index: at stride s thread t adds s_a[2 s t + s] to s_a[2 s t]. 32, 16, 8, 4, 2 and 1 threads.
//   s = 1: words 0, 2, ... 62: two per bank: 2 passes for each of the 2 loads and the store, 1 of them a conflict
//   s = 2: words 0, 4, ... 60: 16 words, 8 banks: 2 passes; s = 4: 8 words in 4 banks; 8: 4 words in 2 banks;
//   s = 16: words 0 and 32: 2 passes; s = 32: one word
__global__ void interleaved_kernel(const int *d_in, int *d_sum) {
    __shared__ int s_a[64];
    unsigned tid = threadIdx.x;
    s_a[tid] = d_in[tid];
    __syncthreads();
    for (unsigned stride = 1; stride < 64; stride *= 2) {
        unsigned i = 2 * stride * tid;
        if (i < 64) {
            s_a[i] += s_a[i + stride];
        }
        __syncthreads();
    }
    if (tid == 0) {
        *d_sum = s_a[0];
    }
}
CASE(interleaved) {
    int *d_in = counted<int>(64), *d_sum = zeros<int>(1);
    interleaved_kernel<<<1, 64>>>(d_in, d_sum);
    // count by step: working_warps = 0 1 1 1 1 1 1 0
    // count by step: shared_load_conflicts = 0 2 2 2 2 2 0 0
    // count by step: shared_store_conflicts = 0 1 1 1 1 1 0 0
    // count by step: shared_load_wavefronts = 0 4 4 4 4 4 2 1
    // count by step: shared_store_wavefronts = 2 2 2 2 2 2 1 0
    return sum_and_free(d_in, 64) - sum_and_free(d_sum, 1);
}

// ---- Barriers, shuffles, atomics ---------------------------------------------------------------------------

// 2 blocks of 2 warps: 3 block barriers each; a warp barrier of all lanes: one per warp; one of each half: two per
// warp.
__global__ void barriers_kernel(int *d_out) {
    __syncthreads();
    __syncwarp();
    __syncthreads();
    __syncwarp(threadIdx.x % 32 < 16 ? 0x0000ffff : 0xffff0000);
    __syncthreads();
    d_out[blockIdx.x * 64 + threadIdx.x] = 1;
}
CASE(barriers) {
    int *d_out = zeros<int>(128);
    barriers_kernel<<<2, 64>>>(d_out);
    // count: barriers = 6, warp_barriers = 12, shuffles = 0, active_warps = 4, warp_instructions = 4
    // count by step: barriers = 2 2 2 0
    // count by step: warp_barriers = 0 4 8 0
    // count by step: active_warps = 0 0 0 4
    return sum_and_free(d_out, 128) - 128;
}

// 5 shuffles, 3 votes and a broadcast per warp, 3 warps. They access no memory.
__global__ void shuffles_kernel(int *d_out) {
    int value = 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(FULL, value, offset);
    }
    value += (int)__ballot_sync(FULL, 0) + __any_sync(FULL, 0) + __all_sync(FULL, 0);
    value = __shfl_sync(FULL, value, 0);
    d_out[threadIdx.x] = value;
}
CASE(shuffles) {
    int *d_out = zeros<int>(96);
    shuffles_kernel<<<1, 96>>>(d_out);
    // count: shuffles = 27, warp_barriers = 0, active_warps = 3, warp_instructions = 3, active_lanes = 96, global_store_requests = 3, global_store_sectors = 12, critical_path = 11, all others = 0
    return sum_and_free(d_out, 96) - 96 * 32;
}

// A warp's atomic operation counts once, whatever its addresses. It is neither a load nor a store, nor a step of a
// tree.
__global__ void atomics_kernel(int *d_bins, int *d_sum) {
    __shared__ int s_sum;
    if (threadIdx.x == 0) {
        s_sum = 0;
    }
    __syncthreads();
    // count below: atomics = 2, warp_instructions = 2, active_lanes = 64, global_load_requests = 0
    atomicAdd(&d_bins[threadIdx.x % 4], 1);
    // count below: atomics = 2, active_lanes = 64, global_atomic_lanes = 0, shared_load_requests = 0, shared_store_requests = 0
    atomicAdd(&s_sum, 1);
    if (threadIdx.x < 5) {
        // count below: atomics = 1, active_lanes = 5, atomic_lanes = 5, global_atomic_lanes = 5, divergent_warps = 1
        atomicMax(d_sum, 7);
    }
}
CASE(atomics) {
    int *d_bins = zeros<int>(4), *d_sum = zeros<int>(1);
    atomics_kernel<<<1, 64>>>(d_bins, d_sum);
    // count by step: atomics = 0 5
    // count by step: working_warps = 0 0
    // count: atomics = 5, atomic_lanes = 133, global_atomic_lanes = 69, warp_instructions = 6, shared_store_requests = 1, global_store_requests = 0
    return sum_and_free(d_bins, 4) + sum_and_free(d_sum, 1) - 71;
}

// Counters of each launch, and of both together.
CASE(two_launches) {
    int *d_in = counted<int>(96), *d_out = zeros<int>(96);
    copy_kernel<<<1, 32>>>(d_in, d_out);
    copy_kernel<<<3, 32>>>(d_in, d_out);
    // count in launch 1: active_warps = 1, warp_instructions = 2, global_load_sectors = 4
    // count in launch 2: active_warps = 3, warp_instructions = 6, global_load_sectors = 12
    // count: active_warps = 4, warp_instructions = 8, global_load_sectors = 16
    return sum_and_free(d_in, 96) - sum_and_free(d_out, 96);
}

// An index from memory is loaded once, also if that memory is const and the array has a known length.
__device__ int table[32];
__device__ int doubled(const int *d_in, int i) {
    __shared__ int s_values[32];
    s_values[i] = 2 * i;
    __syncthreads();
    // count below: global_load_requests = 1, shared_load_requests = 1
    return s_values[d_in[i]];
}
__global__ void index_kernel(const int *d_in, int *d_out) {
    int value = doubled(d_in, threadIdx.x);
    // count below: global_load_requests = 1, global_store_requests = 1
    table[d_in[threadIdx.x]] = value;
    d_out[threadIdx.x] = value;
}
CASE(const_index) {
    int *d_in = counted<int>(32), *d_out = zeros<int>(32);
    index_kernel<<<1, 32>>>(d_in, d_out);
    // count: global_load_requests = 2, global_store_requests = 2
    return 2 * sum_and_free(d_in, 32) - sum_and_free(d_out, 32);
}

// Of 4 warps, the first one loads 4 rows of 32, and the others wait. Then each loads one, and stores one.
__global__ void slowest_warp_kernel(const int *d_in, int *d_out) {
    int sum = 0;
    for (unsigned i = threadIdx.x; threadIdx.x < 32 && i < 128; i += 32) {
        sum += d_in[i];
    }
    __syncthreads();
    d_out[threadIdx.x] = sum + d_in[threadIdx.x];
}
CASE(slowest_warp) {
    int *d_in = counted<int>(128), *d_out = zeros<int>(128);
    slowest_warp_kernel<<<1, 128>>>(d_in, d_out);
    // count: global_load_requests = 8, critical_path = 8
    return 2 * sum_and_free(d_in, 128) - sum_and_free(d_out, 128);
}

// The first warp polls before it loads.
__global__ void polls_and_loads_kernel(const int *d_in, volatile int *d_flag, int *d_out) {
    int sum = threadIdx.x < 32 ? *d_flag : 0;
    for (unsigned i = threadIdx.x; threadIdx.x < 32 && i < 128; i += 32) {
        sum += d_in[i];
    }
    d_out[threadIdx.x] = sum;
}
CASE(loads_after_a_poll) {
    int *d_in = counted<int>(128), *d_flag = zeros<int>(1), *d_out = zeros<int>(128);
    polls_and_loads_kernel<<<1, 128>>>(d_in, d_flag, d_out);
    // count: global_load_requests = 4, polls = 1, critical_path = 6
    cudaFree(d_flag);
    return sum_and_free(d_in, 128) - sum_and_free(d_out, 128);
}

// One thread of each block loads 8 values between two barriers, while the others wait.
__global__ void lone_lane_loads_kernel(int *d_out) {
    __shared__ int s_values[32];
    s_values[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    int sum = 0;
    for (unsigned i = 0; threadIdx.x == 0 && i < 8; i++) {
        sum += s_values[i];
    }
    if (threadIdx.x == 0) {
        d_out[blockIdx.x] = sum;
    }
}
CASE(lone_lane_loads) {
    int *d_out = zeros<int>(20);
    lone_lane_loads_kernel<<<20, 32>>>(d_out); // from the second block on, they are alike
    // count: shared_load_requests = 160, critical_path = 240
    return sum_and_free(d_out, 20) - 20 * 28;
}

// What a thread has just written itself counts, too: 9 loads, 10 stores, and the end.
__global__ void loads_back_kernel(int *d_out) {
    __shared__ int s_sum;
    if (threadIdx.x == 0) {
        s_sum = 0;
        for (int i = 0; i < 8; i++) {
            s_sum += i;
        }
        d_out[0] = s_sum;
    }
}
CASE(loads_back) {
    int *d_out = zeros<int>(1);
    loads_back_kernel<<<1, 32>>>(d_out);
    // count: shared_load_requests = 9, critical_path = 20
    return sum_and_free(d_out, 1) - 28;
}

// The value of an assignment is not read again.
__global__ void chains_kernel(int *d_out) {
    __shared__ int s_a[32], s_b[32];
    const int t = threadIdx.x;
    s_a[t] = s_b[t] = t;
    int x = s_a[t] = t + 1;
    s_b[t] += *(d_out + t) = x; // one shared load
    d_out[t] = s_a[t] *= 2;     // and another
}
CASE(chained_assignments) { // expect nothing
    // count: shared_load_requests = 2
    // count: shared_store_requests = 5
    // count: global_load_requests = 0
    // count: global_store_requests = 2
    int *d_out = zeros<int>(32);
    chains_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 2 * (496 + 32);
}
