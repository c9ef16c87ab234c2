// Races in shared memory: class RACE_SHARED. First between warps, then inside one.
#include "conformance.h"

// ---- Between warps -----------------------------------------------------------------------------------------

__global__ void write_write_kernel(int *d_out) {
    __shared__ int s_a[32];
    s_a[threadIdx.x % 32] = 1; // expect: race in shared memory; s_a[0]; thread 0 of block 0; thread 32 of block 0
    __syncthreads();
    d_out[threadIdx.x] = s_a[threadIdx.x % 32];
}
CASE(write_write) {
    int *d_out = zeros<int>(64);
    write_write_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

// Warp 1 stores to what warp 0 has already read. It is one error, whichever access comes first.
__global__ void no_barrier_kernel(int *d_out) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = tid;             // expect: race in shared memory; s_a[32]; thread 31 of block 0; thread 32 of block 0
    d_out[tid] = s_a[63 - tid]; // other place
}
CASE(no_barrier) {
    int *d_out = zeros<int>(64);
    no_barrier_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

__global__ void read_write_kernel(int *d_out) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    __syncthreads();
    int other = s_a[tid ^ 32]; // other place
    if (tid >= 32) {
        s_a[tid] = other; // expect: race in shared memory; s_a[32]; thread 0 of block 0 read; thread 32 of block 0 writes
    }
    __syncthreads();
    d_out[tid] = s_a[tid];
}
CASE(read_write) {
    int *d_out = zeros<int>(64);
    read_write_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

// Kogge-Stone in place, with one barrier per step where two are needed; from offset 32 on, where only warps meet.
__global__ void one_barrier_a_step_kernel(int *d_out) {
    __shared__ int s_a[128];
    int tid = threadIdx.x;
    s_a[tid] = 1;
    for (int offset = 32; offset < 128; offset *= 2) {
        __syncthreads();
        if (tid >= offset) {
            s_a[tid] += s_a[tid - offset]; // expect: race in shared memory; s_a[32]; thread 32 of block 0; thread 64
        }
    }
    d_out[tid] = s_a[tid];
}
CASE(one_barrier_a_step) {
    int *d_out = zeros<int>(128);
    one_barrier_a_step_kernel<<<1, 128>>>(d_out);
    return sum_and_free(d_out, 128);
}

// The total is read, and the next round overwrites it before all threads have read it.
__global__ void reused_scratch_kernel(int *d_out) {
    __shared__ int s_total;
    int tid = threadIdx.x, sum = 0;
    for (int round = 0; round < 3; round++) {
        if (tid == 63) {
            s_total = round; // expect: race in shared memory; s_total; thread 0 of block 0 read; thread 63 of block 0
        }
        __syncthreads();
        sum += s_total; // other place
    }
    d_out[tid] = sum;
}
CASE(reused_scratch) {
    int *d_out = zeros<int>(64);
    reused_scratch_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

__global__ void atomic_and_plain_kernel(int *d_out) {
    __shared__ int s_sum;
    int tid = threadIdx.x;
    if (tid == 0) {
        s_sum = 0;
    }
    __syncthreads();
    if (tid < 32) {
        atomicAdd(&s_sum, 1); // other place
    } else {
        d_out[tid] = s_sum; // expect: race in shared memory; s_sum; thread 31 of block 0; thread 32 of block 0 reads
    }
}
CASE(atomic_and_plain) {
    int *d_out = zeros<int>(64);
    atomic_and_plain_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

// The sum begins at 0 only for threads that run after thread 0, and its own atomic must not hide the race.
__global__ void no_barrier_before_atomics_kernel(int *d_out) {
    __shared__ int s_sum;
    if (threadIdx.x == 0) {
        s_sum = 0; // other place
    }
    atomicAdd(&s_sum, 1); // expect: race in shared memory; s_sum; thread 0 of block 0 wrote; thread 1 of block 0 atomically updates
    __syncthreads();
    d_out[threadIdx.x] = s_sum;
}
CASE(no_barrier_before_atomics) {
    int *d_out = zeros<int>(64);
    no_barrier_before_atomics_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

__global__ void two_dimensions_kernel(int *d_out) {
    __shared__ int s_column[2];
    if (threadIdx.x == 0 && threadIdx.y % 2 == 0) {
        s_column[threadIdx.y / 4] = 1; // expect: race in shared memory; thread (0,0,0) of block 0; thread (0,2,0) of block 0
    }
    __syncthreads();
    d_out[threadIdx.y * 16 + threadIdx.x] = s_column[threadIdx.y / 4];
}
CASE(two_dimensions) {
    int *d_out = zeros<int>(128);
    two_dimensions_kernel<<<1, dim3(16, 8)>>>(d_out);
    return sum_and_free(d_out, 128);
}

__global__ void barriers_kernel(int *d_out) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    __syncthreads();
    int other = s_a[63 - tid];
    __syncthreads();
    s_a[tid] = other;
    __syncthreads();
    d_out[tid] = s_a[63 - tid];
}
CASE(barriers) { // expect nothing
    int *d_out = zeros<int>(64);
    barriers_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 63 * 64 / 2;
}

// Two buffers, written alternately, need only one barrier per step.
__global__ void two_buffers_kernel(int *d_out) {
    __shared__ int s_buffers[2][128];
    int tid = threadIdx.x, from = 0;
    s_buffers[0][tid] = 1;
    for (int offset = 1; offset < 128; offset *= 2) {
        __syncthreads();
        int sum = s_buffers[from][tid];
        if (tid >= offset) {
            sum += s_buffers[from][tid - offset];
        }
        s_buffers[1 - from][tid] = sum;
        from = 1 - from;
    }
    d_out[tid] = s_buffers[from][tid];
}
CASE(two_buffers) { // expect nothing
    int *d_out = zeros<int>(128);
    two_buffers_kernel<<<1, 128>>>(d_out);
    return sum_and_free(d_out, 128) - 128 * 129 / 2;
}

__global__ void sum_by_atomics_kernel(int *d_out) {
    __shared__ int s_sum, s_largest;
    int tid = threadIdx.x;
    if (tid == 0) {
        s_sum = s_largest = 0;
    }
    __syncthreads();
    atomicAdd(&s_sum, tid);
    atomicMax(&s_largest, tid);
    __syncthreads();
    d_out[blockIdx.x * blockDim.x + tid] = s_sum + s_largest;
}
CASE(sum_by_atomics) { // expect nothing
    int *d_out = zeros<int>(4 * 128);
    sum_by_atomics_kernel<<<4, 128>>>(d_out);
    return sum_and_free(d_out, 4 * 128) - 4 * 128 * (127 * 128 / 2 + 127);
}

// All read what one thread has written; each reads and writes its own word; the next block has its own array.
__global__ void broadcast_kernel(int *d_out) {
    __shared__ int s_first, s_own[96];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s_own[tid] = tid;
    s_own[tid] += 1;
    if (tid == 95) {
        s_first = s_own[tid];
    }
    __syncthreads();
    d_out[i] = s_first + s_own[tid];
    s_own[tid] = 0;
}
CASE(broadcast) { // expect nothing
    int *d_out = zeros<int>(5 * 96);
    broadcast_kernel<<<5, 96>>>(d_out);
    return sum_and_free(d_out, 5 * 96) - 5 * (96 * 96 + 96 * 97 / 2);
}

// ---- Inside one warp ---------------------------------------------------------------------------------------

__global__ void mates_write_kernel(int *d_out) {
    __shared__ int s_last;
    s_last = threadIdx.x; // expect: race in shared memory; s_last; thread 0 of block 0; thread 1 of block 0; in one statement, which no barrier can split
    __syncwarp();
    d_out[threadIdx.x] = s_last;
}
CASE(mates_write) {
    int *d_out = zeros<int>(32);
    mates_write_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void mates_exchange_kernel(int *d_out) {
    __shared__ int s_a[32];
    int tid = threadIdx.x;
    s_a[tid] = tid;             // expect: race in shared memory; s_a[16]; thread 15 of block 0; thread 16 of block 0
    d_out[tid] = s_a[31 - tid]; // other place
}
CASE(mates_exchange) {
    int *d_out = zeros<int>(32);
    mates_exchange_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

// The last steps of a reduction as they were written before warps could diverge.
__global__ void volatile_steps_kernel(int *d_out) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = 1;
    __syncthreads();
    if (tid < 32) {
        volatile int *s_warp = s_a;
        s_warp[tid] += s_warp[tid + 32]; // expect: race in shared memory; s_a[16]; thread 0 of block 0 read; thread 16
        s_warp[tid] += s_warp[tid + 16]; // other place
    }
    if (tid == 0) {
        d_out[0] = s_a[0];
    }
}
CASE(volatile_steps) {
    int *d_out = zeros<int>(1);
    volatile_steps_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 1);
}

// Half the warp waits only for its own lanes, but reads values of the other half.
__global__ void half_mask_kernel(int *d_out) {
    __shared__ int s_a[32];
    int tid = threadIdx.x;
    s_a[tid] = tid; // other place
    if (tid < 16) {
        __syncwarp(0x0000ffff);
        d_out[tid] = s_a[tid + 16]; // expect: race in shared memory; thread 0 of block 0 reads; thread 16 of block 0 wrote
    } else {
        __syncwarp(0xffff0000);
    }
    __syncwarp();
}
CASE(half_mask) {
    int *d_out = zeros<int>(16);
    half_mask_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 16);
}

// Lane 1 is ordered after lane 0, and lane 2 only after what lane 1 did before that.
__global__ void chain_in_wrong_order_kernel(int *d_out) {
    __shared__ int s_a;
    int lane = threadIdx.x;
    if (lane == 0) {
        s_a = 1; // other place
    }
    if (lane == 1 || lane == 2) {
        __syncwarp(6);
    }
    if (lane == 0 || lane == 1) {
        __syncwarp(3);
    }
    if (lane == 2) {
        *d_out = s_a; // expect: race in shared memory; s_a; thread 0 of block 0 wrote; thread 2 of block 0 reads
    }
}
CASE(chain_in_wrong_order) {
    int *d_out = zeros<int>(1);
    chain_in_wrong_order_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 1);
}

// A warp barrier orders the lanes of one warp, not two warps.
__global__ void warp_barrier_between_warps_kernel(int *d_out) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = tid; // expect: race in shared memory; s_a[32]; thread 0 of block 0 read; thread 32 of block 0 writes
    __syncwarp();
    d_out[tid] = s_a[tid ^ 32]; // other place
}
CASE(warp_barrier_between_warps) {
    int *d_out = zeros<int>(64);
    warp_barrier_between_warps_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

__global__ void warp_steps_kernel(int *d_out) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = 1;
    for (int stride = 16; stride > 0; stride /= 2) {
        __syncwarp();
        if (tid % 32 < stride) {
            s_a[tid] += s_a[tid + stride];
        }
    }
    if (tid % 32 == 0) {
        d_out[blockIdx.x * 2 + tid / 32] = s_a[tid];
    }
}
CASE(warp_steps) { // expect nothing
    int *d_out = zeros<int>(6);
    warp_steps_kernel<<<3, 64>>>(d_out);
    return sum_and_free(d_out, 6) - 6 * 32;
}

// Each half waits for its own lanes and reads only its own half.
__global__ void half_warps_kernel(int *d_out) {
    __shared__ int s_a[32];
    int tid = threadIdx.x, half = tid & 16;
    unsigned mask = half == 0 ? 0x0000ffffu : 0xffff0000u;
    for (int round = 0; round < 3; round++) {
        s_a[tid] = tid + round;
        __syncwarp(mask);
        d_out[tid] = s_a[half + 15 - tid % 16];
        __syncwarp(mask);
    }
}
CASE(half_warps) { // expect nothing
    int *d_out = zeros<int>(32);
    half_warps_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - (31 * 32 / 2 + 2 * 32);
}

// Lane 0 to lane 1, lane 1 to lane 2: so lane 2 is ordered after lane 0, too.
__global__ void chain_kernel(int *d_out) {
    __shared__ int s_a;
    int lane = threadIdx.x;
    if (lane == 0) {
        s_a = 7;
    }
    if (lane == 0 || lane == 1) {
        __syncwarp(3);
    }
    if (lane == 1 || lane == 2) {
        __syncwarp(6);
    }
    if (lane == 2) {
        *d_out = s_a;
    }
}
CASE(chain) { // expect nothing
    int *d_out = zeros<int>(1);
    chain_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 1) - 7;
}

// A block barrier also orders the lanes of one warp, and each warp's own barrier its own part of the array.
__global__ void both_barriers_kernel(int *d_out) {
    __shared__ int s_a[96];
    int tid = threadIdx.x, first = tid / 32 * 32;
    s_a[tid] = tid;
    __syncwarp();
    int mate = s_a[first + (tid + 1) % 32];
    __syncthreads();
    s_a[tid] = mate;
    __syncthreads();
    d_out[tid] = s_a[(tid + 1) % 96];
}
CASE(both_barriers) { // expect nothing
    int *d_out = zeros<int>(96);
    both_barriers_kernel<<<1, 96>>>(d_out);
    return sum_and_free(d_out, 96) - 95 * 96 / 2;
}

// Lane 2 meets lane 0 and then lane 1, each after its read. Lane 1 reads later than lane 0 has met lane 2.
__global__ void met_one_by_one_kernel(int *d_out) {
    __shared__ int s_a;
    int lane = threadIdx.x;
    s_a = 7;
    __syncwarp();
    if (lane == 0) {
        d_out[0] = s_a;
    }
    if (lane == 0 || lane == 2) {
        __syncwarp(5);
    }
    if (lane == 1 || lane == 3) {
        __syncwarp(10);
    }
    if (lane == 1) {
        d_out[1] = s_a;
    }
    if (lane == 1 || lane == 2) {
        __syncwarp(6);
    }
    if (lane == 2) {
        s_a = 8;
        d_out[2] = s_a;
    }
}
CASE(met_one_by_one) { // expect nothing
    int *d_out = zeros<int>(3);
    met_one_by_one_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 3) - 22;
}

// As before, but lane 0 reads only after it has met lane 2.
__global__ void met_before_the_read_kernel(int *d_out) {
    __shared__ int s_a;
    int lane = threadIdx.x;
    s_a = 7;
    __syncwarp();
    if (lane == 0 || lane == 2) {
        __syncwarp(5);
    }
    if (lane == 0) {
        d_out[0] = s_a; // other place
    }
    if (lane == 1 || lane == 3) {
        __syncwarp(10);
    }
    if (lane == 1) {
        d_out[1] = s_a;
    }
    if (lane == 1 || lane == 2) {
        __syncwarp(6);
    }
    if (lane == 2) {
        s_a = 8; // expect: race in shared memory; s_a; thread 0 of block 0 read; thread 2 of block 0 writes
        d_out[2] = s_a;
    }
}
CASE(met_before_the_read) {
    int *d_out = zeros<int>(3);
    met_before_the_read_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 3) - 22;
}

// A warp barrier orders nothing that lanes did which have left the kernel.
__global__ void left_kernel(int *d_out) {
    __shared__ int s_a[32];
    int lane = threadIdx.x;
    s_a[lane] = lane; // other place
    if (lane >= 16) {
        return;
    }
    __syncwarp(0xffff);
    d_out[lane] = s_a[lane] + s_a[lane + 16]; // expect: race in shared memory; s_a[16]; thread 16 of block 0 wrote; thread 0 of block 0 reads
}
CASE(left) {
    int *d_out = zeros<int>(16);
    left_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 16) - 31 * 16;
}

// They had met before. The last warp has fewer lanes from the beginning.
__global__ void met_and_left_kernel(int *d_out) {
    __shared__ int s_a[48];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    __syncwarp();
    if (tid % 16 >= 8) {
        return;
    }
    d_out[tid] = s_a[tid + 8];
    __syncwarp();
    s_a[tid] = d_out[tid ^ 1];
}
CASE(met_and_left) { // expect nothing
    int *d_out = zeros<int>(48);
    met_and_left_kernel<<<1, 48>>>(d_out);
    return sum_and_free(d_out, 48) - (92 + 220 + 348);
}

// The place is that of the first read, not that of the last one, which is the writer's own.
__global__ void read_at_two_places_kernel(int *d_out) {
    __shared__ int s_a;
    int lane = threadIdx.x;
    if (lane == 0) {
        s_a = 7;
    }
    __syncwarp();
    if (lane == 9 || lane == 25) {
        d_out[lane] = s_a; // other place
    }
    if (lane < 16) {
        __syncwarp(0xffff);
        if (lane == 4) {
            d_out[lane] = s_a;
            s_a = 8; // expect: race in shared memory; s_a; thread 25 of block 0 read; thread 4 of block 0 writes
        }
    }
}
CASE(read_at_two_places) {
    int *d_out = zeros<int>(32);
    read_at_two_places_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 21;
}

// Of the reads at three places, two are remembered, and these are ordered before the write. So no place is shown.
__global__ void read_at_three_places_kernel(int *d_out) {
    __shared__ int s_a;
    int lane = threadIdx.x;
    if (lane == 0) {
        s_a = 7;
    }
    __syncwarp();
    if (lane == 1) {
        d_out[lane] = s_a;
    }
    if (lane == 2) {
        d_out[lane] = s_a;
    }
    if (lane == 3) {
        d_out[lane] = s_a;
    }
    if (lane == 0 || lane == 1 || lane == 3) {
        __syncwarp(11);
    }
    if (lane == 0) {
        s_a = 8; // expect: race in shared memory; s_a; thread 2 of block 0 read; thread 0 of block 0 writes
    }
}
CASE(read_at_three_places) {
    int *d_out = zeros<int>(32);
    read_at_three_places_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) - 21;
}
