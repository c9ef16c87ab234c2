// kernel<<<grid, block, shared, stream>>>(arguments), after the translator:
//
//     sim_launch(sim_config(grid, block, shared, stream), "kernel",
//                [&](auto... sim_a) SIM_RAW_INLINE { SIM_CALL(kernel(sim_a...)) }, arguments)
//
// The arguments are evaluated once and copied, as CUDA does. Each simulated thread then calls the kernel with
// its own copies.
#ifndef SIM_LAUNCH_H
#define SIM_LAUNCH_H

#include "symbols.h"

struct sim_config {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    SIM_RAW sim_config(dim3 grid_, dim3 block_, size_t shared_ = 0, cudaStream_t stream_ = 0)
        : grid(grid_), block(block_), shared(shared_), stream(stream_) {
    }
    SIM_MISSING("a launch needs two numbers: kernel<<<blocks, threads per block>>>(...)")
    sim_config(dim3 grid_);
};

// Runs call(arguments) once for every thread of the grid. Returns no error: cudaGetLastError() does, as on a
// real device. `pc`: return address of the launch in the student's code.
extern "C" void sim_launch_grid(const char *kernel, const unsigned grid[3], const unsigned block[3],
                                size_t shared, void (*call)(void *arguments), void *arguments, void *pc);

// A launch in a macro's body: the kernel's name after the macro has been expanded.
#define SIM_KERNEL_NAME(...) #__VA_ARGS__

// The only place where a kernel may be called like a function (qualifiers.h).
#define SIM_CALL(...)                                                                                        \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wattribute-warning\"") __VA_ARGS__;    \
    _Pragma("GCC diagnostic pop")

template <class T>
SIM_RAW inline void sim_look_at(const T &, const char *, void *) {
}
template <class T>
SIM_RAW inline void sim_look_at(T *const &pointer, const char *kernel, void *pc) {
    sim_check_argument((const void *)pointer, kernel, pc);
}

template <class Thread>
SIM_RAW void sim_run_thread(void *thread) {
    (*static_cast<Thread *>(thread))();
}

template <class Kernel, class... Arguments>
SIM_RAW inline void sim_launch_at(void *pc, const sim_config &config, const char *name, Kernel kernel,
                                  Arguments... arguments) {
    if (!sim_launch_stream(config.stream, pc)) {
        return;
    }
    (sim_look_at(arguments, name, pc), ...);
    auto thread = [=]() SIM_RAW_INLINE { kernel(arguments...); };
    const unsigned grid[3] = {config.grid.x, config.grid.y, config.grid.z};
    const unsigned block[3] = {config.block.x, config.block.y, config.block.z};
    sim_launch_grid(name, grid, block, config.shared, sim_run_thread<decltype(thread)>, &thread, pc);
}

template <class Kernel, class... Arguments>
SIM_CALLED void sim_launch(const sim_config &config, const char *name, Kernel kernel,
                           Arguments... arguments) {
    sim_launch_at(SIM_CALLER, config, name, kernel, arguments...);
}

// cudaLaunchKernel(kernel, grid, block, addresses of the arguments, shared, stream).
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
        sim_launch_at(
            pc, config, name, [kernel](auto... a) SIM_RAW_INLINE { kernel(a...); },
            *static_cast<Arguments *>(addresses[number])...);
    }
};
template <class... Arguments>
SIM_CALLED cudaError_t sim_launch_kernel(const char *name, void (*kernel)(Arguments...), dim3 grid,
                                         dim3 block, void **addresses, size_t shared = 0,
                                         cudaStream_t stream = 0) {
    sim_arguments<Arguments...>::launch(SIM_CALLER, sim_config(grid, block, shared, stream), name, kernel,
                                        addresses, typename sim_arguments<Arguments...>::numbers());
    return cudaPeekAtLastError();
}
#define cudaLaunchKernel(kernel, ...) sim_launch_kernel(#kernel, (kernel), __VA_ARGS__)

#endif
