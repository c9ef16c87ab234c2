// kernel<<<grid, block, shared, stream>>>(arguments), after the translator:
//
//     sim_launch(sim_config(grid, block, shared, stream), "kernel",
//                [&](auto... sim_a) SIM_RAW { kernel(sim_a...); }, arguments)
//
// The arguments are evaluated once and copied, as CUDA does; each simulated thread then calls the kernel
// with copies of its own.
#ifndef SIM_LAUNCH_H
#define SIM_LAUNCH_H

#include "api.h"
#include "qualifiers.h"

struct sim_config {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    SIM_RAW sim_config(dim3 grid_, dim3 block_, size_t shared_ = 0, cudaStream_t stream_ = 0)
        : grid(grid_), block(block_), shared(shared_), stream(stream_) {}
};

// Runs call(arguments) once for every thread of the grid. Never fails by itself: errors wait in
// cudaGetLastError(), as on a real device. `pc`: return address of the launch in the student's code.
extern "C" void sim_launch_grid(const char *kernel, const unsigned grid[3], const unsigned block[3],
                                size_t shared, void (*call)(void *arguments), void *arguments, void *pc);

// A launch in a macro's body: the kernel's name after the macro's parameters have been replaced.
#define SIM_KERNEL_NAME(...) #__VA_ARGS__

template <class Kernel, class... Arguments>
SIM_RAW __attribute__((noinline)) void sim_launch(const sim_config &config, const char *name, Kernel kernel,
                                                  Arguments... arguments) {
    auto thread = [=]() SIM_RAW { kernel(arguments...); };
    const unsigned grid[3] = {config.grid.x, config.grid.y, config.grid.z};
    const unsigned block[3] = {config.block.x, config.block.y, config.block.z};
    sim_launch_grid(
        name, grid, block, config.shared,
        [](void *closure) SIM_RAW { (*static_cast<decltype(thread) *>(closure))(); }, &thread,
        __builtin_return_address(0));
}

#endif
