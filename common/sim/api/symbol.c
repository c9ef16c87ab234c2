// CUDA's runtime API: __device__ and __constant__ variables (cuda/sim/symbols.h).
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
        report_host(DIAGNOSTIC_WRONG_SPACE, call, pc, 0, NOTHING, WORDS(TOPIC(NOT_A_SYMBOL), NAME(call)));
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
        report_array_bytes(report_host(DIAGNOSTIC_OUT_OF_BOUNDS, target->name, pc, 0, NOTHING,
                                       WORDS(TOPIC(BEYOND_BYTES), NAME(call), TOPIC(ACCESSES), NUMBER(bytes),
                                             NUMBER(offset), NAME(target->name), NUMBER(target->bytes))),
                           target->bytes);
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

// A copy to or from a variable.
struct symbol_copy {
    struct copy_call call;
    struct variable *variable;
};

// Begins a copy of `bytes` at `offset`, in this stream or without one. `wrong`: the direction that it cannot have.
// Otherwise returns an error, which has been reported.
static cudaError_t begin(struct symbol_copy *made, const void *symbol, size_t bytes, size_t offset,
                         enum cudaMemcpyKind kind, enum cudaMemcpyKind wrong, const cudaStream_t *stream,
                         const char *name, void *return_address) {
    uint32_t pc = call_enter(name, return_address);
    made->call = (struct copy_call){.name = name, .pc = pc, .asynchronous = stream != NULL};
    if (stream != NULL && !stream_check(*stream, name, pc)) {
        return cudaErrorInvalidResourceHandle;
    }
    made->call.stream = stream == NULL ? STREAM_LEGACY : stream_number(*stream);
    made->variable = variable_of(symbol, name, pc);
    if (made->variable == NULL) {
        return cudaErrorInvalidSymbol;
    }
    if (kind == wrong || kind == cudaMemcpyHostToHost) {
        return call_failure(cudaErrorInvalidMemcpyDirection, name, pc);
    }
    return possible(made->variable, bytes, offset, name, pc) ? cudaSuccess
                                                             : call_result(cudaErrorInvalidValue);
}

// Is the other side of the copy device memory?
static bool is_on_device(const void *pointer, enum cudaMemcpyKind kind) {
    return kind == cudaMemcpyDeviceToDevice ||
           (kind == cudaMemcpyDefault && global_memory_contains((uintptr_t)pointer));
}

cudaError_t sim_copy_to_symbol(void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                               void *return_address);
cudaError_t sim_copy_to_symbol(void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                               void *return_address) {
    struct symbol_copy made;
    cudaError_t error =
        begin(&made, symbol, bytes, offset, kind, cudaMemcpyDeviceToHost, stream, call, return_address);
    return error != cudaSuccess
               ? error
               : copy(made.variable, (char *)symbol + offset, from, bytes,
                      is_on_device(from, kind) ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice,
                      &made.call);
}

cudaError_t sim_copy_from_symbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                                 void *return_address);
cudaError_t sim_copy_from_symbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                                 void *return_address) {
    struct symbol_copy made;
    cudaError_t error =
        begin(&made, symbol, bytes, offset, kind, cudaMemcpyHostToDevice, stream, call, return_address);
    if (error != cudaSuccess) {
        return error;
    }
    bool to_device = is_on_device(to, kind);
    error = copy(made.variable, to, (const char *)symbol + offset, bytes,
                 to_device ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost, &made.call);
    if (error == cudaSuccess && !to_device && call_fault() == 0) {
        host_note_copy((uintptr_t)to, (uintptr_t)symbol + offset, bytes, made.variable->allocation.name,
                       made.call.pc);
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
        if (executable_is_constant((uintptr_t)pointer) && !executable_is_code((uintptr_t)pointer)) {
            report_host(DIAGNOSTIC_WRONG_SPACE, "", relative_pc(return_address), 0, NOTHING,
                        WORDS(TOPIC(GETS_CONSTANT_ADDRESS), NAME(kernel)));
        }
        return;
    }
    bool inside;
    const struct variable *variable = variables_find((uintptr_t)pointer, 1, &inside);
    if (variable != NULL && inside && !variable->address_given && variable->space != VARIABLE_MANAGED) {
        const char *name = variable->allocation.name;
        report_host(
            DIAGNOSTIC_WRONG_SPACE, name, relative_pc(return_address), 0, NOTHING,
            WORDS(TOPIC(GETS_HOST_ADDRESS), NAME(kernel), NAME(name), A_TOPIC(variable_topic(variable))));
    }
}
