// The functions that a source may call although it does not define them: of CUDA's runtime API, of kernels, and of the
// C library. To add one, add a line: NATIVE("its declaration", what the machine does).
//
// The compiler knows a native by its number in this list, and reads the declarations as a part of the prelude
// (prelude.c). Overloads are several lines. __host__: kernels cannot call it. What differs from C++:
//
//     void **pointer         also takes the address of any other pointer
//     const void &variable   takes any object, and gets its address
//     ...                    the arguments are promoted as in C
//
// The compiler adds the arguments for these parameters, which come last:
//
//     size_t sim_element        the size of what the first argument points to a pointer to; of void: 4
//     const char *sim_written   the arguments as they are written
//     size_t sim_room_of_0      the size of argument number 0 if that is an array, otherwise SIZE_MAX; 1 likewise
//
// In the second part, which only run/natives.c reads, I(0) is argument 0 as an int, and likewise U an unsigned, L a
// long, Z a size_t, F a float, D a double, and P a pointer. AS_I() and its like give the result. PC is the return
// address.

// ---- CUDA's runtime API ----

NATIVE("const char *cudaGetErrorName(cudaError_t error)", AS_P(cudaGetErrorName(U(0))))
NATIVE("const char *cudaGetErrorString(cudaError_t error)", AS_P(cudaGetErrorString(U(0))))
NATIVE("cudaError_t cudaGetLastError(void)", AS_U(cudaGetLastError()))
NATIVE("cudaError_t cudaPeekAtLastError(void)", AS_U(cudaPeekAtLastError()))
NATIVE("cudaError_t cudaDeviceSynchronize(void)", AS_U(cudaDeviceSynchronize()))
NATIVE("cudaError_t cudaDeviceReset(void)", AS_U(cudaDeviceReset()))
NATIVE("cudaError_t cudaGetDevice(int *device)", AS_U(cudaGetDevice(P(0))))
NATIVE("cudaError_t cudaSetDevice(int device)", AS_U(cudaSetDevice(I(0))))
NATIVE("cudaError_t cudaGetDeviceCount(int *count)", AS_U(cudaGetDeviceCount(P(0))))
NATIVE("cudaError_t cudaRuntimeGetVersion(int *version)", AS_U(cudaRuntimeGetVersion(P(0))))
NATIVE("cudaError_t cudaDriverGetVersion(int *version)", AS_U(cudaDriverGetVersion(P(0))))
NATIVE("cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)",
       AS_U(cudaDeviceGetAttribute(P(0), U(1), I(2))))
NATIVE("cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)",
       AS_U(cudaMemGetInfo(P(0), P(1))))

NATIVE("cudaError_t cudaMalloc(void **pointer, size_t bytes, size_t sim_element, const char *sim_written)",
       AS_U(sim_malloc(P(0), Z(1), Z(2), P(3), PC)))
NATIVE("cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height, size_t "
       "sim_element, "
       "const char *sim_written)",
       AS_U(sim_malloc_pitch(P(0), P(1), Z(2), Z(3), Z(4), P(5), PC)))
NATIVE("cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream, size_t sim_element, "
       "const char *sim_written)",
       AS_U(sim_malloc_async(P(0), Z(1), P(2), Z(3), P(4), PC)))
NATIVE("cudaError_t cudaMallocManaged(void **pointer, size_t bytes, size_t sim_element, const char "
       "*sim_written)",
       AS_U(sim_malloc_managed(P(0), Z(1), Z(2), P(3), PC)))
NATIVE("cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags, size_t sim_element, "
       "const char *sim_written)",
       AS_U(sim_malloc_managed(P(0), Z(1), Z(3), P(4), PC)))
NATIVE("cudaError_t cudaMallocHost(void **pointer, size_t bytes, const char *sim_written)",
       AS_U(sim_malloc_host(P(0), Z(1), P(2), PC)))
NATIVE("cudaError_t cudaMallocHost(void **pointer, size_t bytes, unsigned flags, const char *sim_written)",
       AS_U(sim_malloc_host(P(0), Z(1), P(3), PC)))
NATIVE("cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags, const char *sim_written)",
       AS_U(sim_malloc_host(P(0), Z(1), P(3), PC)))
NATIVE("cudaError_t cudaHostRegister(void *memory, size_t bytes, unsigned flags, const char *sim_written)",
       AS_U(sim_register_host(P(0), Z(1), P(3), PC)))
NATIVE("cudaError_t cudaHostUnregister(void *memory)", AS_U(cudaHostUnregister(P(0))))
NATIVE("cudaError_t cudaFree(void *pointer)", AS_U(cudaFree(P(0))))
NATIVE("cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)", AS_U(cudaFreeAsync(P(0), P(1))))
NATIVE("cudaError_t cudaFreeHost(void *pointer)", AS_U(cudaFreeHost(P(0))))

NATIVE("cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, "
       "size_t sim_room_of_0, size_t sim_room_of_1)",
       AS_U(sim_memcpy(P(0), P(1), Z(2), U(3), Z(4), Z(5), PC)))
NATIVE("cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, "
       "cudaStream_t stream = 0)",
       AS_U(cudaMemcpyAsync(P(0), P(1), Z(2), U(3), P(4))))
NATIVE(
    "cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, "
    "size_t height, enum cudaMemcpyKind kind)",
    AS_U(cudaMemcpy2D(P(0), Z(1), P(2), Z(3), Z(4), Z(5), U(6))))
NATIVE("cudaError_t cudaMemset(void *to, int byte, size_t bytes)", AS_U(cudaMemset(P(0), I(1), Z(2))))
NATIVE("cudaError_t cudaMemsetAsync(void *to, int byte, size_t bytes, cudaStream_t stream = 0)",
       AS_U(cudaMemsetAsync(P(0), I(1), Z(2), P(3))))
NATIVE("cudaError_t cudaMemset2D(void *to, size_t pitch, int byte, size_t width, size_t height)",
       AS_U(cudaMemset2D(P(0), Z(1), I(2), Z(3), Z(4))))
NATIVE(
    "cudaError_t cudaMemcpyToSymbol(const void &variable, const void *from, size_t bytes, size_t offset = 0, "
    "enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)",
    AS_U(sim_copy_to_symbol(P(0), P(1), Z(2), Z(3), U(4), NULL, "cudaMemcpyToSymbol", PC)))
NATIVE("cudaError_t cudaMemcpyFromSymbol(void *to, const void &variable, size_t bytes, size_t offset = 0, "
       "enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)",
       AS_U(sim_copy_from_symbol(P(0), P(1), Z(2), Z(3), U(4), NULL, "cudaMemcpyFromSymbol", PC)))
NATIVE("cudaError_t cudaGetSymbolAddress(void **address, const void &variable)",
       AS_U(sim_symbol_address(P(0), P(1), PC)))
NATIVE("cudaError_t cudaGetSymbolSize(size_t *bytes, const void &variable)",
       AS_U(sim_symbol_size(P(0), P(1), PC)))

NATIVE("cudaError_t cudaStreamCreate(cudaStream_t *stream)", AS_U(cudaStreamCreate(P(0))))
NATIVE("cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)",
       AS_U(cudaStreamCreateWithFlags(P(0), U(1))))
NATIVE("cudaError_t cudaStreamDestroy(cudaStream_t stream)", AS_U(cudaStreamDestroy(P(0))))
NATIVE("cudaError_t cudaStreamSynchronize(cudaStream_t stream)", AS_U(cudaStreamSynchronize(P(0))))
NATIVE("cudaError_t cudaStreamQuery(cudaStream_t stream)", AS_U(cudaStreamQuery(P(0))))
NATIVE("cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0)",
       AS_U(cudaStreamWaitEvent(P(0), P(1), U(2))))
NATIVE("cudaError_t cudaEventCreate(cudaEvent_t *event)", AS_U(cudaEventCreate(P(0))))
NATIVE("cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)",
       AS_U(cudaEventCreateWithFlags(P(0), U(1))))
NATIVE("cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)",
       AS_U(cudaEventCreateWithFlags(P(0), U(1))))
NATIVE("cudaError_t cudaEventDestroy(cudaEvent_t event)", AS_U(cudaEventDestroy(P(0))))
NATIVE("cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0)",
       AS_U(cudaEventRecord(P(0), P(1))))
NATIVE("cudaError_t cudaEventSynchronize(cudaEvent_t event)", AS_U(cudaEventSynchronize(P(0))))
NATIVE("cudaError_t cudaEventQuery(cudaEvent_t event)", AS_U(cudaEventQuery(P(0))))
NATIVE("cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop)",
       AS_U(cudaEventElapsedTime(P(0), P(1), P(2))))

// ---- Kernels: barriers, fences, exchanges ----

NATIVE("void __syncthreads(void)", __syncthreads())
NATIVE("int __syncthreads_count(int predicate)", AS_I(__syncthreads_count(I(0))))
NATIVE("int __syncthreads_and(int predicate)", AS_I(__syncthreads_and(I(0))))
NATIVE("int __syncthreads_or(int predicate)", AS_I(__syncthreads_or(I(0))))
NATIVE("void __syncwarp(unsigned mask = 0xffffffff)", sim_syncwarp(U(0)))
NATIVE("void __threadfence_block(void)", __threadfence_block())
NATIVE("void __threadfence(void)", __threadfence())
NATIVE("void __threadfence_system(void)", __threadfence_system())
NATIVE("void __trap(void)", __trap())
NATIVE("void __nanosleep(unsigned nanoseconds)", __nanosleep(U(0)))
NATIVE("long long clock64(void)", AS_L(clock64()))
NATIVE("clock_t clock(void)", AS_L(clock()))

#define SHUFFLE(type, letter, function, argument, kind)                                                      \
    NATIVE(#type " " #function "(unsigned mask, " #type " value, " argument ", int width = 32)",             \
           sim_exchange(kind, U(0), &registers[1], sizeof(type), I(2), I(3), PC);                            \
           AS_##letter(letter(1)))
#define SHUFFLES(type, letter)                                                                               \
    SHUFFLE(type, letter, __shfl_sync, "int lane", SHUFFLE_INDEX)                                            \
    SHUFFLE(type, letter, __shfl_up_sync, "unsigned offset", SHUFFLE_UP)                                     \
    SHUFFLE(type, letter, __shfl_down_sync, "unsigned offset", SHUFFLE_DOWN)                                 \
    SHUFFLE(type, letter, __shfl_xor_sync, "int lanes", SHUFFLE_XOR)
SHUFFLES(int, I)
SHUFFLES(unsigned, U)
SHUFFLES(long long, L)
SHUFFLES(unsigned long long, Z)
SHUFFLES(float, F)
SHUFFLES(double, D)

NATIVE("unsigned __ballot_sync(unsigned mask, int value)", AS_U(vote(BALLOT, U(0), I(1) != 0, PC)))
NATIVE("int __any_sync(unsigned mask, int value)", AS_I(vote(ANY, U(0), I(1) != 0, PC) != 0))
NATIVE("int __all_sync(unsigned mask, int value)", AS_I(vote(ALL, U(0), I(1) == 0, PC) == 0))
NATIVE("unsigned __activemask(void)", AS_U(vote(ACTIVE_MASK, 0, 0, PC)))

#define REDUCE(type, letter, name, kind)                                                                     \
    NATIVE(#type " __reduce_" #name "_sync(unsigned mask, " #type " value)",                                 \
           sim_exchange(kind, U(0), &registers[1], sizeof(type), 0, 32, PC);                                 \
           AS_##letter(letter(1)))
REDUCE(int, I, add, REDUCE_ADD)
REDUCE(unsigned, U, add, REDUCE_ADD)
REDUCE(int, I, min, REDUCE_MIN_SIGNED)
REDUCE(unsigned, U, min, REDUCE_MIN)
REDUCE(int, I, max, REDUCE_MAX_SIGNED)
REDUCE(unsigned, U, max, REDUCE_MAX)
REDUCE(unsigned, U, and, REDUCE_AND)
REDUCE(unsigned, U, or, REDUCE_OR)
REDUCE(unsigned, U, xor, REDUCE_XOR)

#define MATCH(type, letter)                                                                                  \
    NATIVE("unsigned __match_any_sync(unsigned mask, " #type " value)",                                      \
           AS_U(match(MATCH_ANY, U(0), &registers[1], sizeof(type), PC)))
MATCH(int, I)
MATCH(unsigned, U)
MATCH(long long, L)
MATCH(unsigned long long, Z)
MATCH(float, F)
MATCH(double, D)

// ---- Kernels: atomic functions ----

#define ATOMIC_AS(Name, form, type, letter, symbol)                                                          \
    NATIVE(#type " atomic" #Name form "(" #type " *address, " #type " value)",                               \
           AS_##letter(symbol(P(0), letter(1))))
#define ATOMIC(Name, name, type, letter, letters)                                                            \
    ATOMIC_AS(Name, "", type, letter, sim_atomic_##name##_##letters)                                         \
    ATOMIC_AS(Name, "_block", type, letter, sim_atomic_##name##_##letters##_block)                           \
    ATOMIC_AS(Name, "_system", type, letter, sim_atomic_##name##_##letters)
#define ATOMIC_INTEGERS(Name, name)                                                                          \
    ATOMIC(Name, name, int, I, i32)                                                                          \
    ATOMIC(Name, name, unsigned, U, u32)                                                                     \
    ATOMIC(Name, name, unsigned long long, Z, u64)
ATOMIC_INTEGERS(Add, add)
ATOMIC(Add, add, float, F, f32)
ATOMIC(Add, add, double, D, f64)
ATOMIC(Sub, sub, int, I, i32)
ATOMIC(Sub, sub, unsigned, U, u32)
ATOMIC_INTEGERS(Exch, exch)
ATOMIC(Exch, exch, float, F, f32)
ATOMIC_INTEGERS(Min, min)
ATOMIC(Min, min, long long, L, i64)
ATOMIC_INTEGERS(Max, max)
ATOMIC(Max, max, long long, L, i64)
ATOMIC(Inc, inc, unsigned, U, u32)
ATOMIC(Dec, dec, unsigned, U, u32)
ATOMIC_INTEGERS(And, and)
ATOMIC_INTEGERS(Or, or)
ATOMIC_INTEGERS(Xor, xor)

#define CAS_AS(form, type, letter, symbol)                                                                   \
    NATIVE(#type " atomicCAS" form "(" #type " *address, " #type " compare, " #type " value)",               \
           AS_##letter(symbol(P(0), letter(1), letter(2))))
#define CAS(type, letter, letters)                                                                           \
    CAS_AS("", type, letter, sim_atomic_cas_##letters)                                                       \
    CAS_AS("_block", type, letter, sim_atomic_cas_##letters##_block)                                         \
    CAS_AS("_system", type, letter, sim_atomic_cas_##letters)
CAS(int, I, i32)
CAS(unsigned, U, u32)
CAS(unsigned long long, Z, u64)

// ---- Kernels: loads and stores with a cache hint ----

#define CACHED_LOAD(type, letter, function, kind)                                                            \
    NATIVE(#type " " #function "(const " #type " *address)", sim_load(P(0), sizeof(type), kind, PC);         \
           AS_##letter(*(const volatile type *)P(0)))
#define CACHED_STORE(type, letter, function, kind)                                                           \
    NATIVE("void " #function "(" #type " *address, " #type " value)",                                        \
           sim_store(P(0), sizeof(type), kind, PC);                                                          \
           *(volatile type *)P(0) = letter(1))
#define CACHED(type, letter)                                                                                 \
    CACHED_LOAD(type, letter, __ldg, LOAD_READ_ONLY)                                                         \
    CACHED_LOAD(type, letter, __ldca, LOAD_PLAIN)                                                            \
    CACHED_LOAD(type, letter, __ldcg, LOAD_VOLATILE)                                                         \
    CACHED_LOAD(type, letter, __ldcs, LOAD_PLAIN)                                                            \
    CACHED_LOAD(type, letter, __ldlu, LOAD_PLAIN)                                                            \
    CACHED_LOAD(type, letter, __ldcv, LOAD_VOLATILE)                                                         \
    CACHED_STORE(type, letter, __stwb, LOAD_PLAIN)                                                           \
    CACHED_STORE(type, letter, __stcg, LOAD_VOLATILE)                                                        \
    CACHED_STORE(type, letter, __stcs, LOAD_PLAIN)                                                           \
    CACHED_STORE(type, letter, __stwt, LOAD_VOLATILE)
CACHED(int, I)
CACHED(unsigned, U)
CACHED(long long, L)
CACHED(unsigned long long, Z)
CACHED(float, F)
CACHED(double, D)

// ---- Kernels: integers, and the bits of floats ----

NATIVE("int __popc(unsigned x)", AS_I(__builtin_popcount(U(0))))
NATIVE("int __popcll(unsigned long long x)", AS_I(__builtin_popcountll(Z(0))))
NATIVE("int __clz(int x)", AS_I(U(0) == 0 ? 32 : __builtin_clz(U(0))))
NATIVE("int __clzll(long long x)", AS_I(Z(0) == 0 ? 64 : __builtin_clzll(Z(0))))
NATIVE("int __ffs(int x)", AS_I(__builtin_ffs(I(0))))
NATIVE("int __ffsll(long long x)", AS_I(__builtin_ffsll(L(0))))
NATIVE("unsigned __brev(unsigned x)", AS_U(reversed(U(0))))
NATIVE("unsigned __byte_perm(unsigned a, unsigned b, unsigned selector)", AS_U(permuted(U(0), U(1), U(2))))
NATIVE("unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)",
       AS_U(shifted_left(U(0), U(1), U(2) & 31)))
NATIVE("unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)",
       AS_U(shifted_left(U(0), U(1), U(2) < 32 ? U(2) : 32)))
NATIVE("unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)",
       AS_U(shifted_right(U(0), U(1), U(2) & 31)))
NATIVE("unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)",
       AS_U(shifted_right(U(0), U(1), U(2) < 32 ? U(2) : 32)))
NATIVE("int __mulhi(int a, int b)", AS_I((long long)I(0) * I(1) >> 32))
NATIVE("unsigned __umulhi(unsigned a, unsigned b)", AS_U((unsigned long long)U(0) * U(1) >> 32))
NATIVE("unsigned umin(unsigned a, unsigned b)", AS_U(U(0) < U(1) ? U(0) : U(1)))
NATIVE("unsigned umax(unsigned a, unsigned b)", AS_U(U(0) > U(1) ? U(0) : U(1)))
NATIVE("int __float_as_int(float x)", AS_I(I(0)))
NATIVE("unsigned __float_as_uint(float x)", AS_U(U(0)))
NATIVE("float __int_as_float(int x)", AS_F(F(0)))
NATIVE("float __uint_as_float(unsigned x)", AS_F(F(0)))
NATIVE("long long __double_as_longlong(double x)", AS_L(L(0)))
NATIVE("double __longlong_as_double(long long x)", AS_D(D(0)))

// ---- Mathematics ----

#define MIN_MAX(result, left, right, letter)                                                                 \
    NATIVE(#result " min(" #left " a, " #right " b)",                                                        \
           AS_##letter(letter(1) < letter(0) ? letter(1) : letter(0)))                                       \
    NATIVE(#result " max(" #left " a, " #right " b)",                                                        \
           AS_##letter(letter(0) < letter(1) ? letter(1) : letter(0)))
#define MIN_MAX_UNSIGNED(type, letter)                                                                       \
    MIN_MAX(unsigned type, unsigned type, unsigned type, letter)                                             \
    MIN_MAX(unsigned type, unsigned type, type, letter)                                                      \
    MIN_MAX(unsigned type, type, unsigned type, letter)
MIN_MAX(int, int, int, I)
MIN_MAX_UNSIGNED(int, U)
MIN_MAX(long long, long long, long long, L)
MIN_MAX_UNSIGNED(long long, Z)
MIN_MAX(float, float, float, F)
MIN_MAX(double, double, double, D)

NATIVE("int abs(int x)", AS_I(I(0) < 0 ? 0 - U(0) : U(0)))
NATIVE("long long abs(long long x)", AS_L(L(0) < 0 ? 0 - Z(0) : Z(0)))
NATIVE("float abs(float x)", AS_F(fabsf(F(0))))
NATIVE("double abs(double x)", AS_D(fabs(D(0))))

#define FUNCTION_OF_1(name)                                                                                  \
    NATIVE("double " #name "(double x)", AS_D(name(D(0))))                                                   \
    NATIVE("float " #name "(float x)", AS_F(name##f(F(0))))                                                  \
    NATIVE("float " #name "f(float x)", AS_F(name##f(F(0))))
#define FUNCTION_OF_2(name)                                                                                  \
    NATIVE("double " #name "(double x, double y)", AS_D(name(D(0), D(1))))                                   \
    NATIVE("float " #name "(float x, float y)", AS_F(name##f(F(0), F(1))))                                   \
    NATIVE("float " #name "f(float x, float y)", AS_F(name##f(F(0), F(1))))
FUNCTION_OF_1(sqrt)
FUNCTION_OF_1(fabs)
FUNCTION_OF_1(floor)
FUNCTION_OF_1(ceil)
FUNCTION_OF_1(round)
FUNCTION_OF_1(trunc)
FUNCTION_OF_1(exp)
FUNCTION_OF_1(exp2)
FUNCTION_OF_1(log)
FUNCTION_OF_1(log2)
FUNCTION_OF_1(log10)
FUNCTION_OF_1(sin)
FUNCTION_OF_1(cos)
FUNCTION_OF_1(tan)
FUNCTION_OF_2(pow)
FUNCTION_OF_2(fmod)
FUNCTION_OF_2(fmin)
FUNCTION_OF_2(fmax)

// ---- The C library ----

NATIVE("void *malloc(size_t bytes)", AS_P(sim_host_malloc(Z(0))))
NATIVE("__host__ void *calloc(size_t count, size_t bytes)", AS_P(sim_host_calloc(Z(0), Z(1))))
NATIVE("__host__ void *realloc(void *memory, size_t bytes)", AS_P(sim_host_realloc(P(0), Z(1))))
NATIVE("void free(void *memory)", sim_host_free(P(0)))
NATIVE("void *memcpy(void *to, const void *from, size_t bytes)", AS_P(__tsan_memcpy(P(0), P(1), Z(2))))
NATIVE("void *memmove(void *to, const void *from, size_t bytes)", AS_P(__tsan_memmove(P(0), P(1), Z(2))))
NATIVE("void *memset(void *to, int byte, size_t bytes)", AS_P(__tsan_memset(P(0), I(1), Z(2))))
NATIVE("int printf(const char *format, ...)", AS_I(print(NULL, P(0), &registers[1])))
NATIVE("__host__ int fprintf(FILE *stream, const char *format, ...)", AS_I(print(P(0), P(1), &registers[2])))
NATIVE("__host__ FILE *sim_stderr(void)", AS_P(stderr))
NATIVE("__host__ FILE *sim_stdout(void)", AS_P(stdout))
NATIVE("__host__ void exit(int code)", exit(I(0)))
NATIVE("__host__ void abort(void)", abort())
NATIVE("void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)",
       __assert_fail(P(0), P(1), U(2), P(3)))

// ---- What the translator adds to sources (sim/translate), and the compiler, too ----

NATIVE("void sim_combined(void)", sim_combined()) // operator.h
NATIVE("void sim_result_unused(void)", sim_result_unused())
NATIVE("void sim_error_unused(void)", sim_error_unused())
NATIVE("void sim_copies_whole(const void &variable, size_t bytes)", sim_copies_whole(P(0), Z(1)))
NATIVE("void sim_host_code(const char *name)", sim_host_code(P(0)))
NATIVE("bool sim_skip(void)", AS_U(sim_skip()))
NATIVE("void sim_branch(int taken)", sim_branch(I(0)))

#define COMPARED(type, letter)                                                                               \
    NATIVE(#type " sim_compared(const " #type " &place)", union value compared = {.u = 0};                   \
           sim_atomic_compared(P(0), &compared, sizeof(type), PC); registers[0] = compared;                  \
           AS_##letter(letter(0)))
COMPARED(int, I)
COMPARED(unsigned, U)
COMPARED(long long, L)
COMPARED(unsigned long long, Z)
COMPARED(float, F)
COMPARED(double, D)

#undef SHUFFLE
#undef SHUFFLES
#undef REDUCE
#undef MATCH
#undef ATOMIC_AS
#undef ATOMIC
#undef ATOMIC_INTEGERS
#undef CAS_AS
#undef CAS
#undef CACHED_LOAD
#undef CACHED_STORE
#undef CACHED
#undef MIN_MAX
#undef MIN_MAX_UNSIGNED
#undef FUNCTION_OF_1
#undef FUNCTION_OF_2
#undef COMPARED

// ---- new and delete (the compiler calls these) ----

NATIVE("__host__ void *sim_new(size_t bytes)", AS_P(_Znwm(Z(0))))
NATIVE("__host__ void *sim_new_array(size_t bytes)", AS_P(_Znam(Z(0))))
NATIVE("__host__ void sim_delete(void *memory)", _ZdlPv(P(0)))
NATIVE("__host__ void sim_delete_array(void *memory)", _ZdaPv(P(0)))

// ---- For operator/shuffle.h ----

NATIVE("void *sim_here(void)", AS_P(PC))
NATIVE("void sim_exchange_words(int kind, unsigned mask, unsigned *words, unsigned count, int argument, void "
       "*place)",
       sim_exchange_words(U(0), U(1), P(2), U(3), I(4), P(5)))
