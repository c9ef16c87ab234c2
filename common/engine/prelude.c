#include "prelude.h"

#pragma GCC diagnostic ignored "-Woverlength-strings"

// A vector type of CUDA's, with the alignments of the CUDA C++ Programming Guide, and an assignment.
#define ASSIGNED "using sim_assigned = int; };\n"
#define VECTOR(type, name, align2, align4)                                                                   \
    "struct alignas(" #align2 ") " #name "2 { " #type " x, y; " ASSIGNED                                     \
    "struct " #name "3 { " #type " x, y, z; " ASSIGNED                                                       \
    "struct alignas(" #align4 ") " #name "4 { " #type " x, y, z, w; " ASSIGNED
#define MAKE(type, name)                                                                                     \
    "static inline __host__ __device__ " #name "2 make_" #name "2(" #type " x, " #type " y) {"               \
    " " #name "2 v = {x, y}; return v; }\n"                                                                  \
    "static inline __host__ __device__ " #name "3 make_" #name "3(" #type " x, " #type " y, " #type " z) {"  \
    " " #name "3 v = {x, y, z}; return v; }\n"                                                               \
    "static inline __host__ __device__ " #name "4 make_" #name "4(" #type " x, " #type " y, " #type          \
    " z, " #type " w) { " #name "4 v = {x, y, z, w}; return v; }\n"
#define VECTORS(X)                                                                                           \
    X(signed char, char, 2, 4)                                                                               \
    X(unsigned char, uchar, 2, 4)                                                                            \
    X(short, short, 4, 8) X(unsigned short, ushort, 4, 8) X(int, int, 8, 16) X(unsigned, uint, 8, 16)        \
        X(long, long, 16, 16) X(unsigned long, ulong, 16, 16) X(long long, longlong, 16, 16)                 \
            X(unsigned long long, ulonglong, 16, 16) X(float, float, 8, 16) X(double, double, 16, 16)
#define MAKE_ALIGNED(type, name, align2, align4) MAKE(type, name)

#define NATIVE(declaration, ...) declaration ";\n"

const char engine_prelude[] =
    "typedef unsigned long size_t;\n"
    "typedef long ptrdiff_t;\n"
    "typedef signed char int8_t;\n"
    "typedef unsigned char uint8_t;\n"
    "typedef short int16_t;\n"
    "typedef unsigned short uint16_t;\n"
    "typedef int int32_t;\n"
    "typedef unsigned uint32_t;\n"
    "typedef long int64_t;\n"
    "typedef unsigned long uint64_t;\n"
    "typedef long intptr_t;\n"
    "typedef unsigned long uintptr_t;\n"
    "typedef long clock_t;\n"
    "typedef struct sim_file FILE;\n"
    "#define stderr sim_stderr()\n"
    "#define stdout sim_stdout()\n"
    "#define NULL 0\n"
    "#define EXIT_SUCCESS 0\n"
    "#define EXIT_FAILURE 1\n"
    "#define assert(...) ((__VA_ARGS__) ? (void)0 : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, \"\"))\n"
    "#define static_assert(...)\n"

    "#define CHAR_BIT 8\n"
    "#define SCHAR_MIN (-128)\n"
    "#define SCHAR_MAX 127\n"
    "#define UCHAR_MAX 255\n"
    "#define CHAR_MIN (-128)\n"
    "#define CHAR_MAX 127\n"
    "#define SHRT_MIN (-32768)\n"
    "#define SHRT_MAX 32767\n"
    "#define USHRT_MAX 65535\n"
    "#define INT_MIN (-2147483647 - 1)\n"
    "#define INT_MAX 2147483647\n"
    "#define UINT_MAX 4294967295u\n"
    "#define LONG_MIN (-9223372036854775807l - 1)\n"
    "#define LONG_MAX 9223372036854775807l\n"
    "#define ULONG_MAX 18446744073709551615ul\n"
    "#define LLONG_MIN (-9223372036854775807ll - 1)\n"
    "#define LLONG_MAX 9223372036854775807ll\n"
    "#define ULLONG_MAX 18446744073709551615ull\n"
    "#define INT32_MIN INT_MIN\n"
    "#define INT32_MAX INT_MAX\n"
    "#define UINT32_MAX UINT_MAX\n"
    "#define INT64_MIN LONG_MIN\n"
    "#define INT64_MAX LONG_MAX\n"
    "#define UINT64_MAX ULONG_MAX\n"
    "#define SIZE_MAX ULONG_MAX\n"
    "#define FLT_MIN 1.17549435082228750797e-38f\n"
    "#define FLT_MAX 3.40282346638528859812e+38f\n"
    "#define FLT_EPSILON 1.19209289550781250000e-7f\n"
    "#define DBL_MIN 2.22507385850720138309e-308\n"
    "#define DBL_MAX 1.79769313486231570815e+308\n"
    "#define DBL_EPSILON 2.22044604925031308085e-16\n"
    "#define INFINITY __int_as_float(0x7f800000)\n"
    "#define NAN __int_as_float(0x7fc00000)\n"
    "#define M_PI 3.14159265358979323846\n"

    "#define __CUDACC__ 1\n"
    "#define __CUDACC_VER_MAJOR__ 13\n"
    "#define __CUDACC_VER_MINOR__ 0\n"
    "#define __CUDA_ARCH__ 800\n"
    "#define CUDART_VERSION 13000\n"
    "#define __forceinline__ inline\n"
    "#define __noinline__\n"
    "#define __restrict__\n"
    "#define __restrict\n"
    "#define __align__(n) alignas(n)\n"
    "constexpr int warpSize = 32;\n"

    VECTORS(VECTOR) "struct dim3 { unsigned x, y, z; };\n"

                    "enum cudaError {\n"
                    "cudaSuccess = 0,\n"
                    "cudaErrorInvalidValue = 1,\n"
                    "cudaErrorMemoryAllocation = 2,\n"
                    "cudaErrorInvalidConfiguration = 9,\n"
                    "cudaErrorInvalidSymbol = 13,\n"
                    "cudaErrorInvalidMemcpyDirection = 21,\n"
                    "cudaErrorInvalidDeviceFunction = 98,\n"
                    "cudaErrorNoDevice = 100,\n"
                    "cudaErrorInvalidDevice = 101,\n"
                    "cudaErrorInvalidResourceHandle = 400,\n"
                    "cudaErrorNotReady = 600,\n"
                    "cudaErrorIllegalAddress = 700,\n"
                    "cudaErrorLaunchOutOfResources = 701,\n"
                    "cudaErrorLaunchTimeout = 702,\n"
                    "cudaErrorAssert = 710,\n"
                    "cudaErrorMisalignedAddress = 716,\n"
                    "cudaErrorLaunchFailure = 719,\n"
                    "cudaErrorCooperativeLaunchTooLarge = 720,\n"
                    "cudaErrorNotSupported = 801,\n"
                    "cudaErrorUnknown = 999\n"
                    "};\n"
                    "typedef enum cudaError cudaError_t;\n"
                    "enum sim_exchange_kind { SIM_SHUFFLE_INDEX, SIM_SHUFFLE_UP, SIM_SHUFFLE_DOWN, "
                    "SIM_SHUFFLE_XOR };\n"
                    "enum cudaMemcpyKind { cudaMemcpyHostToHost = 0, cudaMemcpyHostToDevice = 1, "
                    "cudaMemcpyDeviceToHost = 2, "
                    "cudaMemcpyDeviceToDevice = 3, cudaMemcpyDefault = 4 };\n"
                    "enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, "
                    "cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrWarpSize "
                    "= 10, "
                    "cudaDevAttrMultiProcessorCount = 16, cudaDevAttrMaxThreadsPerMultiProcessor = 39, "
                    "cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, "
                    "cudaDevAttrMaxSharedMemoryPerBlockOptin = 97 };\n"
                    "typedef struct CUstream_st *cudaStream_t;\n"
                    "typedef struct CUevent_st *cudaEvent_t;\n"
                    "#define cudaStreamLegacy ((cudaStream_t)0x1)\n"
                    "#define cudaStreamPerThread ((cudaStream_t)0x2)\n"
                    "#define cudaStreamDefault 0u\n"
                    "#define cudaStreamNonBlocking 1u\n"
                    "#define cudaEventDefault 0u\n"
                    "#define cudaEventBlockingSync 1u\n"
                    "#define cudaEventDisableTiming 2u\n"
                    "#define cudaHostAllocDefault 0u\n"
                    "#define cudaHostAllocPortable 1u\n"
                    "#define cudaHostAllocMapped 2u\n"
                    "#define cudaHostRegisterDefault 0u\n"
                    "#define cudaHostRegisterPortable 1u\n"
                    "#define cudaHostRegisterMapped 2u\n"
                    "#define cudaMemAttachGlobal 1u\n"
                    "#define cudaMemAttachHost 2u\n"

#include "native_list.h"

    VECTORS(MAKE_ALIGNED);
