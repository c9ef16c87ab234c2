#error                                                                                                       \
    "<cuda_pipeline.h>: the simulated GPU has no asynchronous copies within a kernel; use a loop over the block's threads and __syncthreads()"
