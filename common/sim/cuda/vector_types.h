// cuda_runtime.h contains all of it.
#include <cuda_runtime.h>
