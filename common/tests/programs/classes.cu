// Classes: a buffer that frees itself, a view that a kernel takes by value, functors, virtual functions, a recursive
// function, tables of constants.
// prints: 0.0 1.5 3.0, the last is 37.5
// prints: the shapes have area 1029, fib(20) is 6765
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <vector>

#pragma nv_diag_suppress 177 // for nvcc: variables that are not used

static void check(cudaError_t error) {
    if (error != cudaSuccess) {
        throw std::runtime_error(cudaGetErrorString(error));
    }
}

template <class T>
class Buffer {
    T *d_data = nullptr;
    size_t count;

  public:
    explicit Buffer(size_t count) : count(count) {
        check(cudaMalloc(&d_data, count * sizeof(T)));
    }
    Buffer(Buffer &&other) noexcept : d_data(std::exchange(other.d_data, nullptr)), count(other.count) {
    }
    Buffer(const Buffer &) = delete;
    ~Buffer() {
        cudaFree(d_data);
    }
    T *data() const {
        return d_data;
    }
    std::vector<T> to_host() const {
        std::vector<T> values(count);
        check(cudaMemcpy(values.data(), d_data, count * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }
};

template <class T>
struct View {
    T *data;
    int count;
    __host__ __device__ View(T *data, int count) : data(data), count(count) {
    }
    __device__ T &operator[](int i) const {
        return data[i];
    }
};

struct Scale {
    float by;
    __host__ __device__ explicit Scale(float by) : by(by) {
    }
    __device__ float operator()(float x) const {
        return by * x;
    }
};

template <class Function>
__global__ void fill(View<float> out, Function function) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out.count) {
        out[i] = function(float(i));
    }
}

class Shape {
  public:
    __device__ virtual int area() const = 0;
};

class Square : public Shape {
    int side;

  public:
    __device__ Square(int side) : side(side) {
    }
    __device__ int area() const override {
        return side * side;
    }
};

class Bar : public Shape {
    int length;

  public:
    __device__ Bar(int length) : length(length) {
    }
    __device__ int area() const override {
        return length;
    }
};

__constant__ const int factors[2] = {1, 3};
__device__ const float offsets[] = {0, 100};
__device__ constexpr int COUNT = 8;

__device__ int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

__global__ void add_areas(int *sum, int *number) {
    __shared__ int s_areas[COUNT];
    Square square(threadIdx.x);
    Bar bar(threadIdx.x);
    const Shape &shape = threadIdx.x % 2 == 0 ? static_cast<Shape &>(square) : bar;
    s_areas[threadIdx.x] = factors[threadIdx.x % 2] * shape.area() + int(offsets[threadIdx.x % 2]);
    __syncthreads();
    if (threadIdx.x == 0) {
        *sum = 525;
        for (int area : s_areas) {
            *sum += area;
        }
        *number = fib(20);
    }
}

int main() try {
    const int n = 26;
    Buffer<float> made(n), d_out = std::move(made);
    fill<<<1, 32>>>(View<float>(d_out.data(), n), Scale(1.5f));
    std::vector<float> out = d_out.to_host();
    std::printf("%.1f %.1f %.1f, the last is %.1f\n", out[0], out[1], out[2], out[n - 1]);
    Buffer<int> d_sum(1), d_number(1);
    add_areas<<<1, COUNT>>>(d_sum.data(), d_number.data());
    std::printf("the shapes have area %d, fib(20) is %d\n", d_sum.to_host()[0], d_number.to_host()[0]);
    return 0;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
