#error "<thrust/sort.h>: the simulated GPU has no Thrust: use cudaMalloc, cudaMemcpy and a kernel of your own"
