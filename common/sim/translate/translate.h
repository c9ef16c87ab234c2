// Translates a CUDA source to plain C++ for the simulated GPU.
//
// It rewrites only code that a C++ compiler cannot parse or that the simulator must see:
//
//     kernel<T><<<grid, block>>>(a)   sim_launch(sim_config(grid, block), "kernel<T>",
//                                                sim_kernel_of(SIM_KERNEL(..., kernel<T>), ...), a)
//     __shared__ int a[N], b;         struct sim_shared_1 { int a[N], b; };
//                                     SIM_SHARED(sim_shared_1, a) SIM_SHARED(sim_shared_1, b)
//     extern __shared__ int a[];      struct sim_shared_2 { int a[1]; }; SIM_DYNAMIC_SHARED(sim_shared_2, a)
//     __device__ int a;               SIM_DEVICE_VARIABLE int a;
//     __device__ T f(T a) { x }       SIM_INLINED __device__ T f(T a) { SIM_BODY([&](T a) -> T)
//                                     { x }SIM_BODY_END(a) }
//
//     old = *address; ... atomicCAS(address, ...)
//                                     old = sim_compared(*address); ...
//
// __device__, __constant__ and __managed__ variables are rewritten only at file scope. by_value.c and lines.c
// explain the rewriting of functions. A launch with a literal 0 or NULL among its arguments gets
// SIM_CALL_ZERO and SIM_ZERO. kernel.c and include.c explain the rewriting of kernels and of #include.
//
// Everything else remains unchanged, byte for byte, and keeps its line. What comes after a rewritten place keeps its
// column, too, by a `#line` and blanks, except in directives. conditionals.c renumbers the lines behind text that the
// preprocessor skips. In a macro's body the kernel's name is
// SIM_KERNEL_NAME(kernel<T>), in which the preprocessor replaces the macro's parameters. Shared variables at file scope
// become SIM_SHARED_GLOBAL and SIM_DYNAMIC_SHARED_GLOBAL.
//
// Text between #if 0 and its end, and words that a macro produces, are not rewritten. macros.c explains the
// exceptions.
//
// To rewrite something else, add a file like device.c, and a line in translate.c.
#ifndef LABS_TRANSLATE_H
#define LABS_TRANSLATE_H

#include <stddef.h>

struct translation {
    char *text; // NULL after an error
    size_t length;
    int error_line;  // in the source; 0: the error has no line
    char error[240]; // what is wrong and what to do
};

// Translates `length` bytes. The result begins with `#line 1 "line_name"`. Returns 0, or -1 with the error.
// In both cases translation_free releases what *translation holds.
int translate(const char *source, size_t length, const char *line_name, struct translation *translation);

// The same, for a source that may use macros of the program's own headers. `headers`: their text.
int translate_with(const char *headers, const char *source, size_t length, const char *line_name,
                   struct translation *translation);

void translation_free(struct translation *translation);

#endif
