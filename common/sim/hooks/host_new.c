// new and delete of the student's host code, by their names in the executable. Those for types with an alignment of
// their own are not replaced.
#include <stdlib.h>

#include "sim/base/caller.h"
#include "sim/base/executable.h"
#include "sim/hooks/host_memory.h"

#if defined(__GLIBC__) || defined(SIM_INTERPRETED)
void _ZSt17__throw_bad_allocv(void)
    __attribute__((weak, noreturn)); // std::__throw_bad_alloc(), if there is C++ code

static void *keep_new(size_t bytes, enum host_allocator by, const void *return_address) {
    void *memory = malloc(host_memory_with_behind(bytes));
    const bool own = executable_is_code((uintptr_t)return_address); // not the C++ library itself
    return own ? host_memory_keep(memory, bytes, by, return_address) : memory;
}

static void *or_throw(void *memory) {
    if (memory == NULL && _ZSt17__throw_bad_allocv != NULL) {
        _ZSt17__throw_bad_allocv();
    } else if (memory == NULL) {
        abort();
    }
    return memory;
}

#define CPLUSPLUS __attribute__((weak)) // so that lab code may define its own
CPLUSPLUS void *_Znwm(size_t bytes);
CPLUSPLUS void *_Znam(size_t bytes);
CPLUSPLUS void *_ZnwmRKSt9nothrow_t(size_t bytes, const void *tag);
CPLUSPLUS void *_ZnamRKSt9nothrow_t(size_t bytes, const void *tag);
CPLUSPLUS void _ZdlPv(void *memory);
CPLUSPLUS void _ZdaPv(void *memory);
CPLUSPLUS void _ZdlPvm(void *memory, size_t bytes);
CPLUSPLUS void _ZdaPvm(void *memory, size_t bytes);

void *_Znwm(size_t bytes) {
    return or_throw(keep_new(bytes, BY_NEW, CALLER_ADDRESS()));
}
void *_Znam(size_t bytes) {
    return or_throw(keep_new(bytes, BY_NEW_ARRAY, CALLER_ADDRESS()));
}
void *_ZnwmRKSt9nothrow_t(size_t bytes, const void *tag) {
    (void)tag;
    return keep_new(bytes, BY_NEW, CALLER_ADDRESS());
}
void *_ZnamRKSt9nothrow_t(size_t bytes, const void *tag) {
    (void)tag;
    return keep_new(bytes, BY_NEW_ARRAY, CALLER_ADDRESS());
}
void _ZdlPv(void *memory) {
    host_memory_free(memory, BY_NEW, "delete", CALLER_ADDRESS());
}
void _ZdaPv(void *memory) {
    host_memory_free(memory, BY_NEW_ARRAY, "delete[]", CALLER_ADDRESS());
}
void _ZdlPvm(void *memory, size_t bytes) {
    (void)bytes;
    host_memory_free(memory, BY_NEW, "delete", CALLER_ADDRESS());
}
void _ZdaPvm(void *memory, size_t bytes) {
    (void)bytes;
    host_memory_free(memory, BY_NEW_ARRAY, "delete[]", CALLER_ADDRESS());
}
#endif

#if !defined(__APPLE__) && !defined(SIM_INTERPRETED) // where the linker redirects these calls
void *__real___cxa_allocate_exception(size_t bytes) __attribute__((weak)); // if there is C++ code
void *__wrap___cxa_allocate_exception(size_t bytes);

// An exception that is thrown. The library takes its memory from malloc, in which the last bytes of one block may be
// directly before the next one, where an access would count as outside of that.
void *__wrap___cxa_allocate_exception(size_t bytes) {
    return __real___cxa_allocate_exception(host_memory_with_behind(bytes));
}
#endif
