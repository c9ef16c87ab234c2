// The forces between bodies on a line, with the positions in shared memory, a tile at a time.
//
// prints: 0 of 192 forces differ
#include <cstdio>
#include <cstdlib>

#define TILE 64

__global__ void forces(const float4 *bodies, float *force, int n) {
    __shared__ float4 s_bodies[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 own = bodies[i];
    float sum = 0;
    for (int tile = 0; tile < n; tile += TILE) {
        s_bodies[threadIdx.x] = bodies[tile + threadIdx.x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++) {
            float distance = s_bodies[k].x - own.x;
            sum += s_bodies[k].w * distance;
        }
        __syncthreads();
    }
    force[i] = own.w * sum;
}

int main() {
    const int n = 3 * TILE;
    float4 *h_bodies = (float4 *)malloc(n * sizeof(float4)), *d_bodies;
    float *h_force = (float *)malloc(n * sizeof(float)), *d_force;
    for (int i = 0; i < n; i++) {
        h_bodies[i] = make_float4(float(i), 0.0f, 0.0f, float(1 + i % 2));
    }
    cudaMalloc(&d_bodies, n * sizeof(float4));
    cudaMalloc(&d_force, n * sizeof(float));
    cudaMemcpy(d_bodies, h_bodies, n * sizeof(float4), cudaMemcpyHostToDevice);
    forces<<<n / TILE, TILE>>>(d_bodies, d_force, n);
    cudaMemcpy(h_force, d_force, n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < n; k++) {
            sum += h_bodies[k].w * (h_bodies[k].x - h_bodies[i].x);
        }
        wrong += h_force[i] != h_bodies[i].w * sum;
    }
    printf("%d of %d forces differ\n", wrong, n);
    cudaFree(d_bodies);
    cudaFree(d_force);
    free(h_bodies);
    free(h_force);
    return wrong > 0;
}
