// Expressions: operands, and conversions between their types.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"

// ----------------------------------------------------------------------------------------------------- operands
struct operand nothing(void) {
    return (struct operand){.kind = OPERAND_NOTHING, .type = &type_void};
}

struct operand register_operand(const struct type *type, unsigned reg) {
    return (struct operand){.kind = OPERAND_REGISTER, .type = type, .reg = reg};
}

struct operand constant_operand(const struct type *type, union value value) {
    return (struct operand){.kind = OPERAND_CONSTANT, .type = type, .value = value};
}

struct operand result_at(const struct type *type, unsigned reg) {
    return type->kind == TYPE_VOID     ? nothing()
           : type->kind == TYPE_STRUCT ? (struct operand){.kind = OPERAND_FRAME, .type = type, .reg = reg}
                                       : register_operand(type, reg);
}

struct operand part_of(struct operand object, const struct type *type, size_t offset) {
    object.type = type;
    object.offset += offset;
    if (object.kind == OPERAND_STATIC) {
        object.value.u += offset;
    }
    return object;
}

bool has_address(const struct operand *operand) {
    return operand->kind == OPERAND_MEMORY || operand->kind == OPERAND_FRAME;
}

struct operand object_at(const struct type *type, unsigned address) {
    return (struct operand){.kind = OPERAND_MEMORY, .type = type, .reg = address};
}

unsigned to_address(struct compiler *compiler, const struct node *node, struct operand operand) {
    if (!has_address(&operand)) {
        reject(compiler, node, "the address of such a value");
    }
    const bool fits = operand.offset <= UINT16_MAX, in_frame = operand.kind == OPERAND_FRAME;
    const unsigned offset = fits ? (unsigned)operand.offset : 0;
    const unsigned reg = in_frame ? emit_value(compiler, OP_ADDRESS, operand.reg, offset) : operand.reg;
    if (operand.offset == 0 || (fits && in_frame)) {
        return reg;
    }
    const unsigned sum = take_registers(compiler, 2);
    if (fits) {
        emit(compiler, OP_ADD_BYTES, sum, reg, offset);
    } else {
        emit_constant(compiler, sum + 1, (union value){.u = operand.offset});
        emit(compiler, OP_ADD_SCALED, sum, reg, sum + 1);
        emit_next(compiler, (union value){.i = 1});
    }
    return sum;
}

unsigned to_referred(struct compiler *compiler, const struct node *node, const struct type *type) {
    struct operand object = compile_expression(compiler, node);
    if (!converts(&object, type)) {
        wrong(compiler, node, "a reference needs a variable of its type");
    }
    if (!has_address(&object)) { // const T &x = 1
        const struct operand copy = new_object(compiler, type->of);
        put_into(compiler, node, object, type->of, copy.reg);
        object = copy;
    }
    return to_address(compiler, node, object);
}

// The token where compilers say that an expression is.
static int token_of(const struct node *node) {
    return node->sign[0] != '\0' && node->child != NULL && node->kind != NODE_UNARY ? node->child->end
                                                                                    : node->first;
}

static struct operand load(struct compiler *compiler, const struct node *node, struct operand operand) {
    const uint32_t before = set_place(compiler, token_of(node));
    const unsigned address = to_address(compiler, node, operand);
    const unsigned reg = emit_value(
        compiler, (operand.type->is_volatile ? OP_LOAD_VOLATILE : OP_LOAD) + operand.type->cell, address, 0);
    compiler->place = before;
    return register_operand(operand.type, reg);
}

// A built-in variable as a whole: a copy in the frame.
static struct operand built_in(struct compiler *compiler, const struct node *node, struct operand operand) {
    const struct type *number = type_of_cell(CELL_U32);
    const struct operand copy = new_object(compiler, operand.type);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned reg = emit_value(compiler, OP_BUILT_IN, operand.reg + i, 0);
        store(compiler, node, part_of(copy, number, i * number->size), reg);
    }
    return copy;
}

struct operand to_value(struct compiler *compiler, const struct node *node, struct operand operand) {
    switch (operand.kind) {
    case OPERAND_VARIABLE:
        return register_operand(operand.type, operand.reg);
    case OPERAND_MEMORY:
    case OPERAND_FRAME:
        if (operand.type->kind == TYPE_ARRAY) {
            const unsigned pointer = to_address(compiler, node, operand);
            return register_operand(type_pointer(&compiler->arena, operand.type->of), pointer);
        }
        return type_is_scalar(operand.type) ? load(compiler, node, operand) : operand;
    case OPERAND_BUILT_IN:
        return built_in(compiler, node, operand);
    case OPERAND_FUNCTION: {
        struct function *function = (struct function *)operand.function;
        if (function->overload != NULL || function->is_template || function->node == NULL) {
            reject(compiler, node, "such a function as a value");
        }
        return constant_operand(type_pointer(&compiler->arena, operand.type),
                                (union value){.u = function_index(compiler, function) + 1});
    }
    case OPERAND_REGISTER:
    case OPERAND_CONSTANT:
    case OPERAND_STATIC:
    case OPERAND_NOTHING:
        break;
    }
    return operand;
}

unsigned to_register(struct compiler *compiler, const struct node *node, struct operand operand) {
    const struct operand value = to_value(compiler, node, operand);
    if (value.kind == OPERAND_CONSTANT) {
        const unsigned reg = take_registers(compiler, 1);
        emit_constant(compiler, reg, value.value);
        return reg;
    }
    if (value.kind != OPERAND_REGISTER) {
        wrong(compiler, node, value.kind == OPERAND_NOTHING ? "this has no value" : "a struct is no number");
    }
    return value.reg;
}

void store(struct compiler *compiler, const struct node *node, struct operand object, unsigned value) {
    const unsigned address = to_address(compiler, node, object);
    emit(compiler, (object.type->is_volatile ? OP_STORE_VOLATILE : OP_STORE) + object.type->cell, 0, address,
         value);
}

void copy_object(struct compiler *compiler, const struct node *node, struct operand to, struct operand from) {
    // Of host code the simulator sees what it does with its own variables, too.
    const bool both_own =
        to.kind == OPERAND_FRAME && from.kind == OPERAND_FRAME && compiler->function->device;
    const unsigned source = to_address(compiler, node, from), target = to_address(compiler, node, to);
    emit(compiler, both_own ? OP_MOVE_MEMORY : OP_COPY, target, source, (unsigned)to.type->alignment);
    emit_next(compiler, (union value){.u = to.type->size});
}

// -------------------------------------------------------------------------------------------------- conversions
static bool is_signed(enum cell cell) {
    return cell == CELL_I8 || cell == CELL_I16 || cell == CELL_I32 || cell == CELL_I64;
}

// Does each value of the one integer type have the same register in the other?
static bool same_in_register(enum cell from, enum cell to) {
    static const int bits[] = {[CELL_I8] = 8,   [CELL_U8] = 8,   [CELL_I16] = 16, [CELL_U16] = 16,
                               [CELL_I32] = 32, [CELL_U32] = 32, [CELL_I64] = 64, [CELL_U64] = 64};
    return bits[to] == 64 || from == to ||
           (is_signed(from) == is_signed(to) ? bits[from] <= bits[to]
                                             : !is_signed(from) && bits[from] < bits[to]);
}

// The operation that converts a number of one type to another. 0: none is needed.
static unsigned conversion(const struct type *from, const struct type *to) {
    const enum cell is = from->cell, wanted = to->cell;
    if (to->kind == TYPE_BOOL) {
        return from->kind == TYPE_BOOL ? 0 : OP_TO_BOOL + (is < CELL_I32 ? NUMBER_I32 : type_number(from));
    }
    if (is == wanted || (is < CELL_F32 && wanted < CELL_F32 && same_in_register(is, wanted))) {
        return 0;
    }
    return is >= CELL_F32       ? (is == CELL_F32 ? OP_F32_TO : OP_F64_TO) + wanted
           : wanted >= CELL_F32 ? (is_signed(is) ? OP_I64_TO : OP_U64_TO) + (wanted - CELL_I32)
                                : OP_TRUNCATE + wanted;
}

union value fold_conversion(union value value, const struct type *from, const struct type *to) {
    const unsigned operation = conversion(from, to);
    union value made = value;
    return operation == 0 || !fold(operation, value, value, &made) ? value : made;
}

static struct operand convert_number(struct compiler *compiler, const struct node *node, struct operand value,
                                     const struct type *type) {
    const unsigned operation = conversion(value.type, type);
    if (operation == 0) {
        return value;
    }
    return register_operand(type,
                            emit_value(compiler, operation, to_register(compiler, node, value), type->other));
}

static bool is_null(const struct operand *operand) {
    return operand->kind == OPERAND_CONSTANT && operand->value.u == 0 &&
           (type_is_integer(operand->type) || operand->type->kind == TYPE_POINTER);
}

static bool drops_qualifiers(const struct type *from, const struct type *to) {
    return (from->is_const && !to->is_const) || (from->is_volatile && !to->is_volatile);
}

// Can a pointer to the one be used as a pointer to the other?
static bool points_alike(const struct type *from, const struct type *to) {
    if (drops_qualifiers(from, to)) {
        return false;
    }
    return to->kind == TYPE_VOID || type_same(from, to) ||
           (to->kind == TYPE_POINTER && to->of->kind == TYPE_VOID &&
            from->kind == TYPE_POINTER); // cudaMalloc
}

bool converts(const struct operand *operand, const struct type *type) {
    const struct type *from = operand->type;
    if (type->kind == TYPE_REFERENCE) {
        const bool object = has_address(operand);
        return (object && type->of->kind == TYPE_VOID) || // of a native
               ((object || type->of->is_const) && type_same(from, type->of) &&
                !drops_qualifiers(from, type->of));
    }
    if (type_is_arithmetic(type)) {
        return type_is_arithmetic(from) || (type->kind == TYPE_BOOL && from->kind == TYPE_POINTER);
    }
    if (type->kind == TYPE_POINTER) {
        return is_null(operand) ||
               (from->kind == TYPE_FUNCTION &&
                (type_same(from, type->of) ||
                 (type->of->kind == TYPE_VOID && operand->function != NULL && operand->function->kernel))) ||
               ((from->kind == TYPE_POINTER || from->kind == TYPE_ARRAY) && points_alike(from->of, type->of));
    }
    return type_same(from, type) || (type->kind == TYPE_STRUCT && from->kind == TYPE_STRUCT &&
                                     type->structure->vector && from->structure->vector);
}

struct operand convert(struct compiler *compiler, const struct node *node, struct operand operand,
                       const struct type *type, bool is_cast) {
    if (type->kind == TYPE_VOID) {
        return nothing();
    }
    if (type->kind == TYPE_STRUCT) {
        if (type_is_integer(operand.type) && type->structure->vector) { // a dim3
            const struct operand made = construct(compiler, node, type, NULL);
            put(compiler, node, operand, part_of(made, type_of_cell(CELL_U32), 0));
            return made;
        }
        struct operand value = to_value(compiler, node, operand);
        if (operand.type->kind == TYPE_STRUCT && type->structure->vector && value.type->structure->vector) {
            value.type = type; // dim3 and uint3 have the same members
        }
        if (operand.type->kind != TYPE_STRUCT || value.type->structure != type->structure) {
            wrong(compiler, node, "this is no struct of that type");
        }
        return value;
    }
    struct operand value = to_value(compiler, node, operand);
    const bool between = is_cast && type_is_scalar(value.type) && type_is_scalar(type) &&
                         (type_is_integer(type) || type->kind == TYPE_POINTER) && !type_is_float(value.type);
    if (!converts(&value, type) && !between) {
        wrong(compiler, node, "this value does not have the type that is needed here");
    }
    if (value.kind == OPERAND_CONSTANT) {
        return constant_operand(type, value.type->kind == TYPE_POINTER && type->kind == TYPE_POINTER
                                          ? value.value
                                          : fold_conversion(value.value, value.type, type));
    }
    if (type_is_arithmetic(type)) {
        value = convert_number(compiler, node, value, type);
    } else if (type_is_integer(value.type)) { // an address
        value = convert_number(compiler, node, value, type_of_cell(CELL_U64));
    }
    value.type = type;
    return value;
}

void put(struct compiler *compiler, const struct node *node, struct operand value, struct operand object) {
    value = convert(compiler, node, value, object.type, false);
    if (object.type->kind == TYPE_STRUCT) {
        copy_object(compiler, node, object, value);
    } else if (has_address(&object)) {
        store(compiler, node, object, to_register(compiler, node, value));
    } else if (value.kind == OPERAND_CONSTANT) {
        emit_constant(compiler, object.reg, value.value);
    } else if (object.type->kind != TYPE_VOID) {
        const unsigned reg = to_register(compiler, node, value);
        if (reg != object.reg) {
            emit(compiler, OP_MOVE, object.reg, reg, 0);
        }
    }
}

void put_into(struct compiler *compiler, const struct node *node, struct operand value,
              const struct type *type, unsigned to) {
    put(compiler, node, value, result_at(type, to));
}

void compile_into(struct compiler *compiler, const struct node *node, const struct type *type, unsigned to) {
    initialize(compiler, node, result_at(type, to));
}

unsigned compile_condition(struct compiler *compiler, const struct node *node) {
    const struct operand value = to_value(compiler, node, compile_expression(compiler, node));
    if (!type_is_scalar(value.type)) {
        reject(compiler, node, "such a condition");
    }
    return to_register(compiler, node,
                       type_is_float(value.type) ? convert(compiler, node, value, &type_bool, false) : value);
}

// ---------------------------------------------------------------------------------------------------- constants
struct operand look_at(struct compiler *compiler, const struct node *node, bool as_value) {
    struct program *program = compiler->program;
    const uint32_t code_count = program->code_count;
    const unsigned next_register = compiler->next_register;
    struct operand operand = compile_expression(compiler, node);
    operand = as_value ? to_value(compiler, node, operand) : operand;
    if (operand.kind == OPERAND_CONSTANT && program->code_count != code_count) {
        operand.kind = OPERAND_REGISTER;
    }
    program->code_count = code_count;
    compiler->next_register = next_register;
    return operand;
}

bool constant_value(struct compiler *compiler, const struct node *node, const struct type *type,
                    union value *value) {
    const struct operand operand = look_at(compiler, node, true);
    *value = operand.kind == OPERAND_CONSTANT ? fold_conversion(operand.value, operand.type, type) : *value;
    return operand.kind == OPERAND_CONSTANT;
}

int64_t constant_integer(struct compiler *compiler, const struct node *node) {
    const struct operand operand = node == NULL ? nothing() : look_at(compiler, node, true);
    if (operand.kind != OPERAND_CONSTANT || !type_is_integer(operand.type)) {
        wrong(compiler, node, "a constant is needed here");
    }
    return operand.value.i;
}

// 0x1Fu, 1'000, 1e-3f, .5
static struct operand compile_number(struct compiler *compiler, const struct node *node) {
    const struct token *token = &compiler->tree->tokens[node->first];
    const char *text = compiler->tree->text + token->offset;
    char digits[64], *end;
    size_t length = 0;
    for (size_t i = 0; i < token->length && length + 1 < sizeof(digits); i++) {
        if (text[i] != '\'') {
            digits[length++] = text[i];
        }
    }
    digits[length] = '\0';
    const int base = digits[0] == '0' ? digits[1] | 32 : 0; // 'x', 'b', or another
    union value value = {.u = 0};
    if (strpbrk(digits, base == 'x' ? ".pP" : ".eE") != NULL) {
        value.d = strtod(digits, &end);
        if (*end == 'f' || *end == 'F') {
            value.u = 0;
            value.f = strtof(digits, &end);
            return constant_operand(type_of_cell(CELL_F32), value);
        }
        return constant_operand(type_of_cell(CELL_F64), value);
    }
    static const uint64_t greatest[] = {INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX};
    value.u = base == 'b' ? strtoull(digits + 2, &end, 2) : strtoull(digits, &end, 0);
    const bool is_unsigned = strpbrk(end, "uU") != NULL, decimal = digits[0] != '0';
    unsigned number = strpbrk(end, "lL") != NULL ? NUMBER_I64 : NUMBER_I32;
    if (strspn(end, "uUlLzZ") != strlen(end)) {
        reject(compiler, node, "the number %s", digits);
    }
    while (value.u > greatest[number] || (is_unsigned && number % 2 == 0) ||
           (decimal && !is_unsigned && number == NUMBER_U32)) {
        number++;
    }
    return constant_operand(type_of_number((enum number)number), value);
}

// The character behind a backslash, or the character itself. Moves *at past it.
static char read_character(const char *text, size_t length, size_t *at) {
    static const char escapes[] = "n\nt\tr\r0\0a\ab\bf\fv\v\\\\''\"\"";
    char c = text[(*at)++];
    if (c == '\\' && *at < length) {
        c = text[(*at)++];
        for (size_t i = 0; i + 1 < sizeof(escapes); i += 2) {
            if (escapes[i] == c) {
                return escapes[i + 1];
            }
        }
    }
    return c;
}

static struct operand compile_string(struct compiler *compiler, const struct node *node) {
    char *all = take(compiler, tree_end(compiler->tree, node) - tree_begin(compiler->tree, node) + 1);
    size_t length = 0;
    for (int i = node->first; i < node->end; i++) {
        const struct token *token = &compiler->tree->tokens[i];
        const char *text = compiler->tree->text + token->offset;
        if (token->kind != TOKEN_STRING || text[0] != '"') {
            reject(compiler, node, "such a string");
        }
        for (size_t at = 1; at + 1 < token->length;) {
            all[length++] = read_character(text, token->length, &at);
        }
    }
    const struct type *of = type_qualified(&compiler->arena, type_of_cell(CELL_I8), true, false);
    return constant_operand(type_pointer(&compiler->arena, of),
                            (union value){.u = (uintptr_t)add_string(compiler, all, length)});
}

static struct operand compile_character(struct compiler *compiler, const struct node *node) {
    const struct token *token = &compiler->tree->tokens[node->first];
    const char *text = compiler->tree->text + token->offset;
    size_t at = 1;
    if (text[0] != '\'' || token->length < 3) {
        reject(compiler, node, "such a character");
    }
    const char c = read_character(text, token->length, &at);
    return constant_operand(type_of_cell(CELL_I8), (union value){.i = c});
}

static struct operand compile_sizeof(struct compiler *compiler, const struct node *node) {
    const struct node *inner = node->child;
    while (inner != NULL && inner->kind == NODE_PARENTHESES) {
        inner = inner->child;
    }
    if (inner == NULL || tree_token_is(compiler->tree, node->first, "typeid")) {
        reject(compiler, node, "such a sizeof");
    }
    const struct type *type =
        inner->kind == NODE_TYPE ? type_of_node(compiler, inner) : named_type(compiler, inner);
    type = type != NULL ? type : look_at(compiler, inner, false).type;
    if (type->kind == TYPE_VOID || type->kind == TYPE_FUNCTION || type->size == 0) {
        reject(compiler, node, "the size of such a type");
    }
    const bool of_size = tree_token_is(compiler->tree, node->first, "sizeof");
    return constant_operand(type_of_cell(CELL_U64),
                            (union value){.u = of_size ? type->size : type->alignment});
}

// -------------------------------------------------------------------------------------------------------- names
static struct operand operand_of_symbol(struct compiler *compiler, const struct node *node,
                                        const struct symbol *symbol) {
    struct operand operand = {.type = symbol->type, .reg = symbol->reg};
    switch (symbol->kind) {
    case SYMBOL_REGISTER:
        operand.kind = OPERAND_VARIABLE;
        break;
    case SYMBOL_REFERENCE:
        operand.kind = OPERAND_MEMORY;
        break;
    case SYMBOL_FRAME:
        operand.kind = OPERAND_FRAME;
        break;
    case SYMBOL_SHARED:
        operand.kind = OPERAND_MEMORY;
        operand.reg = take_registers(compiler, 1);
        emit_number(compiler, OP_SHARED, operand.reg, symbol->index);
        break;
    case SYMBOL_STATIC:
        operand.kind = OPERAND_MEMORY;
        operand.reg = take_registers(compiler, 1);
        emit_number(compiler, OP_STATIC, operand.reg, (uint32_t)symbol->offset);
        break;
    case SYMBOL_CONSTANT:
        return constant_operand(symbol->type, symbol->value);
    case SYMBOL_FUNCTION:
        operand.kind = OPERAND_FUNCTION;
        operand.type = type_function(&compiler->arena, symbol->function, symbol->function->result);
        operand.function = symbol->function;
        break;
    case SYMBOL_TYPE:
    case SYMBOL_STRUCT:
        wrong(compiler, node, "a type is no value");
    }
    return operand;
}

static struct operand compile_built_in(struct compiler *compiler, const struct node *node) {
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (unsigned i = 0; i < 4; i++) {
        if (tree_name_is(compiler->tree, node, names[i])) {
            if (!compiler->function->device) {
                wrong(compiler, node, "'%s' is only in device code", names[i]);
            }
            const struct symbol *type = find_struct(compiler, name_of(compiler, i < 2 ? "uint3" : "dim3"));
            return (struct operand){.kind = OPERAND_BUILT_IN, .type = type->type, .reg = 3 * i};
        }
    }
    undeclared(compiler, node, name_of_token(compiler, node->name), "is not declared");
}

static struct operand compile_name(struct compiler *compiler, const struct node *node) {
    const struct tree *tree = compiler->tree;
    if (tree_name_is(tree, node, "true") || tree_name_is(tree, node, "false")) {
        return constant_operand(&type_bool, (union value){.u = tree_name_is(tree, node, "true")});
    }
    if (tree_name_is(tree, node, "nullptr")) {
        return constant_operand(type_pointer(&compiler->arena, &type_void), (union value){.u = 0});
    }
    check_namespace(compiler, node);
    const struct symbol *symbol = find_symbol(compiler, name_of_token(compiler, node->name));
    return symbol == NULL ? compile_built_in(compiler, node) : operand_of_symbol(compiler, node, symbol);
}

// -------------------------------------------------------------------------------------------------------- casts
// (T)x, static_cast<T>(x), T{x}
static struct operand compile_cast(struct compiler *compiler, const struct node *node) {
    const struct node *named = node->child, *value = named->next;
    if (value == NULL || tree_token_is(compiler->tree, node->first, "dynamic_cast")) {
        reject(compiler, node, "such a cast");
    }
    const struct type *type =
        named->kind == NODE_NAME ? named_type(compiler, named) : type_of_node(compiler, named);
    if (type == NULL) {
        reject(compiler, named, "such a type");
    }
    if (type->kind == TYPE_REFERENCE) {
        reject(compiler, node, "a cast to a reference");
    }
    if (value->kind == NODE_LIST) {
        return construct(compiler, node, type, value->child);
    }
    return convert(compiler, value, compile_expression(compiler, value), type, true);
}

// -------------------------------------------------------------------------------------------------- expressions
static struct operand compile_comma(struct compiler *compiler, const struct node *node) {
    const struct node *next = node->child;
    for (; next->next != NULL; next = next->next) {
        compile_expression(compiler, next);
    }
    return compile_expression(compiler, next);
}

// f<4> as a value
static struct operand compile_template_name(struct compiler *compiler, const struct node *node) {
    const struct symbol *symbol = find_symbol(compiler, name_of_token(compiler, node->name));
    struct function *function = symbol != NULL && symbol->kind == SYMBOL_FUNCTION &&
                                        symbol->function->is_template && symbol->function->overload == NULL
                                    ? instantiate(compiler, symbol->function, node, NULL, 0)
                                    : NULL;
    if (function == NULL) {
        reject(compiler, node, "such a template");
    }
    const struct type *type = type_function(&compiler->arena, function, function->result);
    return constant_operand(type_pointer(&compiler->arena, type),
                            (union value){.u = function_index(compiler, function) + 1});
}

// A variable with the name of a type.
static struct operand compile_type(struct compiler *compiler, const struct node *node) {
    const struct node *name = node->child;
    if (name == NULL || name->end != node->end || name->first != node->first ||
        (name->kind != NODE_NAME && name->kind != NODE_TEMPLATE_NAME)) {
        wrong(compiler, node, "a type is no value");
    }
    return (name->kind == NODE_NAME ? compile_name : compile_template_name)(compiler, name);
}

static struct operand compile_parentheses(struct compiler *compiler, const struct node *node) {
    if (node->child == NULL || node->child->next != NULL) {
        reject(compiler, node, "such parentheses");
    }
    return compile_expression(compiler, node->child);
}

struct operand compile_expression(struct compiler *compiler, const struct node *node) {
    static struct operand (*const kinds[NODE_KIND_COUNT])(struct compiler *, const struct node *) = {
        [NODE_TYPE] = compile_type,
        [NODE_NAME] = compile_name,
        [NODE_TEMPLATE_NAME] = compile_template_name,
        [NODE_NUMBER] = compile_number,
        [NODE_STRING] = compile_string,
        [NODE_CHARACTER] = compile_character,
        [NODE_PARENTHESES] = compile_parentheses,
        [NODE_SIZEOF] = compile_sizeof,
        [NODE_NEW] = compile_new,
        [NODE_DELETE] = compile_delete,
        [NODE_CAST] = compile_cast,
        [NODE_COMMA] = compile_comma,
        [NODE_BINARY] = compile_binary,
        [NODE_UNARY] = compile_unary,
        [NODE_POSTFIX] = compile_postfix,
        [NODE_ASSIGNMENT] = compile_assignment,
        [NODE_CONDITIONAL] = compile_conditional,
        [NODE_INDEX] = compile_index,
        [NODE_MEMBER] = compile_member,
        [NODE_CALL] = compile_call,
        [NODE_LAUNCH] = compile_launch};
    check_complete(compiler, node);
    const uint32_t before = set_place(compiler, token_of(node));
    if (kinds[node->kind] == NULL) {
        reject(compiler, node, "a %s", tree_kind_name(node->kind));
    }
    struct operand operand = kinds[node->kind](compiler, node);
    if (compiler->compared.node != NULL) {
        operand = notify_compared(compiler, node, operand);
    }
    compiler->place = before;
    return operand;
}
