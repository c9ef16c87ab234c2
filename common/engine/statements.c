// Statements.
#include <stdlib.h>

#include "compiler.h"

// --------------------------------------------------------------------------------- variables that are in memory
static void mark(struct compiler *compiler, const struct node *node) {
    while (node->kind == NODE_PARENTHESES || node->kind == NODE_INDEX || node->kind == NODE_MEMBER) {
        node = node->child;
    }
    if (node->kind != NODE_NAME) {
        return;
    }
    const int name = name_of_token(compiler, node->name);
    if (name >= compiler->in_memory_count) {
        const int count = compiler->name_capacity;
        bool *grown = realloc(compiler->in_memory, (size_t)count * sizeof(*grown));
        if (grown == NULL) {
            reject(compiler, node, "memory is short");
        }
        for (int i = compiler->in_memory_count; i < count; i++) {
            grown[i] = false;
        }
        compiler->in_memory = grown;
        compiler->in_memory_count = count;
    }
    compiler->in_memory[name] = true;
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
    for (int i = 0; i < compiler->in_memory_count; i++) {
        compiler->in_memory[i] = false;
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

static void compile_for_effect(struct compiler *compiler, const struct node *node) {
    const unsigned before = compiler->next_register;
    compile_expression(compiler, node);
    compiler->next_register = before;
}

// The condition in a HEAD; a jump that is taken if it is false.
static uint32_t compile_head(struct compiler *compiler, const struct node *head) {
    const struct node *condition = head->child;
    if (condition != NULL && condition->kind == NODE_DECLARATION) {
        if (condition->next == NULL) {
            reject(compiler, condition, "a declaration as a condition");
        }
        declare(compiler, condition, false);
        condition = condition->next;
    }
    if (condition == NULL || condition->next != NULL) {
        reject(compiler, head, "such a condition");
    }
    const unsigned before = compiler->next_register;
    const unsigned reg = compile_condition(compiler, condition);
    notify_branch(compiler, head->parent, reg);
    compiler->next_register = before;
    return emit_number(compiler, OP_JUMP_UNLESS, reg, 0);
}

static void compile_if(struct compiler *compiler, const struct node *node) {
    const struct node *head = node->child, *then = head->next, *otherwise = then->next;
    const uint32_t skip = compile_head(compiler, head);
    compile_statement(compiler, then);
    if (otherwise != NULL) {
        const uint32_t end = emit_number(compiler, OP_JUMP, 0, 0);
        land_one(compiler, skip, here(compiler));
        compile_statement(compiler, otherwise);
        land_one(compiler, end, here(compiler));
    } else {
        land_one(compiler, skip, here(compiler));
    }
}

static void begin_loop(struct compiler *compiler, struct loop *loop, bool is_switch) {
    *loop = (struct loop){.around = compiler->loop, .is_switch = is_switch};
    compiler->loop = loop;
}

static void compile_while(struct compiler *compiler, const struct node *node) {
    struct loop loop;
    begin_loop(compiler, &loop, false);
    const uint32_t begin = here(compiler);
    const uint32_t leave = compile_head(compiler, node->child);
    compile_statement(compiler, node->child->next);
    set_place(compiler, node->first);
    land(compiler, &loop.continues, begin);
    emit_number(compiler, OP_JUMP, 0, begin);
    land_one(compiler, leave, here(compiler));
    land(compiler, &loop.breaks, here(compiler));
    compiler->loop = loop.around;
}

static void compile_do(struct compiler *compiler, const struct node *node) {
    struct loop loop;
    begin_loop(compiler, &loop, false);
    const uint32_t begin = here(compiler);
    compile_statement(compiler, node->child);
    land(compiler, &loop.continues, here(compiler));
    const unsigned before = compiler->next_register;
    const struct node *condition = node->child->next->child;
    if (condition == NULL || condition->kind == NODE_DECLARATION) {
        reject(compiler, node, "such a condition");
    }
    const unsigned reg = compile_condition(compiler, condition);
    notify_branch(compiler, node, reg);
    emit_number(compiler, OP_JUMP_IF, reg, begin);
    compiler->next_register = before;
    land(compiler, &loop.breaks, here(compiler));
    compiler->loop = loop.around;
}

// for (first; condition; step): the step is there if it is no statement.
static void compile_for(struct compiler *compiler, const struct node *node) {
    struct loop loop;
    const struct node *head = node->child, *first = head->child;
    const struct node *condition = first == NULL ? NULL : first->next;
    const struct node *step = condition == NULL ? NULL : condition->next;
    if (condition == NULL) {
        reject(compiler, node, "such a loop");
    }
    compile_statement(compiler, first);
    begin_loop(compiler, &loop, false);
    const uint32_t begin = here(compiler);
    uint32_t leave = 0;
    if (condition->kind == NODE_EXPRESSION) {
        const unsigned before = compiler->next_register;
        const unsigned reg = compile_condition(compiler, condition->child);
        notify_branch(compiler, node, reg);
        compiler->next_register = before;
        leave = emit_number(compiler, OP_JUMP_UNLESS, reg, 0);
    } else if (condition->kind != NODE_EMPTY) {
        reject(compiler, condition, "such a condition");
    }
    compile_statement(compiler, head->next);
    land(compiler, &loop.continues, here(compiler));
    if (step != NULL) {
        compile_for_effect(compiler, step);
    }
    emit_number(compiler, OP_JUMP, 0, begin);
    if (leave != 0) {
        land_one(compiler, leave, here(compiler));
    }
    land(compiler, &loop.breaks, here(compiler));
    compiler->loop = loop.around;
}

// All comparisons come first, and jump to the cases.
static void compile_switch(struct compiler *compiler, const struct node *node) {
    struct loop loop;
    const struct node *block = node->child->next;
    if (block->kind != NODE_BLOCK || node->child->child == NULL || node->child->child->next != NULL) {
        reject(compiler, node, "such a switch");
    }
    const struct operand value =
        to_value(compiler, node->child->child, compile_expression(compiler, node->child->child));
    if (!type_is_integer(value.type)) {
        reject(compiler, node, "a switch over such a value");
    }
    const unsigned reg = to_register(compiler, node, value), other = take_registers(compiler, 2);
    begin_loop(compiler, &loop, true);
    enum { CASES_MAX = 64 };
    uint32_t jumps[CASES_MAX], otherwise = 0;
    unsigned count = 0;
    for (const struct node *next = block->child; next != NULL; next = next->next) {
        if (next->kind == NODE_CASE && next->child != NULL && count < CASES_MAX) {
            const union value wanted = {.i = constant_integer(compiler, next->child)};
            emit_number(compiler, OP_CONSTANT, other, add_constant(compiler, wanted));
            emit(compiler, OP_EQUAL + NUMBER_I64, other + 1, reg, other);
            jumps[count++] = emit_number(compiler, OP_JUMP_IF, other + 1, 0);
        }
    }
    otherwise = emit_number(compiler, OP_JUMP, 0, 0);
    bool has_default = false;
    count = 0;
    const struct scope scope = begin_scope(compiler);
    for (const struct node *next = block->child; next != NULL; next = next->next) {
        if (next->kind != NODE_CASE) {
            compile_statement(compiler, next);
        } else if (next->child != NULL) {
            if (count == CASES_MAX) {
                reject(compiler, next, "a switch with so many cases");
            }
            land_one(compiler, jumps[count++], here(compiler));
        } else {
            land_one(compiler, otherwise, here(compiler));
            has_default = true;
        }
    }
    end_scope(compiler, scope);
    if (!has_default) {
        land_one(compiler, otherwise, here(compiler));
    }
    land(compiler, &loop.breaks, here(compiler));
    compiler->loop = loop.around;
}

static struct label *find_label(struct compiler *compiler, int name) {
    for (struct label *label = compiler->labels; label != NULL; label = label->next) {
        if (label->name == name) {
            return label;
        }
    }
    struct label *label = take(compiler, sizeof(*label));
    *label = (struct label){.name = name, .at = UINT32_MAX, .next = compiler->labels};
    compiler->labels = label;
    return label;
}

static void compile_break(struct compiler *compiler, const struct node *node) {
    struct loop *loop = compiler->loop;
    while (node->kind == NODE_CONTINUE && loop != NULL && loop->is_switch) {
        loop = loop->around;
    }
    if (loop == NULL) {
        wrong(compiler, node, "%s is only in a loop", tree_kind_name(node->kind));
    }
    add_jump(compiler, node, node->kind == NODE_BREAK ? &loop->breaks : &loop->continues,
             emit_number(compiler, OP_JUMP, 0, 0));
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

static void compile_block(struct compiler *compiler, const struct node *node) {
    for (const struct node *next = node->child; next != NULL; next = next->next) {
        if (next->kind == NODE_DECLARATION) {
            if (tree_child_of_kind(next, NODE_TYPE) != NULL || !next->complete) {
                set_place(compiler, next->first);
            }
            declare(compiler, next, false);
            notify_statement(compiler, next);
        } else {
            compile_statement(compiler, next);
        }
    }
}

void compile_statement(struct compiler *compiler, const struct node *node) {
    const struct scope scope = begin_scope(compiler);
    bool declares = false;
    check_complete(compiler, node);
    set_place(compiler, node->first);
    switch (node->kind) {
    case NODE_BLOCK:
        compile_block(compiler, node);
        break;
    case NODE_DECLARATION:
        declare(compiler, node, false);
        declares = true; // in the head of a `for`, whose scope is the whole statement
        break;
    case NODE_EXPRESSION:
        compile_expression(compiler, node->child);
        break;
    case NODE_IF:
        if (has_word(compiler, node, "constexpr")) {
            const struct node *chosen = node->child->next;
            chosen = constant_integer(compiler, node->child->child) != 0 ? chosen : chosen->next;
            if (chosen != NULL) {
                compile_statement(compiler, chosen);
            }
            break;
        }
        compile_if(compiler, node);
        break;
    case NODE_FOR:
        compile_for(compiler, node);
        break;
    case NODE_WHILE:
        compile_while(compiler, node);
        break;
    case NODE_DO:
        compile_do(compiler, node);
        break;
    case NODE_SWITCH:
        compile_switch(compiler, node);
        break;
    case NODE_BREAK:
    case NODE_CONTINUE:
        compile_break(compiler, node);
        break;
    case NODE_RETURN:
        compile_return(compiler, node);
        break;
    case NODE_GOTO:
        add_jump(compiler, node, &find_label(compiler, name_of_token(compiler, node->name))->jumps,
                 emit_number(compiler, OP_JUMP, 0, 0));
        break;
    case NODE_LABEL:
        find_label(compiler, name_of_token(compiler, node->name))->at = here(compiler);
        break;
    case NODE_EMPTY:
        break;
    default:
        reject(compiler, node, "a %s", tree_kind_name(node->kind));
    }
    notify_statement(compiler, node);
    if (!declares) {
        end_scope(compiler, scope);
    }
}
