#include "engine/run/machine.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "engine/arithmetic.h"
#include "engine/run/addresses.h"
#include "engine/run/executable.h"
#include "engine/run/hooks.h"
#include "engine/run/natives.h"
#include "engine/run/watch.h"
#include "sim/base/caller.h"
#include "sim/base/limits.h"
#include "sim/schedule/workers.h"

// Memory for frames. A simulated thread's stack has as much besides for the hooks, which may print and report.
enum { HOST_BYTES = 1 << 20, THREAD_BYTES = 40 * 1024, HOOK_BYTES = STACK_BYTES - THREAD_BYTES };
_Static_assert(HOOK_BYTES >= 16 * 1024, "there is room for printf");

static struct {
    const struct program *program;
    struct sim_shared_site *shared;
} machine;

void machine_open(const struct program *program) {
    executable_runs(program);
    machine.program = program;
    machine.shared = calloc(program->shared_count + 1, sizeof(*machine.shared));
    if (machine.shared == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < program->shared_count; i++) {
        const struct code_shared *shared = &program->shared[i];
        machine.shared[i] = (struct sim_shared_site){.name = shared->name,
                                                     .bytes = shared->bytes,
                                                     .alignment = shared->alignment,
                                                     .element = shared->element,
                                                     .row = shared->row};
    }
}

static union value unset_value(unsigned cell) {
    union value value = {.u = 0};
    if (cell == CELL_COUNT) {
        value.u = sim_unset_is_zero() == 0;
    } else if (sim_unset_is_zero() == 0) {
        switch ((enum cell)cell) {
#define UNSET(name, type, member)                                                                            \
    case CELL_##name: {                                                                                      \
        type pattern;                                                                                        \
        memset(&pattern, UNSET_BYTE, sizeof(pattern));                                                       \
        value.member = pattern;                                                                              \
        break;                                                                                               \
    }
            CELLS(UNSET)
#undef UNSET
        case CELL_COUNT:
            break;
        }
    }
    return value;
}

static unsigned built_in(unsigned number) {
    const index3 *const indices[] = {&threadIdx.at, &blockIdx, &blockDim, &gridDim};
    const index3 *at = indices[number / 3];
    return number % 3 == 0 ? at->x : number % 3 == 1 ? at->y : at->z;
}

// ---------------------------------------------------------------------------------------------------------- frames

struct call_frame {
    struct frame out; // call_out
    _Alignas(16) union value registers[];
};
enum { HEADER_BYTES = (sizeof(struct frame) + 15) / 16 * 16 };

// The frame of a function with this number of registers, and that function's header.
static inline size_t register_bytes(unsigned registers) {
    return (registers + 1) / 2 * 2 * sizeof(union value); // so that all frames are aligned to 16 bytes
}
static inline struct frame *header_of(struct call_frame *frame, unsigned registers) {
    return (struct frame *)((char *)frame->registers + register_bytes(registers));
}
static inline struct call_frame *frame_above(struct frame *header) {
    return (struct call_frame *)((char *)header + HEADER_BYTES);
}

// The frame of a call from the frame `above`, whose header is `caller`. NULL: the memory, which begins at `end`, is
// full.
static inline struct call_frame *push_frame(const char *end, struct call_frame *above,
                                            const struct frame *caller, const void *return_address,
                                            const struct code_function *function) {
    const size_t bytes = sizeof(struct call_frame) + register_bytes(function->registers) + HEADER_BYTES;
    if ((size_t)((char *)above - end) < bytes) {
        return NULL;
    }
    struct call_frame *frame = (struct call_frame *)((char *)above - bytes);
    struct frame *header = header_of(frame, function->registers);
    *header = (struct frame){.caller = caller, .return_address = return_address};
    frame->out = (struct frame){.caller = header, .return_address = (void *)((uintptr_t)function->first + 1)};
    return frame;
}

// ---------------------------------------------------------------------------------------------------------- launches

// What each thread of a launch calls.
struct thread {
    const struct code_function *kernel;
    const union value *arguments;
};

static const union value *execute(const struct code_function *function, const union value *arguments,
                                  char *memory, size_t bytes);

static void run_thread(void *of_launch) {
    const struct thread *thread = of_launch;
    _Alignas(16) char memory[THREAD_BYTES];
    execute(thread->kernel, thread->arguments, memory, sizeof(memory));
}

// The function with this number + 1, from a pointer.
static const struct code_function *function_at(uint64_t number) {
    if (number == 0 || number > machine.program->function_count) {
        executable_stops(SIGSEGV);
    }
    return &machine.program->functions[number - 1];
}

static const void *address_of(const struct code_function *kernel) {
    return (const void *)(uintptr_t)kernel->first;
}

const void *machine_kernel(uint64_t pointer) {
    return address_of(function_at(pointer));
}

static void launch(const struct code_function *kernel, const char *name, const union value *registers) {
    enum { GRID = 0, BLOCK = 3, SHARED = 6, STREAM = 7, ARGUMENTS = 8 };
    unsigned grid[3], block[3];
    void *const return_address = CALLER_ADDRESS();
    const union value *arguments = &registers[ARGUMENTS];
    if (!sim_launch_stream(registers[STREAM].p, return_address)) {
        return;
    }
    for (unsigned i = 0; i < kernel->argument_registers && i < 64; i++) {
        if ((kernel->pointers >> i & 1) != 0) {
            sim_check_argument(arguments[i].p, name, return_address);
        }
    }
    for (int i = 0; i < 3; i++) {
        grid[i] = (unsigned)registers[GRID + i].u;
        block[i] = (unsigned)registers[BLOCK + i].u;
    }
    struct thread thread = {.kernel = kernel, .arguments = arguments};
    sim_launch_grid(name, address_of(kernel), grid, block, registers[SHARED].u, run_thread, &thread,
                    return_address);
}

// --------------------------------------------------------------------------------------------------------- the machine

// An operand. Those that a macro is given are expressions of these.
#define TO (registers[at->to])
#define A  (registers[at->a])
#define B  (registers[at->b])

// The value behind an instruction that has one (OP_NEXT), which is skipped.
#define NEXT() (constants[instruction_number(++at)])

// The frame of what the instruction calls. Each loop has such an instruction: its jump back, at least.
#define CALLING() (frame->out.return_address = code_address(at, code), running_frame = &frame->out, watch())

static inline const void *code_address(const struct instruction *at, const struct instruction *code) {
    return (const void *)((uintptr_t)(at - code) + 1);
}

// The compiler must not merge these accesses, or assume that they are aligned.
#define PLACE(type, address)           (*(volatile type##_at *)(address))
#define PLACE_TYPE(name, type, member) typedef type type##_at __attribute__((aligned(1), may_alias));
CELLS(PLACE_TYPE)
#undef PLACE_TYPE

#define HOOK_I8(access)  __tsan_##access##1
#define HOOK_U8(access)  __tsan_##access##1
#define HOOK_I16(access) __tsan_##access##2
#define HOOK_U16(access) __tsan_##access##2
#define HOOK_I32(access) __tsan_##access##4
#define HOOK_U32(access) __tsan_##access##4
#define HOOK_F32(access) __tsan_##access##4
#define HOOK_I64(access) __tsan_##access##8
#define HOOK_U64(access) __tsan_##access##8
#define HOOK_F64(access) __tsan_##access##8

// Where a processor has no result.
#define ON_DIVISION()                                                                                        \
    CALLING();                                                                                               \
    executable_stops(SIGFPE)
#define ON_SHIFT(width, by)                                                                                  \
    CALLING();                                                                                               \
    shifts_too_far(width, by, CALLER_ADDRESS())
#define ON_LOSS(number, cell)                                                                                \
    CALLING();                                                                                               \
    cannot_hold(number, cell_name(cell, at->b != 0), CALLER_ADDRESS())

#define ACCESSES(name, type, member)                                                                         \
    case OP_LOAD + CELL_##name: {                                                                            \
        CALLING();                                                                                           \
        void *const address = memory_at(A.u);                                                                \
        HOOK_##name(read)(address);                                                                          \
        TO.member = is_memory(address) ? PLACE(type, address) : 0;                                           \
        break;                                                                                               \
    }                                                                                                        \
    case OP_LOAD_VOLATILE + CELL_##name: {                                                                   \
        CALLING();                                                                                           \
        void *const address = memory_at(A.u);                                                                \
        HOOK_##name(volatile_read)(address);                                                                 \
        TO.member = is_memory(address) ? PLACE(type, address) : 0;                                           \
        break;                                                                                               \
    }                                                                                                        \
    case OP_STORE + CELL_##name: {                                                                           \
        CALLING();                                                                                           \
        void *const address = memory_at(A.u);                                                                \
        HOOK_##name(write)(address);                                                                         \
        PLACE(type, address) = (type)B.member;                                                               \
        break;                                                                                               \
    }                                                                                                        \
    case OP_STORE_VOLATILE + CELL_##name: {                                                                  \
        CALLING();                                                                                           \
        void *const address = memory_at(A.u);                                                                \
        HOOK_##name(volatile_write)(address);                                                                \
        PLACE(type, address) = (type)B.member;                                                               \
        break;                                                                                               \
    }

// Runs the function, with frames in the `bytes` of memory. Returns its result's registers, which are in that memory.
static __attribute__((noinline)) const union value *
execute(const struct code_function *function, const union value *arguments, char *memory, size_t bytes) {
    const struct program *const program = machine.program;
    const struct instruction *const code = program->code;
    const union value *const constants = program->constants;
    // Whoever walks the frames of a kernel expects one more behind them (schedule/calls.c).
    struct frame *const bottom = (struct frame *)(memory + bytes - HEADER_BYTES);
    *bottom =
        (struct frame){.return_address = (void *)((uintptr_t)program->code_count + function->first + 1)};
    struct call_frame *frame = push_frame(memory, (struct call_frame *)bottom, bottom, NULL, function);
    if (frame == NULL) {
        executable_stops(0);
    }
    union value *registers = frame->registers;
    const struct instruction *at = &code[function->first] - 1;
    memcpy(registers, arguments, function->argument_registers * sizeof(*registers));
    running_frame = &frame->out;
    if (function->bounds != 0 && (uint64_t)blockDim.x * blockDim.y * blockDim.z > function->bounds) {
        sim_over_bounds(function->bounds);
    }
    for (;;) {
        at++;
        switch (at->operation) {
        // First, because a fiber that continues in a module passes all calls before its own (schedule/fiber.h).
        case OP_NATIVE: {
            union value *given = &TO;
            CALLING();
            native_call(instruction_number(at), given);
            break;
        }
            ARITHMETIC
            CELLS(ACCESSES)

        case OP_MOVE:
            TO = A;
            break;
        case OP_CONSTANT:
            TO = constants[instruction_number(at)];
            break;
        case OP_ADDRESS:
            TO.u = (uintptr_t)&A + at->b;
            break;
        case OP_ADD_SCALED: {
            union value *to = &TO;
            const uint64_t address = A.u, by = B.u;
            to->u = address + by * NEXT().u;
            break;
        }
        case OP_ADD_BYTES:
            TO.u = A.u + at->b;
            break;
        case OP_DISTANCE: {
            union value *to = &TO;
            const int64_t distance = (int64_t)(A.u - B.u);
            to->i = distance / NEXT().i;
            break;
        }
        case OP_UNSET:
            TO = unset_value(at->a);
            break;
        case OP_UNSET_MEMORY: {
            void *to = &TO;
            memset(to, UNSET_BYTE, NEXT().u);
            break;
        }
        case OP_ZERO_MEMORY: {
            void *to = &TO;
            memset(to, 0, NEXT().u);
            break;
        }

        case OP_COPY: {
            CALLING();
            void *to = memory_at(TO.u);
            const void *from = memory_at(A.u);
            const size_t alignment = at->b;
            const void *return_address = CALLER_ADDRESS();
            sim_assign(to, from, NEXT().u, alignment, return_address);
            break;
        }
        case OP_MOVE_MEMORY: {
            void *to = TO.p;
            const void *from = A.p;
            memmove(to, from, NEXT().u);
            break;
        }
        case OP_CHECK_GUARD:
            if (TO.u != GUARD) {
                CALLING();
                __stack_chk_fail();
            }
            break;
        case OP_CHECK_INDEX: {
            const struct code_array *array = &program->arrays[instruction_number(at)];
            if (TO.u >= array->length) {
                CALLING();
                if (array->type != NULL) {
                    outside_array(array->type, TO.i, CALLER_ADDRESS());
                } else {
                    sim_outside_local(array->name, array->length, TO.i, CALLER_ADDRESS());
                }
                TO.i = 0;
            }
            break;
        }

        // Backwards, the watchdog may ask where the loop is.
        case OP_JUMP_IF:
            if (TO.u == 0) {
                break;
            }
            goto jump;
        case OP_JUMP_UNLESS:
            if (TO.u != 0) {
                break;
            }
            goto jump;
        case OP_JUMP:
        jump : {
            const struct instruction *target = &code[instruction_number(at)];
            if (target <= at) {
                CALLING();
            }
            at = target - 1;
            break;
        }
        case OP_CALL_AT:
        case OP_CALL: {
            CALLING();
            const struct code_function *called =
                at->operation == OP_CALL ? &program->functions[instruction_number(at)] : function_at(A.u);
            const union value *given = &TO;
            struct call_frame *below = push_frame(memory, frame, frame->out.caller, CALLER_ADDRESS(), called);
            if (below == NULL) {
                executable_stops(0);
            }
            for (unsigned i = 0; i < called->argument_registers; i++) {
                below->registers[i] = given[i];
            }
            frame = below;
            registers = frame->registers;
            running_frame = &frame->out;
            at = &code[called->first] - 1;
            break;
        }
        case OP_RETURN: {
            struct frame *header = (struct frame *)(uintptr_t)frame->out.caller;
            const union value *result = &A;
            if (header->return_address == NULL) {
                return result;
            }
            at = &code[(uintptr_t)header->return_address - 1];
            const unsigned count = at->operation == OP_CALL_AT
                                       ? at->b
                                       : program->functions[instruction_number(at)].result_registers;
            frame = frame_above(header);
            registers = frame->registers;
            running_frame = &frame->out;
            for (unsigned i = 0; i < count; i++) {
                registers[at->to + i] = result[i];
            }
            break;
        }
        case OP_LAUNCH: {
            const union value *given = &TO;
            CALLING();
            const struct code_function *kernel = &program->functions[instruction_number(at)];
            launch(kernel, kernel->name, given);
            break;
        }
        case OP_LAUNCH_AT: {
            const union value *given = &TO;
            CALLING();
            const struct code_function *kernel = function_at(A.u);
            launch(kernel, NEXT().p, given);
            break;
        }
        case OP_SHARED: {
            const uint32_t number = instruction_number(at);
            const struct sim_shared_site *site = &machine.shared[number];
            CALLING();
            TO.u = (uintptr_t)(program->shared[number].dynamic ? sim_dynamic_shared(site)
                                                               : sim_shared_array(site));
            break;
        }
        case OP_STATIC:
            TO.u = (uintptr_t)program->memory[instruction_number(at) >> SPACE_SHIFT] +
                   (instruction_number(at) & ((1u << SPACE_SHIFT) - 1));
            break;
        case OP_BUILT_IN:
            TO.u = built_in(at->a);
            break;

        default: // OP_STOP, OP_NEXT, and what has no meaning for its type
            abort();
        }
    }
}

void machine_call(uint32_t number, union value *registers) {
    const struct code_function *function = &machine.program->functions[number];
    const struct frame *before = running_frame;
    _Alignas(16) char memory[HOST_BYTES];
    addresses_of_frames(memory, memory + sizeof(memory));
    const union value *result = execute(function, registers, memory, sizeof(memory));
    memcpy(registers, result, function->result_registers * sizeof(*registers));
    running_frame = before;
}
