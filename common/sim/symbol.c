// CUDA's runtime API: __device__ and __constant__ variables (include/sim/symbols.h).
#include <string.h>

#include "copy.h"
#include "grid.h"
#include "heap.h"
#include "host.h"
#include "runtime.h"
#include "variables.h"

void symbol_begin_case(void) {
    variables_begin_case();
}

// The variable that `symbol` is; NULL and a report where it is none.
static struct variable *variable_of(const void *symbol, const char *call, uint32_t pc) {
    bool inside;
    struct variable *found =
        variables_contain((uintptr_t)symbol) ? variables_find((uintptr_t)symbol, 1, &inside) : NULL;
    if (found == NULL || !inside) {
        host_add(DIAGNOSTIC_WRONG_SPACE, call, pc, 0, "", "%s is given what is no __device__ or __constant__ variable",
                 call);
        runtime_result(cudaErrorInvalidSymbol);
        return NULL;
    }
    return found;
}

// Do `bytes` at `offset` lie in the variable, and is the other side where it is said to be?
static bool possible(const struct variable *variable, size_t bytes, size_t offset, const void *other,
                     bool other_on_device, const char *call, uint32_t pc) {
    const struct allocation *target = &variable->allocation;
    if (offset > target->bytes || bytes > target->bytes - offset) {
        host_add(DIAGNOSTIC_OUT_OF_BOUNDS, target->name, pc, 0, "", "%s touches %zu bytes at byte %zu of %s, which has %zu",
                 call, bytes, offset, target->name, target->bytes);
        return false;
    }
    return other_on_device ? copy_device_side(other, bytes, call, pc) : copy_host_side(other, call, pc);
}

cudaError_t sim_copy_to_symbol(void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                               const char *call, void *return_address);
cudaError_t sim_copy_to_symbol(void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                               const char *call, void *return_address) {
    uint32_t pc = runtime_enter(call, return_address);
    struct variable *variable = variable_of(symbol, call, pc);
    if (variable == NULL) {
        return cudaErrorInvalidSymbol;
    }
    bool from_device = kind == cudaMemcpyDeviceToDevice || (kind == cudaMemcpyDefault && heap_contains((uintptr_t)from));
    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost) {
        return runtime_failure(cudaErrorInvalidMemcpyDirection, call, pc);
    }
    if (!possible(variable, bytes, offset, from, from_device, call, pc)) {
        return runtime_result(cudaErrorInvalidValue);
    }
    heap_unlock();
    memmove((char *)symbol + offset, from, bytes);
    heap_lock();
    bool inside;
    if (from_device) {
        heap_mark_read(heap_find((uintptr_t)from, bytes, &inside), (uintptr_t)from, bytes);
    } else {
        copy_count(0, bytes);
    }
    return runtime_result(cudaSuccess);
}

cudaError_t sim_copy_from_symbol(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                 const char *call, void *return_address);
cudaError_t sim_copy_from_symbol(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                 const char *call, void *return_address) {
    uint32_t pc = runtime_enter(call, return_address);
    struct variable *variable = variable_of(symbol, call, pc);
    if (variable == NULL) {
        return cudaErrorInvalidSymbol;
    }
    bool to_device = kind == cudaMemcpyDeviceToDevice || (kind == cudaMemcpyDefault && heap_contains((uintptr_t)to));
    if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost) {
        return runtime_failure(cudaErrorInvalidMemcpyDirection, call, pc);
    }
    if (!possible(variable, bytes, offset, to, to_device, call, pc)) {
        return runtime_result(cudaErrorInvalidValue);
    }
    heap_unlock();
    memmove(to, (const char *)symbol + offset, bytes);
    heap_lock();
    bool inside;
    if (to_device) {
        heap_mark_set(heap_find((uintptr_t)to, bytes, &inside), (uintptr_t)to, bytes);
    } else {
        host_watch_copy((uintptr_t)to, bytes, variable->allocation.name, pc);
        copy_count(bytes, 0);
    }
    return runtime_result(cudaSuccess);
}

cudaError_t sim_symbol_address(void **address, const void *symbol, void *return_address);
cudaError_t sim_symbol_address(void **address, const void *symbol, void *return_address) {
    uint32_t pc = runtime_enter("cudaGetSymbolAddress", return_address);
    struct variable *variable = variable_of(symbol, "cudaGetSymbolAddress", pc);
    if (variable == NULL || address == NULL) {
        return variable == NULL ? cudaErrorInvalidSymbol
                                : runtime_failure(cudaErrorInvalidValue, "cudaGetSymbolAddress", pc);
    }
    variable->address_given = true;
    *address = (void *)variable->allocation.base;
    return runtime_result(cudaSuccess);
}

cudaError_t sim_symbol_size(size_t *bytes, const void *symbol, void *return_address);
cudaError_t sim_symbol_size(size_t *bytes, const void *symbol, void *return_address) {
    uint32_t pc = runtime_enter("cudaGetSymbolSize", return_address);
    struct variable *variable = variable_of(symbol, "cudaGetSymbolSize", pc);
    if (variable == NULL || bytes == NULL) {
        return variable == NULL ? cudaErrorInvalidSymbol
                                : runtime_failure(cudaErrorInvalidValue, "cudaGetSymbolSize", pc);
    }
    *bytes = variable->allocation.bytes;
    return runtime_result(cudaSuccess);
}

void sim_check_argument(const void *pointer, const char *kernel, void *return_address);
void sim_check_argument(const void *pointer, const char *kernel, void *return_address) {
    if (!variables_contain((uintptr_t)pointer)) {
        return;
    }
    bool inside;
    const struct variable *variable = variables_find((uintptr_t)pointer, 1, &inside);
    if (variable != NULL && inside && !variable->address_given && variable->space != VARIABLE_MANAGED) {
        host_add(DIAGNOSTIC_WRONG_SPACE, variable->allocation.name, relative_pc(return_address), 0, "",
                 "%s is given the host's address of %s, %s: cudaGetSymbolAddress has the device's", kernel,
                 variable->allocation.name, variable_kind(variable));
    }
}
