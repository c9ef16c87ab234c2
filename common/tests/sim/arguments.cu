// Objects as kernel arguments. CUDA makes the kernel's copy once, on the host, and copies its bytes to the device: no
// thread runs a constructor or a destructor for it.
#include <utility>

#include <cooperative_groups.h>

#include "conformance.h"

enum { THREADS = 32,
       TOTAL = THREADS * (THREADS - 1) / 2 };

// 0 if each of the THREADS values is its index.
static int check_and_free(int *d_values) {
    return cudaDeviceSynchronize() != cudaSuccess || sum_and_free(d_values, THREADS) != TOTAL;
}

#define FILL(view) (view).values[threadIdx.x] = (int)threadIdx.x

template <class View>
__global__ void fill_any_kernel(View view) {
    FILL(view);
}

// ---- Copy constructors --------------------------------------------------------------------------------------

struct copied {
    int *values;
    __host__ __device__ explicit copied(int *d_values)
        : values(d_values) {
    }
    __host__ __device__ copied(const copied &other)
        : values(other.values) {
    }
};
__global__ void fill_copied_kernel(copied view) {
    FILL(view);
}
CASE(copy_constructor) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    copied view(d_values);
    fill_copied_kernel<<<1, THREADS>>>(view);
    return check_and_free(d_values);
}
CASE(copy_of_a_temporary) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    fill_copied_kernel<<<1, THREADS>>>(copied(d_values));
    return check_and_free(d_values);
}

// Counts what the host does with it.
static int copies, moves, ends;
struct counted_view {
    int *values;
    explicit counted_view(int *d_values)
        : values(d_values) {
        copies = moves = ends = 0;
    }
    counted_view(const counted_view &other)
        : values(other.values) {
        copies++;
    }
    counted_view(counted_view &&other)
        : values(other.values) {
        moves++;
    }
    ~counted_view() {
        ends++;
    }
};
static int did(int copied_, int moved, int ended) {
    return copies == copied_ && moves == moved && ends == ended;
}
__global__ void fill_counted_kernel(counted_view view) {
    FILL(view);
}
CASE(one_copy) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    counted_view view(d_values);
    fill_counted_kernel<<<1, THREADS>>>(view);
    return !did(1, 0, 1) + check_and_free(d_values);
}
CASE(one_move) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    counted_view view(d_values);
    fill_counted_kernel<<<1, THREADS>>>(std::move(view));
    return !did(0, 1, 1) + check_and_free(d_values);
}
CASE(no_copy_of_a_temporary) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    fill_counted_kernel<<<1, THREADS>>>(counted_view(d_values));
    return !did(0, 0, 1) + check_and_free(d_values);
}
CASE(one_copy_by_a_pointer) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    counted_view view(d_values);
    void (*kernel)(counted_view) = fill_counted_kernel;
    kernel<<<1, THREADS>>>(view);
    return !did(1, 0, 1) + check_and_free(d_values);
}
CASE(only_bytes_by_address) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    counted_view view(d_values);
    void *arguments[] = {&view};
    cudaLaunchKernel((const void *)fill_counted_kernel, dim3(1), dim3(THREADS), arguments, 0, 0);
    return !did(0, 0, 0) + check_and_free(d_values);
}
__global__ void fill_together_kernel(counted_view view) {
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 1) {
        FILL(view);
    }
}
CASE(only_bytes_cooperatively) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    counted_view view(d_values);
    void *arguments[] = {&view};
    cudaLaunchCooperativeKernel((const void *)fill_together_kernel, dim3(2), dim3(THREADS), arguments, 0, 0);
    return !did(0, 0, 0) + check_and_free(d_values);
}
CASE(one_copy_configured) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    counted_view view(d_values);
    cudaLaunchConfig_t config = {1, THREADS, 0, 0, NULL, 0};
    cudaLaunchKernelEx(&config, fill_counted_kernel, view);
    return (copies != 1) + check_and_free(d_values);
}

// Each thread has its own bytes.
__global__ void fill_from_kernel(counted_view view) {
    view.values += threadIdx.x;
    __syncthreads();
    *view.values = (int)threadIdx.x;
}
CASE(own_bytes) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    fill_from_kernel<<<1, THREADS>>>(counted_view(d_values));
    return check_and_free(d_values);
}

// The kernel that its arguments determine.
template <class View, class T>
__global__ void fill_some_kernel(const T *d_in, View view, size_t n) {
    __shared__ T s_offset;
    if (threadIdx.x == 0) {
        s_offset = d_in[0];
    }
    __syncthreads();
    if (threadIdx.x < n) {
        view.values[threadIdx.x] = (int)threadIdx.x + (int)s_offset;
    }
}
CASE(one_copy_by_a_template) { // expect nothing
    int *d_values = zeros<int>(THREADS), *d_zero = zeros<int>(1);
    counted_view view(d_values);
    fill_some_kernel<<<1, THREADS>>>(d_zero, view, THREADS);
    return !did(1, 0, 1) + sum_and_free(d_zero, 1) + check_and_free(d_values);
}
__global__ void fill_first_kernel(counted_view view, int n = THREADS) {
    if ((int)threadIdx.x < n) {
        FILL(view);
    }
}
CASE(one_copy_with_a_default) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    counted_view view(d_values);
    fill_first_kernel<<<1, THREADS>>>(view);
    return !did(1, 0, 1) + check_and_free(d_values);
}
__global__ void fill_chosen_kernel(counted_view view, int n) {
    if ((int)threadIdx.x < n) {
        FILL(view);
    }
}
__global__ void fill_chosen_kernel(counted_view view, double n) {
    view.values[threadIdx.x] = (int)n;
}
CASE(one_copy_by_an_overload) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    counted_view view(d_values);
    fill_chosen_kernel<<<1, THREADS>>>(view, (short)THREADS);
    return !did(1, 0, 1) + check_and_free(d_values);
}

// A view among other members.
struct several {
    counted_view views[2];
    int offset[3];
};
__global__ void fill_second_kernel(char before, several all, double after) {
    all.views[1].values[threadIdx.x] = (int)threadIdx.x + all.offset[2] - before + (int)after;
}
CASE(array_of_objects) { // expect nothing
    int *d_values = zeros<int>(THREADS), *d_others = zeros<int>(THREADS);
    const several all = {{counted_view(d_others), counted_view(d_values)}, {7, 8, 1}};
    fill_second_kernel<<<1, THREADS>>>(2, all, 1.0);
    return !did(2, 0, 2) + sum_and_free(d_others, THREADS) + check_and_free(d_values);
}

// A function object with a view.
template <class Function>
__global__ void apply_kernel(int n, Function function) {
    if ((int)threadIdx.x < n) {
        function(threadIdx.x);
    }
}
struct setter {
    counted_view view;
    __device__ void operator()(unsigned i) const {
        view.values[i] = (int)i;
    }
};
CASE(function_object) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    const setter set = {counted_view(d_values)};
    apply_kernel<<<1, THREADS>>>((unsigned)THREADS, set);
    return !did(1, 0, 1) + check_and_free(d_values);
}

struct alignas(64) aligned_view {
    int *values;
    char bytes[100];
    explicit aligned_view(int *d_values)
        : values(d_values), bytes{} {
    }
    aligned_view(const aligned_view &other)
        : values(other.values), bytes{} {
    }
};
__global__ void fill_aligned_kernel(int one, aligned_view view) {
    view.values[threadIdx.x] = (size_t)&view % 64 == 0 ? (int)threadIdx.x + one - 1 : -1;
}
CASE(over_aligned) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    aligned_view view(d_values);
    fill_aligned_kernel<<<1, THREADS>>>(1, view);
    return check_and_free(d_values);
}

// ---- Destructors --------------------------------------------------------------------------------------------

struct with_destructor {
    int *values;
    ~with_destructor() {
    }
};
__global__ void fill_with_destructor_kernel(with_destructor view) {
    FILL(view);
}
CASE(empty_destructor) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    with_destructor view = {d_values};
    fill_with_destructor_kernel<<<1, THREADS>>>(view);
    fill_any_kernel<<<1, THREADS>>>(view);
    return check_and_free(d_values);
}

// Only the object that has allocated the memory frees it.
struct owner {
    int *values;
    bool owns;
    explicit owner(size_t n)
        : values(zeros<int>(n)), owns(true) {
    }
    owner(const owner &other)
        : values(other.values), owns(false) {
    }
    ~owner() {
        if (owns) {
            cudaFree(values);
        }
    }
};
__global__ void fill_owned_kernel(owner view) {
    FILL(view);
}
CASE(destructor_without_effect) { // expect nothing
    owner view(THREADS);
    fill_owned_kernel<<<1, THREADS>>>(view);
    fill_any_kernel<<<1, THREADS>>>(view);
    int h_last;
    cudaMemcpy(&h_last, view.values + THREADS - 1, sizeof(int), cudaMemcpyDeviceToHost);
    return h_last != THREADS - 1;
}

// The copy frees it, too, when the launch is over.
struct careless_owner {
    int *values;
    explicit careless_owner(size_t n)
        : values(zeros<int>(n)) {
    }
    ~careless_owner() {
        cudaFree(values); // expect: double free
    }
};
__global__ void fill_careless_kernel(careless_owner view) {
    FILL(view);
}
CASE(destructor_of_the_copy) {
    careless_owner view(THREADS);
    fill_careless_kernel<<<1, THREADS>>>(view);
    return 0;
}

// ---- Objects that can only be moved -------------------------------------------------------------------------

struct only_moved {
    int *values;
    explicit only_moved(int *d_values)
        : values(d_values) {
    }
    only_moved(only_moved &&other)
        : values(other.values) {
        other.values = NULL;
    }
    only_moved(const only_moved &) = delete;
};
__global__ void fill_moved_kernel(only_moved view) {
    FILL(view);
}
CASE(moved) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    only_moved view(d_values);
    fill_moved_kernel<<<1, THREADS>>>(std::move(view));
    fill_moved_kernel<<<1, THREADS>>>(only_moved(d_values));
    fill_any_kernel<<<1, THREADS>>>(only_moved(d_values));
    return (view.values != NULL) + check_and_free(d_values);
}
struct moved_bytes {
    int *values;
    moved_bytes(int *d_values)
        : values(d_values) {
    }
    moved_bytes(moved_bytes &&) = default;
};
__global__ void fill_moved_bytes_kernel(moved_bytes view) {
    FILL(view);
}
CASE(moved_by_its_bytes) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    fill_moved_bytes_kernel<<<1, THREADS>>>(moved_bytes(d_values));
    fill_any_kernel<<<1, THREADS>>>(moved_bytes(d_values));
    return check_and_free(d_values);
}

// ---- Virtual functions --------------------------------------------------------------------------------------

struct shape {
    int *values;
    __host__ __device__ explicit shape(int *d_values)
        : values(d_values) {
    }
    __host__ __device__ virtual int of(int i) const {
        return i;
    }
};
__device__ void fill_shape(const shape &view) {
    view.values[threadIdx.x] = view.of((int)threadIdx.x); // expect: wrong memory space; thread 0 of block 0 calls a virtual function of a kernel argument
}
__global__ void fill_argument_kernel(shape view) {
    fill_shape(view);
}
CASE(virtual_call) {
    int *d_values = zeros<int>(THREADS);
    fill_argument_kernel<<<1, THREADS>>>(shape(d_values));
    return 0 * sum_and_free(d_values, THREADS);
}
__device__ void fill_own_shape(const shape &view) {
    view.values[threadIdx.x] = view.of((int)threadIdx.x);
}
__global__ void fill_own_shape_kernel(shape view) {
    const shape own(view.values); // its table is the device's
    fill_own_shape(own);
}
CASE(virtual_call_of_own_object) { // expect nothing
    int *d_values = zeros<int>(THREADS);
    fill_own_shape_kernel<<<1, THREADS>>>(shape(d_values));
    fill_any_kernel<<<1, THREADS>>>(shape(d_values));
    return check_and_free(d_values);
}
