// Kernels that use variables of host code. nvcc refuses to compile them, so there is no suite for a real GPU.
#include "conformance.h"

static int limit = 4;

__global__ void limited_kernel(int *d_a) {
    if (threadIdx.x < limit) { // expect: wrong memory space; thread 0 of block 0 reads limit, which is a variable of host code
        d_a[threadIdx.x] = 1;
    }
}
CASE(variable_of_host) {
    int *d_a = zeros<int>(8);
    limit += d_a == NULL;
    limited_kernel<<<1, 8>>>(d_a);
    return sum_and_free(d_a, 8);
}

namespace settings {
int table[4] = {1, 2, 3, 4};
}

__global__ void table_kernel() {
    atomicAdd(&settings::table[3], 1); // expect: wrong memory space; thread 0 of block 0 atomically updates table, which is a variable of host code
}
CASE(table_of_host) {
    table_kernel<<<1, 1>>>();
    return settings::table[3] - 4;
}

template <class F>
__global__ void call_kernel(F f) {
    f(threadIdx.x);
}
CASE(captured_by_reference) {
    int *d_a = zeros<int>(8), step = 2;
    auto set = [&] __device__(int i) {
        d_a[i] = step; // expect: wrong memory space; through a pointer to a local variable of host code
    };
    call_kernel<<<1, 4>>>(set);
    return sum_and_free(d_a, 8);
}
