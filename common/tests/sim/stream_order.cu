// The order between streams, and between them and the host.
#include "conformance.h"

enum { N = 256 };

__global__ void fill_kernel(int *d_a, int value) {
    d_a[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void double_kernel(const int *d_in, int *d_out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    d_out[i] = d_in[i] * 2;
}

__global__ void count_kernel(int *d_count) {
    atomicAdd(d_count, 1);
}

// Two streams, two events, and arrays of N ints for a case. Nothing of it is ordered by the legacy stream.
struct two {
    cudaStream_t a, b;
    cudaEvent_t first, second;
    int *d_a, *d_b, *h_a, *h_b; // h_a and h_b: pinned
};

static struct two begin(unsigned flags) {
    struct two two;
    cudaStreamCreateWithFlags(&two.a, flags);
    cudaStreamCreateWithFlags(&two.b, flags);
    cudaEventCreate(&two.first);
    cudaEventCreate(&two.second);
    two.d_a = counted<int>(N);
    two.d_b = counted<int>(N);
    cudaMallocHost(&two.h_a, N * sizeof(int));
    cudaMallocHost(&two.h_b, N * sizeof(int));
    for (int i = 0; i < N; i++) {
        two.h_a[i] = i;
        two.h_b[i] = -1;
    }
    return two;
}

// Returns the result.
static int end(struct two *two, int result) {
    cudaDeviceSynchronize();
    cudaFree(two->d_a);
    cudaFree(two->d_b);
    cudaFreeHost(two->h_a);
    cudaFreeHost(two->h_b);
    cudaEventDestroy(two->first);
    cudaEventDestroy(two->second);
    cudaStreamDestroy(two->a);
    cudaStreamDestroy(two->b);
    return result;
}

// ---- Two streams -------------------------------------------------------------------------------------------

CASE(written_in_another_stream) {
    struct two t = begin(cudaStreamDefault);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3);       // other place
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b); // expect: race between streams; d_counted[0]: fill_kernel writes it and, in another stream, double_kernel reads it
    return end(&t, 0);
}

// The last block resets its ticket: the next launch in the stream finds it so, one in another stream may not.
__global__ void ticket_kernel(unsigned *d_ticket, int *d_out) {
    __shared__ unsigned s_ticket;
    if (threadIdx.x == 0) {
        s_ticket = atomicAdd(d_ticket, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0 && s_ticket == gridDim.x - 1) {
        *d_ticket = 0;
        d_out[0] += 1;
    }
}

CASE(ticket_reset_in_one_stream) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    unsigned *d_ticket = zeros<unsigned>(1);
    cudaDeviceSynchronize();
    for (int i = 0; i < 3; i++) {
        ticket_kernel<<<4, 32, 0, t.a>>>(d_ticket, t.d_a);
    }
    cudaStreamSynchronize(t.a);
    cudaFree(d_ticket);
    cudaMemcpy(t.h_a, t.d_a, sizeof(int), cudaMemcpyDeviceToHost);
    return end(&t, t.h_a[0] - 3);
}

CASE(ticket_reset_in_two_streams) {
    struct two t = begin(cudaStreamNonBlocking);
    unsigned *d_ticket = zeros<unsigned>(1);
    cudaDeviceSynchronize();
    ticket_kernel<<<4, 32, 0, t.a>>>(d_ticket, t.d_a); // other place
    ticket_kernel<<<4, 32, 0, t.b>>>(d_ticket, t.d_b); // expect: race between streams; d_zeros[0]; nothing orders the two
    cudaDeviceSynchronize();
    cudaFree(d_ticket);
    return end(&t, 0);
}

CASE(event_between) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3);
    cudaEventRecord(t.first, t.a);
    cudaStreamWaitEvent(t.b, t.first, 0);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b);
    cudaMemcpyAsync(t.h_b, t.d_b, N * sizeof(int), cudaMemcpyDeviceToHost, t.b);
    cudaStreamSynchronize(t.b);
    return end(&t, t.h_b[0] + t.h_b[N - 1] - 12);
}

CASE(event_before_the_work) {
    struct two t = begin(cudaStreamNonBlocking);
    cudaEventRecord(t.first, t.a);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3); // other place
    cudaStreamWaitEvent(t.b, t.first, 0);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b); // expect: race between streams; d_counted[0]; fill_kernel writes it
    return end(&t, 0);
}

CASE(waited_for_too_early) {
    struct two t = begin(cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3); // other place
    cudaStreamWaitEvent(t.b, t.first, 0);
    cudaEventRecord(t.first, t.a);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b); // expect: race between streams; nothing orders the two
    return end(&t, 0);
}

// The wait is for the event's latest record at that time, and stays so.
CASE(event_recorded_again) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3);
    cudaEventRecord(t.first, t.a);
    cudaStreamWaitEvent(t.b, t.first, 0);
    cudaEventRecord(t.first, t.b);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b);
    cudaEventRecord(t.first, t.b);
    cudaStreamWaitEvent(t.a, t.first, 0);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 4);
    cudaStreamSynchronize(t.a);
    cudaMemcpy(t.h_b, t.d_b, N * sizeof(int), cudaMemcpyDeviceToHost);
    return end(&t, t.h_b[7] - 6);
}

CASE(one_of_two_readers_waits) {
    struct two t = begin(cudaStreamNonBlocking);
    cudaStream_t third;
    cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking);
    int *d_c = counted<int>(N);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3); // other place
    cudaEventRecord(t.first, t.a);
    cudaStreamWaitEvent(t.b, t.first, 0);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b);
    double_kernel<<<2, 128, 0, third>>>(t.d_a, d_c); // expect: race between streams; fill_kernel writes it
    cudaStreamDestroy(third);
    cudaFree(d_c);
    return end(&t, 0);
}

CASE(one_reader_is_waited_for) {
    struct two t = begin(cudaStreamNonBlocking);
    int *d_c = counted<int>(N);
    double_kernel<<<2, 128, 0, t.a>>>(t.d_a, t.d_b); // other place
    double_kernel<<<2, 128>>>(t.d_a, d_c);
    cudaStreamSynchronize(0);
    fill_kernel<<<2, 128, 0, t.b>>>(t.d_a, 3); // expect: race between streams; double_kernel reads it and, in another stream, fill_kernel writes it
    cudaFree(d_c);
    return end(&t, 0);
}

CASE(order_passed_on) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3);
    cudaEventRecord(t.first, t.a);
    cudaStreamWaitEvent(0, t.first, 0);
    cudaEventRecord(t.second, 0);
    cudaStreamWaitEvent(t.b, t.second, 0);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b);
    return end(&t, 0);
}

CASE(the_host_waits_between) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3);
    cudaStreamSynchronize(t.a);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b);
    cudaEventRecord(t.first, t.b);
    cudaEventSynchronize(t.first);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_b, 4);
    while (cudaStreamQuery(t.a) == cudaErrorNotReady) {
    }
    double_kernel<<<2, 128, 0, t.b>>>(t.d_b, t.d_a);
    return end(&t, 0);
}

CASE(the_host_waits_for_another) {
    struct two t = begin(cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3); // other place
    cudaStreamSynchronize(t.b);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b); // expect: race between streams; nothing orders the two
    return end(&t, 0);
}

CASE(both_read) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    int *d_c = counted<int>(N);
    double_kernel<<<2, 128, 0, t.a>>>(t.d_a, t.d_b);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, d_c);
    cudaDeviceSynchronize();
    return end(&t, sum_and_free(d_c, N) - N * (N - 1));
}

CASE(both_count) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    int *d_count = zeros<int>(1);
    cudaDeviceSynchronize();
    count_kernel<<<2, 128, 0, t.a>>>(d_count);
    count_kernel<<<2, 128, 0, t.b>>>(d_count);
    cudaDeviceSynchronize();
    return end(&t, sum_and_free(d_count, 1) - 512);
}

CASE(one_counts_and_one_reads) {
    struct two t = begin(cudaStreamNonBlocking);
    count_kernel<<<2, 128, 0, t.a>>>(t.d_a);         // other place
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b); // expect: race between streams; d_counted[0]: count_kernel writes it
    return end(&t, 0);
}

// ---- Chunks ------------------------------------------------------------------------------------------------

CASE(a_chunk_for_each_stream) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    const cudaStream_t streams[] = {t.a, t.b};
    for (int chunk = 0; chunk < 4; chunk++) {
        cudaStream_t stream = streams[chunk % 2];
        int at = chunk * N / 4;
        cudaMemcpyAsync(t.d_a + at, t.h_a + at, N, cudaMemcpyHostToDevice, stream);
        double_kernel<<<1, N / 4, 0, stream>>>(t.d_a + at, t.d_b + at);
        cudaMemcpyAsync(t.h_b + at, t.d_b + at, N, cudaMemcpyDeviceToHost, stream);
    }
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        wrong += t.h_b[i] != 2 * i;
    }
    return end(&t, wrong);
}

CASE(chunks_overlap) {
    struct two t = begin(cudaStreamNonBlocking);
    fill_kernel<<<1, 129, 0, t.a>>>(t.d_a, 3);       // other place
    fill_kernel<<<1, 128, 0, t.b>>>(t.d_a + 128, 4); // expect: race between streams; d_counted[128]: fill_kernel writes it
    return end(&t, 0);
}

__global__ void set_kernel(char *d_a, int count) {
    if (threadIdx.x < count) {
        d_a[threadIdx.x] = 1;
    }
}
CASE(chunks_share_a_word) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    char *d_bytes;
    cudaMalloc(&d_bytes, 64);
    set_kernel<<<1, 32, 0, t.a>>>(d_bytes, 31);
    set_kernel<<<1, 64, 0, t.b>>>(d_bytes + 31, 33);
    cudaDeviceSynchronize();
    return end(&t, sum_and_free(d_bytes, 64) - 64);
}

CASE(copies_share_a_word) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    char h_bytes[5] = {1, 2, 3, 4, 5}, *d_bytes;
    cudaMalloc(&d_bytes, 5);
    cudaMemcpyAsync(d_bytes, h_bytes, 3, cudaMemcpyHostToDevice, t.a);
    cudaMemcpyAsync(d_bytes + 3, h_bytes + 3, 2, cudaMemcpyHostToDevice, t.b);
    cudaDeviceSynchronize();
    return end(&t, sum_and_free(d_bytes, 5) - 15);
}

// Of an array of 16 columns, one stream copies the left ones and the other one works on the right ones.
__global__ void column_kernel(int *d_a, int column) {
    d_a[threadIdx.x * 16 + column] = 0;
}
CASE(columns_apart) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    cudaMemcpy2DAsync(t.h_b, 64, t.d_a, 64, 32, 16, cudaMemcpyDeviceToHost, t.a);
    column_kernel<<<1, 16, 0, t.b>>>(t.d_a, 8);
    cudaStreamSynchronize(t.a);
    return end(&t, t.h_b[16 * 3 + 7] - 55 + t.h_b[16 * 3 + 8] + 1);
}

CASE(columns_meet) {
    struct two t = begin(cudaStreamNonBlocking);
    cudaMemcpy2DAsync(t.h_b, 64, t.d_a, 64, 32, 16, cudaMemcpyDeviceToHost, t.a); // other place
    column_kernel<<<1, 16, 0, t.b>>>(t.d_a, 7);                                   // expect: race between streams; d_counted[7]: cudaMemcpy2DAsync reads it
    return end(&t, 0);
}

CASE(one_buffer_for_all_chunks) {
    struct two t = begin(cudaStreamNonBlocking);
    const cudaStream_t streams[] = {t.a, t.b};
    for (int chunk = 0; chunk < 2; chunk++) {
        cudaMemcpyAsync(t.d_a, t.h_a + chunk * 128, 512, cudaMemcpyHostToDevice, streams[chunk]); // expect: race between streams; cudaMemcpyAsync writes it and, in another stream, cudaMemcpyAsync writes it
        cudaStreamSynchronize(streams[chunk ^ 1]);
    }
    return end(&t, 0);
}

// ---- The legacy stream -------------------------------------------------------------------------------------

CASE(legacy_orders_blocking_ones) { // expect nothing
    struct two t = begin(cudaStreamDefault);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3);
    count_kernel<<<1, 1>>>(t.d_b);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_b);
    cudaMemcpy(t.h_b, t.d_b, N * sizeof(int), cudaMemcpyDeviceToHost);
    return end(&t, t.h_b[9] - 6);
}

CASE(legacy_and_nonblocking_ones) {
    struct two t = begin(cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3); // other place
    count_kernel<<<1, 1>>>(t.d_b);
    double_kernel<<<2, 128, 0, t.b>>>(t.d_a, t.d_a); // expect: race between streams; fill_kernel writes it
    return end(&t, 0);
}

CASE(copied_before_it_is_written) {
    struct two t = begin(cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3);                         // other place
    cudaMemcpy(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost); // expect: race between streams; fill_kernel writes it and, in another stream, cudaMemcpy reads it
    return end(&t, 0);
}

// The stream of the thread is a blocking one.
CASE(per_thread_stream) {
    struct two t = begin(cudaStreamDefault);
    fill_kernel<<<2, 128, 0, cudaStreamPerThread>>>(t.d_a, 3);
    fill_kernel<<<2, 128, 0, cudaStreamLegacy>>>(t.d_a, 4);
    double_kernel<<<2, 128, 0, cudaStreamPerThread>>>(t.d_a, t.d_b); // other place
    double_kernel<<<2, 128, 0, t.a>>>(t.d_a, t.d_a);                 // expect: race between streams; double_kernel reads it and, in another stream, double_kernel writes it
    return end(&t, 0);
}

CASE(memset_returns_early) {
    struct two t = begin(cudaStreamNonBlocking);
    cudaMemset(t.d_a, 0, N * sizeof(int));   // other place
    count_kernel<<<2, 128, 0, t.a>>>(t.d_a); // expect: race between streams; d_counted[0]: cudaMemset writes it
    return end(&t, 0);
}

CASE(launched_before_streams) {
    int *d_a = counted<int>(N);
    cudaStream_t stream;
    fill_kernel<<<2, 128>>>(d_a, 3); // other place
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, stream>>>(d_a, 4); // expect: race between streams; fill_kernel writes it
    cudaStreamDestroy(stream);
    cudaFree(d_a);
    return 0;
}

CASE(set_before_streams) {
    int *d_a = counted<int>(N);
    cudaStream_t stream;
    cudaMemset(d_a + 100, 0, 4); // other place
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, stream>>>(d_a, 4); // expect: race between streams; d_counted[100]: cudaMemset writes it
    cudaStreamDestroy(stream);
    cudaFree(d_a);
    return 0;
}

CASE(read_before_streams) { // expect nothing
    int *d_a = counted<int>(N), *d_b = counted<int>(N), *d_c = counted<int>(N);
    cudaStream_t stream;
    double_kernel<<<2, 128>>>(d_a, d_b);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    double_kernel<<<2, 128, 0, stream>>>(d_a, d_c);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    return sum_and_free(d_a, N) * 2 - sum_and_free(d_b, N) + sum_and_free(d_c, N) - N * (N - 1);
}

// ---- Other operations --------------------------------------------------------------------------------------

__constant__ int c_factor;
__global__ void scale_kernel(int *d_a) {
    d_a[threadIdx.x] *= c_factor;
}
CASE(constant_of_another_stream) {
    struct two t = begin(cudaStreamNonBlocking);
    int factor = 3;
    cudaMemcpyToSymbolAsync(c_factor, &factor, sizeof(int), 0, cudaMemcpyHostToDevice, t.a); // other place
    scale_kernel<<<1, 32, 0, t.b>>>(t.d_a);                                                  // expect: race between streams; c_factor[0]; cudaMemcpyToSymbolAsync writes it
    return end(&t, 0);
}

CASE(constant_changed_in_order) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    int factor = 3;
    cudaMemcpyToSymbolAsync(c_factor, &factor, sizeof(int), 0, cudaMemcpyHostToDevice, t.a);
    scale_kernel<<<1, 32, 0, t.a>>>(t.d_a);
    factor = 4;
    cudaMemcpyToSymbolAsync(c_factor, &factor, sizeof(int), 0, cudaMemcpyHostToDevice, t.a);
    scale_kernel<<<1, 32, 0, t.a>>>(t.d_a);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost, t.a);
    cudaStreamSynchronize(t.a);
    return end(&t, t.h_b[5] - 60);
}

// With its default arguments, the copy is in the legacy stream.
CASE(variable_not_awaited) {
    struct two t = begin(cudaStreamNonBlocking);
    t.h_a[0] = 4;
    cudaMemcpyToSymbolAsync(c_factor, t.h_a, sizeof(int));
    cudaMemcpyFromSymbolAsync(t.h_b, c_factor, sizeof(int)); // other place
    int early = t.h_b[0];                                    // expect: race with the host; host code reads h_b
    cudaDeviceSynchronize();
    return end(&t, 0 * early);
}

CASE(allocated_in_another_stream) {
    struct two t = begin(cudaStreamNonBlocking);
    int *d_c;
    cudaMallocAsync(&d_c, N * sizeof(int), t.a); // other place
    fill_kernel<<<2, 128, 0, t.b>>>(d_c, 3);     // expect: race between streams; d_c[0]: cudaMallocAsync allocates it
    cudaDeviceSynchronize();
    cudaFreeAsync(d_c, t.a);
    return end(&t, 0);
}

CASE(freed_in_another_stream) {
    struct two t = begin(cudaStreamNonBlocking);
    int *d_c;
    cudaMallocAsync(&d_c, N * sizeof(int), t.a);
    cudaEventRecord(t.first, t.a);
    cudaStreamWaitEvent(t.b, t.first, 0);
    fill_kernel<<<2, 128, 0, t.b>>>(d_c, 3); // other place
    cudaFreeAsync(d_c, t.a);                 // expect: race between streams; fill_kernel writes it and, in another stream, cudaFreeAsync frees it
    return end(&t, 0);
}

CASE(allocated_and_freed_in_order) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    int *d_c;
    cudaMallocAsync(&d_c, N * sizeof(int), t.a);
    cudaEventRecord(t.first, t.a);
    cudaStreamWaitEvent(t.b, t.first, 0);
    fill_kernel<<<2, 128, 0, t.b>>>(d_c, 3);
    cudaEventRecord(t.second, t.b);
    cudaStreamWaitEvent(t.a, t.second, 0);
    cudaFreeAsync(d_c, t.a);
    return end(&t, 0);
}

CASE(time_of_unfinished_work) {
    struct two t = begin(cudaStreamDefault);
    float milliseconds = 0;
    cudaEventRecord(t.first, t.a);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3);
    cudaEventRecord(t.second, t.a);
    cudaEventElapsedTime(&milliseconds, t.first, t.second); // expect: CUDA error; cudaEventElapsedTime returned cudaErrorNotReady
    return end(&t, 0);
}

CASE(time_of_an_unfinished_event) {
    struct two t = begin(cudaStreamDefault);
    float milliseconds = 0;
    cudaEventRecord(t.first);
    fill_kernel<<<2, 128>>>(t.d_a, 3);
    cudaMemcpy(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost);
    cudaEventRecord(t.second);
    cudaEventElapsedTime(&milliseconds, t.first, t.second); // expect: CUDA error; cudaEventElapsedTime returned cudaErrorNotReady
    return end(&t, 0);
}

CASE(priorities_and_flags) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    int least = 1, greatest = 1, priority = 1;
    unsigned flags = 0;
    cudaStream_t stream;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest);
    cudaStreamGetPriority(stream, &priority);
    cudaStreamGetFlags(stream, &flags);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3);
    cudaEventRecordWithFlags(t.first, t.a);
    cudaStreamWaitEvent(stream, t.first);
    double_kernel<<<2, 128, 0, stream>>>(t.d_a, t.d_b);
    cudaStreamDestroy(stream);
    return end(&t, (least < greatest) + (priority != greatest) + (flags != cudaStreamNonBlocking));
}

// ---- The host ----------------------------------------------------------------------------------------------

CASE(read_before_the_copy_has_landed) {
    struct two t = begin(cudaStreamDefault);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost, t.a); // other place
    int early = t.h_b[5];                                                        // expect: race with the host; host code reads h_b, which cudaMemcpyAsync may still write
    cudaStreamSynchronize(t.a);
    return end(&t, early + 1 + t.h_b[5] - 5); // expect reason: the result is correct
}

CASE(synchronized_with_too_little) {
    struct two t = begin(cudaStreamNonBlocking);
    cudaEventRecord(t.first, t.a);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost, t.a); // other place
    cudaEventSynchronize(t.first);
    cudaStreamSynchronize(t.b);
    cudaStreamSynchronize(0);
    int early = t.h_b[N - 1];  // expect: race with the host; host code reads h_b
    return end(&t, early + 1); // expect reason: the result is correct
}

// A stream that was given nothing has nothing to wait for. If it gets work, this waits for the default stream.
CASE(waited_for_an_empty_stream) {
    struct two t = begin(cudaStreamDefault);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost); // other place
    cudaStreamSynchronize(t.a);
    int bad = cudaStreamQuery(t.a) != cudaSuccess;
    int early = t.h_b[N - 1];        // expect: race with the host; host code reads h_b
    return end(&t, bad + early + 1); // expect reason: the result is correct
}

CASE(waited_for_an_event_there) { // expect nothing
    struct two t = begin(cudaStreamDefault);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost);
    cudaEventRecord(t.first, t.a);
    cudaStreamSynchronize(t.a);
    return end(&t, t.h_b[N - 1] - (N - 1));
}

CASE(waited_for_an_event_long_over) {
    struct two t = begin(cudaStreamDefault);
    cudaEventRecord(t.first, t.a);
    cudaStreamSynchronize(t.a);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost); // other place
    cudaStreamWaitEvent(t.a, t.first, 0);
    cudaStreamSynchronize(t.a);
    int early = t.h_b[N - 1];  // expect: race with the host; host code reads h_b
    return end(&t, early + 1); // expect reason: the result is correct
}

CASE(read_in_the_legacy_stream_too) {
    int *h_b, *d_a = counted<int>(N);
    cudaMallocHost(&h_b, N * sizeof(int));
    cudaMemcpyAsync(h_b, d_a, N * sizeof(int), cudaMemcpyDeviceToHost); // other place
    int early = h_b[5];                                                 // expect: race with the host; host code reads h_b
    cudaFree(d_a);
    early += h_b[5];
    cudaFreeHost(h_b);
    return early;
}

CASE(query_says_not_ready) {
    struct two t = begin(cudaStreamNonBlocking);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost, t.a); // other place
    cudaEventRecord(t.first, t.a);
    int bad = cudaEventQuery(t.first) != cudaErrorNotReady;
    bad += t.h_b[5] == 5; // expect: race with the host; host code reads h_b
    return end(&t, bad);
}

CASE(query_says_ready) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost, t.a);
    cudaEventRecord(t.first, t.a);
    while (cudaEventQuery(t.first) != cudaSuccess) {
    }
    return end(&t, t.h_b[5] - 5 + (cudaGetLastError() != cudaSuccess));
}

CASE(written_where_a_copy_will_land) {
    struct two t = begin(cudaStreamDefault);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost, t.a); // other place
    t.h_b[0] = 7;                                                                // expect: race with the host; host code writes h_b, which cudaMemcpyAsync may still write
    return end(&t, 0);
}

CASE(overwritten_before_it_is_copied) {
    struct two t = begin(cudaStreamDefault);
    cudaMemcpyAsync(t.d_a, t.h_a, N * sizeof(int), cudaMemcpyHostToDevice, t.a); // other place
    t.h_a[0] = 7;                                                                // expect: race with the host; host code writes h_a, which cudaMemcpyAsync may still read
    return end(&t, 0);
}

// snprintf is not instrumented.
CASE(changed_by_the_library) {
    struct two t = begin(cudaStreamDefault);
    char *h_text, *d_text;
    cudaMallocHost(&h_text, 16);
    cudaMalloc(&d_text, 16);
    snprintf(h_text, 16, "first");
    cudaMemcpyAsync(d_text, h_text, 16, cudaMemcpyHostToDevice, t.a); // expect: race with the host; cudaMemcpyAsync reads h_text, which the host has changed
    snprintf(h_text, 16, "second");
    cudaFree(d_text);
    cudaFreeHost(h_text);
    return end(&t, 0);
}

CASE(read_while_it_is_copied) { // expect nothing
    struct two t = begin(cudaStreamDefault);
    cudaMemcpyAsync(t.d_b, t.h_a, N * sizeof(int), cudaMemcpyHostToDevice, t.a);
    int sum = t.h_a[3];
    cudaStreamSynchronize(t.a);
    t.h_a[3] = 8;
    cudaMemcpy(t.h_b, t.d_b, N * sizeof(int), cudaMemcpyDeviceToHost);
    return end(&t, t.h_b[3] - sum);
}

CASE(pageable_copied_at_once) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    int h_c[N];
    memset(h_c, 0, sizeof(h_c));
    h_c[4] = 9;
    cudaMemcpyAsync(t.d_a, h_c, sizeof(h_c), cudaMemcpyHostToDevice, t.a);
    h_c[4] = 0;
    double_kernel<<<2, 128, 0, t.a>>>(t.d_a, t.d_b);
    cudaMemcpyAsync(h_c, t.d_b, sizeof(h_c), cudaMemcpyDeviceToHost, t.a); // the host waits for it
    fill_kernel<<<2, 128, 0, t.b>>>(t.d_b, 1);
    return end(&t, h_c[4] - 18);
}

CASE(pinned_memory_in_between) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    fill_kernel<<<2, 128, 0, t.a>>>(t.d_a, 3);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost, t.a);
    cudaMemcpyAsync(t.d_b, t.h_b, N * sizeof(int), cudaMemcpyHostToDevice, t.a);
    cudaStreamSynchronize(t.a);
    int landed = t.h_b[9];
    cudaMemcpy(t.h_a, t.d_b, N * sizeof(int), cudaMemcpyDeviceToHost);
    return end(&t, landed - 3 + t.h_a[9] - 3);
}

CASE(pinned_memory_of_another_stream) {
    struct two t = begin(cudaStreamNonBlocking);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost, t.a); // other place
    cudaMemcpyAsync(t.d_b, t.h_b, N * sizeof(int), cudaMemcpyHostToDevice, t.b); // expect: race between streams; h_b: cudaMemcpyAsync writes it and, in another stream, cudaMemcpyAsync reads it
    return end(&t, 0);
}

CASE(registered_memory) {
    struct two t = begin(cudaStreamDefault);
    static int h_c[N];
    cudaHostRegister(h_c, sizeof(h_c), cudaHostRegisterDefault);
    cudaMemcpyAsync(h_c, t.d_a, sizeof(h_c), cudaMemcpyDeviceToHost, t.a); // other place
    int early = h_c[5];                                                    // expect: race with the host; host code reads h_c, which cudaMemcpyAsync may still write
    cudaHostUnregister(h_c);
    cudaMemcpyAsync(h_c, t.d_b, sizeof(h_c), cudaMemcpyDeviceToHost, t.a); // pageable again: the host waits
    return end(&t, early * 0 + h_c[5] - 5);
}

CASE(freeing_waits) { // expect nothing
    struct two t = begin(cudaStreamNonBlocking);
    int *d_c = counted<int>(N);
    cudaDeviceSynchronize();
    double_kernel<<<2, 128, 0, t.a>>>(d_c, t.d_a);
    cudaMemcpyAsync(t.h_b, t.d_a, N * sizeof(int), cudaMemcpyDeviceToHost, t.a);
    cudaFree(d_c);
    return end(&t, t.h_b[5] - 10);
}
