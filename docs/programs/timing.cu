// One kernel, timed in several ways, most of them wrong: the experiment in docs/time.md.
//
//     nvcc -O3 -std=c++17 -arch=native docs/programs/timing.cu -o timing && ./timing      2^24 ints
//     ./lab run docs/programs/timing.cu -- 12                2^12; the simulated GPU's times mean nothing
//
// The kernel is that of lab04's part `coarse`, with an atomic at the end. Prints microseconds.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        const cudaError_t error_ = (call);                                                                   \
        if (error_ != cudaSuccess) {                                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));                  \
            exit(2);                                                                                         \
        }                                                                                                    \
    } while (0)

enum { RUNS = 41, BLOCK_SIZE = 256, COARSE_FACTOR = 8 };

__global__ void sum_kernel(const int *d_in, int *d_sum, size_t n) {
    __shared__ int s_partial[BLOCK_SIZE];
    const unsigned tid = threadIdx.x;
    const size_t first = (size_t)blockIdx.x * COARSE_FACTOR * BLOCK_SIZE;
    int value = 0;
    for (unsigned k = 0; k < COARSE_FACTOR; k++) {
        const size_t i = first + k * BLOCK_SIZE + tid;
        if (i < n) {
            value += d_in[i];
        }
    }
    s_partial[tid] = value;
    __syncthreads();
    for (unsigned stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            s_partial[tid] += s_partial[tid + stride];
        }
        __syncthreads();
    }
    if (tid == 0) {
        atomicAdd(d_sum, s_partial[0]);
    }
}

static int *d_sum; // of all runs together

static void launch(const int *d_in, size_t n) {
    const size_t per_block = BLOCK_SIZE * COARSE_FACTOR;
    sum_kernel<<<(unsigned)((n + per_block - 1) / per_block), BLOCK_SIZE>>>(d_in, d_sum, n);
}

// Microseconds on the host's clock.
static double host_us(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

// Microseconds of one launch, between two events. If there is a `d_before`, its ints are summed first: the GPU is busy
// until everything is queued, and the L2 cache holds the last of these ints.
static double event_us(const int *d_in, size_t n, const int *d_before, size_t before) {
    cudaEvent_t start, stop;
    float ms = 0;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    if (d_before != NULL) {
        launch(d_before, before);
    }
    CHECK(cudaEventRecord(start));
    launch(d_in, n);
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    return 1000 * ms;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Prints the least, the middle and the greatest of RUNS times.
static void many(const char *name, const int *d_in, size_t n, const int *d_before, size_t before) {
    double times[RUNS];
    for (int run = 0; run < RUNS; run++) {
        times[run] = event_us(d_in, n, d_before, before);
    }
    qsort(times, RUNS, sizeof(times[0]), compare);
    printf("%-44s %9.1f %9.1f %9.1f\n", name, times[0], times[RUNS / 2], times[RUNS - 1]);
}

static void one(const char *name, double us) {
    printf("%-44s %19.1f\n", name, us);
}

int main(int argc, char **argv) {
    const size_t n = (size_t)1 << (argc > 1 ? atoi(argv[1]) : 24), flush = 2 * n;
    int *in = (int *)malloc(n * sizeof(int)), *d_in = NULL, *d_flush = NULL;
    if (in == NULL) {
        return 2;
    }
    for (size_t i = 0; i < n; i++) {
        in[i] = (int)(i * 2654435761u >> 16);
    }
    CHECK(cudaMalloc(&d_sum, sizeof(int)));
    CHECK(cudaMalloc(&d_flush, flush * sizeof(int)));
    CHECK(cudaMemset(d_sum, 0, sizeof(int)));
    CHECK(cudaMemset(d_flush, 0, flush * sizeof(int)));
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMemcpy(d_in, in, n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());

    printf("%zu ints; microseconds %28s %9s %9s\n", n, "least", "median", "greatest");
    double begin = host_us();
    launch(d_in, n);
    CHECK(cudaDeviceSynchronize());
    one("1 the first launch, the host's clock", host_us() - begin);

    begin = host_us();
    launch(d_in, n);
    one("2 the host's clock, without waiting", host_us() - begin);
    CHECK(cudaDeviceSynchronize());

    begin = host_us();
    launch(d_in, n);
    CHECK(cudaDeviceSynchronize());
    one("3 the host's clock, waiting for the end", host_us() - begin);

    begin = host_us();
    for (int run = 0; run < RUNS; run++) {
        launch(d_in, n);
    }
    CHECK(cudaDeviceSynchronize());
    one("4 the host's clock, 41 launches, divided", (host_us() - begin) / RUNS);

    begin = host_us();
    int *d_copy = NULL;
    CHECK(cudaMalloc(&d_copy, n * sizeof(int)));
    CHECK(cudaMemcpy(d_copy, in, n * sizeof(int), cudaMemcpyHostToDevice));
    launch(d_copy, n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(d_copy));
    one("5 with cudaMalloc, the copy and cudaFree", host_us() - begin);

    for (int part = 1; part <= 16; part *= 16) {
        printf("%zu ints\n", n / part);
        many("6 events, the GPU idle before", d_in, n / part, NULL, 0);
        many("7 events, behind a run on the same ints", d_in, n / part, d_in, n / part);
        many("8 events, behind a run on others (flush)", d_in, n / part, d_flush, flush);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_flush));
    CHECK(cudaFree(d_sum));
    free(in);
    return 0;
}
