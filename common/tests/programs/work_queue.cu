// A queue of tasks of different length: each warp draws the next task's number by an atomic counter.
//
// prints: 300 tasks, 44850 steps
#include <cstdio>

__device__ int next_task;

__global__ void work(int tasks, int *results) {
    int lane = threadIdx.x % 32;
    for (;;) {
        int task = 0;
        if (lane == 0) {
            task = atomicAdd(&next_task, 1);
        }
        task = __shfl_sync(0xffffffff, task, 0);
        if (task >= tasks) {
            return;
        }
        int steps = 0;
        for (int i = lane; i < task; i += 32) {
            steps++;
        }
        for (int offset = 16; offset > 0; offset /= 2) {
            steps += __shfl_xor_sync(0xffffffff, steps, offset);
        }
        if (lane == 0) {
            results[task] = steps;
        }
    }
}

int main() {
    const int tasks = 300, zero = 0;
    int results[tasks], *d_results, steps = 0;
    cudaMalloc(&d_results, sizeof(results));
    cudaMemcpyToSymbol(next_task, &zero, sizeof(zero));
    work<<<4, 64>>>(tasks, d_results);
    cudaMemcpy(results, d_results, sizeof(results), cudaMemcpyDeviceToHost);
    for (int i = 0; i < tasks; i++) {
        steps += results[i];
    }
    printf("%d tasks, %d steps\n", tasks, steps);
    cudaFree(d_results);
}
