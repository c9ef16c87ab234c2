// Statements.
#include "compiler.h"

// --------------------------------------------------------------------------------- variables that are in memory
static void mark(struct compiler *compiler, const struct node *node) {
    while (node->kind == NODE_PARENTHESES || node->kind == NODE_INDEX || node->kind == NODE_MEMBER) {
        node = node->child;
    }
    if (node->kind == NODE_NAME) {
        const int name = name_of_token(compiler, node->name);
        compiler->names[name].in_memory = true;
    }
}

bool is_in_memory(const struct compiler *compiler, int name) {
    return name != NO_NAME && compiler->names[name].in_memory;
}

// Is it declared as a reference?
static bool refers(const struct compiler *compiler, const struct node *declared) {
    bool found = false;
    for (int i = declared->first; i < declared->name; i++) {
        found |= tree_token_is(compiler->tree, i, "&");
    }
    return found;
}

// Marks the arguments that a function of this name may take by reference.
static void mark_arguments(struct compiler *compiler, const struct node *call) {
    const struct node *name = call->child;
    const struct symbol *symbol = name->kind == NODE_NAME || name->kind == NODE_TEMPLATE_NAME
                                      ? find_symbol(compiler, name_of_token(compiler, name->name))
                                      : NULL;
    const struct function *function =
        symbol != NULL && symbol->kind == SYMBOL_FUNCTION ? symbol->function : NULL;
    for (; function != NULL; function = function->overload) {
        const struct node *parameters =
            function->is_template ? tree_child_of_kind(function->node, NODE_PARAMETERS) : NULL;
        const struct node *argument = name->next, *parameter = parameters == NULL ? NULL : parameters->child;
        for (unsigned i = 0; argument != NULL; i++, argument = argument->next) {
            if (parameter != NULL ? refers(compiler, parameter)
                                  : i < function->count && function->parameters[i]->kind == TYPE_REFERENCE) {
                mark(compiler, argument);
            }
            parameter = parameter == NULL ? NULL : parameter->next;
        }
    }
}

// Notes the names of variables whose address is taken in the function.
void find_in_memory(struct compiler *compiler, const struct node *function) {
    for (int i = 0; i < compiler->name_count; i++) {
        compiler->names[i].in_memory = false;
    }
    for (const struct node *node = function; node != NULL; node = tree_next(node, function)) {
        if (node->kind == NODE_UNARY && node->sign[0] == '&' && node->sign[1] == '\0') {
            mark(compiler, node->child);
        } else if (node->kind == NODE_CALL) {
            mark_arguments(compiler, node);
        } else if (node->kind == NODE_DECLARATOR && node->last != node->child &&
                   refers(compiler, node)) { // int &a = b
            mark(compiler, node->last);
        }
    }
}

// --------------------------------------------------------------------------------------------------- statements
// What is declared in a statement is known until its end.
struct scope {
    struct symbol *symbols;
    unsigned next_register;
};

static struct scope begin_scope(const struct compiler *compiler) {
    return (struct scope){compiler->symbols, compiler->next_register};
}

// Checks what is behind the arrays that have been declared since then. As compiled code
// does at the end of the function.
static void check_guards(struct compiler *compiler, const struct symbol *since) {
    const uint32_t before = set_place(compiler, compiler->block->end - 1);
    for (const struct symbol *symbol = compiler->symbols; symbol != NULL && symbol != since;
         symbol = symbol->before) {
        if (symbol->guard != 0) {
            emit(compiler, OP_CHECK_GUARD, symbol->guard, 0, 0);
        }
    }
    compiler->place = before;
}

static void end_scope(struct compiler *compiler, struct scope scope) {
    check_guards(compiler, scope.symbols);
    compiler->symbols = scope.symbols;
    compiler->next_register = scope.next_register;
}

static void compile_expression_statement(struct compiler *compiler, const struct node *node) {
    compile_expression(compiler, node->child);
}

// Jumps where the condition is not 0, or where it is. `node`: what has the condition.
static void branch(struct compiler *compiler, const struct node *node, const struct node *condition,
                   unsigned operation, uint32_t *jumps) {
    if (condition == NULL || condition->kind == NODE_DECLARATION) {
        reject(compiler, node, "such a condition");
    }
    const unsigned mark = compiler->next_register, reg = compile_condition(compiler, condition);
    notify_branch(compiler, node, reg);
    compiler->next_register = mark;
    jump(compiler, operation, reg, jumps);
}

static void compile_if(struct compiler *compiler, const struct node *node) {
    const struct node *head = node->child, *then = head->next, *otherwise = then->next;
    const struct node *condition = head->child;
    if (has_word(compiler, node, "constexpr")) {
        then = constant_integer(compiler, condition) != 0 ? then : otherwise;
        if (then != NULL) {
            compile_statement(compiler, then);
        }
        return;
    }
    if (condition != NULL && condition->kind == NODE_DECLARATION) {
        declare(compiler, condition, false);
        condition = condition->next;
    }
    uint32_t skip = 0, end = 0;
    branch(compiler, node, condition, OP_JUMP_UNLESS, &skip);
    compile_statement(compiler, then);
    if (otherwise != NULL) {
        jump(compiler, OP_JUMP, 0, &end);
        land(compiler, skip, here(compiler));
        compile_statement(compiler, otherwise);
        skip = end;
    }
    land(compiler, skip, here(compiler));
}

// ------------------------------------------------------------------------------------------------------- loops
static void begin_loop(struct compiler *compiler, struct loop *loop, bool is_switch) {
    *loop = (struct loop){.around = compiler->loop, .is_switch = is_switch};
    compiler->loop = loop;
}

static void end_loop(struct compiler *compiler) {
    land(compiler, compiler->loop->breaks, here(compiler));
    compiler->loop = compiler->loop->around;
}

// for (first; condition; step), where the step is there if it is no statement; while (condition)
static void compile_loop(struct compiler *compiler, const struct node *node) {
    struct loop loop;
    const struct node *head = node->child, *condition = head->child, *step = NULL;
    if (node->kind == NODE_FOR) {
        if (condition == NULL || condition->next == NULL) {
            reject(compiler, node, "such a loop");
        }
        compile_statement(compiler, condition);
        condition = condition->next;
        step = condition->next;
        condition = condition->kind == NODE_EXPRESSION ? condition->child : condition;
    }
    begin_loop(compiler, &loop, false);
    uint32_t begin = here(compiler);
    if (node->kind == NODE_WHILE || condition->kind != NODE_EMPTY) {
        branch(compiler, node, condition, OP_JUMP_UNLESS, &loop.breaks);
    }
    compile_statement(compiler, head->next);
    land(compiler, loop.continues, here(compiler));
    if (step != NULL) {
        const unsigned mark = compiler->next_register;
        compile_expression(compiler, step);
        compiler->next_register = mark;
    } else if (node->kind == NODE_WHILE) {
        set_place(compiler, node->first);
    }
    jump(compiler, OP_JUMP, 0, &begin);
    end_loop(compiler);
}

static void compile_do(struct compiler *compiler, const struct node *node) {
    struct loop loop;
    begin_loop(compiler, &loop, false);
    uint32_t begin = here(compiler);
    compile_statement(compiler, node->child);
    land(compiler, loop.continues, here(compiler));
    branch(compiler, node, node->child->next->child, OP_JUMP_IF, &begin);
    end_loop(compiler);
}

// Each `case` has its comparison before it, which leads to that of the next one.
static void compile_switch(struct compiler *compiler, const struct node *node) {
    struct loop loop;
    const struct node *value = node->child->child, *block = node->child->next;
    if (block->kind != NODE_BLOCK || value == NULL || value->next != NULL) {
        reject(compiler, node, "such a switch");
    }
    const struct operand operand = to_value(compiler, value, compile_expression(compiler, value));
    if (!type_is_integer(operand.type)) {
        reject(compiler, node, "a switch over such a value");
    }
    const unsigned reg = to_register(compiler, node, operand), other = take_registers(compiler, 2);
    const struct scope scope = begin_scope(compiler);
    uint32_t comparison = 0, otherwise = 0;
    begin_loop(compiler, &loop, true);
    jump(compiler, OP_JUMP, 0, &comparison);
    for (const struct node *next = block->child; next != NULL; next = next->next) {
        if (next->kind != NODE_CASE) {
            compile_statement(compiler, next);
        } else if (next->child == NULL) {
            otherwise = here(compiler);
        } else {
            uint32_t fall = 0;
            jump(compiler, OP_JUMP, 0, &fall);
            land(compiler, comparison, here(compiler));
            emit_constant(compiler, other, (union value){.i = constant_integer(compiler, next->child)});
            emit(compiler, OP_EQUAL + NUMBER_I64, other + 1, reg, other);
            comparison = 0;
            jump(compiler, OP_JUMP_UNLESS, other + 1, &comparison);
            land(compiler, fall, here(compiler));
        }
    }
    end_scope(compiler, scope);
    land(compiler, comparison, otherwise != 0 ? otherwise : here(compiler));
    end_loop(compiler);
}

static void compile_break(struct compiler *compiler, const struct node *node) {
    struct loop *loop = compiler->loop;
    while (node->kind == NODE_CONTINUE && loop != NULL && loop->is_switch) {
        loop = loop->around;
    }
    if (loop == NULL) {
        wrong(compiler, node, "%s is only in a loop", tree_kind_name(node->kind));
    }
    jump(compiler, OP_JUMP, 0, node->kind == NODE_BREAK ? &loop->breaks : &loop->continues);
}

// -------------------------------------------------------------------------------------------------- other jumps
static struct label *find_label(struct compiler *compiler, const struct node *node) {
    const int name = name_of_token(compiler, node->name);
    struct label *label = compiler->labels;
    while (label != NULL && label->name != name) {
        label = label->next;
    }
    if (label == NULL) {
        label = take(compiler, sizeof(*label));
        *label = (struct label){.name = name, .next = compiler->labels};
        compiler->labels = label;
    }
    return label;
}

static void compile_goto(struct compiler *compiler, const struct node *node) {
    jump(compiler, OP_JUMP, 0, &find_label(compiler, node)->jumps);
}

static void compile_label(struct compiler *compiler, const struct node *node) {
    find_label(compiler, node)->at = here(compiler);
}

static void compile_return(struct compiler *compiler, const struct node *node) {
    const struct type *type = compiler->function->result;
    if ((node->child == NULL) != (type->kind == TYPE_VOID)) {
        wrong(compiler, node, "a function returns a value of its type, and none if it is void");
    }
    unsigned reg = 0;
    if (node->child != NULL) {
        reg = take_aligned(compiler, type);
        compile_into(compiler, node->child, type, reg);
    }
    check_guards(compiler, compiler->file_symbols);
    set_place(compiler, node->first);
    emit(compiler, OP_RETURN, 0, reg, 0);
}

// --------------------------------------------------------------------------------------------------------- all
static void compile_block(struct compiler *compiler, const struct node *node) {
    for (const struct node *next = node->child; next != NULL; next = next->next) {
        compile_statement(compiler, next);
    }
}

static void compile_declaration(struct compiler *compiler, const struct node *node) {
    declare(compiler, node, false);
}

static void compile_empty(struct compiler *compiler, const struct node *node) {
    (void)compiler, (void)node;
}

void compile_statement(struct compiler *compiler, const struct node *node) {
    static void (*const kinds[NODE_KIND_COUNT])(struct compiler *, const struct node *) = {
        [NODE_BLOCK] = compile_block,   [NODE_DECLARATION] = compile_declaration,
        [NODE_IF] = compile_if,         [NODE_EXPRESSION] = compile_expression_statement,
        [NODE_FOR] = compile_loop,      [NODE_WHILE] = compile_loop,
        [NODE_DO] = compile_do,         [NODE_SWITCH] = compile_switch,
        [NODE_BREAK] = compile_break,   [NODE_CONTINUE] = compile_break,
        [NODE_RETURN] = compile_return, [NODE_GOTO] = compile_goto,
        [NODE_LABEL] = compile_label,   [NODE_EMPTY] = compile_empty};
    const struct scope scope = begin_scope(compiler);
    check_complete(compiler, node);
    set_place(compiler, node->first);
    if (kinds[node->kind] == NULL) {
        reject(compiler, node, "a %s", tree_kind_name(node->kind));
    }
    kinds[node->kind](compiler, node);
    notify_statement(compiler, node);
    if (node->kind != NODE_DECLARATION) { // what it declares belongs to the statement around it
        end_scope(compiler, scope);
    }
}
