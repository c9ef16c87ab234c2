// For how few elements is a loop on the host faster than the GPU? The table in docs/lab01.md.
//
//     nvcc -O3 -std=c++17 -arch=native docs/programs/small_sums.cu -o small_sums
//     ./small_sums > docs/results/h200-small-sums.txt
//
// Prints a line for each n: the time of a loop on one thread of the host; of lab01's part `shared`, from the launch to
// the sum on the host; and the same with a copy of the input to the device first. In microseconds of the host's clock,
// each the median of 41 runs. Each sum is checked. The arguments are log2 of the largest n and the number of runs. With
// `-- 12 1`, ./lab run checks the program on the simulated GPU, where times mean nothing.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        const cudaError_t error_ = (call);                                                                   \
        if (error_ != cudaSuccess) {                                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));                  \
            exit(2);                                                                                         \
        }                                                                                                    \
    } while (0)

enum { BLOCK_SIZE = 256, SPAN = 2 * BLOCK_SIZE };

__global__ void shared_kernel(const int *d_in, int *d_sums, size_t n) {
    __shared__ int s_partial[SPAN];
    const unsigned tid = threadIdx.x;
    const size_t start = (size_t)blockIdx.x * SPAN;
    s_partial[tid] = start + tid < n ? d_in[start + tid] : 0;
    s_partial[blockDim.x + tid] = start + blockDim.x + tid < n ? d_in[start + blockDim.x + tid] : 0;
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        if (tid % stride == 0) {
            s_partial[2 * tid] += s_partial[2 * tid + stride];
        }
    }
    if (tid == 0) {
        d_sums[blockIdx.x] = s_partial[0];
    }
}

static int sum_on_host(const int *values, size_t n) {
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
    }
    return sum;
}

// Called through this pointer, so that the compiler can't leave out a call whose result it knows.
static int (*volatile host_sum)(const int *, size_t) = sum_on_host;

// The median time of a call of run(), in microseconds.
template <class function>
static double median_time(int runs, function run) {
    std::vector<double> times;
    run(); // not timed: it loads the kernel's code, and the caches
    for (int k = 0; k < runs; k++) {
        const auto begin = std::chrono::steady_clock::now();
        run();
        times.push_back(
            std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
    }
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return times[times.size() / 2];
}

int main(int argc, char **argv) {
    const int largest = argc > 1 ? atoi(argv[1]) : 24, runs = argc > 2 ? atoi(argv[2]) : 41;
    const size_t most = (size_t)1 << largest;
    std::vector<int> h_in(most), h_sums((most + SPAN - 1) / SPAN);
    for (size_t i = 0; i < most; i++) {
        h_in[i] = (int)(i * 2654435761u >> 22);
    }
    int *d_in, *d_sums;
    CHECK(cudaMalloc(&d_in, most * sizeof(int)));
    CHECK(cudaMalloc(&d_sums, h_sums.size() * sizeof(int)));
    CHECK(cudaMemcpy(d_in, h_in.data(), most * sizeof(int), cudaMemcpyHostToDevice));

    printf("        n   host loop         GPU   with copy\n");
    for (int bits = 4; bits <= largest; bits += 4) {
        const size_t n = (size_t)1 << bits, blocks = (n + SPAN - 1) / SPAN;
        int sum = 0;
        auto on_gpu = [&]() {
            shared_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpy(h_sums.data(), d_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
            sum = sum_on_host(h_sums.data(), blocks);
        };
        auto with_copy = [&]() {
            CHECK(cudaMemcpy(d_in, h_in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
            on_gpu();
        };
        const int repeats = (int)std::max<size_t>(1, 4096 / n); // short loops are timed together
        int h_sum = 0;
        const double host = median_time(runs, [&]() {
            for (int k = 0; k < repeats; k++) {
                h_sum = host_sum(h_in.data(), n);
            }
        });
        const double gpu = median_time(runs, on_gpu), copied = median_time(runs, with_copy);
        if (sum != h_sum) {
            fprintf(stderr, "n = %zu: %d on the GPU, %d on the host\n", n, sum, h_sum);
            return 1;
        }
        printf("%9zu %11.3f %11.1f %11.1f\n", n, host / repeats, gpu, copied);
    }
    CHECK(cudaFree(d_sums));
    CHECK(cudaFree(d_in));
}
