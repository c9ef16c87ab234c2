// The kernels of some exercises (docs/answers.md), each with one block. The result of each is checked.
//
//     ./lab run --counters --launch N docs/programs/exercises.cu       N: 1 to 7, in the order below
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        const cudaError_t error_ = (call);                                                                   \
        if (error_ != cudaSuccess) {                                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));                  \
            exit(2);                                                                                         \
        }                                                                                                    \
    } while (0)

// 2.1: lab02's kernel with a block of 512. 2.5: the same with 256 threads, and a word skipped after each 32.
template <unsigned BLOCK, bool PADDED>
__global__ void interleaved(const int *d_in, int *d_out) {
    __shared__ int s_partial[BLOCK + (PADDED ? BLOCK / 32 : 0)];
    const unsigned tid = threadIdx.x;
#define AT(i) ((i) + (PADDED ? (i) / 32 : 0))
    s_partial[AT(tid)] = d_in[tid];
    __syncthreads();
    for (unsigned stride = 1; stride < BLOCK; stride *= 2) {
        const unsigned left = 2 * stride * tid;
        if (left < BLOCK) {
            s_partial[AT(left)] += s_partial[AT(left + stride)];
        }
        __syncthreads();
    }
    if (tid == 0) {
        *d_out = s_partial[0];
    }
#undef AT
}

// 3.1: lab03's kernel with a block of 128. 3.6: with 256 doubles.
template <class Value>
__global__ void sequential(const Value *d_in, Value *d_out) {
    __shared__ Value s_partial[256];
    const unsigned tid = threadIdx.x;
    s_partial[tid] = d_in[tid];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            s_partial[tid] += s_partial[tid + stride];
        }
        __syncthreads();
    }
    if (tid == 0) {
        *d_out = s_partial[0];
    }
}

// 3.2: any block size.
__global__ void any_size(const int *d_in, int *d_out) {
    __shared__ int s_partial[1024];
    const unsigned tid = threadIdx.x;
    s_partial[tid] = d_in[tid];
    __syncthreads();
    for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
        const unsigned half = (count + 1) / 2;
        if (tid < count / 2) {
            s_partial[tid] += s_partial[tid + half];
        }
        __syncthreads();
    }
    if (tid == 0) {
        *d_out = s_partial[0];
    }
}

// 4.2: three adjacent ints per thread, one warp.
__global__ void three_adjacent(const int *d_in, int *d_out) {
    int value = 0;
    for (unsigned k = 0; k < 3; k++) {
        value += d_in[3 * threadIdx.x + k];
    }
    for (unsigned offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffff, value, offset);
    }
    if (threadIdx.x == 0) {
        *d_out = value;
    }
}

// 8.4: Sklansky's scan of 1,024 elements by 512 threads. The last of them is the sum.
__global__ void sklansky(const int *d_in, int *d_out) {
    __shared__ int s_scan[1024];
    const unsigned tid = threadIdx.x;
    s_scan[tid] = d_in[tid];
    s_scan[tid + 512] = d_in[tid + 512];
    for (unsigned stride = 1; stride < 1024; stride *= 2) {
        __syncthreads();
        const unsigned left = tid / stride * 2 * stride + stride - 1;
        const unsigned right = left + 1 + tid % stride;
        s_scan[right] += s_scan[left];
    }
    __syncthreads();
    d_out[1023 - tid] = s_scan[tid]; // from the end: d_out[0] is the sum
    d_out[511 - tid] = s_scan[tid + 512];
}

// Runs a kernel on n values i % 1000 - 300, and compares d_out[0] with their sum.
template <class Value>
static int run(const char *name, void (*kernel)(const Value *, Value *), unsigned n, unsigned threads) {
    Value in[1024], sum = 0, expected = 0, *d_in = NULL, *d_out = NULL;
    for (unsigned i = 0; i < n; i++) {
        in[i] = (Value)((int)(i * 7919 % 1000) - 300);
        expected += in[i];
    }
    CHECK(cudaMalloc(&d_in, n * sizeof(Value)));
    CHECK(cudaMalloc(&d_out, n * sizeof(Value)));
    CHECK(cudaMemcpy(d_in, in, n * sizeof(Value), cudaMemcpyHostToDevice));
    kernel<<<1, threads>>>(d_in, d_out);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&sum, d_out, sizeof(Value), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    printf("%s: %s\n", name, sum == expected ? "right" : "WRONG");
    return sum != expected;
}

int main(void) {
    int wrong = run("2.1", interleaved<512, false>, 512, 512);
    wrong += run("2.5", interleaved<256, true>, 256, 256);
    wrong += run("3.1", sequential<int>, 128, 128);
    wrong += run("3.2", any_size, 192, 192);
    wrong += run("3.6", sequential<double>, 256, 256);
    wrong += run("4.2", three_adjacent, 96, 32);
    wrong += run("8.4", sklansky, 1024, 512);
    return wrong;
}
