// lab02 with cooperative groups and the block size as a template parameter. The step is a helper, the loop
// counts the pairs down, and each thread loads four elements first. The host adds 64-bit numbers.
#include "lab.h"

#include <cooperative_groups.h>
#include <vector>

#include "cuda_check.h"

namespace cg = cooperative_groups;

// The first `pairs` threads add neighbours that are `stride` places apart.
template <unsigned threads>
__device__ void add_pairs(int (&s_partial)[threads], unsigned rank, unsigned pairs) {
    const unsigned stride = threads / (2 * pairs);
    if (rank < pairs) {
        const unsigned left = rank * 2 * stride;
        s_partial[left] = s_partial[left] + s_partial[left + stride];
    }
}

template <unsigned threads, unsigned per_thread>
__global__ void interleaved_kernel(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[threads];
    const cg::thread_block block = cg::this_thread_block();
    const size_t first = (size_t)block.group_index().x * threads * per_thread + block.thread_rank();
    int sum = 0;
    for (unsigned k = 0; k < per_thread && first + k * threads < n; k++) {
        sum += d_in[first + k * threads];
    }
    s_partial[block.thread_rank()] = sum;
    for (unsigned pairs = threads / 2; pairs > 0; pairs /= 2) {
        cg::sync(block);
        add_pairs(s_partial, block.thread_rank(), pairs);
    }
    if (block.thread_rank() == 0) {
        d_sums[block.group_index().x] = s_partial[0];
    }
}

int reduce_interleaved(const int *d_in, size_t n) {
    const unsigned threads = 128, per_thread = 4;
    std::vector<int> h_sums((n + threads * per_thread - 1) / (threads * per_thread));
    if (h_sums.empty()) {
        return 0;
    }
    int *d_sums = nullptr;
    const size_t bytes = h_sums.size() * sizeof(int);
    CUDA_CHECK(cudaMalloc(&d_sums, bytes));
    interleaved_kernel<threads, per_thread>
        <<<dim3((unsigned)h_sums.size()), dim3(threads)>>>(d_in, d_sums, n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(h_sums.data(), d_sums, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sums));
    long long sum = 0;
    for (int value : h_sums) {
        sum += value;
    }
    return (int)sum;
}
