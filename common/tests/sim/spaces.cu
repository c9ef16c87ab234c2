// Host memory and device memory confused: class WRONG_SPACE. And misaligned vectors: MISALIGNED.
#include "conformance.h"

// ---- A kernel in host memory -------------------------------------------------------------------------------

__global__ void fill_kernel(int *d_a) {
    d_a[threadIdx.x] = 1; // expect: wrong memory space; thread 0 of block 0 writes 4 bytes through a host pointer
}
CASE(heap_of_host) {
    int *h_a = (int *)calloc(32, sizeof(int));
    fill_kernel<<<1, 32>>>(h_a);
    free(h_a);
    return 0;
}

__global__ void sum_kernel(const int *d_a, int *d_sum) {
    for (int i = 0; i < 4; i++) {
        *d_sum += d_a[i]; // expect: wrong memory space; thread 0 of block 0 reads 4 bytes through a pointer to a local variable of host code
    }
}
CASE(stack_of_host) {
    int h_a[4] = {1, 2, 3, 4}, *d_sum = zeros<int>(1);
    sum_kernel<<<1, 1>>>(h_a, d_sum);
    return sum_and_free(d_sum, 1);
}

// Every thread's own variables are at the same addresses of its local memory.
__global__ void lend_kernel(int *d_out) {
    __shared__ int *s_total;
    int total = 5 + threadIdx.x;
    if (threadIdx.x == 3) {
        s_total = &total;
    }
    __syncthreads();
    if (threadIdx.x == 3) {
        d_out[0] = *s_total;
    }
    __syncwarp();
    if (threadIdx.x == 4) {
        d_out[1] = *s_total; // expect: wrong memory space; thread 4 of block 0 reads 4 bytes through a pointer to a local variable of another thread
    }
}
CASE(local_of_another_thread) {
    int *d_out = zeros<int>(2);
    lend_kernel<<<1, 32>>>(d_out);
    return 0 * sum_and_free(d_out, 2);
}

__global__ void null_kernel(int *d_a) {
    if (threadIdx.x == 5) {
        atomicAdd(&d_a[2], 1); // expect: wrong memory space; thread 5 of block 0 atomically updates 4 bytes; a null pointer
    }
}
CASE(null_pointer) {
    int *d_a = NULL;
    null_kernel<<<1, 32>>>(d_a);
    return 0;
}

__global__ void wild_kernel(int *d_a) {
    d_a[threadIdx.x] = 1; // expect: wrong memory space; thread 0 of block 0 writes 4 bytes through a pointer to unmapped memory
}
CASE(wild_pointer) {
    wild_kernel<<<1, 32>>>((int *)0x7fa5a5a57fa5a5a4);
    return 0;
}

__global__ void by_value_kernel(int4 values, const int *h_never, int *d_out) {
    int local[4] = {values.x, values.y, values.z, values.w};
    int *pointer = &local[threadIdx.x];
    *d_out += h_never != NULL ? *pointer : 0;
}
CASE(by_value) { // expect nothing
    int h_never = 0, *d_out = zeros<int>(1);
    by_value_kernel<<<1, 1>>>(make_int4(7, 2, 3, 4), &h_never, d_out);
    return sum_and_free(d_out, 1) - 7;
}

// A string and a table of constants are available on both sides.
__global__ void constants_kernel(int *d_out) {
    const char *text = "12345678";
    d_out[threadIdx.x] = text[threadIdx.x] - '0';
}
CASE(constants) { // expect nothing
    int *d_out = zeros<int>(8);
    constants_kernel<<<1, 8>>>(d_out);
    return sum_and_free(d_out, 8) - 36;
}

// ---- Host code in device memory ----------------------------------------------------------------------------

CASE(host_reads) {
    int *d_a = counted<int>(8);
    int first = d_a[3]; // expect: wrong memory space; host code reads d_counted
    cudaFree(d_a);
    return first;
}

CASE(host_writes) {
    int *d_a = counted<int>(8);
    for (int i = 0; i < 8; i++) {
        d_a[i] = i; // expect: wrong memory space; host code writes d_counted
    }
    cudaFree(d_a);
    return 0;
}

CASE(host_reads_freed) {
    int *d_a = counted<int>(8);
    cudaFree(d_a);
    return *d_a; // expect: wrong memory space; host code reads d_counted
}

CASE(host_uses_copies) { // expect nothing
    int h_a[8], *d_a = counted<int>(8), *d_second = d_a + 1;
    cudaMemcpy(h_a, d_second, 7 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    int sum = 0;
    for (int i = 0; i < 7; i++) {
        sum += h_a[i];
    }
    return sum - 28;
}

// ---- The wrong way round -----------------------------------------------------------------------------------

CASE(copied_the_wrong_way) {
    int h_a[8] = {0}, *d_a = counted<int>(8);
    cudaMemcpy(d_a, h_a, sizeof(h_a), cudaMemcpyDeviceToHost); // expect: wrong memory space; cudaMemcpy; d_counted
    cudaFree(d_a);
    return h_a[0];
}

CASE(copied_as_device) {
    int h_a[8] = {0}, *d_a = counted<int>(8);
    cudaMemcpy(h_a, d_a, sizeof(h_a), cudaMemcpyDeviceToDevice); // expect: wrong memory space; cudaMemcpy receives a host
    cudaFree(d_a);
    return h_a[0];
}

CASE(host_set) {
    int h_a[8];
    cudaMemset(h_a, 0, sizeof(h_a)); // expect: wrong memory space; cudaMemset receives a host pointer
    return 0;
}

CASE(direction_by_address) { // expect nothing
    int h_a[4] = {1, 2, 3, 4}, *d_a = zeros<int>(4), *d_b = zeros<int>(4);
    cudaMemcpy(d_a, h_a, sizeof(h_a), cudaMemcpyDefault);
    cudaMemcpy(d_b, d_a, sizeof(h_a), cudaMemcpyDefault);
    cudaMemcpy(h_a, d_b, sizeof(h_a), cudaMemcpyDefault);
    cudaFree(d_b);
    return sum_and_free(d_a, 4) - h_a[0] - h_a[1] - h_a[2] - h_a[3];
}

// ---- Null pointers that a call receives --------------------------------------------------------------------

CASE(copied_to_null) {
    int *h_a = NULL, *d_a = counted<int>(8);
    cudaMemcpy(h_a, d_a, 32, cudaMemcpyDeviceToHost); // expect: wrong memory space; receives a null pointer where it needs host memory
    cudaFree(d_a);
    return 0;
}

CASE(copied_from_null) {
    int *h_a = NULL, *d_a = zeros<int>(8);
    cudaMemcpy(d_a, h_a + 1, 28, cudaMemcpyHostToDevice); // expect: wrong memory space; receives a null pointer where it needs host memory
    cudaFree(d_a);
    return 0;
}

CASE(copied_on_host_to_null) {
    int h_a = 1, *h_b = NULL;
    cudaMemcpy(h_b, &h_a, sizeof(h_a), cudaMemcpyHostToHost); // expect: wrong memory space; receives a null pointer where it needs host memory
    return 0;
}

CASE(copied_to_null_on_device) {
    int h_a = 1, *d_a = NULL;
    cudaMemcpy(d_a, &h_a, sizeof(h_a), cudaMemcpyHostToDevice); // expect: wrong memory space; receives a null pointer where it needs device memory
    return 0;
}

CASE(set_null) {
    int *d_a = NULL;
    cudaMemset(d_a, 0, 4); // expect: wrong memory space; cudaMemset receives a null pointer where it needs device memory
    return 0;
}

CASE(nothing_copied_to_null) { // expect nothing
    int *h_a = NULL, *d_a = counted<int>(8);
    cudaMemcpy(h_a, d_a, 0, cudaMemcpyDeviceToHost);
    cudaMemset(NULL, 0, 0);
    cudaFree(NULL);
    cudaFreeHost(NULL);
    cudaFree(d_a);
    return 0;
}

// ---- Alignment ---------------------------------------------------------------------------------------------

__global__ void four_kernel(const int *d_a, int *d_out) {
    int4 four = *(const int4 *)(d_a + threadIdx.x); // expect: misaligned access; thread 1 of block 0 reads 16 bytes at byte 4
    d_out[threadIdx.x] = four.w;
}
CASE(four_of_any) {
    int *d_a = counted<int>(16), *d_out = zeros<int>(4);
    four_kernel<<<1, 4>>>(d_a, d_out);
    cudaFree(d_a);
    return sum_and_free(d_out, 4);
}

__global__ void pair_kernel(int *d_a) {
    int2 pair = {1, 2};
    ((int2 *)(d_a + 1))[threadIdx.x] = pair; // expect: misaligned access; thread 0 of block 0 writes 8 bytes at byte 4 of d_zeros
}
CASE(odd_pair) {
    int *d_a = zeros<int>(16);
    pair_kernel<<<1, 4>>>(d_a);
    return sum_and_free(d_a, 16);
}

__global__ void assigned_pair_kernel(const int *d_a, int *d_out) {
    int2 pair;
    pair = *(const int2 *)(d_a + 1); // expect: misaligned access; thread 0 of block 0 reads 8 bytes at byte 4 of d_counted
    d_out[0] = pair.x + pair.y;
}
CASE(assigned_pair) {
    int *d_a = counted<int>(16), *d_out = zeros<int>(1);
    assigned_pair_kernel<<<1, 1>>>(d_a, d_out);
    cudaFree(d_a);
    return sum_and_free(d_out, 1);
}

// A struct of words is aligned to 4, whatever its size: two accesses of a word each copy it.
struct words {
    int a, b;
};

__global__ void words_kernel(const int *d_a, int *d_b) {
    words read = ((const words *)(d_a + 1))[threadIdx.x];
    ((words *)(d_b + 3))[threadIdx.x] = read;
}
CASE(words_at_odd_word) { // expect nothing
    int *d_a = counted<int>(65), *d_b = zeros<int>(67);
    words_kernel<<<1, 32>>>(d_a, d_b);
    cudaFree(d_a);
    return sum_and_free(d_b, 67) - 64 * 65 / 2;
}

__global__ void words_after_flag_kernel(int *d_out) {
    __shared__ struct {
        int flag;
        words all[32];
    } s_both;
    extern __shared__ int s_words[];
    words *s_after = (words *)(s_words + 1), mine = {(int)threadIdx.x, 1};
    s_both.all[threadIdx.x] = mine;
    s_after[threadIdx.x] = s_both.all[threadIdx.x];
    d_out[threadIdx.x] = s_after[threadIdx.x].a;
}
CASE(words_after_flag) { // expect nothing
    int *d_out = zeros<int>(32);
    words_after_flag_kernel<<<1, 32, sizeof(int) + 32 * sizeof(words)>>>(d_out);
    return sum_and_free(d_out, 32) - 31 * 32 / 2;
}

struct __attribute__((packed)) letters {
    char first;
    int rest;
    char last[4];
};

__global__ void letters_kernel(letters *d_letters, int *d_out) {
    letters mine = d_letters[threadIdx.x];
    mine.rest++;
    d_letters[threadIdx.x] = mine;
    d_letters[threadIdx.x].rest++;
    d_out[threadIdx.x] = d_letters[threadIdx.x].rest;
}
CASE(packed_struct) { // expect nothing
    letters *d_letters = zeros<letters>(32);
    int *d_out = zeros<int>(32);
    letters_kernel<<<1, 32>>>(d_letters, d_out);
    cudaFree(d_letters);
    return sum_and_free(d_out, 32) - 64;
}

__global__ void shared_double_kernel(double *d_out) {
    __shared__ float s_a[16];
    s_a[threadIdx.x] = 1;
    __syncthreads();
    *d_out = *(double *)&s_a[3]; // expect: misaligned access; thread 0 of block 0 reads 8 bytes at byte 12 of s_a
}
CASE(shared_double) {
    double *d_out = zeros<double>(1);
    shared_double_kernel<<<1, 16>>>(d_out);
    return sum_and_free(d_out, 1);
}

// The declared type decides where CUDA may put a shared variable, and here each one happens to lie well.
__global__ void fours_of_ints_kernel(int *d_out) {
    __shared__ int s_before, s_ints[32];
    s_ints[threadIdx.x] = 1;
    if (threadIdx.x == 0) {
        s_before = 1;
    }
    __syncthreads();
    int4 four;
    four = ((const int4 *)s_ints)[1]; // expect: misaligned access; reads 16 bytes at byte 16 of s_ints, which need only begin at a multiple of 4: declare it __align__(16)
    d_out[threadIdx.x] = four.x + s_before;
}
CASE(fours_of_ints) {
    int *d_out = zeros<int>(32);
    fours_of_ints_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void double_of_floats_kernel(double *d_out) {
    __shared__ float s_floats[16];
    s_floats[threadIdx.x] = 1;
    __syncthreads();
    *d_out = *(double *)&s_floats[2]; // expect: misaligned access; thread 0 of block 0 reads 8 bytes at byte 8 of s_floats, which need only
}
CASE(double_of_floats) {
    double *d_out = zeros<double>(1);
    double_of_floats_kernel<<<1, 16>>>(d_out);
    return sum_and_free(d_out, 1);
}

__global__ void ints_in_bytes_kernel(int *d_out) {
    __shared__ bool s_flag;
    __shared__ unsigned char s_bytes[32 * sizeof(int)];
    int *s_ints = (int *)s_bytes;
    if (threadIdx.x == 0) {
        s_flag = true;
    }
    __syncthreads();
    s_ints[threadIdx.x] = 1; // expect: misaligned access; writes 4 bytes at byte 0 of s_bytes, which may begin at any byte: declare it __align__(4)
    d_out[threadIdx.x] = s_ints[threadIdx.x] + s_flag;
}
CASE(ints_in_bytes) {
    int *d_out = zeros<int>(32);
    ints_in_bytes_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void aligned_bytes_kernel(int *d_out) {
    __shared__ __align__(16) unsigned char s_bytes[32 * sizeof(int4)];
    __shared__ int4 s_fours[32];
    extern __shared__ char s_any[];
    int4 four = {1, 2, 3, (int)threadIdx.x}, *s_dynamic = (int4 *)s_any;
    ((int4 *)s_bytes)[threadIdx.x] = four;
    s_fours[threadIdx.x] = ((int4 *)s_bytes)[threadIdx.x];
    s_dynamic[threadIdx.x] = s_fours[threadIdx.x];
    d_out[threadIdx.x] = ((int *)s_any)[4 * threadIdx.x + 3];
}
CASE(aligned_bytes) { // expect nothing
    int *d_out = zeros<int>(32);
    aligned_bytes_kernel<<<1, 32, 32 * sizeof(int4)>>>(d_out);
    return sum_and_free(d_out, 32) - 31 * 32 / 2;
}

struct color {
    unsigned char red, green, blue, alpha;
};
struct sum_and_count {
    double sum;
    int count;
};

__global__ void own_alignment_kernel(int *d_out) {
    __shared__ bool s_flag;
    __shared__ color s_colors[32];
    __shared__ struct {
        double scale;
        sum_and_count all[32];
    } s_scaled;
    __shared__ sum_and_count s_sums[32];
    extern __shared__ double s_doubles[];
    color mine = {1, 2, 3, (unsigned char)threadIdx.x};
    sum_and_count sum = {1, (int)threadIdx.x}, *s_after = (sum_and_count *)(s_doubles + 1);
    if (threadIdx.x == 0) {
        s_flag = true;
    }
    __syncthreads();
    s_colors[threadIdx.x] = mine;
    s_sums[threadIdx.x] = sum;
    s_scaled.all[threadIdx.x] = s_sums[threadIdx.x];
    s_after[threadIdx.x] = s_scaled.all[threadIdx.x];
    mine = s_colors[threadIdx.x];
    d_out[threadIdx.x] = s_after[threadIdx.x].count + mine.alpha + !s_flag;
}
CASE(own_alignment) { // expect nothing
    int *d_out = zeros<int>(32);
    own_alignment_kernel<<<1, 32, sizeof(double) + 32 * sizeof(sum_and_count)>>>(d_out);
    return sum_and_free(d_out, 32) - 31 * 32;
}

__global__ void bytes_as_word_kernel(const unsigned char *d_bytes, int *d_out) {
    *d_out = *(const int *)(d_bytes + 2); // expect: misaligned access; reads 4 bytes at byte 2 of d_counted; multiple of 4
}
CASE(bytes_as_word) {
    unsigned char *d_bytes = counted<unsigned char>(8);
    int *d_out = zeros<int>(1);
    bytes_as_word_kernel<<<1, 1>>>(d_bytes, d_out);
    cudaFree(d_bytes);
    return sum_and_free(d_out, 1);
}

__global__ void wide_atomic_kernel(int *d_a) {
    atomicAdd((unsigned long long *)(d_a + 3), 1ull); // expect: misaligned access; atomically updates 8 bytes at byte 12
}
CASE(wide_atomic) {
    int *d_a = zeros<int>(8);
    wide_atomic_kernel<<<1, 1>>>(d_a);
    return sum_and_free(d_a, 8);
}

__global__ void aligned_kernel(const int *d_a, int *d_out) {
    int4 four = *(const int4 *)(d_a + 4 * threadIdx.x);
    int2 pair = *(const int2 *)(d_a + 4 * threadIdx.x + 2);
    d_out[threadIdx.x] = four.x + pair.y;
}
CASE(aligned_vectors) { // expect nothing
    int *d_a = counted<int>(16), *d_out = zeros<int>(4);
    aligned_kernel<<<1, 4>>>(d_a, d_out);
    cudaFree(d_a);
    return sum_and_free(d_out, 4) - (3 + 11 + 19 + 27);
}

__global__ void bytes_kernel(const unsigned char *d_bytes, int *d_out) {
    const unsigned char *odd = d_bytes + 1;
    int value = 0;
    for (int i = 0; i < 4; i++) {
        value += odd[i];
    }
    *d_out = value + *(const short *)(d_bytes + 6);
}
CASE(bytes_anywhere) { // expect nothing
    unsigned char *d_bytes = counted<unsigned char>(8);
    int *d_out = zeros<int>(1);
    bytes_kernel<<<1, 1>>>(d_bytes, d_out);
    cudaFree(d_bytes);
    return sum_and_free(d_out, 1) - (1 + 2 + 3 + 4 + 6 + 7 * 256);
}

// Three ints are aligned as one int is.
__global__ void triple_kernel(const int3 *d_a, int *d_out) {
    int3 three = d_a[threadIdx.x];
    d_out[threadIdx.x] = three.x + three.y + three.z;
}
CASE(triples) { // expect nothing
    int *d_a = counted<int>(9), *d_out = zeros<int>(3);
    triple_kernel<<<1, 3>>>((const int3 *)d_a, d_out);
    cudaFree(d_a);
    return sum_and_free(d_out, 3) - 36;
}
