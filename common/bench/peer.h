// What a lab's kernel is measured against on a real GPU, and what it is checked with while it is: one set of
// functions for each operator, peer.cu compiled once for it. All run on the default stream, and none waits.
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

enum peer_kind { PEER_REDUCE, PEER_INCLUSIVE_SCAN, PEER_EXCLUSIVE_SCAN };

// The operator's name and the size of a value in bytes.
extern const char *const peer_operator;
extern const size_t peer_value_size;
int peer_cccl_version(void); // CUB's version: 3000001 is 3.0.1

// The input of this seed, as data_fill makes it on the host (data/data.h).
void peer_fill(void *d_in, size_t n, uint64_t seed);

// CUB's cub::DeviceReduce or cub::DeviceScan: `d_out` has room for one value, or for n. `d_scratch` has room
// for peer_scratch_bytes(kind, n).
size_t peer_scratch_bytes(enum peer_kind kind, size_t n);
void peer_cub(enum peer_kind kind, const void *d_in, void *d_out, size_t n, void *d_scratch,
              size_t scratch_bytes);

// Does a scan's output follow from its input? Every value from the one before it, the first of each section
// of `section` values (0: there is but one) from the input. Adds the number of values that do not to
// *d_wrong.
void peer_check_scan(enum peer_kind kind, const void *d_in, const void *d_out, size_t n, size_t section,
                     unsigned long long *d_wrong);

// The ceilings: `bytes` read and written with 16-byte accesses, and only read. Bytes are a multiple of 16.
void peer_copy(const void *d_from, void *d_to, size_t bytes);
void peer_read(const void *d_from, void *d_sink, size_t bytes);

// Keeps the stream busy for 30 microseconds, so that what is put behind it can be queued meanwhile.
void peer_wait(cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
