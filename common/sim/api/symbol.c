// CUDA's runtime API: __device__ and __constant__ variables (cuda/sim/symbols.h).
#include "runner/plural.h"
#include "sim/access/host_code.h"
#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/api/stream.h"
#include "sim/base/executable.h"
#include "sim/memory/variables.h"
#include "sim/report/host.h"

// The variable that `symbol` is. If it is not a variable, reports it and returns NULL.
static struct variable *variable_of(const void *symbol, const char *call, uint32_t pc) {
    bool inside;
    struct variable *found =
        variables_contain((uintptr_t)symbol) ? variables_find((uintptr_t)symbol, 1, &inside) : NULL;
    if (found == NULL || !inside) {
        report_host(DIAGNOSTIC_WRONG_SPACE, call, pc, 0, "",
                    "the argument of %s is not a __device__ or __constant__ variable", call);
        call_result(cudaErrorInvalidSymbol);
        return NULL;
    }
    return found;
}

// Are `bytes` at `offset` inside the variable? If not, reports it.
static bool possible(const struct variable *variable, size_t bytes, size_t offset, const char *call,
                     uint32_t pc) {
    const struct allocation *target = &variable->allocation;
    if (offset > target->bytes || bytes > target->bytes - offset) {
        report_host(DIAGNOSTIC_OUT_OF_BOUNDS, target->name, pc, 0, "",
                    "%s accesses %zu byte%s at byte %zu of %s, which has %zu", call, bytes, plural(bytes),
                    offset, target->name, target->bytes);
        return false;
    }
    return true;
}

// Copies as cudaMemcpy does. For this copy the variable is device memory like any other.
static cudaError_t copy(struct variable *variable, void *to, const void *from, size_t bytes,
                        enum cudaMemcpyKind kind, struct copy_call *call) {
    bool given = variable->address_given;
    variable->address_given = true;
    cudaError_t error = copy_end(call, copy_bytes(to, from, bytes, kind, call));
    variable->address_given = given;
    return error;
}

// A call in this stream, or without one.
static bool enter(struct copy_call *call, const cudaStream_t *stream, const char *name,
                  const void *return_address) {
    *call = (struct copy_call){.name = name, .pc = call_enter(name, return_address)};
    if (stream != NULL && !stream_check(*stream, name, call->pc)) {
        return false;
    }
    call->asynchronous = stream != NULL;
    call->stream = stream == NULL ? STREAM_LEGACY : stream_number(*stream);
    return true;
}

cudaError_t sim_copy_to_symbol(void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                               void *return_address);
cudaError_t sim_copy_to_symbol(void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                               void *return_address) {
    struct copy_call made;
    if (!enter(&made, stream, call, return_address)) {
        return cudaErrorInvalidResourceHandle;
    }
    uint32_t pc = made.pc;
    struct variable *variable = variable_of(symbol, call, pc);
    if (variable == NULL) {
        return cudaErrorInvalidSymbol;
    }
    bool from_device = kind == cudaMemcpyDeviceToDevice ||
                       (kind == cudaMemcpyDefault && global_memory_contains((uintptr_t)from));
    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost) {
        return call_failure(cudaErrorInvalidMemcpyDirection, call, pc);
    }
    if (!possible(variable, bytes, offset, call, pc)) {
        return call_result(cudaErrorInvalidValue);
    }
    return copy(variable, (char *)symbol + offset, from, bytes,
                from_device ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice, &made);
}

cudaError_t sim_copy_from_symbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                                 void *return_address);
cudaError_t sim_copy_from_symbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                                 void *return_address) {
    struct copy_call made;
    if (!enter(&made, stream, call, return_address)) {
        return cudaErrorInvalidResourceHandle;
    }
    uint32_t pc = made.pc;
    struct variable *variable = variable_of(symbol, call, pc);
    if (variable == NULL) {
        return cudaErrorInvalidSymbol;
    }
    bool to_device = kind == cudaMemcpyDeviceToDevice ||
                     (kind == cudaMemcpyDefault && global_memory_contains((uintptr_t)to));
    if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost) {
        return call_failure(cudaErrorInvalidMemcpyDirection, call, pc);
    }
    if (!possible(variable, bytes, offset, call, pc)) {
        return call_result(cudaErrorInvalidValue);
    }
    cudaError_t error = copy(variable, to, (const char *)symbol + offset, bytes,
                             to_device ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost, &made);
    if (error == cudaSuccess && !to_device && call_fault() == 0) {
        host_note_copy((uintptr_t)to, (uintptr_t)symbol + offset, bytes, variable->allocation.name, pc);
    }
    return error;
}

cudaError_t sim_symbol_address(void **address, const void *symbol, void *return_address);
cudaError_t sim_symbol_address(void **address, const void *symbol, void *return_address) {
    uint32_t pc = call_enter("cudaGetSymbolAddress", return_address);
    struct variable *variable = variable_of(symbol, "cudaGetSymbolAddress", pc);
    if (variable == NULL || address == NULL) {
        return variable == NULL ? cudaErrorInvalidSymbol
                                : call_failure(cudaErrorInvalidValue, "cudaGetSymbolAddress", pc);
    }
    variable->address_given = true;
    *address = (void *)variable->allocation.base;
    return call_result(cudaSuccess);
}

cudaError_t sim_symbol_size(size_t *bytes, const void *symbol, void *return_address);
cudaError_t sim_symbol_size(size_t *bytes, const void *symbol, void *return_address) {
    uint32_t pc = call_enter("cudaGetSymbolSize", return_address);
    struct variable *variable = variable_of(symbol, "cudaGetSymbolSize", pc);
    if (variable == NULL || bytes == NULL) {
        return variable == NULL ? cudaErrorInvalidSymbol
                                : call_failure(cudaErrorInvalidValue, "cudaGetSymbolSize", pc);
    }
    *bytes = variable->allocation.bytes;
    return call_result(cudaSuccess);
}

void sim_check_argument(const void *pointer, const char *kernel, void *return_address);
void sim_check_argument(const void *pointer, const char *kernel, void *return_address) {
    if (!variables_contain((uintptr_t)pointer)) {
        return;
    }
    bool inside;
    const struct variable *variable = variables_find((uintptr_t)pointer, 1, &inside);
    if (variable != NULL && inside && !variable->address_given && variable->space != VARIABLE_MANAGED) {
        report_host(DIAGNOSTIC_WRONG_SPACE, variable->allocation.name, relative_pc(return_address), 0, "",
                    "%s gets the host address of %s, %s: cudaGetSymbolAddress returns the device address",
                    kernel, variable->allocation.name, variable_kind(variable));
    }
}
