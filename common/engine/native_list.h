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
// long, Z an unsigned long, F a float, D a double, S a size_t, and P a pointer: W to where a pointer is about to be
// written, R(0, bytes) to bytes that the function accesses after their hook. AS_I() and its like give the result. PC is
// the return address.
#define EACH_INTEGER(X) X(int, I, i32) X(unsigned, U, u32) X(unsigned long long, Z, u64)
#define EACH_NUMBER(X)                                                                                       \
    X(int, I) X(unsigned, U) X(long long, L) X(unsigned long long, Z) X(float, F) X(double, D)

// ---- CUDA's runtime API ----

NATIVE("const char *cudaGetErrorName(cudaError_t error)", AS_P(cudaGetErrorName(U(0))))
NATIVE("const char *cudaGetErrorString(cudaError_t error)", AS_P(cudaGetErrorString(U(0))))

// A function that the simulated GPU has under this name, and one that it has under another.
#define CALL(name, parameters, ...) NATIVE("cudaError_t " #name "(" parameters ")", AS_U(name(__VA_ARGS__)))
#define ALIAS(call, name, parameters, ...)                                                                   \
    NATIVE("cudaError_t " #name "(" parameters ")", AS_U(call(__VA_ARGS__, PC)))
CALL(cudaGetLastError, "void", )
CALL(cudaPeekAtLastError, "void", )
CALL(cudaDeviceSynchronize, "void", )
CALL(cudaDeviceReset, "void", )
CALL(cudaGetDevice, "int *device", P(0))
CALL(cudaSetDevice, "int device", I(0))
CALL(cudaGetDeviceCount, "int *count", P(0))
CALL(cudaDeviceGetAttribute, "int *value, enum cudaDeviceAttr attribute, int device", P(0), U(1), I(2))

#define MEMORY  "void **pointer, size_t bytes, "
#define WRITTEN "const char *sim_written"
#define ELEMENT "size_t sim_element, " WRITTEN
ALIAS(sim_malloc, cudaMalloc, MEMORY ELEMENT, W(0), Z(1), S(2), P(3))
ALIAS(sim_malloc_async, cudaMallocAsync, MEMORY "cudaStream_t stream, " ELEMENT, W(0), Z(1), P(2), S(3), P(4))
ALIAS(sim_malloc_managed, cudaMallocManaged, MEMORY "unsigned flags = 1, " ELEMENT, W(0), Z(1), S(3), P(4))
ALIAS(sim_malloc_host, cudaMallocHost, MEMORY "unsigned flags = 0, " WRITTEN, W(0), S(1), P(3))
ALIAS(sim_malloc_host, cudaHostAlloc, MEMORY "unsigned flags, " WRITTEN, W(0), S(1), P(3))
ALIAS(sim_register_host, cudaHostRegister, "void *at, size_t n, unsigned flags, " WRITTEN, P(0), S(1), P(3))
ALIAS(sim_func_set_attribute, cudaFuncSetAttribute,
      "const void *kernel, enum cudaFuncAttribute attribute, int value, " WRITTEN, P(3), machine_kernel(Z(0)),
      U(1), I(2))
CALL(cudaHostUnregister, "void *memory", P(0))
CALL(cudaFree, "void *pointer", P(0))
CALL(cudaFreeAsync, "void *pointer, cudaStream_t stream", P(0), P(1))
CALL(cudaFreeHost, "void *pointer", P(0))

#define COPY "void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, "
ALIAS(sim_memcpy, cudaMemcpy, COPY "size_t sim_room_of_0, size_t sim_room_of_1", P(0), P(1), S(2), U(3), S(4),
      S(5))
CALL(cudaMemcpyAsync, COPY "cudaStream_t stream = 0", P(0), P(1), S(2), U(3), P(4))
CALL(cudaMemset, "void *to, int byte, size_t bytes", P(0), I(1), S(2))
CALL(cudaMemsetAsync, "void *to, int byte, size_t bytes, cudaStream_t stream = 0", P(0), I(1), S(2), P(3))
ALIAS(sim_copy_to_symbol, cudaMemcpyToSymbol,
      "const void &variable, const void *from, size_t bytes, size_t offset = 0, "
      "enum cudaMemcpyKind kind = cudaMemcpyHostToDevice",
      P(0), P(1), S(2), S(3), U(4), NULL, "cudaMemcpyToSymbol")
ALIAS(sim_copy_from_symbol, cudaMemcpyFromSymbol,
      "void *to, const void &variable, size_t bytes, size_t offset = 0, "
      "enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost",
      P(0), P(1), S(2), S(3), U(4), NULL, "cudaMemcpyFromSymbol")
ALIAS(sim_symbol_address, cudaGetSymbolAddress, "void **address, const void &variable", W(0), P(1))

CALL(cudaStreamCreate, "cudaStream_t *stream", W(0))
CALL(cudaStreamCreateWithFlags, "cudaStream_t *stream, unsigned flags", W(0), U(1))
CALL(cudaStreamDestroy, "cudaStream_t stream", P(0))
CALL(cudaStreamSynchronize, "cudaStream_t stream", P(0))
CALL(cudaStreamQuery, "cudaStream_t stream", P(0))
CALL(cudaStreamWaitEvent, "cudaStream_t stream, cudaEvent_t event, unsigned flags = 0", P(0), P(1), U(2))
CALL(cudaEventCreate, "cudaEvent_t *event", W(0))
CALL(cudaEventCreateWithFlags, "cudaEvent_t *event, unsigned flags", W(0), U(1))
CALL(cudaEventDestroy, "cudaEvent_t event", P(0))
CALL(cudaEventRecord, "cudaEvent_t event, cudaStream_t stream = 0", P(0), P(1))
CALL(cudaEventSynchronize, "cudaEvent_t event", P(0))
CALL(cudaEventQuery, "cudaEvent_t event", P(0))
CALL(cudaEventElapsedTime, "float *milliseconds, cudaEvent_t start, cudaEvent_t stop", P(0), P(1), P(2))

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

#define SHUFFLE(type, letter, name, argument, kind)                                                          \
    NATIVE(#type " " #name "(unsigned mask, " #type " value, " argument ", int width = 32)",                 \
           sim_exchange(kind, U(0), &registers[1], sizeof(type), I(2), I(3), PC);                            \
           AS_##letter(letter(1)))
#define SHUFFLES(type, letter)                                                                               \
    SHUFFLE(type, letter, __shfl_sync, "int lane", SHUFFLE_INDEX)                                            \
    SHUFFLE(type, letter, __shfl_up_sync, "unsigned offset", SHUFFLE_UP)                                     \
    SHUFFLE(type, letter, __shfl_down_sync, "unsigned offset", SHUFFLE_DOWN)                                 \
    SHUFFLE(type, letter, __shfl_xor_sync, "int lanes", SHUFFLE_XOR)
EACH_NUMBER(SHUFFLES)

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
EACH_NUMBER(MATCH)

// ---- Kernels: atomic functions ----

#define ATOMIC_AS(Name, form, type, letter, symbol)                                                          \
    NATIVE(#type " atomic" #Name form "(" #type " *address, " #type " value)",                               \
           AS_##letter(symbol(P(0), letter(1))))
#define ATOMIC(Name, name, type, letter, letters)                                                            \
    ATOMIC_AS(Name, "", type, letter, sim_atomic_##name##_##letters)                                         \
    ATOMIC_AS(Name, "_block", type, letter, sim_atomic_##name##_##letters##_block)                           \
    ATOMIC_AS(Name, "_system", type, letter, sim_atomic_##name##_##letters)
#define ATOMICS(type, letter, letters)                                                                       \
    ATOMIC(Add, add, type, letter, letters)                                                                  \
    ATOMIC(Exch, exch, type, letter, letters)                                                                \
    ATOMIC(Min, min, type, letter, letters)                                                                  \
    ATOMIC(Max, max, type, letter, letters)                                                                  \
    ATOMIC(And, and, type, letter, letters)                                                                  \
    ATOMIC(Or, or, type, letter, letters)                                                                    \
    ATOMIC(Xor, xor, type, letter, letters)                                                                  \
    CAS("", type, letter, sim_atomic_cas_##letters)                                                          \
    CAS("_block", type, letter, sim_atomic_cas_##letters##_block)                                            \
    CAS("_system", type, letter, sim_atomic_cas_##letters)
#define CAS(form, type, letter, symbol)                                                                      \
    NATIVE(#type " atomicCAS" form "(" #type " *address, " #type " compare, " #type " value)",               \
           AS_##letter(symbol(P(0), letter(1), letter(2))))
EACH_INTEGER(ATOMICS)
ATOMIC(Add, add, float, F, f32)
ATOMIC(Add, add, double, D, f64)
ATOMIC(Sub, sub, int, I, i32)
ATOMIC(Sub, sub, unsigned, U, u32)
ATOMIC(Exch, exch, float, F, f32)
ATOMIC(Min, min, long long, L, i64)
ATOMIC(Max, max, long long, L, i64)
ATOMIC(Inc, inc, unsigned, U, u32)
ATOMIC(Dec, dec, unsigned, U, u32)

// ---- Kernels: loads and stores with a cache hint ----

#define CACHED_LOAD(type, letter, name, kind)                                                                \
    NATIVE(#type " " #name "(const " #type " *address)", sim_load(P(0), sizeof(type), kind, PC);             \
           AS_##letter(is_memory(P(0)) ? *(const volatile type *)P(0) : 0))
#define CACHED_STORE(type, letter, name, kind)                                                               \
    NATIVE("void " #name "(" #type " *address, " #type " value)", sim_store(P(0), sizeof(type), kind, PC);   \
           *(volatile type *)P(0) = letter(1))
#define VECTOR_LOAD(type, bytes, name, kind)                                                                 \
    NATIVE(#type " " #name "(const " #type " *address)", sim_load(P(0), bytes, kind, PC);                    \
           memcpy(registers, P(0), bytes))
#define VECTOR_STORE(type, bytes, name, kind)                                                                \
    NATIVE("void " #name "(" #type " *address, " #type " value)", sim_store(P(0), bytes, kind, PC);          \
           memcpy(P(0), &registers[(bytes) / 8], bytes))
#define CACHED_AS(LOAD, STORE, type, how)                                                                    \
    LOAD(type, how, __ldg, LOAD_READ_ONLY)                                                                   \
    LOAD(type, how, __ldcg, LOAD_VOLATILE)                                                                   \
    LOAD(type, how, __ldcs, LOAD_PLAIN)                                                                      \
    LOAD(type, how, __ldcv, LOAD_VOLATILE)                                                                   \
    STORE(type, how, __stcg, LOAD_VOLATILE)                                                                  \
    STORE(type, how, __stcs, LOAD_PLAIN)                                                                     \
    STORE(type, how, __stwt, LOAD_VOLATILE)
#define CACHED(type, letter)       CACHED_AS(CACHED_LOAD, CACHED_STORE, type, letter)
#define CACHED_VECTOR(type, bytes) CACHED_AS(VECTOR_LOAD, VECTOR_STORE, type, bytes)
#define EACH_VECTOR(X)                                                                                       \
    X(int2, 8) X(int4, 16) X(uint2, 8) X(uint4, 16) X(float2, 8) X(float4, 16) X(double2, 16)
EACH_NUMBER(CACHED)
EACH_VECTOR(CACHED_VECTOR)

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
#define MIN_MAX_OF(type, letter) MIN_MAX(type, type, type, letter)
EACH_NUMBER(MIN_MAX_OF)
MIN_MAX(unsigned, unsigned, int, U)
MIN_MAX(unsigned, int, unsigned, U)
MIN_MAX(unsigned long long, unsigned long long, long long, Z)
MIN_MAX(unsigned long long, long long, unsigned long long, Z)

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
#define EACH_FUNCTION(X, Y)                                                                                  \
    X(sqrt)                                                                                                  \
    X(fabs)                                                                                                  \
    X(floor)                                                                                                 \
    X(ceil)                                                                                                  \
    X(round)                                                                                                 \
    X(trunc) X(exp) X(exp2) X(log) X(log2) X(log10) X(sin) X(cos) X(tan) Y(pow) Y(fmod) Y(fmin) Y(fmax)
EACH_FUNCTION(FUNCTION_OF_1, FUNCTION_OF_2)

// ---- The C library ----

NATIVE("void *malloc(size_t bytes)", AS_P(sim_host_malloc(S(0))))
NATIVE("__host__ void *calloc(size_t count, size_t bytes)", AS_P(sim_host_calloc(S(0), S(1))))
NATIVE("__host__ void *realloc(void *memory, size_t bytes)", AS_P(sim_host_realloc(P(0), S(1))))
NATIVE("void free(void *memory)", sim_host_free(P(0)))
NATIVE("void *memcpy(void *to, const void *from, size_t bytes)",
       AS_P(__tsan_memcpy(R(0, S(2)), R(1, S(2)), S(2))))
NATIVE("void *memmove(void *to, const void *from, size_t bytes)",
       AS_P(__tsan_memmove(R(0, S(2)), R(1, S(2)), S(2))))
NATIVE("void *memset(void *to, int byte, size_t bytes)", AS_P(__tsan_memset(R(0, S(2)), I(1), S(2))))
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
NATIVE("void sim_copies_whole(const void &variable, size_t bytes)", sim_copies_whole(P(0), S(1)))
NATIVE("void sim_host_code(const char *name)", sim_host_code(P(0)))
NATIVE("void sim_no_case(void)", executable_stops(SIGILL)) // __builtin_trap()
NATIVE("bool sim_skip(void)", AS_U(sim_skip()))
NATIVE("void sim_branch(int taken)", sim_branch(I(0)))

#define COMPARED(type, letter)                                                                               \
    NATIVE(#type " sim_compared(const " #type " &place)", union value compared = {.u = 0};                   \
           sim_atomic_compared(P(0), &compared, sizeof(type), PC); registers[0] = compared;                  \
           AS_##letter(letter(0)))
EACH_NUMBER(COMPARED)

// ---- new and delete (the compiler calls these), and operator/shuffle.h ----

NATIVE("__host__ void *sim_new(size_t bytes)", AS_P(_Znwm(S(0))))
NATIVE("__host__ void *sim_new_array(size_t bytes)", AS_P(_Znam(S(0))))
NATIVE("__host__ void sim_delete(void *memory)", _ZdlPv(P(0)))
NATIVE("__host__ void sim_delete_array(void *memory)", _ZdaPv(P(0)))
NATIVE("void *sim_here(void)", AS_P(PC))
NATIVE(
    "void sim_exchange_words(int kind, unsigned mask, unsigned *words, unsigned n, int argument, void *at)",
    sim_exchange_words(U(0), U(1), P(2), U(3), I(4), P(5)))
