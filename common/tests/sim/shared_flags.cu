// Volatile flags in shared memory: a thread that polls one finds its value sooner or later, and fences order the rest.
#include "conformance.h"

#include <cuda/atomic>

enum { WARPS = 4,
       THREADS = WARPS * WARP };

// ---- Flags that are polled ---------------------------------------------------------------------------------------

// Thread `writer` passes a value on to thread `reader`.
__device__ static void pass_on(volatile int *s_flag, int *s_value, unsigned writer, unsigned reader, int *d_out) {
    if (threadIdx.x == writer) {
        *s_value = 7;
        __threadfence_block();
        *s_flag = 1;
    } else if (threadIdx.x == reader) {
        while (*s_flag == 0) {
        }
        __threadfence_block();
        *d_out += *s_value;
    }
}
__global__ void pass_on_kernel(unsigned writer, unsigned reader, int *d_out) {
    __shared__ int s_value;
    __shared__ volatile int s_flag;
    if (threadIdx.x == 0) {
        s_flag = 0;
    }
    __syncthreads();
    pass_on(&s_flag, &s_value, writer, reader, d_out);
}
CASE(flag) { // expect nothing
    int *d_out = zeros<int>(1);
    pass_on_kernel<<<1, THREADS>>>(0, 32, d_out);  // the value is there when the reader comes
    pass_on_kernel<<<1, THREADS>>>(70, 32, d_out); // it comes later
    pass_on_kernel<<<1, THREADS>>>(1, 0, d_out);   // in one warp
    pass_on_kernel<<<1, THREADS>>>(0, 1, d_out);
    return sum_and_free(d_out, 1) - 28;
}

// A whole warp polls a flag of one byte, and pauses.
__global__ void warp_polls_kernel(unsigned writer, int *d_out) {
    __shared__ int s_values[WARP];
    __shared__ volatile bool s_flag;
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (threadIdx.x == 0) {
        s_flag = false;
    }
    __syncthreads();
    if (warp == writer) {
        s_values[lane] = (int)lane;
        __syncwarp();
        if (lane == 0) {
            __threadfence_block();
            s_flag = true;
        }
    } else if (warp == 1) {
        while (!s_flag) {
            __nanosleep(20);
        }
        __threadfence_block();
        d_out[lane] += s_values[WARP - 1 - lane];
    }
}
CASE(warp_polls) { // expect nothing
    int *d_out = zeros<int>(WARP);
    warp_polls_kernel<<<1, THREADS>>>(0, d_out);
    warp_polls_kernel<<<1, THREADS>>>(2, d_out);
    return sum_and_free(d_out, WARP) - 2 * (31 * 32 / 2);
}

// Each warp waits for the one before it and adds its own value; then one warp waits for all.
__global__ void chain_kernel(int *d_out) {
    __shared__ int s_sums[WARPS];
    __shared__ volatile int s_done[WARPS];
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (threadIdx.x < WARPS) {
        s_done[threadIdx.x] = 0;
    }
    __syncthreads();
    if (lane == 0) {
        int before = 0;
        if (warp > 0) {
            while (s_done[warp - 1] == 0) {
            }
            __threadfence_block();
            before = s_sums[warp - 1];
        }
        s_sums[warp] = before + 1;
        __threadfence_block();
        s_done[warp] = 1;
    }
    if (threadIdx.x == 33 || threadIdx.x == THREADS - 1) {
        for (int other = 0; other < WARPS; other++) {
            while (s_done[other] == 0) {
            }
        }
        __threadfence_block();
        for (int other = 0; other < WARPS; other++) {
            atomicAdd(d_out, s_sums[other]);
        }
    }
}
CASE(chain) { // expect nothing
    int *d_out = zeros<int>(1);
    chain_kernel<<<2, THREADS>>>(d_out);
    return sum_and_free(d_out, 1) - 40;
}

// There and back, with a number that counts up.
__global__ void turns_kernel(int *d_out) {
    __shared__ int s_value;
    __shared__ volatile int s_turn;
    if (threadIdx.x == 0) {
        s_value = 0;
        s_turn = 0;
    }
    __syncthreads();
    if (threadIdx.x % WARP == 0 && threadIdx.x < 2 * WARP) {
        const int mine = (int)threadIdx.x / WARP;
        for (int turn = mine; turn < 10; turn += 2) {
            while (s_turn != turn) {
            }
            __threadfence_block();
            s_value += turn;
            __threadfence_block();
            s_turn = turn + 1;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *d_out = s_value + s_turn;
    }
}
CASE(turns) { // expect nothing
    int *d_out = zeros<int>(1);
    turns_kernel<<<1, THREADS>>>(d_out);
    return sum_and_free(d_out, 1) - 55;
}

// ---- What is no such flag ----------------------------------------------------------------------------------------

__global__ void no_fence_kernel(bool writer_fences, bool reader_fences, int *d_out) {
    __shared__ int s_value;
    __shared__ volatile int s_flag;
    if (threadIdx.x == 0) {
        s_flag = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        s_value = 7; // other place
        if (writer_fences) {
            __threadfence_block();
        }
        s_flag = 1;
    } else if (threadIdx.x == WARP) {
        while (s_flag == 0) {
        }
        if (reader_fences) {
            __threadfence_block();
        }
        *d_out = s_value; // expect: race in shared memory; s_value: thread 0 of block 0 wrote it and thread 32
    }
}
CASE(no_fence) {
    int *d_out = zeros<int>(1);
    no_fence_kernel<<<1, 64>>>(false, false, d_out);
    no_fence_kernel<<<1, 64>>>(true, false, d_out);
    no_fence_kernel<<<1, 64>>>(false, true, d_out);
    return sum_and_free(d_out, 1) - 7;
}

// The thread does not poll.
__global__ void read_once_kernel(int *d_out) {
    __shared__ int s_value;
    __shared__ volatile int s_flag;
    if (threadIdx.x == 0) {
        s_flag = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        s_value = 7;
        __threadfence_block();
        s_flag = 1; // other place
    } else if (threadIdx.x == WARP) {
        const int flag = s_flag; // expect: race in shared memory; s_flag: thread 0 of block 0 wrote it and thread 32
        __threadfence_block();
        *d_out = flag == 1;
    }
}
CASE(read_once) {
    int *d_out = zeros<int>(1);
    read_once_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 1);
}
__global__ void read_once_before_kernel(int *d_out) {
    __shared__ volatile int s_flag;
    if (threadIdx.x == 0) {
        s_flag = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *d_out = s_flag; // other place
    } else if (threadIdx.x == WARP) {
        __threadfence_block();
        s_flag = 1; // expect: race in shared memory; s_flag: thread 0 of block 0 read it and thread 32
    }
}
CASE(read_once_before) {
    int *d_out = zeros<int>(1);
    read_once_before_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 1);
}

// Fences are no barriers: each thread reads once in each step.
__global__ void fences_for_barriers_kernel(int *d_out) {
    __shared__ volatile int s_a[THREADS];
    const unsigned tid = threadIdx.x;
    s_a[tid] = 1;
    __syncthreads();
    for (unsigned stride = THREADS / 2; stride >= WARP; stride /= 2) {
        if (tid < stride) {
            s_a[tid] += s_a[tid + stride]; // expect: race in shared memory; s_a[
        }
        __threadfence_block();
    }
    d_out[tid] = s_a[tid];
}
CASE(fences_for_barriers) {
    int *d_out = zeros<int>(THREADS);
    fences_for_barriers_kernel<<<1, THREADS>>>(d_out);
    sum_and_free(d_out, THREADS);
    return 0;
}

// The writer's access is not volatile.
__global__ void plain_write_kernel(int *d_out) {
    __shared__ int s_flag;
    if (threadIdx.x == 0) {
        s_flag = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_block();
        s_flag = 1; // other place
    } else if (threadIdx.x == WARP) {
        while (*(volatile int *)&s_flag == 0) { // expect: race in shared memory; s_flag: thread 0 of block 0 wrote it
        }
        *d_out = 1;
    }
}
CASE(plain_write) {
    int *d_out = zeros<int>(1);
    plain_write_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 1) - 1;
}

// No thread writes the flag.
__global__ void in_vain_kernel(int *d_out) {
    __shared__ volatile int s_flag;
    if (threadIdx.x == 0) {
        s_flag = 0;
    }
    __syncthreads();
    if (threadIdx.x == WARP) {
        while (s_flag == 0) { // expect: endless loop; thread 32 of block 0 reads this again and again
        }
        *d_out = 1;
    }
}
CASE(in_vain) {
    int *d_out = zeros<int>(1);
    in_vain_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 1);
}

// In the second round, the threads come to the block barrier one after the other, each straight from its loop.
__global__ void rounds_kernel(int *d_out) {
    __shared__ volatile int s_flag;
    __shared__ int s_value;
    if (threadIdx.x == 0) {
        s_flag = 0;
    }
    __syncthreads();
    for (int round = 1; round <= 3; round++) {
        if (threadIdx.x == 63) {
            s_value = round;
            __threadfence_block();
            s_flag = round;
        }
        while (s_flag != round) {
        }
        __threadfence_block();
        d_out[threadIdx.x] += s_value;
        __syncthreads();
    }
}
CASE(rounds) { // expect nothing
    int *d_out = zeros<int>(64);
    rounds_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 64 * 6;
}

__global__ void acquired_rounds_kernel(int *d_out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> s_flag;
    __shared__ int s_value;
    if (threadIdx.x == 0) {
        s_flag.store(0, cuda::memory_order_relaxed);
    }
    __syncthreads();
    for (int round = 1; round <= 3; round++) {
        if (threadIdx.x == 63) {
            s_value = round;
            s_flag.store(round, cuda::memory_order_release);
        }
        while (s_flag.load(cuda::memory_order_acquire) != round) {
        }
        d_out[threadIdx.x] += s_value;
        __syncthreads();
    }
}
CASE(acquired_rounds) { // expect nothing
    int *d_out = zeros<int>(64);
    acquired_rounds_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 64 * 6;
}
