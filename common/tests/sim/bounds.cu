// Accesses outside their array: class OUT_OF_BOUNDS.
#include "conformance.h"

// ---- Shared memory: each array separately -------------------------------------------------------------------

__global__ void past_shared_kernel(int *d_out) {
    __shared__ int s_a[64];
    s_a[threadIdx.x] = 1;
    __syncthreads();
    d_out[threadIdx.x] = s_a[threadIdx.x + 1]; // expect: out of bounds; thread 63 of block 0 reads s_a[64]; 64 elements
}
CASE(past_shared) {
    int *d_out = zeros<int>(64);
    past_shared_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

// s_a has 32 ints, which are 128 bytes: the bytes after them belong to neither array.
__global__ void between_shared_kernel(int *d_out) {
    __shared__ int s_a[32], s_b[32];
    s_a[threadIdx.x + 5] = 1; // expect: out of bounds; thread 27 of block 0 writes s_a[32]; s_a has 32
    s_b[threadIdx.x] = 2;
    d_out[threadIdx.x] = s_b[threadIdx.x];
}
CASE(between_shared) {
    int *d_out = zeros<int>(32);
    between_shared_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

// An index so wrong that it would be in the next array if the two were adjacent.
__global__ void far_kernel(int *d_out) {
    __shared__ int s_a[32], s_b[32];
    s_b[threadIdx.x] = 1;
    d_out[threadIdx.x] = s_a[threadIdx.x + 64]; // expect: out of bounds; thread 0 of block 0 reads s_a[64]
}
CASE(far_in_next_array) {
    int *d_out = zeros<int>(32);
    far_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void before_second_shared_kernel(int *d_out) {
    __shared__ int s_a[33], s_b[32];
    s_a[threadIdx.x] = 1;
    s_b[threadIdx.x] = 2;
    d_out[threadIdx.x] = s_b[(int)threadIdx.x - 3] + s_a[0]; // expect: out of bounds; thread 0 of block 0 reads s_b[-3]
}
CASE(before_second_shared) {
    int *d_out = zeros<int>(32);
    before_second_shared_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void negative_shared_kernel(int *d_out) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = tid;
    __syncthreads();
    s_a[tid - 1] = 0; // expect: out of bounds; thread 0 of block 0 writes s_a[-1]
    d_out[tid] = s_a[tid];
}
CASE(negative_shared) {
    int *d_out = zeros<int>(64);
    negative_shared_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

// Five bytes: a whole word and one byte more.
__global__ void past_shared_bytes_kernel(int *d_out) {
    __shared__ char s_flags[5];
    if (threadIdx.x >= 4) {
        s_flags[threadIdx.x] = 1; // expect: out of bounds; thread 5 of block 0 writes s_flags[5]; 5 elements of 1 bytes
    }
    d_out[threadIdx.x] = 1;
}
CASE(past_shared_bytes) {
    int *d_out = zeros<int>(6);
    past_shared_bytes_kernel<<<1, 6>>>(d_out);
    return sum_and_free(d_out, 6);
}

__global__ void atomic_past_shared_kernel() {
    __shared__ int s_bins[16];
    if (threadIdx.x < 16) {
        s_bins[threadIdx.x] = 0;
    }
    __syncthreads();
    atomicAdd(&s_bins[threadIdx.x % 17], 1); // expect: out of bounds; thread 16 of block 0 atomically updates s_bins[16]
}
CASE(atomic_past_shared) {
    atomic_past_shared_kernel<<<1, 32>>>();
    return 0;
}

// The second row of two.
__global__ void past_rows_kernel(int *d_out) {
    __shared__ int s_rows[2][32];
    s_rows[0][threadIdx.x] = 1;
    s_rows[1][threadIdx.x] = 1;
    __syncthreads();
    d_out[threadIdx.x] = s_rows[1][threadIdx.x + 8]; // expect: out of bounds; thread 24 of block 0 uses s_rows[...][32], but s_rows[...] has 32 elements
}
CASE(past_rows) {
    int *d_out = zeros<int>(32);
    past_rows_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

// In the first row, the element of that index is still in the array.
__global__ void next_row_kernel(int *d_out) {
    __shared__ int s_rows[2][32];
    s_rows[0][threadIdx.x] = 1;
    s_rows[1][threadIdx.x] = 1;
    __syncthreads();
    d_out[threadIdx.x] = s_rows[0][threadIdx.x + 8]; // expect: out of bounds; thread 24 of block 0 uses s_rows[...][32]
}
CASE(next_row) {
    int *d_out = zeros<int>(32);
    next_row_kernel<<<1, 32>>>(d_out);
    return 0 * sum_and_free(d_out, 32);
}

// A member, and the next one.
struct histogram {
    int low[8], high[8];
};
__global__ void next_member_kernel(int *d_out) {
    __shared__ struct histogram s_counts[2];
    s_counts[1].low[threadIdx.x] = 0; // expect: out of bounds; thread 8 of block 0 uses s_counts[...].low[8], but s_counts[...].low has 8 elements
    d_out[threadIdx.x] = s_counts[1].low[threadIdx.x];
}
CASE(next_member) {
    int *d_out = zeros<int>(16);
    next_member_kernel<<<1, 16>>>(d_out);
    return 0 * sum_and_free(d_out, 16);
}

__global__ void next_row_atomic_kernel(int *d_out, int digit) {
    __shared__ int s_counts[2][4];
    if (threadIdx.x < 8) {
        s_counts[threadIdx.x / 4][threadIdx.x % 4] = 0;
    }
    __syncthreads();
    atomicAdd(&s_counts[0][digit], 1); // expect: out of bounds; thread 0 of block 0 uses s_counts[...][4]
    __syncthreads();
    *d_out = s_counts[1][0];
}
CASE(next_row_atomic) {
    int *d_out = zeros<int>(1);
    next_row_atomic_kernel<<<1, 32>>>(d_out, 4);
    return 0 * sum_and_free(d_out, 1);
}

__device__ int d_rows[2][4];
__constant__ struct {
    int first[2], second[2];
} c_pair = {{1, 2}, {3, 4}};
__global__ void next_row_global_kernel(int column) {
    d_rows[0][column] = 1; // expect: out of bounds; thread 0 of block 0 uses d_rows[...][4], but d_rows[...] has 4
}
CASE(next_row_global) {
    next_row_global_kernel<<<1, 1>>>(4);
    return 0;
}

__global__ void next_member_constant_kernel(int *d_out, int i) {
    *d_out = c_pair.first[i]; // expect: out of bounds; thread 0 of block 0 uses c_pair.first[2], but c_pair.first has 2
}
CASE(next_member_constant) {
    int *d_out = zeros<int>(1);
    next_member_constant_kernel<<<1, 1>>>(d_out, 2);
    return 0 * sum_and_free(d_out, 1);
}

__global__ void next_row_dynamic_kernel(int *d_out) {
    extern __shared__ int s_pairs[][2];
    s_pairs[threadIdx.x][0] = 1;
    s_pairs[threadIdx.x][1] = 2;
    d_out[threadIdx.x] = s_pairs[threadIdx.x][-1]; // expect: out of bounds; thread 0 of block 0 uses s_pairs[...][-1]
}
CASE(next_row_dynamic) {
    int *d_out = zeros<int>(8);
    next_row_dynamic_kernel<<<1, 8, 8 * 2 * sizeof(int)>>>(d_out);
    return 0 * sum_and_free(d_out, 8);
}

// The same of a parameter.
__global__ void next_member_by_pointer_kernel(struct histogram *d_counts, int digit) {
    d_counts[blockIdx.x].low[threadIdx.x] = 1;
    struct histogram *d_own = &d_counts[blockIdx.x];
    d_own->low[digit] += 1; // expect: out of bounds; thread 0 of block 0 uses d_own->low[8], but d_own->low has 8
}
CASE(next_member_by_pointer) {
    struct histogram *d_counts = NULL;
    cudaMalloc(&d_counts, 2 * sizeof(struct histogram));
    next_member_by_pointer_kernel<<<2, 1>>>(d_counts, 8);
    cudaFree(d_counts);
    return 0;
}

// A member of one element may stand for more.
struct list {
    int count, values[1];
};
__global__ void list_kernel(struct list *d_list) {
    if (threadIdx.x == 0) {
        d_list->count = 4;
    }
    d_list->values[threadIdx.x] = 1;
    (*d_list).values[threadIdx.x] += d_list[0].values[threadIdx.x];
}
CASE(list_of_any_length) { // expect nothing
    const size_t bytes = offsetof(struct list, values) + 4 * sizeof(int);
    struct list *d_list = NULL;
    int h_list[5];
    cudaMalloc(&d_list, bytes);
    list_kernel<<<1, 4>>>(d_list);
    cudaMemcpy(h_list, d_list, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_list);
    return h_list[4] - 2 + h_list[0] - 4;
}

// Pointers may go from row to row, and where they are not used, anywhere.
struct counts {
    int of[4], more[4];
    __device__ int &operator[](int i) {
        return of[i];
    }
};
template <class T>
__device__ T sum_of_rows(const T *first, int n) {
    T sum = 0;
    for (int i = 0; i < n; i++) {
        sum += first[i];
    }
    return sum;
}
__global__ void rows_by_pointers_kernel(int *d_out) {
    __shared__ int s_rows[2][8], s_one;
    __shared__ struct counts s_counts;
    const int tid = threadIdx.x;
    int *before = &s_rows[0][tid - 1], *flat = &s_rows[0][0], *end = &s_counts.of[4];
    flat[tid] = 1;
    if (tid < 4) {
        s_counts[tid] = 2; // by operator[]
        s_counts.more[3 - tid] = 3;
    }
    atomicExch(&s_rows[tid / 8][tid % 8], 1);
    if (tid == 0) {
        s_one = 0;
    }
    __syncthreads();
    const int(*rows)[8] = s_rows, d_rows[3] = {};
    atomicAdd(&s_one, (tid > 0 ? *before : 1) + rows[tid / 8][tid % 8] - end[-1] + d_rows[2]);
    __syncthreads();
    if (tid == 0) {
        *d_out = s_one + sum_of_rows(s_rows[0], 16) + s_counts.more[0];
    }
}
CASE(rows_by_pointers) { // expect nothing
    int *d_out = zeros<int>(1);
    rows_by_pointers_kernel<<<1, 16>>>(d_out);
    return sum_and_free(d_out, 1) - 19;
}

__global__ void last_of_shared_kernel(int *d_out) {
    __shared__ int s_a[64], s_rows[2][32];
    __shared__ char s_flags[5];
    int tid = threadIdx.x, *past = s_a + 64; // computed, not used
    s_a[tid] = tid;
    s_rows[tid / 32][tid % 32] = 1;
    if (tid == 4) {
        s_flags[tid] = 1;
    }
    __syncthreads();
    d_out[tid] = past[-1 - tid] + s_rows[1][31 - tid % 32] + s_flags[4];
}
CASE(last_of_shared) { // expect nothing
    int *d_out = zeros<int>(64);
    last_of_shared_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - (63 * 64 / 2 + 64 + 64);
}

__global__ void guarded_shared_kernel(int *d_out) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = 1;
    __syncthreads();
    int left = tid > 0 ? s_a[tid - 1] : 0, right = tid + 1 < 64 ? s_a[tid + 1] : 0;
    d_out[tid] = left + right;
}
CASE(guarded_shared) { // expect nothing
    int *d_out = zeros<int>(64);
    guarded_shared_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 126;
}

// ---- Dynamic shared memory: as long as the launch says -----------------------------------------------------

__global__ void dynamic_kernel(int *d_out) {
    extern __shared__ int s_dynamic[];
    s_dynamic[threadIdx.x] = 1; // expect: out of bounds; thread 32 of block 0 writes s_dynamic[32]; 32 elements; the launch gives it 128 bytes
    d_out[threadIdx.x] = s_dynamic[threadIdx.x];
}
CASE(past_dynamic) {
    int *d_out = zeros<int>(64);
    dynamic_kernel<<<1, 64, 32 * sizeof(int)>>>(d_out); // other place
    return sum_and_free(d_out, 64);
}

// A variable instead of an array.
__global__ void dynamic_variable_kernel(int *d_out) {
    extern __shared__ int s_count;
    if (threadIdx.x == 0) {
        s_count = 3;
    }
    __syncthreads();
    atomicAdd(&s_count, 1);
    __syncthreads();
    d_out[threadIdx.x] = s_count;
}
CASE(dynamic_variable) { // expect nothing
    int *d_out = zeros<int>(32);
    dynamic_variable_kernel<<<1, 32, sizeof(int)>>>(d_out);
    return sum_and_free(d_out, 32) - 32 * 35;
}

__global__ void no_dynamic_kernel(int *d_out) {
    extern __shared__ int s_dynamic[];
    s_dynamic[threadIdx.x] = 1; // expect: out of bounds; thread 0 of block 0 writes s_dynamic[0]; 0 elements
    d_out[threadIdx.x] = s_dynamic[threadIdx.x];
}
CASE(no_dynamic) {
    int *d_out = zeros<int>(32);
    no_dynamic_kernel<<<1, 32>>>(d_out); // other place
    return sum_and_free(d_out, 32);
}

// A number of elements where bytes are needed: a quarter of the memory.
__global__ void elements_for_bytes_kernel(int *d_out) {
    extern __shared__ int s_dynamic[];
    s_dynamic[threadIdx.x] = 1; // expect: out of bounds; thread 16 of block 0 writes s_dynamic[16]
    d_out[threadIdx.x] = s_dynamic[threadIdx.x];
}
CASE(elements_for_bytes) {
    int *d_out = zeros<int>(64);
    elements_for_bytes_kernel<<<1, 64, 64>>>(d_out); // other place
    return sum_and_free(d_out, 64);
}

// Two arrays in the dynamic part, and a static one beside it.
__global__ void dynamic_in_two_kernel(int *d_out) {
    extern __shared__ int s_dynamic[];
    __shared__ int s_static[32];
    int tid = threadIdx.x, *s_first = s_dynamic, *s_second = s_dynamic + 32;
    s_first[tid] = 1;
    s_second[tid] = 2;
    s_static[tid] = 3;
    __syncthreads();
    d_out[tid] = s_first[31 - tid] + s_second[31 - tid] + s_static[31 - tid];
}
CASE(dynamic_in_two) { // expect nothing
    int *d_out = zeros<int>(32);
    dynamic_in_two_kernel<<<1, 32, 64 * sizeof(int)>>>(d_out);
    return sum_and_free(d_out, 32) - 6 * 32;
}

// A new launch has another length.
__global__ void dynamic_any_kernel(int *d_out, int n) {
    extern __shared__ int s_dynamic[];
    s_dynamic[n - 1 - threadIdx.x] = 1;
    d_out[threadIdx.x] = s_dynamic[n - 1 - threadIdx.x];
}
CASE(dynamic_grows) { // expect nothing
    int *d_out = zeros<int>(64);
    dynamic_any_kernel<<<1, 32, 32 * sizeof(int)>>>(d_out, 32);
    dynamic_any_kernel<<<1, 64, 12288 * sizeof(int)>>>(d_out, 12288);
    return sum_and_free(d_out, 64) - 64;
}

// ---- Global memory: 64 ints fill their place, 10 do not ----------------------------------------------------

__global__ void shift_kernel(int *d_a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int right = d_a[i + 1]; // expect: out of bounds; thread 31 of block 1 reads d_counted[64]; d_counted has 64 elements
    if (right < 0) {
        d_a[i] = right;
    }
}
CASE(past_global) {
    int *d_a = counted<int>(64); // other place in conformance.h
    shift_kernel<<<2, 32>>>(d_a);
    return sum_and_free(d_a, 64);
}

__global__ void guard_by_one_kernel(int *d_a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n) {
        return;
    }
    d_a[i] = 1; // expect: out of bounds; thread 2 of block 1 writes d_zeros[10]; d_zeros has 10 elements
}
CASE(guard_by_one) {
    int *d_a = zeros<int>(10); // other place in conformance.h
    guard_by_one_kernel<<<2, 8>>>(d_a, 10);
    return sum_and_free(d_a, 10);
}

__global__ void negative_global_kernel(int *d_a) {
    d_a[(int)threadIdx.x - 1] = 1; // expect: out of bounds; thread 0 of block 0 writes d_zeros[-1]
}
CASE(negative_global) {
    int *d_before = zeros<int>(64), *d_a = zeros<int>(64); // other place in conformance.h
    negative_global_kernel<<<1, 32>>>(d_a);
    return sum_and_free(d_before, 64) + sum_and_free(d_a, 64);
}

// In the gap between two allocations, nearer to the second.
__global__ void gap_kernel(int *d_a) {
    d_a[-8 + (int)threadIdx.x % 2] = 1; // expect: out of bounds; thread 0 of block 0 writes d_counted[-8]
}
CASE(gap) {
    int *d_before = zeros<int>(64), *d_a = counted<int>(64); // other place in conformance.h
    gap_kernel<<<1, 32>>>(d_a);
    return sum_and_free(d_before, 64) + sum_and_free(d_a, 64);
}

__global__ void atomic_past_global_kernel(int *d_bins) {
    atomicAdd(&d_bins[threadIdx.x], 1); // expect: out of bounds; thread 10 of block 0 atomically updates d_zeros[10]
}
CASE(atomic_past_global) {
    int *d_bins = zeros<int>(10); // other place in conformance.h
    atomic_past_global_kernel<<<1, 32>>>(d_bins);
    return sum_and_free(d_bins, 10);
}

__global__ void guarded_kernel(int *d_a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        d_a[i] += i > 0 ? 1 : 2;
    }
}
CASE(guarded_global) { // expect nothing
    int *d_a = zeros<int>(10);
    guarded_kernel<<<2, 8>>>(d_a, 10);
    return sum_and_free(d_a, 10) - 11;
}

__global__ void last_of_global_kernel(int *d_a, int *d_past) {
    d_a[63] = 1;
    d_past[-1] += 1;
}
CASE(last_of_global) { // expect nothing
    int *d_a = zeros<int>(64);
    last_of_global_kernel<<<1, 1>>>(d_a, d_a + 64);
    return sum_and_free(d_a, 64) - 2;
}

// ---- A vector that is half inside --------------------------------------------------------------------------

__global__ void half_global_kernel(const int4 *d_a, int *d_out) {
    int4 four = d_a[threadIdx.x]; // expect: out of bounds; thread 1 of block 0 reads d_counted[4] to d_counted[7], but; 6 elements
    d_out[threadIdx.x] = four.x + four.y;
}
CASE(half_global) {
    int *d_a = counted<int>(6), *d_out = zeros<int>(2); // other place in conformance.h
    half_global_kernel<<<1, 2>>>((const int4 *)d_a, d_out);
    return sum_and_free(d_a, 6) + sum_and_free(d_out, 2);
}

__global__ void half_pair_kernel(int2 *d_a) {
    int2 pair = make_int2(1, 2);
    d_a[threadIdx.x] = pair; // expect: out of bounds; thread 2 of block 0 writes d_zeros[4]; 5 elements
}
CASE(half_pair) {
    int *d_a = zeros<int>(5); // other place in conformance.h
    half_pair_kernel<<<1, 3>>>((int2 *)d_a);
    return sum_and_free(d_a, 5);
}

// A struct that a call returns.
__global__ void half_pair_made_kernel(int2 *d_a) {
    d_a[threadIdx.x] = make_int2(1, 2); // expect: out of bounds; thread 2 of block 0 writes d_zeros[4]; 5 elements
}
CASE(half_pair_made) {
    int *d_a = zeros<int>(5); // other place in conformance.h
    half_pair_made_kernel<<<1, 3>>>((int2 *)d_a);
    return sum_and_free(d_a, 5);
}

__global__ void half_shared_kernel(int *d_out) {
    __shared__ __align__(16) int s_a[6];
    s_a[threadIdx.x] = 1;
    __syncwarp();
    int4 four = ((int4 *)s_a)[threadIdx.x / 4]; // expect: out of bounds; thread 4 of block 0 reads s_a[4] to s_a[7], but; 6 elements
    d_out[threadIdx.x] = four.x + four.y;
}
CASE(half_shared) {
    int *d_out = zeros<int>(6);
    half_shared_kernel<<<1, 6>>>(d_out);
    return sum_and_free(d_out, 6);
}

__global__ void whole_vectors_kernel(const int4 *d_a, int2 *d_pairs) {
    __shared__ __align__(16) int s_a[8];
    int tid = threadIdx.x;
    ((int4 *)s_a)[tid] = d_a[tid];
    __syncwarp(3);
    d_pairs[2 * tid] = ((int2 *)s_a)[3 - 2 * tid];
    d_pairs[2 * tid + 1] = ((int2 *)s_a)[2 - 2 * tid];
}
CASE(whole_vectors) { // expect nothing
    int *d_a = counted<int>(8), *d_pairs = zeros<int>(8);
    whole_vectors_kernel<<<1, 2>>>((const int4 *)d_a, (int2 *)d_pairs);
    return sum_and_free(d_a, 8) - sum_and_free(d_pairs, 8);
}

__global__ void rest_kernel(const int4 *d_a, int n, int *d_sum) {
    int sum = 0, i = 0;
    for (; i + 4 <= n; i += 4) {
        int4 four = d_a[i / 4];
        sum += four.x + four.y + four.z + four.w;
    }
    for (; i < n; i++) {
        sum += ((const int *)d_a)[i];
    }
    *d_sum = sum;
}
CASE(vectors_and_rest) { // expect nothing
    int *d_a = counted<int>(6), *d_sum = zeros<int>(1);
    rest_kernel<<<1, 1>>>((const int4 *)d_a, 6, d_sum);
    return sum_and_free(d_a, 6) - sum_and_free(d_sum, 1);
}

// ---- An unsigned index below 0 -------------------------------------------------------------------------------

__global__ void unsigned_shared_kernel(int *d_out) {
    __shared__ double s_a[64];
    unsigned tid = threadIdx.x;
    s_a[tid] = 1;
    __syncthreads();
    d_out[tid] = (int)s_a[tid - 2]; // expect: out of bounds; thread 0 of block 0 reads s_a[-2]; 4294967294; 64 elements
}
CASE(unsigned_shared) {
    int *d_out = zeros<int>(64);
    unsigned_shared_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

__global__ void unsigned_global_kernel(int *d_a) {
    d_a[threadIdx.x - 1] = 1; // expect: out of bounds; thread 0 of block 0 writes d_zeros[-1]; 4294967295; 32 elements
}
CASE(unsigned_global) {
    int *d_a = zeros<int>(32);
    unsigned_global_kernel<<<1, 32>>>(d_a);
    return sum_and_free(d_a, 32);
}

// So does one of an array of larger elements, known from its pointer's type.
__global__ void unsigned_points_kernel(int3 *d_points) {
    d_points[threadIdx.x - 1].x = 1; // expect: out of bounds; thread 0 of block 0 writes d_points[-1]; 4294967295; 8 elements
}
CASE(unsigned_points) {
    int3 *d_points = NULL;
    cudaMalloc(&d_points, 8 * sizeof(int3));
    unsigned_points_kernel<<<1, 8>>>(d_points);
    cudaFree(d_points);
    return 0;
}

// ---- Copies ------------------------------------------------------------------------------------------------

CASE(copy_too_long) {
    int h_a[11], *d_a = counted<int>(10);                      // other place in conformance.h
    cudaMemcpy(h_a, d_a, sizeof(h_a), cudaMemcpyDeviceToHost); // expect: out of bounds; cudaMemcpy; 44 bytes
    // expect reason: cudaErrorInvalidValue
    return sum_and_free(d_a, 10);
}

CASE(copy_past_end) {
    int h_a[10] = {0}, *d_a = counted<int>(10);                    // other place in conformance.h
    cudaMemcpy(d_a + 1, h_a, sizeof(h_a), cudaMemcpyHostToDevice); // expect: out of bounds; 40 bytes at byte 4
    return sum_and_free(d_a, 10);
}

// The size may be wrong where the array is allocated.
__global__ void small_kernel(int *d_small) {
    d_small[threadIdx.x] = 1; // expect: out of bounds; thread 0 of block 0 writes d_small[0], but d_small has 2 bytes; allocated here
}
CASE(allocated_in_elements) {
    int *d_small;
    cudaMalloc(&d_small, 2); // other place
    small_kernel<<<1, 2>>>(d_small);
    return 0;
}

CASE(copied_to_what_is_too_small) {
    int h_a[2] = {0}, *d_small;
    cudaMalloc(&d_small, 2);                                       // other place
    cudaMemcpy(d_small, h_a, sizeof(h_a), cudaMemcpyHostToDevice); // expect: out of bounds; 8 bytes; allocated here
    cudaFree(d_small);
    return 0;
}

CASE(memset_elements) {
    int *d_a = counted<int>(10);              // other place in conformance.h
    cudaMemset(d_a, 0, 10 * sizeof(int) + 1); // expect: out of bounds; cudaMemset accesses 41 bytes
    return sum_and_free(d_a, 10);
}

CASE(copies_to_the_end) { // expect nothing
    int h_a[10] = {0}, *d_a = counted<int>(10), *d_b = zeros<int>(10);
    cudaMemcpy(h_a + 3, d_a + 3, 7 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(d_b + 3, h_a + 3, 7 * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, d_a, 3 * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemset(d_a + 9, 0, sizeof(int));
    return sum_and_free(d_a, 10) + 9 - sum_and_free(d_b, 10);
}

// ---- A variable of host code --------------------------------------------------------------------------------

CASE(copy_past_variable) {
    int *d_a = zeros<int>(2), value = 0;
    cudaMemcpy(&value, d_a, sizeof(d_a), cudaMemcpyDeviceToHost); // expect: out of bounds; cudaMemcpy writes 8 bytes to a variable of 4 bytes in host memory
    cudaFree(d_a);
    return value;
}

CASE(copy_from_past_variable) {
    int *d_a = zeros<int>(1);
    const bool one = true;
    cudaMemcpyAsync(d_a, &one, sizeof(int), cudaMemcpyHostToDevice, 0); // expect: out of bounds; cudaMemcpyAsync reads 4 bytes from a variable of 1 byte in host memory
    return sum_and_free(d_a, 1);
}

__constant__ size_t c_count;
__global__ void count_kernel(int *d_out) {
    *d_out = (int)c_count;
}
CASE(copy_to_symbol_past_variable) {
    int *d_out = zeros<int>(1);
    const unsigned count = 5;
    cudaMemcpyToSymbol(c_count, &count, sizeof(c_count)); // expect: out of bounds; cudaMemcpyToSymbol reads 8 bytes from a variable of 4 bytes in host memory
    count_kernel<<<1, 1>>>(d_out);
    return sum_and_free(d_out, 1);
}

struct two_ints {
    int first, second;
};
CASE(copy_all_of_variable) { // expect nothing
    struct two_ints pair = {1, 2}, *d_pair = NULL;
    int values[3] = {3, 4, 5}, *d_a = zeros<int>(3);
    size_t count = 0;
    cudaMalloc(&d_pair, sizeof(pair));
    cudaMemcpy(d_pair, &pair, sizeof(pair), cudaMemcpyHostToDevice);
    cudaMemcpy(d_a, &values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemcpy(&pair, d_a, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpyToSymbol(c_count, &count, sizeof(count));
    cudaMemcpyFromSymbol(&count, c_count, sizeof(count));
    cudaFree(d_pair);
    return sum_and_free(d_a, 3) + pair.first + (int)count - 15;
}
