// Structs by value: what a call takes straight from memory is read, and what it returns straight to memory is
// written, by the student's own functions, operators, lambdas and function pointers and by CUDA's.
#include "conformance.h"

#include <new>

#define BOTH __host__ __device__

struct point {
    int x, y, z;
};

__device__ point farther(point a, point b) {
    return a.x > b.x ? a : b;
}
BOTH int x_of(point a) {
    return a.x;
}

// Memory for n structs, none of them set.
template <class T>
static T *unset(size_t n) {
    T *d_unset;
    cudaMalloc(&d_unset, n * sizeof(T));
    return d_unset;
}

// n structs of three ints, all of which are 1.
static point *ones(size_t n) {
    int *h_ones = (int *)malloc(3 * n * sizeof(int));
    point *d_ones;
    for (size_t i = 0; i < 3 * n; i++) {
        h_ones[i] = 1;
    }
    cudaMalloc(&d_ones, n * sizeof(point));
    cudaMemcpy(d_ones, h_ones, n * sizeof(point), cudaMemcpyHostToDevice);
    free(h_ones);
    return d_ones;
}

static int ints_and_free(void *d_structs, size_t n) {
    return sum_and_free((int *)d_structs, n);
}

// ---- Arguments ---------------------------------------------------------------------------------------------

__global__ void last_kernel(const point *d_in, point *d_out, int n) {
    point sum = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        sum = farther(sum, d_in[i]);
    }
    d_out[0] = sum;
}
CASE(to_the_end) { // expect nothing
    point *d_in = ones(10), *d_out = zeros<point>(1);
    last_kernel<<<1, 1>>>(d_in, d_out, 10);
    return ints_and_free(d_in, 30) - 30 + ints_and_free(d_out, 3) - 3;
}

__global__ void past_kernel(const point *d_in, point *d_out, int n) {
    point sum = {0, 0, 0};
    for (int i = 0; i <= n; i++) {
        sum = farther(sum, d_in[i]); // expect: out of bounds; thread 0 of block 0 reads d_zeros[10]; d_zeros has 10 elements
    }
    d_out[0] = sum;
}
CASE(past_the_end) {
    point *d_in = zeros<point>(10), *d_out = zeros<point>(1); // other place in conformance.h
    past_kernel<<<1, 1>>>(d_in, d_out, 10);
    return ints_and_free(d_in, 30) + ints_and_free(d_out, 3);
}

__global__ void past_scalar_result_kernel(const point *d_in, int *d_out) {
    d_out[threadIdx.x] = x_of(d_in[threadIdx.x]); // expect: out of bounds; thread 10 of block 0 reads
}
CASE(scalar_result) {
    point *d_in = zeros<point>(10); // other place in conformance.h
    int *d_out = zeros<int>(32);
    past_scalar_result_kernel<<<1, 32>>>(d_in, d_out);
    return ints_and_free(d_in, 30) + sum_and_free(d_out, 32);
}

__device__ int total(uint4 v) {
    return (int)(v.x + v.y + v.z + v.w);
}
__global__ void vector_kernel(const unsigned *d_in, int *d_out, int n) {
    if ((int)threadIdx.x <= n) {
        d_out[threadIdx.x] = total(reinterpret_cast<const uint4 *>(d_in)[threadIdx.x]); // expect: out of bounds; thread 4 of block 0 reads d_counted[16] to d_counted[19]
    }
}
CASE(vector_past_the_end) {
    unsigned *d_in = counted<unsigned>(16); // other place in conformance.h
    int *d_out = zeros<int>(32);
    vector_kernel<<<1, 32>>>(d_in, d_out, 4);
    return (int)sum_and_free(d_in, 16) + sum_and_free(d_out, 32);
}
__global__ void vector_guarded_kernel(const unsigned *d_in, int *d_out, int n) {
    if ((int)threadIdx.x < n) {
        d_out[threadIdx.x] = total(reinterpret_cast<const uint4 *>(d_in)[threadIdx.x]);
    }
}
CASE(vector_to_the_end) { // expect nothing
    unsigned *d_in = counted<unsigned>(16);
    int *d_out = zeros<int>(4);
    vector_guarded_kernel<<<1, 32>>>(d_in, d_out, 4);
    return (int)sum_and_free(d_in, 16) - sum_and_free(d_out, 4);
}

__global__ void unset_kernel(const point *d_in, int *d_out) {
    d_out[threadIdx.x] = x_of(d_in[threadIdx.x]); // expect: unset read; thread 0 of block 0 reads
}
CASE(unset_argument) {
    point *d_in = unset<point>(32);
    int *d_out = zeros<int>(32);
    unset_kernel<<<1, 32>>>(d_in, d_out);
    cudaFree(d_in);
    return 0 * sum_and_free(d_out, 32);
}

__global__ void argument_race_kernel(point *d_out) {
    __shared__ point s_points[32];
    s_points[threadIdx.x] = point{1, 2, 3};                                         // expect: race in shared memory; s_points; writes
    d_out[threadIdx.x] = farther(s_points[threadIdx.x], s_points[threadIdx.x ^ 1]); // other place
}
CASE(argument_race) {
    point *d_out = zeros<point>(32);
    argument_race_kernel<<<1, 32>>>(d_out);
    return 0 * ints_and_free(d_out, 96);
}
__global__ void argument_barrier_kernel(point *d_out) {
    __shared__ point s_points[32];
    s_points[threadIdx.x] = point{1, 2, 3};
    __syncthreads();
    d_out[threadIdx.x] = farther(s_points[threadIdx.x], s_points[threadIdx.x ^ 1]);
}
CASE(argument_barrier) { // expect nothing
    point *d_out = zeros<point>(32);
    argument_barrier_kernel<<<1, 32>>>(d_out);
    return ints_and_free(d_out, 96) - 6 * 32;
}

// The line is that of the call, whatever code precedes it.
__global__ void lines_kernel(point *d_out, int n) {
    __shared__ point s_points[32];
    const int tid = threadIdx.x;
    s_points[tid] = point{1, 2, 3};
    __syncthreads();
    point left = {0, 0, 0};
    if (tid >= n) {
        // count below: shared_load_requests = 3, shared_store_requests = 3
        s_points[tid] = farther(left, s_points[tid]);
    }
    // count below: shared_load_requests = 3, shared_store_requests = 3
    s_points[tid] = farther(left, s_points[tid]);
    // clang-format off
    if (tid > 40)
        left = farther(left, s_points[tid]);
    else if (tid < 40)
        // count below: shared_load_requests = 3
        left = farther(left, s_points[tid]);
    for (int i = 0; i < n; i++)
        // count below: shared_load_requests = 6
        left = farther(left, s_points[tid]);
    // clang-format on
    do {
        // count below: shared_load_requests = 3
        left = farther(s_points[tid], left);
    } while (left.x < 0);
    switch (n) {
    case 1:
        break;
    default:
        // count below: shared_load_requests = 3
        left = farther(left, s_points[tid]);
    }
    d_out[tid] = left;
}
CASE(lines) { // expect nothing
    point *d_out = zeros<point>(32);
    lines_kernel<<<1, 32>>>(d_out, 2);
    return ints_and_free(d_out, 96) - 6 * 32;
}

// ---- Results -----------------------------------------------------------------------------------------------

__device__ point point_of(int x) {
    return {x, 0, 0};
}
__global__ void result_past_kernel(point *d_out) {
    d_out[threadIdx.x] = point_of(1); // expect: out of bounds; thread 10 of block 0 writes d_zeros[10]
}
CASE(result_past_the_end) {
    point *d_out = zeros<point>(10); // other place in conformance.h
    result_past_kernel<<<1, 11>>>(d_out);
    return ints_and_free(d_out, 30);
}
__global__ void result_race_kernel() {
    __shared__ point s_point;
    s_point = point_of(threadIdx.x); // expect: race in shared memory; s_point; writes
}
CASE(result_race) {
    result_race_kernel<<<1, 2>>>();
    return 0;
}
__global__ void result_set_kernel(point *d_out) {
    __shared__ point s_points[32];
    s_points[threadIdx.x] = point_of(1);
    __syncthreads();
    d_out[threadIdx.x] = farther(s_points[threadIdx.x], s_points[31 - threadIdx.x]);
}
CASE(result_sets) { // expect nothing
    point *d_out = unset<point>(32);
    result_set_kernel<<<1, 32>>>(d_out);
    return ints_and_free(d_out, 96) - 32;
}
__global__ void result_in_global_kernel(point *d_out) {
    d_out[threadIdx.x / 2] = point_of(threadIdx.x); // expect: race in global memory; writes
}
CASE(result_race_global) {
    point *d_out = zeros<point>(32);
    result_in_global_kernel<<<1, 64>>>(d_out);
    return 0 * ints_and_free(d_out, 96);
}

// ---- Forms of functions ------------------------------------------------------------------------------------

// A member of a struct; an operator; a constructor; a conversion; a template; a pack; a function that calls itself.
struct alignas(8) complex {
    float re, im;
    __device__ complex operator*(complex other) const {
        return {re * other.re - im * other.im, re * other.im + im * other.re};
    }
    __device__ float dot(complex other) const {
        return re * other.re + im * other.im;
    }
    static __device__ complex conjugate(complex a);
};
__device__ complex complex::conjugate(complex a) {
    return {a.re, -a.im};
}
BOTH complex operator+(complex a, complex b) {
    return {a.re + b.re, a.im + b.im};
}
struct built {
    float sum;
    __device__ built(complex a)
        : sum(a.re + a.im) {
    }
    __device__ operator complex() const {
        return {sum, sum};
    }
};
template <class T>
__device__ T first_of(T a, T) {
    return a;
}
template <class T>
__device__ T sum_of(T a) {
    return a;
}
template <class T, class... Rest>
__device__ T sum_of(T a, Rest... rest) {
    return a + sum_of(rest...);
}
template <class T>
__device__ T tree(const T *values, int n) {
    return n == 1 ? values[0] : tree(values, n / 2) + tree(values + n / 2, n - n / 2);
}
__device__ auto trailing(complex a) -> complex {
    return a;
}
__device__ __noinline__ complex not_inlined(complex a, int = 1, float (*scale)[2] = nullptr) {
    return scale == nullptr ? a : complex{a.re * (*scale)[0], a.im * (*scale)[1]};
}
__device__ __forceinline__ complex inlined(complex a) {
    return a;
}

__global__ void forms_kernel(complex *d, int n) {
    // count below: global_load_requests = 0, global_store_requests = 1
    d[0] = d[1] * complex{1, 0}; // *this is no copy: its members are read in the function
    // count below: global_load_requests = 2, global_store_requests = 1
    d[0] = complex{1, 1} * (d[1] + d[2]);
    // count below: global_load_requests = 1, global_store_requests = 1
    d[1].re = d[2].dot(d[3]);
    // count below: global_load_requests = 1, global_store_requests = 1
    d[2] = complex::conjugate(d[3]);
    // count below: global_load_requests = 1, global_store_requests = 1
    d[3] = built(d[4]);
    // count below: global_load_requests = 2, global_store_requests = 1
    d[4] = first_of(d[5], d[6]);
    // count below: global_load_requests = 1, global_store_requests = 1
    d[5] = trailing(d[6]);
    // count below: global_load_requests = 1, global_store_requests = 1
    d[6] = not_inlined(d[7]);
    // count below: global_load_requests = 1, global_store_requests = 1
    d[7] = inlined(d[8]);
    // count below: global_load_requests = 3, global_store_requests = 1
    d[8] = sum_of(d[9], d[10], d[11]);
    // count below: global_load_requests = 0, global_store_requests = 1
    d[9] = tree(d + 10, 4);
    // count below: global_load_requests = 1, global_store_requests = 1
    d[10] = n > 0 ? inlined(d[11]) : d[0];
}
CASE(forms) { // expect nothing
    complex *d = zeros<complex>(16);
    forms_kernel<<<1, 1>>>(d, 1);
    return 0 * ints_and_free(d, 32); // some are -0
}

// The same, each one past the end.
__global__ void member_kernel(complex *d) {
    d[0].re = d[1].dot(d[16]); // expect: out of bounds; thread 0 of block 0 reads d_zeros[16]
}
CASE(member_past) {
    complex *d = zeros<complex>(16); // other place in conformance.h
    member_kernel<<<1, 1>>>(d);
    return 0 * ints_and_free(d, 32);
}
__global__ void operator_kernel(complex *d) {
    d[0] = d[1] + d[16]; // expect: out of bounds; thread 0 of block 0 reads d_zeros[16]
}
CASE(operator_past) {
    complex *d = zeros<complex>(16); // other place in conformance.h
    operator_kernel<<<1, 1>>>(d);
    return 0 * ints_and_free(d, 32);
}
__global__ void constructor_kernel(complex *d) {
    built b(d[16]); // expect: out of bounds; thread 0 of block 0 reads d_zeros[16]
    d[0].re = b.sum;
}
CASE(constructor_past) {
    complex *d = zeros<complex>(16); // other place in conformance.h
    constructor_kernel<<<1, 1>>>(d);
    return 0 * ints_and_free(d, 32);
}
__global__ void conversion_kernel(complex *d) {
    built b(d[0]);
    d[16] = b; // expect: out of bounds; thread 0 of block 0 writes d_zeros[16]
}
CASE(conversion_past) {
    complex *d = zeros<complex>(16); // other place in conformance.h
    conversion_kernel<<<1, 1>>>(d);
    return 0 * ints_and_free(d, 32);
}
__global__ void pack_kernel(complex *d) {
    d[0] = sum_of(d[1], d[2], d[16]); // expect: out of bounds; thread 0 of block 0 reads d_zeros[16]
}
CASE(pack_past) {
    complex *d = zeros<complex>(16); // other place in conformance.h
    pack_kernel<<<1, 1>>>(d);
    return 0 * ints_and_free(d, 32);
}

// ---- Lambdas, functors, pointers to functions --------------------------------------------------------------

template <class T, class Operator>
__device__ T fold(const T *values, int n, Operator op) {
    T all = values[0];
    for (int i = 1; i < n; i++) {
        all = op(all, values[i]); // expect: out of bounds; thread 0 of block 0 reads d_zeros[10]
    }
    return all;
}
struct larger {
    __device__ point operator()(point a, point b) const {
        return a.x > b.x ? a : b;
    }
};
__global__ void fold_lambda_kernel(const point *d_in, point *d_out, int n, int least) {
    d_out[0] = fold(d_in, n, [=](point a, point b) { return a.x > least ? a : b; });
}
CASE(lambda_past) {
    point *d_in = zeros<point>(10), *d_out = zeros<point>(1); // other place in conformance.h
    fold_lambda_kernel<<<1, 1>>>(d_in, d_out, 11, 5);
    return ints_and_free(d_in, 30) + ints_and_free(d_out, 3);
}

template <class T, class Operator>
__device__ T fold_again(const T *values, int n, Operator op) {
    T all = values[0];
    for (int i = 1; i < n; i++) {
        all = op(all, values[i]); // expect: out of bounds; thread 0 of block 0 reads d_zeros[10]
    }
    return all;
}
__global__ void fold_functor_kernel(const point *d_in, point *d_out, int n) {
    d_out[0] = fold_again(d_in, n, larger());
}
CASE(functor_past) {
    point *d_in = zeros<point>(10), *d_out = zeros<point>(1); // other place in conformance.h
    fold_functor_kernel<<<1, 1>>>(d_in, d_out, 11);
    return ints_and_free(d_in, 30) + ints_and_free(d_out, 3);
}
template <class T, class Operator>
__device__ T fold_pointer(const T *values, int n, Operator op) {
    T all = values[0];
    for (int i = 1; i < n; i++) {
        all = op(all, values[i]); // expect: out of bounds; thread 0 of block 0 reads d_zeros[10]
    }
    return all;
}
__global__ void fold_pointer_kernel(const point *d_in, point *d_out, int n) {
    d_out[0] = fold_pointer(d_in, n, farther);
}
CASE(pointer_past) {
    point *d_in = zeros<point>(10), *d_out = zeros<point>(1); // other place in conformance.h
    fold_pointer_kernel<<<1, 1>>>(d_in, d_out, 11);
    return ints_and_free(d_in, 30) + ints_and_free(d_out, 3);
}
typedef point (*point_operator)(point, point);
__global__ void pointer_variable_kernel(const point *d_in, point *d_out, int n) {
    point (*op)(point, point) = farther;
    d_out[0] = op(d_in[0], d_in[n - 1]); // expect: out of bounds; thread 0 of block 0 reads d_zeros[10]
}
CASE(pointer_variable_past) {
    point *d_in = zeros<point>(10), *d_out = zeros<point>(1); // other place in conformance.h
    pointer_variable_kernel<<<1, 1>>>(d_in, d_out, 11);
    return ints_and_free(d_in, 30) + ints_and_free(d_out, 3);
}
__global__ void pointer_table_kernel(const point *d_in, point *d_out, int n) {
    point_operator table[2];
    table[0] = table[1] = farther;
    d_out[1] = table[n % 2](d_in[0], d_in[1]); // expect: out of bounds; thread 0 of block 0 writes d_zeros[1]
}
CASE(pointer_table_past) {
    point *d_in = ones(10), *d_out = zeros<point>(1); // other place in conformance.h
    pointer_table_kernel<<<1, 1>>>(d_in, d_out, 11);
    return ints_and_free(d_in, 30) + ints_and_free(d_out, 3);
}
template <point (*Op)(point, point)>
__global__ void pointer_template_kernel(const point *d_in, point *d_out, int n) {
    d_out[0] = Op(d_in[0], d_in[n - 1]); // expect: out of bounds; thread 0 of block 0 reads d_zeros[10]
}
CASE(pointer_template_past) {
    point *d_in = zeros<point>(10), *d_out = zeros<point>(1); // other place in conformance.h
    pointer_template_kernel<farther><<<1, 1>>>(d_in, d_out, 11);
    return ints_and_free(d_in, 30) + ints_and_free(d_out, 3);
}
__global__ void callees_kernel(const point *d_in, point *d_out, int n) {
    auto twice = [](int i) { return 2 * i; };
    auto at = [&](int i) -> const point & { return d_in[i]; };
    larger functor;
    int (*plain)(point) = x_of;
    point_operator op = n > 0 ? farther : nullptr;
    d_out[0] = (*op)(fold(d_in, 3, farther), functor(at(twice(1)), at(3)));
    d_out[0].x += plain(d_in[2]) + (n > 1 ? plain : x_of)(d_in[3]);
}
CASE(callees) { // expect nothing
    point *d_in = ones(10), *d_out = zeros<point>(1);
    callees_kernel<<<1, 1>>>(d_in, d_out, 10);
    return ints_and_free(d_in, 30) - 30 + ints_and_free(d_out, 3) - 5;
}

// ---- Shapes of structs -------------------------------------------------------------------------------------

struct flagged {
    int value;
    bool flag;
};
__device__ flagged segmented(flagged a, flagged b) {
    return b.flag ? b : flagged{a.value + b.value, a.flag};
}
// Its last three bytes belong to no member: setting the members sets it.
__global__ void padding_kernel(flagged *d_out) {
    __shared__ flagged s_values[32];
    s_values[threadIdx.x].value = 1;
    s_values[threadIdx.x].flag = threadIdx.x == 7;
    __syncthreads();
    d_out[threadIdx.x] = segmented(s_values[threadIdx.x ^ 1], s_values[threadIdx.x]);
    const flagged copy = s_values[threadIdx.x];
    d_out[threadIdx.x].value += copy.value;
}
CASE(padding) { // expect nothing
    flagged *d_out = zeros<flagged>(32);
    padding_kernel<<<1, 32>>>(d_out);
    cudaFree(d_out);
    return 0;
}

struct inner {
    int a[5];
    char tag;
};
struct outer {
    inner first;
    float4 v;
    double d = 1;
};
__device__ outer with_tag(outer o, char tag) {
    o.first.tag = tag;
    return o;
}
__global__ void nested_kernel(outer *d) {
    d[0] = with_tag(d[1], 'a');
    d[1].first = with_tag(d[0], 'b').first;
    outer all[2] = {d[0], with_tag(d[1], 'c')};
    d[2] = all[1];
}
CASE(nested) { // expect nothing
    outer *d = zeros<outer>(3);
    nested_kernel<<<1, 1>>>(d);
    cudaFree(d);
    return 0;
}
__global__ void nested_past_kernel(outer *d) {
    d[0] = with_tag(d[3], 'a'); // expect: out of bounds; thread 0 of block 0 reads d_zeros[3]
}
CASE(nested_past) {
    outer *d = zeros<outer>(3); // other place in conformance.h
    nested_past_kernel<<<1, 1>>>(d);
    cudaFree(d);
    return 0;
}

// In a union, with structured bindings, in constant expressions, through memcpy and placement.
union pack {
    float4 v;
    float f[4];
    point p;
};
__device__ pack packed(pack a) {
    a.f[0] += 1;
    return a;
}
typedef union {
    uint2 v;
    unsigned long long bits;
} bits_of_two;
struct pairs {
    int2 at[2];
    int n = 2;
};
__device__ constexpr point unit(point a = {1, 0, 0}) {
    return a;
}
__global__ void shapes_kernel(pack *d, const point *d_in, int *d_out, pairs by_value) {
    constexpr point one = unit();
    static_assert(one.x == 1, "");
    pack first = packed(d[0]), second = {};
    second = packed(first);
    d[1] = packed(second);
    bits_of_two bits = {{1, 2}}, other;
    other = bits;
    d[1].f[2] = (float)other.v.y;
    auto [x, y, z] = farther(d_in[0], d_in[1]);
    auto &[re, im] = reinterpret_cast<complex &>(d[1]);
    point copy, list[2] = {{1, 2, 3}, {4, 5, 6}};
    memcpy(&copy, &d_in[2], sizeof(copy));
    volatile point kept = {1, 2, 3};
    const int2 steps[2] = {{1, 2}, {3, 4}};
    d_out[0] = x + y + z + copy.x + list[1].z + one.x + kept.y + steps[1].y + by_value.at[1].x + by_value.n + (int)re +
               (int)im;
}
CASE(shapes) { // expect nothing
    pack *d = zeros<pack>(2);
    point *d_in = ones(10);
    int *d_out = zeros<int>(1);
    pairs by_value = {{{1, 2}, {3, 4}}};
    shapes_kernel<<<1, 1>>>(d, d_in, d_out, by_value);
    return ints_and_free(d_in, 30) - 30 + sum_and_free(d_out, 1) - (3 + 1 + 6 + 1 + 2 + 4 + 3 + 2 + 3) + 0 * sum_and_free((int *)d, 8);
}
__global__ void union_past_kernel(pack *d) {
    d[0] = packed(d[2]); // expect: out of bounds; thread 0 of block 0 reads d_zeros[2]
}
CASE(union_past) {
    pack *d = zeros<pack>(2); // other place in conformance.h
    union_past_kernel<<<1, 1>>>(d);
    return 0 * sum_and_free((int *)d, 8);
}

// ---- Counting --------------------------------------------------------------------------------------------

struct __align__(16) wide {
    int a, b, c, d;
};
__device__ wide plus(wide l, wide r) {
    return {l.a + r.a, l.b + r.b, l.c + r.c, l.d + r.d};
}
__global__ void counted_kernel(const wide *d_in, wide *d_out, const point *d_points, point *d_farthest) {
    int i = threadIdx.x;
    __shared__ wide s_wide[32];
    // count below: global_load_requests = 2, global_load_sectors = 32, shared_store_requests = 1, shared_store_wavefronts = 4
    s_wide[i] = plus(d_in[i], d_in[i]);
    __syncthreads();
    // count below: shared_load_requests = 2, shared_load_wavefronts = 8, global_store_requests = 1, global_store_sectors = 16
    d_out[i] = plus(s_wide[i], s_wide[31 - i]);
    // count below: global_load_requests = 6, global_load_sectors = 72, global_store_requests = 3, global_store_sectors = 36
    d_farthest[i] = farther(d_points[i], d_points[i]);
}
CASE(counted_once) { // expect nothing
    wide *d_in = zeros<wide>(32), *d_out = zeros<wide>(32);
    point *d_points = ones(32), *d_farthest = zeros<point>(32);
    counted_kernel<<<1, 32>>>(d_in, d_out, d_points, d_farthest);
    return ints_and_free(d_in, 128) + ints_and_free(d_out, 128) + ints_and_free(d_points, 96) - ints_and_free(d_farthest, 96);
}

// A struct of four ints without __align__. In shared memory nvcc knows how its arrays lie, and copies it at once.
struct loose {
    int words[4];
};
__global__ void loose_shared_kernel(const loose *d_in, loose *d_out) {
    __shared__ loose s_copy[32];
    // count below: shared_store_wavefronts = 4, shared_store_conflicts = 0
    s_copy[threadIdx.x] = d_in[threadIdx.x];
    __syncwarp();
    // count below: shared_load_wavefronts = 4, shared_load_conflicts = 0
    d_out[threadIdx.x] = s_copy[31 - threadIdx.x];
}
CASE(copied_at_once) { // expect nothing
    loose *d_in = zeros<loose>(32), *d_out = zeros<loose>(32);
    loose_shared_kernel<<<1, 32>>>(d_in, d_out);
    return ints_and_free(d_in, 128) + ints_and_free(d_out, 128);
}

// An access in a function with two callers is one instruction, for lanes of both callers.
__device__ point loaded(const point *from, point less) {
    int x = from->x;
    return {x - less.x, 0, 0};
}
__global__ void one_instruction_kernel(const point *d_in, int *d_out) {
    const point none = {};
    d_out[threadIdx.x] = threadIdx.x < 16 ? loaded(d_in + threadIdx.x, none).x : loaded(d_in + threadIdx.x, none).x;
}
CASE(one_instruction) {
    point *d_in = ones(32);
    int *d_out = zeros<int>(32);
    one_instruction_kernel<<<1, 32>>>(d_in, d_out);
    // count: global_load_requests = 1, active_lanes = 64
    return ints_and_free(d_in, 96) - 96 + sum_and_free(d_out, 32) - 32;
}

// ---- CUDA's own functions ----------------------------------------------------------------------------------

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tile_kernel(point *d_in, point *d_out, int4 *d_vectors) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    // count below: global_load_requests = 3, global_store_requests = 3
    d_out[threadIdx.x] = tile.shfl_down(d_in[threadIdx.x], 1);
    // count below: global_load_requests = 1, global_store_requests = 1
    __stcs(d_vectors + threadIdx.x, d_vectors[threadIdx.x + 32]);
    // count below: global_store_requests = 1
    d_vectors[threadIdx.x] = make_int4(1, 2, 3, 4);
}
CASE(tile) { // expect nothing
    point *d_in = ones(32), *d_out = unset<point>(32);
    int4 *d_vectors = zeros<int4>(64);
    tile_kernel<<<1, 32>>>(d_in, d_out, d_vectors);
    cudaFree(d_vectors);
    return ints_and_free(d_in, 96) - ints_and_free(d_out, 96);
}
__global__ void tile_past_kernel(point *d_in, point *d_out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    d_out[threadIdx.x] = tile.shfl(d_in[threadIdx.x], 0); // expect: out of bounds; thread 10 of block 0 reads
}
CASE(tile_past) {
    point *d_in = zeros<point>(10), *d_out = zeros<point>(32); // other place in conformance.h
    tile_past_kernel<<<1, 32>>>(d_in, d_out);
    return ints_and_free(d_in, 30) + ints_and_free(d_out, 96);
}
__global__ void tile_result_kernel(point *d_in, point *d_out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    d_out[threadIdx.x] = tile.shfl(d_in[threadIdx.x], 0); // expect: out of bounds; thread 10 of block 0 writes
}
CASE(tile_result_past) {
    point *d_in = ones(32), *d_out = zeros<point>(10); // other place in conformance.h
    tile_result_kernel<<<1, 32>>>(d_in, d_out);
    return ints_and_free(d_in, 96) + ints_and_free(d_out, 30);
}
__global__ void store_past_kernel(const int4 *d_in, int4 *d_out) {
    __stcs(d_out, d_in[2]); // expect: out of bounds; thread 0 of block 0 reads
}
CASE(store_past) {
    int4 *d_in = zeros<int4>(2), *d_out = zeros<int4>(2); // other place in conformance.h
    store_past_kernel<<<1, 1>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}

// ---- Structs of structs that define their assignment -------------------------------------------------------
// The compiler's code for a copy of the whole is in the statement that copies.

struct two_vectors {
    int4 values[2];
};

struct three_parts {
    two_vectors both;
    int n;
};

__global__ void past_copied_struct_kernel(const two_vectors *d_in, two_vectors *d_out) {
    two_vectors mine = {};
    mine = d_in[threadIdx.x]; // expect: out of bounds; thread 3 of block 0 reads
    d_out[threadIdx.x] = mine;
}
CASE(past_copied_struct) {
    int *d_in = zeros<int>(24), *d_out = zeros<int>(32); // other place in conformance.h
    past_copied_struct_kernel<<<1, 4>>>((const two_vectors *)d_in, (two_vectors *)d_out);
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}

__global__ void past_stored_struct_kernel(three_parts *d_out) {
    three_parts mine = {};
    d_out[threadIdx.x] = mine; // expect: out of bounds; thread 2 of block 0 writes
}
CASE(past_stored_struct) {
    int *d_out = zeros<int>(24); // other place in conformance.h
    past_stored_struct_kernel<<<1, 4>>>((three_parts *)d_out);
    cudaFree(d_out);
    return 0;
}

__global__ void copied_struct_races_kernel(two_vectors *d_out) {
    __shared__ two_vectors s_all[64];
    s_all[threadIdx.x] = two_vectors();           // expect: race in shared memory; read it
    d_out[threadIdx.x] = s_all[63 - threadIdx.x]; // other place
}
CASE(copied_struct_races) {
    int *d_out = zeros<int>(64 * 8);
    copied_struct_races_kernel<<<1, 64>>>((two_vectors *)d_out);
    cudaFree(d_out);
    return 0;
}

// Structs that do not fit into registers, as arguments: each thread copies them from host memory.
struct job {
    const int *d_in;
    int *d_out;
    long begin, end, step;
};
__global__ void large_argument_kernel(job work, int more) {
    for (long i = work.begin; i < work.end; i += work.step) {
        work.d_out[i] = work.d_in[i] + more;
    }
}
template <class T>
__global__ void deduced_argument_kernel(T work) {
    work.d_out[work.begin] += 1;
}
CASE(large_argument) { // expect nothing
    int *d_in = zeros<int>(4), *d_out = zeros<int>(4), more = 1;
    job work = {d_in, d_out, 0, 4, 1};
    void *arguments[] = {&work, &more};
    large_argument_kernel<<<1, 1>>>(work, more);
    deduced_argument_kernel<<<1, 1>>>(work);
    work.begin = 2;
    cudaLaunchKernel(large_argument_kernel, dim3(1), dim3(1), arguments, 0, nullptr);
    cudaFree(d_in);
    return ints_and_free(d_out, 4) - 5;
}

// But no other variable of the host.
__global__ void host_job_kernel(job work, const job *h_other) {
    *work.d_out = (int)h_other->begin; // expect: wrong memory space; reads 8 bytes through a pointer to a local variable of host code
}
CASE(host_job) {
    job work = {nullptr, zeros<int>(1), 0, 0, 0}, other = {};
    host_job_kernel<<<1, 1>>>(work, &other);
    cudaFree(work.d_out);
    return 0;
}

// ---- Alignment ---------------------------------------------------------------------------------------------------

// Two words of which the type says that they lie at a multiple of 8 are one access, also in global memory.
struct alignas(8) candidate {
    float value;
    int place;
};
__device__ candidate better(candidate a, candidate b) {
    return a.value > b.value ? a : b;
}
__global__ void candidates_kernel(const candidate *d_in, candidate *d_out) {
    __shared__ candidate s_best[32];
    // count below: global_load_requests = 1, global_load_sectors = 8, shared_store_wavefronts = 2
    s_best[threadIdx.x] = d_in[threadIdx.x];
    __syncthreads();
    // count below: shared_load_wavefronts = 4, global_store_requests = 1, global_store_sectors = 8
    d_out[threadIdx.x] = better(s_best[threadIdx.x], s_best[31 - threadIdx.x]);
}
CASE(two_words) { // expect nothing
    candidate *d_in = zeros<candidate>(32), *d_out = zeros<candidate>(32);
    candidates_kernel<<<1, 32>>>(d_in, d_out);
    return ints_and_free(d_in, 64) + ints_and_free(d_out, 64);
}

// ---- Virtual functions -------------------------------------------------------------------------------------------

// A constructor writes the pointer to the table of virtual functions, and a call reads it.
struct shape {
    __device__ virtual int area() const = 0;
};
struct square : shape {
    int side;
    __device__ explicit square(int side)
        : side(side) {
    }
    __device__ int area() const override {
        return side * side;
    }
};

__global__ void construct_kernel(square *d_squares) {
    new (&d_squares[threadIdx.x]) square((int)threadIdx.x);
}
__global__ void area_kernel(const square *d_squares, int *d_out) {
    const shape *of_this_thread = &d_squares[threadIdx.x];
    // count below: global_load_requests = 1, global_store_requests = 1
    d_out[threadIdx.x] = of_this_thread->area();
}
CASE(objects_of_another_launch) { // expect nothing
    square *d_squares = unset<square>(4);
    int *d_out = zeros<int>(4);
    construct_kernel<<<1, 4>>>(d_squares);
    area_kernel<<<1, 4>>>(d_squares, d_out);
    cudaFree(d_squares);
    return sum_and_free(d_out, 4) - 14;
}
