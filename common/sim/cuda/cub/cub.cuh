#error "<cub/cub.cuh>: the simulated GPU has no CUB: in the labs you write what you need of it"
