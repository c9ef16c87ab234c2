// Streams and events that were never created, have been destroyed, or never are.
#include "conformance.h"

__global__ void nothing_kernel() {
}

CASE(launch_in_a_destroyed_stream) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);             // other place
    nothing_kernel<<<1, 1, 0, stream>>>(); // expect: CUDA error; a launch receives a stream that has been destroyed
    return 0;
}

CASE(stream_destroyed_twice) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream); // other place
    cudaStreamDestroy(stream); // expect: CUDA error; cudaStreamDestroy receives a stream that has been destroyed
    return 0;
}

CASE(stream_never_created) {
    int h_a = 0, *d_a = zeros<int>(1);
    cudaStream_t stream = (cudaStream_t)&h_a;
    cudaMemcpyAsync(&h_a, d_a, sizeof(h_a), cudaMemcpyDeviceToHost, stream); // expect: CUDA error; a stream that was never created
    cudaFree(d_a);
    return 0;
}

CASE(synchronize_a_destroyed_stream) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamDestroy(stream);     // other place
    cudaStreamSynchronize(stream); // expect: CUDA error; cudaStreamSynchronize receives a stream that has been destroyed
    return 0;
}

CASE(event_never_created) {
    cudaEvent_t event = NULL;
    cudaEventRecord(event); // expect: CUDA error; cudaEventRecord receives an event that was never created
    return 0;
}

CASE(event_destroyed_too_early) {
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaEventRecord(event);
    cudaEventDestroy(event);     // other place
    cudaEventSynchronize(event); // expect: CUDA error; cudaEventSynchronize receives an event that has been destroyed
    return 0;
}

CASE(wait_for_a_destroyed_event) {
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreate(&stream);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventDestroy(event);               // other place
    cudaStreamWaitEvent(stream, event, 0); // expect: CUDA error; cudaStreamWaitEvent receives an event that has been destroyed
    cudaStreamDestroy(stream);
    return 0;
}

CASE(time_of_an_event_not_recorded) {
    float milliseconds;
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaEventElapsedTime(&milliseconds, event, event); // expect: CUDA error; cudaEventElapsedTime; cudaErrorInvalidResourceHandle
    cudaEventDestroy(event);
    return 0;
}

CASE(time_of_an_event_without_timing) {
    float milliseconds;
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventRecord(event);
    cudaEventElapsedTime(&milliseconds, event, event); // expect: CUDA error; cudaEventElapsedTime; cudaErrorInvalidResourceHandle
    cudaEventDestroy(event);
    return 0;
}

CASE(asynchronous_copy_too_long) {
    int h_a[8], *d_a = zeros<int>(4); // other place in conformance.h
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(h_a, d_a, sizeof(h_a), cudaMemcpyDeviceToHost, stream); // expect: out of bounds; cudaMemcpyAsync accesses 32 bytes
    cudaStreamDestroy(stream);
    cudaFree(d_a);
    return 0;
}

CASE(used_after_free_async) {
    int *d_a;
    cudaMallocAsync(&d_a, 16, 0);
    cudaFreeAsync(d_a, 0);          // other place
    cudaMemsetAsync(d_a, 0, 16, 0); // expect: use after free; cudaMemsetAsync uses d_a after cudaFreeAsync
    return 0;
}

// ---- Never destroyed: class LEAK ---------------------------------------------------------------------------------

CASE(stream_never_destroyed) {
    cudaStream_t streams[3];
    cudaStreamCreate(&streams[0]);                                    // expect: leak; a stream is created here and never destroyed with cudaStreamDestroy
    cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking);    // expect: leak; a stream is created here
    cudaStreamCreateWithPriority(&streams[2], cudaStreamDefault, -1); // expect: leak; a stream is created here
    nothing_kernel<<<1, 1, 0, streams[0]>>>();
    return cudaDeviceSynchronize();
}

CASE(event_never_destroyed) {
    cudaEvent_t start, end;
    cudaEventCreate(&start);
    cudaEventCreateWithFlags(&end, cudaEventDisableTiming); // expect: leak; an event is created here and never destroyed with cudaEventDestroy
    cudaEventRecord(start);
    cudaEventDestroy(start);
    return cudaDeviceSynchronize();
}

CASE(destroyed_by_a_reset) {
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    cudaDeviceReset(); // expect: CUDA error; cudaDeviceReset also frees d_in
    return 0;
}
