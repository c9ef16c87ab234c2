// Merges two sorted arrays: each thread finds its share by a binary search on its diagonal, and merges that.
//
// prints: 0 of 700 elements are out of order
#include <algorithm>
#include <cstdio>
#include <vector>

__host__ __device__ inline int smaller(int a, int b) {
    return a < b ? a : b;
}

// How many of the first `diagonal` elements of the result come from `a`.
__device__ int find(const int *a, int a_count, const int *b, int b_count, int diagonal) {
    int low = diagonal > b_count ? diagonal - b_count : 0, high = smaller(diagonal, a_count);
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

__global__ void merge(const int *a, int a_count, const int *b, int b_count, int *out, int share) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, total = a_count + b_count;
    int begin = smaller(thread * share, total), end = smaller(begin + share, total);
    int i = find(a, a_count, b, b_count, begin), k = begin - i;
    for (int at = begin; at < end; at++) {
        if (k >= b_count || (i < a_count && a[i] <= b[k])) {
            out[at] = a[i++];
        } else {
            out[at] = b[k++];
        }
    }
}

int main() {
    std::vector<int> a(300), b(400), out(700);
    for (size_t i = 0; i < a.size(); i++) {
        a[i] = int(3 * i);
    }
    for (size_t i = 0; i < b.size(); i++) {
        b[i] = int(2 * i + 100);
    }
    int *d_a, *d_b, *d_out;
    cudaMalloc(&d_a, a.size() * sizeof(int));
    cudaMalloc(&d_b, b.size() * sizeof(int));
    cudaMalloc(&d_out, out.size() * sizeof(int));
    cudaMemcpy(d_a, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), b.size() * sizeof(int), cudaMemcpyHostToDevice);
    merge<<<3, 32>>>(d_a, int(a.size()), d_b, int(b.size()), d_out, 8);
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    std::vector<int> expected;
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
    int wrong = 0;
    for (size_t i = 0; i < out.size(); i++) {
        wrong += out[i] != expected[i];
    }
    std::printf("%d of %zu elements are out of order\n", wrong, out.size());
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_out);
    return wrong != 0;
}
