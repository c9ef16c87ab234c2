// CUDA's runtime API: streams, events, and asynchronous calls.
#ifndef SIM_STREAM_H
#define SIM_STREAM_H

#include "api.h"

#ifdef __cplusplus
#define SIM_DEFAULT(value) = value
#define SIM_STRING_(x)     #x
#define SIM_STRING(x)      SIM_STRING_(x)
extern "C" {
#else
#define SIM_DEFAULT(value)
#endif

#define cudaStreamLegacy       ((cudaStream_t)0x1)
#define cudaStreamPerThread    ((cudaStream_t)0x2)
#define cudaStreamDefault      0u
#define cudaStreamNonBlocking  1u
#define cudaEventDefault       0u
#define cudaEventBlockingSync  1u
#define cudaEventDisableTiming 2u
#define cudaEventRecordDefault 0u
#define cudaEventWaitDefault   0u

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags SIM_DEFAULT(0));

cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream SIM_DEFAULT(0),
                                     unsigned flags SIM_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
// Returns 1 plus the number of launches and asynchronous calls between the events: meaningless, but never 0.
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaMemsetAsync(void *to, int byte, size_t bytes, cudaStream_t stream SIM_DEFAULT(0));
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);

// Can a kernel be launched in this stream? If not, the error is kept for cudaGetLastError.
int sim_launch_stream(cudaStream_t stream, void *pc);

#undef SIM_DEFAULT
#ifdef __cplusplus
}
// The C++ form of cudaEventCreateWithFlags.
cudaError_t
cudaEventCreate(cudaEvent_t *event,
                unsigned flags) __asm__(SIM_STRING(__USER_LABEL_PREFIX__) "cudaEventCreateWithFlags");
#endif

#endif
