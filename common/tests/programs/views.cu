// An object that owns device memory, passed to kernels by value: its copies are views, and only the owner frees.
#include <cstdio>

// prints: 99 is at place 99, after 2 copies
// prints: 198 is at place 99, after 4 copies

static int copies;

class device_array {
  public:
    explicit device_array(int length) : length(length), owns(true) {
        cudaMalloc(&d_values, length * sizeof(int));
    }
    device_array(const device_array &other) : d_values(other.d_values), length(other.length), owns(false) {
        copies++;
    }
    ~device_array() {
        if (owns) {
            cudaFree(d_values);
        }
    }
    __device__ int &operator[](int i) const {
        return d_values[i];
    }
    __host__ __device__ int size() const {
        return length;
    }
    int last() const {
        int h_last = 0;
        cudaMemcpy(&h_last, d_values + length - 1, sizeof(int), cudaMemcpyDeviceToHost);
        return h_last;
    }

  private:
    int *d_values;
    int length;
    bool owns;
};

__global__ void number(device_array array) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < array.size()) {
        array[i] = i;
    }
}

template <class Array>
__global__ void add(Array out, const Array in, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] += in[i];
    }
}

int main() {
    device_array a(100), b(100);
    number<<<1, 128>>>(a);
    number<<<4, 32>>>(b);
    printf("%d is at place 99, after %d copies\n", a.last(), copies);
    add<<<4, 32>>>(a, b, a.size());
    printf("%d is at place 99, after %d copies\n", a.last(), copies);
    return 0;
}
