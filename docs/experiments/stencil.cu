// A stencil: each element becomes the sum of the seven around it. A block loads its elements and a halo of three on
// either side into shared memory.
//
// prints: 0 of 1000 elements are wrong
#include <cstdio>
#include <vector>

constexpr int radius = 3, threads = 128;

__global__ void stencil(const int *in, int *out, int n) {
    __shared__ int s_in[threads + 2 * radius];
    int i = blockIdx.x * threads + threadIdx.x, own = threadIdx.x + radius;
    s_in[own] = i < n ? in[i] : 0;
    if (threadIdx.x < radius) {
        s_in[own - radius] = i >= radius ? in[i - radius] : 0;
        s_in[own + threads] = i + threads < n ? in[i + threads] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int offset = -radius; offset <= radius; offset++) {
        sum += s_in[own + offset];
    }
    if (i < n) {
        out[i] = sum;
    }
}

int main() {
    const int n = 1000;
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; i++) {
        in[i] = i * 7 % 31;
    }
    int *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    stencil<<<(n + threads - 1) / threads, threads>>>(d_in, d_out, n);
    cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = i - radius; k <= i + radius; k++) {
            sum += k >= 0 && k < n ? in[k] : 0;
        }
        wrong += sum != out[i];
    }
    printf("%d of %d elements are wrong\n", wrong, n);
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong != 0;
}
