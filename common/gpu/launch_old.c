// For toolkits before CUDA 13, whose runtime has no __cudaLaunchKernel: the wrapped symbol must exist.
#include <cuda_runtime_api.h>

#if CUDART_VERSION < 13000
cudaError_t __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                               cudaStream_t stream);
cudaError_t __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                               cudaStream_t stream) {
    return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
#else
typedef int launch_old_is_empty; // C wants something in a file
#endif
