#include "lab.h"

#include "cuda_check.h"

__global__ void reduce_kernel(const value_t *d_in, value_t *d_out, size_t n, value_t first) {
    value_t value = first;
    for (size_t i = 0; i < n; i++)
        value = combine(value, d_in[i]);
    *d_out = value;
}

static value_t run(const value_t *d_in, size_t n, value_t first) {
    value_t *d_out, out;
    CUDA_CHECK(cudaMalloc(&d_out, sizeof *d_out));
    reduce_kernel<<<1, 1>>>(d_in, d_out, n, first);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_out));
    return out;
}

value_t reduce(const value_t *d_in, size_t n) {
    return run(d_in, n, identity());
}

value_t reduce_from_zero(const value_t *d_in, size_t n) {
    value_t zero;
    memset(&zero, 0, sizeof zero);
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

__global__ void sum_kernel(const int *d_in, int *d_out, size_t n) {
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += d_in[i];
    *d_out = sum;
}

int count_ones(const int *d_in, size_t n) {
    int *d_out, out;
    CUDA_CHECK(cudaMalloc(&d_out, sizeof *d_out));
    sum_kernel<<<1, 1>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_out));
    return out;
}
