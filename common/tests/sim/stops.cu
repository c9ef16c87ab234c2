// Errors that stop a program: assert and __trap(), and calls of functions that only kernels or only host code
// may call.
#include "conformance.h"

#include <assert.h>

// Code that nvcc does not compile.
#if defined(__NVCC__)
#define REFUSED(code)
#else
#define REFUSED(code) code
#endif

__global__ void assert_kernel(unsigned n) {
    assert(threadIdx.x < n); // expect: assertion failed; thread 3 of block 0: assert(threadIdx.x < n) failed
}
CASE(assert_does_not_hold) {
    assert_kernel<<<1, 4>>>(3);
    return 0;
}

__global__ void trap_kernel() {
    if (threadIdx.x == 2) {
        __trap(); // expect: assertion failed; thread 2 of block 0: calls __trap()
    }
}
CASE(trap) {
    trap_kernel<<<1, 4>>>();
    return 0;
}

// The translator refuses cudaMemset there.
__global__ void host_function_kernel(int *d_a) {
    REFUSED(cudaMemsetAsync(d_a, 0, 4)); // expect: not in the simulated GPU; calls cudaMemsetAsync, which is host-only
}
CASE(host_function_in_a_kernel) {
    int *d_a = zeros<int>(1);
    host_function_kernel<<<1, 1>>>(d_a);
    cudaFree(d_a);
    return 0;
}

CASE(kernel_function_on_the_host) {
    int a = 0;
    REFUSED(atomicAdd(&a, 1)); // expect: wrong memory space; host code uses an atomic function, which is for kernels only
    return a;
}

__global__ void builtin_kernel(int *d_a) {
    REFUSED(__atomic_fetch_add(d_a, 1, __ATOMIC_RELAXED)); // expect: not in the simulated GPU; cuda::atomic_ref
}
CASE(host_atomics_in_a_kernel) {
    int *d_a = zeros<int>(1);
    builtin_kernel<<<1, 1>>>(d_a);
    cudaFree(d_a);
    return 0;
}

CASE(host_atomics_on_device_memory) {
    int *d_a = zeros<int>(1);
    __atomic_fetch_add(d_a, 1, __ATOMIC_RELAXED); // expect: wrong memory space; host code writes d_zeros
    return 0;
}

CASE(barrier_on_the_host) {
    REFUSED(__syncthreads()); // expect: wrong memory space; host code uses __syncthreads(), which is for kernels only
    return 0;
}

CASE(shuffle_on_the_host) {
    REFUSED(__shfl_sync(FULL, 1, 0)); // expect: wrong memory space; host code uses a shuffle or vote, which is for kernels only
    return 0;
}

CASE(counting_barrier_on_the_host) {
    REFUSED(__syncthreads_count(1)); // expect: wrong memory space; host code uses __syncthreads_count(), which is for kernels only
    return 0;
}

CASE(fence_on_the_host) {
    REFUSED(__threadfence()); // expect: wrong memory space; host code uses __threadfence(), which is for kernels only
    return 0;
}
