// Shifts by as many bits as the value has, or more: class SHIFT. A CPU shifts by 32 bits less, a GPU shifts all out.
#include "conformance.h"

__global__ void shift_kernel(unsigned *d_out, unsigned by) {
    d_out[threadIdx.x] = 1u << (by + threadIdx.x); // expect: shift too far; thread 31 of block 0 shifts a value of 32 bits by 32
}
CASE(shift_by_the_width) {
    unsigned *d_out = zeros<unsigned>(32);
    shift_kernel<<<1, 32>>>(d_out, 1);
    return 0 * sum_and_free(d_out, 32);
}

__global__ void shift_back_kernel(int *d_out, int by) {
    d_out[threadIdx.x] = -1 >> by; // expect: shift too far; thread 0 of block 0 shifts a value of 32 bits by -1
}
CASE(shift_by_less_than_nothing) {
    int *d_out = zeros<int>(1);
    shift_back_kernel<<<1, 1>>>(d_out, -1);
    return 0 * sum_and_free(d_out, 1);
}

CASE(shift_on_the_host) {
    unsigned bits = (unsigned)atoi("40");
    return (1u << bits) == 3; // expect: shift too far; host code shifts a value of 32 bits by 40
}

__global__ void narrow_shifts_kernel(unsigned long long *d_out, unsigned char narrow) {
    d_out[threadIdx.x] = (1ull << 63 >> 63) + (narrow << 24) + (((1u << threadIdx.x) - 1) >> 31);
}
CASE(shifts_within_the_width) { // expect nothing
    unsigned long long *d_out = zeros<unsigned long long>(32);
    narrow_shifts_kernel<<<1, 32>>>(d_out, 0);
    return sum_and_free(d_out, 32) - 32;
}

// The index of a chosen array. GCC must compute it whichever array is chosen.
template <class A>
__device__ int chosen_of(const A &even, const A &odd, int i) {
    return (i % 2 ? odd : even)[i / 2];
}
__global__ void chosen_kernel(int *d_even, int *d_odd, int *d_wrong) {
    __shared__ int s_even[16], s_odd[16];
    const int i = (int)threadIdx.x;
    int wrong = 0;
    (i % 2 ? s_odd : s_even)[i / 2] = i;
    CHECK((i % 2 == 0 ? s_even : s_odd)[i / 2] == i);
    CHECK(((i & 1 ? s_odd : s_even))[(int)((float)i * 0.5f)] == i);
    CHECK(chosen_of(s_even, s_odd, i) == i);
    (i % 2 ? d_odd : d_even)[i >> 1] = i;
    CHECK((i % 2 ? d_odd : d_even)[i >> 1] == i);
    CHECK(*&(i % 2 ? d_odd : d_even)[(i - i % 2) / 2] == i);
#define CHOSEN (k % 2 ? s_odd : s_even)
    __syncthreads();
    for (int k = 0; k < 32; k++) {
        CHECK(CHOSEN[k / 2] == k);
    }
    VERDICT = wrong;
}
CASE(index_of_a_chosen_array) { // expect nothing
    int *d_all = zeros<int>(64);
    chosen_kernel<<<1, 32>>>(d_all, d_all + 16, d_all + 32);
    int all[64], first[] = {0, 2, 4}, second[] = {1, 3, 5}, wrong = 0;
    cudaMemcpy(all, d_all, sizeof(all), cudaMemcpyDeviceToHost);
    cudaFree(d_all);
    for (int i = 0; i < 32; i++) {
        wrong += all[32 + i] + ((i % 2 ? all + 16 : all)[i / 2] != i);
    }
    for (int i = 0; i < 6; i++) {
        wrong += (i % 2 ? second : first)[i / 2] != i;
    }
    return wrong;
}
