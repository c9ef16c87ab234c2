// Conway's Game of Life on a torus: a glider moves one cell down and to the right in four steps.
//
// prints: .#..............
// prints: ..#.............
// prints: ###.............
// prints: ................
// prints: after 16 steps:
// prints: ................
// prints: ................
// prints: ................
// prints: ................
// prints: .....#..........
// prints: ......#.........
// prints: ....###.........
// prints: ................
#include <cstdio>
#include <cstring>
#include <utility>

#define WIDTH  16
#define HEIGHT 16

__device__ int alive(const unsigned char *board, int x, int y) {
    return board[(y + HEIGHT) % HEIGHT * WIDTH + (x + WIDTH) % WIDTH];
}

__global__ void step(const unsigned char *now, unsigned char *next) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, neighbours = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            neighbours += dx == 0 && dy == 0 ? 0 : alive(now, x + dx, y + dy);
        }
    }
    next[y * WIDTH + x] = neighbours == 3 || (neighbours == 2 && alive(now, x, y));
}

static void show(const unsigned char *board, int rows) {
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < WIDTH; x++) {
            putchar(board[y * WIDTH + x] ? '#' : '.');
        }
        putchar('\n');
    }
}

int main() {
    unsigned char board[WIDTH * HEIGHT], *d_now, *d_next;
    memset(board, 0, sizeof(board));
    board[1] = board[WIDTH + 2] = board[2 * WIDTH] = board[2 * WIDTH + 1] = board[2 * WIDTH + 2] = 1;
    show(board, 4);
    cudaMalloc(&d_now, sizeof(board));
    cudaMalloc(&d_next, sizeof(board));
    cudaMemcpy(d_now, board, sizeof(board), cudaMemcpyHostToDevice);
    for (int i = 0; i < 16; i++) {
        step<<<dim3(2, 2), dim3(8, 8)>>>(d_now, d_next);
        std::swap(d_now, d_next);
    }
    cudaMemcpy(board, d_now, sizeof(board), cudaMemcpyDeviceToHost);
    printf("after 16 steps:\n");
    show(board, 8);
    cudaFree(d_now);
    cudaFree(d_next);
}
