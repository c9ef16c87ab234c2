// The sums of segments of different length: one warp per segment, and its lanes add by shuffles.
//
// prints: 40 segments, 820 elements, 0 sums are wrong
#include <cstdio>
#include <vector>

constexpr int lanes = 32, threads = 128;

__global__ void segmented_sum(const int *values, const int *begins, int *sums, int segments) {
    int segment = (blockIdx.x * threads + threadIdx.x) / lanes, lane = threadIdx.x % lanes;
    if (segment >= segments) {
        return; // all lanes of the warp
    }
    int sum = 0;
    for (int i = begins[segment] + lane; i < begins[segment + 1]; i += lanes) {
        sum += values[i];
    }
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    }
    if (lane == 0) {
        sums[segment] = sum;
    }
}

int main() {
    const int segments = 40;
    std::vector<int> begins(segments + 1), sums(segments), values;
    for (int s = 0; s < segments; s++) {
        begins[s + 1] = begins[s] + s + 1; // segment s has s + 1 elements
        values.resize(begins[s + 1], s);
    }
    int *d_values, *d_begins, *d_sums;
    cudaMalloc(&d_values, values.size() * sizeof(int));
    cudaMalloc(&d_begins, begins.size() * sizeof(int));
    cudaMalloc(&d_sums, segments * sizeof(int));
    cudaMemcpy(d_values, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_begins, begins.data(), begins.size() * sizeof(int), cudaMemcpyHostToDevice);
    segmented_sum<<<(segments * lanes + threads - 1) / threads, threads>>>(d_values, d_begins, d_sums,
                                                                           segments);
    cudaMemcpy(sums.data(), d_sums, segments * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int s = 0; s < segments; s++) {
        wrong += sums[s] != s * (s + 1);
    }
    printf("%d segments, %zu elements, %d sums are wrong\n", segments, values.size(), wrong);
    cudaFree(d_values);
    cudaFree(d_begins);
    cudaFree(d_sums);
    return wrong != 0;
}
