// Order between blocks (common/sim/race/happens_before.h): data, fence, flag; flag, fence, data. Correct programs cause
// no report. A missing fence, a fence at the wrong place, or a flag that is accessed like any other value is a race.
//
// Blocks take their numbers from a ticket, so these programs terminate in any order of blocks.
#include "conformance.h"

#include <cuda/atomic>

enum { BLOCKS = 6 };

// The block's number by order of arrival. All threads of the block call it.
static __device__ unsigned take_ticket(unsigned *d_ticket) {
    __shared__ unsigned s_block;
    if (threadIdx.x == 0) {
        s_block = atomicAdd(d_ticket, 1u);
    }
    __syncthreads();
    return s_block;
}

static __device__ unsigned look(const unsigned *d_flag) {
    return *(const volatile unsigned *)d_flag;
}

static __device__ void raise(unsigned *d_flag) {
    *(volatile unsigned *)d_flag = 1;
}

// Each block adds 1 to the previous block's value: `kernel` is one of those below.
template <class Kernel>
static int chain(Kernel launch) {
    int *d_value = zeros<int>(BLOCKS);
    unsigned *d_flag = zeros<unsigned>(BLOCKS + 1); // and the ticket
    launch(d_value, d_flag);
    int last;
    cudaMemcpy(&last, d_value + BLOCKS - 1, sizeof(last), cudaMemcpyDeviceToHost);
    cudaFree(d_value);
    cudaFree(d_flag);
    return last - BLOCKS;
}

// ---- In order ----------------------------------------------------------------------------------------------

__global__ void handed_on_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
            before = d_value[block - 1];
        }
        d_value[block] = before + 1;
        __threadfence();
        raise(&d_flag[block]);
    }
}
CASE(handed_on) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { handed_on_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// The flag is atomic; after a block barrier, another thread than the one that polled reads the value.
__global__ void read_by_another_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0 && block > 0) {
        while (atomicAdd(&d_flag[block - 1], 0u) == 0) {
        }
    }
    __syncthreads();
    if (threadIdx.x == 40) {
        d_value[block] = (block > 0 ? d_value[block - 1] : 0) + 1;
    }
    __syncthreads(); // thread 0's fence covers what thread 40 wrote before this
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(&d_flag[block], 1u);
    }
}
CASE(read_by_another) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { read_by_another_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// Each writing thread executes a fence; then one thread raises the flag for all.
__global__ void fenced_by_the_writer_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 40) {
        int before = 0;
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
            before = d_value[block - 1];
        }
        d_value[block] = before + 1;
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        raise(&d_flag[block]);
    }
}
CASE(fenced_by_the_writer) {
    // expect nothing
    return chain(
        [](int *d_value, unsigned *d_flag) { fenced_by_the_writer_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// The same by inline PTX.
__global__ void released_by_ptx_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS), raised = block == 0;
    if (threadIdx.x == 0) {
        while (raised == 0) {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                         : "=r"(raised)
                         : "l"(&d_flag[block - 1])
                         : "memory");
        }
        d_value[block] = (block > 0 ? d_value[block - 1] : 0) + 1;
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(&d_flag[block]), "r"(1u)
                     : "memory");
    }
}
CASE(released_by_ptx) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { released_by_ptx_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}
__global__ void fenced_by_ptx_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS), raised = block == 0;
    if (threadIdx.x == 0) {
        while (raised == 0) {
            asm volatile("ld.volatile.global.u32 %0, [%1];"
                         : "=r"(raised)
                         : "l"(&d_flag[block - 1])
                         : "memory");
        }
        asm volatile("membar.gl;" ::
                         : "memory");
        d_value[block] = (block > 0 ? d_value[block - 1] : 0) + 1;
        asm volatile("fence.acq_rel.gpu;" ::
                         : "memory");
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(&d_flag[block]), "r"(1u)
                     : "memory");
    }
}
CASE(fenced_by_ptx) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { fenced_by_ptx_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}
__global__ void relaxed_by_ptx_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS), raised = block == 0;
    if (threadIdx.x == 0) {
        while (raised == 0) {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                         : "=r"(raised)
                         : "l"(&d_flag[block - 1])
                         : "memory");
        }
        int before = 0;
        if (block > 0) {
            before = d_value[block - 1]; // expect: race in global memory; no __threadfence() before the flag's write
        }
        d_value[block] = before + 1; // other place
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(&d_flag[block]), "r"(1u)
                     : "memory");
    }
}
CASE(relaxed_by_ptx) {
    chain([](int *d_value, unsigned *d_flag) { relaxed_by_ptx_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
    return 0;
}

// One lane reads the flag and executes a fence; its warp reads the value.
__global__ void read_by_the_warp_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0 && block > 0) {
        while (look(&d_flag[block - 1]) == 0) {
        }
        __threadfence();
    }
    __syncwarp();
    if (threadIdx.x == 7) {
        d_value[block] = (block > 0 ? d_value[block - 1] : 0) + 1;
        __threadfence();
        raise(&d_flag[block]);
    }
}
CASE(read_by_the_warp) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { read_by_the_warp_kernel<<<BLOCKS, 32>>>(d_value, d_flag); });
}

// A shuffle hands on what a flag says. Only the barrier hands on the order.
__global__ void read_after_shuffle_and_barrier_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    unsigned raised = block == 0;
    while (!raised) {
        if (threadIdx.x == 0) {
            raised = look(&d_flag[block - 1]);
            __threadfence();
        }
        raised = __shfl_sync(0xffffffff, raised, 0);
    }
    __syncwarp();
    if (threadIdx.x == 7) {
        d_value[block] = (block > 0 ? d_value[block - 1] : 0) + 1;
        __threadfence();
        raise(&d_flag[block]);
    }
}
CASE(read_after_shuffle_and_barrier) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) {
        read_after_shuffle_and_barrier_kernel<<<BLOCKS, 32>>>(d_value, d_flag);
    });
}

// The last block to arrive adds up what all others have written.
__global__ void last_adds_kernel(int *d_value, unsigned *d_count) {
    __shared__ bool s_last;
    if (threadIdx.x == 0) {
        d_value[blockIdx.x] = 1;
        __threadfence();
        s_last = atomicAdd(d_count, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (s_last && threadIdx.x == 33) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++) {
            sum += d_value[i];
        }
        d_value[gridDim.x - 1] = sum;
    }
}
CASE(last_adds) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { last_adds_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// Order is transitive: block k reads the values of all previous blocks, and has read only one flag.
__global__ void passed_on_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
        }
        int sum = 1;
        for (unsigned i = 0; i < block; i++) {
            sum += i + 1 == block ? d_value[i] : d_value[i] * 0;
        }
        d_value[block] = sum;
        __threadfence();
        raise(&d_flag[block]);
    }
}
CASE(passed_on) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { passed_on_kernel<<<BLOCKS, 32>>>(d_value, d_flag); });
}

// The blocks write the same flag in turn: each has read what the one before it wrote, and fenced.
__global__ void turn_by_turn_kernel(int *d_value, unsigned *d_turn) {
    unsigned block = take_ticket(d_turn + BLOCKS);
    if (threadIdx.x == 0) {
        while (look(d_turn) != block) {
        }
        __threadfence();
        d_value[BLOCKS - 1] = d_value[BLOCKS - 1] + 1;
        __threadfence();
        *(volatile unsigned *)d_turn = block + 1;
    }
}
CASE(turn_by_turn) {
    // expect nothing
    return chain([](int *d_value, unsigned *d_flag) { turn_by_turn_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// A lock that is released by a volatile write: its owner has read there, by an atomic, what the last owner wrote.
__global__ void volatile_unlock_kernel(int *d_lock, volatile int *d_total) {
    while (atomicCAS(d_lock, 0, 1) != 0) {
    }
    __threadfence();
    *d_total = *d_total + 1;
    __threadfence();
    *(volatile int *)d_lock = 0;
}
CASE(volatile_unlock) { // expect nothing
    int *d_lock = zeros<int>(1), *d_total = zeros<int>(1);
    volatile_unlock_kernel<<<32, 1>>>(d_lock, d_total);
    return sum_and_free(d_lock, 1) + sum_and_free(d_total, 1) - 32;
}

// One lane writes and another one, after a warp barrier, fences for both.
__global__ void fenced_by_another_lane_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
            before = d_value[block - 1];
        }
        d_value[block] = before + 1;
    }
    __syncwarp();
    if (threadIdx.x == 1) {
        __threadfence();
        raise(&d_flag[block]);
    }
}
CASE(fenced_by_another_lane) {
    // expect nothing
    return chain(
        [](int *d_value, unsigned *d_flag) { fenced_by_another_lane_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void fenced_by_the_half_warp_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x < 16) {
        if (threadIdx.x == 3) {
            int before = 0;
            if (block > 0) {
                while (look(&d_flag[block - 1]) == 0) {
                }
                __threadfence();
                before = d_value[block - 1];
            }
            d_value[block] = before + 1;
        }
        __syncwarp(0xffff);
        if (threadIdx.x == 9) {
            cuda::atomic_ref<unsigned, cuda::thread_scope_device>(d_flag[block]).store(1, cuda::memory_order_release);
        }
    }
}
CASE(fenced_by_the_half_warp) {
    // expect nothing
    return chain(
        [](int *d_value, unsigned *d_flag) { fenced_by_the_half_warp_kernel<<<BLOCKS, 32>>>(d_value, d_flag); });
}

// Inside one block, the last warp to arrive adds up what lanes of all warps have left in shared memory.
enum { WARPS = 4 };

__global__ void last_warp_adds_kernel(int *d_out) {
    __shared__ int s_part[WARPS], s_count;
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        s_count = 0;
    }
    __syncthreads();
    if (lane == 5) {
        s_part[warp] = 1;
    }
    __syncwarp();
    if (lane == 0) {
        __threadfence_block();
        if (atomicAdd(&s_count, 1) == WARPS - 1) {
            __threadfence_block();
            int sum = 0;
            for (int i = 0; i < WARPS; i++) {
                sum += s_part[i];
            }
            d_out[blockIdx.x] = sum;
        }
    }
}
CASE(last_warp_adds) { // expect nothing
    int *d_out = zeros<int>(BLOCKS);
    last_warp_adds_kernel<<<BLOCKS, WARPS * 32>>>(d_out);
    return sum_and_free(d_out, BLOCKS) - BLOCKS * WARPS;
}

// The same with an acquire and a release for the block; the whole warp reads.
__global__ void last_warp_acquires_kernel(int *d_out) {
    __shared__ int s_part[WARPS * 32], s_count;
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        s_count = 0;
    }
    __syncthreads();
    s_part[threadIdx.x] = 1;
    __syncwarp();
    int last = 0;
    if (lane == 0) {
        cuda::atomic_ref<int, cuda::thread_scope_block> count(s_count);
        last = count.fetch_add(1, cuda::memory_order_acq_rel) == WARPS - 1;
    }
    __syncwarp();
    if (__shfl_sync(0xffffffffu, last, 0)) {
        int sum = 0;
        for (int i = 0; i < WARPS; i++) {
            sum += s_part[i * 32 + lane];
        }
        atomicAdd(d_out, sum + (int)warp * 0);
    }
}
CASE(last_warp_acquires) { // expect nothing
    int *d_out = zeros<int>(1);
    last_warp_acquires_kernel<<<BLOCKS, WARPS * 32>>>(d_out);
    return sum_and_free(d_out, 1) - BLOCKS * WARPS * 32;
}

// The last warp of each block publishes what all its warps have written, and the last block adds it up.
__global__ void last_warp_publishes_kernel(int *d_part, unsigned *d_count, int *d_out) {
    __shared__ unsigned s_count;
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        s_count = 0;
    }
    __syncthreads();
    if (lane == 7) {
        d_part[blockIdx.x * WARPS + warp] = 1;
    }
    __syncwarp();
    if (lane == 0) {
        __threadfence_block();
        if (atomicAdd(&s_count, 1u) == WARPS - 1) {
            __threadfence();
            if (atomicAdd(d_count, 1u) == gridDim.x - 1) {
                __threadfence();
                for (unsigned i = 0; i < gridDim.x * WARPS; i++) {
                    *d_out += d_part[i];
                }
            }
        }
    }
}
CASE(last_warp_publishes) { // expect nothing
    int *d_part = zeros<int>(BLOCKS * WARPS), *d_out = zeros<int>(1);
    unsigned *d_count = zeros<unsigned>(1);
    last_warp_publishes_kernel<<<BLOCKS, WARPS * 32>>>(d_part, d_count, d_out);
    cudaFree(d_part);
    cudaFree(d_count);
    return sum_and_free(d_out, 1) - BLOCKS * WARPS;
}

// Lane 0 has met half of its warp, then a quarter, and its fence covers both.
__global__ void met_half_and_quarter_kernel(int *d_out) {
    __shared__ int s_part[32], s_flag;
    if (threadIdx.x == 32) {
        s_flag = 0;
    }
    __syncthreads();
    if (threadIdx.x < 16) {
        s_part[threadIdx.x] = 1;
        __syncwarp(0xffff);
        if (threadIdx.x < 8) {
            s_part[threadIdx.x + 16] = 1;
            __syncwarp(0xff);
        }
    }
    if (threadIdx.x == 0) {
        __threadfence_block();
        atomicExch(&s_flag, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(&s_flag, 0) == 0) {
        }
        __threadfence_block();
        for (int i = 0; i < 24; i++) {
            *d_out += s_part[i];
        }
    }
}
CASE(met_half_and_quarter) { // expect nothing
    int *d_out = zeros<int>(1);
    met_half_and_quarter_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 1) - 24;
}

// All lanes of a warp read a value that another warp overwrites after lane 0's flag.
__global__ void read_by_all_kernel(int *d_out) {
    __shared__ int s_value, s_flag;
    if (threadIdx.x == 0) {
        s_value = 1;
        s_flag = 0;
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        d_out[threadIdx.x] = s_value;
        __syncwarp();
    }
    if (threadIdx.x == 0) {
        __threadfence_block();
        atomicExch(&s_flag, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(&s_flag, 0) == 0) {
        }
        __threadfence_block();
        s_value = 2;
        d_out[32] = s_value;
    }
}
CASE(read_by_all) { // expect nothing
    int *d_out = zeros<int>(33);
    read_by_all_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 33) - 34;
}

// The first warp waits for the last one.
__global__ void first_waits_kernel(int *d_out) {
    __shared__ int s_value, s_flag;
    if (threadIdx.x == 0) {
        s_flag = 0;
    }
    __syncthreads();
    if (threadIdx.x == 96) {
        s_value = 5;
        __threadfence_block();
        atomicExch(&s_flag, 1);
    } else if (threadIdx.x == 0) {
        while (atomicCAS(&s_flag, 1, 2) != 1) {
        }
        __threadfence_block();
        d_out[blockIdx.x] = s_value;
    }
}
CASE(first_waits) { // expect nothing
    int *d_out = zeros<int>(BLOCKS);
    first_waits_kernel<<<BLOCKS, 128>>>(d_out);
    return sum_and_free(d_out, BLOCKS) - 5 * BLOCKS;
}

// ---- Out of order ------------------------------------------------------------------------------------------

__global__ void no_fence_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
            before = d_value[block - 1]; // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 reads; no __threadfence() before the flag's write
        }
        d_value[block] = before + 1; // other place
        raise(&d_flag[block]);
    }
}
CASE(no_fence) {
    return chain([](int *d_value, unsigned *d_flag) { no_fence_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// A fence for the block orders nothing for other blocks.
__global__ void block_fence_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
            before = d_value[block - 1]; // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 reads
        }
        d_value[block] = before + 1; // other place
        __threadfence_block();
        raise(&d_flag[block]);
    }
}
CASE(block_fence) {
    return chain([](int *d_value, unsigned *d_flag) { block_fence_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void fence_too_early_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
            before = d_value[block - 1]; // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 reads
        }
        __threadfence();
        d_value[block] = before + 1; // other place
        raise(&d_flag[block]);
    }
}
CASE(fence_too_early) {
    return chain([](int *d_value, unsigned *d_flag) { fence_too_early_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// The reader may have read the value before the flag.
__global__ void no_fence_of_the_reader_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            __threadfence();
            while (look(&d_flag[block - 1]) == 0) {
            }
            before = d_value[block - 1]; // expect: race in global memory; thread 0 of block 0 wrote; no __threadfence() after the read of the flag
        }
        d_value[block] = before + 1; // other place
        __threadfence();
        raise(&d_flag[block]);
    }
}
CASE(no_fence_of_the_reader) {
    return chain([](int *d_value, unsigned *d_flag) { no_fence_of_the_reader_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// A shuffle makes the other lanes of the warp wait for the read, but orders no memory.
__global__ void shuffle_for_a_fence_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    unsigned flag = 1;
    if (threadIdx.x == 0 && block > 0) {
        while ((flag = look(&d_flag[block - 1])) == 0) {
        }
    }
    flag = __shfl_sync(0xffffffffu, flag, 0);
    if (threadIdx.x == 7) {
        int before = block > 0 && flag != 0 ? d_value[block - 1] : 0; // expect: race in global memory; thread 7 of block 0 wrote; thread 7 of block 1 reads
        d_value[block] = before + 1;                                  // other place
        __threadfence();
        raise(&d_flag[block]);
    }
}
CASE(shuffle_for_a_fence) {
    return chain([](int *d_value, unsigned *d_flag) { shuffle_for_a_fence_kernel<<<BLOCKS, 32>>>(d_value, d_flag); });
}

// Nor does it hand on what lane 0 has acquired, whichever lane executes a fence.
__global__ void shuffle_for_a_barrier_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    unsigned flag = 1;
    if (threadIdx.x == 0 && block > 0) {
        while ((flag = look(&d_flag[block - 1])) == 0) {
        }
        __threadfence();
    }
    flag = __shfl_sync(0xffffffffu, flag, 0);
    __threadfence();
    if (threadIdx.x == 7) {
        int before = block > 0 && flag != 0 ? d_value[block - 1] : 0; // expect: race in global memory; thread 7 of block 0 wrote; thread 7 of block 1 reads
        d_value[block] = before + 1;                                  // other place
        __threadfence();
        raise(&d_flag[block]);
    }
}
CASE(shuffle_for_a_barrier) {
    return chain([](int *d_value, unsigned *d_flag) { shuffle_for_a_barrier_kernel<<<BLOCKS, 32>>>(d_value, d_flag); });
}

// The flag is read like any other value: the compiler may read it only once, and nothing is acquired.
__global__ void plain_flag_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (d_flag[block - 1] == 0) { // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 reads
            }
            before = d_value[block - 1]; // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 reads
        }
        d_value[block] = before + 1; // other place
        __threadfence();
        *(volatile unsigned *)&d_flag[block] = 1; // other place
    }
}
CASE(plain_flag) {
    return chain([](int *d_value, unsigned *d_flag) { plain_flag_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// Thread 40 writes, thread 0 executes the fence, and there is no barrier between the two.
__global__ void no_barrier_before_fence_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 40) {
        d_value[block] = 1; // other place
    }
    if (threadIdx.x == 0) {
        __threadfence();
        raise(&d_flag[block]);
        int sum = 0;
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
            sum = d_value[block - 1]; // expect: race in global memory; thread 40 of block 0 wrote; thread 0 of block 1 reads
        }
        raise(&d_flag[sum < 0 ? 1 : block]); // uses sum
    }
}
CASE(no_barrier_before_fence) {
    chain([](int *d_value, unsigned *d_flag) { no_barrier_before_fence_kernel<<<2, 64>>>(d_value, d_flag); });
    return 0;
}

// No warp barrier between the lane that writes and the lane that fences.
__global__ void no_barrier_of_the_warp_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        d_value[block] = 1; // other place
    }
    if (threadIdx.x == 1) {
        __threadfence();
        raise(&d_flag[block]);
    }
    __syncthreads();
    if (threadIdx.x == 2 && block > 0) {
        while (look(&d_flag[block - 1]) == 0) {
        }
        __threadfence();
        d_flag[BLOCKS] = d_value[block - 1]; // expect: race in global memory; thread 0 of block 0 wrote; thread 2 of block 1 reads
    }
}
CASE(no_barrier_of_the_warp) {
    chain([](int *d_value, unsigned *d_flag) { no_barrier_of_the_warp_kernel<<<2, 64>>>(d_value, d_flag); });
    return 0;
}

// The warp barrier comes after the fence.
__global__ void fence_before_the_barrier_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        d_value[block] = 1; // other place
    }
    if (threadIdx.x == 1) {
        __threadfence();
    }
    __syncwarp();
    if (threadIdx.x == 1) {
        raise(&d_flag[block]);
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
            d_value[block] += d_value[block - 1]; // expect: race in global memory; thread 0 of block 0 wrote; thread 1 of block 1 reads
        }
    }
}
CASE(fence_before_the_barrier) {
    chain([](int *d_value, unsigned *d_flag) { fence_before_the_barrier_kernel<<<2, 32>>>(d_value, d_flag); });
    return 0;
}

// The warps do not fence before they count.
__global__ void last_warp_unfenced_kernel(int *d_out) {
    __shared__ int s_part[WARPS], s_count;
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        s_count = 0;
    }
    __syncthreads();
    if (lane == 0) {
        s_part[warp] = 1; // other place
        if (atomicAdd(&s_count, 1) == WARPS - 1) {
            __threadfence_block();
            int sum = 0;
            for (int i = 0; i < WARPS; i++) {
                sum += s_part[i]; // expect: race in shared memory; thread 0 of block 0 wrote; thread 96 of block 0 reads; no __syncthreads()
            }
            d_out[0] = sum;
        }
    }
}
CASE(last_warp_unfenced) {
    int *d_out = zeros<int>(1);
    last_warp_unfenced_kernel<<<1, WARPS * 32>>>(d_out);
    return sum_and_free(d_out, 1) - WARPS;
}

// The last warp does not fence after it has counted.
__global__ void last_warp_reads_at_once_kernel(int *d_out) {
    __shared__ int s_part[WARPS], s_count;
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        s_count = 0;
    }
    __syncthreads();
    if (lane == 0) {
        s_part[warp] = 1; // other place
        __threadfence_block();
        if (atomicAdd(&s_count, 1) == WARPS - 1) {
            int sum = 0;
            for (int i = 0; i < WARPS; i++) {
                sum += s_part[i]; // expect: race in shared memory; thread 0 of block 0 wrote; thread 96 of block 0 reads; no __syncthreads()
            }
            d_out[0] = sum;
        }
    }
}
CASE(last_warp_reads_at_once) {
    int *d_out = zeros<int>(1);
    last_warp_reads_at_once_kernel<<<1, WARPS * 32>>>(d_out);
    return sum_and_free(d_out, 1) - WARPS;
}

// There is no counter: fences alone order nothing.
__global__ void last_warp_by_number_kernel(int *d_out) {
    __shared__ int s_part[WARPS], s_count;
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        s_count = 0;
    }
    __syncthreads();
    if (lane == 0) {
        s_part[warp] = 1; // other place
        __threadfence_block();
        if (warp + s_count == WARPS - 1) {
            __threadfence_block();
            int sum = 0;
            for (int i = 0; i < WARPS; i++) {
                sum += s_part[i]; // expect: race in shared memory; thread 0 of block 0 wrote; thread 96 of block 0 reads; with no __syncthreads() between
            }
            d_out[0] = sum;
        }
    }
}
CASE(last_warp_by_number) {
    int *d_out = zeros<int>(1);
    last_warp_by_number_kernel<<<1, WARPS * 32>>>(d_out);
    return sum_and_free(d_out, 1) - WARPS;
}

// The same as read_by_all without the warp barrier: lane 0's fence covers its own read alone.
__global__ void read_by_all_unmet_kernel(int *d_out) {
    __shared__ int s_value, s_flag;
    if (threadIdx.x == 0) {
        s_value = 1;
        s_flag = 0;
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        d_out[threadIdx.x] = s_value; // other place
    }
    if (threadIdx.x == 0) {
        __threadfence_block();
        atomicExch(&s_flag, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(&s_flag, 0) == 0) {
        }
        __threadfence_block();
        s_value = 2; // expect: race in shared memory; thread 1 of block 0 read; thread 32 of block 0 writes
        d_out[32] = s_value;
    }
}
CASE(read_by_all_unmet) {
    int *d_out = zeros<int>(33);
    read_by_all_unmet_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 33) - 34;
}

// The same between blocks.
__global__ void read_by_a_block_kernel(int *d_value, unsigned *d_flag, int *d_out) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (block == 0) {
        d_out[threadIdx.x] = *d_value; // other place
        if (threadIdx.x == 0) {
            __threadfence();
            raise(d_flag);
        }
    } else if (block == 1 && threadIdx.x == 0) {
        while (look(d_flag) == 0) {
        }
        __threadfence();
        *d_value = 2; // expect: race in global memory; thread 1 of block 0 read; thread 0 of block 1 writes
    }
}
CASE(read_by_a_block) {
    int *d_out = zeros<int>(32), *d_value = zeros<int>(1);
    unsigned *d_flag = zeros<unsigned>(BLOCKS + 1);
    read_by_a_block_kernel<<<2, 32>>>(d_value, d_flag, d_out);
    cudaFree(d_flag);
    return sum_and_free(d_out, 32) + sum_and_free(d_value, 1) - 2;
}

// A flag and fences order the two, but the read-only cache need not notice the write.
__global__ void read_only_behind_flag_kernel(int *d_value, volatile int *d_flag, int *d_out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *d_value = 7; // other place
        __threadfence();
        *d_flag = 1;
    } else if (threadIdx.x == 0) {
        while (*d_flag == 0) {
        }
        __threadfence();
        *d_out = __ldg(d_value); // expect: not read-only; thread 0 of block 1 reads d_zeros[0]; thread 0 of block 0 wrote
    }
}
CASE(read_only_behind_flag) {
    int *d_value = zeros<int>(1), *d_flag = zeros<int>(1), *d_out = zeros<int>(1);
    read_only_behind_flag_kernel<<<2, 32>>>(d_value, d_flag, d_out);
    return sum_and_free(d_value, 1) + sum_and_free(d_flag, 1) + sum_and_free(d_out, 1) - 15;
}

// Both fences are there, but nothing orders the thread that writes the value and the one that writes the flag.
__global__ void flag_by_another_lane_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
            before = d_value[block - 1]; // expect: race in global memory; with no __syncwarp() before another lane writes the flag
        }
        d_value[block] = before + 1; // other place
        __threadfence();
    }
    if (threadIdx.x == 31) {
        raise(&d_flag[block]);
    }
}
CASE(flag_by_another_lane) {
    return chain([](int *d_value, unsigned *d_flag) { flag_by_another_lane_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void flag_by_another_warp_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (look(&d_flag[block - 1]) == 0) {
            }
            __threadfence();
            before = d_value[block - 1]; // expect: race in global memory; with no __syncthreads() before another thread writes the flag
        }
        d_value[block] = before + 1; // other place
        __threadfence();
    }
    if (threadIdx.x == 63) {
        raise(&d_flag[block]);
    }
}
CASE(flag_by_another_warp) {
    return chain([](int *d_value, unsigned *d_flag) { flag_by_another_warp_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

// Nothing orders the thread that reads the flag and the one that reads the value.
__global__ void flag_read_by_another_lane_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0 && block > 0) {
        while (look(&d_flag[block - 1]) == 0) {
        }
        __threadfence();
    }
    if (threadIdx.x == 1) {
        d_value[block] = (block > 0 ? d_value[block - 1] : 0) + 1; // expect: race in global memory; with no __syncwarp() after another lane reads the flag
        __threadfence();
        raise(&d_flag[block]);
    }
}
CASE(flag_read_by_another_lane) {
    return chain([](int *d_value, unsigned *d_flag) { flag_read_by_another_lane_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}

__global__ void flag_read_by_another_warp_kernel(int *d_value, unsigned *d_flag) {
    unsigned block = take_ticket(d_flag + BLOCKS);
    if (threadIdx.x == 0 && block > 0) {
        while (look(&d_flag[block - 1]) == 0) {
        }
        __threadfence();
    }
    if (threadIdx.x == 32) {
        d_value[block] = (block > 0 ? d_value[block - 1] : 0) + 1; // expect: race in global memory; with no __syncthreads() after another thread reads the flag
        __threadfence();
        raise(&d_flag[block]);
    }
}
CASE(flag_read_by_another_warp) {
    return chain([](int *d_value, unsigned *d_flag) { flag_read_by_another_warp_kernel<<<BLOCKS, 64>>>(d_value, d_flag); });
}
