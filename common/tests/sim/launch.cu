// Launches that a device refuses (LAUNCH), and errors that are never checked.
#include <atomic>
#include <tuple>

#include "conformance.h"

__global__ void count_kernel(int *d_count) {
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        atomicAdd(d_count, (int)(blockDim.x * blockDim.y * blockDim.z));
    }
}

// Launches, checks the error and returns the number of threads.
static int launched(dim3 grid, dim3 block) {
    int *d_count = zeros<int>(1);
    count_kernel<<<grid, block>>>(d_count);
    if (cudaGetLastError() != cudaSuccess) {
        cudaFree(d_count);
        return -1;
    }
    return sum_and_free(d_count, 1);
}

// ---- Threads -----------------------------------------------------------------------------------------------

CASE(threads_1025) {
    int *d_count = zeros<int>(1);
    count_kernel<<<1, 1025>>>(d_count); // expect: launch refused; count_kernel; 1025 threads; up to 1024
    return sum_and_free(d_count, 1);    // expect reason: cudaErrorInvalidConfiguration
}

CASE(threads_33_by_32) {
    int *d_count = zeros<int>(1);
    count_kernel<<<1, dim3(33, 32)>>>(d_count); // expect: launch refused; 1056 threads
    return sum_and_free(d_count, 1);
}

CASE(threads_65_deep) {
    int *d_count = zeros<int>(1);
    count_kernel<<<1, dim3(1, 1, 65)>>>(d_count); // expect: launch refused; count_kernel; the block of 1 × 1 × 65 threads has too many in z; a device allows 64
    return sum_and_free(d_count, 1);
}

CASE(no_threads) {
    int *d_count = zeros<int>(1);
    count_kernel<<<1, dim3(32, 0)>>>(d_count); // expect: launch refused; no threads
    return sum_and_free(d_count, 1);
}

CASE(threads_1024) { // expect nothing
    return launched(1, 1024) + launched(1, dim3(32, 32)) + launched(1, dim3(2, 8, 64)) - 3 * 1024;
}

// As on a GPU (H200, CUDA 13): cudaErrorInvalidValue, and no thread has run.
__global__ void __launch_bounds__(128) bounded_kernel(int *d_count) {
    atomicAdd(d_count, 1);
}
CASE(over_launch_bounds) {
    int *d_count = zeros<int>(1);
    bounded_kernel<<<2, 256>>>(d_count); // expect: launch refused; bounded_kernel; 256 threads; allow 128
    return sum_and_free(d_count, 1);     // expect reason: cudaErrorInvalidValue
}

template <int THREADS>
__global__ void __launch_bounds__(2 * THREADS, 1) bounded_twice(int *d_count) {
    atomicAdd(d_count, 1);
}
CASE(over_launch_bounds_of_template) {
    int *d_count = zeros<int>(1);
    bounded_twice<32><<<1, dim3(33, 2)>>>(d_count); // expect: launch refused; 66 threads; allow 64
    return sum_and_free(d_count, 1);
}

CASE(within_launch_bounds) { // expect nothing
    int *d_count = zeros<int>(1);
    bounded_kernel<<<2, dim3(64, 2)>>>(d_count);
    bounded_twice<32><<<1, 64>>>(d_count);
    bounded_twice<32><<<1, 1>>>(d_count);
    return sum_and_free(d_count, 1) - 2 * 128 - 65;
}

// ---- How a launch can be written ---------------------------------------------------------------------------

template <class T>
__global__ void given_kernel(T *d_out, const int *d_none, T more) {
    if (threadIdx.x == 0) {
        atomicAdd(d_out, (T)(d_none == NULL) + more);
    }
}
__global__ void given_numbers(int *d_out, int a, size_t b, float c, const void *d_none) {
    atomicAdd(d_out, 1 + a + (int)b + (int)c + (d_none != NULL));
}
template <class T>
__global__ void given_any(int *d_out, T value) {
    atomicAdd(d_out, (int)sizeof(value));
}
CASE(zero_as_a_pointer) { // expect nothing
    int *d_sum = zeros<int>(1);
    given_kernel<int><<<1, 32>>>(d_sum, 0, 2);
    given_kernel<int><<<1, 32>>>(d_sum, NULL, 0);
    given_kernel<int><<<1, 32>>>(d_sum, nullptr, 0);
    given_numbers<<<1, 1>>>(d_sum, 0, 0, 0, 0);
    given_any<<<1, 1>>>(d_sum, 0);
    return sum_and_free(d_sum, 1) - 3 - 1 - 1 - 1 - (int)sizeof(int);
}

// An argument is converted to the kernel's parameter once, by the host, and an owner is not copied.
struct owner {
    int *d_pointer;
    explicit owner(int *d_p)
        : d_pointer(d_p) {
    }
    owner(const owner &) = delete;
    ~owner() {
        cudaFree(d_pointer);
    }
    operator int *() {
        return d_pointer;
    }
};
static int conversions;
struct copied_owner {
    int *d_pointer;
    explicit copied_owner(int *d_p)
        : d_pointer(d_p) {
    }
    ~copied_owner() {
        cudaFree(d_pointer);
    }
    operator int *() const {
        conversions++;
        return d_pointer;
    }
};
struct amount {
    int value;
    amount(int value_)
        : value(value_) {
    }
};
__global__ void add_amount(int *d_out, amount more) {
    atomicAdd(d_out, more.value);
}
CASE(owners_as_arguments) { // expect nothing
    int sum = 0;
    owner d_sum(zeros<int>(1));
    const copied_owner d_other(zeros<int>(1));
    std::atomic<unsigned> n(5);
    count_kernel<<<2, 32>>>(d_sum);
    given_kernel<int><<<1, 32>>>(d_sum, d_other, n);
    count_kernel<<<2, 32>>>(d_other);
    add_amount<<<1, 1>>>(d_sum, 0);
    add_amount<<<1, 1>>>(d_sum, 7);
    cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
    return sum - 64 - 5 - 7 + conversions - 2;
}

struct adder {
    __device__ int operator()(int a, int b) const {
        return a + b;
    }
};
template <class T, class Operator>
__global__ void given_braces(T *d_out, amount more, Operator op) {
    *d_out = op(*d_out, more.value);
}
CASE(braces_as_arguments) { // expect nothing
    int *d_sum = zeros<int>(1);
    given_braces<int, adder><<<1, 1>>>(d_sum, {3}, {});
    add_amount<<<1, 1>>>(d_sum, {4});
    return sum_and_free(d_sum, 1) - 7;
}

__global__ void given_default(int *d_out, int more = 7) {
    *d_out += more;
}
__global__ void overloaded(int *d_out, int) {
    *d_out += 1;
}
__global__ void overloaded(int *d_out, float) {
    *d_out += 10;
}
template <class T, class U = int>
__global__ void deduced_not_default(T *d_out, U) {
    *d_out += sizeof(U) == sizeof(double) ? 100 : 0;
}
__global__ void given_nothing(int *d_out, const void *d_none) {
    *d_out += d_none == NULL;
}
CASE(defaults_and_overloads) { // expect nothing
    int *d_sum = zeros<int>(1);
    given_default<<<1, 1>>>(d_sum);
    given_default<<<1, 1>>>(d_sum, 1);
    overloaded<<<1, 1>>>(d_sum, 1);
    overloaded<<<1, 1>>>(d_sum, 1.0f);
    deduced_not_default<int><<<1, 1>>>(d_sum, 1.0);
    deduced_not_default<int, int><<<1, 1>>>(d_sum, 1.0);
    given_nothing<<<1, 1>>>(d_sum, nullptr);
    return sum_and_free(d_sum, 1) - 7 - 1 - 1 - 10 - 100 - 1;
}

__global__ void count_twice(int *d_count) {
    atomicAdd(d_count, 2);
}
typedef void (*count_function)(int *);
struct choice {
    count_function kernel;
};
static int choices;
static count_function choose(int number) {
    choices++;
    return number == 1 ? count_kernel : count_twice;
}
static choice choose_struct(int number) {
    return {choose(number)};
}
template <auto kernel>
static void launch_constant(int *d_count) {
    kernel<<<1, 32>>>(d_count);
}
#define LAUNCH_IN_PARENTHESES(kernel, ...) (kernel)<<<1, 32>>>(__VA_ARGS__)
CASE(kernels_as_values) { // expect nothing
    int *d_count = zeros<int>(1);
    const count_function kernel = count_kernel, *pointer = &kernel;
    const std::tuple<count_function, int> tuple(count_twice, 0);
    choices = 0;
    (*kernel)<<<1, 32>>>(d_count);                            // 32
    (count_kernel)<<<1, 32>>>(d_count);                       // 32
    (**pointer)<<<1, 32>>>(d_count);                          // 32
    (choices == 0 ? kernel : NULL)<<<1, 32>>>(d_count);       // 32
    choose(2)<<<1, 32>>>(d_count);                            // 64
    choose_struct(2).kernel<<<1, 32>>>(d_count);              // 64
    std::get<0>(tuple)<<<1, 32>>>(d_count);                   // 64
    launch_constant<count_kernel>(d_count);                   // 32
    launch_constant<&count_twice>(d_count);                   // 64
    LAUNCH_IN_PARENTHESES(count_kernel, d_count);             // 32
    LAUNCH_IN_PARENTHESES(given_kernel, d_count, nullptr, 3); // 4
    if (choices == 2) {
        (*kernel)<<<1, 32>>>(d_count);
    } else {
        (kernel)<<<2, 32>>>(d_count); // 32
    }
    return sum_and_free(d_count, 1) - 484 + choices - 2;
}

CASE(visual_studio_form) { // expect nothing
    int *d_count = zeros<int>(1);
    // clang-format off
    count_kernel << <2, 32 >> >(d_count);
    count_kernel <<<dim3(1), 32>> > (d_count);
    // clang-format on
    return sum_and_free(d_count, 1) - 96;
}

#ifdef __INTELLISENSE__
#define KERNEL_ARGS2(grid, block)
#define KERNEL_ARGS(...)
#else
#define KERNEL_ARGS2(grid, block) <<<grid, block>>>
#define KERNEL_ARGS(...)          <<<__VA_ARGS__>>>
#endif
#define LAUNCH_COUNT(name, blocks, ...) count_##name<<<blocks, ##__VA_ARGS__>>>
#define LAUNCH_ONE(kernel, argument)    kernel KERNEL_ARGS2(1, 32)(argument)
CASE(visual_studio_macros) { // expect nothing
    int *d_count = zeros<int>(1);
    // clang-format off
    count_kernel KERNEL_ARGS2(2, dim3(16, 2))(d_count);
    count_kernel KERNEL_ARGS(
        dim3(1),
        32, 0)
        (d_count);
    LAUNCH_COUNT(kernel, 2, 16, 0)(d_count);
    // clang-format on
    LAUNCH_ONE(count_kernel, d_count);
    return sum_and_free(d_count, 1) - 96 - 32 - 32;
}
CASE(macro_without_blocks) {
    int *d_count = zeros<int>(1);
    count_kernel KERNEL_ARGS2(0, 32)(d_count); // expect: launch refused; the grid has no blocks
    return sum_and_free(d_count, 1);
}

__global__ void no_parameters() {
}
CASE(launched_by_address) { // expect nothing
    int *d_sum = zeros<int>(1), a = 3, bad = 0;
    const int *d_none = NULL;
    size_t b = 4;
    float c = 5;
    void *five[] = {&d_sum, &a, &b, &c, &d_none}, *three[] = {&d_sum, &d_none, &a}, *one[] = {&d_sum};
    const void *address = (const void *)given_kernel<int>;
    bad += cudaLaunchKernel((const void *)count_kernel, dim3(1), dim3(32), one, 0, 0) != cudaSuccess;
    bad += cudaLaunchKernel((void *)given_numbers, dim3(2), dim3(1), five, 0, 0) != cudaSuccess;
    bad += cudaLaunchKernel(reinterpret_cast<const void *>(&no_parameters), 1, 1, NULL, 0, 0) != cudaSuccess;
    bad += cudaLaunchKernel(address, dim3(1), dim3(32), three) != cudaSuccess;
    bad += cudaLaunchKernel(count_kernel, dim3(1), dim3(32), one) != cudaSuccess;
    return bad + sum_and_free(d_sum, 1) - 32 - 2 * 13 - 4 - 32;
}

// Launchers of any kernel, as programs write them.
template <class... Parameters, class... Arguments>
static cudaError_t launch_any(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
    std::tuple<Parameters...> values(arguments...);
    return std::apply(
        [&](auto &...value) {
            void *addresses[] = {(void *)&value...};
            return cudaLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, addresses, 0, 0);
        },
        values);
}
template <class Kernel>
static cudaError_t launch_by_pointer(Kernel &kernel, void **arguments) {
    return cudaLaunchKernel((const void *)&kernel, dim3(1), dim3(32), arguments);
}
struct shaped_kernel {
    void (*kernel)(int *);
    unsigned threads;
};
#define LAUNCH_SHAPED(shape, arguments) cudaLaunchKernel((void *)(shape.kernel), 1, shape.threads, arguments)
CASE(launched_by_launcher) { // expect nothing
    int *d_sum = zeros<int>(1), bad = 0;
    void *one[] = {&d_sum};
    const shaped_kernel shape = {count_kernel, 16};
    bad += launch_any(given_numbers, 2, 1, d_sum, 3, 4, 5, nullptr) != cudaSuccess;
    bad += launch_by_pointer(count_kernel, one) != cudaSuccess;
    bad += LAUNCH_SHAPED(shape, one) != cudaSuccess;
    return bad + sum_and_free(d_sum, 1) - 2 * 13 - 32 - 16;
}

CASE(launched_with_a_config) { // expect nothing
    int *d_sum = zeros<int>(1), bad = 0;
    cudaLaunchConfig_t config = {};
    config.gridDim = 2;
    config.blockDim = dim3(16, 2);
    bad += cudaLaunchKernelEx(&config, count_kernel, d_sum) != cudaSuccess;
    bad += cudaLaunchKernelEx(&config, given_numbers, d_sum, 3, 4, 5, nullptr) != cudaSuccess;
    bad += cudaLaunchKernelEx(&config, no_parameters) != cudaSuccess;
    return bad + sum_and_free(d_sum, 1) - 64 - 64 * 13;
}

CASE(launched_by_wrong_address) {
    int number = 0, *d_sum = zeros<int>(1);
    void *one[] = {&d_sum};
    cudaLaunchKernel(&number, dim3(1), dim3(32), one, 0, 0); // expect: CUDA error; cudaErrorInvalidDeviceFunction
    return sum_and_free(d_sum, 1);
}

// ---- Blocks ------------------------------------------------------------------------------------------------

CASE(no_blocks) {
    int *d_count = zeros<int>(1), n = 0;
    count_kernel<<<(n + 255) / 256, 256>>>(d_count); // expect: launch refused; the grid has no blocks
    return sum_and_free(d_count, 1);
}

CASE(blocks_65536_high) {
    int *d_count = zeros<int>(1);
    count_kernel<<<dim3(1, 65536), 32>>>(d_count); // expect: launch refused; the grid of 1 × 65536 × 1 blocks has too many in y or z; a device allows 65535
    return sum_and_free(d_count, 1);
}

CASE(blocks_65536_deep) {
    int *d_count = zeros<int>(1);
    count_kernel<<<dim3(1, 1, 65536), 32>>>(d_count); // expect: launch refused; 65536
    return sum_and_free(d_count, 1);
}

CASE(negative_blocks) {
    int *d_count = zeros<int>(1), blocks = -1;
    count_kernel<<<blocks, 32>>>(d_count); // expect: launch refused; too large
    return sum_and_free(d_count, 1);
}

CASE(many_blocks) { // expect nothing
    return launched(65536, 1) + launched(dim3(3, 5, 7), 32) - 65536 - 105 * 32;
}

// ---- Shared memory -----------------------------------------------------------------------------------------

__global__ void dynamic_kernel(int *d_out) {
    extern __shared__ int s_dynamic[];
    s_dynamic[threadIdx.x] = 1;
    d_out[threadIdx.x] = s_dynamic[threadIdx.x];
}
CASE(dynamic_over_48_kib) {
    int *d_out = zeros<int>(32);
    dynamic_kernel<<<1, 32, 48 * 1024 + 4>>>(d_out); // expect: launch refused; 49156 bytes; up to 49152
    return sum_and_free(d_out, 32);
}

__global__ void both_kernel(int *d_out) {
    extern __shared__ int s_dynamic[];
    __shared__ int s_static[1024]; // other place
    s_static[threadIdx.x] = 1;
    s_dynamic[threadIdx.x] = 1;
    d_out[threadIdx.x] = s_static[threadIdx.x] + s_dynamic[threadIdx.x];
}
CASE(both_over_48_kib) {
    int *d_out = zeros<int>(32);
    both_kernel<<<1, 32, 44 * 1024 + 4>>>(d_out); // expect: launch refused; both_kernel; 49156 bytes; no room for this
    return sum_and_free(d_out, 32);
}

CASE(size_of_pointer) {
    int *d_out = zeros<int>(32);
    size_t bytes = (size_t)0 - 4;
    dynamic_kernel<<<1, 32, bytes>>>(d_out); // expect: launch refused; shared memory
    return sum_and_free(d_out, 32);
}

CASE(exactly_48_kib) { // expect nothing
    int *d_out = zeros<int>(32);
    dynamic_kernel<<<1, 32, 48 * 1024>>>(d_out);
    int sum = sum_and_free(d_out, 32);
    d_out = zeros<int>(32);
    both_kernel<<<1, 32, 44 * 1024>>>(d_out);
    return sum + sum_and_free(d_out, 32) - 96;
}

CASE(dynamic_unused) { // expect nothing
    int *d_count = zeros<int>(1);
    count_kernel<<<1, 32, 1024, 0>>>(d_count);
    return sum_and_free(d_count, 1) - 32;
}

// ---- Errors ------------------------------------------------------------------------------------------------

CASE(no_memory) {
    int *d_a = NULL;
    cudaMalloc(&d_a, (size_t)1 << 60); // expect: CUDA error; cudaMalloc; cudaErrorMemoryAllocation
    return d_a != NULL;                // expect reason: cudaErrorMemoryAllocation
}

CASE(no_such_device) {
    cudaSetDevice(3); // expect: CUDA error; cudaSetDevice; cudaErrorInvalidDevice
    return 0;         // expect reason: cudaErrorInvalidDevice
}

CASE(first_of_two_errors) {
    int *d_a = NULL;
    cudaSetDevice(3); // expect: CUDA error; cudaSetDevice; cudaErrorInvalidDevice
    cudaMalloc(&d_a, 4);
    cudaFree(d_a);
    return 0;
}

CASE(count_to_nowhere) {
    cudaGetDeviceCount(NULL); // expect: CUDA error; cudaGetDeviceCount; cudaErrorInvalidValue
    return 0;
}

CASE(free_memory_to_nowhere) {
    size_t total;
    cudaMemGetInfo(NULL, &total); // expect: CUDA error; cudaMemGetInfo; cudaErrorInvalidValue
    return 0;
}

CASE(flags_of_a_stream_to_nowhere) {
    cudaStreamGetFlags(0, NULL); // expect: CUDA error; cudaStreamGetFlags; cudaErrorInvalidValue
    return 0;
}

CASE(free_of_the_middle) {
    int *d_a = zeros<int>(8);
    cudaFree(d_a + 1); // expect: CUDA error; cudaFree of a pointer into the middle
    cudaFree(d_a);
    return 0;
}

// Every call after a stopped kernel returns its error; here it is never checked.
__global__ void stray_kernel(int *d_a) {
    d_a[8] = 1; // expect: out of bounds; thread 0 of block 0
}
CASE(stopped_kernel) {
    int *d_a = zeros<int>(8); // other place in conformance.h
    stray_kernel<<<1, 1>>>(d_a);
    cudaFree(d_a); // expect reason: cudaErrorIllegalAddress
    return 0;
}

CASE(errors_looked_at) { // expect nothing
    int *d_a = NULL, bad = 0;
    bad += cudaMalloc(&d_a, (size_t)1 << 60) != cudaErrorMemoryAllocation;
    bad += cudaPeekAtLastError() != cudaErrorMemoryAllocation;
    bad += cudaGetLastError() != cudaErrorMemoryAllocation;
    bad += cudaGetLastError() != cudaSuccess;
    bad += cudaSetDevice(5) != cudaErrorInvalidDevice;
    bad += cudaGetLastError() != cudaErrorInvalidDevice;
    return bad;
}

CASE(no_error_at_all) { // expect nothing
    int devices = 0, device = 7;
    cudaGetDeviceCount(&devices);
    cudaSetDevice(0);
    cudaGetDevice(&device);
    return devices - 1 + device + (cudaDeviceSynchronize() != cudaSuccess);
}

CASE(asked_after_each_launch) { // expect nothing
    int *d_count = zeros<int>(1);
    count_kernel<<<3, 32>>>(d_count);
    int bad = cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
    return bad + sum_and_free(d_count, 1) - 96;
}
