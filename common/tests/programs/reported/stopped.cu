// Launches that an error ends, after another error. Only of a launch that was not ended is said what it did not do.
//
// with reads_past_end: unset read
// with reads_past_end: out of bounds at here
// with reads_past_end: nowhere no thread of
// with writes_past_end: unset read
// with writes_past_end: out of bounds at here
// with writes_past_end: nowhere no thread of
// with through_value: unset read
// with through_value: out of bounds at here
// with through_value: nowhere no thread of
// with through_pointer: unset read
// with through_pointer: wrong memory space at here
// with through_pointer: nowhere no thread of
// with asserts: unset read
// with asserts: assertion failed at here
// with asserts: nowhere no thread of
// with idle: unset read
// with idle: no thread of idle reads or writes anything
// with whole: nothing
#include <cassert>
#include <cstdio>
#include <cstring>

const int N = 256;

// `values` has room for half of the pointers, and nothing has set them.
__global__ void reads_past_end(void **values, void **out) {
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        out[i] = values[i]; // <-- reads_past_end
    }
}

__global__ void writes_past_end(int *values, int *out) {
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        out[i] = values[threadIdx.x];
        values[i] = i; // <-- writes_past_end
    }
}

// The unset value becomes an index.
__global__ void through_value(const int *values, int *out) {
    const int i = values[threadIdx.x];
    out[i] = 1; // <-- through_value
}

struct node {
    int *next;
};

// The unset value becomes an address.
__global__ void through_pointer(const node *nodes, int *out) {
    out[threadIdx.x] = nodes[threadIdx.x].next[0]; // <-- through_pointer
}

__global__ void asserts(const int *values, int *out) {
    out[threadIdx.x] = values[threadIdx.x];
    assert(threadIdx.x < 40); // <-- asserts
}

// All threads leave.
__global__ void idle(int *out, int n) {
    if (n > 0) {
        return;
    }
    out[threadIdx.x] = n;
}

__global__ void take_first(const int *values, int *out) {
    out[threadIdx.x] = values[0];
}

__global__ void whole(int *values, int *out) {
    for (int i = threadIdx.x; i < N / 2; i += blockDim.x) {
        values[i] = i;
        out[i] = values[i];
    }
}

int main(int, char **arguments) {
    const char *name = arguments[1];
    int *values, *out, *longer;
    cudaMalloc(&values, strcmp(name, "reads_past_end") == 0 ? N * sizeof(int) : N / 2 * sizeof(int));
    cudaMalloc(&out, N * sizeof(int));
    cudaMalloc(&longer, N * sizeof(void *));
#define RUN(kernel, ...)                                                                                     \
    if (strcmp(name, #kernel) == 0)                                                                          \
    kernel<<<1, 64>>>(__VA_ARGS__)
    RUN(reads_past_end, (void **)values, (void **)longer);
    RUN(writes_past_end, values, out);
    RUN(through_value, values, out);
    RUN(through_pointer, (node *)longer, out);
    RUN(asserts, values, out);
    RUN(idle, values, N);
    if (strcmp(name, "idle") == 0) {
        take_first<<<1, 64>>>(values, out);
    }
    RUN(whole, values, out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(values);
    cudaFree(out);
    cudaFree(longer);
    return 0;
}
