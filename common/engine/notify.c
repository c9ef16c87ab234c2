// The calls by which the simulated GPU hears what lang/notices.h says: those that sim/translate inserts.
#include "compiler.h"

// The arguments are copied: a native's result is where its first argument was.
unsigned call_native(struct compiler *compiler, const struct node *node, const struct function *native,
                     const unsigned *arguments, unsigned count) {
    const unsigned to = take_registers(compiler, count + 1);
    for (unsigned i = 0; i < count; i++) {
        emit(compiler, OP_MOVE, to + i, arguments[i], 0);
    }
    const uint32_t before = node == NULL ? compiler->place : set_place(compiler, node->first);
    emit_number(compiler, OP_NATIVE, to, native->native);
    compiler->place = before;
    return to;
}

const struct function *find_native(struct compiler *compiler, const char *name) {
    return find_symbol(compiler, name_of(compiler, name))->function;
}

void begin_notices(struct compiler *compiler, const struct function *function) {
    compiler->block = tree_child_of_kind(function->node, NODE_BLOCK);
    compiler->compared =
        function->device ? notice_compared(compiler->tree, compiler->block) : (struct compared){NULL, false};
    compiler->unused = NULL;
}

// The function that is being compiled is for one side.
static bool of_one_side(const struct compiler *compiler) {
    return compiler->function->device != compiler->function->host;
}

void notify_function(struct compiler *compiler) {
    if (compiler->function->host && !compiler->function->device) {
        const char *name = name_text(compiler, compiler->function->name);
        const unsigned text = take_registers(compiler, 1);
        emit_constant(compiler, text, (union value){.u = (uintptr_t)name});
        call_native(compiler, compiler->block, find_native(compiler, "sim_host_code"), &text, 1);
        compiler->next_register = text;
    }
}

void notify_call(struct compiler *compiler, const struct node *call) {
    const struct node *statement = of_one_side(compiler) ? notice_unused(compiler->tree, compiler->block,
                                                                         call, compiler->function->device)
                                                         : NULL;
    if (statement != NULL) {
        compiler->unused = statement;
    }
    for (const struct node *node = call->child->next; node != NULL && !compiler->function->device;
         node = node->next) {
        if (notice_copied(compiler->tree, node)) {
            const struct operand object = compile_expression(compiler, node->child);
            const unsigned size = take_registers(compiler, 1);
            emit_constant(compiler, size, (union value){.u = object.type->size});
            const unsigned arguments[] = {to_address(compiler, node, object), size};
            call_native(compiler, node, find_native(compiler, "sim_copies_whole"), arguments, 2);
        }
    }
}

void notify_statement(struct compiler *compiler, const struct node *statement) {
    if (compiler->unused == statement) {
        const bool device = compiler->function->device;
        call_native(compiler, statement,
                    find_native(compiler, device ? "sim_result_unused" : "sim_error_unused"), NULL, 0);
        compiler->unused = NULL;
    }
}

struct operand notify_compared(struct compiler *compiler, const struct node *node, struct operand object) {
    const struct function *native = find_native(compiler, "sim_compared");
    if (object.kind != OPERAND_MEMORY || !notice_is_compared(compiler->tree, &compiler->compared, node)) {
        return object;
    }
    const struct type *type = type_unqualified(&compiler->arena, object.type);
    while (native != NULL && !type_same(native->result, type)) {
        native = native->overload;
    }
    if (native == NULL) {
        return object;
    }
    const unsigned address = to_address(compiler, node, object);
    return register_operand(type, call_native(compiler, node, native, &address, 1));
}

void notify_branch(struct compiler *compiler, const struct node *node, unsigned condition) {
    const struct branch branch = compiler->function->device && of_one_side(compiler)
                                     ? notice_branch(compiler->tree, &compiler->meetings, node)
                                     : (struct branch){NULL, false, false};
    if (branch.takes) {
        const unsigned taken = take_registers(compiler, 1);
        emit(compiler, OP_TO_BOOL + NUMBER_U64, taken, condition, 0);
        call_native(compiler, branch.condition, find_native(compiler, "sim_branch"), &taken, 1);
    }
    if (branch.enters) {
        uint32_t enters = 0;
        jump(compiler, OP_JUMP_IF, condition, &enters);
        call_native(compiler, branch.condition, find_native(compiler, "sim_skip"), NULL, 0);
        land(compiler, enters, here(compiler));
    }
}
