// lab10, beyond: a scan of ints that takes hardly longer than a copy, on GPUs of compute capability 9.0 and newer.
// README.md in this folder explains it step by step.
//
//   ring.h        the kernel for long inputs
//   short.h       the kernel for short inputs, which fit into the registers of all blocks together
//   tiles.h       what both use
//   bulk_copy.h   the instructions that copy tiles, and barriers in shared memory
//   beyond.cu     the host's side: which kernel, how many blocks, the launch
//   driver_launch.h, idle.cu   what a single call takes on an idle GPU
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>

#include "cuda_check.h"
#include "driver_launch.h"
#include "ring.h"
#include "short.h"

#define EXIT_SKIPPED 77

// The values after the last int4, at most three.
__global__ void last_values_kernel(const int *d_in, int *d_out, size_t n) {
    for (size_t i = n - n % 4; i < n; i++) {
        d_out[i] = d_in[i] + (i > 0 ? d_out[i - 1] : 0);
    }
}

// None of the functions below waits for the GPU.
static int device_attribute(enum cudaDeviceAttr attribute, int device) {
    int value = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

// The number of this call, from 1. After 2^32 calls the words are cleared, so that no old one has a new number.
static unsigned next_call(void) {
    static unsigned call;
    if (++call == 0) {
        void *words = NULL;
        CUDA_CHECK(cudaGetSymbolAddress(&words, d_words));
        CUDA_CHECK(cudaMemset(words, 0, sizeof(d_words)));
        call = 1;
    }
    return call;
}

static size_t divide_up(size_t a, size_t b) {
    return (a + b - 1) / b;
}

// Exits if the GPU lacks the instructions. Returns the number of its multiprocessors. Each GPU is asked once.
static size_t multiprocessors(void) {
    static int known = -1, count;
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    if (device != known) {
        if (device_attribute(cudaDevAttrComputeCapabilityMajor, device) < 9) {
            fprintf(stderr, "lab10, beyond: this needs a GPU of compute capability 9.0 or newer\n");
            exit(EXIT_SKIPPED);
        }
        count = device_attribute(cudaDevAttrMultiProcessorCount, device);
        known = device;
    }
    return (size_t)count;
}

static void scan_last_values(const int *d_in, int *d_out, size_t n) {
    if (n % 4 != 0) {
        last_values_kernel<<<1, 1>>>(d_in, d_out, n);
        CUDA_CHECK(cudaGetLastError());
    }
}

template <unsigned ROWS, unsigned STAGES, unsigned BEHIND>
static void scan(const int *d_in, int *d_out, size_t n) {
    const size_t most = multiprocessors();
    const size_t ring = STAGES * SCANNING * WARP * ROWS * sizeof(int4); // bytes
    const void *kernel = (const void *)ring_kernel<ROWS, STAGES, BEHIND>;
    size_t pieces = n / 4;
    unsigned tiles = (unsigned)divide_up(pieces, SCANNING * WARP * ROWS);
    if (tiles > TILES_MAX) {
        fprintf(stderr, "lab10, beyond: at most 2^34 ints\n");
        exit(EXIT_SKIPPED);
    }
    if (tiles > 0) {
        unsigned call = next_call();
        void *arguments[] = {&d_in, &d_out, &pieces, &tiles, &call};
        CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)ring));
        // Blocks wait for each other, so all of them must run at once. A cooperative launch guarantees that.
        CUDA_CHECK(cudaLaunchCooperativeKernel(kernel, dim3((unsigned)(tiles < most ? tiles : most)),
                                               dim3(RING_THREADS), arguments, ring, 0));
    }
    scan_last_values(d_in, d_out, n);
}

// Returns false if more than `most` blocks would be needed.
template <unsigned ROWS, unsigned THREADS>
static bool scan_short(const int *d_in, int *d_out, size_t n, size_t most) {
    size_t pieces = n / 4;
    const size_t blocks = divide_up(pieces, THREADS * ROWS);
    if (blocks > most) {
        return false;
    }
    if (blocks > 0) {
        static cudaKernel_t kernel;
        unsigned call = next_call();
        void *arguments[] = {&d_in, &d_out, &pieces, &call};
        if (launch_by_driver && kernel == NULL) {
            CUDA_CHECK(cudaGetKernel(&kernel, (const void *)short_kernel<ROWS, THREADS>));
        }
        if (launch_by_driver) {
            driver_launch(kernel, (unsigned)blocks, THREADS, arguments);
        } else {
            CUDA_CHECK(cudaLaunchKernel((const void *)short_kernel<ROWS, THREADS>, dim3((unsigned)blocks),
                                        dim3(THREADS), arguments, 0, 0));
        }
    }
    scan_last_values(d_in, d_out, n);
    return true;
}

void scan_at_once(const int *d_in, int *d_out, size_t n) {
    scan<6, 4, 0>(d_in, d_out, n);
}

void scan_one_behind(const int *d_in, int *d_out, size_t n) {
    scan<6, 4, 1>(d_in, d_out, n);
}

// Tiles of 32 KB, three of them between a tile's sum and its scan.
void scan_ring(const int *d_in, int *d_out, size_t n) {
    scan<4, 6, 3>(d_in, d_out, n);
}

// In registers while they suffice: the fewest per thread, so that as many blocks as possible load.
void scan_best(const int *d_in, int *d_out, size_t n) {
    const size_t count = multiprocessors(), most = count < LOOKS * WARP ? count : LOOKS * WARP;
    if (!scan_short<1, 512>(d_in, d_out, n, most) && !scan_short<1, 1024>(d_in, d_out, n, most) &&
        !scan_short<2, 1024>(d_in, d_out, n, most) && !scan_short<4, 1024>(d_in, d_out, n, most) &&
        !scan_short<8, 1024>(d_in, d_out, n, most)) {
        scan_ring(d_in, d_out, n);
    }
}
