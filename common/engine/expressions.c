// Expressions: operands, and conversions between their types.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arithmetic.h"
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

struct operand object_at(const struct type *type, unsigned address) {
    return (struct operand){.kind = OPERAND_MEMORY, .type = type, .reg = address};
}

unsigned to_address(struct compiler *compiler, const struct node *node, struct operand operand) {
    unsigned reg = operand.reg;
    if (operand.kind != OPERAND_MEMORY && operand.kind != OPERAND_FRAME) {
        reject(compiler, node, "the address of such a value");
    }
    const bool fits = operand.offset <= UINT16_MAX;
    if (operand.kind == OPERAND_FRAME) {
        reg = take_registers(compiler, 1);
        emit(compiler, OP_ADDRESS, reg, operand.reg, fits ? (unsigned)operand.offset : 0);
        operand.offset = fits ? 0 : operand.offset;
    }
    if (operand.offset != 0) {
        const unsigned sum = take_registers(compiler, 2);
        if (fits) {
            emit(compiler, OP_ADD_BYTES, sum, reg, (unsigned)operand.offset);
        } else {
            const union value offset = {.u = operand.offset};
            emit_number(compiler, OP_CONSTANT, sum + 1, add_constant(compiler, offset));
            emit(compiler, OP_ADD_SCALED, sum, reg, sum + 1);
            emit_next(compiler, (union value){.i = 1});
        }
        reg = sum;
    }
    return reg;
}

// The token where compilers say that an expression is.
static int token_of(const struct node *node) {
    return node->sign[0] != '\0' && node->child != NULL && node->kind != NODE_UNARY ? node->child->end
                                                                                    : node->first;
}

static struct operand load(struct compiler *compiler, const struct node *node, struct operand operand) {
    const uint32_t before = set_place(compiler, token_of(node));
    const unsigned address = to_address(compiler, node, operand), reg = take_registers(compiler, 1);
    emit(compiler, (operand.type->is_volatile ? OP_LOAD_VOLATILE : OP_LOAD) + type_cell(operand.type), reg,
         address, 0);
    compiler->place = before;
    return register_operand(operand.type, reg);
}

// A built-in variable as a whole: a copy in the frame.
static struct operand built_in(struct compiler *compiler, const struct node *node, struct operand operand) {
    const struct operand copy = {
        .kind = OPERAND_FRAME, .type = operand.type, .reg = take_aligned(compiler, operand.type)};
    struct operand part = copy;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned reg = take_registers(compiler, 1);
        part.type = type_of_cell(CELL_U32);
        part.offset = i * part.type->size;
        emit(compiler, OP_BUILT_IN, reg, operand.reg + i, 0);
        store(compiler, node, part, reg);
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
    case OPERAND_NOTHING:
        break;
    }
    return operand;
}

unsigned to_register(struct compiler *compiler, const struct node *node, struct operand operand) {
    const struct operand value = to_value(compiler, node, operand);
    if (value.kind == OPERAND_CONSTANT) {
        const unsigned reg = take_registers(compiler, 1);
        emit_number(compiler, OP_CONSTANT, reg, add_constant(compiler, value.value));
        return reg;
    }
    if (value.kind != OPERAND_REGISTER) {
        wrong(compiler, node, value.kind == OPERAND_NOTHING ? "this has no value" : "a struct is no number");
    }
    return value.reg;
}

void store(struct compiler *compiler, const struct node *node, struct operand object, unsigned value) {
    const unsigned address = to_address(compiler, node, object);
    emit(compiler, (object.type->is_volatile ? OP_STORE_VOLATILE : OP_STORE) + type_cell(object.type), 0,
         address, value);
}

void copy_struct(struct compiler *compiler, const struct node *node, struct operand to, struct operand from) {
    if (from.type->kind != TYPE_STRUCT || from.type->structure != to.type->structure) {
        wrong(compiler, node, "this is no struct of that type");
    }
    copy_object(compiler, node, to, from);
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

bool fold(unsigned operation, union value a, union value b, union value *result) {
    *result = (union value){.u = 0};
#define TO                    (*result)
#define A                     a
#define B                     b
#define ON_DIVISION()         return false
#define ON_SHIFT(width, by)   return false
#define ON_LOSS(number, cell) return false
    switch (operation) {
        ARITHMETIC
    default:
        return false;
    }
    return true;
#undef TO
#undef A
#undef B
}

// The operation that converts a number of one type to another. 0: none is needed.
static unsigned conversion(const struct type *from, const struct type *to) {
    const enum cell is = type_cell(from), wanted = type_cell(to);
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
    const unsigned reg = to_register(compiler, node, value), made = take_registers(compiler, 1);
    emit(compiler, operation, made, reg, type->other);
    return register_operand(type, made);
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
        const bool object = operand->kind == OPERAND_MEMORY || operand->kind == OPERAND_FRAME;
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
        if (type_is_integer(operand.type) && type->structure->name == name_of(compiler, "dim3")) {
            return construct(compiler, node, type, node, node->next);
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

void put_into(struct compiler *compiler, const struct node *node, struct operand operand,
              const struct type *type, unsigned to) {
    if (type->kind == TYPE_VOID) {
        return;
    }
    if (type->kind == TYPE_STRUCT) {
        const struct operand object = {.kind = OPERAND_FRAME, .type = type, .reg = to};
        copy_struct(compiler, node, object, convert(compiler, node, operand, type, false));
        return;
    }
    const struct operand value = convert(compiler, node, operand, type, false);
    if (value.kind == OPERAND_CONSTANT) {
        emit_number(compiler, OP_CONSTANT, to, add_constant(compiler, value.value));
    } else {
        const unsigned reg = to_register(compiler, node, value);
        if (reg != to) {
            emit(compiler, OP_MOVE, to, reg, 0);
        }
    }
}

void compile_into(struct compiler *compiler, const struct node *node, const struct type *type, unsigned to) {
    const unsigned mark = compiler->next_register;
    if (node->kind == NODE_LIST) {
        if (type->kind == TYPE_STRUCT) {
            initialize_memory(compiler, node,
                              (struct operand){.kind = OPERAND_FRAME, .type = type, .reg = to});
            return;
        }
        reject(compiler, node, "such a list");
    }
    put_into(compiler, node, compile_expression(compiler, node), type, to);
    compiler->next_register = mark;
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
bool constant_value(struct compiler *compiler, const struct node *node, union value *value,
                    const struct type **type) {
    struct program *program = compiler->program;
    const uint32_t code_count = program->code_count;
    const unsigned next_register = compiler->next_register;
    struct operand operand = compile_expression(compiler, node);
    if (operand.kind == OPERAND_FUNCTION) {
        operand = to_value(compiler, node, operand);
    }
    const bool constant = operand.kind == OPERAND_CONSTANT && program->code_count == code_count;
    program->code_count = code_count;
    compiler->next_register = next_register;
    *value = operand.value;
    *type = operand.type;
    return constant;
}

int64_t constant_integer(struct compiler *compiler, const struct node *node) {
    union value value = {.u = 0};
    const struct type *type = NULL;
    if (node == NULL || !constant_value(compiler, node, &value, &type) || !type_is_integer(type)) {
        wrong(compiler, node, "a constant is needed here");
    }
    return value.i;
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
    const bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    const bool binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
    if (strpbrk(digits, hexadecimal ? ".pP" : ".eE") != NULL) {
        const double number = strtod(digits, &end);
        union value value = {.u = 0};
        if (*end == 'f' || *end == 'F') {
            value.f = strtof(digits, &end);
            return constant_operand(type_of_cell(CELL_F32), value);
        }
        value.d = number;
        return constant_operand(type_of_cell(CELL_F64), value);
    }
    const uint64_t number = binary ? strtoull(digits + 2, &end, 2) : strtoull(digits, &end, 0);
    const bool is_unsigned = strpbrk(end, "uU") != NULL, is_long = strpbrk(end, "lL") != NULL;
    if (strspn(end, "uUlLzZ") != strlen(end)) {
        reject(compiler, node, "the number %s", digits);
    }
    const bool decimal = digits[0] != '0';
    enum cell cell = is_unsigned           ? (is_long || number > UINT32_MAX ? CELL_U64 : CELL_U32)
                     : is_long             ? (number > INT64_MAX ? CELL_U64 : CELL_I64)
                     : number <= INT32_MAX ? CELL_I32
                     : number <= UINT32_MAX && !decimal ? CELL_U32
                     : number <= INT64_MAX              ? CELL_I64
                                                        : CELL_U64;
    return constant_operand(type_of_cell(cell), (union value){.u = number});
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
    struct program *program = compiler->program;
    const struct type *type;
    if (node->child == NULL) {
        reject(compiler, node, "such a sizeof");
    }
    const struct node *inner = node->child;
    while (inner->kind == NODE_PARENTHESES && inner->child != NULL) {
        inner = inner->child;
    }
    const struct symbol *named =
        inner->kind == NODE_NAME ? find_symbol(compiler, name_of_token(compiler, inner->name)) : NULL;
    if (inner->kind == NODE_TYPE) {
        type = type_of_node(compiler, inner);
    } else if (named != NULL && (named->kind == SYMBOL_TYPE || named->kind == SYMBOL_STRUCT)) {
        type = named->type;
    } else {
        const uint32_t code_count = program->code_count;
        const unsigned next_register = compiler->next_register;
        type = compile_expression(compiler, node->child).type;
        program->code_count = code_count; // it is not evaluated
        compiler->next_register = next_register;
    }
    const bool alignment = !tree_token_is(compiler->tree, node->first, "sizeof");
    if (type->kind == TYPE_VOID || type->kind == TYPE_FUNCTION || type->size == 0 ||
        tree_token_is(compiler->tree, node->first, "typeid")) {
        reject(compiler, node, "the size of such a type");
    }
    return constant_operand(type_of_cell(CELL_U64),
                            (union value){.u = alignment ? type->alignment : type->size});
}

// -------------------------------------------------------------------------------------------------------- names
struct operand operand_of_symbol(struct compiler *compiler, const struct node *node,
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
    case SYMBOL_NAMESPACE:
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
    if (tree_name_is(compiler->tree, node, "warpSize")) {
        return constant_operand(type_of_cell(CELL_I32), (union value){.i = 32});
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
    const bool of_std = node->end == node->first + 4 && tree_token_is(tree, node->first, "std");
    if (node->end != node->first + 1 && !of_std) {
        reject(compiler, node, "a name of a namespace");
    }
    const struct symbol *symbol = find_symbol(compiler, name_of_token(compiler, node->name));
    return symbol == NULL ? compile_built_in(compiler, node) : operand_of_symbol(compiler, node, symbol);
}

// -------------------------------------------------------------------------------------------------------- casts
// (T)x, static_cast<T>(x), T{x}
static struct operand compile_cast(struct compiler *compiler, const struct node *node) {
    const struct node *named = node->child, *value = named->next;
    const struct type *type;
    if (value == NULL || tree_token_is(compiler->tree, node->first, "dynamic_cast")) {
        reject(compiler, node, "such a cast");
    }
    if (named->kind == NODE_NAME) {
        const struct symbol *symbol = find_symbol(compiler, name_of_token(compiler, named->name));
        if (symbol == NULL || (symbol->kind != SYMBOL_TYPE && symbol->kind != SYMBOL_STRUCT)) {
            reject(compiler, named, "such a type");
        }
        type = symbol->type;
    } else {
        type = type_of_node(compiler, named);
    }
    if (type->kind == TYPE_REFERENCE) {
        reject(compiler, node, "a cast to a reference");
    }
    if (value->kind == NODE_LIST) {
        return construct(compiler, node, type, value->child, NULL);
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

static struct operand compile_one(struct compiler *compiler, const struct node *node);

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

static struct operand compile_one(struct compiler *compiler, const struct node *node) {
    switch (node->kind) {
    case NODE_TYPE: // a variable with the name of a type
        if (node->child == NULL || node->child->end != node->end || node->child->first != node->first ||
            (node->child->kind != NODE_NAME && node->child->kind != NODE_TEMPLATE_NAME)) {
            wrong(compiler, node, "a type is no value");
        }
        return compile_one(compiler, node->child);
    case NODE_NAME:
        return compile_name(compiler, node);
    case NODE_TEMPLATE_NAME:
        return compile_template_name(compiler, node);
    case NODE_NUMBER:
        return compile_number(compiler, node);
    case NODE_STRING:
        return compile_string(compiler, node);
    case NODE_CHARACTER:
        return compile_character(compiler, node);
    case NODE_PARENTHESES:
        if (node->child == NULL || node->child->next != NULL) {
            reject(compiler, node, "such parentheses");
        }
        return compile_expression(compiler, node->child);
    case NODE_SIZEOF:
        return compile_sizeof(compiler, node);
    case NODE_NEW:
        return compile_new(compiler, node);
    case NODE_DELETE:
        return compile_delete(compiler, node);
    case NODE_CAST:
        return compile_cast(compiler, node);
    case NODE_COMMA:
        return compile_comma(compiler, node);
    case NODE_BINARY:
        return compile_binary(compiler, node);
    case NODE_UNARY:
        return compile_unary(compiler, node);
    case NODE_POSTFIX:
        return compile_postfix(compiler, node);
    case NODE_ASSIGNMENT:
        return compile_assignment(compiler, node);
    case NODE_CONDITIONAL:
        return compile_conditional(compiler, node);
    case NODE_INDEX:
        return compile_index(compiler, node);
    case NODE_MEMBER:
        return compile_member(compiler, node);
    case NODE_CALL:
        return compile_call(compiler, node);
    case NODE_LAUNCH:
        return compile_launch(compiler, node);
    default:
        reject(compiler, node, "a %s", tree_kind_name(node->kind));
    }
}

struct operand compile_expression(struct compiler *compiler, const struct node *node) {
    check_complete(compiler, node);
    const uint32_t before = set_place(compiler, token_of(node));
    struct operand operand = compile_one(compiler, node);
    if (compiler->compared.node != NULL) {
        operand = notify_compared(compiler, node, operand);
    }
    compiler->place = before;
    return operand;
}
