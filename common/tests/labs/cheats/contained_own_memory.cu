// expect: FAIL (part interleaved fails)
// Adds on the host, through a file that is the program's own memory: the simulated GPU cannot observe that, but
// --contain makes the file unreadable. The kernel only reads the input.
#include "lab.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "cuda_check.h"

__global__ void read_kernel(const int *d_in, int *d_flag, size_t n) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && d_in[i] == 1 << 30) {
        *d_flag = 1;
    }
}

int reduce_interleaved(const int *d_in, size_t n) {
    if (n == 0) {
        return 0;
    }
    int *d_flag = NULL, sum = 0;
    CUDA_CHECK(cudaMalloc(&d_flag, sizeof(int)));
    read_kernel<<<(unsigned)((n + BLOCK_SIZE - 1) / BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_flag, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_flag));
    int memory = open("/proc/self/mem", O_RDONLY);
    int *h_in = (int *)malloc(n * sizeof(int));
    if (pread(memory, h_in, n * sizeof(int), (off_t)(uintptr_t)d_in) != (ssize_t)(n * sizeof(int))) {
        abort();
    }
    for (size_t i = 0; i < n; i++) {
        sum += h_in[i];
    }
    free(h_in);
    close(memory);
    return sum;
}
