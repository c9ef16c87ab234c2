#include "lab.h"

#include "cuda_check.h"

#define BEYOND 20000 // no value of the input, and none of its bytes is one of a guard

__global__ void add_one_kernel(const int *d_in, int *d_out, size_t n) {
    if (threadIdx.x < n) {
        d_out[threadIdx.x] = d_in[threadIdx.x] + 1;
    }
}

static void add_one(const int *d_in, int *d_out, size_t n) {
    add_one_kernel<<<1, 64>>>(d_in, d_out, n);
}

__global__ void store_kernel(int *d_array, long index) {
    d_array[index] = BEYOND;
}

void right(const int *d_in, int *d_out, size_t n) {
    add_one(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}

// ---- Stray writes ----------------------------------------------------------------------------------------

void writes_behind(const int *d_in, int *d_out, size_t n) {
    add_one(d_in, d_out, n);
    if (n == MISTAKEN) {
        store_kernel<<<1, 1>>>(d_out, (long)n);
    }
}

void writes_before(const int *d_in, int *d_out, size_t n) {
    add_one(d_in, d_out, n);
    if (n == MISTAKEN) {
        store_kernel<<<1, 1>>>(d_out, -1);
    }
}

// The same with the student's own memory, n ints.
static int *allocate(size_t n) {
    int *d_own;
    CUDA_CHECK(cudaMalloc(&d_own, n * sizeof(*d_own)));
    return d_own;
}

void writes_behind_own(const int *d_in, int *d_out, size_t n) {
    int *d_own = allocate(n);
    add_one(d_in, d_out, n);
    store_kernel<<<1, 1>>>(d_own, n == MISTAKEN ? (long)n : 0);
    CUDA_CHECK(cudaFree(d_own));
}

void writes_before_own(const int *d_in, int *d_out, size_t n) {
    int *d_own = allocate(n);
    add_one(d_in, d_out, n);
    store_kernel<<<1, 1>>>(d_own, n == MISTAKEN ? -2 : 0);
    CUDA_CHECK(cudaFree(d_own));
}

void copies_behind_own(const int *d_in, int *d_out, size_t n) {
    static const int h_zeros[64] = {0};
    int *d_own = allocate(n);
    cudaMemcpy(d_own, h_zeros, (n == MISTAKEN ? n + 1 : n) * sizeof(*d_own), cudaMemcpyHostToDevice);
    add_one(d_in, d_out, n);
    CUDA_CHECK(cudaFree(d_own));
}

void sets_behind_own(const int *d_in, int *d_out, size_t n) {
    int *d_own = allocate(n);
    cudaMemset(d_own, 0, (n == MISTAKEN ? n + 1 : n) * sizeof(*d_own));
    add_one(d_in, d_out, n);
    CUDA_CHECK(cudaFree(d_own));
}

// ---- Input, output, leak ---------------------------------------------------------------------------------

void changes_input(const int *d_in, int *d_out, size_t n) {
    add_one(d_in, d_out, n);
    if (n == MISTAKEN) {
        store_kernel<<<1, 1>>>((int *)d_in, (long)n - 1);
    }
}

void leaves_unwritten(const int *d_in, int *d_out, size_t n) {
    add_one(d_in, d_out, n == MISTAKEN ? n - 1 : n);
}

void leaks(const int *d_in, int *d_out, size_t n) {
    int *d_own = allocate(n);
    add_one(d_in, d_out, n);
    if (n != MISTAKEN) {
        CUDA_CHECK(cudaFree(d_own));
    }
}

// ---- Errors and hangs ------------------------------------------------------------------------------------

void loses_context(const int *d_in, int *d_out, size_t n) {
    add_one(d_in, d_out, n);
    if (n == MISTAKEN) {
        store_kernel<<<1, 1>>>((int *)16, 0);
    }
    add_one(d_in, d_out, n); // no longer runs, which is not reported a second time
}

void loses_context_and_looks(const int *d_in, int *d_out, size_t n) {
    loses_context(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}

// No element of the input is 0.
__global__ void wait_kernel(const volatile int *d_in) {
    while (*d_in != 0) {
        continue;
    }
}

void hangs(const int *d_in, int *d_out, size_t n) {
    add_one(d_in, d_out, n);
    if (n == MISTAKEN) {
        wait_kernel<<<1, 1>>>(d_in);
    }
}

void asks_too_much(const int *d_in, int *d_out, size_t n) {
    add_one(d_in, d_out, n);
    if (n == MISTAKEN) {
        add_one_kernel<<<1, 2048>>>(d_in, d_out, n);
    }
}

void asks_too_much_and_looks(const int *d_in, int *d_out, size_t n) {
    asks_too_much(d_in, d_out, n);
    CUDA_CHECK_LAUNCH();
}

// ---- Errors that a real GPU itself does not report --------------------------------------------------------

__global__ void compare_kernel(const int *d_own, int *d_out) {
    if (d_own[0] == BEYOND) {
        d_out[0] = 0;
    }
}

void reads_unset(const int *d_in, int *d_out, size_t n) {
    int *d_own = allocate(n);
    add_one(d_in, d_out, n);
    if (n != MISTAKEN) {
        CUDA_CHECK(cudaMemset(d_own, 0, n * sizeof(*d_own)));
    }
    compare_kernel<<<1, 1>>>(d_own, d_out);
    CUDA_CHECK(cudaFree(d_own));
}

__global__ void turn_kernel(int *d_own, bool wait) {
    __shared__ int s_turned[64];
    s_turned[threadIdx.x] = (int)threadIdx.x;
    if (wait) {
        __syncthreads();
    }
    d_own[threadIdx.x] = s_turned[63 - threadIdx.x];
}

void races(const int *d_in, int *d_out, size_t n) {
    int *d_own = allocate(64);
    add_one(d_in, d_out, n);
    turn_kernel<<<1, 64>>>(d_own, n != MISTAKEN);
    CUDA_CHECK(cudaFree(d_own));
}

// Threads of one warp at two barriers, unless `threads` is all.
__global__ void meet_kernel(int *d_own, unsigned threads) {
    if (threadIdx.x < threads) {
        __syncthreads();
        d_own[threadIdx.x] = 1;
    } else {
        d_own[threadIdx.x] = 2;
        __syncthreads();
    }
}

void diverges(const int *d_in, int *d_out, size_t n) {
    int *d_own = allocate(64);
    add_one(d_in, d_out, n);
    meet_kernel<<<1, 64>>>(d_own, n == MISTAKEN ? 16 : 64);
    CUDA_CHECK(cudaFree(d_own));
}
