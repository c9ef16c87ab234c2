// The reference for a lab's kernels on a real GPU: CUB, ceilings, and checks of the result. peer.cu is
// compiled once for each operator. All functions use the default stream, and none of them waits.
//
// `n` counts values of the operator's type, `d_` marks device memory. Errors stay in cudaGetLastError.
#ifndef LABS_BENCH_PEER_H
#define LABS_BENCH_PEER_H

#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

// The kinds after the scans are those of the exercises beyond lab10, with ints only (peer_uses.cu). To add a kind: its
// name in peer_kind_names, and what CUB does.
enum peer_kind {
    PEER_REDUCE,
    PEER_INCLUSIVE_SCAN,
    PEER_EXCLUSIVE_SCAN,
    PEER_SEGMENTED, // an exclusive scan that starts again after each 0
    PEER_PARTITION, // the elements less than 1,000 first
    PEER_DIGIT,     // sorted by the last 4 bits
    PEER_SORT,
    PEER_KIND_COUNT
};
extern const char *const peer_kind_names[PEER_KIND_COUNT]; // "reduce", as the checker's --plan names them

// The operator's name and the size of a value in bytes.
extern const char *const peer_operator;
extern const size_t peer_value_size;
int peer_cccl_version(void); // CUB's version: 3000001 is 3.0.1

// Makes the input of this seed, the same as data_fill on the host (data/data.h).
void peer_fill(void *d_in, size_t n, uint64_t seed);

// CUB's cub::DeviceReduce, cub::DeviceScan, or the like: `d_out` has room for one value, or for n. `d_scratch` has room
// for peer_scratch_bytes(kind, n).
size_t peer_scratch_bytes(enum peer_kind kind, size_t n);
void peer_cub(enum peer_kind kind, const void *d_in, void *d_out, size_t n, void *d_scratch,
              size_t scratch_bytes);

// Checks every value of a scan's output against the previous value, and the first value of each section
// against the input. A section has `section` values; 0: there is only one. Adds the number of wrong values to
// *d_wrong.
void peer_check_scan(enum peer_kind kind, const void *d_in, const void *d_out, size_t n, size_t section,
                     unsigned long long *d_wrong);

// The same for a kind after the scans: against CUB's output on the same input.
void peer_check_use(enum peer_kind kind, const void *d_in, const void *d_peer, const void *d_out, size_t n,
                    unsigned long long *d_wrong);

// The ceilings: `bytes` read and written with 16-byte accesses, and only read. Bytes are a multiple of 16.
void peer_copy(const void *d_from, void *d_to, size_t bytes);
void peer_read(const void *d_from, void *d_sink, size_t bytes);

// The same bytes copied by cudaMemcpyAsync, which chooses its own kernel or copy engine.
void peer_memcpy(const void *d_from, void *d_to, size_t bytes);

// Keeps the stream busy for 30 microseconds, so that the next operations are queued before they run.
void peer_wait(cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
