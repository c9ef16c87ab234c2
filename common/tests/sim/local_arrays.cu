// Indexes outside a thread's own arrays: class OUT_OF_BOUNDS. No hook sees these accesses.
#include <cassert>

#include "conformance.h"

// ---- By name ------------------------------------------------------------------------------------------------------

__global__ void written_kernel(const int *d_in, int *d_out, int n) {
    int values[4] = {0};
    for (int i = 0; i < n; i++) {
        values[i] = d_in[i]; // expect: out of bounds; thread 0 of block 0 uses values[4], but values has 4 elements
    }
    d_out[threadIdx.x] = values[0];
}
CASE(written_past_the_end) {
    int *d_in = counted<int>(8), *d_out = zeros<int>(2);
    written_kernel<<<1, 2>>>(d_in, d_out, 5);
    cudaFree(d_in);
    return 0 * sum_and_free(d_out, 2);
}

__global__ void read_kernel(int *d_out) {
    int values[4] = {1, 2, 3, 4};
    d_out[threadIdx.x] = values[threadIdx.x]; // expect: out of bounds; thread 4 of block 0 uses values[4]
}
CASE(read_past_the_end) {
    int *d_out = zeros<int>(5);
    read_kernel<<<1, 5>>>(d_out);
    return 0 * sum_and_free(d_out, 5);
}

__global__ void negative_kernel(int *d_out) {
    unsigned char bytes[3] = {1, 2, 3};
    d_out[threadIdx.x] = bytes[(int)threadIdx.x - 1]; // expect: out of bounds; thread 0 of block 0 uses bytes[-1]
}
CASE(before_the_beginning) {
    int *d_out = zeros<int>(3);
    negative_kernel<<<1, 3>>>(d_out);
    return 0 * sum_and_free(d_out, 3);
}

// The row is in range, and the whole array would have the element.
__global__ void row_kernel(int *d_out, int column) {
    int first = 1, tile[2][3] = {{1, 2, 3}, {4, 5, 6}};
    d_out[0] = tile[0][column] + first; // expect: out of bounds; thread 0 of block 0 uses tile[...][3], but tile[...] has 3
}
CASE(in_the_next_row) {
    int *d_out = zeros<int>(1);
    row_kernel<<<1, 1>>>(d_out, 3);
    return 0 * sum_and_free(d_out, 1);
}

// So is a member of a variable.
struct sides {
    int left[3], right[3];
};
__global__ void member_kernel(int *d_out, int i) {
    struct sides pair = {{1, 2, 3}, {4, 5, 6}};
    d_out[0] = pair.left[i]; // expect: out of bounds; thread 0 of block 0 uses pair.left[3], but pair.left has 3
}
CASE(in_the_next_member) {
    int *d_out = zeros<int>(1);
    member_kernel<<<1, 1>>>(d_out, 3);
    return 0 * sum_and_free(d_out, 1);
}

__global__ void constant_kernel(int *d_out, int i) {
    static const int table[4] = {1, 2, 3, 4};
    d_out[0] = table[i]; // expect: out of bounds; thread 0 of block 0 uses table[4], but table has 4 elements
}
CASE(of_a_constant) {
    int *d_out = zeros<int>(1);
    constant_kernel<<<1, 1>>>(d_out, 4);
    return 0 * sum_and_free(d_out, 1);
}

struct pair {
    int a, b;
};
template <class T, int N>
__device__ T last_of(int n) {
    T values[N] = {};
    return values[n - 1]; // expect: out of bounds; thread 0 of block 0 uses values[3], but values has 3 elements
}
__global__ void template_kernel(int *d_out) {
    d_out[0] = last_of<pair, 3>(4).b;
}
CASE(in_a_template) {
    int *d_out = zeros<int>(1);
    template_kernel<<<1, 1>>>(d_out);
    return 0 * sum_and_free(d_out, 1);
}

__global__ void lambda_kernel(int *d_out, int n) {
    int values[2] = {1, 2};
    auto sum = [&](int count) {
        int sum = 0;
        for (int i = 0; i <= count; i++) {
            sum += values[i]; // expect: out of bounds; thread 0 of block 0 uses values[2], but values has 2 elements
        }
        return sum;
    };
    d_out[0] = sum(n);
}
CASE(in_a_lambda) {
    int *d_out = zeros<int>(1);
    lambda_kernel<<<1, 1>>>(d_out, 2);
    return 0 * sum_and_free(d_out, 1);
}

__host__ __device__ int both(int i) {
    int values[2] = {1, 2};
    return values[i]; // expect: out of bounds; host code uses values[2], but values has 2 elements
}
CASE(on_the_host) {
    return both(2);
}

// ---- By a pointer: where the function returns, or beyond all of a thread's memory --------------------------

__device__ void fill(int *values, int n) {
    for (int i = 0; i < n; i++) {
        values[i] = i;
    }
}
__device__ void put_filled(int n, int *d_out) {
    int values[3] = {0};
    fill(values, n);
    *d_out = values[0] + 1;
} // expect: out of bounds; thread 0 of block 0 has written beyond the end of a local array of this function
__global__ void fill_kernel(int *d_out, int n) {
    put_filled(n, &d_out[threadIdx.x]);
}
CASE(by_a_pointer) {
    int *d_out = zeros<int>(1);
    fill_kernel<<<1, 1>>>(d_out, 5);
    return 0 * sum_and_free(d_out, 1);
}

// The return address is overwritten, too.
__global__ void return_address_kernel(int *d_out, int n) {
    int values[3] = {0};
    fill(values, n);
    d_out[threadIdx.x] = values[0] + 1;
} // expect: out of bounds; thread 0 of block 0 has written beyond the end of a local array of this function
CASE(over_the_return_address) {
    int *d_out = zeros<int>(1);
    return_address_kernel<<<1, 1>>>(d_out, 9);
    return 0 * sum_and_free(d_out, 1);
}

__device__ void fill_all(int *values, int n) {
    for (int i = 0; i < n; i++) {
        values[i] = i; // expect: out of bounds; thread 0 of block 0 writes beyond the end of a local array
    }
}
__global__ void far_kernel(int *d_out, int n) {
    int values[3] = {0};
    fill_all(values, n);
    d_out[threadIdx.x] = values[0];
}
CASE(far_beyond) {
    int *d_out = zeros<int>(2);
    far_kernel<<<1, 2>>>(d_out, 10000);
    return 0 * sum_and_free(d_out, 2);
}

// An unsigned index below 0.
__global__ void below_kernel(int *d_out, unsigned count) {
    int values[4] = {1, 2, 3, 4};
    d_out[0] = values[count - 1]; // expect: out of bounds; uses values[-1]: an unsigned index below 0 wraps to 4294967295, but values has 4
}
CASE(below_zero) {
    int *d_out = zeros<int>(1);
    below_kernel<<<1, 1>>>(d_out, 0);
    return 0 * sum_and_free(d_out, 1);
}

// The same by a pointer.
struct four {
    int values[4];
};
__device__ void add_up(four *rows, unsigned count) {
    for (unsigned k = 0; k < count; k++) {
        int *values = rows[k].values;
        for (unsigned j = 0; j < 4; j++) {
            values[j] += values[j - 1]; // expect: out of bounds; with an unsigned index below 0
        }
    }
}
__global__ void wrapped_kernel(int *d_out, unsigned count) {
    four rows[2] = {{{1, 2, 3, 4}}, {{5, 6, 7, 8}}};
    add_up(rows, count);
    d_out[threadIdx.x] = rows[count - 1].values[3];
}
CASE(wrapped_around) {
    int *d_out = zeros<int>(1);
    wrapped_kernel<<<1, 1>>>(d_out, 2);
    return 0 * sum_and_free(d_out, 1);
}

static void fill_on_the_host(int *values, int n) {
    for (int i = 0; i < n; i++) {
        values[i] = i;
    }
}
static void put_filled_on_the_host(int n, int *out) {
    int values[3] = {0};
    fill_on_the_host(values, n);
    *out = values[0];
} // expect: out of bounds; host code has written beyond the end of a local array of this function
CASE(by_a_pointer_on_the_host) {
    int value = 0;
    put_filled_on_the_host(5, &value);
    return 0 * value;
}

// In the arguments of a macro, and beside two comparisons that look like the brackets of template arguments.
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
__global__ void macro_kernel(int *d_out, int n) {
    __shared__ int s_most[4];
    const int t = threadIdx.x, values[4] = {3, 1, 4, 1};
    assert(values[t] > 0);
    s_most[t] = LARGER(values[t], values[1]);
    __syncthreads();
    if (t < n && s_most[t + 2] > s_most[t]) {
        s_most[t] = LARGER(s_most[t + 2], values[4]); // expect: out of bounds; thread 0 of block 0 uses values[4]
    }
    d_out[t] = s_most[t];
}
CASE(in_a_macro) {
    int *d_out = zeros<int>(4);
    macro_kernel<<<1, 4>>>(d_out, 1);
    return 0 * sum_and_free(d_out, 4);
}

// ---- All within their arrays ----------------------------------------------------------------------------------------

enum color { RED,
             GREEN };
struct number {
    int value;
    __device__ operator int() const {
        return value;
    }
};
__device__ int places[3] = {2, 1, 0};
template <int N>
__device__ int sum_of(const int (&values)[N]) {
    int sum = 0;
    for (int i = 0; i < N; i++) {
        sum += values[i];
    }
    return sum;
}
__global__ void right_kernel(int *d_out) {
    constexpr int sizes[2] = {1, 2};
    int values[3] = {}, rows[2][2] = {{1, 2}, {3, 4}}, more[sizes[1]];
    volatile int steps[4];
    unsigned char one = 1;
    values[RED] = 1;
    values[one] = 2, values[number{2}] = 3;
    values[places[2]]++;
    ++values['\1' - 1];
    steps[3] = 2;
    more[0] = more[1] = 0;
    auto by_reference = [&](int i) { return values[i] + rows[i & 1][1]; };
    auto by_value = [=](unsigned long long i) mutable { values[i] = 1; return values[i]; };
    int *pointer = values, (*row)[2] = rows;
    for (int *value = &values[0]; value < &values[3]; value++) {
        more[0] += *value;
    }
    for (int value : values) {
        more[1] += value;
    }
#define ROW(i) rows[i]
    d_out[threadIdx.x] = by_reference(0) + by_value(2) + sum_of(values) + both(1) + (int)sizeof(values[0]) +
                         pointer[1] + row[1][1] + ROW(0)[0] + steps[3] + more[0] - more[1];
}
CASE(within_their_arrays) { // expect nothing
    int *d_out = zeros<int>(32);
    right_kernel<<<1, 32>>>(d_out);
    return sum_and_free(d_out, 32) / 32 - 5 - 1 - 8 - 2 - 4 - 2 - 4 - 1 - 2;
}
