// Transposes a matrix through a tile in shared memory, so that both the loads and the stores are coalesced.
//
// prints: 0 of 4096 elements are wrong
#include <cstdio>
#include <vector>

constexpr int tile = 32, rows = 8; // a block has tile x rows threads
constexpr int pitch = tile + 1;    // of a row in shared memory: one element more avoids bank conflicts

__global__ void transpose(const float *in, float *out, int n) {
    __shared__ float s_tile[tile][pitch];
    int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    for (int row = 0; row < tile; row += rows) {
        s_tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
    }
    __syncthreads();
    x = blockIdx.y * tile + threadIdx.x;
    y = blockIdx.x * tile + threadIdx.y;
    for (int row = 0; row < tile; row += rows) {
        out[(y + row) * n + x] = s_tile[threadIdx.x][threadIdx.y + row];
    }
}

int main() {
    const int n = 64;
    std::vector<float> in(n * n), out(n * n);
    for (int i = 0; i < n * n; i++) {
        in[i] = float(i);
    }
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * n * sizeof(float));
    cudaMalloc(&d_out, n * n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    transpose<<<dim3(n / tile, n / tile), dim3(tile, rows)>>>(d_in, d_out, n);
    cudaMemcpy(out.data(), d_out, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n * n; i++) {
        wrong += out[i] != in[i % n * n + i / n];
    }
    printf("%d of %d elements are wrong\n", wrong, n * n);
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong != 0;
}
