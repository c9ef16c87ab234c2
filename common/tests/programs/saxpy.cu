// y = a x + y with a grid-stride loop; the length is the program's argument.
//
// arguments: 5000
// prints: n = 5000, largest error 0
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        cudaError_t status = (call);                                                                         \
        if (status != cudaSuccess) {                                                                         \
            std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(status));                     \
            std::exit(EXIT_FAILURE);                                                                         \
        }                                                                                                    \
    } while (0)

template <typename T>
__global__ void saxpy(size_t n, T a, const T *x, T *y) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        y[i] = a * x[i] + y[i];
    }
}

int main(int argc, char **argv) {
    const size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
    std::vector<float> x(n), y(n);
    for (size_t i = 0; i < n; i++) {
        x[i] = float(i % 100);
        y[i] = 1.0f;
    }
    float *d_x = nullptr, *d_y = nullptr;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    saxpy<<<4, 128>>>(n, 2.0f, d_x, d_y);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
    float error = 0;
    for (size_t i = 0; i < n; i++) {
        error = std::fmax(error, std::fabs(y[i] - (2.0f * float(i % 100) + 1.0f)));
    }
    std::printf("n = %zu, largest error %g\n", n, error);
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    return error == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
