// The equipment of this machine.
#ifndef LABS_CLI_MACHINE_H
#define LABS_CLI_MACHINE_H

#include <stdbool.h>
#include <stdio.h>

// Is there a device of NVIDIA's driver?
bool machine_has_gpu(void);

// The path of nvcc as ./lab has found it; "" for none.
const char *machine_nvcc(void);

// Lists what is missing for a real GPU, one item per line.
void machine_say_missing_for_gpu(FILE *out);

long machine_cores(void);

// Says so and returns true if the course's disk has no room left.
bool machine_disk_is_full(void);

#endif
