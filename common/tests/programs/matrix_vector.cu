// A matrix times a vector: one warp per row, and shuffles add the lanes' sums.
//
// prints: 0 of 70 rows are wrong
#include <cstdio>
#include <vector>

__global__ void multiply(const int *matrix, const int *vector, int *product, int rows, int columns) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % warpSize, sum = 0;
    if (row >= rows) {
        return; // the whole warp
    }
    for (int column = lane; column < columns; column += warpSize) {
        sum += matrix[row * columns + column] * __ldg(&vector[column]);
    }
    for (int offset = 16; offset > 0; offset >>= 1) {
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    if (lane == 0) {
        product[row] = sum;
    }
}

int main() {
    const int rows = 70, columns = 50;
    std::vector<int> matrix(rows * columns), vector(columns), product(rows);
    for (int i = 0; i < rows * columns; i++) {
        matrix[i] = i % 11;
    }
    for (int i = 0; i < columns; i++) {
        vector[i] = i % 3;
    }
    int *d_matrix, *d_vector, *d_product;
    cudaMalloc(&d_matrix, matrix.size() * sizeof(int));
    cudaMalloc(&d_vector, vector.size() * sizeof(int));
    cudaMalloc(&d_product, product.size() * sizeof(int));
    cudaMemcpy(d_matrix, matrix.data(), matrix.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_vector, vector.data(), vector.size() * sizeof(int), cudaMemcpyHostToDevice);
    multiply<<<(rows + 3) / 4, 128>>>(d_matrix, d_vector, d_product, rows, columns);
    cudaMemcpy(product.data(), d_product, product.size() * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int row = 0; row < rows; row++) {
        int sum = 0;
        for (int column = 0; column < columns; column++) {
            sum += matrix[row * columns + column] * vector[column];
        }
        wrong += sum != product[row];
    }
    printf("%d of %d rows are wrong\n", wrong, rows);
    cudaFree(d_matrix);
    cudaFree(d_vector);
    cudaFree(d_product);
    return wrong != 0;
}
