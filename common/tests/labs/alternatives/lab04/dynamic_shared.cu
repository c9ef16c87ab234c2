// lab04 with one kernel for all factors, shared memory sized by the launch, and a device variable for the
// sum. Only the block that is not full tests n.
#include "lab.h"

#include "cuda_check.h"

__device__ int d_grand_total;

template <typename type>
static __device__ type *shared_values(void) {
    extern __shared__ char s_bytes[];
    return (type *)s_bytes;
}

__global__ void any_factor_kernel(const value_t *d_values, value_t *d_results, size_t n, unsigned factor) {
    value_t *s_partial = shared_values<value_t>();
    const size_t share = (size_t)factor * blockDim.x, first = blockIdx.x * share + threadIdx.x;
    value_t value = identity();
    if ((blockIdx.x + 1) * share <= n) {
        value = d_values[first];
        for (unsigned k = 1; k < factor; k++) {
            value = combine(value, d_values[first + k * blockDim.x]);
        }
    } else {
        unsigned k = factor; // from the last to the first
        while (k-- > 0) {
            value =
                combine(first + k * blockDim.x < n ? d_values[first + k * blockDim.x] : identity(), value);
        }
    }
    s_partial[threadIdx.x] = value;
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride >= 1; stride /= 2) {
        if (threadIdx.x < stride) {
            s_partial[threadIdx.x] = combine(s_partial[threadIdx.x], s_partial[threadIdx.x + stride]);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        d_results[blockIdx.x] = s_partial[0];
    }
}

__global__ void grand_total_kernel(const int *d_in, size_t n) {
    int *s_partial = shared_values<int>();
    const size_t first = (size_t)blockIdx.x * COARSE_FACTOR * blockDim.x + threadIdx.x;
    s_partial[threadIdx.x] = 0; // summed in shared memory; only this thread uses the place before the barrier
#pragma unroll
    for (unsigned k = 0; k < COARSE_FACTOR; k++) {
        if (first + k * blockDim.x < n) {
            s_partial[threadIdx.x] += d_in[first + k * blockDim.x];
        }
    }
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride >= 1; stride /= 2) {
        if (threadIdx.x < stride) {
            s_partial[threadIdx.x] += s_partial[threadIdx.x + stride];
        }
        __syncthreads();
    }
    if (threadIdx.x == blockDim.x - 1) { // any thread could
        atomicAdd(&d_grand_total, s_partial[0]);
    }
}

static value_t reduce(const value_t *d_in, size_t n, unsigned factor) {
    if (n == 0) {
        return identity();
    }
    const size_t share = (size_t)factor * BLOCK_SIZE, most = (n + share - 1) / share;
    value_t result, *d_results;
    CUDA_CHECK(cudaMalloc(&d_results, 2 * most * sizeof(value_t)));
    const value_t *d_from = d_in;
    value_t *d_to = d_results;
    for (size_t count = n, blocks; count > 1; count = blocks) {
        blocks = (count + share - 1) / share;
        any_factor_kernel<<<(unsigned)blocks, BLOCK_SIZE, BLOCK_SIZE * sizeof(value_t)>>>(d_from, d_to, count,
                                                                                          factor);
        CUDA_CHECK_LAUNCH();
        d_from = d_to;
        d_to = d_to == d_results ? d_results + most : d_results;
    }
    CUDA_CHECK(cudaMemcpy(&result, d_from, sizeof(value_t), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_results));
    return result;
}

value_t reduce_first_add(const value_t *d_in, size_t n) {
    return reduce(d_in, n, 2);
}

value_t reduce_adjacent(const value_t *d_in, size_t n) {
    return reduce(d_in, n, COARSE_FACTOR);
}

value_t reduce_coarse(const value_t *d_in, size_t n) {
    return reduce(d_in, n, COARSE_FACTOR);
}

int reduce_atomic(const int *d_in, size_t n) {
    int sum = 0;
    if (n == 0) {
        return sum;
    }
    const size_t share = COARSE_FACTOR * BLOCK_SIZE;
    CUDA_CHECK(cudaMemcpyToSymbol(d_grand_total, &sum, sizeof(int)));
    grand_total_kernel<<<(unsigned)((n + share - 1) / share), BLOCK_SIZE, BLOCK_SIZE * sizeof(int)>>>(d_in,
                                                                                                      n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpyFromSymbol(&sum, d_grand_total, sizeof(int)));
    return sum;
}
