// Several bytes, shorts and flags in one word, written and read by several threads: each byte counts separately.
#include "conformance.h"

// ---- The same byte -----------------------------------------------------------------------------------------

__global__ void same_byte_kernel(int *d_out) {
    __shared__ char s_flags[64];
    s_flags[threadIdx.x % 32] = 1; // expect: race in shared memory; s_flags[0]; thread 0 of block 0; thread 32 of block 0
    __syncthreads();
    d_out[threadIdx.x] = s_flags[threadIdx.x % 32];
}
CASE(same_byte) {
    int *d_out = zeros<int>(64);
    same_byte_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

__global__ void neighbour_byte_kernel(int *d_out) {
    __shared__ unsigned char s_a[65];
    int tid = threadIdx.x;
    s_a[tid] = 1; // expect: race in shared memory; s_a[1]; thread 0 of block 0 read; thread 1 of block 0 writes
    if (tid == 0) {
        s_a[64] = 1;
    }
    d_out[tid] = tid == 0 ? s_a[tid + 1] : 0; // other place
}
CASE(neighbour_byte) {
    int *d_out = zeros<int>(64);
    neighbour_byte_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) * 0;
}

// Shorts 2 t and 2 t + 1 share a word; one more belongs to another thread.
__global__ void shorts_kernel(short *d_a) {
    int i = blockIdx.x * 2;
    d_a[i] = 1; // expect: race in global memory; thread 0 of block 0 wrote; thread 0 of block 1 writes
    d_a[i + 1] = 1;
    d_a[i + 2] = 2; // other place
}
CASE(overlapping_shorts) {
    short *d_a = zeros<short>(10);
    shorts_kernel<<<4, 1>>>(d_a);
    return sum_and_free(d_a, 10);
}

// A byte of what another thread writes as a word.
__global__ void byte_of_word_kernel(int *d_out) {
    __shared__ int s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = 0;
    __syncthreads();
    if (tid < 32) {
        ((char *)s_a)[4 * (tid + 32) + 2] = 1; // other place
    } else {
        s_a[tid] = 5; // expect: race in shared memory; s_a[32] + 2 bytes; thread 0 of block 0 wrote; thread 32 of block 0
    }
    __syncthreads();
    d_out[tid] = s_a[tid];
}
CASE(byte_of_word) {
    int *d_out = zeros<int>(64);
    byte_of_word_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64);
}

__global__ void word_of_bytes_kernel(unsigned char *d_bytes, int *d_out) {
    d_bytes[threadIdx.x] = 1; // other place
    if (threadIdx.x == 63) {
        *d_out = *(int *)d_bytes; // expect: race in global memory; d_zeros[0]; thread 63 of block 0 reads; thread 0 of block 0
    }
}
CASE(word_of_bytes) {
    unsigned char *d_bytes = zeros<unsigned char>(64);
    int *d_out = zeros<int>(1);
    word_of_bytes_kernel<<<1, 64>>>(d_bytes, d_out);
    return sum_and_free(d_bytes, 64) + sum_and_free(d_out, 1);
}

// An atomic of the whole word is not ordered after what another thread has done with half of it, although that thread
// has itself updated the word since then.
__global__ void half_written_kernel(int *d_out) {
    __shared__ int s_a;
    int tid = threadIdx.x;
    if (tid == 0) {
        s_a = 0;
    }
    __syncthreads();
    if (tid == 0) {
        ((short *)&s_a)[1] = 1; // other place
    }
    if (tid % 32 == 0) {
        atomicAdd(&s_a, 1); // expect: race in shared memory; s_a; thread 0 of block 0 wrote; thread 32 of block 0 atomically updates
    }
    __syncthreads();
    if (tid == 0) {
        *d_out = s_a;
    }
}
CASE(half_written) {
    int *d_out = zeros<int>(1);
    half_written_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 1) * 0;
}

__global__ void half_read_kernel(int *d_out) {
    __shared__ int s_a;
    int tid = threadIdx.x;
    if (tid == 0) {
        s_a = 0;
    }
    __syncthreads();
    if (tid == 0) {
        d_out[1] = ((short *)&s_a)[1]; // other place
    }
    if (tid % 32 == 0) {
        atomicAdd(&s_a, 1); // expect: race in shared memory; s_a; thread 0 of block 0 read; thread 32 of block 0 atomically updates
    }
    __syncthreads();
    if (tid == 0) {
        d_out[0] = s_a;
    }
}
CASE(half_read) {
    int *d_out = zeros<int>(2);
    half_read_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 2) * 0;
}

// The flag is reset in the next round before all threads have read it.
__global__ void flag_kernel(int *d_out) {
    __shared__ bool s_any[2];
    int tid = threadIdx.x, sum = 0;
    for (int round = 0; round < 2; round++) {
        if (tid == 0) {
            s_any[1] = round != 0; // other place
        }
        __syncthreads();
        if (tid == 32) {
            sum += s_any[1]; // expect: race in shared memory; s_any[1]; thread 0 of block 0 wrote; thread 32 of block 0
        }
    }
    d_out[tid] = sum;
}
CASE(flag_reset) {
    int *d_out = zeros<int>(64);
    flag_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 1;
}

// No thread writes byte 63.
__global__ void unset_byte_kernel(int *d_out) {
    __shared__ unsigned char s_a[64];
    int tid = threadIdx.x;
    if (tid < 63) {
        s_a[tid] = 1; // other place
    }
    __syncthreads();
    d_out[tid] = s_a[tid]; // expect: unset read; thread 63 of block 0 reads s_a[63]
}
CASE(unset_byte) {
    int *d_out = zeros<int>(64);
    unset_byte_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) * 0;
}

// A word of which three bytes are set, and the fourth by an earlier block.
__global__ void three_of_four_kernel(int *d_out) {
    __shared__ __align__(4) unsigned char s_a[4];
    for (unsigned byte = 0; byte < 4 - blockIdx.x; byte++) {
        s_a[byte] = 0; // other place
    }
    d_out[blockIdx.x] = *(int *)s_a; // expect: unset read; thread 0 of block 1 reads s_a[0]
}
CASE(three_of_four) {
    int *d_out = zeros<int>(2);
    three_of_four_kernel<<<2, 1>>>(d_out);
    return sum_and_free(d_out, 2) * 0;
}

// ---- Different bytes ---------------------------------------------------------------------------------------

__global__ void own_byte_kernel(unsigned char *d_bytes) {
    __shared__ unsigned char s_a[64];
    int tid = threadIdx.x;
    s_a[tid] = 1;
    s_a[tid] += 1;
    __syncthreads();
    unsigned char other = s_a[63 - tid];
    __syncthreads();
    s_a[tid] = other;
    d_bytes[blockIdx.x * 64 + tid] = s_a[tid];
}
CASE(own_byte) { // expect nothing
    unsigned char *d_bytes = zeros<unsigned char>(3 * 64);
    own_byte_kernel<<<3, 64>>>(d_bytes);
    return sum_and_free(d_bytes, 3 * 64) - 3 * 128;
}

// Two blocks of three threads: bytes 0 to 2 and 3 to 5. They share a word.
__global__ void blocks_share_word_kernel(unsigned char *d_bytes, short *d_shorts) {
    int i = blockIdx.x * 3 + threadIdx.x;
    d_bytes[i] = (unsigned char)(d_bytes[i] + 1);
    d_shorts[i] += d_bytes[i];
}
CASE(blocks_share_word) { // expect nothing
    unsigned char *d_bytes = counted<unsigned char>(24);
    short *d_shorts = zeros<short>(24);
    blocks_share_word_kernel<<<8, 3>>>(d_bytes, d_shorts);
    blocks_share_word_kernel<<<8, 3>>>(d_bytes, d_shorts);
    return sum_and_free(d_bytes, 24) + sum_and_free(d_shorts, 24) - (23 * 12 + 48) - (23 * 24 + 72);
}

// Bytes by threads, then the word by one, then bytes again, with a barrier between.
__global__ void in_turns_kernel(int *d_out) {
    __shared__ __align__(4) unsigned char s_a[64];
    int tid = threadIdx.x, sum = 0;
    for (int round = 0; round < 3; round++) {
        s_a[tid] = (unsigned char)round;
        __syncthreads();
        if (tid < 16) {
            sum += ((int *)s_a)[tid] & 255;
            ((int *)s_a)[tid] = 0x01010101;
        }
        __syncthreads();
        sum += s_a[63 - tid];
        __syncthreads();
    }
    d_out[tid] = sum;
}
CASE(in_turns) { // expect nothing
    int *d_out = zeros<int>(64);
    in_turns_kernel<<<1, 64>>>(d_out);
    return sum_and_free(d_out, 64) - 16 * (0 + 1 + 2) - 64 * 3;
}

__global__ void flags_kernel(int *d_out) {
    __shared__ bool s_seen[4];
    int tid = threadIdx.x;
    if (tid % 32 == 0) {
        s_seen[tid / 32] = tid != 64;
    }
    __syncthreads();
    d_out[tid] = s_seen[0] + s_seen[1] + s_seen[2] + s_seen[3];
}
CASE(flag_a_warp) { // expect nothing
    int *d_out = zeros<int>(128);
    flags_kernel<<<1, 128>>>(d_out);
    return sum_and_free(d_out, 128) - 128 * 3;
}

// Bytes in one block are words in the next, and another launch's array after that.
__global__ void bytes_or_words_kernel(int *d_out) {
    __shared__ int s_a[16];
    int tid = threadIdx.x;
    if (blockIdx.x % 2 == 0) {
        ((unsigned char *)s_a)[tid] = 1;
    } else if (tid < 16) {
        s_a[tid] = 0x01010101;
    }
    __syncthreads();
    d_out[blockIdx.x * 64 + tid] = s_a[tid / 4] & 255;
}
CASE(bytes_or_words) { // expect nothing
    int *d_out = zeros<int>(64 * 6);
    bytes_or_words_kernel<<<6, 64>>>(d_out);
    return sum_and_free(d_out, 64 * 6) - 64 * 6;
}
