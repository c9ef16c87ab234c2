// Declarations of variables, and their initial values.
#include <stdlib.h>
#include <string.h>

#include "compiler.h"

// ---------------------------------------------------------------------------------------------- initial values
// Gives the object the values of a list, from `first` on; NULL: none. `node`: the list or what else has them.
static void initialize_list(struct compiler *compiler, const struct node *node, const struct node *first,
                            struct operand object);

struct operand new_object(struct compiler *compiler, const struct type *type) {
    return (struct operand){.kind = OPERAND_FRAME, .type = type, .reg = take_aligned(compiler, type)};
}

struct operand construct(struct compiler *compiler, const struct node *node, const struct type *type,
                         const struct node *first) {
    if (type->kind == TYPE_STRUCT) {
        const struct operand object = new_object(compiler, type);
        initialize_list(compiler, node, first, object);
        return object;
    }
    if (first == NULL) {
        return constant_operand(type, (union value){.u = 0});
    }
    if (first->next != NULL || !type_is_scalar(type)) {
        reject(compiler, node, "such a value");
    }
    return convert(compiler, first, compile_expression(compiler, first), type, true);
}

void initialize(struct compiler *compiler, const struct node *value, struct operand object) {
    const unsigned mark = compiler->next_register;
    if (value->kind == NODE_LIST) {
        initialize_list(compiler, value, value->child, object);
    } else if (object.type->kind == TYPE_ARRAY) {
        reject(compiler, value, "an array with such an initial value");
    } else if (object.kind == OPERAND_STATIC) {
        union value constant;
        if (!type_is_scalar(object.type) || !constant_value(compiler, value, object.type, &constant)) {
            reject(compiler, value, "a static variable whose initial value is no constant");
        }
        memcpy((void *)(uintptr_t)object.value.u, &constant, object.type->size);
    } else {
        put(compiler, value, compile_expression(compiler, value), object);
    }
    compiler->next_register = mark;
}

// Is one value enough for the element or member, so that no inner braces were left out?
static void check_braces(struct compiler *compiler, const struct node *value, const struct type *type) {
    if (value->kind != NODE_LIST &&
        (type->kind == TYPE_ARRAY ||
         (type->kind == TYPE_STRUCT && look_at(compiler, value, true).type->kind != TYPE_STRUCT))) {
        reject(compiler, value, "an initial value without its inner braces");
    }
}

static void initialize_members(struct compiler *compiler, const struct node *value, struct operand object) {
    const struct structure *structure = object.type->structure;
    for (const struct member *member = structure->members; member != NULL; member = member->next) {
        const struct node *own = value != NULL ? value : member->value;
        if (own != NULL) {
            check_braces(compiler, own, member->type);
            initialize(compiler, own, part_of(object, member->type, member->offset));
        }
        value = value == NULL ? NULL : value->next;
    }
    if (value != NULL) {
        wrong(compiler, value, "there are more values than members");
    }
}

static void initialize_elements(struct compiler *compiler, const struct node *value, struct operand object) {
    const struct type *of = object.type->of;
    for (size_t i = 0; value != NULL; value = value->next, i++) {
        if (i == object.type->length) {
            wrong(compiler, value, "there are more values than elements");
        }
        check_braces(compiler, value, of);
        initialize(compiler, value, part_of(object, of, i * of->size));
    }
}

static void initialize_list(struct compiler *compiler, const struct node *node, const struct node *first,
                            struct operand object) {
    const struct type *type = object.type;
    const bool one = first != NULL && first->next == NULL, is_struct = type->kind == TYPE_STRUCT;
    if (!is_struct && type->kind != TYPE_ARRAY) {
        if (first == NULL && object.kind != OPERAND_STATIC) {
            put(compiler, node, constant_operand(type_of_cell(CELL_I32), (union value){.u = 0}), object);
        } else if (one) {
            initialize(compiler, first, object);
        } else if (first != NULL) {
            reject(compiler, node, "such an initial value");
        }
        return;
    }
    if (first != NULL && first->kind == NODE_ASSIGNMENT && first->child->kind == NODE_UNARY) { // .x = 1
        reject(compiler, first, "a designated value");
    }
    if (is_struct && one && first->kind != NODE_LIST &&
        type_same(look_at(compiler, first, true).type, type)) { // not its first member
        initialize(compiler, first, object);
        return;
    }
    if (object.kind == OPERAND_FRAME &&
        object.offset == 0) { // otherwise it is part of what has been set to 0
        emit(compiler, OP_ZERO_MEMORY, object.reg, 0, 0);
        emit_next(compiler, (union value){.u = type->size});
    } else if (object.kind != OPERAND_FRAME && object.kind != OPERAND_STATIC) {
        reject(compiler, node, "such a list");
    }
    (is_struct ? initialize_members : initialize_elements)(compiler, first, object);
}

// The initial value of a declared variable. false: it has none.
static bool initialize_declared(struct compiler *compiler, const struct node *node,
                                const struct declared *declared, struct operand object) {
    const struct type *type = declared->type;
    if (declared->value != NULL && !declared->in_parentheses) {
        initialize(compiler, declared->value, object);
    } else if (declared->value != NULL || (type->kind == TYPE_STRUCT && type->structure->has_values)) {
        initialize_list(compiler, node, declared->value, object);
    } else {
        return false;
    }
    return true;
}

// --------------------------------------------------------------------------------------------- static variables
// Reserves memory of the program. Returns its offset in the space.
static size_t reserve(struct compiler *compiler, const struct node *node, const struct type *type,
                      enum variable_space space) {
    struct program *program = compiler->program;
    enum {
        GAP = 4096,
        ALIGNMENT = 128
    }; // as SIM_GAP in sim/cuda/sim/qualifiers.h: an index beyond the end is seen
    const size_t used = program->memory_bytes[space];
    const size_t offset = (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const size_t bytes = (offset + type->size + GAP + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (type->size > 64 << 20 || offset > (64 << 20)) {
        reject(compiler, node, "a variable of so many bytes");
    }
    char *grown = aligned_alloc(ALIGNMENT, bytes);
    if (grown == NULL) {
        reject(compiler, node, "memory is short");
    }
    memset(grown, 0, bytes);
    if (used > 0) {
        memcpy(grown, program->memory[space], used);
    }
    free(program->memory[space]);
    program->memory[space] = grown;
    program->memory_bytes[space] = bytes;
    return offset;
}

// An array whose length its initial value says: int a[] = {1, 2}
static void take_length(struct compiler *compiler, struct declared *declared) {
    size_t count = 0;
    if (declared->type->kind == TYPE_ARRAY && declared->type->length == 0 && declared->value != NULL &&
        declared->value->kind == NODE_LIST) {
        for (const struct node *node = declared->value->child; node != NULL; node = node->next) {
            count++;
        }
        declared->type = type_array(&compiler->arena, declared->type->of, count);
    }
}

static enum variable_space space_of(const struct specifiers *specifiers, const struct type *type,
                                    bool in_device) {
    return specifiers->is_managed         ? VARIABLE_OF_MANAGED
           : specifiers->is_constant      ? VARIABLE_OF_CONSTANT
           : specifiers->is_device        ? VARIABLE_OF_DEVICE
           : type_element(type)->is_const ? VARIABLE_OF_BOTH
           : in_device                    ? VARIABLE_OF_DEVICE
                                          : VARIABLE_OF_HOST;
}

static void declare_static(struct compiler *compiler, const struct node *node, struct declared *declared,
                           const struct specifiers *specifiers) {
    struct program *program = compiler->program;
    take_length(compiler, declared);
    if (declared->type->size == 0 || declared->type->kind == TYPE_REFERENCE) {
        reject(compiler, node, "such a variable");
    }
    const bool in_device = compiler->function != NULL && compiler->function->device;
    const enum variable_space space = space_of(specifiers, declared->type, in_device);
    struct symbol *symbol = add_symbol(compiler, declared->name, SYMBOL_STATIC, declared->type);
    const size_t offset = reserve(compiler, node, declared->type, space);
    symbol->offset = offset + ((size_t)space << SPACE_SHIFT);
    symbol->is_local = in_device && space == VARIABLE_OF_BOTH;
    symbol->is_checked = space != VARIABLE_OF_HOST && space != VARIABLE_OF_BOTH;
    APPEND(compiler, program->variables, program->variable_count,
           (struct code_variable){.name = name_text(compiler, declared->name),
                                  .offset = offset,
                                  .bytes = declared->type->size,
                                  .alignment = declared->type->alignment,
                                  .space = space});
    const struct operand object = {.kind = OPERAND_STATIC,
                                   .type = declared->type,
                                   .value.u = (uintptr_t)(program->memory[space] + offset)};
    initialize_declared(compiler, node, declared, object);
}

static void declare_shared(struct compiler *compiler, const struct node *node,
                           const struct declared *declared, const struct specifiers *specifiers) {
    struct program *program = compiler->program;
    const struct type *element = type_element(declared->type);
    if (declared->value != NULL) {
        reject(compiler, node, "a __shared__ variable with an initial value");
    }
    struct symbol *symbol =
        add_symbol(compiler, declared->name, compiler->function == NULL ? SYMBOL_SHARED : SYMBOL_REFERENCE,
                   declared->type);
    symbol->index = program->shared_count;
    if (compiler->function != NULL) {
        symbol->reg = take_registers(compiler, 1);
        emit_number(compiler, OP_SHARED, symbol->reg, symbol->index);
    }
    symbol->is_checked = true;
    APPEND(compiler, program->shared, program->shared_count,
           (struct code_shared){
               .name = name_text(compiler, declared->name),
               .bytes = specifiers->is_extern && element != declared->type ? declared->type->of->size
                                                                           : declared->type->size,
               .alignment = declared->type->alignment,
               .element = element->size,
               .row = declared->type->kind == TYPE_ARRAY ? declared->type->of->size / element->size : 0,
               .dynamic = specifiers->is_extern});
}

// ---------------------------------------------------------------------------------------------- local variables
static struct symbol *add_memory(struct compiler *compiler, const struct declared *declared) {
    struct symbol *symbol = add_symbol(compiler, declared->name, SYMBOL_FRAME, declared->type);
    symbol->reg = take_aligned(compiler, declared->type);
    symbol->is_local = compiler->function->device;
    if (declared->type->kind == TYPE_ARRAY) {
        symbol->guard = take_registers(compiler, 1);
        emit_constant(compiler, symbol->guard, (union value){.u = GUARD});
    }
    return symbol;
}

// Does the simulated GPU choose the value of a variable without one (sim/translate/unset.c)? Otherwise it has the bytes
// that compilers give it.
static bool is_chosen(const struct compiler *compiler, const struct node *declarator) {
    static const char *const words[] = {"bool",     "char",    "short",    "int",      "long",
                                        "unsigned", "signed",  "float",    "double",   "size_t",
                                        "int8_t",   "uint8_t", "int16_t",  "uint16_t", "int32_t",
                                        "uint32_t", "int64_t", "uint64_t", NULL};
    const struct node *declaration = declarator->parent, *type = declaration->child;
    bool chosen = declaration->parent->kind == NODE_BLOCK && type->first == declaration->first;
    for (int i = type->first; i < type->end && chosen; i++) {
        chosen = false;
        for (size_t k = 0; words[k] != NULL && !chosen; k++) {
            chosen = tree_token_is(compiler->tree, i, words[k]);
        }
    }
    for (const struct node *one = type->next; one != NULL && chosen; one = one->next) {
        chosen = one->first == one->name && one->end == one->name + 1;
    }
    return chosen;
}

static void set_unset(struct compiler *compiler, const struct node *node, const struct type *type,
                      unsigned reg) {
    if (is_chosen(compiler, node)) {
        emit(compiler, OP_UNSET, reg, type->kind == TYPE_BOOL ? CELL_COUNT : type->cell, 0);
    } else {
        union value value = {.u = 0};
        memset(&value, UNSET_BYTE, type->size);
        value = type_is_float(type) ? value : fold_conversion(value, type_of_cell(CELL_U64), type);
        emit_constant(compiler, reg, value);
    }
}

static void declare_memory(struct compiler *compiler, const struct node *node, struct declared *declared) {
    take_length(compiler, declared);
    if (declared->type->size == 0) {
        reject(compiler, node, "a variable of such a type");
    }
    const struct symbol *symbol = add_memory(compiler, declared);
    const struct operand object = {.kind = OPERAND_FRAME, .type = declared->type, .reg = symbol->reg};
    if (!initialize_declared(compiler, node, declared, object)) {
        emit(compiler, OP_UNSET_MEMORY, symbol->reg, 0, 0);
        emit_next(compiler, (union value){.u = declared->type->size});
    }
}

static void declare_reference(struct compiler *compiler, const struct node *node,
                              const struct declared *declared) {
    if (declared->value == NULL) {
        reject(compiler, node, "a reference to nothing");
    }
    const unsigned reg = take_registers(compiler, 1);
    emit(compiler, OP_MOVE, reg, to_referred(compiler, declared->value, declared->type), 0);
    add_symbol(compiler, declared->name, SYMBOL_REFERENCE, declared->type->of)->reg = reg;
}

// The type that `auto` is in a declarator: that of its initial value.
static const struct type *type_of_auto(struct compiler *compiler, const struct node *node) {
    const struct declared declared = read_declarator(compiler, node, type_of_cell(CELL_I32));
    if (declared.value == NULL || declared.value->kind == NODE_LIST) {
        reject(compiler, node, "`auto` here");
    }
    const bool refers = declared.type->kind == TYPE_REFERENCE;
    const struct type *type = look_at(compiler, declared.value, !refers).type;
    for (const struct type *next = declared.type; next->kind == TYPE_POINTER; next = next->of) {
        type = type->kind == TYPE_POINTER ? type->of : &type_void;
    }
    if (type->kind == TYPE_VOID || type->kind == TYPE_FUNCTION || declared.type->kind == TYPE_ARRAY) {
        reject(compiler, node, "`auto` with such a value");
    }
    return refers || declared.type->kind == TYPE_POINTER ? type : type_unqualified(&compiler->arena, type);
}

static bool is_constant(struct compiler *compiler, const struct declared *declared, union value *value) {
    const struct node *node = declared->value;
    node = node != NULL && node->kind == NODE_LIST ? node->child : node;
    return node != NULL && declared->type->is_const && !declared->type->is_volatile &&
           type_is_arithmetic(declared->type) && constant_value(compiler, node, declared->type, value);
}

static void declare_local(struct compiler *compiler, const struct node *node, struct declared *declared) {
    const bool addressed = is_in_memory(compiler, declared->name);
    union value value;
    if (declared->type->kind == TYPE_REFERENCE) {
        declare_reference(compiler, node, declared);
    } else if (!addressed && is_constant(compiler, declared, &value)) {
        add_symbol(compiler, declared->name, SYMBOL_CONSTANT, declared->type)->value = value;
    } else if (!type_is_scalar(declared->type) || declared->type->is_volatile || addressed) {
        declare_memory(compiler, node, declared);
    } else {
        const struct operand object = {
            .kind = OPERAND_VARIABLE, .type = declared->type, .reg = take_registers(compiler, 1)};
        add_symbol(compiler, declared->name, SYMBOL_REGISTER, declared->type)->reg = object.reg;
        if (!initialize_declared(compiler, node, declared, object)) {
            set_unset(compiler, node, declared->type, object.reg);
        }
    }
}

// ------------------------------------------------------------------------------------------------- declarations
static void declare_one(struct compiler *compiler, const struct node *node,
                        const struct specifiers *specifiers, bool at_file_scope) {
    set_place(compiler, node->name != NO_TOKEN ? node->name : node->first);
    struct declared declared = read_declarator(compiler, node, specifiers->type);
    union value value;
    if (declared.name == NO_NAME || (declared.parameters != NULL && !specifiers->is_typedef)) {
        reject(compiler, node, "such a declaration");
    }
    if (specifiers->is_typedef) {
        if (declared.parameters != NULL) {
            reject(compiler, node, "a name for a type of functions");
        }
        add_symbol(compiler, declared.name, SYMBOL_TYPE, declared.type);
    } else if (specifiers->is_shared) {
        declare_shared(compiler, node, &declared, specifiers);
    } else if (at_file_scope || specifiers->is_static || specifiers->is_device || specifiers->is_constant ||
               specifiers->is_managed) {
        if (!specifiers->is_device && !specifiers->is_constant && is_constant(compiler, &declared, &value)) {
            add_symbol(compiler, declared.name, SYMBOL_CONSTANT, declared.type)->value = value;
        } else {
            declare_static(compiler, node, &declared, specifiers);
        }
    } else if (specifiers->is_extern) {
        reject(compiler, node, "a variable of another file");
    } else {
        declare_local(compiler, node, &declared);
    }
}

void declare(struct compiler *compiler, const struct node *declaration, bool at_file_scope) {
    const struct node *type = declaration->child;
    check_complete(compiler, declaration);
    if (tree_token_is(compiler->tree, declaration->first, "static_assert") ||
        tree_token_is(compiler->tree, declaration->first, "_Static_assert")) {
        return;
    }
    if (tree_token_is(compiler->tree, declaration->first, "using")) {
        const struct node *named = tree_child_of_kind(declaration, NODE_TYPE);
        if (named == NULL) {
            reject(compiler, declaration, "such a `using`");
        }
        add_symbol(compiler, name_of_token(compiler, declaration->name), SYMBOL_TYPE,
                   type_of_node(compiler, named));
        return;
    }
    if (type == NULL || type->kind != NODE_TYPE) {
        reject(compiler, declaration,
               type != NULL && type->kind == NODE_TEMPLATE ? "templates" : "this declaration");
    }
    struct specifiers specifiers = read_specifiers(compiler, type);
    specifiers.is_typedef |= tree_token_is(compiler->tree, declaration->first, "typedef");
    for (const struct node *node = type->next; node != NULL; node = node->next) {
        if (node->kind != NODE_DECLARATOR) {
            reject(compiler, node, "a %s here", tree_kind_name(node->kind));
        }
        struct specifiers own = specifiers;
        if (own.type == NULL) {
            own.type = type_qualified(&compiler->arena, type_of_auto(compiler, node),
                                      own.is_const || own.is_constexpr, own.is_volatile);
        }
        declare_one(compiler, node, &own, at_file_scope);
    }
}
