// CUDA's runtime API (include/sim/api.h) as far as other files of the simulator need it.
#ifndef SIM_RUNTIME_H
#define SIM_RUNTIME_H

#include <stdint.h>

#include "include/sim/api.h"

void runtime_begin_case(void);
void runtime_set_error(int error); // for cudaGetLastError

// Bytes that the student's code has copied.
void runtime_copied(uint64_t *to_host, uint64_t *to_device);

// An error that a call gave back and that nobody has looked at; 0: none.
int runtime_unseen_error(void); // reports it, unless the call has

#endif
