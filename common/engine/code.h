// The code of a program: what the compiler (compile.h) makes of its source, and the machine (machine.h) executes.
//
// A function's variables and intermediate values are registers of 8 bytes, which are consecutive in its frame. An
// instruction names up to three of them: `to`, `a` and `b`. Arrays, structs and variables whose address is taken are
// memory: some consecutive registers, of which OP_ADDRESS takes the address.
//
// A register has an integer as 64 bits: a signed one sign-extended, an unsigned one and a bool zero-extended. A float
// is in its first 4 bytes, and of the others nothing is known.
#ifndef LABS_ENGINE_CODE_H
#define LABS_ENGINE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

union value {
    int64_t i;
    uint64_t u;
    float f;
    double d;
    void *p;
};

// The types that arithmetic is done in, in this order. NUMBER(name, C type, its member in union value)
#define NUMBERS(NUMBER)                                                                                      \
    NUMBER(I32, int32_t, i)                                                                                  \
    NUMBER(U32, uint32_t, u)                                                                                 \
    NUMBER(I64, int64_t, i)                                                                                  \
    NUMBER(U64, uint64_t, u)                                                                                 \
    NUMBER(F32, float, f)                                                                                    \
    NUMBER(F64, double, d)

// The types of what is in memory, in this order. CELL(name, C type, its member in union value)
#define CELLS(CELL)                                                                                          \
    CELL(I8, int8_t, i)                                                                                      \
    CELL(U8, uint8_t, u)                                                                                     \
    CELL(I16, int16_t, i)                                                                                    \
    CELL(U16, uint16_t, u)                                                                                   \
    NUMBERS(CELL)

#define NUMBER_NAME(name, type, member) NUMBER_##name,
#define CELL_NAME(name, type, member)   CELL_##name,
enum number { NUMBERS(NUMBER_NAME) NUMBER_COUNT };
enum cell { CELLS(CELL_NAME) CELL_COUNT };
#undef NUMBER_NAME
#undef CELL_NAME

// Operations on numbers: OP_ADD + NUMBER_I32. `to` = `a` op `b`. Integers wrap around. Those without a meaning for
// floats do not occur with F32 and F64.
#define BINARY_OPERATIONS(BINARY)                                                                            \
    BINARY(ADD)                                                                                              \
    BINARY(SUBTRACT)                                                                                         \
    BINARY(MULTIPLY)                                                                                         \
    BINARY(DIVIDE)    /* a division by zero raises SIGFPE, as on the processor */                            \
    BINARY(REMAINDER) /* likewise */                                                                         \
    BINARY(AND)                                                                                              \
    BINARY(OR)                                                                                               \
    BINARY(XOR)                                                                                              \
    BINARY(                                                                                                  \
        SHIFT_LEFT) /* `b` is a 64-bit integer; reports a shift by as many bits as the type has, or more */  \
    BINARY(SHIFT_RIGHT)                                                                                      \
    BINARY(LESS) /* `to` = 0 or 1 */                                                                         \
    BINARY(LESS_EQUAL)                                                                                       \
    BINARY(EQUAL)                                                                                            \
    BINARY(UNEQUAL)

#define SIX(operation) operation, operation##_LAST = operation + NUMBER_COUNT - 1
#define TEN(operation) operation, operation##_LAST = operation + CELL_COUNT - 1
#define BINARY(name)   SIX(OP_##name),

enum instruction_operation {
    OP_STOP, // of no function: the machine never comes here
    BINARY_OPERATIONS(BINARY)
    // Of one operand, `a`
    SIX(OP_NEGATE),
    SIX(OP_TO_BOOL),  // `to` = `a` != 0
    OP_NOT,           // `to` = `a` == 0, of 64 bits
    TEN(OP_TRUNCATE), // the integer `a` as this type: I8 to U64
    SIX(OP_I64_TO),   // the signed integer `a` as F32 or F64; else nothing
    SIX(OP_U64_TO),   // the unsigned integer
    TEN(OP_F32_TO),  // the float as any type; to an integer, an OP_TRUNCATE does not follow. Reports what the
    TEN(OP_F64_TO),  // type cannot hold
    OP_MOVE,         // `to` = `a`, 8 bytes
    OP_CONSTANT,     // `to` = constants[a + 65536 b]
    OP_ADDRESS,      // `to` = the address of register `a`, plus `b` bytes
    OP_ADD_SCALED,   // `to` = the address in `a` + the 64-bit integer `b` * NEXT
    OP_ADD_BYTES,    // `to` = the address in `a` + `b` bytes, which is a constant
    OP_DISTANCE,     // `to` = (`a` - `b`) / NEXT, of addresses
    OP_UNSET,        // `to` = a value that no program gave it; `a` is enum cell, or CELL_COUNT for a bool
    OP_UNSET_MEMORY, // the NEXT bytes of memory from register `to` on are what no program gave them
    OP_ZERO_MEMORY,  // they are 0
    // Memory
    TEN(OP_LOAD), // `to` = what is at the address in `a`
    TEN(OP_LOAD_VOLATILE),
    TEN(OP_STORE), // `b` is stored at the address in `a`
    TEN(OP_STORE_VOLATILE),
    OP_COPY, // NEXT bytes from the address in `a` to the address in `to`, of a struct whose alignment is `b`
    OP_MOVE_MEMORY, // the same without being an access: at least one of the two is the frame's own memory
    OP_CHECK_INDEX, // the 64-bit integer in `to` is an index of the array `a` + 65536 b in program->arrays: if it
                    // is outside, reports it, and sets it to 0
    OP_CHECK_GUARD, // reports that something has been written beyond a local array if `to` is not GUARD
    // Control. A target is an instruction of the program: a + 65536 b
    OP_JUMP,
    OP_JUMP_IF,     // `to` is not 0, of 64 bits
    OP_JUMP_UNLESS, // it is 0
    OP_CALL, // program->functions[a + 65536 b]; its arguments are in the registers from `to` on, the result there
    OP_CALL_AT, // the same for the function whose number + 1 is in register `a`; it has `b` registers of a result
    OP_NATIVE, // natives[a + 65536 b] (natives.h), likewise
    OP_RETURN, // with the result in the registers from `a` on: the function's result_registers
    OP_LAUNCH, // kernel number a + 65536 b. From `to` on: grid x y z, block x y z, bytes of shared memory, stream, and
               // the kernel's arguments
    OP_LAUNCH_AT, // the same for the kernel whose number + 1 is in register `a`; its name in messages is NEXT
    OP_SHARED,    // `to` = the address of program->shared[a + 65536 b] in the running block
    OP_STATIC, // `to` = the address of a byte of program->memory: n = a + 65536 b is n % 2^29 of space n / 2^29
    OP_BUILT_IN, // `to` = number `a` of threadIdx.x, .y, .z, blockIdx.x ..., blockDim.x ..., gridDim.x ...
    OP_NEXT,     // not executed: constants[a + 65536 b] is what the instruction before it calls NEXT
    OPERATION_COUNT
};
#undef BINARY
#undef SIX
#undef TEN

struct instruction {
    uint16_t operation, to, a, b;
};

// A 32-bit operand in `a` and `b`.
static inline uint32_t instruction_number(const struct instruction *instruction) {
    return instruction->a + ((uint32_t)instruction->b << 16);
}

// What compilers give to variables without a value (-ftrivial-auto-var-init=pattern).
enum { UNSET_BYTE = 0xfe };

#define GUARD UINT64_C(0x6775617264696e67) // in the register behind a local array

enum { REGISTERS_MAX = 4096 };

struct code_function {
    const char *name;
    uint32_t first;              // its first instruction
    unsigned registers;          // of its frame, its arguments first
    unsigned argument_registers; // a struct takes as many as it needs
    unsigned result_registers;   // 0: void
    uint64_t pointers; // of a kernel: one bit for each of the first 64 argument registers that is a pointer
    unsigned bounds;   // of a kernel: its __launch_bounds__; 0: none
    bool kernel, device, host;
};

struct code_shared {
    const char *name;
    size_t bytes, alignment, element, row; // as struct sim_shared_site in sim/cuda/sim/shared.h
    bool dynamic;
};

struct code_array { // of OP_CHECK_INDEX
    const char *name;
    uint64_t length;
    const char *type; // "int[4]": in host code, where messages name the type; otherwise NULL
};

// VARIABLE_OF_BOTH: a constant of host code, which kernels may read, too.
enum variable_space {
    VARIABLE_OF_HOST,
    VARIABLE_OF_DEVICE,
    VARIABLE_OF_CONSTANT,
    VARIABLE_OF_MANAGED,
    VARIABLE_OF_BOTH,
    VARIABLE_SPACES
};
enum { SPACE_SHIFT = 29 }; // of OP_STATIC

struct code_variable { // at file scope, or static
    const char *name;
    size_t offset, bytes, alignment; // in program->memory[space]
    enum variable_space space;
};

// A part of the lab: the student's function. A program of its own has one part, main().
struct code_part {
    // 'R': value f(const value *d_in, size_t n); 'S': void f(const value *d_in, value *d_out, size_t n);
    // 'M': int main(int count, char **words)
    char kind;
    const char *name;
    uint32_t function;
    size_t value_size;
};

struct string {
    struct string *next;
    size_t length;
    char text[]; // with a 0 behind it
};

struct program {
    struct instruction *code; // instruction 0 is OP_STOP, so that 0 is no instruction
    uint32_t *places;         // of each instruction, a byte of the preprocessed text
    uint32_t code_count;
    union value *constants; // strings are addresses in `strings`
    uint32_t constant_count;
    struct code_function *functions;
    uint32_t function_count;
    struct code_shared *shared;
    uint32_t shared_count;
    struct code_array *arrays;
    uint32_t array_count;
    struct code_variable *variables;
    uint32_t variable_count;
    char *memory[VARIABLE_SPACES]; // of the variables, with their initial values; aligned to 128 bytes
    size_t memory_bytes[VARIABLE_SPACES];
    struct string *strings; // that constants point to
    struct code_part *parts;
    uint32_t part_count;
    uint32_t identity, combine; // the operator's functions; UINT32_MAX: none
};

#endif
