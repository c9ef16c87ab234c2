// CUDA's runtime API (cuda/sim/api.h and others) as far as other files of the simulator need it, and what
// its files have in common.
#ifndef SIM_RUNTIME_H
#define SIM_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/cuda/sim/api.h"
#include "sim/cuda/sim/properties.h"
#include "sim/cuda/sim/stream.h"

void runtime_begin_case(void);
void runtime_set_error(int error); // for cudaGetLastError

// Bytes that the student's code has copied.
void runtime_copied(uint64_t *to_host, uint64_t *to_device);

// An error that a call gave back and that nobody has looked at; 0: none.
int runtime_unseen_error(void); // reports it, unless the call has

// ---- For the functions of the API ----

// Each begins with this: a kernel must not call it, which is reported and ends the launch. Gives back the
// caller's pc.
uint32_t runtime_enter(const char *call, const void *return_address);

// Each ends with one of these: a fault of an earlier kernel stays, and an error is kept for cudaGetLastError.
cudaError_t runtime_result(cudaError_t error); // where it is an error, that has been reported
// The same for an error that is no mistake if somebody looks at it: `call` gives it back, at `pc`.
cudaError_t runtime_failure(cudaError_t error, const char *call, uint32_t pc);

// ---- Its parts ----

void memory_begin_case(void);
void memory_report_leaks(void);

void stream_begin_case(void);
// Is it a stream? Where not, the error is kept for cudaGetLastError and for the case's end.
bool stream_check(cudaStream_t stream, const char *call, uint32_t pc);

void symbol_begin_case(void);

// Bytes of dynamic shared memory that a launch of this kernel may ask for (cudaFuncSetAttribute).
size_t function_dynamic_max(const char *kernel);
void function_begin_case(void);

#endif
