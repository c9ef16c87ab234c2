// The simulated GPU as a machine calls it: places are numbers of instructions, and calls are the machine's frames.
#include "cmocka_all.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/run/executable.h"
#include "runner/device.h"
#include "sim/base/caller.h"
#include "sim/schedule/workers.h"

// What the machine calls, as lab code does.
void __tsan_read4(void *address);
void __tsan_write4(void *address);
void __syncthreads(void);
void sim_launch_grid(const char *kernel, const void *address, const unsigned grid[3], const unsigned block[3],
                     size_t shared, void (*call)(void *arguments), void *arguments, void *pc);

enum { INSTRUCTIONS = 100, KERNEL = 10, LAUNCH = 50, HOST_CALL = 60, THREADS = 64 };

// The variables of the program, with what is behind each one.
enum { TABLE = 128, TABLE_BYTES = 64, LIMIT = 8192, LIMIT_BYTES = 4, MEMORY = 16384 };
static _Alignas(128) char memory[MEMORY];
static struct code_variable variables[] = {
    {"count", 0, 4, 4, VARIABLE_OF_HOST},
    {"table", 0, TABLE_BYTES, 4, VARIABLE_OF_DEVICE},
    {"limit", 0, LIMIT_BYTES, 4, VARIABLE_OF_BOTH},
};
static struct program program = {.code_count = INSTRUCTIONS,
                                 .variables = variables,
                                 .variable_count = sizeof(variables) / sizeof(variables[0]),
                                 .memory = {memory, memory + TABLE, NULL, NULL, memory + LIMIT},
                                 .memory_bytes = {TABLE, LIMIT - TABLE, 0, 0, MEMORY - LIMIT}};

// The machine's frames, of a call in a function (`inner`) or in the kernel itself.
struct frames {
    struct frame call, inner, kernel, outermost;
    const struct frame *before;
};

static void enter(struct frames *frames, uint32_t inner_call) {
    *frames = (struct frames){.before = running_frame};
    frames->kernel.caller = &frames->outermost;
    frames->inner = (struct frame){&frames->kernel, (const void *)(uintptr_t)(inner_call + 1)};
    frames->call.caller = inner_call != 0 ? &frames->inner : &frames->kernel;
    running_frame = &frames->call;
}

static void at(struct frames *frames, uint32_t instruction) {
    frames->call.return_address = (const void *)(uintptr_t)(instruction + 1);
}

static void leave(const struct frames *frames) {
    running_frame = frames->before;
}

static struct diagnostic found[8];
static unsigned found_count;

static void take_diagnostic(const struct diagnostic *diagnostic) {
    if (found_count < sizeof(found) / sizeof(found[0])) {
        found[found_count++] = *diagnostic;
    }
}

static const struct diagnostic *find(enum diagnostic_class class_) {
    for (unsigned i = 0; i < found_count; i++) {
        if (found[i].class_ == class_) {
            return &found[i];
        }
    }
    return NULL;
}

static void ignore_launch(const struct launch_record *launch, const struct counters *intervals,
                          const struct place_counters *lines) {
    (void)launch, (void)intervals, (void)lines;
}

static int *d_out;

static void call_launch(void *kernel) {
    static const unsigned grid[3] = {1, 1, 1}, block[3] = {THREADS, 1, 1};
    struct frames frames;
    enter(&frames, HOST_CALL);
    at(&frames, LAUNCH);
    sim_launch_grid("kernel", (const void *)(uintptr_t)KERNEL, grid, block, 0, *(void (**)(void *))kernel,
                    NULL, (void *)(uintptr_t)(LAUNCH + 1));
    assert_ptr_equal(running_frame, &frames.call);
    leave(&frames);
}

static void run(void (*kernel)(void *)) {
    static const struct device_sink sink = {take_diagnostic, ignore_launch};
    struct case_result result = {.status = CASE_DONE};
    found_count = 0;
    device_case_begin(&sink);
    d_out = device_output("d_out", THREADS, sizeof(*d_out));
    assert_int_equal(device_run(call_launch, &kernel), CASE_DONE);
    device_case_end(&result);
}

// d_out[t] = 1; ... = d_out[(t + 1) % THREADS];
static void race_kernel(void *argument) {
    (void)argument;
    struct frames frames;
    enter(&frames, 0);
    at(&frames, 11);
    __tsan_write4(&d_out[threadIdx.number]);
    d_out[threadIdx.number] = 1;
    at(&frames, 12);
    __tsan_read4(&d_out[(threadIdx.number + 1) % THREADS]);
    leave(&frames);
}

static void race(void **state) {
    (void)state;
    run(race_kernel);
    const struct diagnostic *race = find(DIAGNOSTIC_RACE_GLOBAL);
    assert_non_null(race);
    assert_int_equal(race->places[0].pc, 11); // thread 1, after thread 0 has read
    assert_int_equal(race->places[1].pc, 12);
    assert_int_equal(race->kernel_pc, KERNEL);
    assert_int_equal(race->launch_pc, LAUNCH);
    assert_int_equal(race->calls[0], 11);
    assert_int_equal(race->calls[1], 0);
}

static void correct_kernel(void *argument) {
    (void)argument;
    struct frames frames;
    enter(&frames, 0);
    at(&frames, 11);
    __tsan_write4(&d_out[threadIdx.number]);
    d_out[threadIdx.number] = 1;
    at(&frames, 12);
    __syncthreads();
    assert_ptr_equal(running_frame, &frames.call);
    at(&frames, 13);
    __tsan_read4(&d_out[(threadIdx.number + 1) % THREADS]);
    leave(&frames);
}

static void nothing_wrong(void **state) {
    (void)state;
    run(correct_kernel);
    assert_int_equal(found_count, 0);
}

// All threads come to the barrier of a function, but half of them by another call.
static void calls_kernel(void *argument) {
    (void)argument;
    struct frames frames;
    enter(&frames, threadIdx.number < THREADS / 2 ? 14 : 15);
    at(&frames, 20);
    __syncthreads();
    leave(&frames);
}

static void calls_of_barrier(void **state) {
    (void)state;
    run(calls_kernel);
    const struct diagnostic *barrier = find(DIAGNOSTIC_BARRIER);
    assert_non_null(barrier);
    assert_int_equal(barrier->places[0].pc, 14);
    assert_int_equal(barrier->places[1].pc, 15);
}

// Reads a constant of host code, which it may, and writes behind the variable `table`.
static void variable_kernel(void *argument) {
    (void)argument;
    struct frames frames;
    enter(&frames, 0);
    at(&frames, 11);
    __tsan_read4(memory + LIMIT);
    at(&frames, 12);
    __tsan_write4(memory + TABLE + TABLE_BYTES);
    leave(&frames);
}

static void outside_variable(void **state) {
    (void)state;
    run(variable_kernel);
    assert_int_equal(found[0].class_, DIAGNOSTIC_OUT_OF_BOUNDS);
    assert_string_equal(found[0].array, "table");
    assert_int_equal(found[0].places[0].pc, 12);
}

// ---- Errors that end the process ----

static enum diagnostic_class expected_class;

static void compare_and_exit(const struct diagnostic *diagnostic) {
    _exit(diagnostic->class_ == expected_class && diagnostic->stack[0] == 12 && diagnostic->stack[1] == 14 &&
                  diagnostic->launch_pc == LAUNCH
              ? 0
              : 1);
}

// Runs a kernel in a process of its own, which reports an error at instruction 12 that was called by 14.
static void ends(void (*kernel)(void *), enum diagnostic_class class_) {
    static const struct device_sink sink = {compare_and_exit, ignore_launch};
    const pid_t child = fork();
    if (child == 0) {
        struct said device;
        struct device_options options = {.endless_seconds = 0.1, .workers = 1};
        expected_class = class_;
        if (device_open(&options, &device) == CASE_DONE) {
            device_case_begin(&sink);
            device_run(call_launch, &kernel);
        }
        _exit(2);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void deep_kernel(void *argument) {
    (void)argument;
    struct frames frames;
    enter(&frames, 14);
    at(&frames, 12);
    executable_stops(0);
}

static void dividing_kernel(void *argument) {
    (void)argument;
    struct frames frames;
    enter(&frames, 14);
    at(&frames, 12);
    raise(SIGFPE);
}

static void endless_kernel(void *argument) {
    (void)argument;
    struct frames frames;
    enter(&frames, 14);
    for (;;) {
        at(&frames, 12);
        __asm__ volatile("" : : "r"(&frames) : "memory");
    }
}

static void last_errors(void **state) {
    (void)state;
    ends(deep_kernel, DIAGNOSTIC_STACK);
    ends(dividing_kernel, DIAGNOSTIC_CRASH);
    ends(endless_kernel, DIAGNOSTIC_ENDLESS_LOOP);
}

static int open_device(void **state) {
    (void)state;
    struct said device;
    struct device_options options = {.endless_seconds = 60, .workers = 2};
    executable_runs(&program);
    return device_open(&options, &device) == CASE_DONE ? 0 : -1;
}

int main(void) {
    executable_runs(&program);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_errors), // first: each has a device of its own
    };
    const struct CMUnitTest with_device[] = {
        cmocka_unit_test(race),
        cmocka_unit_test(nothing_wrong),
        cmocka_unit_test(calls_of_barrier),
        cmocka_unit_test(outside_variable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) + cmocka_run_group_tests(with_device, open_device, NULL);
}
