// The functions of the simulated GPU that compiled lab code calls. They are defined in sim/hooks and sim/api;
// cuda/sim/*.h declares them for C++.
#ifndef LABS_ENGINE_HOOKS_H
#define LABS_ENGINE_HOOKS_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/cuda/sim/allocation.h"
#include "sim/cuda/sim/properties.h"
#include "sim/memory/shared_memory.h" // struct sim_shared_site

#define HOOKS_OF_ACCESS(bytes)                                                                               \
    void __tsan_read##bytes(void *address);                                                                  \
    void __tsan_write##bytes(void *address);                                                                 \
    void __tsan_volatile_read##bytes(void *address);                                                         \
    void __tsan_volatile_write##bytes(void *address);
HOOKS_OF_ACCESS(1)
HOOKS_OF_ACCESS(2)
HOOKS_OF_ACCESS(4)
HOOKS_OF_ACCESS(8)
#undef HOOKS_OF_ACCESS
void sim_assign(void *to, const void *from, size_t bytes, size_t alignment, const void *return_address);

void sim_outside_local(const char *name, unsigned long long length, long long index,
                       const void *return_address);
void outside_array(const char *type, int64_t index, const void *return_address);
void shifts_too_far(int width, long long by, const void *return_address);
void cannot_hold(double number, const char *type, const void *return_address);
_Noreturn void __stack_chk_fail(void);
int sim_unset_is_zero(void);

void *sim_shared_array(const struct sim_shared_site *site);
void *sim_dynamic_shared(const struct sim_shared_site *site);

void sim_check_argument(const void *pointer, const char *kernel, void *return_address);
void sim_launch_grid(const char *kernel, const void *address, const unsigned grid[3], const unsigned block[3],
                     size_t shared, void (*call)(void *arguments), void *arguments, void *return_address);
void sim_over_bounds(unsigned most);

// ---- Those that natives call ----

void *__tsan_memcpy(void *to, const void *from, size_t bytes);
void *__tsan_memmove(void *to, const void *from, size_t bytes);
void *__tsan_memset(void *to, int byte, size_t bytes);
void *sim_host_malloc(size_t bytes);
void *_Znwm(size_t bytes);
void *_Znam(size_t bytes);
void _ZdlPv(void *memory);
void _ZdaPv(void *memory);
void *sim_host_calloc(size_t count, size_t bytes);
void *sim_host_realloc(void *memory, size_t bytes);
void sim_host_free(void *memory);
void *_Znwm(size_t bytes); // new, new[], delete and delete[] (hooks/host_new.c)
void *_Znam(size_t bytes);
void _ZdlPv(void *memory);
void _ZdaPv(void *memory);

cudaError_t sim_copy_to_symbol(void *variable, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                               void *return_address);
cudaError_t sim_copy_from_symbol(void *to, const void *variable, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind, const cudaStream_t *stream, const char *call,
                                 void *return_address);
cudaError_t sim_symbol_address(void **address, const void *variable, void *return_address);
cudaError_t sim_symbol_size(size_t *bytes, const void *variable, void *return_address);

void __syncthreads(void);
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
void sim_syncwarp(unsigned mask);
void sim_exchange_words(unsigned kind, unsigned mask, unsigned *words, unsigned count, int argument,
                        void *return_address);
void __threadfence_block(void);
void __threadfence(void);
void __threadfence_system(void);
void __trap(void);
void __nanosleep(unsigned nanoseconds);
long long clock64(void);

enum { LOAD_PLAIN, LOAD_VOLATILE, LOAD_READ_ONLY }; // hooks/loads.c
void sim_load(const void *address, size_t bytes, int kind, void *return_address);
void sim_store(void *address, size_t bytes, int kind, void *return_address);
void sim_atomic_compared(const volatile void *address, void *value, size_t bytes, void *return_address);

void sim_combined(void);
void sim_result_unused(void);
void sim_host_code(const char *name);
bool sim_skip(void);
void sim_branch(int taken);
_Noreturn void __assert_fail(const char *condition, const char *file, unsigned line, const char *function);

#endif
