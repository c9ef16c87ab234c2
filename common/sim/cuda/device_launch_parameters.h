// All of it comes with cuda_runtime.h here.
#include <cuda_runtime.h>
