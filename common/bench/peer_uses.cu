#include "bench/peer_uses.h"

#include <cub/cub.cuh>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

enum { THREADS = 256, PIVOT = 1000, DIGIT_BITS = 4 }; // lab10-large-scan/uses/lab.h

struct stretch {
    int breaks, width;
};

struct stretch_of {
    __host__ __device__ stretch operator()(int width) const {
        return {width == 0, width};
    }
};

struct width_of {
    __host__ __device__ int operator()(const stretch &value) const {
        return value.width;
    }
};

struct joined {
    __host__ __device__ stretch operator()(const stretch &a, const stretch &b) const {
        return {a.breaks | b.breaks, b.breaks ? b.width : a.width + b.width};
    }
};

struct is_less {
    __host__ __device__ bool operator()(int value) const {
        return value < PIVOT;
    }
};

// The number of elements in a partition's first group comes first in d_scratch.
void peer_use(enum peer_kind kind, const int *d_in, int *d_out, size_t n, void *d_scratch,
              size_t &scratch_bytes) {
    const int count = (int)n;
    if (kind == PEER_SEGMENTED) {
        cub::DeviceScan::ExclusiveScan(
            d_scratch, scratch_bytes, thrust::make_transform_iterator(d_in, stretch_of()),
            thrust::make_transform_output_iterator(d_out, width_of()), joined(), stretch{0, 0}, count);
    } else if (kind == PEER_PARTITION) {
        const size_t room = 16; // for that number
        size_t bytes = d_scratch == nullptr ? 0 : scratch_bytes - room;
        void *d_rest = d_scratch == nullptr ? nullptr : (char *)d_scratch + room;
        cub::DevicePartition::If(d_rest, bytes, d_in, d_out, (int *)d_scratch, count, is_less());
        scratch_bytes = bytes + room;
    } else {
        cub::DeviceRadixSort::SortKeys(d_scratch, scratch_bytes, d_in, d_out, count, 0,
                                       kind == PEER_DIGIT ? DIGIT_BITS : 32);
    }
}

// less: elements of a partition's first group. CUB's second group is in reverse order.
__global__ void check_use_kernel(enum peer_kind kind, const int *d_peer, const int *d_out, size_t n,
                                 size_t less, unsigned long long *d_wrong) {
    const size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    if (i < n && d_out[i] != d_peer[kind == PEER_PARTITION && i >= less ? n - 1 - (i - less) : i]) {
        atomicAdd(d_wrong, 1ull);
    }
}

__global__ void count_less_kernel(const int *d_in, size_t n, unsigned long long *d_less) {
    const size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
    if (i < n && d_in[i] < PIVOT) {
        atomicAdd(d_less, 1ull);
    }
}

void peer_check_use(enum peer_kind kind, const void *d_in, const void *d_peer, const void *d_out, size_t n,
                    unsigned long long *d_wrong) {
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    unsigned long long less = 0;
    if (kind == PEER_PARTITION) {
        count_less_kernel<<<blocks, THREADS>>>((const int *)d_in, n, d_wrong);
        cudaMemcpy(&less, d_wrong, sizeof(less), cudaMemcpyDeviceToHost);
        cudaMemset(d_wrong, 0, sizeof(less));
    }
    check_use_kernel<<<blocks, THREADS>>>(kind, (const int *)d_peer, (const int *)d_out, n, less, d_wrong);
}
