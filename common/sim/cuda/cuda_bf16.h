#error "<cuda_bf16.h>: the simulated GPU has no bfloat16: use float"
