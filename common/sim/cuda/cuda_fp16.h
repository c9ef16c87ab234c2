#error "<cuda_fp16.h>: the simulated GPU has no half precision: use float"
