// What the translator refuses or adds in a kernel's definition, and its treatment of #include.
#include "translate_check.h"

static void test_result(void **state) {
    (void)state;
#define NOTHING "a kernel returns nothing: its type must be void"
    fails("__global__ int k(int *p) { return 1; }", 1, NOTHING);
    fails("template <class T>\n__global__ static unsigned long k(T *p) { return 1; }", 2, NOTHING);
    fails("__global__ float *k(float *p) { return p; }", 1, NOTHING);
    fails("__global__ void *k(float *p) { return p; }", 1, NOTHING);
    fails("extern \"C\" { __global__ float4 k(int *p); }", 1, NOTHING);
    fails("#define KERNEL extern \"C\" __global__\nKERNEL int k(int *p) { return 1; }", 2, NOTHING);
    unchanged("template <int N> __global__ void k(int *p) {}");
    unchanged("__global__ static inline void k(int *p) {}");
    unchanged("#define KERNEL __global__ void\nKERNEL k(int *p) {}");
    unchanged("template <class T> __global__ std::enable_if_t<sizeof(T) == 4, void> k(T *p) {}");
    unchanged("__device__ int f(int *p) { return 1; }");
    // A use of a macro without `;` ends before a directive.
    unchanged(
        "#define K(name) __global__ void name##_k(int *p) { *p = 1; }\nK(a)\n#define KERNEL __global__\n"
        "__device__ int f(int *p) { return 1; }");
}

static void test_parameters(void **state) {
    (void)state;
#define REFERENCE "a kernel's parameter cannot be a reference"
    fails("__global__ void k(int &a) { a = 1; }", 1, REFERENCE);
    fails("template <class T>\n__global__ void k(T *p,\n const T &a) {}", 3, REFERENCE);
    fails("__global__ void k(int (&a)[3]);", 1, REFERENCE);
    unchanged("__global__ void k(int *p, void (*f)(int &), functor<int &> g, int n = sizeof(int[3 & 2])) {}");
    unchanged("__device__ void f(int &a) { a = 1; }");
}

static void test_heap(void **state) {
    (void)state;
#define HEAP "in a kernel: the simulated GPU has no heap for kernels"
    fails("__global__ void k(int *p) {\n int *a = new int[3]; }", 2, "new " HEAP);
    fails("__device__ void f(int *p) { delete[] p; }", 1, "delete " HEAP);
    fails("__device__ int *f() { return (int *)malloc(12); }", 1, "malloc " HEAP);
    fails("__device__ void f(int *p) { free(p); }", 1, "free " HEAP);
    unchanged("__global__ void k(point *p) { new (p) point(1, 2); p->free(1); p->malloc = 2; }");
    unchanged("int *f() { free(malloc(2)); delete new int; return new int[3]; }");
    unchanged("__host__ __device__ int *f() { return new int; }");
}

static void test_variable_length(void **state) {
    (void)state;
    check("__global__ void k(int *p, int n) { int a[n]; *a = 1; }",
          "__global__ void k(int *p, int n) { SIM_NO_VARIABLE_LENGTH int a[n]; *a = 1; } SIM_ANY_LENGTH");
    check("__host__ __device__ int f(int n) { int a[2 * n]; return *a; }",
          "__host__ __device__ int f(int n) { SIM_NO_VARIABLE_LENGTH int a[2 * n]; return *a; "
          "} SIM_ANY_LENGTH");
    // The compiler reports the `;` that is missing before the `}`, as if nothing had been inserted.
    check("__global__ void k(int *p, int n) { *p = 2 * p[n] }",
          "__global__ void k(int *p, int n) { SIM_NO_VARIABLE_LENGTH *p = 2 * p[n] } SIM_ANY_LENGTH");
    unchanged("__global__ void k(int *p, int n) { int a[3]; *a = p[n]; }");
    unchanged("int f(int n) { int a[n]; return a[0]; }");
}

static void test_bounds(void **state) {
    (void)state;
    check("__global__ void __launch_bounds__(128) k(int *p) { *p = 1; }",
          "__global__ void __launch_bounds__(128) k(int *p) { SIM_BOUNDS(128) *p = 1; }");
    check("template <int N> __launch_bounds__(N *\n 2, 1) __global__ void k(int *p) {}",
          "template <int N> __launch_bounds__(N *\n 2, 1) __global__ void k(int *p) { SIM_BOUNDS(N * 2, 1)}");
    unchanged("__global__ void __launch_bounds__(128) k(int *p);");
}

static void test_address(void **state) {
    (void)state;
#define KERNEL "__global__ void k(int *p) {}\n"
    check(KERNEL "int f() { return g((const void *)k, 1); }",
          KERNEL "int f() { return g(SIM_KERNEL_ADDRESS(k), 1); }");
    check(KERNEL "void *p = (void *)&k;", KERNEL "void *p = SIM_KERNEL_ADDRESS(k);");
    check(KERNEL "const void *p = reinterpret_cast<const void *>(k);",
          KERNEL "const void *p = SIM_KERNEL_ADDRESS(k);");
    check("template <int N> __global__ void k(int *p) {}\nvoid *p = (void *)\n k<3>;",
          "template <int N> __global__ void k(int *p) {}\nvoid *p = SIM_KERNEL_ADDRESS(\nk<3>);");
    unchanged(KERNEL "int f(int *q) { return g((void *)q, (void **)k, (int *)k, (k)); }");
    check("int f(F g) { return cudaLaunchKernel((const void *)g, 1, 2, (void **)a); }",
          "int f(F g) { return cudaLaunchKernel(SIM_KERNEL_ADDRESS(g), 1, 2, (void **)a); }");
    check("int f(F &g) { return cudaLaunchKernel(reinterpret_cast<const void *>(&g), 1, 2, a); }",
          "int f(F &g) { return cudaLaunchKernel(SIM_KERNEL_ADDRESS(&g), 1, 2, a); }");
    check("int f() { return cudaLaunchKernel((void *)(s[i].g<1, 2>), 1, 2, (void *)a); }",
          "int f() { return cudaLaunchKernel(SIM_KERNEL_ADDRESS((s[i].g<1, 2>)), 1, 2, (void *)a); }");
    check("int f() { return cudaLaunchKernel((void *)n::g<1, 2>, 1); }",
          "int f() { return cudaLaunchKernel(SIM_KERNEL_ADDRESS(n::g<1, 2>), 1); }");
}

static void test_global_scope(void **state) {
    (void)state;
    check("__global__ void k() { ::__syncthreads(); if (a) b(); else ::__syncthreads(); }",
          "__global__ void k() { __syncthreads(); if (a) b(); else __syncthreads(); }");
    unchanged("__device__ void k() { n::__syncthreads(); a<b>::__syncthreads(); ::__syncwarp(); }");
}

static void test_include(void **state) {
    (void)state;
    check("#include <thrust/sort.h> // sorts\n",
          "#error \"<thrust/sort.h>: the simulated GPU has no Thrust: "
          "use cudaMalloc, cudaMemcpy and your own kernel\" // sorts\n");
    // The `#line` between the two is left out here.
    check("#  include \\\n <cuda/std/array>\n", "#  include <sim/library.h>#include <array>\\\n\n");
    check("#include <driver_types.h>\n", "#include <cuda_runtime.h>\n");
    check("#if 0\n#include <cub/cub.cuh>\n#endif\n", "#if 0\n#include <cub/cub.cuh>\n#endif\n");
    unchanged("#include <stdio.h>\n#include \"lab.h\"\n#include <cuda_runtime.h>\n#include <cuda/atomic>\n"
              "#include <cuda/cmath>\n#include <cuda/functional>\n#include <cuda/std/bit>\n");
    unchanged(
        "#include <cooperative_groups/reduce.h>\n#include HEADER\n#include <\n#include \"\"\n#include\n");
}

// The read that comes before an atomicCAS of the same word.
static void test_compared(void **state) {
    (void)state;
#define COMPARED(begin, read, end)                                                                           \
    check("__device__ void f(float *a, float x) { " begin read end " }",                                     \
          "__device__ void f(float *a, float x) { " begin "sim_compared(" read ")" end " }")
    COMPARED("int *b = (int *)a, old = ", "*b",
             ", was; do old = atomicCAS(b, was = old, 1); while (old != was);");
    COMPARED("int old = __float_as_int(", "*a", "); x = atomicCAS((int *)a, old, 1);");
    COMPARED("int old = 0; old = (int)", "a[0]", "; x = atomicCAS(reinterpret_cast<int *>(a), old, 1);");
    COMPARED("float old = ", "a[i + 1]", "; x = atomicCAS((int *)&a[i + 1], 1, 2);");
    COMPARED("int old = static_cast<int>(", "p->count", "); x = atomicCAS(&p->count, old, 2);");
    unchanged("__device__ void f(int *a) { while (*a == 0) { } x = atomicCAS(a, 0, 1); }");
    unchanged("__device__ void f(int *a) { if (*a) return; *a = 1; b = 2 **a; c = *a + 1; x = atomicCAS(a, "
              "0, 1); }");
    unchanged("__device__ void f(int *a) { b = a[1]; c = *d; e = &*a; x = atomicCAS(a, 0, 1); }");
    unchanged("void f(int *a) { int old = *a; x = atomicCAS(a, old, 1); }");
    unchanged("__device__ void f(int *a) { int old = *a; x = atomicCAS_block(a, old, 1); }");
}

// Assignments to elements whose value is used.
static void test_chains(void **state) {
    (void)state;
#define IN_KERNEL(code) "__global__ void f(int *a) { " code " }"
#define LINK(element, value, operation)                                                                      \
    "({ auto &sim_l = " element " ; __typeof__(sim_l) sim_v = " operation "(" value                          \
    "); sim_l = sim_v; sim_v; })"
    check(IN_KERNEL("a[0] = a[1] = 3;"), IN_KERNEL("a[0] = " LINK("a[1]", " 3", "") ";"));
    check(IN_KERNEL("int b = p.a[i + 1] = c ? 1 : 2, d = 1;"),
          IN_KERNEL("int b = " LINK("p.a[(sim_at<decltype(sim_member_of(p.a)), 0>(\"p.a\",i + 1))]",
                                    " c ? 1 : 2", "") ", d = 1;"));
    check(IN_KERNEL("b += *q = f(1, 2);"), IN_KERNEL("b += " LINK("*q", " f(1, 2)", "") ";"));
    check(IN_KERNEL("b <<= a[1] += 1;"), IN_KERNEL("b <<= " LINK("a[1]", " 1", "sim_l +") ";"));
    check(IN_KERNEL("b = a[1] >>= 1;"), IN_KERNEL("b = " LINK("a[1]", " 1", "sim_l >>") ";"));
    check(IN_KERNEL("b = *(a + 1) = 2;"), IN_KERNEL("b = " LINK("*(a + 1)", " 2", "") ";"));
    check(IN_KERNEL("b = a[1] = n::f(2);"), IN_KERNEL("b = " LINK("a[1]", " n::f(2)", "") ";"));
    check(IN_KERNEL("a[0] = a[1] = a[2] = 0;"),
          IN_KERNEL("a[0] = " LINK("a[1]", " " LINK("a[2]", " 0", ""), "") ";"));
    unchanged(IN_KERNEL(
        "a[0] = b = 3; a[1] += a[2]; b = a[1] == 3; b = a[1] <= 3; c = s.x = 1; t = a[i] = {1, 2};"));
    unchanged("void f(int *a) { a[0] = a[1] = 3; }");
}

// Indexes of chosen arrays.
static void test_chosen(void **state) {
    (void)state;
    check("int f(int i) { return (i % 2 ? a : b)[i / 2]; }",
          "int f(int i) { return (SIM_CHOSEN(i % 2 ? a : b))[i / 2]; }");
    check("int i = (int)((c ? f<1, 2>() : b))[i >> 1];",
          "int i = (int)((SIM_CHOSEN(c ? f<1, 2>() : b)))[i >> 1];");
    check("#define HALF(i) (i) / 2\nint i = -(c ? a : b)[HALF (2)];",
          "#define HALF(i) (i) / 2\nint i = -(SIM_CHOSEN(c ? a : b))[HALF (2)];");
    check("int i = (c ? a : b)[(c ? d : e)[i % 2]];",
          "int i = (SIM_CHOSEN(c ? a : b))[(SIM_CHOSEN(c ? d : e))[i % 2]];");
    check("#define OLD ((c ? a : b))\n#define NEW(i) (c ? b : a)\nNEW(i)[i % 2] = OLD[i / 2];",
          "#define OLD ((SIM_CHOSEN(c ? a : b)))\n#define NEW(i) (SIM_CHOSEN(c ? b : a))\n"
          "NEW(i)[i % 2] = OLD[i / 2];");
    unchanged("#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define OLD (c ? a : b)\nint i = OLD[i + 1] + "
              "MAX(1, 2);");
    unchanged("int i = (c ? a : b)[i + 1] + (a)[i / 2] + f(c ? a : b)[i / 2] + (0, c ? a : b)[i / 2];");
    unchanged("void f(int i) { if (c ? a : b) [&]() { i /= 2; }(); assert((c ? a : b)[i / 2]); }");
    unchanged("void f(int i) { i = i ? 1 : 2; assert }");
}

// Additions whose old value is not used.
static void test_unused(void **state) {
    (void)state;
#define UNUSED(begin, call, end)                                                                             \
    check("__global__ void f(int *a) { " begin call end " }",                                                \
          "__global__ void f(int *a) { " begin call ", sim_result_unused()" end " }")
    UNUSED("", "atomicAdd(a, 1)", ";");
    UNUSED("int i = 0; if (i < 2) ", "atomicSub(a + i, (1, 2))", "; else i = 1;");
    UNUSED("for (;;) { ", "atomicAdd_system(a, 1)", "; }");
    UNUSED("if (*a) { } else ", "atomicAdd(a, atomicAdd(a, 1))", ";");
    UNUSED("", "atomicCAS(a, 1, 2)", ";");
    UNUSED("", "atomicCAS_block(a, 1, 2)", ";");
    unchanged("__global__ void f(int *a) { int b = atomicCAS(a, 1, 2); if (atomicCAS(a, b, 2) == b) { } }");
    unchanged("__global__ void f(int *a) { int b = atomicAdd(a, 1); b = (int)atomicAdd(a, 1); }");
    unchanged("__global__ void f(int *a) { if (atomicAdd(a, 1) == 2) { } a[atomicAdd(a, 1)] = 1; }");
    unchanged("__device__ int f(int *a) { atomicMax(a, 1); return atomicAdd(a, 1); }");
    unchanged("__global__ void f(int *a) { atomicAdd(a, 1) + 1; atomicAdd_block(a, 1); }");
    unchanged("void f(int *a) { atomicAdd(a, 1); }");
}

// Checks of launches whose error is not used.
static void test_unused_error(void **state) {
    (void)state;
#define UNUSED_ERROR(begin, call, end)                                                                       \
    check("void f(void) { " begin call end, "void f(void) { " begin call ", sim_error_unused()" end)
    UNUSED_ERROR("", "cudaPeekAtLastError()", "; }");
    UNUSED_ERROR("for (;;) ", "cudaGetLastError()", "; }");
    UNUSED_ERROR("[] { ", "cudaLaunchKernel(f, dim3(1), dim3(2), 0)", "; }(); }");
    UNUSED_ERROR("cudaError_t e; if (1) e = ", "cudaGetLastError()", "; (void)e; }");
    check("void f(void) { const cudaError_t e = cudaGetLastError(); }",
          "void f(void) { const cudaError_t e = cudaGetLastError(); sim_error_unused(); }");
    check("void f(void) { auto e = cudaGetLastError(); { cudaError_t e; e = 0; } }",
          "void f(void) { auto e = cudaGetLastError(); sim_error_unused(); { cudaError_t e; e = 0; } }");
    check("int f(void) { cudaError_t e = cudaGetLastError(); e = cudaDeviceSynchronize(); return e; }",
          "int f(void) { cudaError_t e = cudaGetLastError(); sim_error_unused(); e = "
          "cudaDeviceSynchronize(); return e; }");
    UNUSED_ERROR("int e = 0; e |= ", "cudaGetLastError()", "; (void)e; }");
    UNUSED_ERROR("(void)", "cudaGetLastError()", "; }");
    UNUSED_ERROR("if (1) ", "cudaGetLastError() == cudaSuccess", "; }");
    UNUSED_ERROR("static_cast<void>(", "cudaGetLastError())", "; }");
    UNUSED_ERROR("cudaGetErrorString(", "cudaGetLastError())", "; }");
    check("void f(void) { bool bad = cudaGetLastError() != cudaSuccess; }",
          "void f(void) { bool bad = cudaGetLastError() != cudaSuccess; sim_error_unused(); }");
    unchanged("int f(void) { cudaError_t e = cudaGetLastError(); if (e) { return 1; } e = g(); return e; }");
    unchanged("int f(void) { cudaError_t e = cudaGetLastError(); e = g(e); return e; }");
    unchanged("int f(void) { int e = 0; for (;;) { if (e) { break; } e = cudaGetLastError(); } }");
    unchanged("int f(void) { bool ok = true; ok = ok && cudaGetLastError() == cudaSuccess; return ok; }");
    unchanged("void f(void) { cudaError_t e; while ((e = cudaGetLastError()) != cudaSuccess) { g(e); } }");
    unchanged(
        "void f(void) { s.e = cudaGetLastError(); p[1] = cudaGetLastError(); g = cudaGetLastError(); }");
    unchanged("void f(void) { cudaGetLastError() == cudaSuccess || die(); bool b = g(cudaGetLastError()); }");
    unchanged(
        "void f(void) { std::cout << cudaGetErrorString(cudaGetLastError()); puts(t[cudaGetLastError()]); }");
    unchanged("cudaError_t f(void) { return cudaGetLastError(); }");
    unchanged("#define DIE if (e) { die(); }\nvoid f(void) { cudaError_t e = cudaGetLastError(); DIE }");
    unchanged("void f(void) { const auto e = cudaGetLastError(); g([=] { return e; }); }");
    unchanged("void f(void) { if (cudaGetLastError() != 0) { abort(); } CHECK(cudaGetLastError()); }");
    unchanged("int e; void f(void) { e = cudaGetLastError(); cudaError_t d = cudaGetLastError(); if (d) "
              "abort(); }");
    unchanged("void f(void) { for (cudaError_t e = cudaGetLastError(); ;) { } }");
    unchanged("void f(void) { cudaDeviceSynchronize(); } __global__ void g(void) { cudaGetLastError(); }");
}

// Checks of launches that do nothing with the error.
static void test_idle_error(void **state) {
    (void)state;
    check("void f(void) { if (cudaGetLastError() != 0) { } }",
          "void f(void) { if (cudaGetLastError() != 0) { } sim_error_unused(); }");
    check("void f(void) { for (;;) if (1 && (cudaPeekAtLastError())); }",
          "void f(void) { for (;;) if (1 && (cudaPeekAtLastError())); sim_error_unused(); }");
    check("void f(void) { cudaError_t e = cudaGetLastError(); if (a[e] && e) {} }",
          "void f(void) { cudaError_t e = cudaGetLastError(); sim_error_unused(); if (a[e] && e) {} }");
    check("void f(void) { cudaError_t e; e = cudaGetLastError(); if (!e) ; }",
          "void f(void) { cudaError_t e; e = cudaGetLastError(), sim_error_unused(); if (!e) ; }");
    unchanged("void f(void) { if (cudaGetLastError() == 0) { } else { abort(); } }");
    unchanged("void f(void) { if (failed(cudaGetLastError())) { } }");
    unchanged("void f(void) { while (cudaGetLastError() != 0) { } }");
    unchanged("void f(void) { cudaError_t e = cudaGetLastError(); if (e) { } if (e) abort(); }");
    unchanged("int f(void) { cudaError_t e; if ((e = cudaGetLastError()) != 0) { } return e; }");
}

// Variables without a value.
static void test_unset(void **state) {
    (void)state;
    check("__global__ void f(int *a) { bool b; if (*a) b = true; }",
          "__global__ void f(int *a) { bool b; SIM_UNSET(b); if (*a) b = true; }");
    check("void f(void) { unsigned long long a, b; { size_t c; g(a, b, c); } }",
          "void f(void) { unsigned long long a, b; SIM_UNSET(a); SIM_UNSET(b); "
          "{ size_t c; SIM_UNSET(c); g(a, b, c); } }");
    unchanged("void f(void) { int unused; { unsigned a, b; } }");
    unchanged("void f(void) { int a = 1, b; static int c; int *d; int e[2]; extern int g; long h(int); }");
    unchanged("void f(void) { struct { bool a; int b; } c; union u { float a; int b; }; for (int i;;) { } }");
    unchanged("bool a; struct s { int b; }; template <class T> struct t { unsigned c; };");
}

// Variables whose addresses host code gives to a copy.
static void test_whole(void **state) {
    (void)state;
    check("void f(void) { cudaMemcpy(&a, b, sizeof(a), c); }",
          "void f(void) { cudaMemcpy(sim_whole(a), b, sizeof(a), c); }");
    check(
        "void f(void) { cudaMemcpyToSymbol(a, &b, sizeof(b)); cudaMemcpyAsync(a, &b, 4, c, s); }",
        "void f(void) { cudaMemcpyToSymbol(a, sim_whole(b), sizeof(b)); cudaMemcpyAsync(a, sim_whole(b), 4, "
        "c, s); }");
    // What may be a macro gets the text as it is.
    check("void f(void) { g(); CHECK(cudaMemcpy(&a, b, 4, c)); }",
          "void f(void) { g(); sim_whole(a); CHECK(cudaMemcpy(&a, b, 4, c)); }");
    check("void f(void) { if (g) { CHECK(1, (h(b), cudaMemcpy(&a, &b, 4, c))); } }",
          "void f(void) { if (g) { sim_whole(a); sim_whole(b); CHECK(1, (h(b), cudaMemcpy(&a, &b, 4, c))); } "
          "}");
    check("void f(void) { if (g) CHECK(cudaMemcpy(&a, b, 4, c)); else h(); }",
          "void f(void) { if (g) CHECK(cudaMemcpy(sim_whole(a), b, 4, c)); else h(); }");
    check("void f(void) { for (g(); CHECK(cudaMemcpy(&a, b, 4, c)); h()) { } }",
          "void f(void) { for (g(); CHECK(cudaMemcpy(sim_whole(a), b, 4, c)); h()) { } }");
    check("void f(void) { int e = CHECK(cudaMemcpy(&a, b, 4, c)); return CHECK(cudaMemcpy(&a, b, 4, c)); }",
          "void f(void) { int e = CHECK(cudaMemcpy(sim_whole(a), b, 4, c)); return "
          "CHECK(cudaMemcpy(sim_whole(a), b, 4, c)); }");
    unchanged("void f(void) { cudaMemcpy(&a[1], &b->c, n, d); cudaMemcpy(a, (void *)&b, n & m, d); }");
    unchanged("void f(void) { cudaMalloc(&a, n); g(&a); cudaMemcpy(h(&a, 1), b, n, d); }");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_result),       cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_heap),         cmocka_unit_test(test_compared),
        cmocka_unit_test(test_chains),       cmocka_unit_test(test_chosen),
        cmocka_unit_test(test_unused),       cmocka_unit_test(test_idle_error),
        cmocka_unit_test(test_unused_error), cmocka_unit_test(test_unset),
        cmocka_unit_test(test_whole),        cmocka_unit_test(test_variable_length),
        cmocka_unit_test(test_bounds),       cmocka_unit_test(test_address),
        cmocka_unit_test(test_global_scope), cmocka_unit_test(test_include)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
