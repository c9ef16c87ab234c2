// An #include of a CUDA header that the simulated GPU does not have becomes an #error that names a
// replacement. An #include of a header whose contents are in cuda_runtime.h, or in the C++ library, becomes
// an #include of that. sim/library.h is what NVIDIA's headers of C++ include besides.
//
// To add a header, add a file to common/sim/cuda and a line here.
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RUNTIME "\1" // cuda_runtime.h contains all of it
#define HERE    "\2" // a file in common/sim/cuda
#define LIBRARY "\3" // cuda/std/x: the C++ library's x

#define NO_BARRIER "has only cuda::barrier, from <cuda/barrier>: use that, or __syncthreads()"
#define NO_TEXTURE "has no textures and surfaces: read global memory, for example through __ldg"
#define NO_THRUST  "has no Thrust: use cudaMalloc, cudaMemcpy and your own kernel"
#define NO_CUB     "has no CUB: write the algorithm yourself, as the labs do"
#define NO_DRIVER  "has no driver API: use the runtime API, for example cudaMalloc"
#define NO_DRAWING "does not draw: copy the results to the host with cudaMemcpy"
#define NO_PROFILE "has no profiler: use ./lab check --counters"
#define NO_LIBRARY "has no libraries: write your own kernel"
#define NO_RANDOM  "has no cuRAND: generate the numbers on the host, or hash the index"
#define NO_SAMPLES                                                                                           \
    "does not have the headers of NVIDIA's samples: check the cudaError_t that each call returns"
#define NO_CPP20 "compiles C++17, which does not have this header"
#define NO_PART  "does not have this header. docs/cuda-surface.md lists what it has"

// The first line that matches applies. A `*` at the end matches any suffix.
static const struct {
    const char *header, *text; // `text` follows "the simulated GPU"
} headers[] = {
    {"cuda_runtime.h", HERE},
    {"cuda_runtime_api.h", HERE},
    {"cuda.h", HERE},
    {"vector_types.h", HERE},
    {"device_launch_parameters.h", HERE},
    {"math_constants.h", HERE},
    {"cooperative_groups.h", HERE},
    {"cooperative_groups/reduce.h", HERE},
    {"cooperative_groups/scan.h", HERE},
    {"cooperative_groups/memcpy_async.h", HERE},
    {"cuda/atomic", HERE},
    {"cuda/barrier", HERE},
    {"cuda/cmath", HERE},
    {"cuda/functional", HERE},
    {"cuda/pipeline", HERE},
    {"cuda/std/atomic", HERE},
    {"cuda/std/bit", HERE},
    {"cuda/std/span", HERE},
    {"builtin_types.h", RUNTIME},
    {"channel_descriptor.h", NO_TEXTURE},
    {"common_functions.h", RUNTIME},
    {"cuda_profiler_api.h", RUNTIME},
    {"cuda_stdint.h", RUNTIME},
    {"device_atomic_functions.*", RUNTIME},
    {"device_double_functions.h", RUNTIME},
    {"device_functions.h", RUNTIME},
    {"device_types.h", RUNTIME},
    {"driver_types.h", RUNTIME},
    {"host_config.h", RUNTIME},
    {"host_defines.h", RUNTIME},
    {"library_types.h", NO_LIBRARY},
    {"math_functions.*", RUNTIME},
    {"sm_*", RUNTIME},
    {"vector_functions.*", RUNTIME},
    {"cuda_texture_types.h", NO_TEXTURE},
    {"cuda_surface_types.h", NO_TEXTURE},
    {"texture_*", NO_TEXTURE},
    {"surface_*", NO_TEXTURE},
    {"cooperative_groups/*", "has no such header: include <cooperative_groups.h>"},
    {"crt/*", "has no such header: include <cuda_runtime.h>"},

    {"cuda/std/barrier", NO_BARRIER},
    {"cuda/std/latch", NO_BARRIER},
    {"cuda/std/semaphore", "has no semaphores: use cuda::atomic_ref from <cuda/atomic>"},
    {"cuda/std/algorithm", LIBRARY},
    {"cuda/std/array", LIBRARY},
    {"cuda/std/bitset", LIBRARY},
    {"cuda/std/cassert", LIBRARY},
    {"cuda/std/ccomplex", LIBRARY},
    {"cuda/std/cfloat", LIBRARY},
    {"cuda/std/chrono", LIBRARY},
    {"cuda/std/climits", LIBRARY},
    {"cuda/std/cmath", LIBRARY},
    {"cuda/std/complex", LIBRARY},
    {"cuda/std/cstddef", LIBRARY},
    {"cuda/std/cstdint", LIBRARY},
    {"cuda/std/cstdlib", LIBRARY},
    {"cuda/std/cstring", LIBRARY},
    {"cuda/std/ctime", LIBRARY},
    {"cuda/std/functional", LIBRARY},
    {"cuda/std/initializer_list", LIBRARY},
    {"cuda/std/iterator", LIBRARY},
    {"cuda/std/limits", LIBRARY},
    {"cuda/std/memory", LIBRARY},
    {"cuda/std/numeric", LIBRARY},
    {"cuda/std/optional", LIBRARY},
    {"cuda/std/ratio", LIBRARY},
    {"cuda/std/tuple", LIBRARY},
    {"cuda/std/type_traits", LIBRARY},
    {"cuda/std/utility", LIBRARY},
    {"cuda/std/variant", LIBRARY},
    {"cuda/std/*", NO_CPP20},
    {"cuda/latch", NO_BARRIER},
    {"cuda/semaphore", "has no semaphores: use cuda::atomic_ref from <cuda/atomic>"},
    {"cuda/*", "has only <cuda/atomic>, <cuda/barrier>, <cuda/cmath>, <cuda/functional>, <cuda/pipeline> and "
               "parts of <cuda/std/...>; "
               "see docs/cuda-surface.md"},
    {"cuda_pipeline.h", HERE},
    {"cuda_pipeline_primitives.h", HERE},
    {"cuda_pipeline*", NO_PART},
    {"cuda_awbarrier*", NO_BARRIER},

    {"thrust/*", NO_THRUST},
    {"cub/*", NO_CUB},
    {"nv/*", "does not have <nv/target>: use #if __CUDA_ARCH__"},
    {"cuda_fp16.*", "has no half precision: use float"},
    {"cuda_bf16.*", "has no bfloat16: use float"},
    {"cuda_fp8.*", "has no 8-bit floats: use float"},
    {"cuda_fp6.*", "has no 6-bit floats: use float"},
    {"cuda_fp4.*", "has no 4-bit floats: use float"},
    {"cuComplex.h", "has no cuComplex: use float2 or double2"},
    {"mma.h", "has no tensor cores: multiply and add in a loop"},
    {"cuda_occupancy.h", "has only cudaOccupancyMaxActiveBlocksPerMultiprocessor, in <cuda_runtime.h>"},
    {"cuda_device_runtime_api.h", "cannot launch kernels from kernels: launch from the host"},
    {"helper_cuda.h", HERE},
    {"helper_functions.h", HERE},
    {"helper_string.h", HERE},
    {"helper_timer.h", HERE},
    {"helper_*", NO_SAMPLES},
    {"exception.h", NO_SAMPLES},
    {"cuda_gl_interop.h", NO_DRAWING},
    {"cuda_egl_interop.h", NO_DRAWING},
    {"cuda_vdpau_interop.h", NO_DRAWING},
    {"cuda_d3d*", NO_DRAWING},
    {"cudaEGL*", NO_DRAWING},
    {"cudaGL*", NO_DRAWING},
    {"cudaVDPAU*", NO_DRAWING},
    {"cudaProfiler*", NO_PROFILE},
    {"cupti*", NO_PROFILE},
    {"Openacc/*", NO_PROFILE},
    {"Openmp/*", NO_PROFILE},
    {"nvperf_*", NO_PROFILE},
    {"nvtx3/nvToolsExt.h", HERE},
    {"nvtx3/*", NO_PROFILE},
    {"nvToolsExt*", NO_PROFILE},
    {"nvml.h", NO_PROFILE},
    {"cudaTypedefs.h", NO_DRIVER},
    {"driver_functions.h", NO_DRIVER},
    {"cudart_platform.h", NO_DRIVER},
    {"generated_*", NO_DRIVER},
    {"fatbinary*", NO_DRIVER},
    {"nvrtc*", "compiles no kernels at run time: write them in the file"},
    {"nvvm*", "compiles no kernels at run time: write them in the file"},
    {"nvJitLink*", "compiles no kernels at run time: write them in the file"},
    {"nvPTXCompiler*", "compiles no kernels at run time: write them in the file"},
    {"nvFatbin*", "compiles no kernels at run time: write them in the file"},
    {"nv_decode.h", NO_PART},
    {"nccl*", "has no NCCL: it is a single device"},
    {"curand*", NO_RANDOM},
    {"cublas*", NO_LIBRARY},
    {"nvblas*", NO_LIBRARY},
    {"cudalibxt.h", NO_LIBRARY},
    {"cudnn*", NO_LIBRARY},
    {"cufft*", NO_LIBRARY},
    {"cufile*", NO_LIBRARY},
    {"cusolver*", NO_LIBRARY},
    {"cusparse*", NO_LIBRARY},
    {"cutensor*", NO_LIBRARY},
    {"cutlass/*", NO_LIBRARY},
    {"cute/*", NO_LIBRARY},
    {"npp*", NO_LIBRARY},
    {"nvjpeg*", NO_LIBRARY},
};

static const char *find_header(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof(headers) / sizeof(*headers); i++) {
        size_t fixed = strcspn(headers[i].header, "*");
        int open = headers[i].header[fixed] == '*';
        if ((open ? length >= fixed : length == fixed) && memcmp(headers[i].header, name, fixed) == 0) {
            return headers[i].text;
        }
    }
    return HERE;
}

// Is there a file of this name in the source's folder?
static int is_beside(const struct source *source, const char *name, size_t length) {
    char path[1024];
    const char *slash = strrchr(source->path, '/');
    int folder = slash == NULL ? 0 : (int)(slash + 1 - source->path);
    int wanted = snprintf(path, sizeof(path), "%.*s%.*s", folder, source->path, (int)length, name);
    return wanted > 0 && (size_t)wanted < sizeof(path) && access(path, F_OK) == 0;
}

int source_read_include(struct source *source, const struct token *directive, const struct token *header) {
    static const char standard[] = "cuda/std/";
    const char *name = source->text + header->offset + 1;
    size_t length = header->length < 2 ? 0 : header->length - 2;
    const char *text = find_header(name, length);
    if (strcmp(text, HERE) == 0 || (name[-1] == '"' && is_beside(source, name, length))) {
        return 0;
    }
    struct buffer buffer = {0};
    int result;
    if (strcmp(text, RUNTIME) == 0) {
        result = buffer_add_string(&buffer, "include <cuda_runtime.h>");
    } else if (strcmp(text, LIBRARY) == 0) {
        size_t skip = strlen(standard);
        result = buffer_add_format(&buffer, "include <sim/library.h>\n#line %d\n#include <%.*s>",
                                   directive->line, (int)(length - skip), name + skip);
    } else {
        result =
            buffer_add_format(&buffer, "error \"<%.*s>: the simulated GPU %s\"", (int)length, name, text);
    }
    size_t end = header->offset + header->length;
    if (result != 0 || buffer_add_newlines(&buffer, source, directive->offset, end, 1) != 0) {
        result = source_out_of_memory(source);
    } else {
        result = source_replace(source, directive->offset, end, &buffer);
    }
    free(buffer.bytes);
    return result;
}
