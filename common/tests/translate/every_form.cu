// Every form that the translator rewrites, to be compiled with the simulated GPU's headers. `// here` marks
// lines at which the test plants an error.
#include <stdio.h>

#define SHARED_ARRAY(type, name, size) __shared__ type name[size]
#define SHARED(type, name) __shared__ type name
#define LAUNCH(kernel, ...) kernel<<<1, 32>>>(__VA_ARGS__)
#define LAUNCH_OPERATOR(name) \
    reduce_##name<<<dim3(2, 2), \
                    BLOCK_SIZE, 16>>>(nullptr)

enum { BLOCK_SIZE = 64 }; // here

template <class T, int N>
struct vector {
    typedef T element;
    T elements[N];
};

__device__ int counter;
static __device__ __align__(16) float table[4] = {1, 2, 3, 4};
__constant__ float weights[] = {0.5f, 0.25f};
__device__ __constant__ vector<int, (3 > 2)> pair;
__device__ int (*function_table[2])(int);
namespace inside {
__managed__ int managed; // here
}

__device__ int twice(int x);

__device__ __forceinline__ int twice(int x)
{
    return x << 1;
}

__global__ void empty()
{
}

template <class T, int N>
__global__ void __launch_bounds__(BLOCK_SIZE) shared_forms(T *out)
{
    __shared__ volatile float a[N][33], b;
    static __shared__ int c;
    __shared__ __align__(16) typename vector<T, N>::element d[N > 2 ? N : 2];
    __shared__ struct { int x, y; } points[4];
    __shared__ float *pointer, (*rows)[3];
    [[maybe_unused]] int __shared__ e[BLOCK_SIZE]; // a name without a meaning
    extern __shared__ __align__(8) unsigned char dynamic[];
    extern __shared__ int dynamic_int;
    dynamic_int = dynamic[4];
    SHARED_ARRAY(int, first, N);
    SHARED_ARRAY(T, second, 2 * N); // here
    SHARED(int, third[2][N]);

    a[0][threadIdx.x] = b;
    c = counter + inside::managed + twice(e[0]) + pair.elements[0];
    d[0] = first[0] + second[0] + third[1][0] + points[1].y;
    pointer = &table[1];
    rows = nullptr;
    out[0] = (T)(dynamic[0] + weights[1]) + (function_table[0] == nullptr) + (rows == nullptr) + *pointer;
}

__global__ void marked_forms(int *out)
{
    __shared__ int last; unsigned old; // here
    int sums[4] = {0}; sums[threadIdx.x] = out[0]; // here
    atomicAdd(out, sums[old = 0]); last = 0; // here
    if (last == 0) { __syncwarp(); } // here
}

__global__ void reduce_sum(int *out)
{
    if (out)
        *out = 1;
}

struct variant {
    void (*kernel)(int *);
};

static variant choose(int number)
{
    return number ? variant{reduce_sum} : variant{nullptr};
}

struct owner {
    int *pointer;
    explicit owner(int *p) : pointer(p) {}
    owner(const owner &) = delete;
    operator int *() const { return pointer; }
};

struct pair_of {
    int x, y;
};

template <class T>
__global__ void braced(T *out, pair_of numbers)
{
    *out = numbers.x;
}

template <auto kernel>
static void launch_constant(int *out)
{
    kernel<<<1, 1>>>(out); // here
}

template <class T>
static void launch_forms(T *out, cudaStream_t stream)
{
    const variant variants[] = {{reduce_sum}};
    int blocks = 3;
    empty<<<1, 1>>>();
    shared_forms<T, (4 > 2)><<<blocks > 2 ? blocks : 2, dim3(BLOCK_SIZE)>>>(out);
    shared_forms<typename vector<vector<T, 1>, 2>::element::element, 3>
        <<<dim3(1, 2), // grid
           BLOCK_SIZE, 4 * sizeof(int), stream>>>
        ((T *)nullptr); // here
    variants[0].kernel<<<1, 1>>>(out);
    ::reduce_sum<<<1, 1>>>([&] { return out; }());
    LAUNCH(empty);
    LAUNCH((shared_forms<T, 5>), out);
    LAUNCH_OPERATOR(sum); // here
    const owner owned(nullptr);
    (*variants[0].kernel)<<<1, 1>>>(owned); // here
    (blocks > 2 ? reduce_sum : nullptr)<<<1, 1>>>(out);
    choose(1).kernel<<<1, 1>>>(0);
    choose(blocks)
        .kernel<<<1, 1>>>(out); // here
    LAUNCH((*variants->kernel), owned);
    braced<int><<<1, 1>>>(owned, {1, 2}); // here
    braced<<<1, 1>>>(out, pair_of{1, 2});
    launch_constant<reduce_sum>(out);
    launch_constant<&reduce_sum>(owned);
    if (blocks < 2) (reduce_sum)<<<1, 2>>>(out); else empty<<<1, 2>>>();
    printf("k<<<1, 2>>>(x) %s\n", R"(k<<<1, 2>>>("x"))");
}

int main()
{
    launch_forms<int>(nullptr, 0); // here
    int sum, *out = nullptr; // here
    marked_forms<<<1, 32>>>(out); cudaDeviceSynchronize(); // here
    cudaMemcpy(&sum, out, sizeof(sum), cudaMemcpyDeviceToHost); // here
    return 0;
}
