// malloc and its relatives in host code: the simulated GPU keeps a list and reports what is never freed. (new and
// delete need no other names: hooks/host_new.c defines them.)
#ifndef SIM_HOST_MEMORY_H
#define SIM_HOST_MEMORY_H

#include <stddef.h>
#include <stdint.h> // says whether the C library is glibc

// Only the linker sees the other names. These declarations come before <stdlib.h>, which declares the same
// functions again.
#if defined(__cplusplus) && defined(__GLIBC__)
extern "C" {
void *malloc(size_t bytes) noexcept __asm__("sim_host_malloc");
void *calloc(size_t count, size_t bytes) noexcept __asm__("sim_host_calloc");
void *realloc(void *memory, size_t bytes) noexcept __asm__("sim_host_realloc");
void *aligned_alloc(size_t alignment, size_t bytes) noexcept __asm__("sim_host_aligned_alloc");
int posix_memalign(void **memory, size_t alignment, size_t bytes) noexcept __asm__("sim_host_posix_memalign");
char *strdup(const char *text) noexcept __asm__("sim_host_strdup");
void free(void *memory) noexcept __asm__("sim_host_free");
}
#endif

#endif
