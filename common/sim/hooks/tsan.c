// The callbacks that the compiler inserts into the student's code with -fsanitize=thread: one before every
// load and store. The thread sanitizer's own run-time library is not linked; these functions replace it.
#include "sim/hooks/hook.h"

#include "sim/access/word.h"

// The alignment of what the hooks for so many bytes access. Those for 16 do not say whether it is 8: a struct of two
// doubles lies at a multiple of 8, and a double2 at a multiple of 16.
#define ALIGNMENT(bytes) ((bytes) < 16 ? (bytes) : 8 + 16)

// Both compilers call these; GCC and Clang at -O0 call them before plain and volatile accesses. Clang calls the
// unaligned ones for members of packed structs; GCC passes these to the hooks for ranges.
#define HOOK(name, bytes, alignment, kind)                                                                   \
    void __tsan_##name(void *address);                                                                       \
    void __tsan_##name(void *address) { touch_aligned(address, bytes, alignment, kind, CALLER_ADDRESS()); }
#define HOOKS(bytes)                                                                                         \
    HOOK(unaligned_read##bytes, bytes, 1, ACCESS_READ)                                                       \
    HOOK(unaligned_write##bytes, bytes, 1, ACCESS_WRITE)                                                     \
    HOOK(volatile_read##bytes, bytes, ALIGNMENT(bytes), ACCESS_STRONG_READ)                                  \
    HOOK(volatile_write##bytes, bytes, ALIGNMENT(bytes), ACCESS_STRONG_WRITE)                                \
    HOOK(unaligned_volatile_read##bytes, bytes, 1, ACCESS_STRONG_READ)                                       \
    HOOK(unaligned_volatile_write##bytes, bytes, 1, ACCESS_STRONG_WRITE)
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)
#define PLAIN_HOOKS(bytes)                                                                                   \
    HOOK(read##bytes, bytes, ALIGNMENT(bytes), ACCESS_READ)                                                  \
    HOOK(write##bytes, bytes, ALIGNMENT(bytes), ACCESS_WRITE)
PLAIN_HOOKS(1)
PLAIN_HOOKS(2)
PLAIN_HOOKS(8)
PLAIN_HOOKS(16)

// Most accesses come here.
#define WORD_HOOK(name, kind)                                                                                \
    __attribute__((noinline)) static void check_##name(uintptr_t address, const void *caller) {              \
        struct worker *worker = turn_worker();                                                               \
        if (__builtin_expect(worker != NULL, 1)) {                                                           \
            access_check_word(worker, address, 4, kind, relative_pc(caller));                                \
        } else {                                                                                             \
            touch((void *)address, 4, kind, caller);                                                         \
        }                                                                                                    \
    }                                                                                                        \
    void __tsan_##name(void *address);                                                                       \
    void __tsan_##name(void *address) {                                                                      \
        const void *caller = CALLER_ADDRESS();                                                               \
        if (!pattern_follows((uintptr_t)address, kind, caller)) {                                            \
            check_##name((uintptr_t)address, caller);                                                        \
        }                                                                                                    \
    }
WORD_HOOK(read4, ACCESS_READ)
WORD_HOOK(write4, ACCESS_WRITE)

// An object with virtual functions begins with a pointer to their table. The compilers call this before a constructor
// or destructor sets it, and Clang the other one before a call reads it; GCC takes __tsan_read8 for that.
void __tsan_vptr_update(void **pointer, void *value);
void __tsan_vptr_update(void **pointer, void *value) {
    (void)value;
    touch_aligned(pointer, 8, ALIGNMENT(8), ACCESS_WRITE, CALLER_ADDRESS());
}
void __tsan_vptr_read(void **pointer);
void __tsan_vptr_read(void **pointer) {
    touch_aligned(pointer, 8, ALIGNMENT(8), ACCESS_READ, CALLER_ADDRESS());
}

// Clang: a read and a write by one instruction.
#define HOOK_READ_WRITE(bytes)                                                                               \
    void __tsan_read_write##bytes(void *address);                                                            \
    void __tsan_read_write##bytes(void *address) {                                                           \
        touch_aligned(address, bytes, ALIGNMENT(bytes), ACCESS_READ, CALLER_ADDRESS());                      \
        touch_aligned(address, bytes, ALIGNMENT(bytes), ACCESS_WRITE, CALLER_ADDRESS());                     \
    }                                                                                                        \
    void __tsan_unaligned_read_write##bytes(void *address);                                                  \
    void __tsan_unaligned_read_write##bytes(void *address) {                                                 \
        touch_aligned(address, bytes, 1, ACCESS_READ, CALLER_ADDRESS());                                     \
        touch_aligned(address, bytes, 1, ACCESS_WRITE, CALLER_ADDRESS());                                    \
    }
HOOK_READ_WRITE(1)
HOOK_READ_WRITE(2)
HOOK_READ_WRITE(4)
HOOK_READ_WRITE(8)
HOOK_READ_WRITE(16)

// The bytes that one instruction of a GPU accesses of a struct. An array in shared memory lies where nvcc wants it, at
// a multiple of 16. Elsewhere an access is as long as the struct's alignment. The compilers' calls do not say it
// (alignment 1), but GCC makes one for 4 or 8 bytes only if the struct is less aligned than that. Clang copies an int2
// like two ints.
static size_t bytes_of_access(const struct worker *worker, uintptr_t at, size_t bytes, unsigned alignment) {
    const bool is_power = (bytes & (bytes - 1)) == 0 && bytes <= 16;
    if (is_power && (bytes <= 2 || worker == NULL || shared_memory_contains(&worker->shared, at))) {
        return bytes;
    }
    const unsigned most = access_alignment_most(alignment);
    if (most > 1) {
        return most < 16 ? most : 16;
    }
#if defined(__clang__) && !defined(SIM_INTERPRETED)
    return bytes == 8 ? 8 : 4;
#else
    return bytes == 4 ? 2 : 4;              // two shorts, rarely four chars
#endif
}

// A range that is not on the running thread's stack. `worker`: NULL in host code.
static void range_elsewhere(struct worker *worker, uintptr_t at, size_t bytes, unsigned alignment,
                            enum access_kind kind, const void *return_address) {
    const size_t each = bytes_of_access(worker, at, bytes, alignment);
    if (bytes == each && each != 4) {
        touch_aligned((void *)at, bytes, alignment, kind, return_address);
        return;
    }
    for (uintptr_t end = at + bytes, here; at < end; at += here) {
        here = at % each == 0 && end - at >= each ? each : 1;
        if (worker != NULL) {
            worker->copied = bytes;
        }
        if (worker == NULL || here != 4) {
            touch_aligned((void *)at, here, here == 1 ? 1 : alignment, kind, return_address);
        } else if (!pattern_follows(at, kind, return_address)) {
            access_check_word(worker, at, alignment < 4 ? 1 : 4, kind, relative_pc(return_address));
        }
    }
    if (worker != NULL) {
        worker->copied = 0; // where it was local memory
    }
}

// A range of any length: one access if one instruction can load it, otherwise one per word, as a GPU loads a struct.
// `alignment`: as for access_check.
static inline void range(const void *address, size_t bytes, unsigned alignment, enum access_kind kind,
                         const void *return_address) {
    struct worker *worker = turn_worker();
    if (worker == NULL || !touch_own(worker, (uintptr_t)address, bytes, (bytes + 3) / 4)) {
        range_elsewhere(worker, (uintptr_t)address, bytes, alignment, kind, return_address);
    }
}

// GCC: a struct of whose alignment the other hooks would expect more.
void __tsan_read_range(void *address, unsigned long bytes);
void __tsan_read_range(void *address, unsigned long bytes) {
    range(address, bytes, 1, ACCESS_READ, CALLER_ADDRESS());
}

void __tsan_write_range(void *address, unsigned long bytes);
void __tsan_write_range(void *address, unsigned long bytes) {
    range(address, bytes, 1, ACCESS_WRITE, CALLER_ADDRESS());
}

// Clang copies a struct by memcpy, which has a hook of its own only in newer versions. So the linker
// redirects these three calls to us (--wrap in CMakeLists.txt), except the simulator's own calls, whose
// symbols are renamed there.
//
// A call of memcpy does not say how the struct is aligned. So one of 8 bytes may lie anywhere, as structs of two words
// do. One of 16 bytes is usually a vector: it must lie at a multiple of 16 unless the other struct does not.
static inline unsigned copy_alignment(struct worker *worker, const void *other, size_t bytes) {
#if defined(__clang__) && !defined(SIM_INTERPRETED)
    const bool local = worker != NULL && (uintptr_t)other - worker->own_stack < STACK_BYTES;
    return bytes == 16 && !(local && (uintptr_t)other % 16 != 0) ? 1 + 16 : 1;
#else
    (void)worker, (void)other, (void)bytes; // a call in the program itself
    return 1;
#endif
}

#define COPY(name, real)                                                                                     \
    void *name(void *to, const void *from, size_t bytes);                                                    \
    void *name(void *to, const void *from, size_t bytes) {                                                   \
        struct worker *worker = turn_worker();                                                               \
        range(from, bytes, copy_alignment(worker, to, bytes), ACCESS_READ, CALLER_ADDRESS());                \
        range(to, bytes, copy_alignment(worker, from, bytes), ACCESS_WRITE, CALLER_ADDRESS());               \
        return real(to, from, bytes);                                                                        \
    }
#define COPIES(prefix, real)                                                                                 \
    COPY(prefix##memcpy, real##memcpy)                                                                       \
    COPY(prefix##memmove, real##memmove)                                                                     \
    void *prefix##memset(void *to, int byte, size_t bytes);                                                  \
    void *prefix##memset(void *to, int byte, size_t bytes) {                                                 \
        range(to, bytes, 1, ACCESS_WRITE, CALLER_ADDRESS());                                                 \
        return real##memset(to, byte, bytes);                                                                \
    }

#if defined(__APPLE__) || defined(SIM_INTERPRETED)
COPIES(__tsan_, )
#else
void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__real_memset(void *to, int byte, size_t bytes);
COPIES(__wrap_, __real_)
COPIES(__tsan_, __real_)
#endif

// The assignment operator of a struct calls this (SIM_STRUCT).
void sim_assign(void *to, const void *from, size_t bytes, size_t alignment, const void *return_address);
void sim_assign(void *to, const void *from, size_t bytes, size_t alignment, const void *return_address) {
    range(from, bytes, (unsigned)alignment, ACCESS_READ, return_address);
    range(to, bytes, (unsigned)alignment, ACCESS_WRITE, return_address);
    switch (bytes) { // the usual ones need no call
    case 8:
        __builtin_memmove(to, from, 8);
        break;
    case 12:
        __builtin_memmove(to, from, 12);
        break;
    case 16:
        __builtin_memmove(to, from, 16);
        break;
    default:
        __builtin_memmove(to, from, bytes);
    }
}

// Other callbacks, which the simulator does not need.
void __tsan_init(void);
void __tsan_init(void) {
}
void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) {
    (void)caller;
}
void __tsan_func_exit(void);
void __tsan_func_exit(void) {
}
void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
    (void)order;
}
