// The translator: declarations with __shared__.
#include "translate_check.h"

#define SHARED(k, declaration) "struct sim_shared_" #k " { " declaration "; };"
#define NAMED(k, name)         " SIM_SHARED(sim_shared_" #k ", " name ")"
#define DYNAMIC(k, name)       " SIM_DYNAMIC_SHARED(sim_shared_" #k ", " name ")"
#define SHARED_INT_X           SHARED(1, "int x") NAMED(1, "x")

static void in_function(const char *declaration, const char *expected) {
    char source[1000], wanted[1000];
    snprintf(source, sizeof(source), "void f() { %s }", declaration);
    snprintf(wanted, sizeof(wanted), "void f() { %s }", expected);
    check(source, wanted);
}

static void test_shared(void **state) {
    (void)state;
    in_function("__shared__ int x;", SHARED_INT_X);
    in_function("__shared__ volatile float a[N][33], b;",
                SHARED(1, "volatile float a[N][33], b") NAMED(1, "a") NAMED(1, "b"));
    in_function("static __shared__ int x;", SHARED_INT_X);
    in_function("__shared__ static int x;", SHARED_INT_X);
    in_function("__device__ __shared__ int x;", SHARED_INT_X);
    in_function("int __shared__ x;", SHARED_INT_X);
    in_function("volatile __shared__ int x[3];", SHARED(1, "volatile int x[3]") NAMED(1, "x"));
    in_function("__shared__ __align__(16) T x[(2 + 3) * n[4]];",
                SHARED(1, "__align__(16) T x[(2 + 3) * n[4]]") NAMED(1, "x"));
    in_function("__align__(16) __shared__ T x;", SHARED(1, "__align__(16) T x") NAMED(1, "x"));
    in_function("[[maybe_unused]] alignas(8) __shared__ T x;",
                SHARED(1, "[[maybe_unused]] alignas(8) T x") NAMED(1, "x"));
    in_function("__attribute__((unused)) __shared__ T x __attribute__((aligned(16)));",
                SHARED(1, "__attribute__((unused)) T x __attribute__((aligned(16)))") NAMED(1, "x"));
    in_function("__shared__ typename A<T,int>::B x;", SHARED(1, "typename A<T,int>::B x") NAMED(1, "x"));
    in_function("typename A<T>::B __shared__ x;", SHARED(1, "typename A<T>::B x") NAMED(1, "x"));
    in_function("__shared__ A<B<int>> a, b[2];", SHARED(1, "A<B<int>> a, b[2]") NAMED(1, "a") NAMED(1, "b"));
    in_function("__shared__ A<(N > 2), N + 1> x;", SHARED(1, "A<(N > 2), N + 1> x") NAMED(1, "x"));
    in_function("__shared__ decltype(f(1)) x;", SHARED(1, "decltype(f(1)) x") NAMED(1, "x"));
    in_function("__shared__ float *p, (*q)[3], *const r;",
                SHARED(1, "float *p, (*q)[3], *const r") NAMED(1, "p") NAMED(1, "q") NAMED(1, "r"));
    in_function("__shared__ void (*f)(int, int);", SHARED(1, "void (*f)(int, int)") NAMED(1, "f"));
    in_function("__shared__ struct { int x, y; } a[4];",
                SHARED(1, "struct { int x, y; } a[4]") NAMED(1, "a"));
    in_function("__shared__ struct point : base<int> { int x; } p;",
                SHARED(1, "struct point : base<int> { int x; } p") NAMED(1, "p"));
    in_function("__shared__ struct point p;", SHARED(1, "struct point p") NAMED(1, "p"));
    in_function("__shared__ TYPE(float, 3) x;", SHARED(1, "TYPE(float, 3) x") NAMED(1, "x"));
    in_function("__shared__ ::a::b x;", SHARED(1, "::a::b x") NAMED(1, "x"));
    in_function("if (a) { __shared__ int x; } else { __shared__ int y; }",
                "if (a) { " SHARED_INT_X " } else { " SHARED(2, "int y") NAMED(2, "y") " }");
    in_function("auto g = [&] { __shared__ int x; };", "auto g = [&] { " SHARED_INT_X " };");
    in_function("case 1: __shared__ int x;", "case 1: " SHARED_INT_X);
}

static void test_shared_lines(void **state) {
    (void)state;
    in_function("__shared__ // a\n int /* b\n */ x[2 *\r\n 3] // c\n ; // d",
                "struct sim_shared_1 { // a\n int /* b\n */ x[2 *\r\n 3] // c\n ; }; "
                "SIM_SHARED(sim_shared_1, x) // d");
    in_function("sta\\\ntic __sh\\\r\nared__\\\n int x\\\ny;",
                "struct sim_shared_1 { \\\n\\\r\n\\\n int x\\\ny; }; SIM_SHARED(sim_shared_1, xy)");
    check("__dev\\\nice__ int x;", "SIM_DEVICE_VARIABLE\\\n int x; SIM_DEVICE_GAP");
    in_function("__shared__\nint x;", "struct sim_shared_1 { \nint x; }; SIM_SHARED(sim_shared_1, x)");
}

static void test_dynamic_shared(void **state) {
    (void)state;
    in_function("extern __shared__ T a[];", SHARED(1, "T a[1]") DYNAMIC(1, "a"));
    in_function("extern __shared__ __align__(16) unsigned char a[ ];",
                SHARED(1, "__align__(16) unsigned char a[1 ]") DYNAMIC(1, "a"));
    in_function("__shared__ extern float a[][33];", SHARED(1, "float a[1][33]") DYNAMIC(1, "a"));
    in_function("extern __shared__ T a[], b[64];",
                SHARED(1, "T a[1], b[64]") DYNAMIC(1, "a") DYNAMIC(1, "b"));
}

static void test_shared_captures(void **state) {
    (void)state;
    in_function("__shared__ int x; auto f = [=](int i) { return x + i; };",
                SHARED_INT_X " auto f = [= SIM_COMMA &x](int i) { return x + i; };");
    in_function(
        "__shared__ int x; f([] { x = 1; }, [n] { return n; }, [&] { x = 2; }, [&n]() -> int { return x; });",
        SHARED_INT_X
        " f([&x] { x = 1; }, [n] { return n; }, [&] { x = 2; }, [&n SIM_COMMA &x]() -> int { return x; });");
    in_function("{ __shared__ int x; a[x] = b[0][x]; } f([] { x = 1; });",
                "{ " SHARED_INT_X " a[x] = b[0][x]; } f([] { x = 1; });");
}

static void test_shared_scopes(void **state) {
    (void)state;
    const char global[] = SHARED(1, "int x") " SIM_SHARED_GLOBAL(sim_shared_1, x)";
    check("__shared__ int x;", global);
    check("extern __shared__ int x[];", SHARED(1, "int x[1]") " SIM_DYNAMIC_SHARED_GLOBAL(sim_shared_1, x)");
    check("namespace a { namespace { __shared__ int x; } }",
          "namespace a { namespace { " SHARED(1, "int x") " SIM_SHARED_GLOBAL(sim_shared_1, x) } }");
    check("extern \"C\" { __shared__ int x; }",
          "extern \"C\" { " SHARED(1, "int x") " SIM_SHARED_GLOBAL(sim_shared_1, x) }");
    check(
        "__shared__ int x; int f() { return x; } __global__ void k(int *p) { p->x = 1; x = p[0]; }",
        SHARED(
            1,
            "int x") " SIM_SHARED_GLOBAL(sim_shared_1, x) int f() { return x; } "
                     "__global__ void k(int *p) { SIM_SHARED_USE(sim_shared_1, x) { p->x = 1; x = p[0]; }}");
    check("__shared__ int x; __device__ a f(a y) { x = 1; return y; }", // what is opened last is closed first
          SHARED(1, "int x") " SIM_SHARED_GLOBAL(sim_shared_1, x) SIM_INLINED __device__ a f(a y) { "
                             "SIM_BODY([&](a y) -> a){ SIM_SHARED_USE(sim_shared_1, x) { x = 1; return y; "
                             "}}SIM_BODY_END(y) }");
    check("__shared__ int x; __device__ void f(int x) { x = 1; } __device__ int g(a *p) { return p->x + "
          "a::x; }",
          SHARED(1, "int x") " SIM_SHARED_GLOBAL(sim_shared_1, x) __device__ void f(int x) { x = 1; } "
                             "__device__ int g(a *p) { return p->x + a::x; }");
    check("struct a f() { __shared__ int x; }", "struct a f() { " SHARED_INT_X " }");
    check("struct a { void f() { __shared__ int x; } };", "struct a { void f() { " SHARED_INT_X " } };");
    check("template <class T> void f() { __shared__ int x; }",
          "template <class T> void f() { " SHARED_INT_X " }");
    check("namespace a\n#define A\n{ using namespace b; void f() { __shared__ int x; } __device__ int y; }",
          "namespace a\n#define A\n{ using namespace b; void f() { " SHARED_INT_X
          " } SIM_DEVICE_VARIABLE int y; SIM_DEVICE_GAP }");
    check("void f() {\n#define A (\n__shared__ int x; }", "void f() {\n#define A (\n" SHARED_INT_X " }");
    check("#define A(x) while (0)\nstruct a { __shared__ int x; };",
          "#define A(x) while (0)\nstruct a { __shared__ int x; };");
    // Both branches open the same brace.
    check("#ifdef A\nvoid f() {\n#else\nvoid g() {\n#endif\n__shared__ int x; }\n__device__ int y;",
          "#ifdef A\nvoid f() {\n#else\nvoid g() {\n#endif\n" SHARED_INT_X
          " }\nSIM_DEVICE_VARIABLE int y; SIM_DEVICE_GAP");
    unchanged("template <class T> struct alignas(16) a : b<(1 > 2)> { __shared__ int x; };");
    unchanged("enum class a : int { b };");
    unchanged("void f(__shared__ int *p, int __shared__ *q) {}");
    unchanged("void f() { g((__shared__ int *)p); }");
    unchanged("typedef __shared__ int *p;");
    unchanged("using p = __shared__ int *;");
    unchanged("void f() { int *__shared__ p; int *a __shared__ p; }");
    unchanged("A<__shared__ int> x;");
}

static void test_shared_macros(void **state) {
    (void)state;
    check("#define A __shared__ int x; // c\n",
          "#define A struct sim_shared_1_##x { int x; }; SIM_SHARED(sim_shared_1_##x, x) // c\n");
    check("#define A(T, n) \\\n __shared__ T n[3] // c\n",
          "#define A(T, n) \\\n struct sim_shared_1_##n { T n[3]; }; SIM_SHARED(sim_shared_1_##n, n) // c\n");
    unchanged(
        "#define __shared__ x\n#undef __shared__\n#ifdef __shared__\n#endif\n#pragma x __shared__ int y;\n");
}

static void test_shared_errors(void **state) {
    (void)state;
    check("void f() { __shared__ typename A::B\n x; }",
          "void f() { struct sim_shared_1 { typename A::B\n x; }; SIM_SHARED(sim_shared_1, x) }");
    fails("\nvoid f() {\n __shared__ int x = 0; }", 3, "cannot have an initializer");
    fails("void f() { __shared__ int a, b{1}; }", 1, "cannot have an initializer");
    fails("void f() { __shared__ int a(1); }", 1, "cannot have an initializer");
    fails("void f() {\n __shared__ unsigned int\n x = 0; }", 2, "cannot have an initializer");
    fails("void f() {\n __shared__ const pair\n x = {0}; }", 2, "cannot have an initializer");
    fails("void f() {\n __shared__ int x\n x = 0; }", 2, "a ; is missing");
    fails("void f() {\n __shared__ int x\n if (y) x = 0; }", 2, "a ; is missing");
    fails("void f() {\n __shared__ int a, x[2]\n x[0] = 0; }", 2, "a ; is missing");
    fails("void f() {\n __shared__ struct pair x\n __syncthreads(); }", 2, "a ; is missing");
    fails("void f() { __shared__\n int a[]; }", 2, "has no size");
    fails("void f() { __shared__ int a }", 1, "cannot read this __shared__ declaration");
    fails("void f() { __shared__; }", 1, "cannot read this __shared__ declaration");
    fails("void f() { __shared__", 1, "cannot read this __shared__ declaration");
    fails("void f() { __shared__ int x[", 1, "cannot read this __shared__ declaration");
    fails("#define A __shared__ int x )\n", 1, "cannot read this __shared__ declaration");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared),         cmocka_unit_test(test_shared_lines),
        cmocka_unit_test(test_dynamic_shared), cmocka_unit_test(test_shared_captures),
        cmocka_unit_test(test_shared_scopes),  cmocka_unit_test(test_shared_macros),
        cmocka_unit_test(test_shared_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
