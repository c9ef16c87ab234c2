// The translator refuses calls of host code in kernels, as nvcc does, and no others.
#include "translate_check.h"

#define HOST   "static int both(int a, int b) { return a + b; }\n"
#define CALL   "__global__ void k(int *p) { p[0] = both(p[1], p[2]); }\n"
#define REFUSE "both() is host code, which nvcc does not let a kernel call: write __device__ before its "

static void test_refused(void **state) {
    (void)state;
    fails(HOST CALL, 2, REFUSE "definition in line 1");
    fails("\n" CALL HOST, 2, REFUSE "definition in line 3");
    fails(HOST "__device__ int f(int a) {\n return both(a, a); }", 3, REFUSE);
    fails(HOST "template <typename T> __global__ void k(T *p) {\n\n *p = 2 * both(1, 2); }", 4, REFUSE);
    fails("template <int N> int both(int a) { return a; }\n__global__ void k(int *p) { *p = both<3>(*p); }",
          2, REFUSE);
    fails("namespace { " HOST "}\nextern \"C\" { " CALL "}", 3, REFUSE);
    fails("constexpr int both(int a, int b) { return a; }\n" CALL, 2,
          REFUSE); // without --expt-relaxed-constexpr
    fails(HOST "__global__ void __launch_bounds__(256) k(int *p) { if (p) return; else both(1, 2); }", 2,
          REFUSE);
    fails("int both(int a, int b);\n" HOST CALL, 3, REFUSE "definition in line 2");
    fails("#if A\n#define B 1\n#endif\n" HOST "struct pair { int a, b; };\nint x[3] = {1, 2};\n" CALL, 7,
          REFUSE);
    fails("__global__ void k(int *p) { *p = std::min(p[0], 2); }", 1, "std::min() is host code");
    fails("__global__ void k(int *p) { std::sort(p, p + 2); }", 1, "docs/cuda-surface.md");
    fails("#define HD __host__ __device__\n" HOST CALL, 3, REFUSE);
    fails("#define D __device__\n" HOST "D int f(int a) { return both(a, a); }", 3, REFUSE);
}

// Words before the name that may be macros of a header.
static void test_unclear(void **state) {
    (void)state;
    accepted("HD int both(int a, int b) { return a + b; }\n" CALL);
    accepted("static HD const int *both(int a, int b) { return p; }\n" CALL);
    accepted("template <class T> DEVICE T both(T a, T b) { return a + b; }\n" CALL);
    accepted("api_function inline long both(int a, int b) { return a + b; }\n" CALL);
    accepted("DEVICE_INT both(int a, int b) { return a + b; }\n" CALL);
    accepted("KERNEL(k)\nGLOBAL void f(int *p) { *p = rand(); }\nint main() { f<<<1, 1>>>(p); }");
    accepted("KERNEL f(int *p) { *p = threadIdx.x; }\nint main() { f<<<1, 1>>>(p); }");
    accepted("struct point { int x; HD point(int a) : x(a) {} HD int twice() { return 2 * x; } };\n"
             "__global__ void k(int *p) { *p = point(3).x; point q(2); *p = q.twice(); }");
    fails("value_t both(value_t a, value_t b) { return a; }\n" CALL, 2, REFUSE);
    fails("static inline value_t const both(int a, int b) { return a; }\n" CALL, 2, REFUSE);
    fails("std::uint32_t both(int a, int b) { return a; }\n" CALL, 2, REFUSE);
    fails("const struct POINT *both(int a, int b) { return a; }\n" CALL, 2, REFUSE);
    fails("template <class TYPE, int N> array<TYPE, N> both(int a, int b) { return a; }\n" CALL, 2, REFUSE);
    fails("void f(int *p) { *p = 1; }\nint main() { f<<<1, 1>>>(p); }", 2, "f is not a kernel");
}

#define RUNS(name) " SIM_HOST_CODE(\"" name "\")"

// Host functions that a kernel can reach without their name look who runs them.
static void test_hidden(void **state) {
    (void)state;
    check("P operator+(P a, P b) { return a; }", "P operator+(P a, P b) {" RUNS("operator+") " return a; }");
    check("bool &operator<<= (T a) { }", "bool &operator<<= (T a) {" RUNS("operator<<=") " }");
    check("struct s { int operator[](int i) { return 0; } };",
          "struct s { int operator[](int i) {" RUNS("operator[]") " return 0; } };");
    check("struct s { int operator()(int i) const { return 0; } };",
          "struct s { int operator()(int i) const {" RUNS("operator()") " return 0; } };");
    check("struct s { s(int i) : a(i) { } static int f() { return 1; } };",
          "struct s { s(int i) : a(i) {" RUNS("s") " } static int f() {" RUNS("f") " return 1; } };");
    check("int f() { return 1; }\nint (*g[])() = {f};",
          "int f() {" RUNS("f") " return 1; }\nint (*g[])() = {f};");
    check("auto f = [](int a) { return a; };", "auto f = [](int a) {" RUNS("") " return a; };");
    check("void f() { g([&]() mutable -> int { return a[0]; }); }",
          "void f() { g([&]() mutable -> int {" RUNS("") " return a[0]; }); }");
}

// These are for the device, or may be, or their calls are refused by their name, or the compiler computes them.
static void not_hidden(const char *source) {
    struct translation translation;
    assert_int_equal(translate(source, strlen(source), "x.cu", &translation), 0);
    for (size_t i = 0; i + 9 <= translation.length; i++) {
        assert_memory_not_equal(translation.text + i, "HOST_CODE", 9);
    }
    translation_free(&translation);
}

static void test_not_hidden(void **state) {
    (void)state;
    not_hidden("int f(int a) { return a; }");
    not_hidden("#define D __device__\nD s operator+(int a, int b) { return {a}; }");
    not_hidden("HD s operator+(int a, int b) { return {a}; }");
    not_hidden("struct s { __host__ __device__ int f() { return 0; } };");
    not_hidden("constexpr bool operator<(int a, int b) { return false; }");
    not_hidden("__device__ int operator-(s a);\nint operator-(s a) { return 0; }");
    not_hidden("int a[2] = {1, 2}; int *f = new int[2]{1, 2}; [[nodiscard]] int g() { return a[1]; }");
    not_hidden("#define F [](int a) { return a; }\nint a;");
    not_hidden("struct s { struct t { __device__ int f() { return [](int a) { return a; }(1); } }; };");
}

#define ADD     "__device__ int add(int a, int b) { return a + b; }\ntypedef int (*op)(int, int);\n"
#define ADDRESS "the address of add() in host code is not its address on the device"

static void test_addresses(void **state) {
    (void)state;
    fails(ADD "void f() { k<<<1, 2>>>(a, add); }", 3, ADDRESS);
    fails(ADD "void f() { k<<<1, 2>>>(&add, 1); }", 3, ADDRESS);
    fails(ADD "void f() {\nop o = add; }", 4, ADDRESS);
    fails(ADD "template <class T> void f() { op o; o = &add; }", 3, ADDRESS);
    fails(ADD "op f(bool b) { op o[] = {add, add}; return b ? add : o[0]; }", 3, ADDRESS);
    fails(ADD "op f() { return add; }", 3, ADDRESS);
    accepted(ADD "void f() { k<add><<<1, 2>>>(a); k<1, add, 2><<<1, 2>>>(a); k<int, &add><<<1, 2>>>(a); }");
    accepted(ADD "__device__ op d_op = add;\n__global__ void k(int *p) { op o = add; g(add); }");
    accepted(ADD "void f(int add) { g(add); }\nvoid h() { int add = 1; g(1, add); }");
    accepted(ADD "void f() { g(sizeof(add), sizeof(decltype(&add)), s.add, std::add); x = {.add = 1}; }");
    accepted("__host__ " ADD "void f() { op o = add; g(&add); }");
    fails("__host__ " ADD "void f() { k<<<1, 2>>>(g(a), &add, 1); }", 3, ADDRESS);
    accepted("__host__ " ADD "void f() { k<<<1, g(add)>>>(g(1, add)); g(add); }");
    accepted("int add(int a, int b);\n" ADD "void f() { op o = add; }");
}

static void test_library(void **state) {
    (void)state;
    fails("__global__ void k(int *p) { std::pair<int, int> q(1, 2); *p = q.first; }", 1, "std::pair is host");
    fails("__global__ void k(int *p) {\n auto q = std::make_pair(1, 2); }", 2, "std::make_pair() is host");
    fails("__global__ void k(int *p) { std::swap(p[0], p[1]); }", 1, "std::swap() is host");
    fails("__global__ void k(int *p) { std::array<int, 3> a; p[0] = a[1]; }", 1, "std::array is host");
    fails("__global__ void k(int *p) { *p = std::numeric_limits<int>::max(); }", 1, "std::numeric_limits is");
    fails("__device__ int f(int a, int b) { return std::tie(a, b) < std::tie(b, a); }", 1, "std::tie() is");
    fails("using namespace std;\n__global__ void k(int *p) { swap(p[0], p[1]); }", 2, "std::swap() is host");
    fails("using namespace std;\n__global__ void k(int *p) { pair<int, int> q; }", 2, "std::pair is host");
    accepted("__global__ void k(int *p) { *p = std::numeric_limits<int>::digits + sizeof(std::uint8_t); }");
    accepted("__global__ void k(int *p) { static_assert(std::is_same<int, int>::value, \"\"); }");
    accepted("__global__ void k(float *p) { *p = std::sqrt(std::fmax(p[1], p[2])) + std::forward<int>(3); }");
    accepted("__global__ void k(int *p) { cuda::std::pair<int, int> q(1, 2); *p = cuda::std::max(3, 4); }");
    accepted("__global__ void k(int *p) { f(p, std::make_index_sequence<8>(), std::index_sequence<1>()); }");
    accepted(
        "__global__ void k(int *p) { f(p, std::integral_constant<int, 3>(), std::bool_constant<1>()); }");
    accepted("__global__ void k(int *p) { std::size_t n = std::size_t(3); std::uint32_t u(n); *p = u; }");
    accepted("using namespace std;\n__global__ void k(int *p) { auto swap = [](int a) {}; swap(p[0]); }");
    accepted("__global__ void k(int *p) { swap(p[0], p[1]); pair<int, int> q; }"); // the file's own
    accepted("int f(int *p) { std::pair<int, int> q(1, 2); return std::max(q.first, *p); }");
}

#define POINT                                                                                                \
    "struct point { int x; int sum() const { return x; } __device__ int twice() { return 2 * x; } };\n"

static void test_members(void **state) {
    (void)state;
    fails(POINT "__global__ void k(point *p) { p->x = p->sum(); }", 2, "sum() is host code");
    fails(POINT "__global__ void k(int *p) {\n const point a = {3};\n *p = a.sum(); }", 4,
          "sum() is host code");
    fails(POINT "int f(point &a) { return a.twice(); }", 2, "twice() is device code");
    fails("struct s { int f() { return 1; } __device__ int g() { return f(); } };", 1, "f() is host code");
    fails("template <class T> class box { public: T get() { return v; } T v; };\n"
          "__global__ void k(box<int> b, int *p) { *p = b.get(); }",
          2, "get() is host code");
    accepted(POINT "__global__ void k(point *p, other a) { p->x = p->twice() + a.sum() + b[0].sum(); }");
    accepted(POINT "int f(point *p, other a) { return p->sum() + a.twice(); }");
    accepted("struct s { int f(); int f() volatile; __host__ __device__ int g() { return 1; } };\n"
             "__global__ void k(s a, int *p) { *p = a.f() + a.g(); }");
    accepted("struct s { __device__ int g() { return f(); } __device__ int f() { return 1; } };");
    accepted("struct s { int g() { return f(); } int f() { return 1; } } a;\nint f() { return a.g(); }");
}

static void test_c_library(void **state) {
    (void)state;
    fails("__global__ void k(int *p) { *p = rand(); }", 1, "rand() is host code, which nvcc does not let");
    fails("__device__ void f(int *p) {\n if (*p < 0) { exit(1); } }", 2, "exit() is host code");
    fails("__global__ void k(int *p) { __sync_synchronize(); }", 1, "__sync_synchronize() is host");
    fails("__global__ void k(int *p) { cudaDeviceSynchronize(); }", 1,
          "cudaDeviceSynchronize() is host code");
    fails("__device__ void f(int *p) { cudaMemcpy(p, p + 1, 4, cudaMemcpyDefault); }", 1,
          "cudaMemcpy() is host");
    accepted("__global__ void k(int *p) { cudaMalloc(&p, 4); a.cudaMemcpy(p); }"); // nvcc compiles it
    accepted("__device__ void cudaMemset(int *p) { *p = 1; }\n__global__ void k(int *p) { cudaMemset(p); }");
    fails("__global__ void k(int *p) { std::cout << *p; }", 1, "std::cout is host code");
    fails("using namespace std;\n__global__ void k(int *p) { cout << *p; }", 2, "std::cout is host code");
    fails("__global__ void k(int *p) { if (*p) { throw 1; } }", 1, "throw does not exist in device code");
    fails("__device__ void f(int *p) { try { } catch (...) { } }", 1, "try does not exist in device code");
    accepted("__global__ void k(int *p) { printf(\"%d\", *p); *p = abs(*p) + __builtin_popcount(*p); }");
    accepted("__device__ unsigned rand(unsigned a) { return 3 * a; }\n__global__ void k(unsigned *p) { *p = "
             "rand(*p); "
             "}");
    accepted("__global__ void k(int *p, float time) { int rand = 3; *p = rand + a.exit(1) + (int)time; }");
    accepted("__global__ void k(int *p) { int cout = 3; *p = cout << 1; }");
    accepted("int f(int *p) { try { return rand(); } catch (int) { throw 1; } }");
}

// A name of the kernel's own hides the function.
static void test_declared(void **state) {
    (void)state;
#define IN_KERNEL(text) accepted(HOST "__global__ void k(int *p) { " text " *p = both(1, 2); }")
    IN_KERNEL("cuda::atomic_ref<int, cuda::thread_scope_device> both(*p);");
    IN_KERNEL("const n::box<int> both(*p);");
    IN_KERNEL("for (box<int> both(3);;)");
    IN_KERNEL("box<int> &&both(box<int>(3));");
    IN_KERNEL("int a = 1, both(3);");
    IN_KERNEL("box<int> a[2] = {b, c}, *both(p);");
    IN_KERNEL("for (int a(1), both(2); a < 3; a++)");
    IN_KERNEL("if (*p) { n::point a, both{3}; }");
    accepted(HOST "__global__ void k(int *p, box<int> both) { *p = both(1, 2); }");
#define REFUSED(text) fails(HOST "__global__ void k(int *p) { " text " }", 2, REFUSE)
    REFUSED("if (a < b && c > both(1, 2)) { *p = 1; }");
    REFUSED("*p = a < b || c > both(1, 2);");
    REFUSED("f(a, both(1, 2));");
    REFUSED("a = 1, both(1, 2);");
    REFUSED("int2 a = {b * c, both(1, 2)};");
    REFUSED("for (a = 1, both(1, 2);;)");
    REFUSED("int a[2] = {1, both(1, 2)};");
    REFUSED("return f(*p), both(1, 2);");
}

static void test_built_in_variables(void **state) {
    (void)state;
    fails(
        "void f(int *p) {\n *p = threadIdx.x; }", 2,
        "threadIdx exists only in kernels and device functions: write __global__ or __device__ before f() in "
        "line 1");
    fails("int f(int n) { return n * blockDim.x + blockIdx.x; }", 1, "blockDim exists only in kernels");
    accepted(
        "int f(dim3 gridDim, shape s) { dim3 blockDim(3); return gridDim.x + blockDim.x + s.gridDim.x; }");
    accepted("int f() { auto [gridDim, blockDim] = g(); return gridDim.x + blockDim.x; }");
    accepted("int f() { dim3 gridDim, blockDim; gridDim.x = blockDim.x = 3; return gridDim.x; }");
    accepted("struct shape { dim3 gridDim; int f() { return gridDim.x; } };");
    accepted("__host__ __device__ int f() { return threadIdx.x; }");
    accepted("void f(int *p) { launch([=] __device__(int i) { p[i] = threadIdx.x; }); }");
}

// nvcc has these in kernels only for constants: the compiler checks it.
static void test_for_constants(void **state) {
    (void)state;
#define FOR_CONSTANT(n, call) "(sim_for_constant<__builtin_constant_p((" n "))>::check(), " call ")"
    unchanged("int f(int n) { return __builtin_ctz(n); }");
    check("__global__ void k(int *p) { *p = __builtin_ctz(2 * N) + 1; }",
          "__global__ void k(int *p) { *p = " FOR_CONSTANT("2 * N", "__builtin_ctz(2 * N)") " + 1; }");
    check("__global__ void k(int *p) { *p = __builtin_parityll(\n__builtin_bswap32(N)); }",
          "__global__ void k(int *p) { *p = " FOR_CONSTANT(
              "__builtin_bswap32(N)",
              "__builtin_parityll(\n" FOR_CONSTANT("N", "__builtin_bswap32(N)") ")") "; }");
}

static void test_tables(void **state) {
    (void)state;
    fails("const int t[4] = {1, 2, 3, 4};\n__global__ void k(int *p) { *p = t[threadIdx.x]; }", 2,
          "t is in host memory, and nvcc does not let a kernel use it: write __constant__ before its "
          "definition in line 1");
    fails("static constexpr float t[] = {1};\n__device__ float f(int i) { return t[i]; }", 2, "t is in host");
    fails("namespace n { const int t[2][2] = {}; __device__ int f() { return *t[1]; } }", 1, "t is in host");
    accepted("__constant__ const int t[4] = {1, 2};\n__global__ void k(int *p) { *p = t[1]; }");
    accepted("__device__ const int t[4] = {1, 2};\n__global__ void k(int *p) { *p = t[1]; }");
    accepted(
        "#define TABLE __constant__ const\nTABLE int t[2] = {};\n__global__ void k(int *p) { *p = t[1]; }");
    accepted("const int t[4] = {1};\n__global__ void k(int *p) { const int t[2] = {3, 4}; *p = t[1]; }");
    accepted("const int t[4] = {1};\n__global__ void k(int *p) { *p = sizeof(t) / sizeof(t[0]) + p->t; }");
    accepted("constexpr int t[4] = {1};\n__global__ void k(int *p) { constexpr int m = t[1]; *p = m; }");
    accepted("const int t[4] = {1}, n = 3;\nint f() { return t[1]; }\n__global__ void k(int *p) { *p = n; }");
    accepted("static int t[4];\n__global__ void k(int *t) { *t = t[1]; }");
}

#define FUNCTOR  "struct add { int operator()(int a, int b) const { return a + b; } };\n"
#define BOX      "struct box { int v; box(int a) : v(a) {} __device__ int get() { return v; } };\n"
#define BOTH     "struct box { int v; __host__ __device__ box(int a) : v(a) {} box() {} };\n"
#define A_STATIC "struct ops { static int twice(int a) { return 2 * a; } };\n"

static void test_hidden_members(void **state) {
    (void)state;
    fails(FUNCTOR "__global__ void k(int *p) { add both; *p = both(p[1], p[2]); }", 2,
          "both() is host code, which nvcc does not let a kernel call: write __device__ before its "
          "definition in "
          "line 1");
    fails(FUNCTOR "__global__ void k(int *p, add both) { *p = both(p[1], p[2]); }", 2, "both() is host code");
    fails(FUNCTOR "__global__ void k(int *p) { *p = add()(p[1], p[2]); }", 2, "add() is host code");
    fails(FUNCTOR "__global__ void k(int *p) { *p = add{}(p[1], p[2]); }", 2, "add() is host code");
    fails(BOX "__global__ void k(int *p) { box b(*p); *p = b.get(); }", 2, "box() is host code");
    fails(BOX "__global__ void k(int *p) { *p = box{3}.get(); }", 2, "box() is host code");
    fails("struct box { int v; box() { v = 3; } };\n__global__ void k(int *p) { box b; *p = b.v; }", 2,
          "box() is host code");
    fails(A_STATIC "__global__ void k(int *p) { *p = ops::twice(3); }", 2, "twice() is host code");
    accepted(FUNCTOR "int f(int a) { add both; return both(a, add()(1, 2)); }");
    accepted(FUNCTOR "__global__ void k(int *p, add a) { int both = 3; *p = both + other(1, 2); }");
    accepted(BOX "__global__ void k(box *p, box a) { box b = a; p->v = b.get() + p[1].get(); }");
    accepted(BOTH "__global__ void k(int *p) { box b(3); *p = box{4}.v + b.v; }");
    accepted("struct add { __device__ int operator()(int a) { return a; } int operator()() { return 1; } };\n"
             "__global__ void k(int *p) { add both; *p = both(p[1]) + add()(3); }");
    accepted("struct ops { static __device__ int twice(int a) { return 2 * a; } };\n"
             "__global__ void k(int *p) { *p = ops::twice(3) + other::twice(4); }");
    accepted(
        "struct box { int v; };\n__global__ void k(int *p) { box b{3}; box c = box{4}; *p = b.v + c.v; }");
}

#define DEVICE "static __device__ int twice(int a) { return 2 * a; }\n"
#define NOT_ON_HOST                                                                                          \
    "twice() is device code, which nvcc does not let host code call: write __host__ before its "

static void test_local_structs(void **state) {
    (void)state;
#define KERNEL(member, use) "__global__ void k(int *p) {\nstruct pair { int a, b;\n" member " };\n" use " }"
    const char words[] = "is host code, which nvcc does not let a kernel call: write __device__ before its "
                         "definition in line 3";
    fails(KERNEL("pair(int x) : a(x), b(x) {}", "pair q(3);"), 4, words);
    fails(KERNEL("pair(int x) : a(x), b(x) {}", "pair q{3};"), 4, words);
    fails(KERNEL("pair(int x) : a(x), b(x) {}", "*p = pair(3).a;"), 4, words);
    fails(KERNEL("int sum() const { return a + b; }", "pair q; *p = q.sum();"), 4, words);
    fails(KERNEL("int sum() const { return a + b; }", "pair q; pair *r = &q; *p = r->sum();"), 4, words);
    fails(KERNEL("int operator()(int c) { return a + c; }", "pair q; *p = q(1);"), 4, words);
    accepted(KERNEL("__device__ pair(int x) : a(x), b(x) {} __device__ int sum() { return a; }",
                    "*p = pair(3).sum();"));
    accepted(KERNEL("pair(int x) : a(x), b(x) {} int sum() { return a; }", "*p = sizeof(pair);"));
    accepted(KERNEL("pair() = default;", "pair q; *p = q.a;"));
    // For both sides, nvcc only warns. A member's name is not called.
    check("__host__ __device__ int f(int b) {\nstruct s { int a;\ns(int a) : a(a) {} }; return s(b).a; }",
          "__host__ __device__ int f(int b) {\nstruct s { int a;\ns(int a) : a(a) {} }; return s(b).a; }");
}

static void test_device_code_on_the_host(void **state) {
    (void)state;
    fails(DEVICE "int f(int a) {\n return twice(a); }", 3, NOT_ON_HOST "definition in line 1");
    fails("int f(int a);\n" DEVICE "__host__ int f(int a) { return twice(a); }", 3, NOT_ON_HOST);
    fails("template <class T> __device__ T twice(T a) { return 2 * a; }\nint f() { return twice<int>(2); }",
          2, NOT_ON_HOST);
    fails(DEVICE "int f(int a) { auto g = [](int b) { return twice(b); }; return g(a); }", 2, NOT_ON_HOST);
    fails(DEVICE "extern \"C\" int sum(const int *p, size_t n) { return twice((int)n); }", 2, NOT_ON_HOST);
    accepted("__host__ __device__ int twice(int a) { return a; }\nint f(int a) { return twice(a); }");
    accepted(DEVICE "int f(int a) { return sizeof(twice(a)) + sizeof(decltype(twice(a))); }");
    accepted(DEVICE "template <class T> int f(T a) { return twice(a); }"); // nvcc accepts it
    accepted(DEVICE "int twice(float a) { return 2; }\nint f(int a) { return twice(a); }");
    accepted(DEVICE "int f(int twice(int)) { return twice(1); }");
    accepted(DEVICE "int f(point p) { return p.twice(1) + table::twice(2); }");
    accepted(DEVICE "int f(int a) { each(a, [] __device__(int b) { return twice(b); }); return 0; }");
    accepted(DEVICE "__host__ __device__ int f(int a) { return twice(a); }");    // a warning from nvcc
    accepted("__global__ void k(int *p) {}\nint f(int *p) { k(p); return 0; }"); // reported by the compiler
}

static void test_let_go(void **state) {
    (void)state;
    accepted("__device__ " HOST CALL);
    accepted("__host__ __device__ " HOST CALL);
    accepted("__device__ int both(int a, int b);\n" HOST CALL); // the declarations' qualifiers are combined
    accepted("__device__ int both(float a) { return 1; }\n" HOST CALL);       // the compiler selects one
    accepted(HOST "__host__ __device__ int f(int a) { return both(a, a); }"); // a warning from nvcc
    accepted(HOST
             "int f(int a) { return both(a, a); }\n__global__ void k(int *p) { p[0] = f_of_lab_h(p[1]); }");
    accepted("int both(int a, int b);\n" CALL); // may be defined elsewhere
    accepted(CALL);                             // in lab.h
    accepted("#define DEVICE static __device__\nDEVICE int both(int a, int b) { return a; }\n" CALL);
    check(
        HOST "__global__ void k(int *p) { auto both = [](int a, int b) { p[a] = b; }; both(1, 2); }", HOST
        "__global__ void k(int *p) { auto both = [](int a, int b) { p[a] = b; }; SIM_CALLEE(both)(1, 2); }");
    check(HOST "__global__ void k(int (*f)(int), map both) { p[0] = both(1, 2); }",
          HOST "__global__ void k(int (*f)(int), map both) { p[0] = SIM_CALLEE(both)(1, 2); }");
    check(HOST "__global__ void k(int *p, map *both) { p[0] = both(1, 2); }",
          HOST "__global__ void k(int *p, map *both) { p[0] = SIM_CALLEE(both)(1, 2); }");
    accepted(
        HOST
        "__global__ void k(point p) { p.both(1, 2); (&p)->both(1, 2); point::both(1, 2); int both = 3; }");
    accepted(HOST "__global__ void k(int *p) { int both[3]; p[0] = both[1]; }");
    accepted("struct a { int both(int x) { return x; } };\n" CALL);
    accepted("__global__ void k(int *p) { *p = std::abs(p[0]) + std::move(p[1]) + my::min(p[0], 2) + min(3, "
             "p[1]); }");
    accepted("#if 0\n" HOST "#endif\n" CALL);
    accepted("int both(");
    accepted("__global__ void k(int *p) { both(");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_unclear),
                                       cmocka_unit_test(test_hidden),
                                       cmocka_unit_test(test_not_hidden),
                                       cmocka_unit_test(test_addresses),
                                       cmocka_unit_test(test_library),
                                       cmocka_unit_test(test_members),
                                       cmocka_unit_test(test_c_library),
                                       cmocka_unit_test(test_declared),
                                       cmocka_unit_test(test_built_in_variables),

                                       cmocka_unit_test(test_for_constants),
                                       cmocka_unit_test(test_tables),
                                       cmocka_unit_test(test_hidden_members),
                                       cmocka_unit_test(test_local_structs),
                                       cmocka_unit_test(test_device_code_on_the_host),
                                       cmocka_unit_test(test_let_go)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
