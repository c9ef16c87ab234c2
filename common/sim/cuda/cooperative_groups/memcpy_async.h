#error                                                                                                       \
    "<cooperative_groups/memcpy_async.h>: the simulated GPU has no asynchronous copies within a kernel; use a loop over the block's threads and __syncthreads()"
