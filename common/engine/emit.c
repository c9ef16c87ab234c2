// Instructions, registers and constants.
#include <stdlib.h>

#include "compiler.h"

uint32_t emit(struct compiler *compiler, unsigned operation, unsigned to, unsigned a, unsigned b) {
    struct program *program = compiler->program;
    program->places = grow_list(compiler, program->places, program->code_count, sizeof(*program->places));
    program->places[program->code_count] = compiler->place;
    APPEND(compiler, program->code, program->code_count,
           (struct instruction){(uint16_t)operation, (uint16_t)to, (uint16_t)a, (uint16_t)b});
    return program->code_count - 1;
}

uint32_t emit_number(struct compiler *compiler, unsigned operation, unsigned to, uint32_t number) {
    return emit(compiler, operation, to, number & 0xffff, number >> 16);
}

unsigned emit_value(struct compiler *compiler, unsigned operation, unsigned a, unsigned b) {
    const unsigned reg = take_registers(compiler, 1);
    emit(compiler, operation, reg, a, b);
    return reg;
}

static uint32_t add_constant(struct compiler *compiler, union value value) {
    struct program *program = compiler->program;
    for (uint32_t i = program->constant_count; i > 0 && i + 64 > program->constant_count; i--) {
        if (program->constants[i - 1].u == value.u) {
            return i - 1;
        }
    }
    APPEND(compiler, program->constants, program->constant_count, value);
    return program->constant_count - 1;
}

void emit_next(struct compiler *compiler, union value value) {
    emit_number(compiler, OP_NEXT, 0, add_constant(compiler, value));
}

void emit_constant(struct compiler *compiler, unsigned to, union value value) {
    emit_number(compiler, OP_CONSTANT, to, add_constant(compiler, value));
}

uint32_t set_place(struct compiler *compiler, int token) {
    const uint32_t before = compiler->place;
    if (!compiler->keeps_place) {
        compiler->place = (uint32_t)compiler->tree->tokens[token].offset;
    }
    return before;
}

unsigned take_registers(struct compiler *compiler, unsigned count) {
    const unsigned taken = compiler->next_register;
    compiler->next_register += count;
    if (compiler->next_register > compiler->register_count) {
        compiler->register_count = compiler->next_register;
    }
    if (compiler->register_count > REGISTERS_MAX) {
        reject(compiler, compiler->function->node, "a function with so many variables");
    }
    return taken;
}

unsigned take_aligned(struct compiler *compiler, const struct type *type) {
    if (type->size > REGISTERS_MAX * sizeof(union value)) {
        reject(compiler, compiler->function->node, "a local array of so many bytes");
    }
    if (type->alignment > sizeof(union value)) {
        take_registers(compiler, compiler->next_register % 2);
    }
    return take_registers(compiler, type_registers(type));
}

uint32_t here(const struct compiler *compiler) {
    return compiler->program->code_count;
}

void jump(struct compiler *compiler, unsigned operation, unsigned condition, uint32_t *jumps) {
    *jumps = emit_number(compiler, operation, condition, *jumps);
}

void land(struct compiler *compiler, uint32_t jumps, uint32_t target) {
    while (jumps != 0) {
        struct instruction *instruction = &compiler->program->code[jumps];
        jumps = instruction_number(instruction);
        instruction->a = (uint16_t)(target & 0xffff);
        instruction->b = (uint16_t)(target >> 16);
    }
}
