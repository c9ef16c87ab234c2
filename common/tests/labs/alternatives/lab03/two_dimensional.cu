// lab03 with blocks of 8 rows of 32 threads: the kernel first adds the rows to each other, then the places of
// the row that is left. Host memory comes from cudaMallocHost, and one array holds the block sums of all
// launches.
#include "lab.h"

#include "cuda_check.h"

enum { ROWS = 8, COLUMNS = 32 };

__global__ void two_dimensional_kernel(const int *d_values, int *d_sums, size_t n) {
    __shared__ int s_partial[ROWS][COLUMNS];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t i = ((size_t)blockIdx.x * ROWS + y) * COLUMNS + x;
    s_partial[y][x] = i < n ? d_values[i] : 0;
    for (unsigned rows = ROWS / 2; rows > 0; rows /= 2) {
        __syncthreads();
        if (y < rows) {
            s_partial[y][x] += s_partial[y + rows][x];
        }
    }
    for (unsigned columns = COLUMNS / 2; columns > 0; columns /= 2) { // within the first warp
        __syncwarp();
        if (y == 0 && x < columns) {
            s_partial[0][x] += s_partial[0][x + columns];
        }
    }
    if (x == 0 && y == 0) {
        d_sums[blockIdx.x] = s_partial[0][0];
    }
}

static size_t blocks_for(size_t n) {
    return (n + ROWS * COLUMNS - 1) / (ROWS * COLUMNS);
}

static void launch(const int *d_values, int *d_sums, size_t n) {
    two_dimensional_kernel<<<(unsigned)blocks_for(n), dim3(COLUMNS, ROWS)>>>(d_values, d_sums, n);
    CUDA_CHECK_LAUNCH();
}

int reduce_sequential(const int *d_in, size_t n) {
    const size_t blocks = blocks_for(n);
    int *d_sums, *h_sums, sum = 0;
    if (n == 0) {
        return 0;
    }
    CUDA_CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
    CUDA_CHECK(cudaMallocHost(&h_sums, blocks * sizeof(int)));
    launch(d_in, d_sums, n);
    CUDA_CHECK(cudaMemcpy(h_sums, d_sums, blocks * sizeof(int), cudaMemcpyDefault));
    for (size_t block = blocks; block-- > 0;) {
        sum += h_sums[block];
    }
    CUDA_CHECK(cudaFreeHost(h_sums));
    CUDA_CHECK(cudaFree(d_sums));
    return sum;
}

int reduce_repeated(const int *d_in, size_t n) {
    if (n == 0) {
        return 0;
    }
    int *d_all, sum = 0;
    CUDA_CHECK(cudaMalloc(&d_all, (blocks_for(n) + blocks_for(blocks_for(n)) + BLOCK_SIZE) * sizeof(int)));
    const int *d_values = d_in;
    int *d_next = d_all;
    do {
        const size_t blocks = blocks_for(n);
        launch(d_values, d_next, n);
        d_values = d_next;
        d_next += blocks;
        n = blocks;
    } while (n > 1);
    CUDA_CHECK(cudaMemcpy(&sum, d_values, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_all));
    return sum;
}
