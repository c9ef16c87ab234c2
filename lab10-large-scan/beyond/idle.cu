// What a program that scans only once waits for: one call on an idle GPU, for beyond.cu, CUB and CUDA's copy. "driver"
// is `best`, launched by the driver's function (driver_launch.h).
//
//     nvcc -O3 -std=c++17 -arch=sm_90 -Icommon/run -Icommon/student lab10-large-scan/beyond/idle.cu -o idle && ./idle
//
// ./lab bench keeps the GPU busy while the host prepares the call, and empties the L2 cache. Here the GPU waits for the
// host, and a short input may still be in the L2 cache. Prints medians of RUNS calls in microseconds. The five take
// turns, because the GPU is not always equally fast. The calls go through PAIRS inputs and results in turn, so none
// profits from what the call before has left of a long input in the cache.
#include <algorithm>

#include <cub/device/device_scan.cuh>

#include "beyond.cu" // after CUB, which has a WARP of its own

enum { RUNS = 101, PAIRS = 3 };

__global__ void fill_kernel(int *d_values, size_t n) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        d_values[i] = (int)(i * 2654435761u >> 12) - 500000;
    }
}

__global__ void compare_kernel(const int *d_a, const int *d_b, size_t n, unsigned *d_different) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        if (d_a[i] != d_b[i]) {
            atomicAdd(d_different, 1u);
        }
    }
}

// The time between two events around one call, in microseconds.
template <class CALL>
static float time_of(CALL call) {
    cudaEvent_t start, stop;
    float milliseconds;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(start));
    call();
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return milliseconds * 1000;
}

static float median(float times[RUNS]) {
    std::sort(times, times + RUNS);
    return times[RUNS / 2];
}

int main(void) {
    const size_t most = (size_t)1 << 28;
    int *d_in[PAIRS], *d_out[PAIRS], *d_expected;
    unsigned *d_different, different = 0;
    void *d_scratch = NULL;
    size_t scratch_bytes = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
        CUDA_CHECK(cudaMalloc(&d_in[pair], most * sizeof(int)));
        CUDA_CHECK(cudaMalloc(&d_out[pair], most * sizeof(int)));
        fill_kernel<<<1024, 256>>>(d_in[pair], most);
    }
    CUDA_CHECK(cudaMalloc(&d_expected, most * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_different, sizeof(*d_different)));
    CUDA_CHECK(cudaMemset(d_different, 0, sizeof(*d_different)));
    CUDA_CHECK(cub::DeviceScan::InclusiveSum(NULL, scratch_bytes, d_in[0], d_expected, most));
    CUDA_CHECK(cudaMalloc(&d_scratch, scratch_bytes));
    printf("                                            cudaMemcpyAsync\n"
           "ints  cudaMemcpyAsync    CUB   ring   best driver  / best / driver\n");
    for (unsigned bits = 12; bits <= 28; bits += 2) {
        const size_t n = (size_t)1 << bits;
        static float copy[RUNS], cub[RUNS], ring[RUNS], best[RUNS], driver[RUNS];
        unsigned turn = 0;
        const int *d_from;
        int *d_to;
        const auto next = [&] {
            turn++;
            d_from = d_in[turn % PAIRS];
            d_to = d_out[turn % PAIRS];
        };
        for (int run = -5; run < RUNS; run++) { // five to warm up
            const int k = run < 0 ? 0 : run;
            next();
            copy[k] = time_of([&] {
                CUDA_CHECK(cudaMemcpyAsync(d_to, d_from, n * sizeof(int), cudaMemcpyDeviceToDevice));
            });
            next();
            cub[k] = time_of([&] {
                CUDA_CHECK(cub::DeviceScan::InclusiveSum(d_scratch, scratch_bytes, d_from, d_to, n));
            });
            next();
            ring[k] = time_of([&] { scan_ring(d_from, d_to, n); });
            next();
            best[k] = time_of([&] { scan_best(d_from, d_to, n); });
            next();
            launch_by_driver = true;
            driver[k] = time_of([&] { scan_best(d_from, d_to, n); });
            launch_by_driver = false;
        }
        CUDA_CHECK(cub::DeviceScan::InclusiveSum(d_scratch, scratch_bytes, d_in[0], d_expected, n));
        CUDA_CHECK(cudaMemset(d_out[0], 0, n * sizeof(int)));
        scan_best(d_in[0], d_out[0], n);
        compare_kernel<<<1024, 256>>>(d_out[0], d_expected, n, d_different);
        const double of_copy = median(copy), of_best = median(best), of_driver = median(driver);
        printf("2^%-4u %14.1f %6.1f %6.1f %6.1f %6.1f %7.2f %8.2f\n", bits, of_copy, median(cub),
               median(ring), of_best, of_driver, of_copy / of_best, of_copy / of_driver);
    }
    CUDA_CHECK(cudaMemcpy(&different, d_different, sizeof(different), cudaMemcpyDeviceToHost));
    if (different > 0) {
        printf("%u values differ from CUB's\n", different);
    }
    return different > 0;
}
