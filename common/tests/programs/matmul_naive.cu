// Matrix multiplication, one thread per element of the product, with two-dimensional blocks.
//
// prints: sum of the product: 4440
#include <stdio.h>
#include <stdlib.h>

#define ROWS    20 // of a and of the product
#define INNER   9
#define COLUMNS 33 // of b and of the product

__global__ void multiply(const int *a, const int *b, int *product) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < ROWS && column < COLUMNS) {
        int sum = 0;
        for (int k = 0; k < INNER; k++) {
            sum += a[row * INNER + k] * b[k * COLUMNS + column];
        }
        product[row * COLUMNS + column] = sum;
    }
}

int main(void) {
    int h_a[ROWS * INNER], h_b[INNER * COLUMNS], h_product[ROWS * COLUMNS], total = 0;
    int *d_a, *d_b, *d_product;
    for (int i = 0; i < ROWS * INNER; i++) {
        h_a[i] = i % 2;
    }
    for (int i = 0; i < INNER * COLUMNS; i++) {
        h_b[i] = i % 4;
    }
    cudaMalloc((void **)&d_a, sizeof(h_a));
    cudaMalloc((void **)&d_b, sizeof(h_b));
    cudaMalloc((void **)&d_product, sizeof(h_product));
    cudaMemcpy(d_a, h_a, sizeof(h_a), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, h_b, sizeof(h_b), cudaMemcpyHostToDevice);
    dim3 threads(16, 16), blocks((COLUMNS + 15) / 16, (ROWS + 15) / 16);
    multiply<<<blocks, threads>>>(d_a, d_b, d_product);
    cudaMemcpy(h_product, d_product, sizeof(h_product), cudaMemcpyDeviceToHost);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        total += h_product[i];
    }
    printf("sum of the product: %d\n", total);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_product);
    return 0;
}
