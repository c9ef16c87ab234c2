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
    for (unsigned i = 0; i < arguments->count; i++) {
        if (arguments->nodes[i]->kind == NODE_LIST) {
            reject(compiler, arguments->nodes[i], "a list as an argument");
        }
        arguments->looks[i] = look_at(compiler, arguments->nodes[i], false);
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
    emit(compiler, OP_MOVE, to, to_referred(compiler, node, type), 0);
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
    const unsigned results = type_registers(function->result), own = size;
    size += function->implied_count;
    take_registers(compiler, compiler->next_register % 2);
    const unsigned to = take_registers(compiler, (size > results ? size : results) + 1);
    for (unsigned i = 0; i < function->implied_count; i++) {
        const union value value = implied_value(compiler, function->implied[i], arguments, count);
        emit_constant(compiler, to + own + i, value);
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
        emit_constant(compiler, to + size, variadic);
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

// What is called: a function of that name that takes the arguments, or what a variable points to.
struct callee {
    struct function *function;
    bool is_named;
    unsigned reg; // of the variable
};

static struct callee find_callee(struct compiler *compiler, const struct node *node, const struct node *first,
                                 struct arguments *arguments) {
    const struct node *callee = node->child;
    while (callee->kind == NODE_PARENTHESES && callee->child != NULL) {
        callee = callee->child;
    }
    const bool is_name = callee->kind == NODE_NAME || callee->kind == NODE_TEMPLATE_NAME;
    const int name = is_name ? name_of_token(compiler, callee->name) : NO_NAME;
    const struct symbol *symbol = find_symbol(compiler, name);
    read_arguments(compiler, first, arguments);
    if (is_name && symbol == NULL && node->kind == NODE_CALL) {
        reject(compiler, node, "the function %s", name_text(compiler, name)); // a library may have it
    }
    if (symbol != NULL && symbol->kind == SYMBOL_FUNCTION) {
        check_namespace(compiler, callee);
        return (struct callee){choose(compiler, node, callee, symbol->function, arguments), true, 0};
    }
    const struct operand value = to_value(compiler, callee, compile_expression(compiler, callee));
    const struct function *signature =
        value.type->kind == TYPE_POINTER && value.type->of->kind == TYPE_FUNCTION ? value.type->of->signature
                                                                                  : NULL;
    if (signature == NULL || arguments->count != signature->count) {
        reject(compiler, node, "such a call through a variable");
    }
    return (struct callee){(struct function *)signature, false, to_register(compiler, callee, value)};
}

struct operand compile_call(struct compiler *compiler, const struct node *node) {
    const struct node *first = node->child->next;
    const struct type *type = node->child->kind == NODE_TYPE ? type_of_node(compiler, node->child)
                                                             : named_type(compiler, node->child);
    if (type != NULL) {
        return construct(compiler, node, type, first);
    }
    struct arguments arguments;
    const struct callee callee = find_callee(compiler, node, first, &arguments);
    struct function *function = callee.function;
    if (compiler->function == NULL) {
        reject(compiler, node, "a call outside of functions");
    }
    if (callee.is_named) {
        check_side(compiler, node, function);
    }
    const unsigned to = pass_all(compiler, function, &arguments, 0);
    const uint32_t before = set_place(compiler, node->first);
    if (!callee.is_named) {
        emit(compiler, OP_CALL_AT, to, callee.reg, type_registers(function->result));
    } else if (function->native != UINT32_MAX && function->node == NULL) {
        notify_call(compiler, node);
        emit_number(compiler, OP_NATIVE, to, function->native);
    } else {
        emit_number(compiler, OP_CALL, to, function_index(compiler, function));
    }
    compiler->place = before;
    return result_at(function->result, to);
}

// ----------------------------------------------------------------------------------------------------- launches
// A dim3, or a number: three registers.
static void compile_dim3(struct compiler *compiler, const struct node *node, unsigned to) {
    const struct type *dim3 = find_struct(compiler, name_of(compiler, "dim3"))->type;
    const struct type *number = type_of_cell(CELL_U32);
    struct operand value = compile_expression(compiler, node);
    const bool is_struct = value.type->kind == TYPE_STRUCT;
    value = convert(compiler, node, value, is_struct ? dim3 : number, false);
    for (unsigned i = 0; i < 3; i++) {
        const struct operand part = is_struct ? part_of(value, number, i * number->size)
                                    : i == 0  ? value
                                              : constant_operand(number, (union value){.u = 1});
        put_into(compiler, node, part, number, to + i);
    }
}

struct operand compile_launch(struct compiler *compiler, const struct node *node) {
    enum { BEFORE = 8 }; // registers
    const struct node *configuration = node->child->next;
    struct arguments arguments, numbers;
    if (compiler->function->device) {
        reject(compiler, node, "a launch in a kernel");
    }
    const struct callee callee = find_callee(compiler, node, configuration->next, &arguments);
    read_arguments(compiler, configuration->child, &numbers);
    if ((callee.is_named && !callee.function->kernel) || numbers.count < 2 || numbers.count > 4) {
        reject(compiler, node, "a launch of such a kernel");
    }
    const unsigned to = pass_all(compiler, callee.function, &arguments, BEFORE);
    compile_dim3(compiler, numbers.nodes[0], to);
    compile_dim3(compiler, numbers.nodes[1], to + 3);
    for (unsigned i = 2; i < 4; i++) {
        if (i < numbers.count) {
            compile_into(compiler, numbers.nodes[i],
                         i == 2 ? type_of_cell(CELL_U64) : type_pointer(&compiler->arena, &type_void),
                         to + 4 + i);
        } else {
            emit_constant(compiler, to + 4 + i, (union value){.u = 0});
        }
    }
    const uint32_t before = set_place(compiler, node->first);
    if (callee.is_named) {
        emit_number(compiler, OP_LAUNCH, to, function_index(compiler, callee.function));
    } else {
        emit(compiler, OP_LAUNCH_AT, to, callee.reg, 0);
        emit_next(compiler, (union value){.u = (uintptr_t)text_of(compiler, node->child, false)});
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
    if (type->size == 0 || (argument != NULL && argument->next != NULL) || (many && argument == NULL)) {
        reject(compiler, node, "such a new");
    }
    const unsigned bytes = take_registers(compiler, 1), size = take_registers(compiler, 1);
    emit_constant(compiler, size, (union value){.u = type->size});
    if (many) {
        compile_into(compiler, argument, type_of_cell(CELL_U64), bytes);
        emit(compiler, OP_MULTIPLY + NUMBER_U64, size, size, bytes);
    }
    const struct function *native = find_native(compiler, many ? "sim_new_array" : "sim_new");
    const unsigned memory = call_native(compiler, node, native, &size, 1);
    if (!many && argument != NULL) {
        initialize(compiler, argument, object_at(type, memory));
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
