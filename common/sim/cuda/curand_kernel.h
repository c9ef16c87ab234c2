#error "<curand_kernel.h>: the simulated GPU has no cuRAND: fill an array on the host and copy it"
