// Calls and launches.
#include <string.h>

#include "compiler.h"
#include "natives.h"

enum { ARGUMENTS_MAX = 32 };

struct arguments {
    const struct node *nodes[ARGUMENTS_MAX];
    struct operand looks[ARGUMENTS_MAX]; // their types
    unsigned count;
};

static void read_arguments(struct compiler *compiler, const struct node *first, struct arguments *arguments) {
    arguments->count = 0;
    for (const struct node *node = first; node != NULL; node = node->next) {
        if (arguments->count == ARGUMENTS_MAX) {
            reject(compiler, node, "so many arguments");
        }
        arguments->nodes[arguments->count++] = node;
    }
}

// Finds the types of the arguments, which are not evaluated.
static void look_at_all(struct compiler *compiler, struct arguments *arguments) {
    struct program *program = compiler->program;
    for (unsigned i = 0; i < arguments->count; i++) {
        const uint32_t code_count = program->code_count;
        const unsigned next_register = compiler->next_register;
        if (arguments->nodes[i]->kind == NODE_LIST) {
            reject(compiler, arguments->nodes[i], "a list as an argument");
        }
        arguments->looks[i] = compile_expression(compiler, arguments->nodes[i]);
        program->code_count = code_count;
        compiler->next_register = next_register;
    }
}

// --------------------------------------------------------------------------------------------------- overloads
static bool takes(const struct function *function, unsigned count) {
    return count <= function->count ? count == function->count || function->defaults[count] != NULL
                                    : function->variadic;
}

// How well the function fits: 0 not at all; more for each argument of exactly its type.
static unsigned fit(const struct function *function, const struct arguments *arguments) {
    unsigned fits = 1;
    if (!takes(function, arguments->count)) {
        return 0;
    }
    for (unsigned i = 0; i < arguments->count && i < function->count; i++) {
        const struct type *type = function->parameters[i];
        const struct operand *argument = &arguments->looks[i];
        if (!converts(argument, type)) {
            return 0;
        }
        const struct type *plain = type->kind == TYPE_REFERENCE ? type->of : type;
        const bool pointer = argument->type->kind == TYPE_ARRAY && plain->kind == TYPE_POINTER;
        fits += type_same(argument->type, plain) || (pointer && type_same(argument->type->of, plain->of)) ? 2
                : type_is_integer(argument->type) == type_is_integer(plain)                               ? 1
                                                                                                          : 0;
    }
    return fits;
}

// `name`: f or f<...>.
static struct function *choose(struct compiler *compiler, const struct node *node, const struct node *name,
                               const struct function *first, struct arguments *arguments) {
    struct function *best = (struct function *)first;
    if (first->overload == NULL && !first->is_template) {
        if (!takes(first, arguments->count)) {
            wrong(compiler, node, "'%s' does not take %u argument%s", name_text(compiler, first->name),
                  arguments->count, arguments->count == 1 ? "" : "s");
        }
        return best;
    }
    unsigned most = 0;
    look_at_all(compiler, arguments);
    for (const struct function *function = first; function != NULL; function = function->overload) {
        struct function *one = (struct function *)function;
        if (one->is_template) {
            one = instantiate(compiler, one, name, arguments->looks, arguments->count);
        } else if (name->kind == NODE_TEMPLATE_NAME) {
            continue;
        }
        const unsigned fits = one == NULL ? 0 : fit(one, arguments);
        if (fits > most) {
            most = fits;
            best = one;
        }
    }
    if (most == 0) {
        reject(compiler, node, "a function %s that takes such arguments", name_text(compiler, first->name));
    }
    return best;
}

// ------------------------------------------------------------------------------------------------------- calls
static void pass(struct compiler *compiler, const struct node *node, const struct type *type, unsigned to) {
    if (type->kind != TYPE_REFERENCE) {
        compile_into(compiler, node, type, to);
        return;
    }
    struct operand object = compile_expression(compiler, node);
    if (!converts(&object, type)) {
        wrong(compiler, node, "a reference needs a variable of its type");
    }
    if (object.kind != OPERAND_MEMORY && object.kind != OPERAND_FRAME) { // const T &x = 1
        const unsigned memory = take_aligned(compiler, type->of);
        put_into(compiler, node, object, type->of, memory);
        object = (struct operand){.kind = OPERAND_FRAME, .type = type->of, .reg = memory};
    }
    emit(compiler, OP_MOVE, to, to_address(compiler, node, object), 0);
}

static const struct type *promoted(struct compiler *compiler, const struct node *node,
                                   const struct type *type) {
    if (type->kind == TYPE_ARRAY) {
        return type_pointer(&compiler->arena, type->of);
    }
    if (!type_is_scalar(type)) {
        reject(compiler, node, "a struct as an argument here");
    }
    return type->kind == TYPE_POINTER ? type
           : type_is_float(type)      ? type_of_cell(CELL_F64)
                                      : type_of_number(type_number(type));
}

// The arguments of a call as they are written.
static const char *written(struct compiler *compiler, const struct arguments *arguments) {
    if (arguments->count == 0) {
        return "";
    }
    const size_t begin = tree_begin(compiler->tree, arguments->nodes[0]);
    const size_t end = tree_end(compiler->tree, arguments->nodes[arguments->count - 1]);
    return add_string(compiler, compiler->tree->text + begin, end - begin);
}

static union value implied_value(struct compiler *compiler, enum implied implied, struct arguments *arguments,
                                 unsigned count) {
    union value value = {.u = SIZE_MAX};
    look_at_all(compiler, arguments);
    const unsigned which = implied == IMPLIED_ROOM_OF_1;
    const struct type *type = which < count ? arguments->looks[which].type : &type_void;
    if (implied == IMPLIED_WRITTEN) {
        value.u = (uintptr_t)written(compiler, arguments);
    } else if (implied == IMPLIED_ELEMENT) {
        const bool points = type->kind == TYPE_POINTER && type->of->kind == TYPE_POINTER;
        value.u = points && type->of->of->kind != TYPE_VOID ? type->of->of->size : 4;
    } else if (type->kind == TYPE_ARRAY) {
        value.u = type->size;
    }
    return value;
}

static unsigned result_size(const struct function *function) {
    return type_registers(function->result);
}

// Puts the arguments into registers, the last one first, as GCC does on this processor. Returns the first register.
static unsigned pass_all(struct compiler *compiler, const struct function *function,
                         struct arguments *arguments, unsigned before) {
    unsigned places[ARGUMENTS_MAX], size = before;
    const struct type *types[ARGUMENTS_MAX];
    const bool more = arguments->count > function->count;
    if (more) {
        look_at_all(compiler, arguments);
    }
    for (unsigned i = arguments->count; i < function->count; i++) {
        if (i == ARGUMENTS_MAX) {
            reject(compiler, function->node, "so many parameters");
        }
        arguments->nodes[i] = function->defaults[i];
    }
    const unsigned count = more ? arguments->count : function->count;
    for (unsigned i = 0; i < count; i++) {
        types[i] = i < function->count ? function->parameters[i]
                                       : promoted(compiler, arguments->nodes[i], arguments->looks[i].type);
        places[i] = parameter_place(size, types[i]);
        size = places[i] + type_registers(types[i]);
    }
    const unsigned results = result_size(function), own = size;
    size += function->implied_count;
    take_registers(compiler, compiler->next_register % 2);
    const unsigned to = take_registers(compiler, (size > results ? size : results) + 1);
    for (unsigned i = 0; i < function->implied_count; i++) {
        const union value value = implied_value(compiler, function->implied[i], arguments, count);
        emit_number(compiler, OP_CONSTANT, to + own + i, add_constant(compiler, value));
    }
    for (unsigned i = count; i > 0; i--) {
        const unsigned mark = compiler->next_register;
        const bool keeps_place = compiler->keeps_place;
        compiler->keeps_place |= i > arguments->count;
        pass(compiler, arguments->nodes[i - 1], types[i - 1], to + places[i - 1]);
        compiler->keeps_place = keeps_place;
        compiler->next_register = mark;
    }
    if (function->variadic) {
        const union value variadic = {.u = count - function->count};
        emit_number(compiler, OP_CONSTANT, to + size, add_constant(compiler, variadic));
    }
    return to;
}

static void check_side(struct compiler *compiler, const struct node *node, const struct function *function) {
    if (function->kernel) {
        wrong(compiler, node, "a kernel is launched, not called: kernel<<<blocks, threads>>>(...)");
    }
    if (compiler->function->device ? !function->device : !function->host) {
        wrong(compiler, node, "%s code calls a function of the %s", function->host ? "device" : "host",
              function->host ? "host" : "device");
    }
}

static struct operand result_at(const struct type *type, unsigned reg) {
    return type->kind == TYPE_VOID     ? nothing()
           : type->kind == TYPE_STRUCT ? (struct operand){.kind = OPERAND_FRAME, .type = type, .reg = reg}
                                       : register_operand(type, reg);
}

static struct operand call(struct compiler *compiler, const struct node *node, const struct node *name,
                           const struct function *first, const struct node *argument) {
    struct arguments arguments;
    read_arguments(compiler, argument, &arguments);
    struct function *function = choose(compiler, node, name, first, &arguments);
    if (compiler->function == NULL) {
        reject(compiler, node, "a call outside of functions");
    }
    check_side(compiler, node, function);
    const unsigned to = pass_all(compiler, function, &arguments, 0);
    const uint32_t before = set_place(compiler, node->first);
    if (function->native != UINT32_MAX && function->node == NULL) {
        notify_call(compiler, node);
        emit_number(compiler, OP_NATIVE, to, function->native);
    } else {
        emit_number(compiler, OP_CALL, to, function_index(compiler, function));
    }
    compiler->place = before;
    return result_at(function->result, to);
}

struct operand construct(struct compiler *compiler, const struct node *node, const struct type *type,
                         const struct node *first, const struct node *end) {
    if (type->kind != TYPE_STRUCT) {
        if (first == end) {
            return constant_operand(type, (union value){.u = 0});
        }
        if (first->next != end || !type_is_scalar(type)) {
            reject(compiler, node, "such a value");
        }
        return convert(compiler, first, compile_expression(compiler, first), type, true);
    }
    const unsigned reg = take_aligned(compiler, type);
    const struct operand object = {.kind = OPERAND_FRAME, .type = type, .reg = reg};
    if (type->structure->name != name_of(compiler, "dim3")) {
        const struct node *list = first != NULL ? first->parent : tree_child_of_kind(node, NODE_LIST);
        if (list == NULL || list->kind != NODE_LIST) {
            reject(compiler, node, "a constructor");
        }
        initialize_memory(compiler, list, object);
        return object;
    }
    struct operand part = object;
    const struct node *value = first;
    for (const struct member *member = type->structure->members; member != NULL; member = member->next) {
        const unsigned mark = compiler->next_register;
        part.type = member->type;
        part.offset = member->offset;
        const struct operand one =
            value == end ? constant_operand(member->type, (union value){.u = 1})
                         : convert(compiler, value, compile_expression(compiler, value), member->type, false);
        store(compiler, node, part, to_register(compiler, node, one));
        value = value == end ? end : value->next;
        compiler->next_register = mark;
    }
    if (value != end) {
        wrong(compiler, node, "a dim3 has three numbers");
    }
    return object;
}

// A function of the type that a pointer has, in `*reg`; NULL: it is no such pointer.
static const struct function *pointed(struct compiler *compiler, const struct node *callee, unsigned *reg) {
    const struct operand value = to_value(compiler, callee, compile_expression(compiler, callee));
    if (value.type->kind != TYPE_POINTER || value.type->of->kind != TYPE_FUNCTION) {
        return NULL;
    }
    *reg = to_register(compiler, callee, value);
    return value.type->of->signature;
}

// A call through a variable.
static struct operand call_at(struct compiler *compiler, const struct node *node, const struct node *callee) {
    struct arguments arguments;
    unsigned reg;
    const struct function *signature = pointed(compiler, callee, &reg);
    read_arguments(compiler, callee->next, &arguments);
    if (signature == NULL || arguments.count != signature->count) {
        reject(compiler, node, "such a call through a variable");
    }
    const unsigned to = pass_all(compiler, signature, &arguments, 0);
    const uint32_t before = set_place(compiler, node->first);
    emit(compiler, OP_CALL_AT, to, reg, result_size(signature));
    compiler->place = before;
    return result_at(signature->result, to);
}

struct operand compile_call(struct compiler *compiler, const struct node *node) {
    const struct node *callee = node->child;
    while (callee->kind == NODE_PARENTHESES && callee->child != NULL) {
        callee = callee->child;
    }
    if (callee->kind == NODE_TYPE) {
        return construct(compiler, node, type_of_node(compiler, callee), node->child->next, NULL);
    }
    if (callee->kind != NODE_NAME && callee->kind != NODE_TEMPLATE_NAME) {
        return call_at(compiler, node, node->child);
    }
    const int name = name_of_token(compiler, callee->name);
    const struct symbol *symbol = find_symbol(compiler, name);
    if (symbol == NULL) {
        reject(compiler, node, "the function %s", name_text(compiler, name)); // a library may have it
    }
    if (symbol->kind == SYMBOL_TYPE || symbol->kind == SYMBOL_STRUCT) {
        return construct(compiler, node, symbol->type, node->child->next, NULL);
    }
    if (symbol->kind != SYMBOL_FUNCTION) {
        return call_at(compiler, node, callee);
    }
    const bool of_std =
        callee->end == callee->first + 4 && tree_token_is(compiler->tree, callee->first, "std");
    if (callee->kind == NODE_NAME && callee->end != callee->first + 1 && !of_std) {
        reject(compiler, callee, "a name of a namespace");
    }
    return call(compiler, node, callee, symbol->function, node->child->next);
}

// ----------------------------------------------------------------------------------------------------- launches
// A dim3, or a number: three registers.
static void compile_dim3(struct compiler *compiler, const struct node *node, unsigned to) {
    const struct operand value = compile_expression(compiler, node);
    if (value.type->kind == TYPE_STRUCT) {
        const struct member *member = value.type->structure->members;
        for (unsigned i = 0; i < 3; i++, member = member->next) {
            if (member == NULL || !type_same(member->type, type_of_cell(CELL_U32))) {
                wrong(compiler, node, "a number of blocks or threads is an integer or a dim3");
            }
            struct operand part = value;
            part.type = member->type;
            part.offset += member->offset;
            put_into(compiler, node, part, member->type, to + i);
        }
        return;
    }
    const union value one = {.u = 1};
    put_into(compiler, node, value, type_of_cell(CELL_U32), to);
    emit_number(compiler, OP_CONSTANT, to + 1, add_constant(compiler, one));
    emit_number(compiler, OP_CONSTANT, to + 2, add_constant(compiler, one));
}

struct operand compile_launch(struct compiler *compiler, const struct node *node) {
    enum { BEFORE = 8 }; // registers
    const struct node *callee = node->child, *configuration = callee->next;
    const struct symbol *symbol = callee->kind == NODE_NAME || callee->kind == NODE_TEMPLATE_NAME
                                      ? find_symbol(compiler, name_of_token(compiler, callee->name))
                                      : NULL;
    if (compiler->function->device) {
        reject(compiler, node, "a launch in a kernel");
    }
    struct arguments arguments, numbers;
    read_arguments(compiler, configuration->next, &arguments);
    read_arguments(compiler, configuration->child, &numbers);
    const bool named = symbol != NULL && symbol->kind == SYMBOL_FUNCTION;
    unsigned reg = 0;
    struct function *function = named ? choose(compiler, node, callee, symbol->function, &arguments)
                                      : (struct function *)pointed(compiler, callee, &reg);
    if (function == NULL || (named && !function->kernel) || arguments.count != function->count ||
        numbers.count < 2 || numbers.count > 4) {
        reject(compiler, node, "a launch of such a kernel");
    }
    const unsigned to = pass_all(compiler, function, &arguments, BEFORE);
    compile_dim3(compiler, numbers.nodes[0], to);
    compile_dim3(compiler, numbers.nodes[1], to + 3);
    const struct type *size = type_of_cell(CELL_U64);
    for (unsigned i = 2; i < 4; i++) {
        if (i < numbers.count && i == 2) {
            compile_into(compiler, numbers.nodes[i], size, to + 6);
        } else if (i < numbers.count) {
            put_into(compiler, numbers.nodes[i], compile_expression(compiler, numbers.nodes[i]),
                     type_pointer(&compiler->arena, &type_void), to + 7);
        } else {
            emit_number(compiler, OP_CONSTANT, to + 4 + i, add_constant(compiler, (union value){.u = 0}));
        }
    }
    const uint32_t before = set_place(compiler, node->first);
    if (named) {
        emit_number(compiler, OP_LAUNCH, to, function_index(compiler, function));
    } else {
        emit(compiler, OP_LAUNCH_AT, to, reg, 0);
        emit_next(compiler, (union value){.u = (uintptr_t)text_of(compiler, callee)});
    }
    compiler->place = before;
    return nothing();
}

// ------------------------------------------------------------------------------------------------ new and delete
// new T, new T(value), new T[count]
struct operand compile_new(struct compiler *compiler, const struct node *node) {
    const struct node *type_node = tree_child_of_kind(node, NODE_TYPE);
    if (type_node == NULL || node->child != type_node || compiler->function->device) {
        reject(compiler, node, "such a new");
    }
    const struct type *type = type_of_node(compiler, type_node);
    const bool many = tree_token_is(compiler->tree, type_node->end, "[");
    const struct node *argument = type_node->next;
    if (type->size == 0 || !type_is_scalar(type) || (argument != NULL && argument->next != NULL) ||
        (many && argument == NULL)) {
        reject(compiler, node, "such a new");
    }
    const unsigned bytes = take_registers(compiler, 1), size = take_registers(compiler, 1);
    emit_number(compiler, OP_CONSTANT, size, add_constant(compiler, (union value){.u = type->size}));
    if (many) {
        compile_into(compiler, argument, type_of_cell(CELL_U64), bytes);
        emit(compiler, OP_MULTIPLY + NUMBER_U64, size, size, bytes);
    }
    const struct function *native = find_native(compiler, many ? "sim_new_array" : "sim_new");
    const unsigned memory = call_native(compiler, node, native, &size, 1);
    if (!many && argument != NULL) {
        const unsigned value = take_registers(compiler, 1);
        compile_into(compiler, argument, type, value);
        store(compiler, node, object_at(type, memory), value);
    }
    return register_operand(type_pointer(&compiler->arena, type), memory);
}

struct operand compile_delete(struct compiler *compiler, const struct node *node) {
    const bool many = tree_token_is(compiler->tree, node->first + 1, "[");
    if (compiler->function->device) {
        reject(compiler, node, "delete in a kernel");
    }
    const struct operand value = to_value(compiler, node, compile_expression(compiler, node->child));
    if (value.type->kind != TYPE_POINTER) {
        reject(compiler, node, "such a delete");
    }
    const unsigned memory = to_register(compiler, node, value);
    call_native(compiler, node, find_native(compiler, many ? "sim_delete_array" : "sim_delete"), &memory, 1);
    return nothing();
}
