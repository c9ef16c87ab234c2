// Declarations of variables, and their initial values.
#include <stdlib.h>
#include <string.h>

#include "compiler.h"

// ---------------------------------------------------------------------------------------------- initial values
static int list_count(const struct node *list) {
    int count = 0;
    for (const struct node *node = list->child; node != NULL; node = node->next) {
        count++;
    }
    return count;
}

static void put_object(struct compiler *compiler, const struct node *value, struct operand object) {
    if (value->kind == NODE_LIST && (object.type->kind == TYPE_ARRAY || object.type->kind == TYPE_STRUCT)) {
        initialize_memory(compiler, value, object);
    } else if (object.type->kind == TYPE_STRUCT) {
        const struct operand from = compile_expression(compiler, value);
        copy_struct(compiler, value, object, convert(compiler, value, from, object.type, false));
    } else if (object.type->kind == TYPE_ARRAY) {
        reject(compiler, value, "an array with such an initial value");
    } else {
        const struct node *one = value->kind == NODE_LIST ? value->child : value;
        const unsigned mark = compiler->next_register;
        const unsigned reg = take_registers(compiler, 1);
        if (one == NULL) {
            emit_constant(compiler, reg, (union value){.u = 0});
        } else {
            compile_into(compiler, one, object.type, reg);
        }
        store(compiler, value, object, reg);
        compiler->next_register = mark;
    }
}

// Is one value enough for the element or member, so that no inner braces were left out?
static void check_braces(struct compiler *compiler, const struct node *value, const struct type *type) {
    const bool is_list = value->kind == NODE_LIST;
    if ((type->kind == TYPE_ARRAY && !is_list) ||
        (type->kind == TYPE_STRUCT && !is_list && look_at(compiler, value).type->kind != TYPE_STRUCT)) {
        reject(compiler, value, "an initial value without its inner braces");
    }
}

void initialize_memory(struct compiler *compiler, const struct node *list, struct operand object) {
    const struct type *type = object.type;
    const unsigned mark = compiler->next_register;
    const struct node *value = list->child;
    if (object.kind != OPERAND_FRAME) {
        reject(compiler, list, "such a list");
    }
    if (type->kind == TYPE_STRUCT && list_count(list) == 1 && value->kind != NODE_LIST &&
        type_same(look_at(compiler, value).type, type)) { // not its first member
        put_object(compiler, value, object);
        return;
    }
    const struct operand all = object;
    if (object.offset == 0) { // otherwise it is part of what has been set to 0
        emit(compiler, OP_ZERO_MEMORY, object.reg, 0, 0);
        emit_next(compiler, (union value){.u = type->size});
    }
    const struct member *member = type->kind == TYPE_STRUCT ? type->structure->members : NULL;
    for (size_t i = 0; value != NULL; value = value->next, i++) {
        struct operand part = all;
        if (type->kind == TYPE_ARRAY) {
            if (i >= type->length) {
                wrong(compiler, value, "there are more values than elements");
            }
            part.type = type->of;
            part.offset += i * type->of->size;
        } else {
            if (value->kind == NODE_ASSIGNMENT) { // .x = 1
                reject(compiler, value, "a designated value");
            }
            if (member == NULL) {
                wrong(compiler, value, "there are more values than members");
            }
            part.type = member->type;
            part.offset += member->offset;
            member = member->next;
        }
        check_braces(compiler, value, part.type);
        put_object(compiler, value, part);
    }
    compiler->next_register = mark;
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

static void initialize_static(struct compiler *compiler, const struct node *value, const struct type *type,
                              char *to) {
    union value constant;
    const struct type *from;
    if (value->kind == NODE_LIST && type->kind == TYPE_ARRAY) {
        size_t i = 0;
        for (const struct node *node = value->child; node != NULL; node = node->next, i++) {
            if (i >= type->length) {
                wrong(compiler, node, "there are more values than elements");
            }
            initialize_static(compiler, node, type->of, to + i * type->of->size);
        }
        return;
    }
    if (value->kind == NODE_LIST && type->kind == TYPE_STRUCT) {
        const struct member *member = type->structure->members;
        for (const struct node *node = value->child; node != NULL; node = node->next, member = member->next) {
            if (member == NULL) {
                wrong(compiler, node, "there are more values than members");
            }
            initialize_static(compiler, node, member->type, to + member->offset);
        }
        return;
    }
    if (value->kind == NODE_LIST) {
        if (value->child == NULL) {
            return;
        }
        value = value->child;
    }
    if (!type_is_scalar(type) || !constant_value(compiler, value, &constant, &from)) {
        reject(compiler, value, "a static variable whose initial value is no constant");
    }
    constant = fold_conversion(constant, from, type);
    memcpy(to, &constant, type->size);
}

// An array whose length its initial value says: int a[] = {1, 2}
static void take_length(struct compiler *compiler, struct declared *declared) {
    if (declared->type->kind == TYPE_ARRAY && declared->type->length == 0 && declared->is_list) {
        declared->type =
            type_array(&compiler->arena, declared->type->of, (size_t)list_count(declared->value));
    }
}

static enum variable_space space_of(const struct specifiers *specifiers, const struct type *type,
                                    bool in_device) {
    while (type->kind == TYPE_ARRAY) {
        type = type->of;
    }
    return specifiers->is_managed    ? VARIABLE_OF_MANAGED
           : specifiers->is_constant ? VARIABLE_OF_CONSTANT
           : specifiers->is_device   ? VARIABLE_OF_DEVICE
           : type->is_const          ? VARIABLE_OF_BOTH
           : in_device               ? VARIABLE_OF_DEVICE
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
    if (declared->value != NULL) {
        initialize_static(compiler, declared->value, declared->type, program->memory[space] + offset);
    }
}

static void declare_shared(struct compiler *compiler, const struct node *node,
                           const struct declared *declared, const struct specifiers *specifiers) {
    struct program *program = compiler->program;
    const struct type *element = declared->type;
    if (declared->value != NULL) {
        reject(compiler, node, "a __shared__ variable with an initial value");
    }
    while (element->kind == TYPE_ARRAY) {
        element = element->of;
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
        emit(compiler, OP_UNSET, reg, type->kind == TYPE_BOOL ? CELL_COUNT : type_cell(type), 0);
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
    if (declared->type->kind == TYPE_STRUCT && (declared->in_parentheses || declared->value == NULL)) {
        const bool is_dim3 = declared->type->structure->name == name_of(compiler, "dim3");
        if (is_dim3) {
            const struct node *end = NULL;
            copy_struct(compiler, node, object,
                        construct(compiler, node, declared->type, declared->value, end));
            return;
        }
        if (declared->in_parentheses && declared->value_count != 1) {
            reject(compiler, node, "a constructor");
        }
    }
    if (declared->value == NULL) {
        emit(compiler, OP_UNSET_MEMORY, symbol->reg, 0, 0);
        emit_next(compiler, (union value){.u = declared->type->size});
    } else {
        put_object(compiler, declared->value, object);
    }
}

static void declare_reference(struct compiler *compiler, const struct node *node,
                              const struct declared *declared) {
    if (declared->value == NULL) {
        reject(compiler, node, "a reference to nothing");
    }
    const unsigned reg = take_registers(compiler, 1);
    const struct operand object = compile_expression(compiler, declared->value);
    if ((object.kind != OPERAND_MEMORY && object.kind != OPERAND_FRAME) ||
        !type_same(object.type, declared->type->of)) {
        reject(compiler, node, "a reference to such a value");
    }
    emit(compiler, OP_MOVE, reg, to_address(compiler, node, object), 0);
    add_symbol(compiler, declared->name, SYMBOL_REFERENCE, declared->type->of)->reg = reg;
}

static void declare_auto(struct compiler *compiler, const struct node *node, const struct node *declarator,
                         const struct specifiers *specifiers) {
    struct declared declared = read_declarator(compiler, declarator, type_of_cell(CELL_I32));
    if (declared.value == NULL || declared.type != type_of_cell(CELL_I32)) {
        reject(compiler, node, "`auto` here");
    }
    const unsigned reg = take_registers(compiler, 1);
    const struct operand value =
        to_value(compiler, declared.value, compile_expression(compiler, declared.value));
    if (!type_is_scalar(value.type)) {
        reject(compiler, node, "`auto` with such a value");
    }
    (void)specifiers;
    emit(compiler, OP_MOVE, reg, to_register(compiler, declared.value, value), 0);
    add_symbol(compiler, declared.name, SYMBOL_REGISTER, type_unqualified(&compiler->arena, value.type))
        ->reg = reg;
}

static bool is_constant(struct compiler *compiler, const struct declared *declared, union value *value) {
    const struct type *from;
    const struct node *node = declared->value;
    if (!declared->type->is_const || declared->type->is_volatile || !type_is_arithmetic(declared->type) ||
        node == NULL || (declared->is_list && (node = node->child) == NULL) ||
        !constant_value(compiler, node, value, &from)) {
        return false;
    }
    *value = fold_conversion(*value, from, declared->type);
    return true;
}

static void declare_local(struct compiler *compiler, const struct node *node, struct declared *declared) {
    union value value;
    if (declared->type->kind == TYPE_REFERENCE) {
        declare_reference(compiler, node, declared);
    } else if (!is_in_memory(compiler, declared->name) && is_constant(compiler, declared, &value)) {
        add_symbol(compiler, declared->name, SYMBOL_CONSTANT, declared->type)->value = value;
    } else if (!type_is_scalar(declared->type) || declared->type->is_volatile ||
               is_in_memory(compiler, declared->name)) {
        declare_memory(compiler, node, declared);
    } else {
        const unsigned reg = take_registers(compiler, 1);
        const struct node *first = declared->value;
        add_symbol(compiler, declared->name, SYMBOL_REGISTER, declared->type)->reg = reg;
        if (declared->is_list) {
            first = first->child;
        }
        if (declared->value == NULL) {
            set_unset(compiler, node, declared->type, reg);
        } else if (first == NULL) {
            emit_constant(compiler, reg, (union value){.u = 0});
        } else if (first->next != NULL && (declared->in_parentheses || declared->is_list)) {
            reject(compiler, node, "such an initial value");
        } else {
            compile_into(compiler, first, declared->type, reg);
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
        if (specifiers.type == NULL) {
            declare_auto(compiler, node, node, &specifiers);
        } else {
            declare_one(compiler, node, &specifiers, at_file_scope);
        }
    }
}
