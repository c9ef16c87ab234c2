// An inclusive prefix sum of any length: each block scans 128 elements, the blocks' sums are scanned by one block, and
// a third kernel adds them.
//
// prints: 1 3 6 ... 499500
#include <cstdio>
#include <numeric>
#include <vector>

const int BLOCK = 128;

__global__ void scan_blocks(const int *in, int *out, int *sums, int n) {
    extern __shared__ int s_values[];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    s_values[tid] = i < n ? in[i] : 0;
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int before = tid >= stride ? s_values[tid - stride] : 0;
        __syncthreads();
        s_values[tid] += before;
    }
    if (i < n) {
        out[i] = s_values[tid];
    }
    if (sums != nullptr && tid == blockDim.x - 1) {
        sums[blockIdx.x] = s_values[tid];
    }
}

__global__ void add_sums(int *out, const int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n) {
        out[i] += sums[blockIdx.x - 1];
    }
}

int main() {
    const int n = 999, blocks = (n + BLOCK - 1) / BLOCK;
    std::vector<int> in(n), out(n);
    std::iota(in.begin(), in.end(), 1);
    int *d_in, *d_out, *d_sums;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMalloc(&d_sums, blocks * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    scan_blocks<<<blocks, BLOCK, BLOCK * sizeof(int)>>>(d_in, d_out, d_sums, n);
    scan_blocks<<<1, BLOCK, BLOCK * sizeof(int)>>>(d_sums, d_sums, nullptr, blocks);
    add_sums<<<blocks, BLOCK>>>(d_out, d_sums, n);
    cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d ... %d\n", out[0], out[1], out[2], out[n - 1]);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_sums);
}
