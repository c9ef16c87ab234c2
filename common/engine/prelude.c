#include "prelude.h"

#pragma GCC diagnostic ignored "-Woverlength-strings"

// A vector type of CUDA's, with the alignments of the CUDA C++ Programming Guide, and an assignment.
#define ASSIGNED "using sim_assigned = int; };\n"
#define VECTOR(type, name)                                                                                   \
    "struct alignas(2 * sizeof(" #type ")) " #name "2 { " #type " x, y; " ASSIGNED "struct " #name           \
    "3 { " #type " x, y, z; " ASSIGNED "struct alignas(sizeof(" #type ") < 8 ? 4 * sizeof(" #type            \
    ") : 16) " #name "4 { " #type " x, y, z, w; " ASSIGNED
#define MAKE(type, name)                                                                                     \
    "SIM_RAW " #name "2 make_" #name "2(" #type " x, " #type " y) { " #name "2 v = {x, y}; return v; }\n"    \
    "SIM_RAW " #name "3 make_" #name "3(" #type " x, " #type " y, " #type " z) { " #name                     \
    "3 v = {x, y, z}; return v; }\n"                                                                         \
    "SIM_RAW " #name "4 make_" #name "4(" #type " x, " #type " y, " #type " z, " #type " w) { " #name        \
    "4 v = {x, y, z, w}; return v; }\n"
#define VECTORS_1(X) X(signed char, char) X(unsigned char, uchar) X(short, short) X(unsigned short, ushort)
#define VECTORS_2(X) X(int, int) X(unsigned, uint) X(long, long) X(unsigned long, ulong) X(float, float)
#define VECTORS_3(X) X(long long, longlong) X(unsigned long long, ulonglong) X(double, double)
#define VECTORS(X)   VECTORS_1(X) VECTORS_2(X) VECTORS_3(X)

// Types of so many bits, and limits.
#define EXACT_TYPE(type, bits)                                                                               \
    "typedef " #type " int" #bits "_t;\ntypedef unsigned " #type " uint" #bits "_t;\n"
#define EXACT(X) X(char, 8) X(short, 16) X(int, 32) X(long, 64)
#define LIMIT(name, max, suffix)                                                                             \
    "#define " #name "_MIN (-" #max #suffix " - 1)\n"                                                        \
    "#define " #name "_MAX " #max #suffix "\n"                                                               \
    "#define U" #name "_MAX (" #max "u" #suffix " * 2 + 1)\n"
#define LIMITS(X)      X(INT, 2147483647, ) X(INT32, 2147483647, ) LONG_LIMITS(X)
#define LONG_LIMITS(X) X(INT64, 9223372036854775807, l) X(LLONG, 9223372036854775807, ll)

#define NATIVE(declaration, ...) declaration ";\n"

const char engine_prelude[] =
    "typedef unsigned long size_t;\n"
    "typedef unsigned long uintptr_t;\n"
    "typedef long ptrdiff_t;\n"
    "typedef struct sim_file FILE;\n"
    "#define stderr sim_stderr()\n"
    "#define stdout sim_stdout()\n"
    "#define NULL 0\n"
    "#define EXIT_SUCCESS 0\n"
    "#define EXIT_FAILURE 1\n"
    "#define assert(...) ((__VA_ARGS__) ? (void)0 : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, "
    "\"\"))\n"
    "#define static_assert(...)\n"
    "#define _Pragma(pragma)\n"
    "#define SIZE_MAX 18446744073709551615ul\n"
    "#define FLT_MIN 1.17549435082228750797e-38f\n"
    "#define FLT_MAX 3.40282346638528859812e+38f\n"
    "#define FLT_EPSILON 1.19209289550781250000e-7f\n"
    "#define DBL_MAX 1.79769313486231570815e+308\n"
    "#define INFINITY __int_as_float(0x7f800000)\n"
    "#define NAN __int_as_float(0x7fc00000)\n"

    // As cmake/lab_code.cmake and sim/cuda define them for compilers; lab.h defines LAB_PARTS.
    "#define SIM_RAW __host__ __device__\n"
    "#define SIM_CALLED_BY_VALUE __host__ __device__\n"
    "#define SIM_INLINED\n"
    "#define SIM_STRUCT(name) using sim_assigned = int;\n"
    "#define SIM_PLACE void *sim_place = sim_here()\n"
    "#define LAB_PARTS(part)\n"
    "#define __cplusplus 201703L\n"
    "#define __CUDACC__ 1\n"
    "#define __CUDA_ARCH__ 800\n"
    "#define CUDART_VERSION 13000\n"
    "#define __forceinline__ inline\n"
    "#define __noinline__\n"
    "#define __restrict__\n"
    "#define __restrict\n"
    "#define __align__(n) alignas(n)\n"

    "constexpr int warpSize = 32;\n"
    "struct dim3 { unsigned x = 1, y = 1, z = 1; };\n"
    "enum cudaError { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, "
    "cudaErrorInvalidConfiguration = 9, cudaErrorInvalidDevice = 101, cudaErrorInvalidResourceHandle = 400, "
    "cudaErrorNotReady = 600, cudaErrorIllegalAddress = 700, cudaErrorLaunchFailure = 719, "
    "cudaErrorNotSupported = 801, cudaErrorUnknown = 999 };\n"
    "typedef enum cudaError cudaError_t;\n"
    "enum sim_exchange_kind { SIM_SHUFFLE_INDEX, SIM_SHUFFLE_UP, SIM_SHUFFLE_DOWN, SIM_SHUFFLE_XOR };\n"
    "enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, "
    "cudaMemcpyDeviceToDevice, cudaMemcpyDefault };\n"
    "enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxSharedMemoryPerBlock = 8, "
    "cudaDevAttrWarpSize = 10, cudaDevAttrMultiProcessorCount = 16, "
    "cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81 };\n"
    "enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };\n"
    "typedef struct CUstream_st *cudaStream_t;\n"
    "typedef struct CUevent_st *cudaEvent_t;\n"
    "enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1, cudaEventDefault = 0, "
    "cudaEventBlockingSync = 1, cudaEventDisableTiming = 2, cudaHostAllocDefault = 0, "
    "cudaHostRegisterDefault = 0, cudaMemAttachGlobal = 1 };\n"

    LIMITS(LIMIT) EXACT(EXACT_TYPE) VECTORS(VECTOR)

#include "native_list.h"

        VECTORS(MAKE);
