// kernel<<<grid, block, shared, stream>>>(arguments), after the translator:
//
//     sim_launch(sim_config(grid, block, shared, stream), "kernel",
//                sim_kernel_of(SIM_KERNEL(kernel), [&](auto, auto... sim_a) SIM_RAW_INLINE {
//                    SIM_CALL(kernel(sim_hand(sim_a)...), sim_done(sim_a...)) }, 0), arguments)
//
// The host evaluates the arguments once, converts them to the kernel's parameters, and destroys these after the launch,
// as in CUDA. Each simulated thread calls the kernel with copies of their bytes (handed.h). Where the arguments decide
// which kernel is meant (a template whose types are deduced, overloads), each thread converts its own copies.
#ifndef SIM_LAUNCH_H
#define SIM_LAUNCH_H

#include "allocation.h"
#include "handed.h"
#include "kernel.h"
#include "symbols.h"
#include "threads.h"

struct sim_config {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    bool cooperative = false;
    SIM_RAW sim_config(dim3 grid_, dim3 block_, size_t shared_ = 0, cudaStream_t stream_ = 0)
        : grid(grid_), block(block_), shared(shared_), stream(stream_) {
    }
    SIM_MISSING("a launch needs two numbers: kernel<<<blocks, threads per block>>>(...)")
    sim_config(dim3 grid_);
    template <class More, class... Others>
    SIM_MISSING(
        "a launch takes at most four arguments: kernel<<<blocks, threads per block, bytes of shared memory, "
        "stream>>>(...)")
    sim_config(dim3 grid_, dim3 block_, size_t shared_, cudaStream_t stream_, More, Others...);
};

// Runs call(arguments) once for every thread of the grid. Returns no error: cudaGetLastError() does, as on a
// real device. `address`: of the kernel, or null if only its arguments determine it. `pc`: return address of the launch
// in the student's code.
extern "C" void sim_launch_grid(const char *kernel, const void *address, const unsigned grid[3],
                                const unsigned block[3], size_t shared, void (*call)(void *arguments),
                                void *arguments, void *pc);

// The next launch is cooperative: all its blocks run at the same time, and may wait for each other.
extern "C" void sim_cooperate(void);

// cudaLaunchKernel of an unknown address: an error.
extern "C" cudaError_t sim_unknown_kernel(void *pc);

// The first of the arguments that a student wrote. Is kept until the program ends.
extern "C" const char *sim_first_argument(const char *written);

// Stops the launch, because the running block has more threads than its kernel's __launch_bounds__ allows.
extern "C" void sim_over_bounds(unsigned most);

// Clang copies a struct of more than 32 bytes by memcpy, also in code that is not instrumented: the next launch's
// threads may read this argument.
extern "C" void sim_note_struct(const void *argument, size_t bytes);

template <class T>
SIM_RAW inline void sim_look_at(const T &argument, const char *, void *) {
    if (sizeof(T) > 32) {
        sim_note_struct(__builtin_addressof(argument), sizeof(T));
    }
}
template <class T>
SIM_RAW inline void sim_look_at(T *const &pointer, const char *kernel, void *pc) {
    sim_check_argument((const void *)pointer, kernel, pc);
}

// Runs one thread, and then, in other blocks of the launch, others. It does not return in between: the processor would
// predict from the calls of another thread where to (leave.h).
template <class Thread>
SIM_RAW void sim_run_thread(void *thread) {
#ifdef SIM_LEAVE
    for (;;) {
        (*static_cast<Thread *>(thread))();
        SIM_LEAVE(sim_leave_at_end);
    }
#else
    (*static_cast<Thread *>(thread))();
#endif
}

template <class Kernel, class... Arguments>
SIM_RAW inline void sim_launch_at(void *pc, const sim_config &config, const char *name, const void *address,
                                  Kernel kernel, const Arguments &...arguments) {
    if (!sim_launch_stream(config.stream, pc)) {
        return;
    }
    (sim_look_at(arguments, name, pc), ...);
    auto thread = [&]() SIM_RAW_INLINE { kernel(arguments...); };
    const unsigned grid[3] = {config.grid.x, config.grid.y, config.grid.z};
    const unsigned block[3] = {config.block.x, config.block.y, config.block.z};
    if (config.cooperative) {
        sim_cooperate();
    }
    sim_launch_grid(name, address, grid, block, config.shared, sim_run_thread<decltype(thread)>, &thread, pc);
}

// Gives a parameter a type that is not deduced from its argument, which can then be braced.
template <class T>
struct sim_same {
    typedef T type;
};

// The same type for all kernels with these parameters: what it is used in is compiled once for all their launches.
template <class... Parameters>
struct sim_run {
    void (*function)(Parameters...);
    SIM_RAW_INLINE void operator()(const Parameters &...arguments) const {
        ((void (*)(typename sim_handed<Parameters>::type...))(void (*)())function)(
            sim_handed<Parameters>::hand(arguments)...);
    }
};

template <class Call, class... Parameters>
SIM_CALLED void sim_launch(const sim_config &config, const char *name,
                           sim_function<Call, Parameters...> kernel,
                           typename sim_same<Parameters>::type... arguments) {
    sim_launch_at(SIM_CALLER, config, name, (const void *)kernel.function,
                  sim_run<Parameters...>{kernel.function}, arguments...);
}
template <class Call, class... Parameters, class... Arguments>
SIM_CALLED typename sim_if<!sim_function<Call, Parameters...>::template takes<Arguments...>(0)>::type
sim_launch(const sim_config &config, const char *name, sim_function<Call, Parameters...> kernel,
           Arguments... arguments) {
    sim_launch_at(
        SIM_CALLER, config, name, (const void *)kernel.function,
        [kernel](const Arguments &...a) SIM_RAW_INLINE {
            sim_run_by_name([kernel](auto... b) SIM_RAW_INLINE { kernel.call(kernel.function, b...); }, a...);
        },
        arguments...);
}
template <class Call, class... Arguments>
SIM_CALLED void sim_launch(const sim_config &config, const char *name, sim_overloads<Call> kernel,
                           Arguments... arguments) {
    sim_launch_at(
        SIM_CALLER, config, name, nullptr,
        [kernel](const Arguments &...a) SIM_RAW_INLINE {
            sim_run_by_name([kernel](auto... b) SIM_RAW_INLINE { kernel.call(0, b...); }, a...);
        },
        arguments...);
}

// cudaLaunchKernel(kernel, grid, block, addresses of the arguments, shared, stream), and the same for a cooperative
// launch.
template <class... Arguments>
struct sim_arguments {
    template <int... numbers>
    struct list {};
#if defined(__clang__)
    template <class T, T... numbers>
    struct sequence {
        typedef list<numbers...> type;
    };
    typedef typename __make_integer_seq<sequence, int, sizeof...(Arguments)>::type numbers;
#else
    typedef list<__integer_pack((int)sizeof...(Arguments))...> numbers;
#endif
    template <int... number>
    SIM_RAW static void launch(void *pc, const sim_config &config, const char *name,
                               void (*kernel)(Arguments...), void **addresses, list<number...>) {
        sim_launch_at(pc, config, name, (const void *)kernel, sim_run<Arguments...>{kernel},
                      *static_cast<Arguments *>(addresses[number])...);
    }
};
template <class... Arguments>
SIM_CALLED cudaError_t sim_launch_kernel(sim_written written, void (*kernel)(Arguments...), dim3 grid,
                                         dim3 block, void **addresses, size_t shared = 0,
                                         cudaStream_t stream = 0) {
    sim_arguments<Arguments...>::launch(SIM_CALLER, sim_config(grid, block, shared, stream),
                                        sim_first_argument(written.text), kernel, addresses,
                                        typename sim_arguments<Arguments...>::numbers());
    return cudaPeekAtLastError();
}
template <class... Arguments>
SIM_CALLED cudaError_t sim_launch_cooperative(sim_written written, void (*kernel)(Arguments...), dim3 grid,
                                              dim3 block, void **addresses, size_t shared = 0,
                                              cudaStream_t stream = 0) {
    sim_config config(grid, block, shared, stream);
    config.cooperative = true;
    sim_arguments<Arguments...>::launch(SIM_CALLER, config, sim_first_argument(written.text), kernel,
                                        addresses, typename sim_arguments<Arguments...>::numbers());
    return cudaPeekAtLastError();
}

// cudaLaunchKernelEx(&config, kernel, arguments). Attributes need a type that is in missing_names.h.
typedef struct cudaLaunchConfig_st {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    void *attrs;
    unsigned numAttrs;
} cudaLaunchConfig_t;
template <class... Parameters>
SIM_CALLED cudaError_t sim_launch_kernel_ex(sim_written written, const cudaLaunchConfig_t *config,
                                            void (*kernel)(Parameters...),
                                            typename sim_same<Parameters>::type... arguments) {
    sim_launch_at(
        SIM_CALLER, sim_config(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream),
        sim_first_argument(written.text), (const void *)kernel, sim_run<Parameters...>{kernel}, arguments...);
    return cudaPeekAtLastError();
}
#define cudaLaunchKernelEx(config, ...) sim_launch_kernel_ex(sim_written{#__VA_ARGS__}, config, __VA_ARGS__)

// The parameters and name of a kernel, found by its address. Each cast of a kernel to `const void *` adds one, and so
// does each cast of a pointer to a kernel in cudaLaunchKernel's first argument.
struct sim_kernel {
    const void *address;
    const char *name;
    cudaError_t (*launch)(void *pc, const struct sim_kernel *kernel, const sim_config &config,
                          void **addresses);
    const struct sim_kernel *next;
};
inline const struct sim_kernel *sim_kernels;
extern "C" void *sim_host_keep(size_t bytes);

SIM_RAW inline const struct sim_kernel *sim_find_kernel(const void *address) {
    const struct sim_kernel *kernel = sim_kernels;
    while (kernel != nullptr && kernel->address != address) {
        kernel = kernel->next;
    }
    return kernel;
}
template <class... Arguments>
SIM_RAW cudaError_t sim_launch_found(void *pc, const struct sim_kernel *kernel, const sim_config &config,
                                     void **addresses) {
    sim_arguments<Arguments...>::launch(pc, config, kernel->name, (void (*)(Arguments...))kernel->address,
                                        addresses, typename sim_arguments<Arguments...>::numbers());
    return cudaPeekAtLastError();
}
template <class... Arguments>
SIM_RAW void *sim_kernel_address(const char *name, void (*kernel)(Arguments...)) {
    if (sim_find_kernel((const void *)kernel) == nullptr) {
        sim_kernel *found = (sim_kernel *)sim_host_keep(sizeof(sim_kernel)); // until the program ends
        *found = {(const void *)kernel, name, sim_launch_found<Arguments...>, sim_kernels};
        sim_kernels = found;
    }
    return (void *)kernel;
}
template <class T>
SIM_RAW_INLINE inline void *sim_kernel_address(const char *, const T &other) { // not of a kernel
    return (void *)other;
}
#define SIM_KERNEL_ADDRESS(...) sim_kernel_address(#__VA_ARGS__, __VA_ARGS__)

SIM_RAW inline const char *sim_kernel_text(const void *address, const char *text) {
    const struct sim_kernel *kernel = sim_find_kernel(address);
    return kernel == nullptr ? text : kernel->name;
}
SIM_CALLED inline cudaError_t sim_launch_kernel(sim_written, const void *address, dim3 grid, dim3 block,
                                                void **addresses, size_t shared = 0,
                                                cudaStream_t stream = 0) {
    const struct sim_kernel *kernel = sim_find_kernel(address);
    return kernel == nullptr
               ? sim_unknown_kernel(SIM_CALLER)
               : kernel->launch(SIM_CALLER, kernel, sim_config(grid, block, shared, stream), addresses);
}
SIM_CALLED inline cudaError_t sim_launch_cooperative(sim_written, const void *address, dim3 grid, dim3 block,
                                                     void **addresses, size_t shared = 0,
                                                     cudaStream_t stream = 0) {
    const struct sim_kernel *kernel = sim_find_kernel(address);
    sim_config config(grid, block, shared, stream);
    config.cooperative = true;
    return kernel == nullptr ? sim_unknown_kernel(SIM_CALLER)
                             : kernel->launch(SIM_CALLER, kernel, config, addresses);
}
#define cudaLaunchKernel(...)            sim_launch_kernel(sim_written{#__VA_ARGS__}, __VA_ARGS__)
#define cudaLaunchCooperativeKernel(...) sim_launch_cooperative(sim_written{#__VA_ARGS__}, __VA_ARGS__)

// Called by a kernel with __launch_bounds__(most, ...).
SIM_RAW static inline void sim_bounds(unsigned most, unsigned = 0, unsigned = 0) {
    if (blockDim.x * blockDim.y * blockDim.z > most) {
        sim_over_bounds(most);
    }
}
#define SIM_BOUNDS(...) sim_bounds(__VA_ARGS__);

// Surrounds the body of a device function: nvcc accepts variable-length arrays only in host code.
#define SIM_NO_VARIABLE_LENGTH _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wvla\"")
#define SIM_ANY_LENGTH         _Pragma("GCC diagnostic pop")

#endif
