// Allocations after their end, or without one: use after free, double free, leak.
#include "conformance.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// The compilers find some of these errors, too.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#pragma GCC diagnostic ignored "-Wfree-nonheap-object"
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Wuse-after-free"
#endif

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

// More arrays than addresses are kept for: a later one has the first one's.
CASE(many_freed) { // expect nothing
    int *d_first, *d_a, sum = 0;
    bool again = false;
    cudaMalloc(&d_first, 40);
    cudaFree(d_first);
    for (int i = 0; i < 1500; i++) {
        cudaMalloc(&d_a, (i % 3 + 1) * 128);
        again = again || d_a == d_first;
        if (d_a == d_first || i == 1499) {
            fill_kernel<<<1, 32>>>(d_a, 1);
            sum += sum_and_free(d_a, 32);
        } else {
            cudaFree(d_a);
        }
    }
    return again && sum % 32 == 0 ? 0 : 1;
}

__global__ void read_last_kernel(const int *d_a, int *d_out) {
    d_out[threadIdx.x] = d_a[threadIdx.x]; // expect: use after free; thread 0 of block 0 reads d_zeros[0] after cudaFree
}
CASE(read_one_of_many_freed) {
    int *d_a, *d_out = counted<int>(32);
    for (int i = 0; i < 1500; i++) {
        d_a = zeros<int>(32);
        cudaFree(d_a); // other place
    }
    read_last_kernel<<<1, 32>>>(d_a, d_out);
    return sum_and_free(d_out, 32);
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

CASE(host_write_freed) {
    int *h_a = (int *)malloc(40);
    free(h_a);  // other place
    h_a[3] = 1; // expect: use after free; host code writes bytes 12 to 15 of an array of 40 bytes in host memory; freed here
    return 0;
}

CASE(host_read_freed) {
    int *h_a = (int *)calloc(10, sizeof(int));
    free(h_a);         // other place
    return h_a[9] > 7; // expect: use after free; host code reads bytes 36 to 39 of an array of 40 bytes in host memory
}

CASE(host_read_deleted) {
    int *h_a = new int[10](), *h_b = new int(3);
    delete[] h_a;                 // other place
    bool passed = h_a[0] < 12345; // expect: use after free; reads bytes 0 to 3 of an array of 40 bytes in host memory
    delete h_b;                   // other place
    *h_b = 1;                     // expect: use after free; writes bytes 0 to 3 of an array of 4 bytes in host memory
    return passed && false;
}

CASE(host_use_moved) {
    int *h_a = (int *)calloc(10, sizeof(int)), *h_b = (int *)realloc(h_a, 80); // other place
    h_a[9] = 1;                                                                // expect: use after free; writes bytes 36 to 39 of an array of 40 bytes in host memory
    int sum = h_b[9];
    free(h_b);
    return sum;
}

// Another block of the same size is allocated in between.
CASE(host_use_freed_and_allocated) {
    int *h_a = (int *)malloc(40), *h_b;
    free(h_a); // other place
    h_b = (int *)malloc(40);
    h_b[0] = 0;
    h_a[0] = 1; // expect: use after free; writes bytes 0 to 3
    int sum = h_b[0];
    free(h_b);
    return sum;
}

CASE(host_realloc_freed) {
    int *h_a = (int *)malloc(40);
    free(h_a);                      // other place
    h_a = (int *)realloc(h_a, 400); // expect: use after free; realloc of an array of 40 bytes in host memory after
    return h_a == NULL;
}

CASE(host_copy_freed) {
    int *h_a = (int *)calloc(8, sizeof(int)), *d_a = counted<int>(8);
    free(h_a);                                        // other place
    cudaMemcpy(h_a, d_a, 32, cudaMemcpyDeviceToHost); // expect: use after free; cudaMemcpy writes an array of 32 bytes
    cudaFree(d_a);
    return 0;
}

// More blocks than are kept, and one that is too large for it.
CASE(host_many_freed) { // expect nothing
    for (int i = 0; i < 3000; i++) {
        int *h_a = new int[(size_t)i * 7 % 50 + 1], *h_b = (int *)malloc(100000);
        h_a[0] = h_b[20000] = i;
        delete[] h_a;
        free(h_b);
    }
    char *h_large = (char *)malloc(40 << 20);
    h_large[1234567] = 1;
    free(h_large);
    return 0;
}

CASE(host_library_freed) { // expect nothing
    std::map<std::string, std::vector<int>> h_map;
    std::ostringstream text;
    for (int i = 0; i < 50; i++) {
        text << i << " is a number, and this is a text of some length\n";
        std::string line = text.str();
        h_map[line.substr(line.size() / 2)].assign((size_t)i, i);
        h_map.erase(h_map.begin());
    }
    std::vector<int> h_sorted(1000);
    for (int i = 0; i < 1000; i++) {
        h_sorted[(size_t)i] = i * 7919 % 1000;
    }
    std::stable_sort(h_sorted.begin(), h_sorted.end());
    std::shared_ptr<std::string> h_shared = std::make_shared<std::string>(text.str());
    std::function<size_t()> size = [h_shared, h_sorted] { return h_shared->size() + h_sorted.size(); };
    h_shared.reset();
    return (int)(size() - text.str().size()) - 1000;
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

CASE(host_freed_twice) {
    int *h_a = (int *)malloc(40);
    free(h_a); // other place
    free(h_a); // expect: double free; an array of 40 bytes in host memory is freed a second time; first freed here
    return 0;
}

CASE(host_deleted_twice) {
    int *h_a = new int[10];
    delete[] h_a; // other place
    delete[] h_a; // expect: double free; an array of 40 bytes in host memory
    return 0;
}

// ---- Invalid free ------------------------------------------------------------------------------------------

CASE(host_wrong_delete) {
    int *h_a = new int[10]; // other place
    delete h_a;             // expect: invalid free; host memory from new[] is freed by delete, but needs delete[]; allocated
    int *h_b = new int;     // other place
    delete[] h_b;           // expect: invalid free; host memory from new is freed by delete[], but needs delete
    return 0;
}

CASE(host_wrong_family) {
    int *h_a = (int *)malloc(40); // other place
    delete[] h_a;                 // expect: invalid free; host memory from malloc is freed by delete[], but needs free
    int *h_b = new int[10];       // other place
    free(h_b);                    // expect: invalid free; host memory from new[] is freed by free, but needs delete[]
    return 0;
}

CASE(host_free_in_the_middle) {
    int *h_a = (int *)malloc(40); // other place
    free(h_a + 1);                // expect: invalid free; free of a pointer into the middle of an array of 40 bytes
    free(h_a);
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
    int *h_a = (int *)malloc(40); // expect: leak; h_a (40 bytes) is allocated here and never freed
    h_a[0] = 1;
    h_a = (int *)calloc(3, sizeof(int)); // expect: leak; h_a (12 bytes) is allocated here
    h_a[0] = 1;
    return 0;
}

CASE(host_moved) {
    int *h_a = (int *)malloc(40);
    h_a = (int *)realloc(h_a, 80); // expect: leak; h_a (80 bytes) is allocated here
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
    int *h_a = (int *)aligned_alloc(64, 128); // expect: leak; h_a (128 bytes) is allocated here
    void *h_b;
    h_a[0] = posix_memalign(&h_b, 64, 40); // expect: leak; 40 bytes of host memory are allocated here
    char *h_c = strdup("12345");           // expect: leak; h_c (6 bytes) is allocated here
    return h_c[0] - '1';
}

CASE(host_new) {
    int *h_a = new int[10]; // expect: leak; h_a (40 bytes) is allocated here
    int *h_b = new int;     // expect: leak; h_b (4 bytes) is allocated here
    h_a[0] = 1;
    *h_b = 1;
    return 0;
}

CASE(host_new_vector) {
    std::vector<int> *h_a = new std::vector<int>(5, 1); // expect: leak; bytes) is allocated here
    return h_a->size() - 5;
}

CASE(host_outside_new) {
    int *h_a = new int[10]; // other place
    h_a[10] = 1;            // expect: out of bounds; host code writes h_a[10], but h_a has 10 elements of 4 bytes
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

// The library allocates an exception.
struct cuda_error : std::runtime_error {
    cudaError_t code;
    explicit cuda_error(cudaError_t code)
        : std::runtime_error(cudaGetErrorString(code)), code(code) {
    }
};
CASE(exceptions) { // expect nothing
    int bad = 10;
    for (int i = 0; i < 10; i++) {
        try {
            throw cuda_error(cudaErrorInvalidValue);
        } catch (const cuda_error &error) {
            bad -= error.code == cudaErrorInvalidValue;
        }
    }
    return bad;
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
