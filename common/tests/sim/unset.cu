// Values that nothing has written: class UNSET_READ.
#include "conformance.h"

#include <cuda/atomic>

// ---- Shared memory -----------------------------------------------------------------------------------------

__global__ void never_written_kernel(int *d_out) {
    __shared__ int s_sum;
    d_out[threadIdx.x] = s_sum; // expect: unset read; thread 0 of block 0 reads s_sum
}
CASE(never_written) {
    int *d_out = zeros<int>(32);
    never_written_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

// The tail's threads have no element, and no thread stores the identity in their place.
__global__ void tail_kernel(int *d_sum, int n) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    if (tid < n) {
        s_a[tid] = 1; // other place
    }
    for (int stride = 32; stride > 0; stride /= 2) {
        __syncthreads();
        if (tid < stride) {
            s_a[tid] += s_a[tid + stride]; // expect: unset read; thread 18 of block 0 reads s_a[50]
        }
    }
    if (tid == 0) {
        *d_sum = s_a[0];
    }
}
CASE(tail) {
    int *d_sum = zeros<int>(1);
    tail_kernel<<<1, 64>>>(d_sum, 50);
    return sum_and_free(d_sum, 1);
}

// A single value may be like that by chance.
__global__ void one_like_it_kernel(int *d_out) {
    __shared__ unsigned s_a[64];
    const int tid = threadIdx.x;
    s_a[tid] = tid == 7 ? 0xfefefefeu : 0; // expect nothing
    __syncthreads();
    d_out[tid] = (int)(s_a[63 - tid] >> 31);
}
CASE(one_like_it) {
    int *d_out = zeros<int>(64);
    one_like_it_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 1;
}

// The values that a block leaves in shared memory do not belong to the next block.
__global__ void first_block_writes_kernel(int *d_out) {
    __shared__ int s_a[32];
    if (blockIdx.x == 0) {
        s_a[threadIdx.x] = 1; // other place
    }
    __syncthreads();
    d_out[blockIdx.x * 32 + threadIdx.x] = s_a[threadIdx.x]; // expect: unset read; thread 0 of block 1 reads s_a[0]
}
CASE(first_block_writes) {
    int *d_out = zeros<int>(64);
    first_block_writes_kernel<<<2, 32>>>(d_out);
    return sum_and_free(d_out, 64);
}

__global__ void three_bytes_kernel(int *d_out) {
    __shared__ __align__(4) char s_bytes[8];
    for (int i = 0; i < 7; i++) {
        s_bytes[i] = 1; // other place
    }
    d_out[0] = *(int *)s_bytes;
    d_out[1] = *(int *)(s_bytes + 4); // expect: unset read; thread 0 of block 0 reads s_bytes[4]
}
CASE(three_bytes) {
    int *d_out = zeros<int>(2);
    three_bytes_kernel<<<1, 1>>>(d_out);
    return sum_and_free(d_out, 2);
}

__global__ void atomic_on_unset_kernel(int *d_out) {
    __shared__ int s_count;
    atomicAdd(&s_count, 1); // expect: unset read; thread 0 of block 0 reads s_count
    __syncthreads();
    d_out[threadIdx.x] = s_count;
}
CASE(atomic_on_unset) {
    int *d_out = zeros<int>(32);
    atomic_on_unset_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32);
}

__global__ void tail_with_identity_kernel(int *d_sum, int n) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = tid < n ? 1 : 0;
    for (int stride = 32; stride > 0; stride /= 2) {
        __syncthreads();
        if (tid < stride) {
            s_a[tid] += s_a[tid + stride];
        }
    }
    if (tid == 0) {
        d_sum[blockIdx.x] = s_a[0];
    }
}
CASE(tail_with_identity) { // expect nothing
    int *d_sum = zeros<int>(5);
    tail_with_identity_kernel<<<5, 64>>>(d_sum, 50);
    return sum_and_free(d_sum, 5) - 250;
}

__global__ void guarded_tail_kernel(int *d_out, int n) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    if (tid < n) {
        s_a[tid] = tid;
    }
    __syncthreads();
    d_out[tid] = tid + 1 < n ? s_a[tid + 1] : 0;
}
CASE(guarded_tail) { // expect nothing
    int *d_out = zeros<int>(64);
    guarded_tail_kernel<<<1, 64>>>(d_out, 50);
    return sum_and_free(d_out, 64) - 49 * 50 / 2;
}

__global__ void all_bytes_kernel(int *d_out) {
    __shared__ __align__(4) char s_bytes[8];
    __shared__ __align__(16) int s_words[4];
    for (int i = 0; i < 8; i++) {
        s_bytes[i] = 1;
    }
    *(short *)(s_bytes + 2) = 0;
    int4 four = {1, 2, 3, 4};
    *(int4 *)s_words = four;
    *d_out = *(int *)s_bytes + *(int *)(s_bytes + 4) + s_words[3] + ((char *)s_words)[0];
}
CASE(all_bytes) { // expect nothing
    int *d_out = zeros<int>(1);
    all_bytes_kernel<<<1, 1>>>(d_out);
    return sum_and_free(d_out, 1) - 0x101 - 0x1010101 - 5;
}

// ---- Global memory -----------------------------------------------------------------------------------------

__global__ void add_kernel(int *d_a) {
    d_a[threadIdx.x] += 1; // expect: unset read; thread 0 of block 0 reads d_a[0]
}
CASE(only_allocated) {
    int *d_a;
    cudaMalloc(&d_a, 32 * sizeof(int));
    add_kernel<<<1, 32>>>(d_a);
    return sum_and_free(d_a, 32) * 0;
}

__global__ void copy_kernel(const int *d_a, int *d_b) {
    d_b[threadIdx.x] = d_a[threadIdx.x]; // expect: unset read; thread 8 of block 0 reads d_a[8]
}
CASE(elements_for_bytes) {
    int *d_a, *d_b = zeros<int>(32);
    cudaMalloc(&d_a, 32 * sizeof(int));
    cudaMemset(d_a, 0, 32); // other place
    copy_kernel<<<1, 32>>>(d_a, d_b);
    cudaFree(d_a);
    return sum_and_free(d_b, 32);
}

// A copy of an unset value is still unset.
__global__ void read_kernel(const int *d_a, int *d_out) {
    *d_out = d_a[3] + d_a[4]; // expect: unset read; thread 0 of block 0 reads d_b[4]
}
CASE(copied_unset) {
    int *d_a, *d_b, *d_out = zeros<int>(1);
    cudaMalloc(&d_a, 32);
    cudaMalloc(&d_b, 32);
    cudaMemset(d_a, 0, 16);
    cudaMemset(d_b, 0, 32);
    cudaMemcpy(d_b, d_a, 32, cudaMemcpyDeviceToDevice);
    read_kernel<<<1, 1>>>(d_b, d_out);
    cudaFree(d_a);
    cudaFree(d_b);
    return sum_and_free(d_out, 1);
}

__global__ void part_of_word_kernel(unsigned char *d_bytes, int *d_out) {
    d_bytes[0] = d_bytes[1] = d_bytes[3] = 1; // other place
    *d_out = *(int *)d_bytes;                 // expect: unset read; thread 0 of block 0 reads d_bytes[0]
}
CASE(part_of_word) {
    unsigned char *d_bytes;
    int *d_out = zeros<int>(1);
    cudaMalloc(&d_bytes, 4);
    part_of_word_kernel<<<1, 1>>>(d_bytes, d_out);
    cudaFree(d_bytes);
    return sum_and_free(d_out, 1);
}

__global__ void write_some_kernel(int *d_a, int n) {
    if ((int)threadIdx.x < n) {
        d_a[threadIdx.x] = 1; // other place
    }
}
CASE(copied_to_host) {
    int h_a[32], *d_a, sum = 0;
    cudaMalloc(&d_a, 32 * sizeof(int));
    write_some_kernel<<<1, 32>>>(d_a, 30);
    cudaMemcpy(h_a, d_a, sizeof(h_a), cudaMemcpyDeviceToHost); // expect: unset read; 2 of the 32 values; d_a[30]
    cudaFree(d_a);
    for (int i = 0; i < 30; i++) {
        sum += h_a[i];
    }
    return sum - 30;
}

__global__ void write_byte_kernel(unsigned char *d_bytes) {
    d_bytes[threadIdx.x] = 1; // other place
}
CASE(bytes_copied_to_host) {
    unsigned char h_bytes[3], *d_bytes;
    cudaMalloc(&d_bytes, 3);
    write_byte_kernel<<<1, 1>>>(d_bytes);
    cudaMemcpy(h_bytes, d_bytes, 3, cudaMemcpyDeviceToHost); // expect: unset read; what is copied to the host here has never been written: d_bytes[0]
    cudaFree(d_bytes);
    return h_bytes[0] - 1;
}

CASE(first_byte_copied_to_host) { // expect nothing
    unsigned char h_byte, *d_bytes;
    cudaMalloc(&d_bytes, 3);
    write_byte_kernel<<<1, 1>>>(d_bytes + 1);
    cudaMemcpy(&h_byte, d_bytes + 1, 1, cudaMemcpyDeviceToHost);
    cudaFree(d_bytes);
    return h_byte - 1;
}

// Bytes 0 and 1 are set; the copy of byte 2 is not.
__global__ void sum_bytes_kernel(const unsigned char *d_bytes, int *d_out) {
    *d_out = d_bytes[3];
    *d_out += d_bytes[4];
    *d_out += d_bytes[5]; // expect: unset read; thread 0 of block 0 reads d_b[5]
}
CASE(bytes_moved) {
    unsigned char *d_a, *d_b;
    int *d_out = zeros<int>(1);
    cudaMalloc(&d_a, 4);
    cudaMalloc(&d_b, 8);
    cudaMemset(d_a, 1, 2);
    cudaMemcpy(d_b + 3, d_a, 3, cudaMemcpyDeviceToDevice);
    sum_bytes_kernel<<<1, 1>>>(d_b, d_out);
    cudaFree(d_a);
    cudaFree(d_b);
    return sum_and_free(d_out, 1);
}

CASE(set_and_copied) { // expect nothing
    int *d_a, *d_b, *d_c;
    cudaMalloc(&d_a, 32 * sizeof(int));
    cudaMalloc(&d_b, 32 * sizeof(int));
    cudaMalloc(&d_c, 32 * sizeof(int));
    cudaMemset(d_a, 0, 32 * sizeof(int));
    cudaMemcpy(d_b, d_a, 32 * sizeof(int), cudaMemcpyDeviceToDevice);
    write_some_kernel<<<1, 32>>>(d_c, 32);
    return sum_and_free(d_a, 32) + sum_and_free(d_b, 32) + sum_and_free(d_c, 32) - 32;
}

// Reads only written bytes.
__global__ void read_some_kernel(const int *d_a, int *d_out, int n) {
    d_out[threadIdx.x] = (int)threadIdx.x < n ? d_a[threadIdx.x] : 0;
}
CASE(guarded_global) { // expect nothing
    int *d_a, *d_out = zeros<int>(32);
    cudaMalloc(&d_a, 32 * sizeof(int));
    write_some_kernel<<<1, 32>>>(d_a, 20);
    read_some_kernel<<<1, 32>>>(d_a, d_out, 20);
    cudaFree(d_a);
    return sum_and_free(d_out, 32) - 20;
}

// The four bytes of each word come one after the other.
__global__ void words_of_bytes_kernel(unsigned char *d_bytes, int *d_out) {
    for (int i = 0; i < 4; i++) {
        d_bytes[4 * threadIdx.x + i] = i == 0;
    }
    d_out[threadIdx.x] = ((int *)d_bytes)[threadIdx.x];
}
CASE(words_of_bytes) { // expect nothing
    unsigned char *d_bytes;
    int *d_out = zeros<int>(32);
    cudaMalloc(&d_bytes, 128);
    words_of_bytes_kernel<<<1, 32>>>(d_bytes, d_out);
    cudaFree(d_bytes);
    return sum_and_free(d_out, 32) - 32;
}

// ---- Exchanges ---------------------------------------------------------------------------------------------
//
// An exchange whose old value is not used is a store.

__global__ void exchange_kernel(int *d_words, float *d_float, unsigned long long *d_long) {
    __shared__ int s_word;
    __shared__ unsigned s_count;
    if (threadIdx.x == 0) {
        atomicExch(&s_word, 3);
        atomicExch(&d_words[0], 4);
        atomicExch(d_float, 5.0f);
        atomicExch(d_long, 6ull);
        cuda::atomic_ref<int, cuda::thread_scope_device>(d_words[1]).store(7);
        cuda::atomic_ref<int, cuda::thread_scope_device>(d_words[2]).exchange(8);
        cuda::atomic_ref<unsigned, cuda::thread_scope_block>(s_count).store(9u);
        d_words[3] = s_word + (int)s_count;
    }
}
CASE(exchange) { // expect nothing
    int *d_words;
    float *d_float;
    unsigned long long *d_long;
    cudaMalloc(&d_words, 4 * sizeof(*d_words));
    cudaMalloc(&d_float, sizeof(*d_float));
    cudaMalloc(&d_long, sizeof(*d_long));
    exchange_kernel<<<1, 32>>>(d_words, d_float, d_long);
    return sum_and_free(d_words, 4) - 31 + sum_and_free(d_float, 1) - 5 + sum_and_free(d_long, 1) - 6;
}

__global__ void add_to_unset_kernel(int *d_word) {
    atomicAdd(d_word, 1); // expect: unset read; thread 0 of block 0 reads d_word[0]
}
CASE(add_to_unset) {
    int *d_word;
    cudaMalloc(&d_word, sizeof(*d_word));
    add_to_unset_kernel<<<1, 1>>>(d_word);
    return sum_and_free(d_word, 1);
}

__global__ void compare_with_unset_kernel(int *d_word) {
    atomicCAS(d_word, 0, 1); // expect: unset read; thread 0 of block 0 reads d_word[0]
}
CASE(compare_with_unset) {
    int *d_word;
    cudaMalloc(&d_word, sizeof(*d_word));
    compare_with_unset_kernel<<<1, 1>>>(d_word);
    cudaFree(d_word);
    return 0;
}

// What an exchange takes from unset memory is no value that a program can rely on.
__global__ void take_unset_kernel(int *d_words, int *d_out) {
    d_out[0] = atomicExch(&d_words[0], 1) == 0; // expect nothing
}
CASE(take_unset) {
    int *d_words, *d_out = zeros<int>(1);
    cudaMalloc(&d_words, sizeof(*d_words));
    take_unset_kernel<<<1, 1>>>(d_words, d_out);
    cudaFree(d_words);
    return sum_and_free(d_out, 1);
}
