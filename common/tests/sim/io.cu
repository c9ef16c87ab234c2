// Input and output of the harness: const input that is changed (INPUT_CHANGED), output that is not written
// (OUTPUT_UNWRITTEN).
#include "conformance.h"

// The sum of n ints in device memory, by the host.
static int host_sum(const int *d_in, size_t n) {
    int *h_in = (int *)malloc(n * sizeof(int)), sum = 0;
    cudaMemcpy(h_in, d_in, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++) {
        sum = (int)((unsigned)sum + (unsigned)h_in[i]);
    }
    free(h_in);
    return sum;
}

// ---- Input -------------------------------------------------------------------------------------------------

__global__ void clear_kernel(int *d_a) {
    d_a[threadIdx.x] = 0; // expect: input changed; thread 0 of block 0 writes d_in[0]
}
SUM(kernel_clears) {
    int sum = host_sum(d_in, n);
    clear_kernel<<<1, (unsigned)n>>>((int *)d_in);
    return sum;
}

__global__ void tree_kernel(int *d_a, int stride) {
    int tid = threadIdx.x;
    if (tid < stride) {
        d_a[tid] += d_a[tid + stride]; // expect: input changed; thread 0 of block 0 writes d_in[0], which is const
    }
}
SUM(tree_in_place) {
    for (int stride = (int)n / 2; stride > 0; stride /= 2) {
        tree_kernel<<<1, (unsigned)n>>>((int *)d_in, stride);
    }
    int sum;
    cudaMemcpy(&sum, d_in, sizeof(sum), cudaMemcpyDeviceToHost);
    return sum;
}

__global__ void add_kernel(int *d_a) {
    if (threadIdx.x == 9) {
        atomicAdd(&d_a[3], 1); // expect: input changed; thread 9 of block 0 atomically updates d_in[3]
    }
}
SUM(atomic_on_input) {
    int sum = host_sum(d_in, n);
    add_kernel<<<1, (unsigned)n>>>((int *)d_in);
    return sum;
}

SUM(copied_into) {
    int zero = 0, sum = host_sum(d_in, n);
    cudaMemcpy((int *)d_in + 5, &zero, sizeof(zero), cudaMemcpyHostToDevice); // expect: input changed; cudaMemcpy; d_in
    return sum;
}

static __device__ int d_five = 5;
SUM(copied_into_from_a_variable) {
    int sum = host_sum(d_in, n);
    cudaMemcpyFromSymbol((int *)d_in + 5, d_five, sizeof(d_five), 0, cudaMemcpyDeviceToDevice); // expect: input changed; cudaMemcpyFromSymbol writes to d_in
    return sum;
}

SUM(set_to_zero) {
    int sum = host_sum(d_in, n);
    cudaMemset((int *)d_in, 0, n * sizeof(int)); // expect: input changed; cudaMemset writes to d_in
    return sum;
}

__global__ void copy_tree_kernel(int *d_a, int stride) {
    if ((int)threadIdx.x < stride) {
        d_a[threadIdx.x] += d_a[threadIdx.x + stride];
    }
}
SUM(tree_on_a_copy) { // expect nothing
    int sum, *d_copy;
    cudaMalloc(&d_copy, n * sizeof(int));
    cudaMemcpy(d_copy, d_in, n * sizeof(int), cudaMemcpyDeviceToDevice);
    for (int stride = (int)n / 2; stride > 0; stride /= 2) {
        copy_tree_kernel<<<1, (unsigned)n>>>(d_copy, stride);
    }
    cudaMemcpy(&sum, d_copy, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaFree(d_copy);
    return sum;
}

__global__ void read_kernel(int *d_a, int *d_sum) {
    atomicAdd(d_sum, d_a[threadIdx.x]);
}
SUM(only_read) { // expect nothing
    int *d_sum = zeros<int>(1);
    read_kernel<<<1, (unsigned)n>>>((int *)d_in, d_sum);
    return sum_and_free(d_sum, 1);
}

SUM(copied_from) { // expect nothing
    return host_sum(d_in, n);
}

// ---- Output ------------------------------------------------------------------------------------------------

// Expands to one line, in each case: the place where it writes.
#define SCAN_KERNEL(name)                                       \
    __global__ void name(const int *d_in, int *d_out, int n) {  \
        int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0; \
        if (i < n) {                                            \
            for (int k = 0; k <= i; k++) {                      \
                sum += d_in[k];                                 \
            }                                                   \
            d_out[i] = sum;                                     \
        }                                                       \
    }

SCAN_KERNEL(one_less_kernel) // other place
SCAN(all_but_the_last) {
    one_less_kernel<<<1, 64>>>(d_in, d_out, (int)n - 1);
    // expect nowhere: output not written; 1 of the 64 elements of d_out is never written: d_out[63]
}

SCAN_KERNEL(scan_kernel) // other place
SCAN(rounded_down) {
    scan_kernel<<<(unsigned)n / 24, 24>>>(d_in, d_out, (int)n);
    // expect nowhere: output not written; 16 of the 64 elements of d_out; d_out[48]
}

SCAN(nothing_written) {
    (void)d_in, (void)d_out, (void)n;
    // expect nowhere: output not written; none of the 64 elements of d_out is ever written
}

// The poison itself is a valid value. Here it is the last element, beside a correct one.
__global__ void short_scan_kernel(const int *d_in, int *d_out) {
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < 64; i++) {
            sum += d_in[i];
            if (i % 2 == 0) {
                d_out[i] = sum; // other place
            }
        }
    }
}
SCAN(every_second) {
    short_scan_kernel<<<1, 32>>>(d_in, d_out);
    // expect nowhere: output not written; 32 of the 64 elements of d_out; d_out[1]
}

// One byte of an element is not the element.
__global__ void byte_kernel(int *d_out) {
    ((unsigned char *)&d_out[63])[2] = 0;
}
SCAN_KERNEL(short_kernel) // other place
SCAN(one_byte) {
    short_kernel<<<1, 64>>>(d_in, d_out, 63);
    byte_kernel<<<1, 1>>>(d_out);
    // expect nowhere: output not written; 1 of the 64 elements of d_out
}

__global__ void read_poison_kernel(const int *d_in, int *d_out) {
    d_out[threadIdx.x] += d_in[threadIdx.x]; // expect: unset read; thread 0 of block 0 reads d_out[0]
}
SCAN(added_to_output) {
    read_poison_kernel<<<1, (unsigned)n>>>(d_in, d_out);
}

SCAN(all_written) { // expect nothing
    scan_kernel<<<3, 24>>>(d_in, d_out, (int)n);
}

SCAN(written_by_copy) { // expect nothing
    int *d_scan = zeros<int>(64);
    scan_kernel<<<1, 64>>>(d_in, d_scan, (int)n);
    cudaMemcpy(d_out, d_scan, n * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaFree(d_scan);
}

SCAN(written_by_host) { // expect nothing
    int h_a[64];
    cudaMemcpy(h_a, d_in, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (size_t i = 1; i < n; i++) {
        h_a[i] = (int)((unsigned)h_a[i] + (unsigned)h_a[i - 1]);
    }
    cudaMemcpy(d_out, h_a, n * sizeof(int), cudaMemcpyHostToDevice);
}

// A copy of the result, on the legacy stream, does not wait for a nonblocking stream.
SCAN(nonblocking_stream_not_awaited) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    scan_kernel<<<1, 64, 0, stream>>>(d_in, d_out, (int)n); // expect: race with the host; scan_kernel may still write d_out[0] when the function has returned
    cudaStreamDestroy(stream);
}

SCAN(nonblocking_stream_awaited) { // expect nothing
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    scan_kernel<<<1, 64, 0, stream>>>(d_in, d_out, (int)n);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}

SCAN(other_stream_not_awaited) { // expect nothing
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    scan_kernel<<<1, 64, 0, stream>>>(d_in, d_out, (int)n);
    cudaStreamDestroy(stream);
}
