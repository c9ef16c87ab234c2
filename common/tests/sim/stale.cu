// Older values (common/sim/race/stale.h): CUDA does not order strong accesses to two addresses. A value and its flag,
// both volatile or both atomic, need a fence on both sides. Without it a read gets the older value, once.
//
// Blocks take their numbers from a ticket, so these programs terminate in any order of blocks.
#include "conformance.h"

#include <cuda/atomic>

enum { BLOCKS = 6 };

template <class T>
using device_ref = cuda::atomic_ref<T, cuda::thread_scope_device>;

// The block's number by order of arrival. All threads of the block call it.
static __device__ unsigned take_ticket(unsigned *d_ticket) {
    __shared__ unsigned s_block;
    if (threadIdx.x == 0) {
        s_block = atomicAdd(d_ticket, 1u);
    }
    __syncthreads();
    return s_block;
}

// Each block adds 1 to the previous block's value: `launch` launches one of the kernels below.
template <class Launch>
static int chain(Launch launch) {
    int *d_value = zeros<int>(BLOCKS);
    unsigned *d_flag = zeros<unsigned>(BLOCKS + 1); // and the ticket
    launch(d_value, d_flag);
    int last;
    cudaMemcpy(&last, d_value + BLOCKS - 1, sizeof(last), cudaMemcpyDeviceToHost);
    cudaFree(d_value);
    cudaFree(d_flag);
    return last - BLOCKS;
}

// ---- The older value ---------------------------------------------------------------------------------------

__global__ void both_volatile_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (((volatile unsigned *)d_flag)[block - 1] == 0) {
            }
            before = ((volatile int *)d_value)[block - 1]; // expect note: older value read; d_zeros[0]; thread 0 of block 1 gets an older value than thread 0 of block 0 has written; no __threadfence() before the flag's write
        }
        ((volatile int *)d_value)[block] = before + 1; // other place
        ((volatile unsigned *)d_flag)[block] = 1;
    }
}
CASE(both_volatile) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { both_volatile_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// The reader may have read the value before the flag.
__global__ void writer_fences_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (((volatile unsigned *)d_flag)[block - 1] == 0) {
            }
            before = ((volatile int *)d_value)[block - 1]; // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written; no __threadfence() after the flag's read
        }
        ((volatile int *)d_value)[block] = before + 1; // other place
        __threadfence();
        ((volatile unsigned *)d_flag)[block] = 1;
    }
}
CASE(writer_fences) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { writer_fences_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// The flag may become visible before the value.
__global__ void reader_fences_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (((volatile unsigned *)d_flag)[block - 1] == 0) {
            }
            __threadfence();
            before = ((volatile int *)d_value)[block - 1]; // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written; no __threadfence() before the flag's write
        }
        ((volatile int *)d_value)[block] = before + 1; // other place
        ((volatile unsigned *)d_flag)[block] = 1;
    }
}
CASE(reader_fences) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { reader_fences_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void fences_of_the_block_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (((volatile unsigned *)d_flag)[block - 1] == 0) {
            }
            __threadfence_block();
            before = ((volatile int *)d_value)[block - 1]; // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written
        }
        ((volatile int *)d_value)[block] = before + 1; // other place
        __threadfence_block();
        ((volatile unsigned *)d_flag)[block] = 1;
    }
}
CASE(fences_of_the_block) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { fences_of_the_block_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void fences_too_early_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            __threadfence();
            while (((volatile unsigned *)d_flag)[block - 1] == 0) {
            }
            before = ((volatile int *)d_value)[block - 1]; // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written
        }
        __threadfence();
        ((volatile int *)d_value)[block] = before + 1; // other place
        ((volatile unsigned *)d_flag)[block] = 1;
    }
}
CASE(fences_too_early) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { fences_too_early_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void both_relaxed_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (device_ref<unsigned>(d_flag[block - 1]).load(cuda::memory_order_relaxed) == 0) {
            }
            before = device_ref<int>(d_value[block - 1]).load(cuda::memory_order_relaxed); // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written
        }
        device_ref<int>(d_value[block]).store(before + 1, cuda::memory_order_relaxed); // other place
        device_ref<unsigned>(d_flag[block]).store(1, cuda::memory_order_relaxed);
    }
}
CASE(both_relaxed) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { both_relaxed_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// The release comes before the value, not between the value and its flag.
__global__ void release_of_the_value_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (device_ref<unsigned>(d_flag[block - 1]).load(cuda::memory_order_acquire) == 0) {
            }
            before = device_ref<int>(d_value[block - 1]).load(cuda::memory_order_relaxed); // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written
        }
        device_ref<int>(d_value[block]).store(before + 1, cuda::memory_order_release); // other place
        device_ref<unsigned>(d_flag[block]).store(1, cuda::memory_order_relaxed);
    }
}
CASE(release_of_the_value) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { release_of_the_value_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// The acquire comes after the value.
__global__ void acquire_of_the_value_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (device_ref<unsigned>(d_flag[block - 1]).load(cuda::memory_order_relaxed) == 0) {
            }
            before = device_ref<int>(d_value[block - 1]).load(cuda::memory_order_acquire); // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written
        }
        device_ref<int>(d_value[block]).store(before + 1, cuda::memory_order_relaxed); // other place
        device_ref<unsigned>(d_flag[block]).store(1, cuda::memory_order_release);
    }
}
CASE(acquire_of_the_value) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { acquire_of_the_value_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// Atomic functions order nothing else either. This one only reads.
__global__ void by_functions_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (atomicAdd(&d_flag[block - 1], 0u) == 0) {
            }
            before = atomicAdd(&d_value[block - 1], 0); // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written
        }
        atomicExch(&d_value[block], before + 1); // other place
        atomicExch(&d_flag[block], 1u);
    }
}
CASE(by_functions) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { by_functions_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void by_exchange_if_equal_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (atomicCAS(&d_flag[block - 1], 2u, 2u) == 0) {
            }
            before = atomicCAS(&d_value[block - 1], -1, -1); // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written
        }
        atomicAdd(&d_value[block], before + 1); // other place
        atomicAdd(&d_flag[block], 1u);
    }
}
CASE(by_exchange_if_equal) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { by_exchange_if_equal_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void by_references_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (device_ref<unsigned>(d_flag[block - 1]).fetch_or(0, cuda::memory_order_relaxed) == 0) {
            }
            before = device_ref<int>(d_value[block - 1]).fetch_add(0, cuda::memory_order_relaxed); // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written
        }
        device_ref<int>(d_value[block]).fetch_add(before + 1, cuda::memory_order_relaxed); // other place
        device_ref<unsigned>(d_flag[block]).fetch_add(1, cuda::memory_order_relaxed);
    }
}
CASE(by_references) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { by_references_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// A block barrier orders the reader's threads, but the writer has no fence.
__global__ void read_by_another_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0 && block > 0) {
        while (((volatile unsigned *)d_flag)[block - 1] == 0) {
        }
    }
    __syncthreads();
    if (threadIdx.x == 40) {
        volatile int *values = d_value;
        values[block] = (block > 0 ? values[block - 1] : 0) + 1; // expect note: older value read; thread 40 of block 0 has written
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ((volatile unsigned *)d_flag)[block] = 1;
    }
}
CASE(read_by_another) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { read_by_another_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// All lanes read; the last one uses the value.
__global__ void read_by_the_warp_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    volatile int *values = d_value;
    if (threadIdx.x == 0 && block > 0) {
        while (((volatile unsigned *)d_flag)[block - 1] == 0) {
        }
    }
    __syncwarp();
    int before = block > 0 ? values[block - 1] : 0; // expect note: older value read; than thread 31 of block 0 has written
    if (threadIdx.x == 31) {
        values[block] = before + 1; // other place
        ((volatile unsigned *)d_flag)[block] = 1;
    }
}
CASE(read_by_the_warp) {
    // expect reason: expected 0, got
    return chain([](int *d_value, unsigned *d_flag) { read_by_the_warp_kernel<<<BLOCKS, 32>>>(d_value, d_flag); });
}

// A status word that is published as two halves, the value first.
static int chain_of_words(void (*kernel)(unsigned *)) {
    unsigned *d_words = zeros<unsigned>(2 * BLOCKS + 1), h_words[2 * BLOCKS];
    kernel<<<BLOCKS, 32>>>(d_words);
    cudaMemcpy(h_words, d_words, sizeof(h_words), cudaMemcpyDeviceToHost);
    cudaFree(d_words);
    return (int)h_words[2 * BLOCKS - 1] - BLOCKS;
}

__global__ void two_halves_kernel(unsigned *d_words) {
    unsigned block = take_ticket(d_words + 2 * BLOCKS), before = 0;
    volatile unsigned *words = d_words;
    if (threadIdx.x == 0) {
        if (block > 0) {
            while (words[2 * (block - 1)] == 0) {
            }
            before = words[2 * (block - 1) + 1]; // expect note: older value read; d_zeros[1]
        }
        words[2 * block + 1] = before + 1; // other place
        words[2 * block] = 1;
    }
}
CASE(two_halves) { // expect reason: expected 0, got
    return chain_of_words(two_halves_kernel);
}

__global__ void read_at_once_kernel(unsigned *d_words) {
    unsigned block = take_ticket(d_words + 2 * BLOCKS);
    volatile unsigned *words = d_words;
    if (threadIdx.x == 0) {
        unsigned long long word = 0;
        while (block > 0 && (unsigned)word == 0) {
            word = ((volatile unsigned long long *)d_words)[block - 1]; // expect note: older value read; d_zeros[1]
        }
        words[2 * block + 1] = (unsigned)(word >> 32) + 1; // other place
        words[2 * block] = 1;
    }
}
CASE(two_halves_read_at_once) { // expect reason: expected 0, got
    return chain_of_words(read_at_once_kernel);
}

// The last block adds up what the others have left, all of it volatile.
__global__ void last_adds_kernel(volatile int *d_part, unsigned *d_count, int *d_out) {
    __shared__ bool s_last;
    if (threadIdx.x == 0) {
        d_part[blockIdx.x] = 1; // other place
        s_last = atomicAdd(d_count, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (s_last && threadIdx.x == 0) {
        for (unsigned i = 0; i < gridDim.x; i++) {
            *d_out += d_part[i]; // expect note: older value read
        }
    }
}
CASE(last_adds) { // expect reason: expected 0, got
    int *d_part = zeros<int>(BLOCKS), *d_out = zeros<int>(1);
    unsigned *d_count = zeros<unsigned>(1);
    last_adds_kernel<<<BLOCKS, 64>>>(d_part, d_count, d_out);
    cudaFree(d_part);
    cudaFree(d_count);
    return sum_and_free(d_out, 1) - BLOCKS;
}

// In one block, by way of global memory.
template <bool FENCES>
__global__ void warp_to_warp_kernel(volatile int *d_value, volatile unsigned *d_flag, int *d_out) {
    if (threadIdx.x == 32) {
        *d_value = 5; // other place
        if (FENCES) {
            __threadfence_block();
        }
        *d_flag = 1;
    } else if (threadIdx.x == 0) {
        while (*d_flag == 0) {
        }
        if (FENCES) {
            __threadfence_block();
        }
        *d_out = *d_value; // expect note: older value read; than thread 32 of block 0 has written; no barrier or fence
    }
}
static int warp_to_warp(void (*kernel)(volatile int *, volatile unsigned *, int *)) {
    int *d_value = zeros<int>(1), *d_out = zeros<int>(1);
    unsigned *d_flag = zeros<unsigned>(1);
    kernel<<<1, 64>>>(d_value, d_flag, d_out);
    cudaFree(d_value);
    cudaFree(d_flag);
    return sum_and_free(d_out, 1) - 5;
}
CASE(warp_to_warp) { // expect reason: expected 0, got
    return warp_to_warp(warp_to_warp_kernel<false>);
}

__device__ int d_message, d_sent;

__global__ void by_variables_kernel(unsigned *d_ticket, int *d_out) {
    if (take_ticket(d_ticket) == 0) {
        *(volatile int *)&d_message = 7; // other place
        *(volatile int *)&d_sent = 1;
    } else {
        while (*(volatile int *)&d_sent == 0) {
        }
        *d_out = *(volatile int *)&d_message; // expect note: older value read; d_message
    }
}
CASE(by_variables) { // expect reason: expected 0, got
    unsigned *d_ticket = zeros<unsigned>(1);
    int *d_out = zeros<int>(1);
    by_variables_kernel<<<2, 1>>>(d_ticket, d_out);
    cudaFree(d_ticket);
    return sum_and_free(d_out, 1) - 7;
}

// Blocks between the first and the last read the value of the first. The last one of them tells the last block, which
// has read the first one's flag.
template <bool FENCES>
__global__ void told_kernel(unsigned *d_ticket, volatile int *d_value, volatile unsigned *d_flags, int *d_out) {
    unsigned block = take_ticket(d_ticket);
    if (block == 0) {
        *d_value = 5; // other place
        d_flags[0] = 1;
    } else if (block < gridDim.x - 1) {
        while (*d_value == 0) {
        }
        if (FENCES) {
            __threadfence();
        }
        d_flags[block] = 1;
    } else {
        while (d_flags[0] == 0 || d_flags[block - 1] == 0) {
        }
        __threadfence();
        *d_out = *d_value; // expect note: older value read; than thread 0 of block 0 has written
    }
}
static int tell(void (*kernel)(unsigned *, volatile int *, volatile unsigned *, int *), unsigned blocks) {
    unsigned *d_ticket = zeros<unsigned>(1), *d_flags = zeros<unsigned>(blocks);
    int *d_value = zeros<int>(1), *d_out = zeros<int>(1);
    kernel<<<blocks, 1>>>(d_ticket, d_value, d_flags, d_out);
    cudaFree(d_ticket);
    cudaFree(d_flags);
    cudaFree(d_value);
    return sum_and_free(d_out, 1) - 5;
}
CASE(told) { // expect reason: expected 0, got
    return tell(told_kernel<false>, 3);
}

// ---- The newest value --------------------------------------------------------------------------------------

CASE(told_fenced) { // expect nothing
    return tell(told_kernel<true>, 3);
}
CASE(told_by_many) { // expect nothing
    return tell(told_kernel<true>, 8);
}

CASE(warp_to_warp_fenced) { // expect nothing
    return warp_to_warp(warp_to_warp_kernel<true>);
}

__global__ void fenced_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (((volatile unsigned *)d_flag)[block - 1] == 0) {
            }
            __threadfence();
            before = ((volatile int *)d_value)[block - 1];
        }
        ((volatile int *)d_value)[block] = before + 1;
        __threadfence();
        ((volatile unsigned *)d_flag)[block] = 1;
    }
}
CASE(fenced) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { fenced_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void released_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (device_ref<unsigned>(d_flag[block - 1]).load(cuda::memory_order_acquire) == 0) {
            }
            before = device_ref<int>(d_value[block - 1]).load(cuda::memory_order_relaxed);
        }
        device_ref<int>(d_value[block]).store(before + 1, cuda::memory_order_relaxed);
        device_ref<unsigned>(d_flag[block]).store(1, cuda::memory_order_release);
    }
}
CASE(released) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { released_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void functions_fenced_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (atomicAdd(&d_flag[block - 1], 0u) == 0) {
            }
            __threadfence();
            before = atomicAdd(&d_value[block - 1], 0);
        }
        atomicExch(&d_value[block], before + 1);
        __threadfence();
        atomicExch(&d_flag[block], 1u);
    }
}
CASE(functions_fenced) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { functions_fenced_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// The value, which is not 0, is polled like its flag.
__global__ void polled_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (((volatile unsigned *)d_flag)[block - 1] == 0) {
            }
            while (((volatile int *)d_value)[block - 1] == 0) {
            }
            before = ((volatile int *)d_value)[block - 1];
        }
        ((volatile int *)d_value)[block] = before + 1;
        ((volatile unsigned *)d_flag)[block] = 1;
    }
}
CASE(polled) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { polled_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// Another thread reads the value after a block barrier.
__global__ void fenced_read_by_another_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0 && block > 0) {
        while (((volatile unsigned *)d_flag)[block - 1] == 0) {
        }
    }
    __syncthreads();
    volatile int *values = d_value;
    if (threadIdx.x == 40) {
        values[block] = (block > 0 ? values[block - 1] : 0) + 1;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        ((volatile unsigned *)d_flag)[block] = 1;
    }
}
CASE(fenced_read_by_another) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { fenced_read_by_another_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// Block 0 writes a value, block 1 passes on that it has seen it, and block 2 has only heard of it.
__global__ void by_a_third_block_kernel(unsigned *d_ticket, volatile int *d_value, volatile unsigned *d_flag, int *d_out) {
    unsigned block = take_ticket(d_ticket);
    if (block == 0) {
        *d_value = 5; // other place
        d_flag[0] = 1;
    } else if (block == 1) {
        while (d_flag[0] == 0) {
        }
        d_flag[1] = 1;
    } else {
        while (d_flag[1] == 0) {
        }
        *d_out = *d_value; // expect note: older value read; thread 0 of block 2 gets an older value than thread 0 of block 0 has written
    }
}
CASE(by_a_third_block) { // expect reason: expected 0, got
    unsigned *d_ticket = zeros<unsigned>(1), *d_flag = zeros<unsigned>(2);
    int *d_value = zeros<int>(1), *d_out = zeros<int>(1);
    by_a_third_block_kernel<<<3, 1>>>(d_ticket, d_value, d_flag, d_out);
    cudaFree(d_ticket);
    cudaFree(d_flag);
    cudaFree(d_value);
    return sum_and_free(d_out, 1) - 5;
}

// The same by atomics, and along more blocks.
__global__ void by_many_blocks_kernel(unsigned *d_ticket, int *d_value, unsigned *d_flag, int *d_out) {
    unsigned block = take_ticket(d_ticket);
    if (block == 0) {
        atomicExch(d_value, 5); // other place
    } else {
        while (atomicAdd(d_flag, 0u) < block) {
        }
    }
    atomicAdd(d_flag, 1u);
    if (block == BLOCKS - 1) {
        *d_out = atomicAdd(d_value, 0); // expect note: older value read; thread 0 of block 5 gets an older value than thread 0 of block 0 has written
    }
}
CASE(by_many_blocks) { // expect reason: expected 0, got
    unsigned *d_ticket = zeros<unsigned>(1), *d_flag = zeros<unsigned>(1);
    int *d_value = zeros<int>(1), *d_out = zeros<int>(1);
    by_many_blocks_kernel<<<BLOCKS, 1>>>(d_ticket, d_value, d_flag, d_out);
    cudaFree(d_ticket);
    cudaFree(d_flag);
    cudaFree(d_value);
    return sum_and_free(d_out, 1) - 5;
}

// Blocks run in order here, so each finds the previous block's value: but nothing makes them.
__global__ void by_the_order_of_blocks_kernel(unsigned *d_ticket, volatile int *d_value) {
    unsigned block = take_ticket(d_ticket);
    d_value[block] = (block > 0 ? d_value[block - 1] : 0) + 1; // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written
}
CASE(by_the_order_of_blocks) { // expect reason: expected 0, got
    unsigned *d_ticket = zeros<unsigned>(1);
    int *d_value = zeros<int>(BLOCKS), last;
    by_the_order_of_blocks_kernel<<<BLOCKS, 1>>>(d_ticket, d_value);
    cudaMemcpy(&last, d_value + BLOCKS - 1, sizeof(last), cudaMemcpyDeviceToHost);
    cudaFree(d_ticket);
    cudaFree(d_value);
    return last - BLOCKS;
}

// The value before the last write is the last one, too. The one before is older.
__global__ void written_twice_kernel(unsigned *d_ticket, volatile int *d_value, volatile unsigned *d_flag, int *d_out) {
    if (take_ticket(d_ticket) == 0) {
        *d_value = 5; // other place
        __threadfence_block();
        *d_value = 5;
        *d_flag = 1;
    } else {
        while (*d_flag == 0) {
        }
        *d_out = *d_value; // expect note: older value read; thread 0 of block 1 gets an older value than thread 0 of block 0 has written
    }
}
CASE(written_twice) { // expect reason: expected 0, got
    unsigned *d_ticket = zeros<unsigned>(1), *d_flag = zeros<unsigned>(1);
    int *d_value = zeros<int>(1), *d_out = zeros<int>(1);
    written_twice_kernel<<<2, 1>>>(d_ticket, d_value, d_flag, d_out);
    cudaFree(d_ticket);
    cudaFree(d_flag);
    cudaFree(d_value);
    return sum_and_free(d_out, 1) - 5;
}

// The first write is ordered, the second is not: the reader may find 5 or 6, but not 0, and both will do.
__global__ void first_is_ordered_kernel(unsigned *d_ticket, volatile int *d_value, volatile unsigned *d_flag, int *d_out) {
    if (take_ticket(d_ticket) == 0) {
        *d_value = 5;
        __threadfence();
        *d_value = 6;
        *d_flag = 1;
    } else {
        while (*d_flag == 0) {
        }
        __threadfence();
        *d_out = *d_value / 5;
    }
}
CASE(first_is_ordered) { // expect nothing
    unsigned *d_ticket = zeros<unsigned>(1), *d_flag = zeros<unsigned>(1);
    int *d_value = zeros<int>(1), *d_out = zeros<int>(1);
    first_is_ordered_kernel<<<2, 1>>>(d_ticket, d_value, d_flag, d_out);
    cudaFree(d_ticket);
    cudaFree(d_flag);
    cudaFree(d_value);
    return sum_and_free(d_out, 1) - 1;
}

// A loop around atomicCAS() tries once for each block, as long as no two blocks meet.
__global__ void compare_and_swap_kernel(int *d_total) {
    int old = *(volatile int *)d_total, seen;
    while ((seen = atomicCAS(d_total, old, old + 2)) != old) {
        old = seen;
    }
}
CASE(compare_and_swap) { // expect nothing
    // count: atomics = 6
    int *d_total = zeros<int>(1);
    compare_and_swap_kernel<<<BLOCKS, 1>>>(d_total);
    return sum_and_free(d_total, 1) - 2 * BLOCKS;
}

// One thread reads so many values as no thread polls.
enum { MANY = 20000 };
__global__ void many_values_kernel(const volatile int *d_values, int *d_out) {
    int up = 0, down = 0;
    for (int i = 0; i < MANY; i++) {
        up += d_values[i];
    }
    *d_out = up;
    for (int i = MANY; i-- > 0;) {
        down += d_values[i];
    }
    *d_out += down;
}
CASE(many_values) { // expect nothing
    int *d_values = zeros<int>(MANY), *d_out = zeros<int>(1);
    cudaMemset(d_values, 1, MANY * sizeof(int));
    many_values_kernel<<<1, 1>>>(d_values, d_out);
    cudaFree(d_values);
    return sum_and_free(d_out, 1) - (int)(0x01010101u * 2 * MANY);
}

// A third block's value, with fences all along.
__global__ void handed_on_kernel(unsigned *d_ticket, volatile int *d_value, volatile unsigned *d_flag, int *d_out) {
    unsigned block = take_ticket(d_ticket);
    if (block == 0) {
        *d_value = 5;
    } else {
        while (*d_flag < block) {
        }
    }
    __threadfence();
    if (block == BLOCKS - 1) {
        *d_out = *d_value;
    }
    *d_flag = block + 1;
}
CASE(handed_on) { // expect nothing
    unsigned *d_ticket = zeros<unsigned>(1), *d_flag = zeros<unsigned>(1);
    int *d_value = zeros<int>(1), *d_out = zeros<int>(1);
    handed_on_kernel<<<BLOCKS, 1>>>(d_ticket, d_value, d_flag, d_out);
    cudaFree(d_ticket);
    cudaFree(d_flag);
    cudaFree(d_value);
    return sum_and_free(d_out, 1) - 5;
}

// The value and its flag share a word: one store publishes both.
__global__ void one_word_kernel(volatile unsigned long long *d_words, unsigned *d_ticket) {
    unsigned block = take_ticket(d_ticket);
    if (threadIdx.x == 0) {
        unsigned long long before = 1;
        while (block > 0 && (before = d_words[block - 1]) == 0) {
        }
        d_words[block] = before + (1ull << 32);
    }
}
CASE(one_word) { // expect nothing
    unsigned long long *d_words = zeros<unsigned long long>(BLOCKS), last;
    unsigned *d_ticket = zeros<unsigned>(1);
    one_word_kernel<<<BLOCKS, 32>>>(d_words, d_ticket);
    cudaMemcpy(&last, d_words + BLOCKS - 1, sizeof(last), cudaMemcpyDeviceToHost);
    cudaFree(d_words);
    cudaFree(d_ticket);
    return (int)(last >> 32) - BLOCKS;
}

// Few blocks publish many words, each in two steps, and look back at all of them. An older word is as good as a newer
// one, and a thread that finds nothing looks again.
enum { TILES = 40 };
__global__ void look_back_kernel(volatile unsigned long long *d_words, unsigned *d_ticket) {
    for (unsigned tile; (tile = take_ticket(d_ticket)) < TILES; __syncthreads()) {
        if (threadIdx.x == 0) {
            d_words[tile] = 1ull << 32 | 1;
            unsigned sum = 1;
            unsigned long long word = 0;
            for (unsigned other = tile; other-- > 0 && word >> 32 != 2; sum += (unsigned)word) {
                do {
                    word = d_words[other];
                } while (word == 0);
            }
            d_words[tile] = 2ull << 32 | sum;
        }
    }
}
CASE(look_back) { // expect nothing
    unsigned long long *d_words = zeros<unsigned long long>(TILES), last;
    unsigned *d_ticket = zeros<unsigned>(1);
    look_back_kernel<<<4, 32>>>(d_words, d_ticket);
    cudaMemcpy(&last, d_words + TILES - 1, sizeof(last), cudaMemcpyDeviceToHost);
    cudaFree(d_words);
    cudaFree(d_ticket);
    return (int)(unsigned)last - TILES;
}

// The last block polls a counter until all have counted, and adds up what they have left.
__global__ void counter_kernel(volatile int *d_part, unsigned *d_count, int *d_out) {
    unsigned block = take_ticket(d_count + 1);
    if (threadIdx.x == 33) {
        d_part[block] = (int)block;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(d_count, 1u);
        while (block == gridDim.x - 1 && *(volatile unsigned *)d_count < gridDim.x) {
        }
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x < block && block == gridDim.x - 1) {
        atomicAdd(d_out, d_part[threadIdx.x]);
    }
}
CASE(counter) { // expect nothing
    int *d_part = zeros<int>(BLOCKS), *d_out = zeros<int>(1);
    unsigned *d_count = zeros<unsigned>(2);
    counter_kernel<<<BLOCKS, 64>>>(d_part, d_count, d_out);
    cudaFree(d_part);
    cudaFree(d_count);
    return sum_and_free(d_out, 1) - 10;
}

// The best value so far is only a hint: an older one costs an atomic.
__global__ void hint_kernel(int *d_best) {
    int mine = (int)(blockIdx.x * 7 % 32);
    if (mine > *(volatile int *)d_best) {
        atomicMax(d_best, mine);
    }
}
CASE(hint) { // expect nothing
    int *d_best = zeros<int>(1);
    hint_kernel<<<32, 1>>>(d_best);
    return sum_and_free(d_best, 1) - 31;
}

// A counter whose last value the last block reads by an atomic that changes it.
__global__ void total_kernel(int *d_total, unsigned *d_count, int *d_out) {
    atomicAdd(d_total, 2);
    __threadfence();
    if (atomicAdd(d_count, 1u) == gridDim.x - 1) {
        __threadfence();
        *d_out = *(volatile int *)d_total + atomicExch(d_total, 0);
    }
}
CASE(total) { // expect nothing
    int *d_total = zeros<int>(1), *d_out = zeros<int>(1);
    unsigned *d_count = zeros<unsigned>(1);
    total_kernel<<<BLOCKS, 1>>>(d_total, d_count, d_out);
    cudaFree(d_count);
    return sum_and_free(d_total, 1) + sum_and_free(d_out, 1) - 4 * BLOCKS;
}

// A pair of updates: one that changes the value finds the newest one.
__global__ void updates_kernel(unsigned *d_ticket, int *d_value, unsigned *d_flag, int *d_out) {
    if (take_ticket(d_ticket) == 0) {
        atomicExch(d_value, 5);
        atomicExch(d_flag, 1u);
    } else {
        while (atomicAdd(d_flag, 0u) == 0) {
        }
        *d_out = atomicAdd(d_value, 1) * 0 + 3;
    }
}
CASE(updates) { // expect nothing
    unsigned *d_ticket = zeros<unsigned>(1), *d_flag = zeros<unsigned>(1);
    int *d_value = zeros<int>(1), *d_out = zeros<int>(1);
    updates_kernel<<<2, 1>>>(d_ticket, d_value, d_flag, d_out);
    cudaFree(d_ticket);
    cudaFree(d_flag);
    return sum_and_free(d_value, 1) + sum_and_free(d_out, 1) - 9;
}

// A thread that polls sees each value that a writer leaves for a moment. Under other schedules it sees none of them
// (order_random.cu).
__global__ void moment_kernel(unsigned *d_ticket, volatile unsigned *d_status, int *d_out) {
    if (take_ticket(d_ticket) == 0) {
        *d_status = 1;
        *d_status = 2;
    } else {
        unsigned status;
        do {
            status = *d_status;
        } while (status == 0);
        d_out[blockIdx.x] = (int)status;
    }
}
CASE(moment) { // expect reason: expected 0, got 3
    unsigned *d_ticket = zeros<unsigned>(1), *d_status = zeros<unsigned>(1);
    int *d_out = zeros<int>(4);
    moment_kernel<<<4, 1>>>(d_ticket, d_status, d_out);
    cudaFree(d_ticket);
    cudaFree(d_status);
    return sum_and_free(d_out, 4) - 6 == -3 ? 3 : 0;
}

// A thread that has read the new value gets it again, whatever it has read since.
__global__ void coherent_kernel(unsigned *d_ticket, volatile int *d_value, volatile unsigned *d_flag, int *d_out) {
    if (take_ticket(d_ticket) == 0) {
        *d_value = 5;
        *d_flag = 1;
    } else {
        while (*d_value == 0) {
        }
        while (*d_flag == 0) {
        }
        __syncthreads();
        d_out[threadIdx.x] = *d_value;
    }
}
CASE(coherent) { // expect nothing
    unsigned *d_ticket = zeros<unsigned>(1), *d_flag = zeros<unsigned>(1);
    int *d_value = zeros<int>(1), *d_out = zeros<int>(1);
    coherent_kernel<<<2, 1>>>(d_ticket, d_value, d_flag, d_out);
    cudaFree(d_ticket);
    cudaFree(d_flag);
    cudaFree(d_value);
    return sum_and_free(d_out, 1) - 5;
}

// A thread reads what it has written itself, and the block what it has written before its barrier.
__global__ void own_values_kernel(volatile int *d_value, int *d_out) {
    if (threadIdx.x == 0) {
        d_value[0] = 5;
        d_value[1] = 6;
        d_out[0] = d_value[1] + d_value[0];
    }
    __syncthreads();
    if (threadIdx.x == 40) {
        d_out[1] = d_value[1] + d_value[0];
    }
}
CASE(own_values) { // expect nothing
    int *d_value = zeros<int>(2), *d_out = zeros<int>(2);
    own_values_kernel<<<1, 64>>>(d_value, d_out);
    cudaFree(d_value);
    return sum_and_free(d_out, 2) - 22;
}

// No GPU hides a value for long: not while so much else is written.
__global__ void hidden_for_a_while_kernel(int *d_value, unsigned *d_flag, int count) {
    unsigned block = take_ticket(d_flag + 1);
    volatile int *values = d_value;
    volatile unsigned *flag = d_flag;
    if (threadIdx.x == 0 && block == 0) {
        values[0] = 5;
        for (int i = 1; i < count; i++) {
            values[i] = 1;
        }
        *flag = 1;
    } else if (threadIdx.x == 0) {
        while (*flag == 0) {
        }
        values[count] = values[0];
    }
}
CASE(hidden_for_a_while) { // expect nothing
    int *d_value = zeros<int>(401), last;
    unsigned *d_flag = zeros<unsigned>(2);
    hidden_for_a_while_kernel<<<2, 32>>>(d_value, d_flag, 400);
    cudaMemcpy(&last, d_value + 400, sizeof(last), cudaMemcpyDeviceToHost);
    cudaFree(d_value);
    cudaFree(d_flag);
    return last - 5;
}

// ---- Who has read what others store, and publishes nothing afterwards ---------------------------------------

__global__ void answers_kernel(unsigned *d_flag, bool answers) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    volatile unsigned *flag = d_flag;
    if (threadIdx.x == 0) {
        while (block > 0 && flag[0] == 0) {
        }
        if (block == 0 || answers) {
            flag[block] = 1;
        }
    }
}
CASE(answers) { // expect nothing
    unsigned *d_flag = zeros<unsigned>(BLOCKS + 1);
    answers_kernel<<<BLOCKS, 32>>>(d_flag, true);
    // count: silent_waits = 0
    cudaFree(d_flag);
    return 0;
}
CASE(answers_nothing) { // expect nothing
    unsigned *d_flag = zeros<unsigned>(BLOCKS + 1);
    answers_kernel<<<BLOCKS, 32>>>(d_flag, false);
    // count: silent_waits = 5
    cudaFree(d_flag);
    return 0;
}
