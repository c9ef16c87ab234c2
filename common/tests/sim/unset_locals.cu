// Local variables that nothing has set. The compiler gives them a value (cmake/lab_code.cmake), but not GCC 11.
#include "conformance.h"

// They store what is in a variable that nothing has set, and no result depends on it.
typedef int element_t; // in some orders an `int` would be 0
__global__ void local_tail_kernel(int *d_out, int n) {
    __shared__ element_t s_a[64];
    const int tid = threadIdx.x;
    element_t element;
    if (tid < n) {
        element = 1;
    }
    s_a[tid] = element; // expect: unset read; thread 50 of block 0 stores in s_a[50]
    __syncthreads();
    if (tid < n) {
        d_out[tid] = s_a[n - 1 - tid];
    }
}
CASE(local_tail) {
    int *d_out = zeros<int>(64);
    local_tail_kernel<<<1, 64>>>(d_out, 50);
    return sum_and_free(d_out, 64) - 50;
}

// The compiler does not see that it sets nothing.
static void set_later(int **pointer) {
    (void)pointer;
}
__global__ void unset_kernel(int *d_a) {
    d_a[threadIdx.x] = 1; // expect: wrong memory space; thread 0 of block 0 writes 4 bytes through a pointer that nothing has set
}
CASE(unset_pointer) {
    int *d_a;
    set_later(&d_a);
    unset_kernel<<<1, 32>>>(d_a);
    return 0;
}

CASE(unset_pointer_freed) {
    int *d_a;
    set_later(&d_a);
    cudaFree(d_a); // expect: CUDA error; cudaFree of a pointer that nothing has set
    return 0;
}

CASE(set_at_unset_pointer) {
    int *d_a;
    set_later(&d_a);
    cudaMemset(d_a, 0, sizeof(int)); // expect: wrong memory space; cudaMemset receives a pointer that nothing has set where it needs device memory
    return 0;
}
