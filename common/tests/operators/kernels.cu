#include "lab.h"

#include "cuda_check.h"

__global__ void reduce_kernel(const value_t *d_in, value_t *d_out, size_t n, value_t first) {
    value_t value = first;
    for (size_t i = 0; i < n; i++) {
        value = combine(value, d_in[i]);
    }
    *d_out = value;
}

static value_t run(const value_t *d_in, size_t n, value_t first) {
    value_t *d_out, out;
    CUDA_CHECK(cudaMalloc(&d_out, sizeof(*d_out)));
    reduce_kernel<<<1, 1>>>(d_in, d_out, n, first);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_out));
    return out;
}

value_t reduce(const value_t *d_in, size_t n) {
    return run(d_in, n, identity());
}

value_t reduce_from_zero(const value_t *d_in, size_t n) {
    value_t zero;
    memset(&zero, 0, sizeof(zero));
    return run(d_in, n, zero);
}

__global__ void scan_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    value_t value = identity();
    for (size_t i = 0; i < n; i++) {
        d_out[i] = value;
        value = combine(value, d_in[i]);
    }
}

void scan(const value_t *d_in, value_t *d_out, size_t n) {
    scan_kernel<<<1, 1>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

__global__ void scan_swapped_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    value_t value = identity();
    for (size_t i = 0; i < n; i++) {
        value = combine(d_in[i], value);
        d_out[i] = value;
    }
}

void scan_swapped(const value_t *d_in, value_t *d_out, size_t n) {
    scan_swapped_kernel<<<1, 1>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Stores what identity() and combine() return in shared memory, and from there in global memory. With
// `writers` = 2, two threads write different values and race.
__global__ void through_shared_kernel(const value_t *d_in, value_t *d_out, size_t n, unsigned writers) {
    __shared__ value_t s_value[3], s_copy[1];
    if (threadIdx.x < 3) {
        s_value[threadIdx.x] = threadIdx.x < n ? d_in[threadIdx.x] : identity();
    }
    __syncthreads();
    if (threadIdx.x < writers) {
        s_copy[0] = combine(s_value[0], s_value[1 + threadIdx.x]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        s_value[0] = combine(s_copy[0], s_value[2]);
        for (size_t i = 3; i < n; i++) {
            s_value[0] = combine(s_value[0], d_in[i]);
        }
        *d_out = s_value[0];
    }
}

static value_t run_through_shared(const value_t *d_in, size_t n, unsigned writers) {
    value_t *d_out, out;
    CUDA_CHECK(cudaMalloc(&d_out, sizeof(*d_out)));
    through_shared_kernel<<<1, 32>>>(d_in, d_out, n, writers);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_out));
    return out;
}

value_t through_shared(const value_t *d_in, size_t n) {
    return run_through_shared(d_in, n, 1);
}

value_t shared_race(const value_t *d_in, size_t n) {
    return run_through_shared(d_in, n, 2);
}

// combine() reads its operands directly from shared memory, where another thread may not have written them
// yet.
__global__ void argument_race_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    __shared__ value_t s_value[32];
    s_value[threadIdx.x] = threadIdx.x < n ? d_in[threadIdx.x] : identity();
    const value_t value = combine(s_value[threadIdx.x], s_value[threadIdx.x ^ 1]);
    if (threadIdx.x == 0) {
        *d_out = value;
    }
}

value_t argument_race(const value_t *d_in, size_t n) {
    value_t *d_out, out;
    CUDA_CHECK(cudaMalloc(&d_out, sizeof(*d_out)));
    argument_race_kernel<<<1, 32>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_out));
    return out;
}

// Reads one element too many, directly from global memory.
value_t past_the_end(const value_t *d_in, size_t n) {
    return run(d_in, n + 1, identity());
}

__global__ void sum_kernel(const int *d_in, int *d_out, size_t n) {
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += d_in[i];
    }
    *d_out = sum;
}

int count_ones(const int *d_in, size_t n) {
    int *d_out, out;
    CUDA_CHECK(cudaMalloc(&d_out, sizeof(*d_out)));
    sum_kernel<<<1, 1>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_out));
    return out;
}

__global__ void neighbours_kernel(const value_t *d_in, value_t *d_out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        d_out[i] = i == 0 ? d_in[i] : combine(d_in[i - 1], d_in[i]);
    }
}

void combine_neighbours(const value_t *d_in, value_t *d_out, size_t n) {
    neighbours_kernel<<<1, 1>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void parities_kernel(const int *d_in, int *d_out, size_t n, int counts) {
    for (int i = 0; i < counts; i++) {
        d_out[i] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        d_out[d_in[i] & 1]++;
    }
}

void count_parities(const int *d_in, int *d_out, size_t n) {
    parities_kernel<<<1, 1>>>(d_in, d_out, n, 2);
    CUDA_CHECK(cudaGetLastError());
}

void count_third_parity(const int *d_in, int *d_out, size_t n) {
    parities_kernel<<<1, 1>>>(d_in, d_out, n, 3);
    CUDA_CHECK(cudaGetLastError());
}
