// Cooperative groups: tiles of 16 threads, each of which sums its part of an array.
//
// prints: 32 tiles, total 130816
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum_tiles(const int *in, int *sums) {
    __shared__ int s_values[128];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    unsigned i = blockIdx.x * blockDim.x + block.thread_rank();
    s_values[block.thread_rank()] = in[i];
    block.sync();
    int mirrored = s_values[block.size() - 1 - block.thread_rank()];
    int sum = cg::reduce(tile, mirrored, cg::plus<int>());
    if (tile.thread_rank() == 0) {
        sums[i / 16] = sum;
    }
}

int main() {
    const int n = 512, tiles = n / 16;
    int in[n], sums[tiles], *d_in, *d_sums, total = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i;
    }
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_sums, sizeof(sums));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    sum_tiles<<<4, 128>>>(d_in, d_sums);
    cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);
    for (int sum : sums) {
        total += sum;
    }
    printf("%d tiles, total %d\n", tiles, total);
    cudaFree(d_in);
    cudaFree(d_sums);
}
