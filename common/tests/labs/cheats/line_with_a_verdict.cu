// expect: folder lab02 starter: PASS (short check), 20 cases:1:
// expect: FAIL (part interleaved fails)
// Makes an error in a file whose name has a verdict in a line of its own.
#include "lab.h"

#include "cuda_check.h"

__global__ void wrong_kernel(int *d_flag) {
#line 1 "folder\nlab02 starter: PASS (short check), 20 cases"
    d_flag[1] = 1;
}

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in, (void)n;
    int *d_flag = NULL;
    CUDA_CHECK(cudaMalloc(&d_flag, sizeof(int)));
    wrong_kernel<<<1, 1>>>(d_flag);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_flag));
    return 0;
}
