// A real NVIDIA GPU as the runner sees it (runner/device.h). The CUDA device is the first visible one.
#include "runner/device.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "gpu/intercept.h"
#include "gpu/report.h"

enum { CHUNK_BYTES = 1 << 20 };

// The case's input, for comparison afterwards, and its output.
static struct buffer {
    const char *d_memory, *h_memory;
    size_t bytes, value_size;
    char name[48];
} input;
static size_t output_bytes;

int device_open(const struct device_options *options, struct said *said) {
    (void)options;
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        say(said, WORDS(TOPIC(NO_NVIDIA_GPU), NAME(cudaGetErrorString(error))));
        return CASE_NO_DEVICE;
    }
    struct cudaDeviceProp properties;
    int version = 0;
    if ((error = cudaGetDeviceProperties(&properties, 0)) != cudaSuccess ||
        (error = cudaRuntimeGetVersion(&version)) != cudaSuccess || (error = cudaFree(0)) != cudaSuccess) {
        say(said, WORDS(TOPIC(GPU_NOT_USABLE), NAME(cudaGetErrorString(error))));
        return CASE_NO_ROOM;
    }
    say(said,
        WORDS(TOPIC(NVIDIA_GPU), NAME(properties.name), NUMBER(version / 1000), NUMBER(version % 1000 / 10)));
    return CASE_DONE;
}

// A real GPU records nothing.
void device_record(void *memory, size_t bytes, unsigned launch) {
    (void)memory, (void)bytes, (void)launch;
}

void device_case_begin(const struct device_sink *sink) {
    input = (struct buffer){0};
    intercept_begin(sink);
}

void device_sample(const struct sample *sample) {
    (void)sample;
}

void *device_input(const char *name, const void *values, size_t count, size_t value_size) {
    void *d_memory = intercept_allocate(name, count, value_size);
    if (d_memory == NULL) {
        return NULL;
    }
    input = (struct buffer){
        .d_memory = d_memory, .h_memory = values, .bytes = count * value_size, .value_size = value_size};
    snprintf(input.name, sizeof(input.name), "%s", name);
    intercept_off++;
    cudaError_t error = cudaMemcpy(d_memory, values, input.bytes, cudaMemcpyHostToDevice);
    intercept_off--;
    return error == cudaSuccess ? d_memory : NULL;
}

void *device_output(const char *name, size_t count, size_t value_size) {
    output_bytes = count * value_size;
    return intercept_allocate(name, count, value_size);
}

// Does nothing: the input is compared with these values at the case's end.
void device_hide_input(void *values, size_t count, size_t value_size) {
    (void)values, (void)count, (void)value_size;
}

void device_read_output(const void *d_output, void *values) {
    intercept_off++;
    cudaMemcpy(values, d_output, output_bytes, cudaMemcpyDeviceToHost);
    intercept_off--;
}

int device_run(void (*call)(void *), void *argument) {
    call(argument);
    return CASE_DONE;
}

// Compares the const input, piece by piece, with what the checker sent.
static void compare_input(void) {
    static char piece[CHUNK_BYTES];
    for (size_t at = 0; at < input.bytes; at += CHUNK_BYTES) {
        size_t bytes = input.bytes - at < CHUNK_BYTES ? input.bytes - at : CHUNK_BYTES;
        if (cudaMemcpy(piece, input.d_memory + at, bytes, cudaMemcpyDeviceToHost) != cudaSuccess) {
            return;
        }
        if (memcmp(piece, input.h_memory + at, bytes) != 0) {
            size_t i = 0;
            while (i + 1 < bytes && piece[i] == input.h_memory[at + i]) {
                i++;
            }
            struct diagnostic made = {.class_ = DIAGNOSTIC_INPUT_CHANGED, .count = 1}; // of no launch
            snprintf(made.array, sizeof(made.array), "%s", input.name);
            char element[80];
            snprintf(element, sizeof(element), "%s[%zu]", input.name, (at + i) / input.value_size);
            say(&made.message, WORDS(TOPIC(INPUT_HAS_CHANGED), NAME(element)));
            gpu_report_sink()->diagnostic(&made);
            return;
        }
    }
}

void device_forget_error(void) {
    cudaGetLastError();
}

void device_case_end(struct case_result *result) {
    cudaError_t run = cudaDeviceSynchronize(), unseen = cudaGetLastError();
    cudaError_t error = run != cudaSuccess ? run : unseen;
    intercept_off++;
    if (run == cudaSuccess) {
        compare_input();
    }
    intercept_end(run == cudaSuccess && result->status == CASE_DONE);
    intercept_off--;
    result->launches = gpu_report_launches();
    intercept_copied(&result->copied_to_host, &result->copied_to_device);
    if (error != cudaSuccess) {
        // After a fault in a kernel nothing more runs in this process.
        result->status = run != cudaSuccess ? CASE_DEVICE_LOST : CASE_ABANDONED;
        const struct said *launch = intercept_failed_launch(error);
        const struct said_word name = NAME(cudaGetErrorName(error)), text = NAME(cudaGetErrorString(error));
        say(&result->message, launch != NULL ? WORDS(TOPIC(LAUNCH_ERROR), PART(*launch), name, text)
                                             : WORDS(TOPIC(CUDA_ERROR), name, text));
    }
}
