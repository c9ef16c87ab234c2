// Guards, poison and leaks of a real GPU's memory. Here it is host memory: the test replaces CUDA's runtime.
#define _GNU_SOURCE // setenv under -std=c11
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/allocations.h"
#include "gpu/report.h"
#include "words/words.h"

static char reported[512]; // all messages, one per line
static int allocated;
static size_t last_bytes[2]; // that were requested from cudaMalloc

static void note(bool leak, const struct said_word *words) {
    char text[WORDS_SIZE];
    struct said said;
    say(&said, words);
    const size_t used = strlen(reported);
    snprintf(reported + used, sizeof(reported) - used, "%d %s\n", leak, words_english(&said, text));
}

void gpu_report(enum diagnostic_class class_, const char *array, const struct said_word *words) {
    (void)array;
    note(class_ == DIAGNOSTIC_LEAK, words);
}

void gpu_report_outside(const char *array, size_t bytes, const struct said_word *words) {
    (void)array;
    (void)bytes;
    note(false, words);
}

cudaError_t __real_cudaMalloc(void **pointer, size_t bytes);
cudaError_t __real_cudaMalloc(void **pointer, size_t bytes) {
    allocated++;
    last_bytes[0] = last_bytes[1];
    last_bytes[1] = bytes;
    *pointer = calloc(1, bytes);
    return *pointer == NULL ? cudaErrorMemoryAllocation : cudaSuccess;
}
cudaError_t __real_cudaFree(void *pointer);
cudaError_t __real_cudaFree(void *pointer) {
    allocated--;
    free(pointer);
    return cudaSuccess;
}
cudaError_t __real_cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t __real_cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    (void)kind;
    memcpy(to, from, bytes); // under AddressSanitizer: the two must not overlap
    return cudaSuccess;
}
cudaError_t __real_cudaMemset(void *to, int value, size_t bytes);
cudaError_t __real_cudaMemset(void *to, int value, size_t bytes) {
    memset(to, value, bytes);
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    (void)stream;
    return cudaSuccess;
}

static int begin(void **state) {
    (void)state;
    reported[0] = '\0';
    allocated = 0;
    allocations_begin();
    return 0;
}

static char *add(size_t bytes, const char *name, size_t element) {
    void *pointer;
    assert_int_equal(allocations_add(&pointer, bytes, name, element), cudaSuccess);
    return pointer;
}

// Also beyond the part copied from the host, and with a partial last word.
static void fresh_memory_is_poisoned(void **state) {
    (void)state;
    static const size_t lengths[] = {0, 3, 4, 1000, 65535, 65536, 65540, 131072, 500001};
    const uint32_t poison = DEVICE_POISON;
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        const char *memory = add(lengths[i], NULL, 1);
        for (size_t k = 0; k < lengths[i]; k++) {
            assert_int_equal(memory[k], ((const char *)&poison)[k % 4]);
        }
    }
    allocations_check(TOPIC(A_KERNEL));
    assert_string_equal(reported, "");
    allocations_end(false);
    assert_int_equal(allocated, 0);
}

static void stray_writes_are_told_once(void **state) {
    (void)state;
    char *d_out = add(36, "d_out", 12), *own = add(5, NULL, 1);
    d_out[36] = 0;  // the first byte after the end
    d_out[-13] = 0; // in the second element before the beginning
    own[-256] = 0;  // the last byte of a guard
    own[5 + 255] = 0;
    for (int i = 0; i < 2; i++) {
        allocations_check(NAME("scan_kernel"));
        assert_string_equal(reported,
                            "0 scan_kernel wrote d_out[-2], but d_out has 3 elements\n"
                            "0 scan_kernel wrote d_out[3], but d_out has 3 elements\n"
                            "0 scan_kernel wrote byte -256 of cudaMalloc number 1, which has 5 bytes\n"
                            "0 scan_kernel wrote byte 260 of cudaMalloc number 1, which has 5 bytes\n");
    }
    allocations_end(false);
}

static void leaks_are_the_students(void **state) {
    (void)state;
    add(8, "d_in", 4);
    char *first = add(1, NULL, 1);
    add(1, NULL, 1);
    assert_int_equal(allocations_free(first), cudaSuccess);
    allocations_end(true);
    assert_string_equal(reported, "1 cudaMalloc number 2 (1 byte) is never freed\n");
    assert_int_equal(allocated, 0);
}

// A program may allocate and free any number of times.
static void freed_memory_makes_room(void **state) {
    (void)state;
    for (int i = 0; i < 5000; i++) {
        assert_int_equal(allocations_free(add(1, NULL, 1)), cudaSuccess);
    }
    add(1, NULL, 1);
    allocations_end(true);
    assert_string_equal(reported, "1 cudaMalloc number 5001 (1 byte) is never freed\n");
    assert_int_equal(allocated, 0);
}

static void the_harness_keeps_its_arrays(void **state) {
    (void)state;
    char *d_in = add(8, "d_in", 4);
    assert_int_equal(allocations_free(d_in), cudaErrorInvalidValue);
    assert_string_equal(reported, "0 cudaFree of d_in, which belongs to the caller\n");
    allocations_end(true);
    assert_int_equal(allocated, 0);
}

// Without guards and poison: exactly what cudaMalloc returns.
static void compute_sanitizer_gets_memory_as_it_is(void **state) {
    (void)state;
    setenv("LABS_GUARDS", "no", 1);
    char *memory = add(4, NULL, 1), *empty = add(0, "d_out", 4);
    unsetenv("LABS_GUARDS");
    assert_non_null(empty);
    assert_memory_equal(memory, "\0\0\0\0", 4);
    assert_int_equal(last_bytes[0], 4);
    assert_int_equal(last_bytes[1], 1); // for 0 bytes CUDA returns a null pointer, which would mean no memory
    allocations_check(TOPIC(A_KERNEL));
    assert_int_equal(allocations_free(memory), cudaSuccess);
    allocations_end(true);
    assert_string_equal(reported, "");
    assert_int_equal(allocated, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(fresh_memory_is_poisoned, begin),
        cmocka_unit_test_setup(stray_writes_are_told_once, begin),
        cmocka_unit_test_setup(leaks_are_the_students, begin),
        cmocka_unit_test_setup(freed_memory_makes_room, begin),
        cmocka_unit_test_setup(the_harness_keeps_its_arrays, begin),
        cmocka_unit_test_setup(compute_sanitizer_gets_memory_as_it_is, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
