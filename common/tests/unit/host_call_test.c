// The translator refuses calls of host code in kernels, as nvcc does, and no others.
#include "translate_check.h"

#define HOST "static int both(int a, int b) { return a + b; }\n"
#define CALL "__global__ void k(int *p) { p[0] = both(p[1], p[2]); }\n"
#define REFUSE                                                                                               \
    "both() is host code, which nvcc does not let a kernel call: write __device__ before it, where it is "

static void test_refused(void **state) {
    (void)state;
    fails(HOST CALL, 2, REFUSE "defined in line 1");
    fails("\n" CALL HOST, 2, REFUSE "defined in line 3");
    fails(HOST "__device__ int f(int a) {\n return both(a, a); }", 3, REFUSE);
    fails(HOST "template <typename T> __global__ void k(T *p) {\n\n *p = 2 * both(1, 2); }", 4, REFUSE);
    fails("template <int N> int both(int a) { return a; }\n__global__ void k(int *p) { *p = both<3>(*p); }",
          2, REFUSE);
    fails("namespace { " HOST "}\nextern \"C\" { " CALL "}", 3, REFUSE);
    fails("constexpr int both(int a, int b) { return a; }\n" CALL, 2,
          REFUSE); // without --expt-relaxed-constexpr
    fails(HOST "__global__ void __launch_bounds__(256) k(int *p) { if (p) return; else both(1, 2); }", 2,
          REFUSE);
    fails("int both(int a, int b);\n" HOST CALL, 3, REFUSE "defined in line 2");
    fails("#if A\n#define B 1\n#endif\n" HOST "struct pair { int a, b; };\nint x[3] = {1, 2};\n" CALL, 7,
          REFUSE);
    fails("__global__ void k(int *p) { *p = std::min(p[0], 2); }", 1, "std::min() is host code");
    fails("__global__ void k(int *p) { std::sort(p, p + 2); }", 1, "docs/cuda-surface.md");
}

static void test_let_go(void **state) {
    (void)state;
    unchanged("__device__ " HOST CALL);
    unchanged("__host__ __device__ " HOST CALL);
    unchanged("__device__ int both(int a, int b);\n" HOST CALL); // its words come together
    unchanged(
        "__device__ int both(float a) { return 1; }\n" HOST CALL); // which one it is, the compiler knows
    unchanged(HOST "__host__ __device__ int f(int a) { return both(a, a); }"); // to nvcc a warning
    unchanged(HOST
              "int f(int a) { return both(a, a); }\n__global__ void k(int *p) { p[0] = f_of_lab_h(p[1]); }");
    unchanged("int both(int a, int b);\n" CALL); // may be defined elsewhere
    unchanged(CALL);                             // in lab.h
    unchanged("#define DEVICE static __device__\nDEVICE int both(int a, int b) { return a; }\n" CALL);
    check(
        HOST "__global__ void k(int *p) { auto both = [](int a, int b) { p[a] = b; }; both(1, 2); }", HOST
        "__global__ void k(int *p) { auto both = [](int a, int b) { p[a] = b; }; SIM_CALLEE(both)(1, 2); }");
    check(HOST "__global__ void k(int (*f)(int), map both) { p[0] = both(1, 2); }",
          HOST "__global__ void k(int (*f)(int), map both) { p[0] = SIM_CALLEE(both)(1, 2); }");
    check(HOST "__global__ void k(int *p, map *both) { p[0] = both(1, 2); }",
          HOST "__global__ void k(int *p, map *both) { p[0] = SIM_CALLEE(both)(1, 2); }");
    unchanged(
        HOST
        "__global__ void k(point p) { p.both(1, 2); (&p)->both(1, 2); point::both(1, 2); int both = 3; }");
    unchanged(HOST "__global__ void k(int *p) { int both[3]; p[0] = both[1]; }");
    unchanged("struct a { int both(int x) { return x; } };\n" CALL);
    unchanged("__global__ void k(int *p) { *p = std::abs(p[0]) + std::move(p[1]) + my::min(p[0], 2) + min(3, "
              "p[1]); }");
    unchanged("#if 0\n" HOST "#endif\n" CALL);
    unchanged("int both(");
    unchanged("__global__ void k(int *p) { both(");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refused), cmocka_unit_test(test_let_go)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
