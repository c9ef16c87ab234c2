// Kernels that use variables and functions of host code. nvcc does not compile them, so no suite for a real GPU has
// them.
#include "conformance.h"

static int limit = 4;

__global__ void limited_kernel(int *d_a) {
    if (threadIdx.x < limit) { // expect: wrong memory space; thread 0 of block 0 reads limit, which is a variable of host code
        d_a[threadIdx.x] = 1;
    }
}
CASE(variable_of_host) {
    int *d_a = zeros<int>(8);
    limit += d_a == NULL;
    limited_kernel<<<1, 8>>>(d_a);
    return sum_and_free(d_a, 8);
}

namespace settings {
int table[4] = {1, 2, 3, 4};
}

__global__ void table_kernel() {
    atomicAdd(&settings::table[3], 1); // expect: wrong memory space; thread 0 of block 0 atomically updates table, which is a variable of host code
}
CASE(table_of_host) {
    table_kernel<<<1, 1>>>();
    return settings::table[3] - 4;
}

template <class F>
__global__ void call_kernel(F f) {
    f(threadIdx.x);
}
CASE(captured_by_reference) {
    int *d_a = zeros<int>(8), step = 2;
    auto set = [&] __device__(int i) {
        d_a[i] = step; // expect: wrong memory space; through a pointer to a local variable of host code
    };
    call_kernel<<<1, 4>>>(set);
    return sum_and_free(d_a, 8);
}

// ---- Host functions that a kernel runs without their names -------------------------------------------------

struct money {
    int cents;
};
static money operator+(money a, money b) { // expect: wrong memory space; thread 0 of block 0 runs operator+(), which is host code
    return {a.cents + b.cents};
}
__global__ void add_kernel(int *d_a) {
    money sum = {d_a[0]};
    sum = sum + money{5};
    d_a[0] = sum.cents;
}
CASE(operator_of_host) {
    int *d_a = zeros<int>(1);
    add_kernel<<<1, 1>>>(d_a);
    return sum_and_free(d_a, 1);
}

struct larger {
    int operator()(int a, int b) const { // expect: wrong memory space; runs operator()(), which is host code
        return a > b ? a : b;
    }
};
template <class F>
__global__ void functor_kernel(int *d_a, F f) {
    d_a[0] = f(d_a[0], 0);
}
CASE(functor_of_host) {
    int *d_a = zeros<int>(1);
    functor_kernel<<<1, 1>>>(d_a, larger());
    return sum_and_free(d_a, 1);
}
struct smaller {
    static int apply(int a, int b) { // expect: wrong memory space; runs apply(), which is host code
        return a < b ? a : b;
    }
};
template <class F>
__global__ void policy_kernel(int *d_a) {
    d_a[0] = F::apply(d_a[0], 0);
}
CASE(policy_of_host) {
    int *d_a = zeros<int>(1);
    policy_kernel<smaller><<<1, 1>>>(d_a);
    return sum_and_free(d_a, 1);
}

static const auto twice = [](int a) { // expect: wrong memory space; thread 0 of block 0 runs a lambda, which is host code
    return 2 * a;
};
__global__ void lambda_kernel(int *d_a) {
    d_a[0] = twice(d_a[0]);
}
CASE(lambda_of_host) {
    int *d_a = zeros<int>(1);
    lambda_kernel<<<1, 1>>>(d_a);
    return sum_and_free(d_a, 1);
}

struct meters {
    int value;
    meters(int number) { // expect: wrong memory space; runs meters(), which is host code
        value = number;
    }
};
static __device__ int length_of(const meters &m) {
    return m.value;
}
__global__ void convert_kernel(int *d_a) {
    d_a[0] = length_of(d_a[0]);
}
CASE(conversion_of_host) {
    int *d_a = zeros<int>(1);
    convert_kernel<<<1, 1>>>(d_a);
    return sum_and_free(d_a, 1);
}

// The same on the side where each belongs.
struct weight {
    int grams;
    __host__ __device__ weight(int number)
        : grams(number) {
    }
    __device__ weight operator-(weight other) const;
    struct inner {
        __device__ static int apply(int a) {
            const auto add = [](int b) { return b + 1; };
            return add(a);
        }
    };
    bool operator<(const weight &other) const {
        return grams < other.grams;
    }
};
weight weight::operator-(weight other) const { // declared for the device above
    return weight(grams - other.grams);
}
__host__ __device__ static weight operator+(weight a, weight b) {
    return weight(a.grams + b.grams);
}
static constexpr int squared(int a) {
    return a * a;
}
__global__ void weigh_kernel(int *d_a) {
    const auto add = [](weight a, weight b) { return a + b; };
    weight sum = add(weight(d_a[0]), 7);
    d_a[0] = (sum - weight(2)).grams + weight::inner::apply(1);
}
CASE(functions_of_the_right_side) { // expect nothing
    int *d_a = zeros<int>(1);
    const auto nothing = [](int a) { return a - 7; };
    constexpr auto three = [](int a) { return a + 1; };
    static_assert(three(2) + squared(2) == 7, "");
    weigh_kernel<<<1, 1>>>(d_a);
    const weight one = 1, two = 2;
    return nothing(sum_and_free(d_a, 1)) + twice(one < two) - 2;
}

static int incremented(int a) { // expect: wrong memory space; thread 0 of block 0 runs incremented(), which is host code
    return a + 1;
}
__global__ void pointer_kernel(int *d_a, int (*function)(int)) {
    d_a[0] = function(d_a[0]);
}
CASE(function_of_host_by_address) {
    int *d_a = zeros<int>(1);
    pointer_kernel<<<1, 1>>>(d_a, incremented);
    return sum_and_free(d_a, 1);
}

// ---- Constants ---------------------------------------------------------------------------------------------

static const int primes[] = {2, 3, 5, 7};
__global__ void constants_kernel(int *d_a, const int *table, const char *text) {
    d_a[threadIdx.x] = table[threadIdx.x] + (text != NULL);
}
CASE(constant_array_of_host) {
    int *d_a = zeros<int>(4);
    constants_kernel<<<1, 4>>>(d_a, primes, NULL); // expect: wrong memory space; constants_kernel gets the address of a constant in host memory
    return sum_and_free(d_a, 4) - 17;
}
CASE(text_of_host) {
    int *d_a = zeros<int>(4);
    constants_kernel<<<1, 4>>>(d_a, d_a, "abc"); // expect: wrong memory space; constants_kernel gets the address of a constant in host memory
    return sum_and_free(d_a, 4) - 4;
}

typedef int (*function_of_int)(int);
static __device__ int decremented(int a) {
    return a - 1;
}
__global__ void address_kernel(function_of_int *d_function) {
    *d_function = decremented;
}
CASE(device_function_by_address) { // expect nothing
    function_of_int function = NULL, *d_function = NULL;
    int *d_a = counted<int>(4);
    cudaMalloc(&d_function, sizeof(function));
    address_kernel<<<1, 1>>>(d_function);
    cudaMemcpy(&function, d_function, sizeof(function), cudaMemcpyDeviceToHost);
    pointer_kernel<<<1, 1>>>(d_a + 3, function);
    constants_kernel<<<1, 3>>>(d_a, d_a, NULL);
    cudaFree(d_function);
    return sum_and_free(d_a, 4) - 5;
}

// ---- Functions of the C library, by their addresses and by names that macros make -----------------------------

typedef char *(*copy_t)(char *, const char *, size_t);
struct operation {
    copy_t copy;
};
__global__ void pointer_kernel(const int *d_in, int *d_out, operation by) {
    int value[2];
    by.copy((char *)value, (const char *)d_in, 4); // expect: wrong memory space; thread 0 of block 0 runs strncpy(), which is host code
    d_out[0] = value[0];
}
CASE(library_by_address) {
    int *d_in = counted<int>(4), *d_out = zeros<int>(1);
    pointer_kernel<<<1, 1>>>(d_in, d_out, operation{strncpy});
    cudaFree(d_in);
    return sum_and_free(d_out, 1);
}

__constant__ copy_t c_copy;
__global__ void pointer_in_memory_kernel(const int *d_in, int *d_out) {
    int value[2];
    c_copy((char *)value, (const char *)d_in, 4); // expect: wrong memory space; thread 0 of block 0 runs stpncpy(), which is host code
    d_out[0] = value[0];
}
CASE(library_in_constant_memory) {
    int *d_in = counted<int>(4), *d_out = zeros<int>(1);
    copy_t copy = stpncpy;
    cudaMemcpyToSymbol(c_copy, &copy, sizeof(copy));
    pointer_in_memory_kernel<<<1, 1>>>(d_in, d_out);
    cudaFree(d_in);
    return sum_and_free(d_out, 1);
}

#define JOINED(a, b) a##b
__global__ void joined_kernel(const int *d_in, int *d_out) {
    d_out[0] = (int)JOINED(str, nlen)((const char *)d_in, 4); // expect: wrong memory space; thread 0 of block 0 runs strnlen(), which is host code
}
CASE(library_by_joined_name) {
    int *d_in = counted<int>(4), *d_out = zeros<int>(1);
    joined_kernel<<<1, 1>>>(d_in, d_out);
    cudaFree(d_in);
    return sum_and_free(d_out, 1);
}

// The address of a kernel's own functions, and of functions of mathematics, may come from anywhere.
__device__ int add_one(int a) {
    return a + 1;
}
__device__ int add_two(int a) {
    return a + 2;
}
struct shape {
    __device__ virtual int area(int a) const {
        return a;
    }
};
struct square : shape {
    __device__ int area(int a) const override {
        return a * a;
    }
};
__global__ void own_kernel(int *d_out, int which, double (*root)(double)) {
    int (*const functions[2])(int) = {add_one, add_two};
    int (shape::*const area)(int) const = &shape::area;
    square four;
    const shape &any = four;
    const auto twice = [](int a) { return 2 * a; };
    int (*const by_address)(int) = twice;
    d_out[0] = functions[which](5) + any.area(4) + (any.*area)(2) + by_address(3) + (int)root(49.0);
}
CASE(own_functions_by_address) { // expect nothing
    int *d_out = zeros<int>(1);
    own_kernel<<<1, 1>>>(d_out, 1, sqrt);
    return sum_and_free(d_out, 1) - (7 + 16 + 4 + 6 + 7);
}

// Host code may call the C library in every way.
static int compare_ints(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
CASE(library_of_host_code) { // expect nothing
    size_t (*const length)(const char *) = strlen;
    int numbers[3] = {3, 1, 2};
    char text[20];
    qsort(numbers, 3, sizeof(int), compare_ints);
    snprintf(text, sizeof(text), "%d%d%g", numbers[0], numbers[1], 2.5);
    return (int)length(text) + JOINED(str, cmp)(text, "122.5") - 5;
}
