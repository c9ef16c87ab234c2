// The translator's launches: kernel<<<grid, block>>>(arguments).
#include "translate_check.h"

// The call's bracket is where <<< was (test_column).
#define check(source, expected) check_without_blanks(source, expected, "sim_launch")
#define KERNEL(name)            "sim_kernel_of(SIM_KERNEL(" name "), [&](auto, auto... sim_a) SIM_RAW_INLINE { SIM_CALL"
#define CALL(name)              KERNEL(name) "(" name "(sim_hand(sim_a)...), sim_done(sim_a...)) }, 0)"
#define VALUE(config, name)                                                                                  \
    "sim_launch(sim_config(" config "), \"" name "\", SIM_KERNEL_VALUE(SIM_CALL(sim_k(sim_a...)), " name ")"
#define LAUNCH(config, name)       "sim_launch(sim_config(" config "), \"" name "\", " CALL(name)
#define MACRO_LAUNCH(config, name) "sim_launch(sim_config(" config "), SIM_KERNEL_NAME(" name "), " CALL(name)

static void test_plain(void **state) {
    (void)state;
    check("k<<<1, 2>>>(a, b);", LAUNCH("1, 2", "k") ", a, b);");
    check("k<<<1, 2>>>();", LAUNCH("1, 2", "k") ");");
    check("k <<< 1, 2 >>> ( /* none */ );", LAUNCH(" 1, 2 ", "k") " /* none */ );");
    check("k<<<grid, dim3(2, 2), 4 * sizeof(int), s>>>(f(a, (b)), c[1]);",
          LAUNCH("grid, dim3(2, 2), 4 * sizeof(int), s", "k") ", f(a, (b)), c[1]);");
    check("if (a < b) k<<<a >> 1, b << 2>>>(c > d); else k<<<1, 1>>>();",
          "if (a < b) " LAUNCH("a >> 1, b << 2", "k") ", c > d); else " LAUNCH("1, 1", "k") ");");
    check("CHECK((k<<<1, 2>>>(a)));", "CHECK((" LAUNCH("1, 2", "k") ", a)));");
    check("return k<<<1, 2>>>();", "return " LAUNCH("1, 2", "k") ");");
    check("k<<\\\n<1, 2>\\\n>>(a)", "sim_launch(\nsim_config(1, 2), \"k\", " CALL("k") "\n, a)");
}

// A literal 0 is a pointer or a number, depending on the kernel's parameter.
static void test_zeros(void **state) {
    (void)state;
#define ZERO_LAUNCH(name) "sim_launch(sim_config(1, 2), \"k\", " KERNEL(name) "_ZERO(" name ") }, 0)"
    check("k<<<1, 2>>>(0)", ZERO_LAUNCH("k") ", SIM_ZERO)");
    check("(*k)<<<1, 2>>>(0)",
          "sim_launch(sim_config(1, 2), \"(*k)\", SIM_KERNEL_VALUE(SIM_CALL_ZERO(sim_k), (*k)), SIM_ZERO)");
    check("k<<<1, 2>>>(a, NULL, f(0, 0), 0 , n)", ZERO_LAUNCH("k") ", a, SIM_ZERO, f(0, 0), SIM_ZERO , n)");
    check("k<<<1, 2>>>((int *)0, 00, 0u, 1 + 0, f(0), {0, 1}, nullptr)",
          LAUNCH("1, 2", "k") ", (int *)0, 00, 0u, 1 + 0, f(0), {0, 1}, nullptr)");
}

static void test_names(void **state) {
    (void)state;
    check("a::b<int>::c<<<1, 2>>>(x)", LAUNCH("1, 2", "a::b<int>::c") ", x)");
    check("return ::a::k<<<1, 2>>>(x)", "return " LAUNCH("1, 2", "::a::k") ", x)");
    check("a :: k <<<1, 2>>>(x)", LAUNCH("1, 2", "a :: k") ", x)");
    check("T::template k<int><<<1, 2>>>(x)", LAUNCH("1, 2", "T::template k<int>") ", x)");
    check("tab[i + 1][j].k<<<1, 2>>>(x)", VALUE("1, 2", "tab[i + 1][j].k") ", x)");
    check("p->k<<<1, 2>>>(x)", VALUE("1, 2", "p->k") ", x)");
    check("ker\\\nnel<<<1, 2>>>(x)", "sim_launch(\nsim_config(1, 2), \"kernel\", " CALL("kernel") ", x)");
    check("k<'\"', '\\\\'><<<1, 2>>>(x)",
          "sim_launch(sim_config(1, 2), \"k<'\\042', '\\134\\134'>\", " CALL("k<'\"', '\\\\'>") ", x)");
}

// An expression is evaluated once, before the launch.
static void test_expressions(void **state) {
    (void)state;
    check("(k)<<<1, 2>>>(x)", LAUNCH("1, 2", "(k)") ", x)");
    check("((k<T, 2>))<<<1, 2>>>(x)", LAUNCH("1, 2", "((k<T, 2>))") ", x)");
    check("(*k)<<<1, 2>>>(x)", VALUE("1, 2", "(*k)") ", x)");
    check("(c ? k : j)<<<1, 2>>>(x)", VALUE("1, 2", "(c ? k : j)") ", x)");
    check("f(x)<<<1, 2>>>(x)", VALUE("1, 2", "f(x)") ", x)");
    check("f()(x)<<<1, 2>>>(x)", VALUE("1, 2", "f()(x)") ", x)");
    check("std::get<0>(t)<<<1, 2>>>(x)", VALUE("1, 2", "std::get<0>(t)") ", x)");
    check("f(a, b).k<<<1, 2>>>(x)", VALUE("1, 2", "f(a, b).k") ", x)");
    check("(*p).t[1]<<<1, 2>>>(x)", VALUE("1, 2", "(*p).t[1]") ", x)");
    check("static_cast<void (*)(int)>(k)<<<1, 2>>>(x)",
          VALUE("1, 2", "static_cast<void (*)(int)>(k)") ", x)");
    check("return (k)<<<1, 2>>>(x)", "return " LAUNCH("1, 2", "(k)") ", x)");
    check("if (a) (*k)<<<1, 2>>>(x); else (k)<<<1, 2>>>(x)",
          "if (a) " VALUE("1, 2", "(*k)") ", x); else " LAUNCH("1, 2", "(k)") ", x)");
    check("while (a) f(b)<<<1, 2>>>(x);", "while (a) " VALUE("1, 2", "f(b)") ", x);");
    check("if constexpr (a) (*k)<<<1, 2>>>(x);", "if constexpr (a) " VALUE("1, 2", "(*k)") ", x);");
    check("{ } (k)<<<1, 2>>>(x)", "{ } " LAUNCH("1, 2", "(k)") ", x)");
    check("k<<<1, 2>>>(x); (k)<<<1, 2>>>(x)", LAUNCH("1, 2", "k") ", x); " LAUNCH("1, 2", "(k)") ", x)");
    check("#define RUN(k) (*k)<<<1, 2>>>()",
          "#define RUN(k) sim_launch(sim_config(1, 2), SIM_KERNEL_NAME((*k)), "
          "SIM_KERNEL_VALUE(SIM_CALL(sim_k(sim_a...)), (*k)))");
}

static void test_templates(void **state) {
    (void)state;
    check("k<T><<<1, 2>>>(x)", LAUNCH("1, 2", "k<T>") ", x)");
    check("k<vec<int>><<<1, 2>>>(x)", LAUNCH("1, 2", "k<vec<int>>") ", x)");
    check("k<vec<vec<int>>><<<1, 2>>>(x)", LAUNCH("1, 2", "k<vec<vec<int>>>") ", x)");
    check("k<(N > 2)><<<1, 2>>>(x)", LAUNCH("1, 2", "k<(N > 2)>") ", x)");
    check("k<N << 3, (M >> 1)><<<1, 2>>>(x)", LAUNCH("1, 2", "k<N << 3, (M >> 1)>") ", x)");
    check("k<N <= 3, &a::b><<<1, 2>>>(x)", LAUNCH("1, 2", "k<N <= 3, &a::b>") ", x)");
    check("k<decltype(p->x)><<<1, 2>>>(x)", LAUNCH("1, 2", "k<decltype(p->x)>") ", x)");
    check("a < b ? 0 : k<T><<<1, 2>>>(x)", "a < b ? 0 : " LAUNCH("1, 2", "k<T>") ", x)");
    check("k<<<v<v<v<1>>>::n, 2>>>(x)", LAUNCH("v<v<v<1>>>::n, 2", "k") ", x)");
    check("k<<<1, v<v<2>>>>>(x)", LAUNCH("1, v<v<2>>", "k") ", x)");
    check("k<<<1, v<2>>>>(x)", LAUNCH("1, v<2>", "k") ", x)");
    check("k << <1, 2 >> >(x)", LAUNCH("1, 2 ", "k") ", x)"); // as Visual Studio formats it
    check("k<T> << < f(a >> 1), 2 > >> (x)", LAUNCH(" f(a >> 1), 2 ", "k<T>") ", x)");
    check("k<<<f<g<h<1>>>(0), 2>>>(x)", LAUNCH("f<g<h<1>>>(0), 2", "k") ", x)");
    check("k<<<n < 3 ? 1 : 2, 4>>>(x)", LAUNCH("n < 3 ? 1 : 2, 4", "k") ", x)");
    check("k<<<a < 1 && b < 2 && c < 3>>>(x)", LAUNCH("a < 1 && b < 2 && c < 3", "k") ", x)");
}

static void test_nested(void **state) {
    (void)state;
    check("k<<<1, 2>>>(f([&] { return j<<<3, 4>>>(); }))",
          LAUNCH("1, 2", "k") ", f([&] { return " LAUNCH("3, 4", "j") "); }))");
    check("k<<<f([] { j<<<3, 4>>>(a); return 1; }), dim3{1, 2}>>>(x)",
          LAUNCH("f([] { " LAUNCH("3, 4", "j") ", a); return 1; }), dim3{1, 2}", "k") ", x)");
    check("k<<<1, 2>>>(R\"(>>>()\", \">>>(\", '(' /* ) */, ')')",
          LAUNCH("1, 2", "k") ", R\"(>>>()\", \">>>(\", '(' /* ) */, ')')");
    check("k<<<sizeof(\")>>>(\"), /* >>>( */ 2>>>(x)", LAUNCH("sizeof(\")>>>(\"), /* >>>( */ 2", "k") ", x)");
}

static void test_lines(void **state) {
    (void)state;
    check("k<<<1, // grid\n 2 /* a\n */>>>(a,\n b);\nc",
          LAUNCH("1, // grid\n 2 /* a\n */", "k") ", a,\n b);\nc");
    check("a::\n k<int, // a\n 2> /*\n*/ <<<1, 2>>>\n (\nx)",
          "sim_launch(\n\n\nsim_config(1, 2), \"a:: k<int, 2>\", " CALL("a:: k<int, 2>") "\n, \nx)");
    check("a::\r\nk<<<1,\r\n2>>>(x);\r\n",
          "sim_launch(\r\nsim_config(1,\r\n2), \"a:: k\", " CALL("a:: k") ", x);\r\n");
    check("k<<<\n#if A\n 1\n#else\n 2\n#endif\n, 3>>>(x)",
          LAUNCH("\n#if A\n 1\n#else\n 2\n#endif\n, 3", "k") ", x)");
}

static void test_macros(void **state) {
    (void)state;
    check("#define RUN(x) k<T><<<1, 2>>>(x)\n", "#define RUN(x) " MACRO_LAUNCH("1, 2", "k<T>") ", x)\n");
    check("#define RUN k<<<1, 2>>>()", "#define RUN " MACRO_LAUNCH("1, 2", "k") ")");
    check("#define RUN(op) reduce_##op##_k<<<1, 2>>>(#op)",
          "#define RUN(op) " MACRO_LAUNCH("1, 2", "reduce_##op##_k") ", #op)");
    check("#define RUN(k, ...) k<<<1, 2>>>(__VA_ARGS__)",
          "#define RUN(k, ...) " MACRO_LAUNCH("1, 2", "k") ", ##__VA_ARGS__)");
    check("#define RUN a:: \\\n k<<<1, \\\n 2>>> \\\n (x)\nb",
          "#define RUN sim_launch(\\\nsim_config(1, \\\n 2), "
          "SIM_KERNEL_NAME(a:: k), " CALL("a:: k") "\\\n, x)\nb");
    unchanged("#define CONFIG(k) <<<1, 2>>>(k)\n");
    // Brackets opened in a macro's body do not affect the code after it.
    check("#define OPEN ( {\nk<<<1, 2>>>(x)\n#define CLOSE } )\n",
          "#define OPEN ( {\n" LAUNCH("1, 2", "k") ", x)\n#define CLOSE } )\n");
}

// Macros that are or end with a launch configuration, as for Visual Studio's editor.
static void test_configuration_macros(void **state) {
    (void)state;
#define ARGS   "#define ARGS(grid, block) <<< grid, block >>>\n"
#define ANY    "#define ANY(...) <<<__VA_ARGS__>>>\n"
#define NONE   "#define NONE() <<<1, \\\n 2>>>\n"
#define CONFIG "#define CONFIG /* a */ <<<1, 2>>> // b\n"
#define RUN_OF "#define RUN_OF(op, grid, ...) reduce_##op <<<grid, ## __VA_ARGS__>>>\n"
    check(ARGS "k ARGS(1, f(2, 3))(x);", ARGS LAUNCH(" 1, f(2, 3) ", "k") ", x);");
    check(ARGS "k<T> ARGS(\n1, // a\n2\n) (x);\ny", ARGS LAUNCH(" 1, 2 ", "k<T>") "\n\n\n, x);\ny");
    check(ANY "k ANY(1, 2, f(3, 4))();", ANY LAUNCH("1, 2, f(3, 4)", "k") ");");
    check(NONE "k NONE()(x);", NONE LAUNCH("1, 2", "k") ", x);");
    check(CONFIG "k CONFIG (x);", CONFIG LAUNCH("1, 2", "k") ", x);");
    check(RUN_OF "RUN_OF( sum , 1, 2)(x);", RUN_OF LAUNCH("1,2", "reduce_sum") ", x);");
    check(RUN_OF "RUN_OF(sum, g)(x);", RUN_OF LAUNCH("g", "reduce_sum") ", x);");
    check(ARGS "#define RUN(k) k ARGS(1, \\\n 2)(x)\nb",
          ARGS "#define RUN(k) " MACRO_LAUNCH(" 1, 2 ", "k") "\\\n, x)\nb");
    check("#ifdef __INTELLISENSE__\n#define ARGS(grid, block)\n#else\n" ARGS "#endif\nk ARGS(1, 2)(x);",
          "#ifdef __INTELLISENSE__\n#define ARGS(grid, block)\n#else\n" ARGS
          "#endif\n" LAUNCH(" 1, 2 ", "k") ", x);");
#define WITH "#define WITH(kernel, args) kernel<<<1, 2>>> args\n"
    check(WITH "WITH(k, (a, b));", WITH LAUNCH("1, 2", "k") ", a, b);");
    unchanged(ARGS "int ARGS; f(ARGS); a.ARGS(1); // ARGS(1, 2)\n#ifdef ARGS\n#undef ARGS\n#endif\n");
    unchanged("#define LESS(a, b) a << b\n#define SHIFT(a) <<< a\nint x = LESS(1, 2);");
    unchanged(ARGS "ARGS(1, 2");
    unchanged("#define");
    unchanged("#define ARGS(");
    unchanged("#define ARGS(a, b) <<<");
    fails(ARGS "\nk ARGS(1, 2) x;", 3, "this launch does not end");
}

// The compiler's debug information has the bracket's column, which a report shows in the student's line.
static void test_column(void **state) {
    (void)state;
    (check)("modulo_kernel<<<1, 2>>>(a);",
            "sim_launch   (sim_config(1, 2), \"modulo_kernel\", " CALL("modulo_kernel") ", a);");
    (check)("ten_bytes_<<<1, 2>>>(a);", LAUNCH("1, 2", "ten_bytes_") ", a);");
    (check)("k<<<1, 2>>>(a);", LAUNCH("1, 2", "k") ", a);");
}

static void test_no_launch(void **state) {
    (void)state;
    unchanged("a << b; a <<= 1; a >> b >>> c; x<y<z<1>>> v;");
    unchanged("// k<<<1, 2>>>(x)\n/* k<<<1, 2>>>(x) */ \"k<<<1, 2>>>(x)\" R\"(k<<<1, 2>>>(x))\" '<<<'");
    unchanged("// a\\\nk<<<1, 2>>>(x)\n");
    unchanged("<<<1, 2>>>(x)");
    unchanged("if (k) <<<1, 2>>>(x)");
    unchanged("x.operator()<<<1, 2>>>(x)");
    unchanged("out.operator<<<T>(x); template <> a &operator<<<T>(a &);");
    unchanged("a < < < b");
    unchanged("3<<<1");
    unchanged("#if k<<<1\n#error k<<<1\n#include <k<<<1>\n#endif\n");
}

static void test_errors(void **state) {
    (void)state;
    fails("\nk<<<1, 2;\n", 2, "does not end");
    fails("k<<<1, 2>>>;", 1, "does not end");
    fails("k<<<1, 2>>> x(1);", 1, "does not end");
    fails("k<<<1, 2)>>>(x)", 1, "does not end");
    fails("k<<<", 1, "does not end");
    fails("k<<<1, (2>>>(x);", 1, "does not end");
    fails("k<<<j<<<1, 2>>>(x), 3>>>(y)", 1, "does not end");
    fails("k<<<1, 2\n>>>(x;", 2, "')' after this launch's arguments is missing");
    fails("\n#define A k<<<1, 2\n>>>(x)", 2, "does not end");
    fails("[&] { return k; }()<<<1, 2>>>(x)", 1, "plain name");
    fails("f[j<<<1, 2>>>(x)](0)<<<1, 2>>>(x)", 1, "plain name");
    fails("t[j<<<1, 2>>>(x)].k<<<1, 2>>>(x)", 1, "plain name");
    fails("k<\n#if A\n1\n#endif\n><<<1, 2>>>(x)", 5, "preprocessor directive");
    fails("k<f(R\"(a\n)\")><<<1, 2>>>(x)", 2, "string of several lines");
    fails("t[[] { __shared__ int x; return 0; }()]<<<1, 2>>>(x)", 1, "overlap");
}

// A launch in the arguments of a macro, which its commas separate.
static void test_macro_arguments(void **state) {
    (void)state;
#define TIME "#define TIME(name, code) { code; }\n"
#define FAIL                                                                                                 \
    "the commas of this launch separate arguments of the macro TIME, which takes 2: put the launch in"
    fails(TIME "void f() {\n TIME(\"k\", k<<<1, 2>>>(a)); }", 3, FAIL);
    fails(TIME "void f() { TIME(\"k\", { if (a) { k<1, 2><<<n>>>(a); } }); }", 2, FAIL);
    fails("#define RUN(code) \\\n code\nvoid f() { RUN(k<<<1, 2>>>(a)); }", 3, "RUN, which takes 1");
    accepted(TIME "void f() { TIME(\"k\", (k<<<1, 2>>>(a, b))); }");
    accepted(TIME "void f() { TIME(k, k<<<n>>>(a, b)); g(k<<<1, 2>>>(a)); }");
    accepted("#define TIME(...) __VA_ARGS__\nvoid f() { TIME(k<<<1, 2>>>(a)); }");
    accepted("#ifdef A\n#define RUN(a) a\n#else\n#define RUN(a, b) a, b\n#endif\nvoid f() { RUN(k<<<1, "
             "2>>>(a)); }");
    accepted("#define TIME (1)\nvoid f() { if (TIME) k<<<1, 2>>>(a); }");
}

static void test_no_kernel(void **state) {
    (void)state;
#define NO_KERNEL(qualifier) "\n" qualifier "void k(int *p) { *p = 1; }\nvoid f(int *p) { k<<<1, 2>>>(p); }"
    fails(NO_KERNEL(""), 3,
          "k is not a kernel, so it cannot be launched: write __global__ before its definition in line 2");
    fails(NO_KERNEL("__device__ "), 3, "write __global__ instead of __device__ in its definition in line 2");
    fails("template <class T> void k(T *p) { *p = 1; }\nvoid f(int *p) { ::k<int><<<1, 2>>>(p); }", 2,
          "k is not a kernel");
    accepted(NO_KERNEL("__global__ "));
    accepted("__global__ void k(int *p);\nvoid f(int *p) { k<<<1, 2>>>(p); }\n__global__ void k(int *p) { }");
    accepted("#define KERNEL __global__\nKERNEL void k(int *p) { }\nvoid f(int *p) { k<<<1, 2>>>(p); }");
    accepted("void k() { }\nvoid f(void (*k)(int *), int *p) { k<<<1, 2>>>(p); }");
    accepted("void k() { }\nvoid f(int *p) { auto k = g(); k<<<1, 2>>>(p); a.k<<<1, 2>>>(p); }");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain),
                                       cmocka_unit_test(test_zeros),
                                       cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_expressions),
                                       cmocka_unit_test(test_templates),
                                       cmocka_unit_test(test_nested),
                                       cmocka_unit_test(test_lines),
                                       cmocka_unit_test(test_macros),
                                       cmocka_unit_test(test_configuration_macros),
                                       cmocka_unit_test(test_macro_arguments),
                                       cmocka_unit_test(test_column),
                                       cmocka_unit_test(test_no_launch),
                                       cmocka_unit_test(test_no_kernel),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
