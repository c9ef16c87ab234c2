// The documents' kernels on a real GPU: document 003's eight times, and document 004's block size and coarsening
// factor. The numbers are in docs/time.md.
//
//     nvcc -O3 -std=c++17 -arch=native docs/programs/document_times.cu -o document_times
//     ./document_times DATE > docs/results/h200-documents.csv
//
// Prints one line per measurement: the median and the least of 41 times between events, in milliseconds. Before each,
// other memory is read, twice the L2 cache's size. Each result is checked. Kernels 5 and 6 have document 003's errors
// corrected (docs/errata.md); its first scan, which races, is replaced by the one with two barriers per step. More
// arguments are log2 of the two lengths, and the number of runs: with `-- DATE 16 16 1`, ./lab run checks the program
// on the simulated GPU, which has no registers to count.
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

enum { RUNS_MAX = 41, SECTION = 1024 };

// ---- Document 003, reductions: one sum per block ---------------------------------------------------------

__device__ void sequential_steps(int *s_data, unsigned tid, unsigned last) {
    for (unsigned s = blockDim.x / 2; s > last; s >>= 1) {
        if (tid < s) {
            s_data[tid] += s_data[tid + s];
        }
        __syncthreads();
    }
}

__global__ void modulo(const int *d_in, int *d_out) {
    extern __shared__ int s_data[];
    const unsigned tid = threadIdx.x;
    s_data[tid] = d_in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) {
            s_data[tid] += s_data[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) {
        d_out[blockIdx.x] = s_data[0];
    }
}

__global__ void strided(const int *d_in, int *d_out) {
    extern __shared__ int s_data[];
    const unsigned tid = threadIdx.x;
    s_data[tid] = d_in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        const unsigned i = 2 * s * tid;
        if (i < blockDim.x) {
            s_data[i] += s_data[i + s];
        }
        __syncthreads();
    }
    if (tid == 0) {
        d_out[blockIdx.x] = s_data[0];
    }
}

__global__ void sequential(const int *d_in, int *d_out) {
    extern __shared__ int s_data[];
    const unsigned tid = threadIdx.x;
    s_data[tid] = d_in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    sequential_steps(s_data, tid, 0);
    if (tid == 0) {
        d_out[blockIdx.x] = s_data[0];
    }
}

__global__ void four_loads(const int *d_in, int *d_out) {
    extern __shared__ int s_data[];
    const unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 4 + tid;
    s_data[tid] = d_in[i] + d_in[i + blockDim.x] + d_in[i + blockDim.x * 2] + d_in[i + blockDim.x * 3];
    __syncthreads();
    sequential_steps(s_data, tid, 0);
    if (tid == 0) {
        d_out[blockIdx.x] = s_data[0];
    }
}

__global__ void last_warp(const int *d_in, int *d_out) {
    extern __shared__ int s_data[];
    const unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + tid;
    s_data[tid] = d_in[i] + d_in[i + blockDim.x];
    __syncthreads();
    sequential_steps(s_data, tid, 32);
    if (tid < 32) {
        int value = s_data[tid];
#pragma unroll
        for (unsigned s = 32; s > 0; s /= 2) {
            value += s_data[tid + s];
            __syncwarp(); // the document has volatile instead
            s_data[tid] = value;
            __syncwarp();
        }
    }
    if (tid == 0) {
        d_out[blockIdx.x] = s_data[0];
    }
}

__global__ void shuffle(const int *d_in, int *d_out) {
    extern __shared__ int s_data[];
    const unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + tid;
    s_data[tid] = d_in[i] + d_in[i + blockDim.x];
    __syncthreads();
    sequential_steps(s_data, tid, 32);
    if (tid < 32) {
        int value = s_data[tid] + s_data[tid + 32];
#pragma unroll
        for (unsigned s = 16; s > 0; s /= 2) {
            value += __shfl_down_sync(0xffffffff, value, s);
        }
        if (tid == 0) {
            d_out[blockIdx.x] = value;
        }
    }
}

// ---- Document 003, scans: SECTION ints per block -----------------------------------------------------------

__global__ void scan_steps(const int *d_in, int *d_out) { // SECTION threads
    __shared__ int s_scan[SECTION];
    const unsigned tid = threadIdx.x;
    d_in += (size_t)SECTION * blockIdx.x;
    d_out += (size_t)SECTION * blockIdx.x;
    s_scan[tid] = d_in[tid];
    for (unsigned stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        const int left = tid >= stride ? s_scan[tid - stride] : 0;
        __syncthreads();
        s_scan[tid] += left;
    }
    d_out[tid] = s_scan[tid];
}

template <bool PADDED>
__global__ void scan_tree(const int *d_in, int *d_out) { // SECTION / 2 threads
    __shared__ int s_scan[SECTION + SECTION / 32];
    const unsigned tid = threadIdx.x;
    d_in += (size_t)SECTION * blockIdx.x;
    d_out += (size_t)SECTION * blockIdx.x;
#define AT(i) ((i) + (PADDED ? (i) / 32 : 0))
    s_scan[AT(tid)] = d_in[tid];
    s_scan[AT(tid + SECTION / 2)] = d_in[tid + SECTION / 2];
    for (unsigned stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        const unsigned right = (tid + 1) * 2 * stride - 1;
        if (right < SECTION) {
            s_scan[AT(right)] += s_scan[AT(right - stride)];
        }
    }
    for (unsigned stride = SECTION / 4; stride > 0; stride /= 2) {
        __syncthreads();
        const unsigned left = (tid + 1) * 2 * stride - 1;
        if (left + stride < SECTION) {
            s_scan[AT(left + stride)] += s_scan[AT(left)];
        }
    }
    __syncthreads();
    d_out[tid] = s_scan[AT(tid)];
    d_out[tid + SECTION / 2] = s_scan[AT(tid + SECTION / 2)];
#undef AT
}

// ---- Document 004: one sum per block, FACTOR ints per thread ------------------------------------------------

template <unsigned BLOCK, unsigned FACTOR>
__global__ void coarse(const int *__restrict__ d_in, int *__restrict__ d_out) {
    extern __shared__ int s_data[]; // BLOCK ints; more only to let fewer blocks run at once
    const unsigned tid = threadIdx.x;
    d_in += (size_t)BLOCK * FACTOR * blockIdx.x;
    int sum = d_in[tid];
    for (unsigned tile = 1; tile < FACTOR; tile++) {
        sum += d_in[tid + tile * BLOCK];
    }
    s_data[tid] = sum;
    for (unsigned stride = BLOCK / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (tid < stride) {
            s_data[tid] += s_data[tid + stride];
        }
    }
    if (tid == 0) {
        d_out[blockIdx.x] = s_data[0];
    }
}

__global__ void flush_kernel(const int4 *d_in, size_t count, int *d_out) {
    int sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x) {
        sum += d_in[i].x;
    }
    if (sum == 1) { // never
        *d_out = sum;
    }
}

// ---- Measurements ------------------------------------------------------------------------------------------

static cudaDeviceProp device;
static const char *date;
static int *in, *d_in, *d_out, *out;
static int4 *d_flush;
static size_t flush_bytes;
static int runs = RUNS_MAX;

static int compare(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// Measures a kernel and checks its `results` ints: block sums, or the scan of each section.
template <class Kernel>
static void measure(const char *name, Kernel kernel, size_t n, unsigned block, unsigned per_thread,
                    size_t shared, bool scans) {
    const unsigned blocks = (unsigned)(n / block / per_thread);
    const size_t results = scans ? n : blocks;
    float times[RUNS_MAX];
    cudaEvent_t start, stop;
    int resident = 0, registers = 0;
#ifdef __NVCC__
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, kernel));
    registers = attributes.numRegs;
#endif
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, (int)block, shared));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    for (int run = -2; run < runs; run++) { // two do not count
        CHECK(cudaMemset(d_out, 0xff, results * sizeof(int)));
        flush_kernel<<<4 * device.multiProcessorCount, 512>>>(d_flush, flush_bytes / sizeof(int4), d_out);
        CHECK(cudaEventRecord(start));
        kernel<<<blocks, block, shared>>>(d_in, d_out);
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&times[run < 0 ? 0 : run], start, stop));
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, d_out, results * sizeof(int), cudaMemcpyDeviceToHost));
    unsigned expected = 0, got = 0;
    bool right = true;
    for (size_t i = 0; i < n; i++) {
        expected = (scans && i % SECTION == 0 ? 0 : expected) + (unsigned)in[i];
        right = right && (!scans || (unsigned)out[i] == expected);
    }
    for (size_t i = 0; !scans && i < results; i++) {
        got += (unsigned)out[i];
    }
    qsort(times, (size_t)runs, sizeof(times[0]), compare);
    printf("%s,%s,%s,int,%zu,%u,%u,%d,%zu,%.2f,%.5f,%.5f,%.1f,%s\n", device.name, date, name, n, block,
           per_thread, registers, shared, (double)resident * block / device.maxThreadsPerMultiProcessor,
           times[runs / 2], times[0], n * sizeof(int) / times[runs / 2] / 1e6,
           right && (scans || got == expected) ? "right" : "wrong");
}

template <unsigned BLOCK, unsigned FACTOR>
static void one_factor(size_t n) {
    measure("coarse", coarse<BLOCK, FACTOR>, n, BLOCK, FACTOR, BLOCK * sizeof(int), false);
}

template <unsigned BLOCK>
static void one_block_size(size_t n) {
    one_factor<BLOCK, 1>(n);
    one_factor<BLOCK, 2>(n);
    one_factor<BLOCK, 4>(n);
    one_factor<BLOCK, 8>(n);
    one_factor<BLOCK, 16>(n);
    one_factor<BLOCK, 32>(n);
    one_factor<BLOCK, 64>(n);
}

int main(int argc, char **argv) {
    const size_t small = (size_t)1 << (argc > 2 ? atoi(argv[2]) : 22),
                 large = (size_t)1 << (argc > 3 ? atoi(argv[3]) : 28);
    date = argc > 1 ? argv[1] : "";
    if (argc > 4) {
        runs = atoi(argv[4]) < RUNS_MAX ? atoi(argv[4]) : RUNS_MAX;
    }
    CHECK(cudaGetDeviceProperties(&device, 0));
    const size_t results = small > large / 32 ? small : large / 32; // a scan, or the sums of 32 ints each
    flush_bytes = runs == RUNS_MAX ? 2 * (size_t)device.l2CacheSize : 1 << 12;
    in = (int *)malloc(large * sizeof(int));
    out = (int *)malloc(results * sizeof(int));
    if (in == NULL || out == NULL) {
        return 2;
    }
    for (size_t i = 0; i < large; i++) {
        in[i] = (int)((unsigned)(i * 2654435761u) >> 12);
    }
    CHECK(cudaMalloc(&d_in, large * sizeof(int)));
    CHECK(cudaMalloc(&d_out, results * sizeof(int)));
    CHECK(cudaMalloc(&d_flush, flush_bytes));
    CHECK(cudaMemset(d_flush, 0, flush_bytes));
    CHECK(cudaMemcpy(d_in, in, large * sizeof(int), cudaMemcpyHostToDevice));
    fprintf(stderr, "L2 cache: %d bytes\n", device.l2CacheSize);
    printf("device,date,kernel,type,n,block,per_thread,registers,shared,occupancy,ms,ms_least,gb_per_s,"
           "verdict\n");
    const size_t sizes[] = {small, large};
    for (size_t n : sizes) {
        measure("modulo", modulo, n, 256, 1, 1024, false);
        measure("strided", strided, n, 256, 1, 1024, false);
        measure("sequential", sequential, n, 256, 1, 1024, false);
        measure("four_loads", four_loads, n, 256, 4, 1024, false);
        measure("last_warp", last_warp, n, 256, 2, 1024, false);
        measure("shuffle", shuffle, n, 256, 2, 1024, false);
    }
    measure("scan_steps", scan_steps, small, SECTION, 1, 0, true);
    measure("scan_tree", scan_tree<false>, small, SECTION / 2, 2, 0, true);
    measure("scan_padded", scan_tree<true>, small, SECTION / 2, 2, 0, true);
    for (size_t n : sizes) {
        one_block_size<32>(n);
        one_block_size<64>(n);
        one_block_size<128>(n);
        one_block_size<256>(n);
        one_block_size<512>(n);
        one_block_size<1024>(n);
    }
    for (size_t shared = 1024; shared <= 65536; shared *= 2) { // fewer and fewer blocks at once
        measure("coarse_resident", coarse<256, 1>, large, 256, 1, shared, false);
        measure("coarse_resident", coarse<256, 4>, large, 256, 4, shared, false);
        measure("coarse_resident", coarse<256, 16>, large, 256, 16, shared, false);
    }
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_flush));
    free(in);
    free(out);
    return 0;
}
