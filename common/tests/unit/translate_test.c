// The translator: what it rewrites and what it leaves unchanged. launch_test.c tests launches, shared_test.c
// __shared__.
#include "preprocessed.h"
#include "translate_check.h"

static void test_line_directive(void **state) {
    (void)state;
    struct translation translation;
    assert_int_equal(translate("a", 1, "/a \"b\"\\c\n\xC3\xA4.cu", &translation), 0);
    const char expected[] = "#line 1 \"/a \\042b\\042\\134c\\012\xC3\xA4.cu\"\na";
    assert_int_equal(translation.length, strlen(expected));
    assert_memory_equal(translation.text, expected, translation.length);
    translation_free(&translation);
    // A byte order mark remains first in the file.
    assert_int_equal(translate("\xEF\xBB\xBF#if", 6, "x", &translation), 0);
    assert_int_equal(translation.length, 18);
    assert_memory_equal(translation.text, "\xEF\xBB\xBF#line 1 \"x\"\n#if", 18);
    translation_free(&translation);
}

static void test_reserved_words(void **state) {
    (void)state;
    fails("\n__attribute__((no_sanitize(\"thread\"))) void f() {}", 2, "would hide this code");
    fails("__attribute__((__no_sanitize_thread__)) void f() {}", 1, "would hide this code");
    fails("#pragma clang attribute push(__attribute__((no_sanitize(\"thread\"))), apply_to = function)", 1,
          "would hide this code");
    fails("SIM_RAW void f() {}", 1, "'SIM_RAW' belongs to the simulated GPU");
    fails("#define f __tsan_read4\n", 1, "'__tsan_read4' belongs to the simulated GPU");
    fails("void f() __attribute__((alias(\"__tsan_read4\")));", 1, "'alias' would hide this code");
    fails("const char *name = \"__tsan_read4\";", 1, "belongs to the simulated GPU");
    fails("void f() { __asm__(\"nop\"); }", 1, "assembly would hide");
    fails("void f() { __asm__(\"\" : \"=m\"(x)); }", 1, "assembly would hide");
    fails("void f() { __asm__(\"\"", 1, "assembly would hide");
    // A line may continue anywhere in a name.
    fails("__attribute__((no_sani\\\ntize(\"thread\"))) void f() {}", 1, "would hide this code");
    fails("SI\\\nM_RAW void f() {}", 1, "belongs to the simulated GPU");
    fails("#undef asm\nvoid f() { asm(\"nop\"); }", 1, "assembly would hide");
    fails("#define asm __foo\n", 1, "assembly would hide");
    fails("__attribute__((section(\".text\\nsyscall\\n#\"))) void f() {}", 1,
          "'section' would hide this code");
    fails("[[using gnu: unused, __alias__(\"g\")]] void f();", 1, "'__alias__' would hide this code");
    fails("[[\n gnu::target(\"avx2\")]] void f();", 2, "'target' would hide this code");
    fails("int f(int *p) { return __builtin_ia32_loaddqu(p)[0]; }", 1, "would hide this code");
    fails("extern \"C\" char __start_sim_bss[];", 1, "belongs to the simulated GPU");
    fails("extern \"C\" void sim_combined();", 1, "belongs to the simulated GPU");
    fails("[[gnu::optimize(\"O3\")]] void f();", 1, "'optimize' would hide this code");
    fails("\n#pragma GCC optimize(\"O3\")\n", 2, "this #pragma would change");
    fails("#pragma redefine_extname f read\n", 1, "this #pragma would change");
    fails("# 7 \"/usr/include/stdio.h\" 1 3\n", 1, "write #line instead");
    unchanged("#pragma unroll\n#pragma GCC diagnostic push\n#pragma pack(1)\nint optimize, weak;");
    unchanged("int section, a[3], b = a[section], target(int), c = target(a[a[section]]), sim_step;");
    unchanged(
        "[[maybe_unused]] int naked, undef, alias(int), __attribute__((aligned(8))) d = alias((naked));");
    unchanged("int SIMPLE, no_sanity, tsan_, simulated; // SIM_RAW, no_sanitize, __asm__");
}

static void test_qualifier_macros(void **state) {
    (void)state;
#define DYNAMIC_WORD "#define SHARED extern __shared__\n"
#define DEVICE_WORD  "#define DEVICE static __device__\n"
    check(DEVICE_WORD "DEVICE int x;", DEVICE_WORD "static SIM_DEVICE_VARIABLE int x; SIM_DEVICE_GAP");
    check(DEVICE_WORD "DEVICE int f(int a);", DEVICE_WORD "static __device__ int f(int a);");
    check("#define TABLE __constant__\nTABLE int t[2];",
          "#define TABLE __constant__\nSIM_CONSTANT_VARIABLE int t[2]; SIM_CONSTANT_GAP");
    check("#define COUNTER(name) __device__ unsigned name\nCOUNTER(d_b);",
          "#define COUNTER(name) __device__ unsigned name\nSIM_DEVICE_VARIABLE unsigned d_b; SIM_DEVICE_GAP");
    check("#define TABLE(T, name, n) __constant__ T name[n]\nTABLE(int, c_t, 4);",
          "#define TABLE(T, name, n) __constant__ T name[n]\nSIM_CONSTANT_VARIABLE int c_t[4]; "
          "SIM_CONSTANT_GAP");
    check(DYNAMIC_WORD "void f() { SHARED int a[]; }",
          "#define SHARED \nvoid f() { struct sim_shared_1 { int "
          "a[1]; }; SIM_DYNAMIC_SHARED(sim_shared_1, a) }");
    check("#define NEW(T, a) __shared__ T a\nvoid f() { NEW(int, b[2][3]); NEW(int, c); }",
          "#define NEW(T, a) struct sim_shared_1_##a { T a; }; SIM_SHARED(sim_shared_1_##a, a)\nvoid f() { "
          "struct sim_shared_2 { int b[2][3]; }; SIM_SHARED(sim_shared_2, b) NEW(int, c); }");
    unchanged("#define HD __host__ __device__\nHD int f(int a);"); // may be empty elsewhere
    unchanged("#define ALIGNED __align__(16)\nALIGNED int x;");
}

static void check_with(const char *headers, const char *source, const char *expected) {
    struct translation translation;
    assert_int_equal(translate_with(headers, source, strlen(source), "x", &translation), 0);
    char *text = strndup(translation.text, translation.length);
    remove_places(text);
    assert_string_equal(text, expected);
    free(text);
    translation_free(&translation);
}

static void test_header_macros(void **state) {
    (void)state;
    check_with("#define COUNTER(name) __device__ unsigned name", "COUNTER(d_b);",
               "#line 1 \"x\"\nSIM_DEVICE_VARIABLE unsigned d_b; SIM_DEVICE_GAP");
    check_with("#define DEVICE __device__", "DEVICE int x;",
               "#line 1 \"x\"\nSIM_DEVICE_VARIABLE int x; SIM_DEVICE_GAP");
    check_with("#define TABLE __constant__\n#define HD __host__ __device__\nTABLE int u[2];",
               "TABLE int t[2];\nHD int f(int);",
               "#line 1 \"x\"\nSIM_CONSTANT_VARIABLE int t[2]; SIM_CONSTANT_GAP\nHD int f(int);");
    check_with("#define ADD(a) { f(a); }\n", "__global__ void k(int *d) { if (d)\nADD(d)\n}",
               "#line 1 \"x\"\n__global__ void k(int *d) { if (d)\nADD(d)\n}");
    check_with("/* not closed", "int DEVICE;", "#line 1 \"x\"\nint DEVICE;");
}

static void test_brace_macros(void **state) {
    (void)state;
    check("#define BEGIN {\n#define END }\nvoid f() BEGIN __shared__ int a; END",
          "#define BEGIN {\n#define END }\n"
          "void f() { struct sim_shared_1 { int a; }; SIM_SHARED(sim_shared_1, a) }");
    unchanged("#define BLOCK {}\n#define OPEN() {\nvoid f() BLOCK void g() OPEN() }");
}

static void test_device_variables(void **state) {
    (void)state;
    check("__device__ int x;", "SIM_DEVICE_VARIABLE int x; SIM_DEVICE_GAP");
    check("static __device__ unsigned int x = 0, y;",
          "static SIM_DEVICE_VARIABLE unsigned int x = 0, y; SIM_DEVICE_GAP");
    check("__constant__ float c[3] = {1, 2};", "SIM_CONSTANT_VARIABLE float c[3] = {1, 2}; SIM_CONSTANT_GAP");
    check("template <class T> __device__ T x;",
          "template <class T> SIM_DEVICE_VARIABLE T x; SIM_DEVICE_GAP SIM_VARIABLE_TEMPLATE");
    check("template <> __constant__ int c<3>[2] = {1};",
          "template <> SIM_CONSTANT_VARIABLE int c<3>[2] = {1}; SIM_CONSTANT_GAP");
    check("__managed__ int m{3};", "SIM_MANAGED_VARIABLE int m{3}; SIM_MANAGED_GAP");
    check("__device__ __constant__ float c[3];", "SIM_CONSTANT_VARIABLE float c[3]; SIM_CONSTANT_GAP");
    check("__managed__ __device__ int m;", "SIM_MANAGED_VARIABLE int m; SIM_MANAGED_GAP");
    check("__device__ __align__(16) float x;", "SIM_DEVICE_VARIABLE __align__(16) float x; SIM_DEVICE_GAP");
    check("alignas(16) __device__ float x;", "alignas(16) SIM_DEVICE_VARIABLE float x; SIM_DEVICE_GAP");
    check("__device__ __attribute__((aligned(8))) A<f(1)> x;",
          "SIM_DEVICE_VARIABLE __attribute__((aligned(8))) A<f(1)> x; SIM_DEVICE_GAP");
    check("__device__ decltype(f(1)) x;", "SIM_DEVICE_VARIABLE decltype(f(1)) x; SIM_DEVICE_GAP");
    check("__device__ int (*table[2])(int);",
          "SIM_DEVICE_VARIABLE_FUNCTION int (*table[2])(int); SIM_DEVICE_GAP");
    check("__device__ struct point { int x; } p;",
          "SIM_DEVICE_VARIABLE struct point { int x; } p; SIM_DEVICE_GAP");
    check("__device__ int *p, &q = *p;", "SIM_DEVICE_VARIABLE int *p, &q = *p; SIM_DEVICE_GAP");
    // A constant is in its section as a variable, or stays one for the compiler to compute with.
    check("__constant__ const float c[3] = {1, 2};",
          "SIM_CONSTANT_VARIABLE static float c[3] = {1, 2}; SIM_CONSTANT_GAP");
    check("static const __device__ point p = {1, 2};",
          "static SIM_DEVICE_VARIABLE point p = {1, 2}; SIM_DEVICE_GAP");
    check("__device__ constexpr int a[2] = {1};",
          "SIM_DEVICE_VARIABLE static int a[2] = {1}; SIM_DEVICE_GAP");
    check("__device__ const char *const p[1] = {s};",
          "SIM_DEVICE_VARIABLE static const char *p[1] = {s}; SIM_DEVICE_GAP");
    check("__device__ const char *p = s;", "SIM_DEVICE_VARIABLE const char *p = s; SIM_DEVICE_GAP");
    check("__device__ const A<const int> p = s;",
          "SIM_DEVICE_VARIABLE static A<const int> p = s; SIM_DEVICE_GAP");
    check("__device__ int (*const f[])(int) = {g};",
          "SIM_DEVICE_VARIABLE_FUNCTION static int (*f[])(int) = {g}; SIM_DEVICE_GAP");
    check("__device__ const int (*f)(int) = g;",
          "SIM_DEVICE_VARIABLE_FUNCTION const int (*f)(int) = g; SIM_DEVICE_GAP");
    check("__device__ const float pi = 3;", "SIM_DEVICE_VARIABLE static float pi = 3; SIM_DEVICE_GAP");
    check("__device__ const unsigned int n = 3;", "const unsigned int n = 3;");
    check("__device__ constexpr float pi = 3;", "constexpr float pi = 3;");
    check("__device__ int &r = x;", "SIM_DEVICE_VARIABLE int &r = x; SIM_DEVICE_GAP");
    check("__device__ int x(3);", "SIM_DEVICE_VARIABLE int x(3); SIM_DEVICE_GAP");
    check("extern \"C\" __device__ int x;", "extern \"C\" SIM_DEVICE_VARIABLE int x; SIM_DEVICE_GAP");
    check("namespace a { __device__ int x; }", "namespace a { SIM_DEVICE_VARIABLE int x; SIM_DEVICE_GAP }");
    check("__device__ auto f = [] __device__ (int a) { return a; };",
          "SIM_DEVICE_VARIABLE auto f = [] __device__ (int a) SIM_INLINED { SIM_BODY([&](int a)){ return a; "
          "}SIM_BODY_END(a) }; SIM_DEVICE_GAP");
    check("constexpr bool b = N < 3;\n__device__ int x;",
          "constexpr bool b = N < 3;\nSIM_DEVICE_VARIABLE int x; SIM_DEVICE_GAP");
}

static void test_device_functions(void **state) {
    (void)state;
    unchanged("__device__ int f();");
    unchanged("__host__ __device__ __forceinline__ int f(int a = 3) { return a; }");
    unchanged("__device__ __launch_bounds__(256) void f() {}");
    unchanged("__device__ A<int>::B *f(int *a) { int b[3]; return *b = *a; }");
    unchanged("__device__ bool operator==(a x, a y);");
    unchanged("__device__ int a::operator[](int i) { return 0; }");
    unchanged("template <> __device__ void f<3>(int a) {}");
    unchanged("__device__ a::~a() {}");
    unchanged("__device__ auto f() -> int { return 3; }");
    unchanged("struct a { __device__ int f() const; __device__ a() : x{1} {} };");
    unchanged("auto f = [] __device__ { return 1; };");
    unchanged("#define DEVICE __device__ int x;\n");
    unchanged("void f() { g([] __device__ (int i) {}); }");
    unchanged("// __device__ int x;\nconst char *s = \"__shared__ int x;\";");
}

// The text around the body of a function with this head that takes and returns structs.
static void by_value(const char *before, const char *head, const char *lambda, const char *names) {
    char source[1000], wanted[1000];
    snprintf(source, sizeof(source), "%s%s { return x; }", before, head);
    snprintf(wanted, sizeof(wanted), "%sSIM_INLINED %s { SIM_BODY([&]%s){ return x; }SIM_BODY_END(%s) }",
             before, head, lambda, names);
    check(source, wanted);
}

static void test_by_value(void **state) {
    (void)state;
    by_value("", "__device__ T f(T x)", "(T x) -> T", "x");
    by_value("", "__device__ T f()", "() -> T", "");
    by_value("", "__device__ int f(const ns::A<1> x)", "(const ns::A<1> x) -> int", "x");
    check("__host__ __device__ T f() { return x; }",
          "__host__ SIM_INLINED __device__ T f() { SIM_BODY([&]() -> T){ return x; }SIM_BODY_END() }");
    by_value("template <class T, int N = (3 > 2)> ", "__device__ T f(T x)", "(T x) -> T", "x");
    by_value("int y;\n", "__device__ __forceinline__ struct a f(int n = g(1, 2))", "(int n) -> struct a",
             "n");
    by_value("static ", "__device__ T f(T a, const T &b, float *c, unsigned d)",
             "(T a, const T &b, float *c, unsigned d) -> T", "a, b, c, d");
    // An unnamed parameter is dropped. Arrays, references to arrays, packs and function pointers are
    // captured.
    by_value("", "__device__ T f(T, int, unsigned, std::size_t, const A)", "() -> T", "");
    by_value("", "__device__ T f(T (&a)[2], int b[], A... c, T (*op)(T, T), T &&d, T e)", "(T e) -> T", "e");
    by_value("", "__device__ auto f(T x) -> A<T>", "(T x) -> A<T>", "x");
    by_value("", "__device__ T a<b>::operator+(T x) const", "(T x) -> T", "x");
    by_value("struct a { ", "__device__ operator int4() const noexcept", "() -> int4", "");
    by_value("struct a { ", "__device__ explicit operator n::pair<int, b<int>>() const",
             "() -> n::pair<int, b<int>>", "");
    by_value("struct a { ", "__device__ operator ::n::b() const", "() -> ::n::b", "");
    by_value("struct a { int x; public: ", "__device__ virtual T f(T x) const override", "(T x) -> T", "x");
    by_value("#define HD __host__ __device__\n", "HD T f(T x)", "(T x) -> T", "x");
    check("__device__ T f(T x,\n  int // comment\n y)\n{\n}\n", // empty
          "__device__ T f(T x,\n  int // comment\n y)\n{\n}\n");
    check("__device__ T f(T x,\n  int // comment\n y)\n{\n  return x;\n}\n",
          "SIM_INLINED __device__ T f(T x,\n  int // comment\n y)\n{ SIM_BODY([&](T x, int y) -> T){\n  "
          "return x;\n"
          "}SIM_BODY_END(x, y) }\n");
    check("struct a { __device__ a(b x) : y(x), z{x} {} };",
          "struct a { SIM_INLINED __device__ a(b x) : y(x), z{x} {} };");
    unchanged("T f(T x) { return x; }"); // host code
    unchanged("__device__ T f(T x);");
    unchanged("__global__ void k(T x) { f(x); }");
    unchanged("__device__ T f(T x\n#if A\n, T y\n#endif\n) { return x; }");
    unchanged("__device__ T *f(T *x, T &y) { return x; }");
}

static void test_lambdas(void **state) {
    (void)state;
#define KERNEL(text) "__global__ void k(int *d) { " text " }"
    check(KERNEL("auto f = [&](T a) { return a; };"),
          KERNEL("auto f = [&](T a) SIM_INLINED { SIM_BODY([&](T a)){ return a; }SIM_BODY_END(a) };"));
    check(
        KERNEL("g([=](T a) mutable -> T { return a; });"),
        KERNEL(
            "g([=](T a) mutable SIM_INLINED -> T { SIM_BODY([&](T a) -> T){ return a; }SIM_BODY_END(a) });"));
    check(KERNEL("*d = [&] { return 1; }();"),
          KERNEL("*d = [&] () SIM_INLINED { SIM_BODY([&]()){ return 1; }SIM_BODY_END() }();"));
    unchanged(KERNEL("auto f = [&](int a) { d[a] = 1; };"));
    unchanged(KERNEL("auto [x, y] = z; auto &[u, v] = z; d[x] = y;"));
    unchanged("void f() { g([](T a) { return a; }); }");
}

static void test_callees(void **state) {
    (void)state;
    unchanged(KERNEL("int a = *d, b(2); if (a && b) *d = b;"));
    unchanged(KERNEL("{ } int a[2] = {1, (2)}, c{1}, b(2); if (a && b) *d = b;"));
    unchanged(KERNEL("const n::T<int> a = *d, b(2); T *e = d, op(e); int c = (a && b) + (e && op);"));
    check(KERNEL("auto op = g; d[0] = 1, op(1), h(op(2));"),
          KERNEL("auto op = g; d[0] = 1, SIM_CALLEE(op)(1), h(SIM_CALLEE(op)(2));"));
    check(KERNEL("auto op = g; d[0] = op(1);"), KERNEL("auto op = g; d[0] = SIM_CALLEE(op)(1);"));
    check(KERNEL("int (*const op)(int) = g; T f(1); d[0] = op(1) + f(2);"),
          KERNEL("int (*const op)(int) = g; T f(1); d[0] = SIM_CALLEE(op)(1) + SIM_CALLEE(f)(2);"));
    check(KERNEL("T (*op)(T) = g; return op(1) + (*op)(2);"),
          KERNEL("T (*op)(T) = g; return SIM_CALLEE(op)(1) + SIM_CALLEE((*op))(2);"));
    check(KERNEL("d[0] = a.table[i][j](1);"),
          KERNEL("d[0] = SIM_CALLEE(a.table[(sim_at<decltype(sim_member_of(a.table)), 0>(\"a.table\",i))]"
                 "[(sim_at<decltype(sim_member_of(a.table[0])), 0>(\"a.table[...]\",j))])(1);"));
    check(KERNEL("d[0] = (i > 0 ? f : g)(1);"), KERNEL("d[0] = SIM_CALLEE((i > 0 ? f : g))(1);"));
    check("template <class Op> __device__ int f(int *a, Op op) { return op(a[0]); }",
          "template <class Op> SIM_INLINED __device__ int f(int *a, Op op) { SIM_BODY([&](int *a, Op op) -> "
          "int){ "
          "return SIM_CALLEE(op)(a[0]); }SIM_BODY_END(a, op) }");
    unchanged(KERNEL(
        "const T &a = b; T c = T(1); typedef float U; d[0] = U(2); point p(d[1]); d[1] = g(1) + a.f(2);"));
    unchanged(KERNEL("d[0] = (int)(x) + (T)(y) + sizeof(x) + (*d); if (x) (*d)++; int (*table[2])(int);"));
    unchanged("void f(int (*op)(int)) { op(1); }");
    unchanged(KERNEL("int op = 1; { ref<int, device> op(d[0]); op.add(1); }"));
    // A constructor's members have the names of its parameters.
    check("struct a { T x; __device__ a(T x, T f) : x(x), y(f(x)) { f(1); } };",
          "struct a { T x; SIM_INLINED __device__ a(T x, T f) : x(x), y(SIM_CALLEE(f)(x)) { "
          "SIM_CALLEE(f)(1); } };");
}

// A brace too many ends a function early. Then `for` must not be taken for a function; the compiler says what is wrong.
static void test_statements_outside(void **state) {
    (void)state;
    static const char source[] = "for (;;) { } __global__ void k(int *d) { for (;;) { } }";
    struct translation translation;
    assert_int_equal(translate(source, strlen(source), "f", &translation), 0);
    translation_free(&translation);
}

static void marked(const char *source, const char *expected) {
    struct translation translation;
    assert_int_equal(translate(source, strlen(source), "x.cu", &translation), 0);
    static const char first_line[] = "#line 1 \"x.cu\"\n";
    char *text = malloc(translation.length + 1);
    memcpy(text, translation.text, translation.length);
    text[translation.length] = '\0';
    assert_string_equal(text + strlen(first_line), expected);
    free(text);
    translation_free(&translation);
}

static void indexed(const char *before, const char *expected) {
    char source[400], wanted[600];
    snprintf(source, sizeof(source), "__device__ void f(int *p) {\n%s\n}", before);
    snprintf(wanted, sizeof(wanted), "__device__ void f(int *p) {\n%s\n}", expected);
    marked(source, wanted);
}

static void test_local_arrays(void **state) {
    (void)state;
#define AT_OF(type, name, shown, beyond, bracket, begin)                                                     \
    "[(sim_at<decltype(" type "(" name ")), " beyond ">\n#line 2\n" bracket "(\"" shown "\",\n#line "        \
    "2\n" begin
#define AT(name, beyond, bracket, begin) AT_OF("sim_array_of", name, name, beyond, bracket, begin)
#define END(blanks)                      "))\n#line 2\n" blanks "]"
    indexed("int a[4]; a[i] = p[i];",
            "int a[4]; a" AT("a", "0", "           ", "            ") "i" END("             ") " = p[i];");
    indexed("; T<1>\ta[2][3];\ta[i][ 0 ]",
            "; T<1>\ta[2][3];\ta" AT("a", "0", "      \t        \t ",
                                     "      \t        \t  ") "i" END("      \t        \t   ")
                AT_OF("sim_array_of", "a[0]", "a[...]", "0", "      \t        \t    ",
                      "      \t        \t      ") "0 " END("      \t        \t        "));
    indexed("int n, a[4]; &a[n]", "int n, a[4]; &a" AT("a", "1", "               ",
                                                       "                ") "n" END("                 "));
    indexed("int a[4]; assert(a[i] > 0);", "int a[4]; assert(a[i] > 0);");
    // Elsewhere of rows and members only.
#define SHARED                                                                                               \
    "struct sim_shared_1 { \n#line 2\n           int a[2][4]; }; SIM_SHARED(sim_shared_1, a) \n#line 2\n"    \
    "                        "
    indexed("__shared__ int a[2][4]; a[i][k] = 1;", SHARED
            "a[i]" AT_OF("sim_array_of", "a[0]", "a[...]", "0", "                            ",
                         "                             ") "k" END("                              ") " = 1;");
    indexed("__shared__ __align__(8) int a[4]; a[i] = 1;",
            "SIM_LINE\n#line 2\nstruct sim_shared_1 { \n#line 2\n           __align__(8) int a[4]; }; "
            "SIM_SHARED(sim_shared_1, a) "
            "\n#line 2\n                                  a[i] = 1;");
    indexed("s.a[i] = 1;",
            "s.a" AT_OF("sim_member_of", "s.a", "s.a", "0", "   ", "    ") "i" END("     ") " = 1;");
    indexed("__shared__ int a[2][4]; int *b = &a[i][k];", SHARED "int *b = &a[i][k];");
    // Not of a local array: of another file, a parameter, a subscript in front of which no type is, a lambda.
    indexed("extern int a[4]; a[i] = p[i];", "extern int a[4]; a[i] = p[i];");
    indexed("int a[4]; s.f(a)[i] = 1;", "int a[4]; s.f(a)[i] = 1;");
    indexed("return p[0]; int n = f(n, p[0]);", "return p[0]; int n = f(n, p[0]);");
    indexed("int a[4]; auto g = [a](int) {};", "int a[4]; auto g = [a](int) {};");
    indexed("int a[4];\n#define A a[0]\n", "int a[4];\n#define A a[0]\n");
    check("void f() { int a[4]; a[0] = 1; }", "void f() { int a[4]; a[0] = 1; }"); // host code
}

// What comes after an edit keeps its place in its line, unless it is in a directive.
static void test_places(void **state) {
    (void)state;
    marked("void f() {\n\tcudaMemcpy(&a, b);\n}",
           "void f() {\n\tcudaMemcpy(sim_whole(\n#line 2\n\t            a)\n"
           "#line 2\n\t             , b);\n}");
    marked("void f() { int a; // b\n a++; }", "void f() { int a; SIM_UNSET(a); // b\n a++; }");
    check("int f() { struct alignas(16) s { int a; } x{}; return x.a; }",
          "int f() { struct alignas(16) s { int a; } x{}; return x.a; }");
    marked("__device__ int x; int y;",
           "SIM_DEVICE_VARIABLE \n#line 1\n           int x; SIM_DEVICE_GAP \n#line 1\n"
           "                  int y;");
    marked("#define A __shared__ int x; int y;\n#line 7\n__device__ int z;",
           "#define A struct sim_shared_1_##x { int x; }; SIM_SHARED(sim_shared_1_##x, x) int y;\n#line 7\n"
           "SIM_DEVICE_VARIABLE \n#line 7\n           int z; SIM_DEVICE_GAP");
}

static void test_unions(void **state) {
    (void)state;
    check("union alignas(16) a { float4 v; float f[4]; };",
          "union alignas(16) a { float4 v; float f[4];  SIM_STRUCT(a) };");
    check("typedef union { b v; int x; } a;",
          "typedef union  sim_union_1 { b v; int x;  SIM_STRUCT( sim_union_1 ) } a;");
    unchanged("union a { const float x; unsigned bits; }; union a y;");
    unchanged("struct b { union { float4 v; float f[4]; }; };");
    unchanged("union a { float4 v; a(); }; union b { float4 v; void operator=(int); };");
}

// Inline PTX that reads the lane's number or a mask of lanes; any other is left for the compiler to refuse.
static void test_registers(void **state) {
    (void)state;
    check("void f() { asm(\"mov.u32 %0, %%lanemask_lt;\" : \"=r\"(x)); }",
          "void f() { (x) = sim_lanemask_lt(); }");
    check("void f() { asm volatile (\"mov.b32 %0,%laneid ; \" : \"=r\"(a[i]) : : \"memory\"); }",
          "void f() { (a[i]) = sim_laneid(); }");
    check("void f() { asm(\"mov.u32 %0, %%smid;\" : \"=r\"(x)); asm(\"mov.u32 %0, %%nctaid.x;\" : "
          "\"=r\"(x)); }",
          "void f() { (x) = sim_smid(); (x) = gridDim.x; }");
    check("void f() { asm volatile(\"mov.u64 %0, %globaltimer;\" : \"=l\"(x)); }",
          "void f() { (x) = sim_clock_register(); }");
    unchanged("void f() { asm(\"mov.u32 %0, %%laneid2;\" : \"=r\"(x)); asm(\"mov.u64 %0, %%smid;\" : "
              "\"=l\"(x)); }");
    unchanged("void f() { asm(\"mov.u32 %0, %%laneid; nop;\" : \"=r\"(x)); asm(\"mov.u32 %1, %%laneid;\" : "
              "\"=r\"(x)); }");
    unchanged("void f() { asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x) : \"r\"(y)); asm(\"bar.sync 1;\"); "
              "asm(\"\" : \"+r\"(x)); asm }");
    unchanged("__device__ void f() { assert }"); // and it ends
    check("void f() { asm(\"\"); if (x) asm volatile(\"\" ::: \"memory\"); else asm volatile (\"\" : : : "
          "\"memory\"); }",
          "void f() { ((void)0); if (x) ((void)0); else ((void)0); }");
    check(
        "#define b() __asm__ __volatile__ (\"\" : : : \"memory\")\n#define c() asm(\"\")\nvoid f() { b(); }",
        "#define b() ((void)0)\n#define c() ((void)0)\nvoid f() { b(); }");
}

// Inline PTX of one instruction, whose operands are in the order of their numbers.
static void test_ptx(void **state) {
    (void)state;
    check("void f() { asm(\"ld.global.nc.s32 %0, [%1];\" : \"=r\"(x) : \"l\"(p + 1)); }",
          "void f() { (x) = sim_ptx_load<int, SIM_READ_ONLY>((p + 1)); }");
    check("void f() { asm volatile(\"st.volatile.global.u64 [%0], %1;\" :: \"l\"(p), \"l\"(x)); }",
          "void f() { sim_ptx_store<unsigned long long, SIM_VOLATILE>((p), (x)); }");
    check(
        "void f() { asm volatile(\"ld.acquire.gpu.b32 %0, [%1];\\n\" : \"=f\"(x) : \"l\"(p) : \"memory\"); }",
        "void f() { (x) = sim_ptx_load_atomic<float, 2, 0>((p)); }");
    check("void f() { asm volatile(\"st.release.cta.s32 [%0], %1;\" :: \"l\"(p),\n \"r\"(x)); }",
          "void f() { sim_ptx_store_atomic<int, 4, 1>((p), \\\n(x)); }");
    check("void f() { asm(\"atom.acq_rel.gpu.cas.b32 %0, [%1], %2, %3;\" : \"=r\"(x) : \"l\"(p), \"r\"(a), "
          "\"r\"(b)); }",
          "void f() { (x) = sim_ptx_cas<unsigned, 3, 0>((p), (a), (b)); }");
    check("void f() { asm(\"red.global.add.f32 [%0], %1;\" :: \"l\"(p), \"f\"(x)); }",
          "void f() { sim_ptx_add<float, 0, 0>((p), (x)); }");
    check("void f() { asm(\"membar.gl;\" ::: \"memory\"); asm volatile(\"fence.acq_rel.cta;\"); "
          "asm(\"bar.sync 0;\"); }",
          "void f() { __threadfence(); __threadfence_block(); __syncthreads(); }");
    // Other instructions, orders of operands, types, scopes and constraints.
    unchanged("void f() { asm(\"ld.shared.s32 %0, [%1];\" : \"=r\"(x) : \"r\"(p)); }");
    unchanged("void f() { asm(\"ld.global.v2.s32 {%0, %1}, [%2];\" : \"=r\"(x), \"=r\"(y) : \"l\"(p)); }");
    unchanged("void f() { asm(\"st.global.s32 [%1], %0;\" :: \"r\"(x), \"l\"(p)); }");
    unchanged("void f() { asm(\"ld.global.f32 %0, [%1];\" : \"=r\"(x) : \"l\"(p)); }");
    unchanged("void f() { asm(\"ld.acquire.cluster.s32 %0, [%1];\" : \"=r\"(x) : \"l\"(p)); }");
    unchanged("void f() { asm(\"add.s32 %0, %1, %2;\" : \"=r\"(x) : \"r\"(y), \"r\"(z)); }");
    unchanged("void f() { asm(\"ld.global.s32 %0, [%1]; nop;\" : \"=r\"(x) : \"l\"(p)); }");
    unchanged("void f() { asm(\"ld.global.s32 %0, [%1+4];\" : \"=r\"(x) : \"l\"(p)); }");
    unchanged("void f() { asm(\"red.global.cas.b32 [%0], %1, %2;\" :: \"l\"(p), \"r\"(x), \"r\"(y)); }");
}

static void test_structs(void **state) {
    (void)state;
    check("struct alignas(P == 1 ? 4 : 16) a { value_t v[P]; };",
          "struct alignas(P == 1 ? 4 : 16) a { value_t v[P];  SIM_COPIED(a) };");
    check("template <class T> struct a { int n; T v; };",
          "template <class T> struct a { int n; T v;  SIM_COPIED(a) };");
    unchanged("struct a { int x, y; float *z; T *next; }; struct a b; typedef struct { T x; } c;");
    unchanged("struct a { T x; a(); }; struct b { T x; void operator=(int); }; struct c : d { T x; };");
    unchanged("struct a { T x; const int y; }; struct b { T &x; T y; }; enum struct c { T };");
}

// A function that ends with a switch in which each case returns a value.
static void test_cases(void **state) {
    (void)state;
    check("enum e { A, B }; int f(enum e x) { switch (x) { case A: return 1; case B: if (g()) { return 2; } "
          "return 3; } }",
          "enum e { A, B }; int f(enum e x) { switch (x) { case A: return 1; case B: if (g()) { return 2; } "
          "return 3; } "
          "SIM_NO_CASE }");
    unchanged("void f(int x) { switch (x) { case 1: g(); return; case 2: h(); } }");
    unchanged("int f(int x) { switch (x) { case 1: return 1; case 2: break; } }");
    unchanged("int f(int x) { switch (x) { case 1: return 1; default: return 2; } }");
    unchanged(
        "int f(int x) { switch (x) { case 1: return 1; } return 2; } int f(int x) { { switch (x) { } } }");
}

// Each statement that begins a line gets a marker before it, and the line numbers do not change.
static void test_lines(void **state) {
    (void)state;
    marked("__global__ void k(int *d) {\n\tg(d); // {\n  h(d);\n}",
           "__global__ void k(int *d) {\nSIM_LINE\n#line 2\n\tg(d); // {\nSIM_LINE\n#line 3\n  h(d);\n}");
    marked(
        "__global__ void k(int *d) {\nif (d)\n*d = f(1);\nelse\n*d += 1; for (;;) { do\n*d = -1;\nwhile "
        "(f(1)); } }",
        "__global__ void k(int *d) {\nSIM_LINE\n#line 2\nif (d)\nSIM_LINE_AND\n#line 3\n*d = f(1);\nelse\n"
        "SIM_LINE_AND\n#line 5\n*d += 1; for (;;) { do\nSIM_LINE_AND\n#line 6\n*d = -1;\nwhile (f(1)); } }");
    marked("__global__ void k(int *d) { switch (*d) {\ncase a::b:\nf(d);\ndefault:\nf(d); } }",
           "__global__ void k(int *d) { switch (*d) {\ncase a::b:\nSIM_LINE\n#line 3\nf(d);\ndefault:\n"
           "SIM_LINE\n#line 5\nf(d); } }");
    marked("__global__ void k(int *d) { if constexpr (1)\nf(d);\nelse\nstatic_assert(sizeof(int) == 4); }",
           "__global__ void k(int *d) { if constexpr (1)\nSIM_LINE_AND\n#line "
           "2\nf(d);\nelse\nstatic_assert(sizeof(int) == "
           "4); }");
    // A macro may be a statement of any kind, or nothing: it is no part of an expression.
    marked(
        "#define ADD(a) do { f(a); } while (0)\n__global__ void k(int *d) { if (d)\nADD(d);\nelse\nf(d); }",
        "#define ADD(a) do { f(a); } while (0)\n__global__ void k(int *d) { if (d)\nADD(d);\nelse\n"
        "SIM_LINE_AND\n#line 5\nf(d); }");
    unchanged("__global__ void k(int *d) {\nint a = 1, b[] = {\n1, 2 };\n/* \n */ f(d);\n}");
    unchanged("__global__ void k(int *d) {\n#pragma unroll\nfor (;;) f(d);\nstruct a {\nint b = "
              "f(1);\n};\nlabel:\nreturn;\n}");
    unchanged("__device__ constexpr int k(int d) {\nreturn f(d);\n}");
    unchanged("void k(int *d) {\nf(d);\n}");
}

static void test_unchanged(void **state) {
    (void)state;
    unchanged("");
    unchanged("int x");
    unchanged("a\r\nb\r\n\\");
    unchanged(
        "#if 0\n__shared__ int x = don't; k<<<\n#if A\n#else\n__device__ int x;\n#endif\nk<<<\n#endif\n");
    unchanged("#if 0\n#endif\n#if 0\n#if A\n#else\nk<<<\n#endif\n#endif\n");
    static const char *const branches[] = {"else", "elif A", "elifdef A", "elifndef A"};
    for (size_t i = 0; i < sizeof(branches) / sizeof(*branches); i++) {
        char source[100], expected[100];
        snprintf(source, sizeof(source), "#if 0\nk<<<\n#%s\n__device__ int x;\n#endif", branches[i]);
        snprintf(expected, sizeof(expected),
                 "#if 0\nk<<<\n#%s\nSIM_DEVICE_VARIABLE int x; SIM_DEVICE_GAP\n#endif", branches[i]);
        check(source, expected);
    }
    check("__device__\n#if 0\n#else\nint x;\n#endif",
          "SIM_DEVICE_VARIABLE\n#if 0\n#else\nint x; SIM_DEVICE_GAP\n#endif");
    check("#if 0 || A\n__device__ int x;\n#endif",
          "#if 0 || A\nSIM_DEVICE_VARIABLE int x; SIM_DEVICE_GAP\n#endif");
    static const char *const open[] = {
        "\"a", "'a",  "/* a", "R\"x(a", "#define", "#define A(", "#include <a",
        "#",   "{([", "})]",  "a\\",    "<>",      "a<b",        "#else\n#endif\n#elif\n}"};
    for (size_t i = 0; i < sizeof(open) / sizeof(*open); i++) {
        unchanged(open[i]);
    }
}

static void test_bytes(void **state) {
    (void)state;
    struct translation translation;
    const char source[] = "a\0__device__ int x\0;";
    assert_int_equal(translate(source, sizeof(source) - 1, "x", &translation), 0);
    assert_int_equal(translation.length, sizeof(source) - 1 + strlen("#line 1 \"x\"\n"));
    assert_memory_equal(translation.text + strlen("#line 1 \"x\"\n"), source, sizeof(source) - 1);
    translation_free(&translation);
    const char utf16[] = "\xFF\xFEi\0n\0t\0 \0x\0;\0"; // saved by an editor of another system
    assert_int_not_equal(translate(utf16, sizeof(utf16) - 1, "x", &translation), 0);
    assert_int_equal(translation.error_line, 1);
    assert_non_null(
        strstr(translation.error, "6 of the file's 14 bytes are zero. Save it with the encoding UTF-8"));
    translation_free(&translation);
}

static void expect_preprocessed(const char *text, int line, const char *expected) {
    struct preprocessed_error error;
    const int result = preprocessed_check(text, strlen(text), "/course/", &error);
    assert_int_equal(result, line == 0 ? 0 : -1);
    if (line > 0) {
        assert_int_equal(error.line, line);
        assert_non_null(strstr(error.text, expected));
    }
}

static void test_preprocessed(void **state) {
    (void)state;
    expect_preprocessed("# 1 \"x.cu\"\nint a;\n# 7 \"x.cu\"\n\n__asm__(\"nop\");\n", 8,
                        "assembly would hide");
    // The macro `asm`, and another word in its line; and most of what the macro becomes.
    expect_preprocessed("# 7 \"x.cu\"\n\n" PREPROCESSED_ASM "(\"membar.gl;\");\n", 0, "");
    expect_preprocessed("# 7 \"x.cu\"\n\n" PREPROCESSED_ASM "(\"a\"); __asm__(\"b\");\n", 8,
                        "assembly would hide");
    expect_preprocessed("static_assert(true, \"\"); __asm__(\"a\");\n", 1, "assembly would hide");
    expect_preprocessed("static_assert(false, \"\"); __asm__(\"a\"); __asm__(\"b\");\n", 1,
                        "assembly would hide");
    // Files of the course, of the system, and what these include; not what only #line calls so.
    expect_preprocessed(
        "# 1 \"x.cu\"\n# 1 \"/course/a.h\" 1\n__asm__(\"nop\");\n# 1 \"b.h\" 1\n__asm__(\"nop\");\n"
        "# 3 \"/course/a.h\" 2\n# 2 \"x.cu\" 2\nint a;\n",
        0, "");
    expect_preprocessed(
        "# 1 \"/usr/include/a.h\" 1 3 4\n__asm__(\"nop\");\n# 1 \"x.cu\" 2\n__asm__(\"nop\");\n", 1,
        "assembly would hide");
    expect_preprocessed("# 1 \"x.cu\"\n# 5 \"/course/a.h\"\n__asm__(\"nop\");\n", 5, "assembly would hide");
    expect_preprocessed("# 1 \"x.cu\"\n# 5 \"x.cu\" 3 4\n__asm__(\"nop\");\n", 5, "assembly would hide");
    // What the simulated GPU's macros become.
    expect_preprocessed("__attribute__((no_sanitize(\"bounds\"))) void f();\n", 0, "");
    expect_preprocessed("__attribute__((no_sanitize(\"thread\"))) void f();\n", 1, "no_sanitize would hide");
    expect_preprocessed(
        "__asm__ volatile(\"leaq 1f(%%rip), %%rcx\\n\\t\" \"jmp \" \"sim_leave_for_barrier\" \"\\n\" \"1:\" "
        ": : : \"rax\");\n",
        0, "");
    expect_preprocessed(
        "__asm__ volatile(\"leaq 1f(%%rip), %%rcx\\n\\t\" \"jmp \" \"f\" \"\\n\" \"1:\" : : : \"rax\");\n", 1,
        "assembly would hide");
    expect_preprocessed("#pragma GCC optimize(\"O3\")\n", 1, "this #pragma would change");
    expect_preprocessed("#pragma unroll\n#pragma GCC diagnostic push\n", 0, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_line_directive),
                                       cmocka_unit_test(test_reserved_words),
                                       cmocka_unit_test(test_preprocessed),
                                       cmocka_unit_test(test_qualifier_macros),
                                       cmocka_unit_test(test_header_macros),
                                       cmocka_unit_test(test_brace_macros),
                                       cmocka_unit_test(test_device_variables),
                                       cmocka_unit_test(test_device_functions),
                                       cmocka_unit_test(test_by_value),
                                       cmocka_unit_test(test_lambdas),
                                       cmocka_unit_test(test_callees),
                                       cmocka_unit_test(test_lines),
                                       cmocka_unit_test(test_local_arrays),
                                       cmocka_unit_test(test_places),
                                       cmocka_unit_test(test_unions),
                                       cmocka_unit_test(test_registers),
                                       cmocka_unit_test(test_ptx),
                                       cmocka_unit_test(test_cases),
                                       cmocka_unit_test(test_structs),
                                       cmocka_unit_test(test_statements_outside),
                                       cmocka_unit_test(test_unchanged),
                                       cmocka_unit_test(test_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
