// Loops with a barrier that no word `__syncthreads();` in them shows, and a race nevertheless. Two are correct.
//
// with in_function: race in shared memory at here
// with in_function: No barrier ran between the two accesses in the loop at line
// with in_function: nowhere contains no barrier
// with in_condition: race in shared memory at here
// with in_condition: nowhere contains no barrier
// with in_macro: race in shared memory at here
// with in_macro: nowhere contains no barrier
// with in_lambda: race in shared memory at here
// with in_lambda: nowhere contains no barrier
// with in_assembly: race in shared memory at here
// with in_assembly: nowhere contains no barrier
// with by_group: race in shared memory at here
// with by_group: nowhere contains no barrier
// with without: race in shared memory at here
// with without: No barrier ran between the two accesses in the loop at line
// with two_functions: nothing
// with function_and_condition: nothing
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>

#define THREADS 64
#define SYNC()  __syncthreads()

__device__ void wait() {
    __syncthreads();
}

#define BEGIN                                                                                                \
    __shared__ int s[THREADS];                                                                               \
    const int t = threadIdx.x, next = (t + 1) % THREADS;                                                     \
    int sum = 0;                                                                                             \
    s[t] = t;                                                                                                \
    __syncthreads()

__global__ void in_function(int *out) {
    BEGIN;
    for (int i = 0; i < 3; i++) {
        wait();
        sum += s[next];
        s[t] = sum; // <-- in_function
    }
    out[t] = sum;
}

__global__ void in_condition(int *out) {
    BEGIN;
    for (int i = 0; __syncthreads_or(i < 3); i++) {
        sum += s[next];
        s[t] = sum; // <-- in_condition
    }
    out[t] = sum;
}

__global__ void in_macro(int *out) {
    BEGIN;
    for (int i = 0; i < 3; i++) {
        SYNC();
        sum += s[next];
        s[t] = sum; // <-- in_macro
    }
    out[t] = sum;
}

__global__ void in_lambda(int *out) {
    BEGIN;
    auto meet = [] { __syncthreads(); };
    for (int i = 0; i < 3; i++) {
        meet();
        sum += s[next];
        s[t] = sum; // <-- in_lambda
    }
    out[t] = sum;
}

__global__ void in_assembly(int *out) {
    BEGIN;
    for (int i = 0; i < 3; i++) {
        asm volatile("bar.sync 0;");
        sum += s[next];
        s[t] = sum; // <-- in_assembly
    }
    out[t] = sum;
}

__global__ void by_group(int *out) {
    BEGIN;
    auto block = cooperative_groups::this_thread_block();
    for (int i = 0; i < 3; i++) {
        cooperative_groups::sync(block);
        sum += s[next];
        s[t] = sum; // <-- by_group
    }
    out[t] = sum;
}

__global__ void without(int *out) {
    BEGIN;
    for (int i = 0; i < 3; i++) {
        sum += s[next];
        s[t] = sum; // <-- without
    }
    out[t] = sum;
}

__global__ void two_functions(int *out) {
    BEGIN;
    for (int i = 0; i < 3; i++) {
        wait();
        sum += s[next];
        wait();
        s[t] = sum;
    }
    out[t] = sum;
}

__global__ void function_and_condition(int *out) {
    BEGIN;
    for (int i = 0; __syncthreads_or(i < 3); i++) {
        sum += s[next];
        wait();
        s[t] = sum;
    }
    out[t] = sum;
}

int main(int, char **arguments) {
    int *out, first;
    cudaMalloc(&out, THREADS * sizeof(int));
#define RUN(kernel)                                                                                          \
    if (strcmp(arguments[1], #kernel) == 0)                                                                  \
    kernel<<<1, THREADS>>>(out)
    RUN(in_function);
    RUN(in_condition);
    RUN(in_macro);
    RUN(in_lambda);
    RUN(in_assembly);
    RUN(by_group);
    RUN(without);
    RUN(two_functions);
    RUN(function_and_condition);
    cudaMemcpy(&first, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", first);
    cudaFree(out);
    return 0;
}
