// The machine, with small programs that are assembled by hand.
#include "cmocka_all.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/run/machine.h"
#include "runner/device.h"

// ---- The program, whose functions follow each other ----

enum { CODE_MAX = 400, CONSTANTS_MAX = 200, THREADS = 64 };
static struct instruction code[CODE_MAX];
static union value constants[CONSTANTS_MAX];
static struct code_function functions[32];
static struct code_array arrays[] = {{"own", 4, NULL}, {"own", 4, "int[4]"}};
static struct code_shared shared[] = {{"s_data", THREADS * 4, 4, 4, 1, false}};
static _Alignas(128) char memory[128];
static struct program program = {.code = code,
                                 .code_count = 1,
                                 .constants = constants,
                                 .functions = functions,
                                 .arrays = arrays,
                                 .array_count = 2,
                                 .shared = shared,
                                 .shared_count = 1,
                                 .memory = {memory},
                                 .memory_bytes = {sizeof(memory)}};

// These return the number of the instruction.
static uint32_t emit(unsigned operation, unsigned to, unsigned a, unsigned b) {
    assert_true(program.code_count < CODE_MAX);
    code[program.code_count] =
        (struct instruction){(uint16_t)operation, (uint16_t)to, (uint16_t)a, (uint16_t)b};
    return program.code_count++;
}
static uint32_t emit_number(unsigned operation, unsigned to, uint32_t number) {
    return emit(operation, to, number & 0xffff, number >> 16);
}
static uint32_t constant(unsigned operation, unsigned to, union value value) {
    assert_true(program.constant_count < CONSTANTS_MAX);
    constants[program.constant_count] = value;
    return emit_number(operation, to, program.constant_count++);
}
#define INTEGER(to, number) constant(OP_CONSTANT, to, (union value){.i = (number)})
#define NEXT(number)        constant(OP_NEXT, 0, (union value){.i = (number)})

// Begins a function, and returns its number.
static uint32_t begin(const char *name, unsigned registers, unsigned arguments, unsigned results) {
    functions[program.function_count] = (struct code_function){.name = name,
                                                               .first = program.code_count,
                                                               .registers = registers,
                                                               .argument_registers = arguments,
                                                               .result_registers = results};
    return program.function_count++;
}

static void land(uint32_t jump, uint32_t target) {
    code[jump].a = (uint16_t)target;
}

static uint32_t native(const char *declaration) {
#define NATIVE(text, ...) text,
    static const char *const declarations[] = {
#include "engine/native_list.h"
    };
    for (uint32_t i = 0; i < sizeof(declarations) / sizeof(declarations[0]); i++) {
        if (strcmp(declarations[i], declaration) == 0) {
            return i;
        }
    }
    fail_msg("there is no %s", declaration);
    return 0;
}

// ---- Running it ----

static struct diagnostic found[8];
static unsigned found_count;

static void take_diagnostic(const struct diagnostic *diagnostic) {
    if (found_count < sizeof(found) / sizeof(found[0])) {
        found[found_count++] = *diagnostic;
    }
}

static void ignore_launch(const struct launch_record *launch, const struct counters *intervals,
                          const struct place_counters *lines) {
    (void)launch, (void)intervals, (void)lines;
}

struct call {
    uint32_t function;
    union value *registers;
};

static void call_machine(void *of) {
    const struct call *call = of;
    machine_call(call->function, call->registers);
}

// Calls the function as host code of a case.
static void run(uint32_t function, union value *registers) {
    static const struct device_sink sink = {take_diagnostic, ignore_launch};
    struct case_result result = {.status = CASE_DONE};
    struct call call = {function, registers};
    found_count = 0;
    device_case_begin(&sink);
    device_run(call_machine, &call);
    device_case_end(&result);
}

static int64_t run_integers(uint32_t function, int64_t a, int64_t b) {
    union value registers[4] = {{.i = a}, {.i = b}};
    run(function, registers);
    return registers[0].i;
}

// ---- Host code ----

// int sum(int n) { int sum = 0; for (int i = n; i != 0; i--) sum += i; return sum; }
static uint32_t assemble_sum(void) {
    const uint32_t function = begin("sum", 4, 1, 1);
    INTEGER(1, 0);
    INTEGER(2, -1);
    const uint32_t end = emit_number(OP_JUMP_UNLESS, 0, 0);
    const uint32_t loop = emit(OP_ADD + NUMBER_I32, 1, 1, 0);
    emit(OP_ADD + NUMBER_I32, 0, 0, 2);
    emit_number(OP_JUMP_IF, 0, loop);
    land(end, emit(OP_RETURN, 0, 1, 0));
    return function;
}

// int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static uint32_t assemble_fibonacci(void) {
    const uint32_t function = begin("fibonacci", 5, 1, 1);
    INTEGER(1, 2);
    emit(OP_LESS + NUMBER_I32, 2, 0, 1);
    const uint32_t calls = emit_number(OP_JUMP_UNLESS, 2, 0);
    emit(OP_RETURN, 0, 0, 0);
    land(calls, INTEGER(1, 1));
    emit(OP_SUBTRACT + NUMBER_I32, 2, 0, 1);
    emit_number(OP_CALL, 2, function);
    INTEGER(1, 2);
    emit(OP_SUBTRACT + NUMBER_I32, 3, 0, 1);
    emit_number(OP_CALL, 3, function);
    emit(OP_ADD + NUMBER_I32, 2, 2, 3);
    emit(OP_RETURN, 0, 2, 0);
    return function;
}

static void calls(void **state) {
    (void)state;
    assert_int_equal(run_integers(assemble_sum(), 1000, 0), 500500);
    assert_int_equal(run_integers(assemble_fibonacci(), 20, 0), 6765);
    assert_int_equal(found_count, 0);
}

// The result of one operation on registers 0 and 1.
static uint32_t assemble_operation(unsigned operation) {
    const uint32_t function = begin("operation", 3, 2, 1);
    emit(operation, 0, 0, 1);
    emit(OP_RETURN, 0, 0, 0);
    return function;
}

static void arithmetic(void **state) {
    (void)state;
    assert_int_equal(run_integers(assemble_operation(OP_ADD + NUMBER_I32), INT32_MAX, 1), INT32_MIN);
    assert_int_equal(run_integers(assemble_operation(OP_SUBTRACT + NUMBER_U32), 0, 1), UINT32_MAX);
    assert_int_equal(run_integers(assemble_operation(OP_DIVIDE + NUMBER_I32), -7, 2), -3);
    assert_int_equal(run_integers(assemble_operation(OP_REMAINDER + NUMBER_U64), -1, 10), 5);
    assert_int_equal(run_integers(assemble_operation(OP_SHIFT_RIGHT + NUMBER_I32), -8, 1), -4);
    assert_int_equal(run_integers(assemble_operation(OP_LESS + NUMBER_U64), -1, 1), 0);
    assert_int_equal(run_integers(assemble_operation(OP_TRUNCATE + CELL_U8), 0x1ff, 0), 0xff);
    assert_int_equal(found_count, 0);

    assert_int_equal(run_integers(assemble_operation(OP_SHIFT_LEFT + NUMBER_I32), 3, 33), 6);
    assert_int_equal(found_count, 1);
    assert_int_equal(found[0].class_, DIAGNOSTIC_SHIFT);
    assert_int_equal(found[0].places[0].pc, program.code_count - 2);

    union value registers[2] = {{.d = 3e9}};
    run(assemble_operation(OP_F64_TO + CELL_I32), registers);
    assert_int_equal(registers[0].i, INT32_MIN); // as on x86
    assert_int_equal(found[0].class_, DIAGNOSTIC_CONVERSION);
    registers[0].d = -2.75;
    run(assemble_operation(OP_F64_TO + CELL_I32), registers);
    assert_int_equal(registers[0].i, -2);
    assert_int_equal(found_count, 0);
}

// int own[4]; own[i] = 7; return own[i] + max(i, 2);
static uint32_t assemble_array(uint32_t number) {
    const uint32_t function = begin("array", 8, 1, 1);
    emit(OP_ADDRESS, 1, 2, 0); // own is registers 2 and 3
    emit(OP_UNSET_MEMORY, 2, 0, 0);
    NEXT(16);
    emit_number(OP_CHECK_INDEX, 0, number);
    emit(OP_ADD_SCALED, 4, 1, 0);
    NEXT(4);
    INTEGER(5, 7);
    emit(OP_STORE + CELL_I32, 0, 4, 5);
    emit(OP_LOAD + CELL_I32, 1, 4, 0);
    emit(OP_MOVE, 6, 0, 0);
    INTEGER(7, 2);
    emit_number(OP_NATIVE, 6, native("int max(int a, int b)"));
    emit(OP_ADD + NUMBER_I32, 0, 1, 6);
    emit(OP_RETURN, 0, 0, 0);
    return function;
}

static void local_memory(void **state) {
    (void)state;
    for (uint32_t number = 0; number < 2; number++) {
        const uint32_t function = assemble_array(number);
        assert_int_equal(run_integers(function, 3, 0), 10);
        assert_int_equal(found_count, 0);
        run_integers(function, 4, 0);
        assert_int_equal(found_count, 1);
        assert_int_equal(found[0].class_, DIAGNOSTIC_OUT_OF_BOUNDS);
        assert_int_equal(found[0].places[0].pc, functions[function].first + 3);
    }
}

static void prints(void **state) {
    (void)state;
    const uint32_t function = begin("prints", 8, 0, 1);
    constant(OP_CONSTANT, 0, (union value){.p = "%5.1f|%-4d|%u|%s|%c|%*x%%\n"});
    constant(OP_CONSTANT, 1, (union value){.d = 2.25});
    INTEGER(2, -7);
    INTEGER(3, -1);
    constant(OP_CONSTANT, 4, (union value){.p = "text"});
    INTEGER(5, 'c');
    INTEGER(6, 4);
    INTEGER(7, 255);
    emit_number(OP_NATIVE, 0, native("int printf(const char *format, ...)"));
    emit(OP_RETURN, 0, 0, 0);
    assert_int_equal(run_integers(function, 1, 0), (int)strlen("  2.2|-7  |4294967295|text|c|  ff%\n"));
}

// ---- Kernels ----

// int *d_out; cudaMalloc(&d_out, 4 * THREADS); kernel<<<1, THREADS>>>(d_out); cudaFree(d_out);
static uint32_t assemble_launch(uint32_t kernel) {
    const uint32_t function = begin("launch", 10, 0, 0);
    functions[kernel].kernel = true;
    functions[kernel].pointers = 1;
    emit(OP_ADDRESS, 1, 0, 0);
    INTEGER(2, 4 * THREADS);
    INTEGER(3, 4);
    constant(OP_CONSTANT, 4, (union value){.p = "&d_out, 4 * THREADS"});
    emit_number(OP_NATIVE, 1,
                native("cudaError_t cudaMalloc(void **pointer, size_t bytes, size_t sim_element, "
                       "const char *sim_written)"));
    for (unsigned i = 1; i < 7; i++) {
        INTEGER(i, i == 4 ? THREADS : 1);
    }
    INTEGER(7, 0);
    INTEGER(8, 0);
    emit(OP_MOVE, 9, 0, 0);
    emit_number(OP_LAUNCH, 1, kernel);
    emit_number(OP_NATIVE, 1, native("cudaError_t cudaGetLastError(void)"));
    emit(OP_MOVE, 1, 0, 0);
    emit_number(OP_NATIVE, 1, native("cudaError_t cudaFree(void *pointer)"));
    emit(OP_RETURN, 0, 0, 0);
    return function;
}

static void run_kernel(uint32_t kernel) {
    run(assemble_launch(kernel), NULL);
}

// s_data[tid] = 3 * tid; __syncthreads(); d_out[tid] = s_data[(tid + 1) % THREADS];
static uint32_t assemble_kernel(bool with_barrier, uint32_t *write, uint32_t *read) {
    const uint32_t function = begin("kernel", 7, 1, 0);
    emit_number(OP_SHARED, 1, 0);
    emit(OP_BUILT_IN, 2, 0, 0);
    INTEGER(3, 3);
    emit(OP_MULTIPLY + NUMBER_U32, 3, 2, 3);
    emit(OP_ADD_SCALED, 4, 1, 2);
    NEXT(4);
    *write = emit(OP_STORE + CELL_I32, 0, 4, 3);
    if (with_barrier) {
        emit_number(OP_NATIVE, 3, native("void __syncthreads(void)"));
    }
    INTEGER(3, 1);
    emit(OP_ADD + NUMBER_U32, 3, 2, 3);
    INTEGER(5, THREADS);
    emit(OP_REMAINDER + NUMBER_U32, 3, 3, 5);
    emit(OP_ADD_SCALED, 4, 1, 3);
    NEXT(4);
    *read = emit(OP_LOAD + CELL_I32, 3, 4, 0);
    emit(OP_ADD_SCALED, 4, 0, 2);
    NEXT(4);
    emit(OP_STORE + CELL_I32, 0, 4, 3);
    emit(OP_RETURN, 0, 0, 0);
    return function;
}

static void kernels(void **state) {
    (void)state;
    uint32_t write, read;
    run_kernel(assemble_kernel(true, &write, &read));
    assert_int_equal(found_count, 1);
    assert_int_equal(found[0].class_, DIAGNOSTIC_LOST_VALUE); // host code does not read d_out

    const uint32_t kernel = assemble_kernel(false, &write, &read);
    run_kernel(kernel);
    assert_true(found_count > 0);
    assert_int_equal(found[0].class_, DIAGNOSTIC_RACE_SHARED);
    assert_int_equal(found[0].kernel_pc, functions[kernel].first);
    assert_true((found[0].places[0].pc == write && found[0].places[1].pc == read) ||
                (found[0].places[0].pc == read && found[0].places[1].pc == write));
}

// Each thread comes to the barrier of a function, but half of them by another call.
static void calls_of_barrier(void **state) {
    (void)state;
    const uint32_t waits = begin("waits", 1, 0, 0);
    emit_number(OP_NATIVE, 0, native("void __syncthreads(void)"));
    emit(OP_RETURN, 0, 0, 0);
    const uint32_t kernel = begin("kernel", 3, 1, 0);
    emit(OP_BUILT_IN, 1, 0, 0);
    INTEGER(2, THREADS / 2);
    emit(OP_LESS + NUMBER_U32, 1, 1, 2);
    const uint32_t jump = emit_number(OP_JUMP_IF, 1, 0);
    const uint32_t first = emit_number(OP_CALL, 1, waits);
    emit(OP_RETURN, 0, 0, 0);
    const uint32_t second = emit_number(OP_CALL, 1, waits);
    land(jump, second);
    emit(OP_RETURN, 0, 0, 0);
    run_kernel(kernel);
    assert_int_equal(found[0].class_, DIAGNOSTIC_BARRIER);
    assert_int_equal(found[0].places[0].pc, second);
    assert_int_equal(found[0].places[1].pc, first);
}

static void over_bounds(void **state) {
    (void)state;
    const uint32_t kernel = begin("kernel", 1, 1, 0);
    emit(OP_RETURN, 0, 0, 0);
    functions[kernel].bounds = THREADS - 1;
    run_kernel(kernel);
    assert_int_equal(found[0].class_, DIAGNOSTIC_LAUNCH);
}

// ---- Errors that end the process ----

static enum diagnostic_class expected_class;
static uint32_t expected_pc;

static void compare_and_exit(const struct diagnostic *diagnostic) {
    _exit(diagnostic->class_ == expected_class && diagnostic->stack[0] == expected_pc ? 0 : 1);
}

// Runs the function as host code, and as a kernel, in processes of their own.
static void ends(uint32_t function, uint32_t pc, enum diagnostic_class class_) {
    static const struct device_sink sink = {compare_and_exit, ignore_launch};
    const uint32_t launch = assemble_launch(function);
    for (int in_kernel = 0; in_kernel < 2; in_kernel++) {
        const pid_t child = fork();
        if (child == 0) {
            struct said device;
            struct device_options options = {.endless_seconds = 0.1, .workers = 1};
            union value registers[4] = {{.p = memory}};
            struct call call = {in_kernel ? launch : function, registers};
            expected_class = class_;
            expected_pc = pc;
            if (device_open(&options, &device) == CASE_DONE) {
                device_case_begin(&sink);
                device_run(call_machine, &call);
            }
            _exit(2);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

static void last_errors(void **state) {
    (void)state;
    machine_open(&program);
    uint32_t function = begin("recurses", 1, 1, 0);
    const uint32_t call = emit_number(OP_CALL, 0, function);
    emit(OP_RETURN, 0, 0, 0);
    ends(function, call, DIAGNOSTIC_STACK);

    function = begin("divides", 3, 1, 0);
    INTEGER(2, 0);
    ends(function, emit(OP_DIVIDE + NUMBER_I32, 1, 2, 2), DIAGNOSTIC_CRASH);

    function = begin("loops", 1, 1, 0);
    const uint32_t loop = emit_number(OP_JUMP, 0, program.code_count);
    ends(function, loop, DIAGNOSTIC_ENDLESS_LOOP);
}

static int open_device(void **state) {
    (void)state;
    struct said device;
    struct device_options options = {.endless_seconds = 60, .workers = 2};
    machine_open(&program);
    return device_open(&options, &device) == CASE_DONE ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(last_errors), // first: each has a device of its own
    };
    const struct CMUnitTest with_device[] = {
        cmocka_unit_test(calls),       cmocka_unit_test(arithmetic), cmocka_unit_test(local_memory),
        cmocka_unit_test(prints),      cmocka_unit_test(kernels),    cmocka_unit_test(calls_of_barrier),
        cmocka_unit_test(over_bounds),
    };
    return cmocka_run_group_tests(alone, NULL, NULL) + cmocka_run_group_tests(with_device, open_device, NULL);
}
