// What a load costs, and how many must be on their way to keep memory busy: the numbers in docs/time.md.
//
//     nvcc -O3 -std=c++17 -arch=native docs/programs/in_flight.cu -o in_flight && ./in_flight
//
// Prints the latency of one load, the time of an empty launch, and the bandwidth of reading 1 GiB, for several numbers
// of threads per multiprocessor and loads per thread. Each time is the median of 15 runs. The arguments are another
// number of MiB and of runs: with `-- 1 1`, ./lab run checks the program on the simulated GPU, where times mean
// nothing.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        const cudaError_t error_ = (call);                                                                   \
        if (error_ != cudaSuccess) {                                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));                  \
            exit(2);                                                                                         \
        }                                                                                                    \
    } while (0)

enum { RUNS_MAX = 100, BLOCK_SIZE = 128, LINE = 32, HOPS = 4096 };
static size_t bytes = (size_t)1 << 30;
static int runs = 15;

// One thread follows a chain: each value is the index of the next. No load can start before the last one has arrived.
// The first `warm` loads are not timed.
__global__ void chase(const unsigned *d_next, unsigned warm, unsigned *d_end, long long *d_cycles) {
    unsigned at = 0;
    for (unsigned hop = 0; hop < warm; hop++) {
        at = d_next[at];
    }
    const long long begin = clock64() + (at == 1); // never 1: the clock waits for the last load
    for (unsigned hop = 0; hop < HOPS; hop++) {
        at = d_next[at];
    }
    *d_end = at;
    *d_cycles = clock64() - begin;
}

__global__ void empty() {
}

// Each thread has LOADS loads of 16 bytes on their way at a time.
template <int LOADS>
__global__ void read(const int4 *d_in, size_t count, int *d_out) {
    const size_t step = (size_t)gridDim.x * blockDim.x;
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += LOADS * step) {
        int4 piece[LOADS];
#pragma unroll
        for (int k = 0; k < LOADS; k++) {
            piece[k] = i + k * step < count ? d_in[i + k * step] : make_int4(0, 0, 0, 0);
        }
#pragma unroll
        for (int k = 0; k < LOADS; k++) {
            sum += piece[k].x ^ piece[k].y ^ piece[k].z ^ piece[k].w;
        }
    }
    if (sum == 1234567) { // never: keeps the compiler from leaving out the loads
        *d_out = sum;
    }
}

static int compare(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// The median time of a call, in milliseconds, on the device's clock.
template <class Call>
static float median_ms(Call call) {
    float times[RUNS_MAX];
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    call(); // not counted
    for (int run = 0; run < runs; run++) {
        CHECK(cudaEventRecord(start));
        call();
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&times[run], start, stop));
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaGetLastError());
    qsort(times, runs, sizeof(times[0]), compare);
    return times[runs / 2];
}

template <int LOADS>
static void row(const int4 *d_in, int *d_out, int multiprocessors) {
    printf("%2d loads of 16 bytes ", LOADS);
    for (int threads = 128; threads <= 2048; threads *= 2) {
        const int blocks = multiprocessors * threads / BLOCK_SIZE;
        const float ms =
            median_ms([&] { read<LOADS><<<blocks, BLOCK_SIZE>>>(d_in, bytes / sizeof(int4), d_out); });
        printf(" %5.0f", bytes / ms / 1e6);
    }
    printf("\n");
}

// Nanoseconds per load of a chain through `count` lines of 128 bytes in a random order, after `warm` loads.
static double latency_ns(unsigned *d_next, unsigned *d_end, unsigned count, unsigned warm, int clock_khz) {
    if (count > bytes / (LINE * sizeof(unsigned))) {
        count = (unsigned)(bytes / (LINE * sizeof(unsigned)));
    }
    unsigned *next = (unsigned *)calloc((size_t)count * LINE, sizeof(unsigned));
    unsigned *order = (unsigned *)malloc(count * sizeof(unsigned));
    unsigned long long random = 1;
    long long *d_cycles = NULL, cycles = 0;
    if (next == NULL || order == NULL) {
        exit(2);
    }
    for (unsigned i = 0; i < count; i++) { // shuffled as by Durstenfeld; line 0 stays the first
        order[i] = i;
        if (i > 1) {
            random = random * 6364136223846793005ull + 1442695040888963407ull;
            const unsigned j = 1 + (unsigned)((random >> 33) % i);
            order[i] = order[j];
            order[j] = i;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        next[(size_t)order[i] * LINE] = order[(i + 1) % count] * LINE;
    }
    CHECK(cudaMalloc(&d_cycles, sizeof(*d_cycles)));
    CHECK(cudaMemcpy(d_next, next, (size_t)count * LINE * sizeof(unsigned), cudaMemcpyHostToDevice));
    chase<<<1, 1>>>(d_next, warm, d_end, d_cycles);
    CHECK(cudaMemcpy(&cycles, d_cycles, sizeof(cycles), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_cycles));
    free(order);
    free(next);
    return (double)cycles / HOPS / clock_khz * 1e6;
}

int main(int argc, char **argv) {
    if (argc > 1) {
        bytes = (size_t)atoi(argv[1]) << 20;
    }
    if (argc > 2) {
        runs = atoi(argv[2]);
    }
    if (bytes == 0 || runs < 1 || runs > RUNS_MAX) {
        fprintf(stderr, "usage: in_flight [MIB [RUNS]], at least 1 MiB and 1 to %d runs\n", RUNS_MAX);
        return 2;
    }
    cudaDeviceProp properties;
    int clock_khz = 0;
    void *d_in = NULL, *d_out = NULL;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0));
    CHECK(cudaMalloc(&d_in, bytes));
    CHECK(cudaMalloc(&d_out, sizeof(int)));
    printf("%s, %d multiprocessors, %.2f GHz at most\n", properties.name, properties.multiProcessorCount,
           clock_khz / 1e6);
    printf("empty launch: %.1f us\n", 1000 * median_ms([] { empty<<<1, 32>>>(); }));
    printf("one load, from the L1 cache: %.0f ns\n",
           latency_ns((unsigned *)d_in, (unsigned *)d_out, 1 << 9, 1 << 10, clock_khz));
    printf("one load, from the L2 cache: %.0f ns\n",
           latency_ns((unsigned *)d_in, (unsigned *)d_out, 1 << 15, 1 << 16, clock_khz));
    printf("one load, from memory: %.0f ns\n",
           latency_ns((unsigned *)d_in, (unsigned *)d_out, 1 << 23, 0, clock_khz));
    CHECK(cudaMemset(d_in, 0, bytes));
    printf("\nGB/s of reading %g GiB, by threads per multiprocessor\n%-21s", bytes / 1073741824.0,
           "loads per thread");
    for (int threads = 128; threads <= 2048; threads *= 2) {
        printf(" %5d", threads);
    }
    printf("\n");
    row<1>((const int4 *)d_in, (int *)d_out, properties.multiProcessorCount);
    row<2>((const int4 *)d_in, (int *)d_out, properties.multiProcessorCount);
    row<4>((const int4 *)d_in, (int *)d_out, properties.multiProcessorCount);
    row<8>((const int4 *)d_in, (int *)d_out, properties.multiProcessorCount);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return 0;
}
