// What programs ask before they begin: devices, properties, limits. And printf in a kernel, in the order of its blocks.
//
// prints: 1 device or more
// prints: warps of 32, up to 1024 threads per block
// prints: block 0, thread 0: 10
// prints: block 0, thread 1: 20
// prints: done
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

static void check(cudaError_t error, const std::string &what) {
    if (error != cudaSuccess) {
        throw std::runtime_error(what + ": " + cudaGetErrorString(error));
    }
}

__constant__ int factors[2];

__global__ void hello() {
    printf("block %d, thread %d: %d\n", blockIdx.x, threadIdx.x, factors[threadIdx.x]);
}

int main() try {
    int count = 0;
    check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
    std::printf("%s\n", count > 0 ? "1 device or more" : "no device");
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
    check(cudaSetDevice(0), "cudaSetDevice");
    std::printf("warps of %d, up to %d threads per block\n", properties.warpSize,
                properties.maxThreadsPerBlock);
    std::fflush(stdout);
    const int values[2] = {10, 20};
    check(cudaMemcpyToSymbol(factors, values, sizeof(values)), "cudaMemcpyToSymbol");
    hello<<<1, 2>>>();
    check(cudaGetLastError(), "hello");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    std::printf("done\n");
    check(cudaDeviceReset(), "cudaDeviceReset");
    return EXIT_SUCCESS;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
}
