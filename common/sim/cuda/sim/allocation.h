// CUDA's runtime API: allocating device memory and pinned host memory.
//
// Each function is also a macro of the same name, which adds what the student wrote: there the first argument names the
// array in diagnostics. The pointer's type determines the size of an element. A call with template arguments,
// such as cudaMalloc<int>(&d_a, bytes), does not use the macro, so its array has no name of its own.
#ifndef SIM_ALLOCATION_H
#define SIM_ALLOCATION_H

#include "settings.h"
#include "stream.h"

#ifdef __cplusplus
extern "C" {
#endif

// `written`: the arguments as the student wrote them; `caller`: the address in the student's code.
cudaError_t sim_malloc(void **pointer, uint64_t bytes, size_t element, const char *written,
                       const void *caller);
cudaError_t sim_malloc_pitch(void **pointer, size_t *pitch, size_t width, size_t height, size_t element,
                             const char *written, const void *caller);
cudaError_t sim_malloc_async(void **pointer, uint64_t bytes, cudaStream_t stream, size_t element,
                             const char *written, const void *caller);
cudaError_t sim_malloc_managed(void **pointer, uint64_t bytes, size_t element, const char *written,
                               const void *caller);
cudaError_t sim_malloc_host(void **pointer, size_t bytes, const char *written, const void *caller);
cudaError_t sim_register_host(void *memory, size_t bytes, const char *written, const void *caller);
cudaError_t cudaHostUnregister(void *memory);

#define cudaHostAllocDefault       0u
#define cudaHostAllocPortable      1u
#define cudaHostAllocMapped        2u // has no effect: see cudaHostGetDevicePointer
#define cudaHostAllocWriteCombined 4u
#define cudaHostRegisterDefault    0u
#define cudaHostRegisterPortable   1u
#define cudaHostRegisterMapped     2u
#define cudaHostRegisterReadOnly   8u
#define cudaMemAttachGlobal        1u
#define cudaMemAttachHost          2u

#ifdef __cplusplus
}

// The arguments of a call, as the student wrote them.
struct sim_written {
    const char *text;
};
#define SIM_WRITTEN sim_written written = {"array"} // without the macro

template <class T>
inline constexpr size_t sim_element_bytes = sizeof(T);
template <>
inline constexpr size_t sim_element_bytes<void> = 4;

// Two functions: for a pointer to any pointer, and for what converts to `void **`. `parameters`: those after the
// pointer.
#define SIM_LIST(...) __VA_ARGS__
#define SIM_ALLOCATES(call, parameters, ...)                                                                 \
    template <class T>                                                                                       \
    SIM_CALLED cudaError_t call(T **pointer, SIM_LIST parameters, SIM_WRITTEN) {                             \
        return __VA_ARGS__;                                                                                  \
    }                                                                                                        \
    SIM_CALLED inline cudaError_t call(void **pointer, SIM_LIST parameters, SIM_WRITTEN) {                   \
        typedef void T __attribute__((unused));                                                              \
        return __VA_ARGS__;                                                                                  \
    }
SIM_ALLOCATES(cudaMalloc, (size_t bytes),
              sim_malloc((void **)pointer, bytes, sim_element_bytes<T>, written.text, SIM_CALLER))
SIM_ALLOCATES(cudaMallocPitch, (size_t * pitch, size_t width, size_t height),
              sim_malloc_pitch((void **)pointer, pitch, width, height, sim_element_bytes<T>, written.text,
                               SIM_CALLER))
SIM_ALLOCATES(cudaMallocAsync, (size_t bytes, cudaStream_t stream),
              sim_malloc_async((void **)pointer, bytes, stream, sim_element_bytes<T>, written.text,
                               SIM_CALLER))
SIM_ALLOCATES(cudaMallocAsync, (size_t bytes, cudaMemPool_t, cudaStream_t stream),
              sim_malloc_async((void **)pointer, bytes, stream, sim_element_bytes<T>, written.text,
                               SIM_CALLER))
SIM_ALLOCATES(cudaMallocFromPoolAsync, (size_t bytes, cudaMemPool_t, cudaStream_t stream),
              sim_malloc_async((void **)pointer, bytes, stream, sim_element_bytes<T>, written.text,
                               SIM_CALLER))
SIM_ALLOCATES(cudaMallocManaged, (size_t bytes),
              sim_malloc_managed((void **)pointer, bytes, sim_element_bytes<T>, written.text, SIM_CALLER))
SIM_ALLOCATES(cudaMallocManaged, (size_t bytes, unsigned),
              sim_malloc_managed((void **)pointer, bytes, sim_element_bytes<T>, written.text, SIM_CALLER))
SIM_ALLOCATES(cudaMallocHost, (size_t bytes),
              sim_malloc_host((void **)pointer, bytes, written.text, SIM_CALLER))
SIM_ALLOCATES(cudaMallocHost, (size_t bytes, unsigned),
              sim_malloc_host((void **)pointer, bytes, written.text, SIM_CALLER))
SIM_ALLOCATES(cudaHostAlloc, (size_t bytes, unsigned),
              sim_malloc_host((void **)pointer, bytes, written.text, SIM_CALLER))
#undef SIM_ALLOCATES
SIM_CALLED inline cudaError_t cudaHostRegister(void *memory, size_t bytes, unsigned, SIM_WRITTEN) {
    return sim_register_host(memory, bytes, written.text, SIM_CALLER);
}

// Calls with other arguments.
#define SIM_WRONG_ARGUMENTS(call, parameters, form)                                                          \
    template <class T>                                                                                       \
    SIM_MISSING(#call "() stores the address in a pointer: it takes the pointer's address, " #call form)     \
    cudaError_t call parameters;                                                                             \
    SIM_MISSING(#call "() takes other arguments: " #call form)                                               \
    cudaError_t call(...);
SIM_WRONG_ARGUMENTS(cudaMalloc, (T *, size_t, SIM_WRITTEN), "(&pointer, bytes)")
SIM_WRONG_ARGUMENTS(cudaMallocPitch, (T *, size_t *, size_t, size_t, SIM_WRITTEN),
                    "(&pointer, &pitch, width, height)")
SIM_WRONG_ARGUMENTS(cudaMallocAsync, (T *, size_t, cudaStream_t, SIM_WRITTEN), "(&pointer, bytes, stream)")
SIM_WRONG_ARGUMENTS(cudaMallocManaged, (T *, size_t, SIM_WRITTEN), "(&pointer, bytes)")
SIM_WRONG_ARGUMENTS(cudaMallocHost, (T *, size_t, SIM_WRITTEN), "(&pointer, bytes)")
SIM_WRONG_ARGUMENTS(cudaHostAlloc, (T *, size_t, unsigned, SIM_WRITTEN), "(&pointer, bytes, flags)")
#undef SIM_WRONG_ARGUMENTS

#define cudaMalloc(...)              cudaMalloc(__VA_ARGS__, sim_written{#__VA_ARGS__})
#define cudaMallocPitch(...)         cudaMallocPitch(__VA_ARGS__, sim_written{#__VA_ARGS__})
#define cudaMallocAsync(...)         cudaMallocAsync(__VA_ARGS__, sim_written{#__VA_ARGS__})
#define cudaMallocFromPoolAsync(...) cudaMallocFromPoolAsync(__VA_ARGS__, sim_written{#__VA_ARGS__})
#define cudaMallocManaged(...)       cudaMallocManaged(__VA_ARGS__, sim_written{#__VA_ARGS__})
#define cudaMallocHost(...)          cudaMallocHost(__VA_ARGS__, sim_written{#__VA_ARGS__})
#define cudaHostAlloc(...)           cudaHostAlloc(__VA_ARGS__, sim_written{#__VA_ARGS__})
#define cudaHostRegister(...)        cudaHostRegister(__VA_ARGS__, sim_written{#__VA_ARGS__})
#endif

#endif
