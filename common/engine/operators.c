// Operators.
#include <stdio.h>
#include <string.h>

#include "compiler.h"

static struct operand compile_operand(struct compiler *compiler, const struct node *node) {
    return to_value(compiler, node, compile_expression(compiler, node));
}

// ------------------------------------------------------------------------------------------------------ numbers
static const struct {
    const char *sign;
    unsigned operation;
    bool swaps, compares, shifts, of_integers;
} binaries[] = {
    {"+", OP_ADD, false, false, false, false},        {"-", OP_SUBTRACT, false, false, false, false},
    {"*", OP_MULTIPLY, false, false, false, false},   {"/", OP_DIVIDE, false, false, false, false},
    {"%", OP_REMAINDER, false, false, false, true},   {"&", OP_AND, false, false, false, true},
    {"|", OP_OR, false, false, false, true},          {"^", OP_XOR, false, false, false, true},
    {"<<", OP_SHIFT_LEFT, false, false, true, true},  {">>", OP_SHIFT_RIGHT, false, false, true, true},
    {"<", OP_LESS, false, true, false, false},        {">", OP_LESS, true, true, false, false},
    {"<=", OP_LESS_EQUAL, false, true, false, false}, {">=", OP_LESS_EQUAL, true, true, false, false},
    {"==", OP_EQUAL, false, true, false, false},      {"!=", OP_UNEQUAL, false, true, false, false}};

static int find_binary(struct compiler *compiler, const struct node *node, const char *sign) {
    for (size_t i = 0; i < sizeof(binaries) / sizeof(*binaries); i++) {
        if (strcmp(binaries[i].sign, sign) == 0) {
            return (int)i;
        }
    }
    reject(compiler, node, "the operator %s", sign);
}

// a op b, of two values that are numbers. `node`: the whole expression.
static struct operand compute(struct compiler *compiler, const struct node *node, int which, struct operand a,
                              struct operand b) {
    const struct type *type = type_of_number(
        binaries[which].shifts ? type_number(a.type) : type_common(type_number(a.type), type_number(b.type)));
    const enum number number = type_number(type);
    if (!type_is_arithmetic(a.type) || !type_is_arithmetic(b.type) ||
        (binaries[which].of_integers && (!type_is_integer(a.type) || !type_is_integer(b.type)))) {
        wrong(compiler, node, "%s does not take such values", binaries[which].sign);
    }
    a = convert(compiler, node, a, type, false);
    b = binaries[which].shifts ? to_value(compiler, node, b) : convert(compiler, node, b, type, false);
    const struct type *made = binaries[which].compares ? &type_bool : type;
    union value value;
    const bool swaps = binaries[which].swaps;
    if (a.kind == OPERAND_CONSTANT && b.kind == OPERAND_CONSTANT &&
        fold(binaries[which].operation + number, swaps ? b.value : a.value, swaps ? a.value : b.value,
             &value)) {
        return constant_operand(made, value);
    }
    const unsigned left = to_register(compiler, node, a), right = to_register(compiler, node, b);
    const unsigned reg = take_registers(compiler, 1);
    emit(compiler, binaries[which].operation + number, reg, swaps ? right : left, swaps ? left : right);
    return register_operand(made, reg);
}

// ----------------------------------------------------------------------------------------------------- pointers
// pointer + index, times `sign`
static struct operand advance(struct compiler *compiler, const struct node *node, struct operand pointer,
                              struct operand index, int sign) {
    const struct type *of = pointer.type->of;
    if (!type_is_integer(index.type) || of->kind == TYPE_FUNCTION || of->size == 0 || of->kind == TYPE_VOID) {
        reject(compiler, node, "such an address");
    }
    const unsigned base = to_register(compiler, node, pointer), by = to_register(compiler, node, index);
    const unsigned reg = take_registers(compiler, 1);
    emit(compiler, OP_ADD_SCALED, reg, base, by);
    emit_next(compiler, (union value){.i = sign * (int64_t)of->size});
    return register_operand(pointer.type, reg);
}

static bool is_pointer(const struct operand *operand) {
    return operand->type->kind == TYPE_POINTER;
}

static struct operand compute_pointers(struct compiler *compiler, const struct node *node, int which,
                                       struct operand a, struct operand b) {
    const char *sign = binaries[which].sign;
    if (strcmp(sign, "+") == 0 && is_pointer(&a) != is_pointer(&b)) {
        return is_pointer(&a) ? advance(compiler, node, a, b, 1) : advance(compiler, node, b, a, 1);
    }
    if (strcmp(sign, "-") == 0 && is_pointer(&a) && !is_pointer(&b)) {
        return advance(compiler, node, a, b, -1);
    }
    const bool one = is_pointer(&a) && is_pointer(&b);
    if (strcmp(sign, "-") == 0 && one && type_same(a.type->of, b.type->of) && a.type->of->size != 0) {
        const unsigned left = to_register(compiler, node, a), right = to_register(compiler, node, b);
        const unsigned reg = take_registers(compiler, 1);
        emit(compiler, OP_DISTANCE, reg, left, right);
        emit_next(compiler, (union value){.i = (int64_t)a.type->of->size});
        return register_operand(type_of_cell(CELL_I64), reg);
    }
    if (!binaries[which].compares || (!one && !converts(&a, b.type) && !converts(&b, a.type))) {
        wrong(compiler, node, "%s does not take such values", sign);
    }
    const unsigned left = to_register(compiler, node, a), right = to_register(compiler, node, b);
    const unsigned reg = take_registers(compiler, 1);
    const bool swaps = binaries[which].swaps;
    emit(compiler, binaries[which].operation + NUMBER_U64, reg, swaps ? right : left, swaps ? left : right);
    return register_operand(&type_bool, reg);
}

static struct operand compute_any(struct compiler *compiler, const struct node *node, int which,
                                  struct operand a, struct operand b) {
    return is_pointer(&a) || is_pointer(&b) ? compute_pointers(compiler, node, which, a, b)
                                            : compute(compiler, node, which, a, b);
}

// ------------------------------------------------------------------------------------------------------- binary
// a && b, a || b
static struct operand compile_logical(struct compiler *compiler, const struct node *node) {
    const unsigned reg = take_registers(compiler, 1);
    unsigned condition = compile_condition(compiler, node->child);
    emit(compiler, OP_TO_BOOL + NUMBER_U64, reg, condition, 0);
    uint32_t skip = 0;
    jump(compiler, node->sign[0] == '&' ? OP_JUMP_UNLESS : OP_JUMP_IF, reg, &skip);
    condition = compile_condition(compiler, node->child->next);
    emit(compiler, OP_TO_BOOL + NUMBER_U64, reg, condition, 0);
    land(compiler, skip, here(compiler));
    return register_operand(&type_bool, reg);
}

// Has the expression an effect, so that it is computed before what is on its left?
static bool has_effect(const struct node *expression) {
    for (const struct node *node = expression; node != NULL; node = tree_next(node, expression)) {
        if (node->kind == NODE_CALL || node->kind == NODE_ASSIGNMENT || node->kind == NODE_POSTFIX ||
            (node->kind == NODE_UNARY && (node->sign[1] == '+' || node->sign[1] == '-'))) {
            return true;
        }
    }
    return false;
}

// Is it x + x? Compilers make this 2 * x, and so read x once.
static bool is_double(struct compiler *compiler, const struct node *node) {
    const struct node *a = node->child, *b = a->next;
    if (strcmp(node->sign, "+") != 0 || a->end - a->first != b->end - b->first || has_effect(node)) {
        return false;
    }
    for (int i = 0; i < a->end - a->first; i++) {
        if (name_of_token(compiler, a->first + i) != name_of_token(compiler, b->first + i)) {
            return false;
        }
    }
    return true;
}

struct operand compile_binary(struct compiler *compiler, const struct node *node) {
    if (strcmp(node->sign, "&&") == 0 || strcmp(node->sign, "||") == 0) {
        return compile_logical(compiler, node);
    }
    const int which = find_binary(compiler, node, node->sign);
    const struct operand a = compile_operand(compiler, node->child);
    const bool same = is_double(compiler, node) && type_is_integer(a.type);
    const struct operand b = same ? a : compile_operand(compiler, node->child->next);
    return compute_any(compiler, node, which, a, b);
}

// -------------------------------------------------------------------------------------------------- assignments
static bool is_object(const struct operand *operand) {
    return operand->kind == OPERAND_VARIABLE || operand->kind == OPERAND_MEMORY ||
           operand->kind == OPERAND_FRAME;
}

static void assign_struct(struct compiler *compiler, const struct node *node, struct operand to,
                          struct operand from);

// Assigns objects of one type: the elements of an array one by one if they are such structs.
static void assign_object(struct compiler *compiler, const struct node *node, struct operand to,
                          struct operand from, const struct type *type) {
    to.type = from.type = type;
    if (type->kind == TYPE_STRUCT) {
        assign_struct(compiler, node, to, from);
    } else if (type->kind == TYPE_ARRAY && (type->of->kind == TYPE_ARRAY || type->of->kind == TYPE_STRUCT)) {
        for (size_t i = 0; i < type->length; i++) {
            assign_object(compiler, node, to, from, type->of);
            to.offset += type->of->size;
            from.offset += type->of->size;
        }
    } else {
        copy_object(compiler, node, to, from);
    }
}

// A struct is assigned as C++ does it: as a whole, or, with a member that has an assignment, member by member.
static void assign_struct(struct compiler *compiler, const struct node *node, struct operand to,
                          struct operand from) {
    const struct structure *structure = to.type->structure;
    if (structure->assigned || !structure->has_assigned || from.type->structure != structure) {
        copy_struct(compiler, node, to, from);
        return;
    }
    const size_t to_offset = to.offset, from_offset = from.offset;
    for (const struct member *member = structure->members; member != NULL; member = member->next) {
        const unsigned mark = compiler->next_register;
        to.offset = to_offset + member->offset;
        from.offset = from_offset + member->offset;
        assign_object(compiler, node, to, from, member->type);
        compiler->next_register = mark;
    }
}

// Gives an object a value. The value of the assignment is that value, which is not read again (as nvcc's code has it).
static struct operand assign(struct compiler *compiler, const struct node *node, struct operand object,
                             struct operand value) {
    if (!is_object(&object) || object.type->is_const || object.type->kind == TYPE_ARRAY) {
        wrong(compiler, node, "what is on the left cannot be changed");
    }
    if (object.kind == OPERAND_VARIABLE) {
        put_into(compiler, node, value, object.type, object.reg);
        return object;
    }
    if (object.type->kind == TYPE_STRUCT) {
        assign_struct(compiler, node, object, convert(compiler, node, value, object.type, false));
        return object;
    }
    const unsigned reg = to_register(compiler, node, convert(compiler, node, value, object.type, false));
    store(compiler, node, object, reg);
    return register_operand(object.type, reg);
}

// An object whose address is computed once.
static struct operand fix_address(struct compiler *compiler, const struct node *node, struct operand object) {
    if (object.kind == OPERAND_VARIABLE) {
        return object;
    }
    struct operand fixed = object_at(object.type, to_address(compiler, node, object));
    return fixed;
}

static struct operand assign_computed(struct compiler *compiler, const struct node *node, const char *sign,
                                      const struct node *left, const struct node *right) {
    const int which = find_binary(compiler, node, sign);
    struct operand b = nothing();
    const bool first = right != NULL && has_effect(right);
    if (first) {
        b = compile_operand(compiler, right);
    }
    struct operand object = compile_expression(compiler, left);
    if (!is_object(&object) || !type_is_scalar(object.type)) {
        wrong(compiler, node, "what is on the left cannot be changed");
    }
    object = fix_address(compiler, left, object);
    const struct operand a = to_value(compiler, left, object);
    if (right == NULL) {
        b = constant_operand(type_of_cell(CELL_I32), (union value){.i = 1});
    } else if (!first) {
        b = compile_operand(compiler, right);
    }
    return assign(compiler, node, object, compute_any(compiler, node, which, a, b));
}

struct operand compile_assignment(struct compiler *compiler, const struct node *node) {
    const struct node *left = node->child, *right = left->next;
    if (strcmp(node->sign, "=") != 0) {
        char sign[4];
        snprintf(sign, sizeof(sign), "%.*s", (int)strlen(node->sign) - 1, node->sign);
        return assign_computed(compiler, node, sign, left, right);
    }
    if (right->kind == NODE_LIST) {
        const struct operand object = compile_expression(compiler, left);
        return assign(compiler, node, object, construct(compiler, right, object.type, right->child, NULL));
    }
    if (left->kind == NODE_NAME) {
        const struct operand object = compile_expression(compiler, left);
        return assign(compiler, node, object, compile_operand(compiler, right));
    }
    const struct operand value = compile_operand(compiler, right); // before the left side, since C++17
    return assign(compiler, node, compile_expression(compiler, left), value);
}

// ++x, --x
static struct operand compile_step(struct compiler *compiler, const struct node *node) {
    return assign_computed(compiler, node, node->sign[0] == '+' ? "+" : "-", node->child, NULL);
}

struct operand compile_postfix(struct compiler *compiler, const struct node *node) {
    if (node->sign[0] != '+' && node->sign[0] != '-') {
        reject(compiler, node, "the operator %s", node->sign);
    }
    struct operand object = compile_expression(compiler, node->child);
    if (!is_object(&object) || !type_is_scalar(object.type)) {
        wrong(compiler, node, "what is on the left cannot be changed");
    }
    object = fix_address(compiler, node->child, object);
    const struct operand value = to_value(compiler, node->child, object);
    const unsigned old = take_registers(compiler, 1);
    emit(compiler, OP_MOVE, old, to_register(compiler, node, value), 0);
    const struct operand one = constant_operand(type_of_cell(CELL_I32), (union value){.i = 1});
    const struct operand before = register_operand(type_unqualified(&compiler->arena, object.type), old);
    assign(compiler, node, object,
           compute_any(compiler, node, find_binary(compiler, node, node->sign[0] == '+' ? "+" : "-"), before,
                       one));
    return before;
}

// -------------------------------------------------------------------------------------------------------- unary
static struct operand negate(struct compiler *compiler, const struct node *node, struct operand value) {
    if (!type_is_arithmetic(value.type)) {
        wrong(compiler, node, "- does not take such a value");
    }
    const struct type *type = type_of_number(type_number(value.type));
    value = convert(compiler, node, value, type, false);
    union value folded;
    if (value.kind == OPERAND_CONSTANT &&
        fold(OP_NEGATE + type_number(type), value.value, value.value, &folded)) {
        return constant_operand(type, folded);
    }
    const unsigned reg = take_registers(compiler, 1);
    emit(compiler, OP_NEGATE + type_number(type), reg, to_register(compiler, node, value), 0);
    return register_operand(type, reg);
}

static struct operand complement(struct compiler *compiler, const struct node *node, struct operand value) {
    if (!type_is_integer(value.type)) {
        wrong(compiler, node, "~ does not take such a value");
    }
    const struct type *type = type_of_number(type_number(value.type));
    value = convert(compiler, node, value, type, false);
    if (value.kind == OPERAND_CONSTANT) {
        const union value all = {.u = ~value.value.u};
        return constant_operand(type, fold_conversion(all, type_of_cell(CELL_I64), type));
    }
    const unsigned reg = take_registers(compiler, 2);
    emit(compiler, OP_COMPLEMENT, reg, to_register(compiler, node, value), 0);
    emit(compiler, OP_TRUNCATE + type_cell(type), reg + 1, reg, 0);
    return register_operand(type, reg + 1);
}

static struct operand address_of(struct compiler *compiler, const struct node *node) {
    const struct operand object = compile_expression(compiler, node->child);
    if (object.kind != OPERAND_MEMORY && object.kind != OPERAND_FRAME) {
        reject(compiler, node, "the address of such a value");
    }
    const unsigned reg = to_address(compiler, node, object);
    return register_operand(type_pointer(&compiler->arena, object.type), reg);
}

struct operand compile_unary(struct compiler *compiler, const struct node *node) {
    if (strcmp(node->sign, "++") == 0 || strcmp(node->sign, "--") == 0) {
        return compile_step(compiler, node);
    }
    if (strcmp(node->sign, "&") == 0) {
        return address_of(compiler, node);
    }
    if (strcmp(node->sign, "!") == 0) {
        const unsigned condition = compile_condition(compiler, node->child),
                       reg = take_registers(compiler, 1);
        emit(compiler, OP_NOT, reg, condition, 0);
        return register_operand(&type_bool, reg);
    }
    const struct operand value = compile_operand(compiler, node->child);
    switch (node->sign[0]) {
    case '*':
        if (!is_pointer(&value) || value.type->of->kind == TYPE_VOID) {
            wrong(compiler, node, "* takes an address");
        }
        return object_at(value.type->of, to_register(compiler, node, value));
    case '-':
        return negate(compiler, node, value);
    case '~':
        return complement(compiler, node, value);
    case '+':
        if (!type_is_arithmetic(value.type)) {
            wrong(compiler, node, "+ does not take such a value");
        }
        return convert(compiler, node, value, type_of_number(type_number(value.type)), false);
    default:
        reject(compiler, node, "the operator %s", node->sign);
    }
}

// -------------------------------------------------------------------------------------------------- conditional
static const struct type *type_of_choice(struct compiler *compiler, const struct node *node,
                                         const struct operand *a, const struct operand *b) {
    if (type_is_arithmetic(a->type) && type_is_arithmetic(b->type)) {
        return a->type->kind == TYPE_BOOL && b->type->kind == TYPE_BOOL ? &type_bool
               : type_same(a->type, b->type)
                   ? type_unqualified(&compiler->arena, a->type)
                   : type_of_number(type_common(type_number(a->type), type_number(b->type)));
    }
    const struct type *type = converts(a, b->type) ? b->type : a->type;
    if (!converts(a, type) || !converts(b, type) || type->kind == TYPE_ARRAY) {
        wrong(compiler, node, "the two values of ? : have different types");
    }
    return type_unqualified(&compiler->arena, type);
}

struct operand look_at(struct compiler *compiler, const struct node *node) {
    struct program *program = compiler->program;
    const uint32_t code_count = program->code_count;
    const unsigned next_register = compiler->next_register;
    const struct operand operand = compile_operand(compiler, node);
    program->code_count = code_count;
    compiler->next_register = next_register;
    return operand;
}

struct operand compile_conditional(struct compiler *compiler, const struct node *node) {
    const struct node *condition = node->child, *a = condition->next, *b = a == NULL ? NULL : a->next;
    union value value;
    const struct type *of_condition;
    if (b == NULL) {
        reject(compiler, node, "a choice without its middle");
    }
    if (constant_value(compiler, condition, &value, &of_condition)) {
        return compile_expression(compiler, value.u != 0 ? a : b);
    }
    const struct operand first = look_at(compiler, a), second = look_at(compiler, b);
    const bool none = first.kind == OPERAND_NOTHING && second.kind == OPERAND_NOTHING;
    const struct type *type = none ? &type_void : type_of_choice(compiler, node, &first, &second);
    const unsigned to = take_aligned(compiler, type), mark = compiler->next_register;
    const unsigned reg = compile_condition(compiler, condition);
    notify_branch(compiler, node, reg);
    uint32_t skip = 0, end = 0;
    jump(compiler, OP_JUMP_UNLESS, reg, &skip);
    compile_into(compiler, a, type, to);
    jump(compiler, OP_JUMP, 0, &end);
    land(compiler, skip, here(compiler));
    compile_into(compiler, b, type, to);
    land(compiler, end, here(compiler));
    compiler->next_register = mark;
    return none                        ? nothing()
           : type->kind == TYPE_STRUCT ? (struct operand){.kind = OPERAND_FRAME, .type = type, .reg = to}
                                       : register_operand(type, to);
}

// --------------------------------------------------------------------------------------------- parts of objects
// Is the element only used by its address, &s[i]?
static const struct node *address_around(const struct node *node) {
    while (node->parent != NULL && node->parent->kind == NODE_PARENTHESES) {
        node = node->parent;
    }
    const struct node *parent = node->parent;
    return parent != NULL && parent->kind == NODE_UNARY && strcmp(parent->sign, "&") == 0 ? parent : NULL;
}

static bool is_of_atomic(struct compiler *compiler, const struct node *address) {
    const struct node *call = address->parent;
    if (call == NULL || call->kind != NODE_CALL || call->child->next != address ||
        call->child->name == NO_TOKEN) {
        return false;
    }
    const struct token *name = &compiler->tree->tokens[call->child->name];
    return name->length > 6 && memcmp(compiler->tree->text + name->offset, "atomic", 6) == 0;
}

static struct operand emit_check(struct compiler *compiler, const struct node *node, struct operand index,
                                 struct code_array array) {
    struct program *program = compiler->program;
    const unsigned reg = take_registers(compiler, 1);
    emit(compiler, OP_MOVE, reg, to_register(compiler, node, index), 0);
    emit_number(compiler, OP_CHECK_INDEX, reg, program->array_count);
    APPEND(compiler, program->arrays, program->array_count, array);
    return register_operand(type_of_cell(CELL_I64), reg);
}

// In host code each index is checked, and messages name the array's type.
static struct operand check_host_index(struct compiler *compiler, const struct node *node,
                                       struct operand array, struct operand index) {
    char type[64];
    const struct type *of = array.type->of;
    const bool taken = node->parent->kind == NODE_UNARY && strcmp(node->parent->sign, "&") == 0;
    if (array.type->length == 0 || compiler->function == NULL) {
        return index;
    }
    snprintf(type, sizeof(type), "%s[%zu]", type_name(of), array.type->length);
    return emit_check(compiler, node, index,
                      (struct code_array){.name = "",
                                          .length = array.type->length + taken,
                                          .type = add_string(compiler, type, strlen(type))});
}

static bool selects(const struct node *node) {
    return node->kind == NODE_INDEX || node->kind == NODE_MEMBER;
}

// The array of an index in messages: "s_points[...].at".
static void add_shown(const struct compiler *compiler, const struct node *node, char *text, size_t size) {
    if (selects(node)) {
        add_shown(compiler, node->child, text, size);
    }
    const int first = selects(node) ? node->child->end : node->first;
    for (int i = first; i < node->end && node->kind != NODE_INDEX; i++) {
        const struct token *token = &compiler->tree->tokens[i];
        const size_t length = strlen(text);
        snprintf(text + length, size - length, "%.*s", (int)token->length,
                 compiler->tree->text + token->offset);
    }
    if (node->kind == NODE_INDEX && strlen(text) + 6 <= size) {
        strcat(text, "[...]");
    }
}

// Checks the index of an array's element where the simulated GPU does (sim/translate/local_arrays.c).
static struct operand check_index(struct compiler *compiler, const struct node *node, struct operand array,
                                  struct operand index) {
    const struct node *top = node, *name = node->child;
    bool of_member = false;
    if (!compiler->function->device) {
        return check_host_index(compiler, node, array, index);
    }
    while (top->parent != NULL && selects(top->parent) && top->parent->child == top) {
        top = top->parent;
    }
    for (; selects(name); name = name->child) {
        of_member |= name->kind == NODE_MEMBER;
    }
    const struct symbol *symbol = name->kind == NODE_NAME && name->end == name->first + 1
                                      ? find_symbol(compiler, name_of_token(compiler, name->name))
                                      : NULL;
    const struct node *address = address_around(top);
    const bool atomic = address != NULL && is_of_atomic(compiler, address);
    const bool local = symbol != NULL && symbol->is_local, row = node->child != name;
    const bool of_other = symbol != NULL && (address == NULL || atomic) &&
                          (of_member ? array.type->length > 1 : row && symbol->is_checked);
    if (array.type->length == 0 || !(local || of_other)) {
        return index;
    }
    char shown[200] = "";
    add_shown(compiler, node->child, shown, sizeof(shown));
    const bool last = node == top || node->parent->kind == NODE_MEMBER;
    return emit_check(
        compiler, node, index,
        (struct code_array){.name = add_string(compiler, shown, strlen(shown)),
                            .length = array.type->length + (last && address != NULL && !atomic)});
}

struct operand compile_index(struct compiler *compiler, const struct node *node) {
    const struct node *inner = node->child, *subscript = inner->next;
    if (subscript == NULL || subscript->next != NULL) {
        reject(compiler, node, "such an index");
    }
    const struct operand array = compile_expression(compiler, inner);
    const bool is_array = array.type->kind == TYPE_ARRAY;
    const struct operand base = to_value(compiler, inner, array);
    struct operand index = compile_operand(compiler, subscript);
    if (!is_pointer(&base)) {
        wrong(compiler, node, "only arrays and pointers have elements");
    }
    if (!type_is_integer(index.type)) {
        wrong(compiler, node, "an index is an integer");
    }
    if (is_array) {
        index = check_index(compiler, node, array, index);
    }
    const struct operand at = advance(compiler, node, base, index, 1);
    return object_at(base.type->of, at.reg);
}

struct operand compile_member(struct compiler *compiler, const struct node *node) {
    struct operand object = compile_expression(compiler, node->child);
    const int name = name_of_token(compiler, node->name);
    if (object.kind == OPERAND_BUILT_IN) {
        const struct token *token = &compiler->tree->tokens[node->name];
        const char member = compiler->tree->text[token->offset];
        if (token->length != 1 || member < 'x' || member > 'z') {
            wrong(compiler, node, "there is no such member");
        }
        const unsigned reg = take_registers(compiler, 1);
        emit(compiler, OP_BUILT_IN, reg, object.reg + (unsigned)(member - 'x'), 0);
        return register_operand(type_of_cell(CELL_U32), reg);
    }
    if (strcmp(node->sign, "->") == 0) {
        const struct operand pointer = to_value(compiler, node->child, object);
        if (!is_pointer(&pointer)) {
            wrong(compiler, node, "-> takes the address of a struct");
        }
        object = object_at(pointer.type->of, to_register(compiler, node, pointer));
    }
    if (object.type->kind != TYPE_STRUCT || (object.kind != OPERAND_MEMORY && object.kind != OPERAND_FRAME)) {
        wrong(compiler, node, "only structs have members");
    }
    const struct member *member = object.type->structure->members;
    while (member != NULL && member->name != name) {
        member = member->next;
    }
    if (member == NULL) {
        wrong(compiler, node, "the struct has no such member");
    }
    object.type =
        type_qualified(&compiler->arena, member->type, object.type->is_const, object.type->is_volatile);
    object.offset += member->offset;
    return object;
}
