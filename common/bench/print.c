#include "bench/print.h"

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

void print_head(void) {
    struct cudaDeviceProp properties;
    int driver = 0, runtime = 0, cccl = peer_cccl_version();
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess ||
        cudaDriverGetVersion(&driver) != cudaSuccess || cudaRuntimeGetVersion(&runtime) != cudaSuccess) {
        fprintf(stderr, "bench: the device's properties are not available: %s\n",
                cudaGetErrorString(cudaGetLastError()));
        exit(2);
    }
    printf("# %s, CUDA %d.%d (driver for %d.%d), CCCL %d.%d.%d\n", properties.name, runtime / 1000,
           runtime % 1000 / 10, driver / 1000, driver % 1000 / 10, cccl / 1000000, cccl / 1000 % 1000,
           cccl % 1000);
    printf("part\tkind\tsection\toperator\tn\tms\tms_low\tms_high\truns\tcub_ms\tgb_per_s\tcopy_gb_per_s\t"
           "read_gb_per_s\tmemcpy_gb_per_s\tverdict\n");
}

void print_progress(const struct target *target, int power, int process) {
    printf("~ %s\t%s\t%zu\t%d\t%d\n", target->part->name, peer_operator, (size_t)1 << power, process + 1,
           PROCESSES);
    fflush(stdout);
}

void print_row(const struct target *target, int power, const struct row *row) {
    size_t n = (size_t)1 << power;
    double bytes = (double)n * (double)peer_value_size, middle = times_middle(&row->part);
    double moved = bytes * (target->kind == PEER_REDUCE ? 1 : 2); // the bytes that must be moved
    printf("%s\t%s\t%zu\t%s\t%zu\t%.6f\t%.6f\t%.6f\t%d\t%.6f\t%.5g\t%.5g\t%.5g\t%.5g\t%s\n",
           target->part->name, peer_kind_names[target->kind], target->section, peer_operator, n, middle,
           times_percentile(&row->part, 0.1), times_percentile(&row->part, 0.9), row->part.count,
           times_middle(&row->cub), moved / middle * 1e-6, 2 * bytes / times_middle(&row->copy) * 1e-6,
           bytes / times_middle(&row->read) * 1e-6, 2 * bytes / times_middle(&row->memcpy) * 1e-6,
           row->wrong ? "wrong" : "right");
}
