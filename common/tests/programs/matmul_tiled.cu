// Matrix multiplication of two square matrices, in tiles that the threads of a block load into shared memory together.
//
// prints: 0 of 1600 elements are wrong
#include <cstdio>
#include <vector>

const int TILE = 8;

__global__ void multiply(const float *a, const float *b, float *product, int n) {
    __shared__ float s_a[TILE][TILE], s_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int tile = 0; tile < (n + TILE - 1) / TILE; tile++) {
        s_a[y][x] = row < n && tile * TILE + x < n ? a[row * n + tile * TILE + x] : 0.0f;
        s_b[y][x] = column < n && tile * TILE + y < n ? b[(tile * TILE + y) * n + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            sum += s_a[y][k] * s_b[k][x];
        }
        __syncthreads(); // before the next tile replaces this one
    }
    if (row < n && column < n) {
        product[row * n + column] = sum;
    }
}

int main() {
    const int n = 40;
    std::vector<float> a(n * n), b(n * n), product(n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = float(i % 7);
        b[i] = float(i % 5);
    }
    const size_t bytes = n * n * sizeof(float);
    float *d_a, *d_b, *d_product;
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_product, bytes);
    cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice);
    multiply<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(d_a, d_b, d_product, n);
    cudaMemcpy(product.data(), d_product, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
            }
            wrong += sum != product[i * n + j];
        }
    }
    printf("%d of %d elements are wrong\n", wrong, n * n);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_product);
    return wrong != 0;
}
