// Allocations after their end, or without one: use after free, double free, leak.
#include "conformance.h"

#include <memory>
#include <string>
#include <vector>

// ---- Use after free ----------------------------------------------------------------------------------------

__global__ void read_kernel(const int *d_a, int *d_out) {
    d_out[threadIdx.x] = d_a[threadIdx.x]; // expect: use after free; thread 0 of block 0 reads d_zeros[0] after cudaFree
}
CASE(read_freed) {
    int *d_a = zeros<int>(32), *d_out = counted<int>(32);
    cudaFree(d_a); // other place
    read_kernel<<<1, 32>>>(d_a, d_out);
    return sum_and_free(d_out, 32);
}

__global__ void write_kernel(int *d_a) {
    d_a[threadIdx.x + 3] = 1; // expect: use after free; thread 0 of block 0 writes d_zeros[3] after cudaFree; freed here
}
CASE(write_freed) {
    int *d_a = zeros<int>(64);
    cudaFree(d_a); // other place
    int *d_next = zeros<int>(64);
    write_kernel<<<1, 32>>>(d_a);
    return sum_and_free(d_next, 64);
}

__global__ void add_kernel(int *d_sum) {
    atomicAdd(d_sum, 1); // expect: use after free; thread 0 of block 0 atomically updates d_zeros[0]
}
CASE(update_freed) {
    int *d_sum = zeros<int>(1);
    cudaFree(d_sum); // other place
    add_kernel<<<2, 32>>>(d_sum);
    return 0;
}

CASE(copy_freed) {
    int h_a[8], *d_a = counted<int>(8);
    cudaFree(d_a);                                             // other place
    cudaMemcpy(h_a, d_a, sizeof(h_a), cudaMemcpyDeviceToHost); // expect: use after free; cudaMemcpy uses d_counted
    return 0;
}

CASE(set_freed) {
    int *d_a = counted<int>(8);
    cudaFree(d_a);             // other place
    cudaMemset(d_a + 2, 0, 8); // expect: use after free; cudaMemset uses d_counted
    return 0;
}

__global__ void fill_kernel(int *d_a, int value) {
    d_a[threadIdx.x] = value;
}
CASE(freed_afterwards) { // expect nothing
    int *d_a = zeros<int>(32);
    fill_kernel<<<1, 32>>>(d_a, 2);
    return sum_and_free(d_a, 32) - 64;
}

CASE(freed_and_allocated_again) { // expect nothing
    int *d_a, sum = 0;
    for (int round = 0; round < 3; round++) {
        cudaMalloc(&d_a, 32 * sizeof(int));
        fill_kernel<<<1, 32>>>(d_a, round);
        sum += sum_and_free(d_a, 32);
    }
    return sum - 96;
}

// The other one is freed.
CASE(free_of_another) { // expect nothing
    int *d_a = zeros<int>(32), *d_b = zeros<int>(32);
    cudaFree(d_b);
    fill_kernel<<<1, 32>>>(d_a, 1);
    return sum_and_free(d_a, 32) - 32;
}

// A freed pointer is passed, but not used.
__global__ void not_followed_kernel(int *d_freed, int *d_a) {
    d_a[threadIdx.x] = d_freed != NULL;
}
CASE(not_followed) { // expect nothing
    int *d_a = zeros<int>(32), *d_b = zeros<int>(32);
    cudaFree(d_b);
    not_followed_kernel<<<1, 32>>>(d_b, d_a);
    return sum_and_free(d_a, 32) - 32;
}

// ---- Double free -------------------------------------------------------------------------------------------

CASE(freed_twice) {
    int *d_a = zeros<int>(8);
    cudaFree(d_a); // other place
    cudaFree(d_a); // expect: double free; d_zeros is freed a second time; first freed here
    return 0;
}

CASE(two_names) {
    int *d_a = zeros<int>(8), *d_alias = d_a;
    fill_kernel<<<1, 8>>>(d_a, 1);
    cudaFree(d_alias); // other place
    cudaFree(d_a);     // expect: double free; d_zeros
    return 0;
}

CASE(freed_in_a_loop) {
    int *d_a;
    cudaMalloc(&d_a, 8 * sizeof(int));
    for (int round = 0; round < 2; round++) {
        cudaFree(d_a); // expect: double free; d_a is freed a second time
    }
    return 0;
}

CASE(each_freed_once) { // expect nothing
    int *d_a = zeros<int>(8), *d_b = zeros<int>(8);
    cudaFree(d_b);
    cudaFree(d_a);
    return 0;
}

CASE(null_is_free) { // expect nothing
    int *d_a = NULL;
    cudaFree(d_a);
    cudaFree(NULL);
    return 0;
}

CASE(freed_and_null) { // expect nothing
    int *d_a = zeros<int>(8);
    cudaFree(d_a);
    d_a = NULL;
    cudaFree(d_a);
    d_a = zeros<int>(8);
    cudaFree(d_a);
    return 0;
}

// ---- Leak --------------------------------------------------------------------------------------------------

CASE(never_freed) {
    int *d_a;
    cudaMalloc(&d_a, 8 * sizeof(int)); // expect: leak; d_a (32 bytes) is allocated here and never freed
    fill_kernel<<<1, 8>>>(d_a, 1);
    return 0;
}

CASE(overwritten) {
    int *d_a;
    for (int round = 0; round < 2; round++) {
        cudaMalloc(&d_a, 100 + round); // expect: leak; d_a (100 bytes)
    }
    cudaFree(d_a);
    return 0;
}

CASE(early_return) {
    int *d_a, *d_scratch;
    cudaMalloc(&d_a, 8);
    cudaMalloc((void **)&d_scratch, 12); // expect: leak; d_scratch (12 bytes)
    fill_kernel<<<1, 2>>>(d_a, 0);
    if (sum_and_free(d_a, 2) == 0) {
        return 0;
    }
    cudaFree(d_scratch);
    return 0;
}

CASE(host_never_freed) {
    int *h_a = (int *)malloc(40); // expect: leak; 40 bytes of host memory are allocated here and never freed
    h_a[0] = 1;
    h_a = (int *)calloc(3, sizeof(int)); // expect: leak; 12 bytes of host memory
    h_a[0] = 1;
    return 0;
}

CASE(host_moved) {
    int *h_a = (int *)malloc(40);
    h_a = (int *)realloc(h_a, 80); // expect: leak; 80 bytes of host memory
    h_a[0] = 1;
    return 0;
}

CASE(host_all_freed) { // expect nothing
    int *h_a = (int *)malloc(40), *h_b = (int *)realloc(NULL, 4), *h_c = (int *)calloc(2, 2);
    free(h_b);
    h_a = (int *)realloc(h_a, 4000);
    free(h_a);
    free(h_c);
    free(NULL);
    return 0;
}

CASE(host_aligned) {
    int *h_a = (int *)aligned_alloc(64, 128); // expect: leak; 128 bytes of host memory are allocated here
    void *h_b;
    h_a[0] = posix_memalign(&h_b, 64, 40); // expect: leak; 40 bytes of host memory are allocated here
    char *h_c = strdup("12345");           // expect: leak; 6 bytes of host memory are allocated here
    return h_c[0] - '1';
}

CASE(host_new) {
    int *h_a = new int[10]; // expect: leak; 40 bytes of host memory
    int *h_b = new int;     // expect: leak; 4 bytes of host memory
    h_a[0] = 1;
    *h_b = 1;
    return 0;
}

CASE(host_new_vector) {
    std::vector<int> *h_a = new std::vector<int>(5, 1); // expect: leak; bytes of host memory are allocated here
    return h_a->size() - 5;
}

CASE(host_outside_new) {
    int *h_a = new int[10]; // other place
    h_a[10] = 1;            // expect: out of bounds; writes bytes 40 to 43 of an array of 40 bytes in host memory
    delete[] h_a;
    return 0;
}

// A static container keeps what it has until the program ends.
static std::vector<std::vector<int>> h_rows;
CASE(host_containers) { // expect nothing
    std::vector<int> h_a(10, 1), h_b;
    for (int i = 0; i < 100; i++) {
        h_b.push_back(h_a[(size_t)i % 10]);
    }
    h_rows.push_back(h_b);
    std::string text = "a text that does not fit into the object itself";
    int *h_c = new int[3], *h_d = new int;
    std::unique_ptr<int[]> h_e(new int[5]);
    h_e[0] = 1;
    delete[] h_c;
    delete h_d;
    return (int)text.size() - 47;
}

CASE(all_freed) { // expect nothing
    int *d_arrays[16];
    for (int i = 0; i < 16; i++) {
        cudaMalloc(&d_arrays[i], 1 + i);
    }
    for (int i = 16; i > 0; i--) {
        cudaFree(d_arrays[i - 1]);
    }
    return 0;
}

CASE(nothing_allocated) { // expect nothing
    int *d_a = NULL;
    cudaMalloc(&d_a, 0);
    return d_a != NULL;
}

static void release(int *d_a) {
    cudaFree(d_a);
}
CASE(freed_elsewhere) { // expect nothing
    int *d_a = zeros<int>(5), *d_alias = d_a;
    release(d_alias);
    return 0;
}
