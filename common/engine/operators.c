// Operators.
#include <stdio.h>
#include <string.h>

#include "compiler.h"

static struct operand compile_operand(struct compiler *compiler, const struct node *node) {
    return to_value(compiler, node, compile_expression(compiler, node));
}

// ------------------------------------------------------------------------------------------------------ numbers
static const struct binary *known_binary(struct compiler *compiler, const struct node *node, size_t length) {
    const struct binary *binary = find_binary(node->sign, length);
    if (binary == NULL) {
        reject(compiler, node, "the operator %s", node->sign);
    }
    return binary;
}

// a op b, of two values in registers of this kind.
static struct operand apply(struct compiler *compiler, const struct node *node, const struct binary *binary,
                            enum number number, struct operand a, struct operand b, const struct type *type) {
    union value value;
    if (a.kind == OPERAND_CONSTANT && b.kind == OPERAND_CONSTANT &&
        fold_binary(binary, number, a.value, b.value, &value)) {
        return constant_operand(type, value);
    }
    const bool swaps = (binary->flags & SWAPS) != 0;
    const unsigned left = to_register(compiler, node, a), right = to_register(compiler, node, b);
    return register_operand(
        type, emit_value(compiler, binary->operation + number, swaps ? right : left, swaps ? left : right));
}

// a op b, of two values that are numbers. `node`: the whole expression.
static struct operand compute_numbers(struct compiler *compiler, const struct node *node,
                                      const struct binary *binary, struct operand a, struct operand b) {
    const bool shifts = (binary->flags & SHIFTS) != 0, of_integers = (binary->flags & OF_INTEGERS) != 0;
    const enum number number =
        shifts ? type_number(a.type) : type_common(type_number(a.type), type_number(b.type));
    const struct type *type = type_of_number(number);
    if (!type_is_arithmetic(a.type) || !type_is_arithmetic(b.type) ||
        (of_integers && (!type_is_integer(a.type) || !type_is_integer(b.type)))) {
        wrong(compiler, node, "%s does not take such values", binary->sign);
    }
    a = convert(compiler, node, a, type, false);
    b = shifts ? to_value(compiler, node, b) : convert(compiler, node, b, type, false);
    return apply(compiler, node, binary, number, a, b, binary->flags & COMPARES ? &type_bool : type);
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
    const unsigned reg = emit_value(compiler, OP_ADD_SCALED, base, by);
    emit_next(compiler, (union value){.i = sign * (int64_t)of->size});
    return register_operand(pointer.type, reg);
}

static bool is_pointer(const struct operand *operand) {
    return operand->type->kind == TYPE_POINTER;
}

static struct operand compute(struct compiler *compiler, const struct node *node, const struct binary *binary,
                              struct operand a, struct operand b) {
    const bool plus = binary->operation == OP_ADD, minus = binary->operation == OP_SUBTRACT;
    const bool left = is_pointer(&a), right = is_pointer(&b);
    if (!left && !right) {
        return compute_numbers(compiler, node, binary, a, b);
    }
    if ((plus && left != right) || (minus && !right)) {
        return advance(compiler, node, left ? a : b, left ? b : a, plus ? 1 : -1);
    }
    if (minus && left && type_same(a.type->of, b.type->of) && a.type->of->size != 0) {
        const unsigned from = to_register(compiler, node, a), to = to_register(compiler, node, b);
        const unsigned reg = emit_value(compiler, OP_DISTANCE, from, to);
        emit_next(compiler, (union value){.i = (int64_t)a.type->of->size});
        return register_operand(type_of_cell(CELL_I64), reg);
    }
    if ((binary->flags & COMPARES) == 0 ||
        (left != right && !converts(&a, b.type) && !converts(&b, a.type))) {
        wrong(compiler, node, "%s does not take such values", binary->sign);
    }
    return apply(compiler, node, binary, NUMBER_U64, a, b, &type_bool);
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
    const struct binary *binary = known_binary(compiler, node, strlen(node->sign));
    const struct operand a = compile_operand(compiler, node->child);
    const bool same = is_double(compiler, node) && type_is_integer(a.type);
    const struct operand b = same ? a : compile_operand(compiler, node->child->next);
    return compute(compiler, node, binary, a, b);
}

// -------------------------------------------------------------------------------------------------- assignments
// Assigns an object as C++ does it: as a whole, or, with a member that has an assignment, member by member.
static void assign_object(struct compiler *compiler, const struct node *node, struct operand to,
                          struct operand from) {
    const struct type *type = to.type, *of = type->of;
    const unsigned mark = compiler->next_register;
    if (type->kind == TYPE_STRUCT && type->structure->has_assigned && !type->structure->assigned) {
        for (const struct member *part = type->structure->members; part != NULL; part = part->next) {
            assign_object(compiler, node, part_of(to, part->type, part->offset),
                          part_of(from, part->type, part->offset));
        }
    } else if (type->kind == TYPE_ARRAY && (of->kind == TYPE_ARRAY || of->kind == TYPE_STRUCT)) {
        for (size_t i = 0; i < type->length; i++) {
            assign_object(compiler, node, part_of(to, of, i * of->size), part_of(from, of, i * of->size));
        }
    } else {
        copy_object(compiler, node, to, from);
    }
    compiler->next_register = mark;
}

// Gives an object a value. The value of the assignment is that value, which is not read again (as nvcc's code has it).
static struct operand assign(struct compiler *compiler, const struct node *node, struct operand object,
                             struct operand value) {
    if ((object.kind != OPERAND_VARIABLE && !has_address(&object)) || object.type->is_const ||
        object.type->kind == TYPE_ARRAY) {
        wrong(compiler, node, "what is on the left cannot be changed");
    }
    if (object.type->kind == TYPE_STRUCT) {
        assign_object(compiler, node, object, convert(compiler, node, value, object.type, false));
    } else if (object.kind == OPERAND_VARIABLE) {
        put(compiler, node, value, object);
    } else {
        value = convert(compiler, node, value, object.type, false);
        const unsigned reg = to_register(compiler, node, value);
        store(compiler, node, object, reg);
        return register_operand(object.type, reg);
    }
    return object;
}

// left op= right, where `right` is NULL for 1. Its value is the new one, or the one before.
static struct operand change(struct compiler *compiler, const struct node *node, const struct node *left,
                             const struct node *right, size_t sign_length, bool is_postfix) {
    const struct binary *binary = known_binary(compiler, node, sign_length);
    const bool first = right != NULL && has_effect(right);
    struct operand b = constant_operand(type_of_cell(CELL_I32), (union value){.i = 1});
    if (first) {
        b = compile_operand(compiler, right);
    }
    struct operand object = compile_expression(compiler, left);
    if (has_address(&object)) { // its address is computed once
        object = object_at(object.type, to_address(compiler, left, object));
    }
    struct operand a = to_value(compiler, left, object);
    if (!type_is_scalar(a.type)) {
        wrong(compiler, node, "what is on the left cannot be changed");
    }
    if (is_postfix) {
        const unsigned old = emit_value(compiler, OP_MOVE, to_register(compiler, node, a), 0);
        a = register_operand(type_unqualified(&compiler->arena, object.type), old);
    }
    if (right != NULL && !first) {
        b = compile_operand(compiler, right);
    }
    const struct operand made = assign(compiler, node, object, compute(compiler, node, binary, a, b));
    return is_postfix ? a : made;
}

struct operand compile_assignment(struct compiler *compiler, const struct node *node) {
    const struct node *left = node->child, *right = left->next;
    if (strcmp(node->sign, "=") != 0) {
        return change(compiler, node, left, right, strlen(node->sign) - 1, false);
    }
    const struct operand value = // before the left side, since C++17
        right->kind == NODE_LIST
            ? construct(compiler, right, look_at(compiler, left, false).type, right->child)
            : compile_operand(compiler, right);
    return assign(compiler, node, compile_expression(compiler, left), value);
}

// x++, x--
struct operand compile_postfix(struct compiler *compiler, const struct node *node) {
    return change(compiler, node, node->child, NULL, 1, true);
}

// ------------------------------------------------------------------------------------------------------- unary
// -a, ~a, +a
static struct operand compute_unary(struct compiler *compiler, const struct node *node,
                                    struct operand value) {
    const char sign = node->sign[0];
    const struct type *type = type_of_number(type_number(value.type));
    union value folded = {.i = -1};
    if (!type_is_arithmetic(value.type) || (sign == '~' && !type_is_integer(value.type))) {
        wrong(compiler, node, "%c does not take such a value", sign);
    }
    if (sign == '~') { // value ^ -1
        const struct operand all = constant_operand(type_of_cell(CELL_I32), folded);
        return compute(compiler, node, find_binary("^", 1), value, all);
    }
    value = convert(compiler, node, value, type, false);
    if (sign == '+') {
        return value;
    }
    if (value.kind == OPERAND_CONSTANT &&
        fold(OP_NEGATE + type_number(type), value.value, value.value, &folded)) {
        return constant_operand(type, folded);
    }
    return register_operand(
        type, emit_value(compiler, OP_NEGATE + type_number(type), to_register(compiler, node, value), 0));
}

struct operand compile_unary(struct compiler *compiler, const struct node *node) {
    if (strcmp(node->sign, "++") == 0 || strcmp(node->sign, "--") == 0) {
        return change(compiler, node, node->child, NULL, 1, false);
    }
    if (strcmp(node->sign, "&") == 0) {
        const struct operand object = compile_expression(compiler, node->child);
        const unsigned address = to_address(compiler, node, object);
        return register_operand(type_pointer(&compiler->arena, object.type), address);
    }
    if (strcmp(node->sign, "!") == 0) {
        return register_operand(&type_bool,
                                emit_value(compiler, OP_NOT, compile_condition(compiler, node->child), 0));
    }
    const struct operand value = compile_operand(compiler, node->child);
    if (strcmp(node->sign, "*") == 0) {
        if (!is_pointer(&value) || value.type->of->kind == TYPE_VOID) {
            wrong(compiler, node, "* takes an address");
        }
        return object_at(value.type->of, to_register(compiler, node, value));
    }
    if (node->sign[1] != '\0' || strchr("-~+", node->sign[0]) == NULL) {
        reject(compiler, node, "the operator %s", node->sign);
    }
    return compute_unary(compiler, node, value);
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

struct operand compile_conditional(struct compiler *compiler, const struct node *node) {
    const struct node *condition = node->child, *a = condition->next, *b = a == NULL ? NULL : a->next;
    if (b == NULL) {
        reject(compiler, node, "a choice without its middle");
    }
    const struct operand chosen = look_at(compiler, condition, true);
    if (chosen.kind == OPERAND_CONSTANT) {
        return compile_expression(compiler, chosen.value.u != 0 ? a : b);
    }
    const struct operand first = look_at(compiler, a, true), second = look_at(compiler, b, true);
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
    return result_at(type, to);
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

static bool selects(const struct node *node) {
    return node->kind == NODE_INDEX || node->kind == NODE_MEMBER;
}

// Does device code check the index (sim/translate/local_arrays.c)? An address may be that behind the last element.
static bool is_checked(struct compiler *compiler, const struct node *node, struct code_array *checked) {
    const struct node *top = node, *name = node->child;
    bool of_member = false;
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
    const bool of_other =
        (address == NULL || atomic) &&
        (of_member ? checked->length > 1 : node->child != name && symbol != NULL && symbol->is_checked);
    const bool last = node == top || node->parent->kind == NODE_MEMBER;
    checked->length += last && address != NULL && !atomic;
    return symbol != NULL && (symbol->is_local || of_other);
}

// Checks the index where the simulated GPU does: in host code each one, and messages name the array's type.
static struct operand check_index(struct compiler *compiler, const struct node *node,
                                  const struct type *array, struct operand index) {
    struct program *program = compiler->program;
    struct code_array checked = {.name = "", .length = array->length};
    if (array->length == 0 || compiler->function == NULL) {
        return index;
    }
    if (!compiler->function->device) {
        char type[64];
        const int length = snprintf(type, sizeof(type), "%s[%zu]", type_name(array->of), array->length);
        checked.type = add_string(compiler, type, (size_t)length);
        checked.length += node->parent->kind == NODE_UNARY && strcmp(node->parent->sign, "&") == 0;
    } else if (is_checked(compiler, node, &checked)) {
        checked.name = text_of(compiler, node->child, true);
    } else {
        return index;
    }
    const unsigned reg = emit_value(compiler, OP_MOVE, to_register(compiler, node, index), 0);
    emit_number(compiler, OP_CHECK_INDEX, reg, program->array_count);
    APPEND(compiler, program->arrays, program->array_count, checked);
    return register_operand(type_of_cell(CELL_I64), reg);
}

struct operand compile_index(struct compiler *compiler, const struct node *node) {
    const struct node *inner = node->child, *subscript = inner->next;
    if (subscript == NULL || subscript->next != NULL) {
        reject(compiler, node, "such an index");
    }
    const struct operand array = compile_expression(compiler, inner);
    const struct operand base = to_value(compiler, inner, array);
    struct operand index = compile_operand(compiler, subscript);
    if (!is_pointer(&base)) {
        wrong(compiler, node, "only arrays and pointers have elements");
    }
    if (!type_is_integer(index.type)) {
        wrong(compiler, node, "an index is an integer");
    }
    if (array.type->kind == TYPE_ARRAY) {
        index = check_index(compiler, node, array.type, index);
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
        return register_operand(type_of_cell(CELL_U32),
                                emit_value(compiler, OP_BUILT_IN, object.reg + (unsigned)(member - 'x'), 0));
    }
    if (strcmp(node->sign, "->") == 0) {
        const struct operand pointer = to_value(compiler, node->child, object);
        if (!is_pointer(&pointer)) {
            wrong(compiler, node, "-> takes the address of a struct");
        }
        object = object_at(pointer.type->of, to_register(compiler, node, pointer));
    }
    if (object.type->kind != TYPE_STRUCT || !has_address(&object)) {
        wrong(compiler, node, "only structs have members");
    }
    const struct member *member = object.type->structure->members;
    while (member != NULL && member->name != name) {
        member = member->next;
    }
    if (member == NULL) {
        wrong(compiler, node, "the struct has no such member");
    }
    return part_of(
        object,
        type_qualified(&compiler->arena, member->type, object.type->is_const, object.type->is_volatile),
        member->offset);
}
