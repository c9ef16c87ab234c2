// lab04 with blocks of 512 threads and 8 elements per thread, of 128 and 16, and of 1,024 and 2. Loops over
// pointers, and one template for all.
#include "lab.h"

#include "cuda_check.h"

// Leaves the block's result in s_values[0], where the first warp may read it.
template <typename type, unsigned THREADS>
static __device__ void tree(type *s_values, type (*both)(type, type)) {
    for (unsigned stride = THREADS / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        if (threadIdx.x < stride) {
            s_values[threadIdx.x] = both(s_values[threadIdx.x], s_values[threadIdx.x + stride]);
        }
    }
}

static __device__ value_t combined(value_t a, value_t b) {
    return combine(a, b);
}

static __device__ int added(int a, int b) {
    return a + b;
}

template <unsigned THREADS, unsigned FACTOR>
__global__ void walking_kernel(const value_t *d_values, value_t *d_results, size_t n) {
    __shared__ value_t s_values[THREADS];
    const size_t first = (size_t)blockIdx.x * THREADS * FACTOR;
    const value_t *place = d_values + first + threadIdx.x;
    const value_t *end = d_values + (n - first < THREADS * FACTOR ? n : first + THREADS * FACTOR);
    value_t value = identity();
    for (; place < end; place += THREADS) {
        value = combine(value, *place);
    }
    s_values[threadIdx.x] = value;
    tree<value_t, THREADS>(s_values, combined);
    if (threadIdx.x == 0) {
        d_results[blockIdx.x] = *s_values;
    }
}

template <unsigned THREADS, unsigned FACTOR>
__global__ void walking_sum_kernel(const int *d_in, int *d_sum, size_t n) {
    __shared__ int s_values[THREADS];
    int sum = 0;
    size_t i = (size_t)blockIdx.x * THREADS * FACTOR + threadIdx.x;
    for (unsigned left = FACTOR; left > 0 && i < n; left--, i += THREADS) {
        sum += d_in[i];
    }
    s_values[threadIdx.x] = sum;
    tree<int, THREADS>(s_values, added);
    if (threadIdx.x == 0) {
        atomicAdd(d_sum, *s_values);
    }
}

template <unsigned THREADS, unsigned FACTOR>
static value_t reduce(const value_t *d_in, size_t n) {
    value_t result = identity(), *d_results = NULL;
    const size_t blocks = (n + THREADS * FACTOR - 1) / (THREADS * FACTOR);
    if (blocks == 0) {
        return result;
    }
    CUDA_CHECK(cudaMalloc(&d_results, blocks * sizeof(value_t)));
    walking_kernel<THREADS, FACTOR><<<(unsigned)blocks, THREADS>>>(d_in, d_results, n);
    CUDA_CHECK_LAUNCH();
    if (blocks > 1) {
        result = reduce<THREADS, FACTOR>(d_results, blocks); // in its own memory
    } else {
        CUDA_CHECK(cudaMemcpy(&result, d_results, sizeof(value_t), cudaMemcpyDeviceToHost));
    }
    CUDA_CHECK(cudaFree(d_results));
    return result;
}

value_t reduce_first_add(const value_t *d_in, size_t n) {
    return reduce<1024, 2>(d_in, n);
}

value_t reduce_adjacent(const value_t *d_in, size_t n) {
    return reduce<256, 8>(d_in, n);
}

value_t reduce_coarse(const value_t *d_in, size_t n) {
    return reduce<512, 8>(d_in, n);
}

int reduce_atomic(const int *d_in, size_t n) {
    int sum = 0, *d_sum = NULL;
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(d_sum, &sum, sizeof(int), cudaMemcpyHostToDevice));
    if (n > 0) {
        walking_sum_kernel<128, 16><<<(unsigned)((n + 2047) / 2048), 128>>>(d_in, d_sum, n);
    }
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
    return sum;
}
