// Shared by the functions of CUDA's runtime API: who may call them, and how errors are kept.
#ifndef SIM_CALL_H
#define SIM_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/base/caller.h"
#include "sim/cuda/sim/api.h"
#include "words/said.h"

void call_begin_case(void);

// Each function begins with this: a call from a kernel is reported and ends the launch. Returns the caller's pc.
uint32_t call_enter(const char *call, const void *return_address);

// Each function ends with one of these. The error of a stopped kernel stays, and any other error is kept for
// cudaGetLastError.
cudaError_t call_result(cudaError_t error); // an error that has been reported
// An error that is a mistake only if the program never checks it: `call` returns it, at `pc`.
cudaError_t call_failure(cudaError_t error, const char *call, uint32_t pc);
// The same; `words` name the call in the message: cudaMalloc of 4000000000000 bytes.
cudaError_t call_failure_of(cudaError_t error, const char *call, uint32_t pc, const struct said_word *words);

// The error that a stopped kernel has left, which is sticky; 0: none.
cudaError_t call_fault(void);
void call_set_fault(cudaError_t error);

cudaError_t call_last_error(void); // what cudaPeekAtLastError returns
void call_set_last_error(cudaError_t error);

// The program launches a kernel; it asks for the last error. The launches since it last did and used the result.
// Waiting for the device does not say whether a launch was accepted: cudaDeviceSynchronize returns what has happened to
// kernels that began. `clears`: no later check finds the error either.
void call_note_launch(void);
void call_note_check(bool clears);
unsigned call_unchecked_launches(void);

// The program ends itself during a case: if nothing else has been reported, reports the error that a call has returned.
void call_report_exit(void);

// At the case's end: an error that a call returned and that the program never checked, which is reported; 0: none.
cudaError_t call_unseen_error(void);

#endif
