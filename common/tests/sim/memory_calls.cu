// Invalid memory calls: rows of a copy, pinned memory, and the shared memory that a kernel may request.
#include "conformance.h"

CASE(rows_too_wide) {
    int h_a[8] = {0}, *d_a = zeros<int>(8);
    cudaMemcpy2D(d_a, 8, h_a, 16, 16, 2, cudaMemcpyHostToDevice); // expect: CUDA error; cudaErrorInvalidValue
    cudaFree(d_a);
    return 0;
}

CASE(one_row_too_many) {
    int h_a[12] = {0}, *d_a = zeros<int>(8);                       // other place in conformance.h
    cudaMemcpy2D(d_a, 16, h_a, 16, 16, 3, cudaMemcpyHostToDevice); // expect: out of bounds; cudaMemcpy2D accesses 16 bytes at byte 32 of d_zeros
    cudaFree(d_a);
    return 0;
}

CASE(pitched_row_too_wide) {
    int *d_a;
    size_t pitch = 0;
    cudaMallocPitch(&d_a, &pitch, 40, 3);
    cudaMemset2D(d_a, pitch, 0, 40, 3);
    cudaMemset2D(d_a, 40, 0, 41, 3); // expect: CUDA error; cudaErrorInvalidValue
    cudaFree(d_a);
    return pitch % 512 != 0 || pitch == 0;
}

CASE(one_pitched_row_too_many) {
    int *d_a;
    size_t pitch = 0;
    cudaMallocPitch(&d_a, &pitch, 512, 2); // other place
    cudaMemset2D(d_a, pitch, 0, 512, 3);   // expect: out of bounds; d_a
    cudaFree(d_a);
    return 0;
}

// The exclusive scan of an inclusive one, as one might move it. A GPU copies bytes in any order.
CASE(moved_by_one) {
    int *d_a = zeros<int>(64);
    cudaMemcpy(d_a + 1, d_a, 63 * sizeof(int), cudaMemcpyDeviceToDevice); // expect: race in global memory; cudaMemcpy copies 252 bytes from byte 0 of d_zeros to byte 4 of it: the two parts overlap
    cudaFree(d_a);
    return 0;
}

CASE(rows_moved_to_the_left) {
    int *d_a = zeros<int>(64);
    cudaMemcpy2DAsync(d_a, 32, d_a + 1, 32, 28, 8, cudaMemcpyDefault); // expect: race in global memory; cudaMemcpy2DAsync copies 28 bytes from byte 4 of d_zeros to byte 0 of it
    cudaFree(d_a);
    return 0;
}

// Each row's source and target are apart, but a row's target is the next row's source.
CASE(rows_moved_down) {
    int *d_a = zeros<int>(64);
    cudaMemcpy2D(d_a + 8, 32, d_a, 32, 32, 7, cudaMemcpyDeviceToDevice); // expect: race in global memory; cudaMemcpy2D writes row 0 of its target where row 1 of its source is, at byte 32 of d_zeros
    cudaFree(d_a);
    return 0;
}

CASE(rows_moved_up_and_aside) {
    int *d_a = zeros<int>(64);
    cudaMemcpy2DAsync(d_a, 32, d_a + 18, 32, 24, 5, cudaMemcpyDefault); // expect: race in global memory; cudaMemcpy2DAsync writes row 2 of its target where row 0 of its source is, at byte 72 of d_zeros
    cudaFree(d_a);
    return 0;
}

CASE(rows_moved_closer) {
    int *d_a = zeros<int>(64);
    cudaMemcpy2D(d_a, 16, d_a, 32, 16, 8, cudaMemcpyDeviceToDevice); // expect: race in global memory; cudaMemcpy2D writes row 2 of its target where row 1 of its source is, at byte 32 of d_zeros
    cudaFree(d_a);
    return 0;
}

__device__ int d_line[8];

CASE(moved_in_a_variable) {
    int *d_a, h_a[8] = {0};
    cudaMemcpyToSymbol(d_line, h_a, sizeof(h_a));
    cudaGetSymbolAddress((void **)&d_a, d_line);
    cudaMemcpyToSymbol(d_line, d_a + 2, 16, 4, cudaMemcpyDeviceToDevice); // expect: race in global memory; cudaMemcpyToSymbol copies 16 bytes from byte 8 of d_line to byte 4 of it
    return 0;
}

// Halves, and an array onto itself, which changes nothing.
CASE(moved_beside) { // expect nothing
    int *d_a = counted<int>(64);
    cudaMemcpy(d_a + 32, d_a, 32 * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemcpy(d_a, d_a + 32, 32 * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemcpy(d_a, d_a, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
    return sum_and_free(d_a, 64) != 2 * 31 * 16;
}

CASE(rows_moved_beside) { // expect nothing
    int *d_a = zeros<int>(64);
    cudaMemcpy2D(d_a + 4, 32, d_a, 32, 16, 8, cudaMemcpyDeviceToDevice);  // the right half gets the left one
    cudaMemcpy2D(d_a + 12, 32, d_a, 32, 16, 7, cudaMemcpyDeviceToDevice); // and the left half of the next row
    cudaMemcpy2D(d_a + 32, 32, d_a, 32, 32, 4, cudaMemcpyDeviceToDevice); // the lower half gets the upper one
    cudaMemcpy2D(d_a, 32, d_a, 32, 32, 8, cudaMemcpyDeviceToDevice);      // an array onto itself
    cudaMemcpy2D(d_a + 8, 64, d_a, 64, 32, 4, cudaMemcpyDeviceToDevice);  // odd rows get the even ones
    cudaMemcpy2D(d_a + 63, 4, d_a, 4, 4, 1, cudaMemcpyDeviceToDevice);    // the last value, from the first
    return sum_and_free(d_a, 64) != 0;
}

CASE(pinned_never_freed) {
    int *h_a;
    cudaMallocHost(&h_a, 64); // expect: leak; h_a (64 bytes) is allocated here and never freed
    return 0;
}

// Each array ends where the next one of the C library begins: its last element is not in front of that one.
CASE(pinned_among_other_arrays) { // expect nothing
    const int COUNT = 8, LENGTH = 258;
    int *h_pinned[COUNT], *h_others[COUNT], sum = 0;
    for (int i = 0; i < COUNT; i++) {
        cudaMallocHost(&h_pinned[i], LENGTH * sizeof(int));
        h_others[i] = (int *)malloc(32);
    }
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < LENGTH; k++) {
            h_pinned[i][k] = k;
            sum += h_pinned[i][k];
        }
        free(h_others[i]);
        cudaFreeHost(h_pinned[i]);
    }
    return sum != COUNT * LENGTH * (LENGTH - 1) / 2;
}

template <class T, int N>
constexpr size_t bytes_of = N * sizeof(T);
CASE(template_arguments_never_freed) {
    int *d_a, *d_b, *d_c;
    float *h_d;
    cudaMalloc(&d_a, bytes_of<int, 3>);                             // expect: leak; d_a (12 bytes)
    cudaMalloc<int>(&d_b, 16);                                      // expect: leak; array (16 bytes)
    cudaMallocManaged(&d_c, bytes_of<int, 5>, cudaMemAttachGlobal); // expect: leak; d_c (20 bytes)
    cudaHostAlloc<float>(&h_d, bytes_of<int, 2>, cudaHostAllocDefault);
    cudaFreeHost(h_d);
    return 0;
}

CASE(one_of_several_never_freed) {
    int *h_a[2];
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&h_a[i], 64); // expect: leak; h_a (64 bytes)
    }
    cudaFreeHost(h_a[0]);
    return 0;
}

CASE(pinned_freed_twice) {
    int *h_a;
    cudaMallocHost(&h_a, 64);
    cudaFreeHost(h_a); // other place
    cudaFreeHost(h_a); // expect: double free; h_a
    return 0;
}

CASE(pinned_freed_as_device_memory) {
    int *h_a;
    cudaMallocHost(&h_a, 64); // expect: leak; h_a
    cudaFree(h_a);            // expect: CUDA error; cudaFree of h_a, pinned host memory, which needs cudaFreeHost
    return 0;
}

CASE(pinned_freed_by_free) {
    int *h_a, *h_b;
    cudaMallocHost(&h_a, 64);                      // other place
    cudaHostAlloc(&h_b, 64, cudaHostAllocDefault); // other place

    free(h_a);    // expect: invalid free; h_a, pinned host memory, is freed by free, but needs cudaFreeHost
    delete[] h_b; // expect: invalid free; h_b, pinned host memory, is freed by delete[], but needs cudaFreeHost
    return 0;
}

CASE(malloc_freed_as_pinned) {
    int *h_a = (int *)malloc(64);
    cudaFreeHost(h_a); // expect: CUDA error; cudaFreeHost of a pointer that cudaMallocHost did not return
    free(h_a);
    return 0;
}

CASE(never_unregistered) {
    int h_a[4] = {0}, h_b[4] = {0};
    cudaHostRegister(h_a, sizeof(h_a), cudaHostRegisterDefault); // expect: leak; h_a is registered here and never unregistered with cudaHostUnregister
    cudaHostRegister(h_b, sizeof(h_b), cudaHostRegisterDefault);
    return cudaHostUnregister(h_b) + h_a[0];
}

CASE(registered_twice) { // expect nothing
    int h_a[4] = {0};
    cudaHostRegister(h_a, sizeof(h_a), cudaHostRegisterDefault);
    h_a[0] = cudaHostRegister(&h_a[1], 8, cudaHostRegisterDefault) != cudaErrorHostMemoryAlreadyRegistered;
    cudaHostUnregister(h_a);
    h_a[1] = cudaHostUnregister(h_a) != cudaErrorHostMemoryNotRegistered;
    return h_a[0] + h_a[1] + (cudaGetLastError() != cudaErrorHostMemoryNotRegistered);
}

__global__ void nothing_kernel() {
}
CASE(too_much_shared_allowed) {
    cudaFuncSetAttribute(nothing_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20); // expect: CUDA error; cudaErrorInvalidValue
    return 0;
}

CASE(pointer_without_its_address) {
    int *d_a = NULL, *h_a = NULL;
    cudaMalloc((void **)d_a, 4);     // expect: CUDA error; cudaMalloc receives a null pointer where it needs a pointer's address: is & missing before d_a?
    cudaMallocHost((void **)h_a, 4); // expect: CUDA error; cudaMallocHost receives a null pointer; before h_a?
    cudaMalloc(NULL, 4);             // expect: CUDA error; where it needs a pointer's address
    return cudaGetLastError() != cudaErrorInvalidValue;
}
