// Values that blocks pass to each other by volatile and atomic accesses, with and without fences
// (common/sim/race/stale.h).
//
// with lock: older value read at here
// with lock: nowhere more error
// with lock_twice: older value read at here
// with lock_reference: older value read at here
// with lock_float: older value read at here
// with lock_fenced: nothing
// with no_lock: update lost at here
// with no_lock: one of the two updates is lost
// with look_and_swap: nothing
// with look_and_max: nothing
// with look_back_unset: unset read at here
// with look_back_unset: nothing had written before thread 0 of block 0 did, with no __threadfence() before the flag
// with look_back_unset: hint: CUDA does not order accesses to two addresses
// with look_back_unset: nowhere has no value yet
// with look_back: older value read at here
// with look_back_fenced: nothing
// with look_back_one_word: nothing
// with last_block: older value read at here
// with last_block_fenced: nothing
// with last_block_unset: unset read at here
// with third_block: older value read at here
// with order_of_blocks: older value read at here
// with leave_early: nothing
// with polled: nothing
// with turns: race in global memory at here
// with turns: with no __threadfence() before the flag's write
// with turns: nowhere atomicAdd
// with turns: nowhere nothing orders
// with turns_cached: with no __threadfence() before the flag's write
// with turns_cached: nowhere atomicAdd
// with turns_written: with no __threadfence() after the read of the flag
// with turns_read: with no __threadfence() before the flag's write
// with turns_of_block: with only a fence for the writer's own block before the flag's write
// with turns_of_reader: with only a fence for the reader's own block after the read of the flag
// with turns_by_function: with only a fence for the writer's own block before the flag's write
// with turns_fenced: nothing
// with no_turns: race in global memory at here
#include <cstdio>
#include <cstring>
#include <cuda/atomic>

const int BLOCKS = 20;

// ---- A lock ----

__device__ void take(int *lock) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
}

__global__ void lock(int *lock, int *sum) {
    if (threadIdx.x == 0) {
        take(lock);
        int before = atomicAdd(sum, 0); // <-- lock
        atomicExch(sum, before + 1);
        atomicExch(lock, 0);
    }
}

__global__ void lock_twice(int *lock, int *sum) {
    for (int i = 0; i < 2 && threadIdx.x == 0; i++) {
        take(lock);
        int before = atomicOr(sum, 0); // <-- lock_twice
        atomicExch(sum, before + 1);
        atomicExch(lock, 0);
    }
}

__global__ void lock_reference(int *lock, int *sum) {
    cuda::atomic_ref<int, cuda::thread_scope_device> value(*sum);
    if (threadIdx.x == 0) {
        take(lock);
        int before = value.load(cuda::memory_order_relaxed); // <-- lock_reference
        value.store(before + 1, cuda::memory_order_relaxed);
        atomicExch(lock, 0);
    }
}

__global__ void lock_float(int *lock, float *sum) {
    if (threadIdx.x == 0) {
        take(lock);
        float before = atomicAdd(sum, 0.0f); // <-- lock_float
        atomicExch(sum, before + 1);
        atomicExch(lock, 0);
    }
}

__global__ void lock_fenced(int *lock, int *sum) {
    if (threadIdx.x == 0) {
        take(lock);
        __threadfence();
        int before = atomicAdd(sum, 0);
        atomicExch(sum, before + 1);
        __threadfence();
        atomicExch(lock, 0);
    }
}

__global__ void no_lock(int *sum) {
    cuda::atomic_ref<int, cuda::thread_scope_device> value(*sum);
    if (threadIdx.x == 0) {
        int before = value.load(); // <-- no_lock
        value.store(before + 1);
    }
}

// An older value costs one more try.
__global__ void look_and_swap(int *sum) {
    int before = *(volatile int *)sum, found;
    while ((found = atomicCAS(sum, before, before + 1)) != before) {
        before = found;
    }
}

// An older value costs an atomic.
__global__ void look_and_max(int *best) {
    const int mine = (int)(blockIdx.x * 7 % 32);
    if (*(volatile int *)best < mine) {
        atomicMax(best, mine);
    }
}

// ---- Look-back ----

template <bool FENCED>
__device__ void fence() {
    if (FENCED) {
        __threadfence();
    }
}

// The sum of all block numbers up to the block's own.
__global__ void look_back_unset(int *sums, int *flags) {
    int sum = (int)blockIdx.x;
    __stcg(&sums[blockIdx.x], sum);
    __stcg(&flags[blockIdx.x], 1);
    for (int block = (int)blockIdx.x - 1; block >= 0; block--) {
        while (__ldcg(&flags[block]) == 0) {
        }
        sum += __ldcg(&sums[block]); // <-- look_back_unset
    }
    sums[gridDim.x + blockIdx.x] = sum;
}

template <bool FENCED>
__global__ void look_back(volatile int *sums, volatile int *flags) {
    int sum = (int)blockIdx.x;
    sums[blockIdx.x] = sum;
    fence<FENCED>();
    flags[blockIdx.x] = 1;
    for (int block = (int)blockIdx.x - 1; block >= 0; block--) {
        while (flags[block] == 0) {
        }
        fence<FENCED>();
        sum += sums[block]; // <-- look_back
    }
    sums[gridDim.x + blockIdx.x] = sum;
}

// The sum and its flag in one word.
__global__ void look_back_one_word(volatile unsigned long long *words, int *sums) {
    const unsigned long long alone = 1ull << 32, all = 2ull << 32;
    unsigned sum = blockIdx.x;
    words[blockIdx.x] = alone | sum;
    for (int block = (int)blockIdx.x - 1; block >= 0; block--) {
        unsigned long long word;
        while ((word = words[block]) == 0) {
        }
        sum += (unsigned)word;
        if (word >= all) {
            break;
        }
    }
    words[blockIdx.x] = all | sum;
    sums[blockIdx.x] = (int)sum;
}

// ---- The last block ----

template <bool FENCED>
__global__ void last_block(int *sums, int *count) {
    __stcg(&sums[blockIdx.x], (int)blockIdx.x);
    fence<FENCED>();
    if (atomicAdd(count, 1) == (int)gridDim.x - 1) {
        fence<FENCED>();
        int sum = 0;
        for (unsigned block = 0; block < gridDim.x; block++) {
            sum += __ldcg(&sums[block]); // <-- last_block
        }
        sums[gridDim.x] = sum;
    }
}

__global__ void last_block_unset(int *sums, int *count) {
    atomicExch(&sums[blockIdx.x], (int)blockIdx.x);
    if (atomicAdd(count, 1) == (int)gridDim.x - 1) {
        int sum = 0;
        for (unsigned block = 0; block < gridDim.x; block++) {
            sum += atomicAdd(&sums[block], 0); // <-- last_block_unset
        }
        sums[gridDim.x] = sum;
    }
}

// ---- One value ----

// The last block hears of the first one's value from the block between.
__global__ void third_block(volatile int *value, volatile int *flags) {
    if (blockIdx.x == 0) {
        value[0] = 5;
    } else {
        while (flags[blockIdx.x - 1] == 0) {
        }
    }
    if (blockIdx.x == 2) {
        value[1] = value[0]; // <-- third_block
    }
    flags[blockIdx.x] = 1;
}

__global__ void order_of_blocks(volatile int *value) {
    value[blockIdx.x] = 1 + (blockIdx.x > 0 ? value[blockIdx.x - 1] : 0); // <-- order_of_blocks
}

// A block that does not see yet that another one has found the value searches, too.
__global__ void leave_early(volatile int *found, const int *values) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (*found == 0 && values[i] == 77) {
        *found = (int)i;
    }
}

__global__ void polled(volatile int *value, volatile int *flag) {
    if (blockIdx.x == 0) {
        *value = 5;
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        while (*value == 0) {
        }
        value[1] = *value;
    }
}

// ---- Taking turns ----

__global__ void turns(int *sum, volatile int *turn) {
    while (threadIdx.x == 0 && *turn != blockIdx.x) {
    }
    __syncthreads();
    sum[threadIdx.x] = sum[threadIdx.x] * 3 + blockIdx.x; // <-- turns
    __syncthreads();
    if (threadIdx.x == 0) {
        *turn = blockIdx.x + 1;
    }
}

// The thread that waits is of another warp.
__global__ void turns_cached(int *sum, int *turn) {
    while (threadIdx.x == 40 && __ldcg(turn) != blockIdx.x) {
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        sum[threadIdx.x] += 2;
    }
    __syncthreads();
    if (threadIdx.x == 40) {
        __stcg(turn, (int)blockIdx.x + 1);
    }
}

__device__ void fence_of_block() {
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
}

enum { NO_FENCE, FENCE, BLOCK_FENCE, FUNCTION };

template <int WRITER, int READER>
__global__ void turns_with(int *sum, volatile int *turn) {
    if (threadIdx.x == 0) {
        while (*turn != blockIdx.x) {
        }
        if (READER == FENCE) {
            __threadfence();
        } else if (READER == BLOCK_FENCE) {
            __threadfence_block();
        }
        *sum = *sum * 3 + (int)blockIdx.x;
        if (WRITER == FENCE) {
            __threadfence();
        } else if (WRITER == BLOCK_FENCE) {
            __threadfence_block();
        } else if (WRITER == FUNCTION) {
            fence_of_block();
        }
        *turn = blockIdx.x + 1;
    }
}

__global__ void no_turns(int *sum) {
    sum[threadIdx.x] = sum[threadIdx.x] + (int)blockIdx.x; // <-- no_turns
}

int main(int, char **arguments) {
    const char *name = arguments[1];
    const size_t bytes = 1024 * sizeof(int);
    int *a, *b, *c, out[BLOCKS * 2];
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemset(b, 0, bytes);
    cudaMemset(c, 0, bytes);
    const bool unset = strstr(name, "unset") != nullptr;
    if (!unset) {
        cudaMemset(a, 0, bytes);
    }
#define RUN(kernel, ...)                                                                                     \
    if (strcmp(name, #kernel) == 0)                                                                          \
    kernel<<<BLOCKS, 32>>>(__VA_ARGS__)
#define RUN_AS(as, ...)                                                                                      \
    if (strcmp(name, as) == 0) {                                                                             \
        __VA_ARGS__;                                                                                         \
    }
    RUN(lock, b, a);
    RUN(lock_twice, b, a);
    RUN(lock_reference, b, a);
    RUN(lock_float, b, (float *)a);
    RUN(lock_fenced, b, a);
    RUN(no_lock, a);
    RUN_AS("look_and_swap", look_and_swap<<<BLOCKS, 1>>>(a));
    RUN_AS("look_and_max", look_and_max<<<BLOCKS, 1>>>(a));
    RUN_AS("look_back_unset", look_back_unset<<<BLOCKS, 1>>>(a, b));
    RUN_AS("look_back", look_back<false><<<BLOCKS, 1>>>(a, b));
    RUN_AS("look_back_fenced", look_back<true><<<BLOCKS, 1>>>(a, b));
    RUN_AS("look_back_one_word", look_back_one_word<<<BLOCKS, 1>>>((unsigned long long *)b, a));
    RUN_AS("last_block", last_block<false><<<BLOCKS, 1>>>(a, b));
    RUN_AS("last_block_fenced", last_block<true><<<BLOCKS, 1>>>(a, b));
    RUN_AS("last_block_unset", last_block_unset<<<BLOCKS, 1>>>(a, b));
    RUN_AS("third_block", third_block<<<3, 1>>>(a, b));
    RUN_AS("order_of_blocks", order_of_blocks<<<BLOCKS, 1>>>(a));
    RUN_AS("leave_early", cudaMemset(c + 40, 77, 1), leave_early<<<BLOCKS, 32>>>(b, c));
    RUN_AS("polled", polled<<<2, 1>>>(a, b));
    RUN_AS("turns", turns<<<6, 64>>>(a, b));
    RUN_AS("turns_cached", turns_cached<<<6, 64>>>(a, b));
    RUN_AS("turns_written", turns_with<FENCE, NO_FENCE><<<6, 64>>>(a, b));
    RUN_AS("turns_read", turns_with<NO_FENCE, FENCE><<<6, 64>>>(a, b));
    RUN_AS("turns_of_block", turns_with<BLOCK_FENCE, FENCE><<<6, 64>>>(a, b));
    RUN_AS("turns_of_reader", turns_with<FENCE, BLOCK_FENCE><<<6, 64>>>(a, b));
    RUN_AS("turns_by_function", turns_with<FUNCTION, FENCE><<<6, 64>>>(a, b));
    RUN_AS("turns_fenced", turns_with<FENCE, FENCE><<<6, 64>>>(a, b));
    RUN(no_turns, a);
    cudaMemcpy(out, unset ? b : a, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%d\n", out[0]);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return 0;
}
