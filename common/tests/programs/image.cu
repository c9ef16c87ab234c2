// Brightens an image whose rows are padded, as cudaMallocPitch allocates them.
//
// prints: 300 x 200: 0 pixels wrong
// prints: the clock does not run backwards
#include <cstdio>
#include <ctime>
#include <vector>

#define WIDTH  300
#define HEIGHT 200

__global__ void brighten(float *d_image, size_t pitch, float by) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < WIDTH && y < HEIGHT) {
        float *row = (float *)((char *)d_image + y * pitch);
        row[x] = fminf(row[x] + by, 1);
    }
}

int main() {
    const clock_t begin = clock();
    std::vector<float> image(WIDTH * HEIGHT, 0.25f);
    float *d_image;
    size_t pitch;
    cudaMallocPitch((void **)&d_image, &pitch, WIDTH * sizeof(float), HEIGHT);
    cudaMemset2D(d_image, pitch, 0, WIDTH * sizeof(float), HEIGHT);
    cudaMemcpy2D(d_image, pitch, image.data(), WIDTH * sizeof(float), WIDTH * sizeof(float), HEIGHT / 2,
                 cudaMemcpyHostToDevice);
    dim3 block(32, 8), grid((WIDTH + block.x - 1) / block.x, (HEIGHT + block.y - 1) / block.y);
    brighten<<<grid, block>>>(d_image, pitch, 0.5f);
    cudaMemcpy2D(image.data(), WIDTH * sizeof(float), d_image, pitch, WIDTH * sizeof(float), HEIGHT,
                 cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        wrong += image[i] != (i < WIDTH * HEIGHT / 2 ? 0.75f : 0.5f);
    }
    printf("%d x %d: %d pixels wrong\n", WIDTH, HEIGHT, wrong);
    printf("the clock %s\n", clock() < begin ? "runs backwards" : "does not run backwards");
    cudaFree(d_image);
}
