#error "<cub/cub.cuh>: the simulated GPU has no CUB: what of it the labs need, they have you write"
