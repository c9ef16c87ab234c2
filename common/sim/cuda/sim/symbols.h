// CUDA's runtime API: __device__ and __constant__ variables. Host code can access them only through these functions.
#ifndef SIM_SYMBOLS_H
#define SIM_SYMBOLS_H

#include "stream.h"

extern "C" {
// stream NULL: the call is not asynchronous.
cudaError_t sim_copy_to_symbol(void *variable, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                               void *pc);
cudaError_t sim_copy_from_symbol(void *to, const void *variable, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                                 void *pc);
cudaError_t sim_symbol_address(void **address, const void *variable, void *pc);
cudaError_t sim_symbol_size(size_t *bytes, const void *variable, void *pc);

// Checks a pointer among a launch's arguments: a variable's address is valid on the device only if
// cudaGetSymbolAddress returned it.
void sim_check_argument(const void *pointer, const char *kernel, void *pc);
}

template <class T>
SIM_CALLED cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                          enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return sim_copy_to_symbol((void *)&symbol, from, bytes, offset, kind, nullptr, "cudaMemcpyToSymbol",
                              SIM_CALLER);
}
template <class T>
SIM_CALLED cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                            enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return sim_copy_from_symbol(to, (const void *)&symbol, bytes, offset, kind, nullptr,
                                "cudaMemcpyFromSymbol", SIM_CALLER);
}
template <class T>
SIM_CALLED cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                                               size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                               cudaStream_t stream = 0) {
    return sim_copy_to_symbol((void *)&symbol, from, bytes, offset, kind, &stream, "cudaMemcpyToSymbolAsync",
                              SIM_CALLER);
}
template <class T>
SIM_CALLED cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                                 enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                 cudaStream_t stream = 0) {
    return sim_copy_from_symbol(to, (const void *)&symbol, bytes, offset, kind, &stream,
                                "cudaMemcpyFromSymbolAsync", SIM_CALLER);
}
template <class T>
SIM_CALLED cudaError_t cudaGetSymbolAddress(void **address, const T &symbol) {
    return sim_symbol_address(address, (const void *)&symbol, SIM_CALLER);
}
template <class T>
SIM_CALLED cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
    return sim_symbol_size(bytes, (const void *)&symbol, SIM_CALLER);
}

#endif
