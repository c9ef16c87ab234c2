// Managed memory, which host code and kernels access at the same address.
#include "conformance.h"

enum { N = 256 };

__global__ void double_kernel(int *d_a) {
    d_a[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

__global__ void sum_kernel(const int *d_a, int *d_sum) {
    atomicAdd(d_sum, d_a[threadIdx.x]);
}

// N values: 0, 1, 2, and so on.
static int *counted_managed() {
    int *values;
    cudaMallocManaged(&values, N * sizeof(int));
    for (int i = 0; i < N; i++) {
        values[i] = i;
    }
    return values;
}

static int sum_of(const int *values) {
    int sum = 0;
    for (int i = 0; i < N; i++) {
        sum += values[i];
    }
    return sum;
}

CASE(host_then_kernel_then_host) { // expect nothing
    int *values = counted_managed();
    double_kernel<<<2, 128>>>(values);
    cudaDeviceSynchronize();
    int sum = sum_of(values);
    values[0] = 1;
    double_kernel<<<2, 128>>>(values);
    cudaDeviceSynchronize();
    sum += sum_of(values);
    cudaFree(values);
    return sum - N * (N - 1) - 2 * N * (N - 1) - 2;
}

CASE(read_before_the_kernel_ended) {
    int *values = counted_managed();
    double_kernel<<<2, 128>>>(values); // other place
    int early = values[3];             // expect: race with the host; host code reads values[3], which double_kernel may still write
    cudaFree(values);
    return early * 0;
}

CASE(written_while_a_kernel_reads) {
    int *values = counted_managed(), *d_sum = zeros<int>(1);
    sum_kernel<<<1, 128>>>(values, d_sum); // other place
    values[100] = 1;                       // expect: race with the host; host code writes values[100], which sum_kernel may still read
    values[200] = 1;
    cudaFree(values);
    cudaFree(d_sum);
    return 0;
}

CASE(read_while_a_kernel_reads) { // expect nothing
    int *values = counted_managed(), *d_sum = zeros<int>(1);
    sum_kernel<<<1, 128>>>(values, d_sum);
    int sum = sum_of(values);
    cudaFree(values);
    return sum - N * (N - 1) / 2 + sum_and_free(d_sum, 1) - 128 * 127 / 2;
}

CASE(another_stream_is_waited_for) {
    int *values = counted_managed();
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    double_kernel<<<1, 128, 0, first>>>(values);
    double_kernel<<<1, 128, 0, second>>>(values + 128); // other place
    cudaStreamSynchronize(first);
    int sum = values[1];
    sum += values[129]; // expect: race with the host; host code reads values[129]
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(values);
    return sum * 0;
}

CASE(event_waited_for) { // expect nothing
    int *values = counted_managed();
    cudaEvent_t done;
    cudaEventCreate(&done);
    double_kernel<<<2, 128>>>(values);
    cudaEventRecord(done);
    cudaEventSynchronize(done);
    int sum = sum_of(values);
    cudaEventDestroy(done);
    cudaFree(values);
    return sum - N * (N - 1);
}

CASE(memset_is_not_waited_for) {
    int *values = counted_managed();
    cudaMemset(values, 0, N * sizeof(int)); // other place
    values[0] = 5;                          // expect: race with the host; host code writes values[0], which cudaMemset may still write
    cudaFree(values);
    return 0;
}

#if CUDART_VERSION >= 13000
static const cudaMemLocation GPU = {cudaMemLocationTypeDevice, 0}, HOST = {cudaMemLocationTypeHost, 0};
#define PREFETCH(values, where) cudaMemPrefetchAsync(values, N * sizeof(int), where, 0)
#else
enum { GPU = 0,
       HOST = cudaCpuDeviceId };
#define PREFETCH(values, where) cudaMemPrefetchAsync(values, N * sizeof(int), where)
#endif
CASE(hints) { // expect nothing
    int *values = counted_managed();
    cudaMemAdvise(values, N * sizeof(int), cudaMemAdviseSetReadMostly, GPU);
    PREFETCH(values, GPU);
    double_kernel<<<2, 128>>>(values);
    PREFETCH(values, HOST);
    cudaDeviceSynchronize();
    int sum = sum_of(values);
    cudaFree(values);
    return sum - N * (N - 1);
}

CASE(types_of_pointers) { // expect nothing
    int *values = counted_managed(), *d_a = zeros<int>(N), *h_a, on_stack = 0;
    cudaMallocHost(&h_a, sizeof(*h_a));
    const int *pointers[] = {values, d_a + N - 1, h_a, &on_stack};
    const cudaMemoryType types[] = {cudaMemoryTypeManaged, cudaMemoryTypeDevice, cudaMemoryTypeHost,
                                    cudaMemoryTypeUnregistered};
    int wrong = 0;
    for (int i = 0; i < 4; i++) {
        cudaPointerAttributes attributes;
        wrong |= cudaPointerGetAttributes(&attributes, pointers[i]) != cudaSuccess || attributes.type != types[i];
        wrong |= i < 2 && attributes.devicePointer != pointers[i];
    }
    cudaFreeHost(h_a);
    cudaFree(d_a);
    cudaFree(values);
    return wrong;
}

CASE(hint_for_device_memory) {
    int *d_a = zeros<int>(N);
    PREFETCH(d_a, GPU); // expect: CUDA error; cudaMemPrefetchAsync returned cudaErrorInvalidValue
    cudaFree(d_a);
    return 0;
}

CASE(copied) { // expect nothing
    int *values = counted_managed(), *others = counted_managed(), h_a[N];
    double_kernel<<<2, 128>>>(values);
    cudaMemcpy(others, values, N * sizeof(int), cudaMemcpyDefault);
    int sum = sum_of(others);
    cudaMemcpy(h_a, values, N * sizeof(int), cudaMemcpyDeviceToHost);
    sum += sum_of(h_a);
    memcpy(values, others, N * sizeof(int));
    cudaMemcpy(others, h_a, N * sizeof(int), cudaMemcpyHostToHost);
    sum += sum_of(others) + sum_of(values);
    cudaFree(values);
    cudaFree(others);
    return sum - 4 * N * (N - 1);
}

__global__ void length_kernel(const char *text, int *d_length) {
    while (text[*d_length] != 0) {
        ++*d_length;
    }
}
CASE(written_by_the_library) { // expect nothing
    char *text;
    int *d_length = zeros<int>(1);
    cudaMallocManaged(&text, 16);
    snprintf(text, 16, "twelve bytes");
    length_kernel<<<1, 1>>>(text, d_length);
    cudaDeviceSynchronize();
    cudaFree(text);
    return sum_and_free(d_length, 1) - 12;
}

__global__ void double_first_kernel(int *d_a) {
    *d_a *= 2; // expect: unset read; reads values[1], which nothing has written
}
CASE(unset) {
    int *values;
    cudaMallocManaged(&values, N * sizeof(int));
    values[0] = 1;
    double_first_kernel<<<1, 1>>>(values);
    double_first_kernel<<<1, 1>>>(values + 1);
    cudaFree(values);
    return 0;
}

CASE(beyond_the_end) {
    int *values;
    cudaMallocManaged(&values, N * sizeof(int)); // other place
    values[N] = 1;                               // expect: out of bounds; host code writes 4 bytes at byte 1024 of values, which has 1024
    cudaFree(values);
    return 0;
}

CASE(used_after_free) {
    int *values = counted_managed();
    cudaFree(values); // other place
    return values[0]; // expect: use after free; host code reads values after cudaFree
}

CASE(never_freed) {
    int *values;
    cudaMallocManaged(&values, 64, cudaMemAttachGlobal); // expect: leak; values (64 bytes)
    values[0] = 1;
    return 0;
}

__managed__ int m_total;
__global__ void total_kernel() {
    atomicAdd(&m_total, 1);
}
CASE(variable) { // expect nothing
    m_total = 3;
    total_kernel<<<2, 32>>>();
    cudaDeviceSynchronize();
    return m_total - 67;
}

CASE(variable_read_too_early) {
    m_total = 0;
    total_kernel<<<2, 32>>>(); // other place
    int early = m_total;       // expect: race with the host; host code reads m_total[0], which total_kernel may still write
    return early * 0;
}
