#error "The simulated GPU has no cooperative groups yet: use __syncthreads(), __syncwarp() and __shfl_*_sync()."
