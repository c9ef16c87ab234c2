// if (x > 0)   becomes   if (SIM_BRANCH(x > 0))
//
// in kernels and device functions of a source that asks for the active mask: lanes that take different paths need not
// be together afterwards, even if no access shows it. The same for `while`, and for the condition of `for`. Conditions
// with a declaration or an assignment, `switch`, `?:`, && and || remain unchanged.
//
// if (lane < s) { __syncwarp(); }   becomes   if (SIM_ENTER(lane < s)) { __syncwarp(); }
//
// in each source: a lane that skips this statement does not come to a barrier or an exchange of its warp. The statement
// may also call a function of the source that contains one. The same for x in x ? __ballot_sync(mask, y) : 0.
#include "functions.h"

#include <stdlib.h>
#include <string.h>

// Is this a call by which a lane waits for others of its warp?
static int is_meeting(const struct source *source, token_index i) {
    static const char *const members[] = {"sync", "shfl",   "shfl_up",   "shfl_down", "shfl_xor", "any",
                                          "all",  "ballot", "match_any", "match_all", NULL};
    static const char *const of_groups[] = {"reduce", "inclusive_scan", "exclusive_scan", NULL};
    static const char end[] = "_sync";
    const struct token *token = &source->tokens[i];
    size_t length = strlen(end);
    return is_word(source, i, "__syncwarp") ||
           (is_character(source, i - 1, '.') && is_one_of(source, i, members)) ||
           (is_pair(source, i - 2, "::") && is_one_of(source, i, of_groups)) ||
           (is_kind(source, i, TOKEN_IDENTIFIER) && token->length > length + 2 &&
            memcmp(source->text + token->offset, "__", 2) == 0 &&
            memcmp(source->text + token_end(source, i) - length, end, length) == 0);
}

// Is there such a call in the node, or one of a function that `meets`?
static int has_meeting(const struct source *source, const struct functions *functions, const char *meets,
                       const struct node *node) {
    for (token_index i = node->first; i < node->end; i++) {
        if (is_meeting(source, i)) {
            return 1;
        }
        for (size_t k = 0; is_kind(source, i, TOKEN_IDENTIFIER) && k < functions->count; k++) {
            if (meets[k] && same_word(source, functions->list[k].name, i)) {
                return 1;
            }
        }
    }
    return 0;
}

static int is_device_code(const struct function *function) {
    return function->for_device && !function->for_host && function->body != NO_TOKEN;
}

// Marks the functions with such a call, also by other functions.
static void find_meetings(const struct source *source, const struct functions *functions, char *meets) {
    for (int more = 1; more;) {
        more = 0;
        for (size_t k = 0; k < functions->count; k++) {
            const struct function *function = &functions->list[k];
            if (!meets[k] && is_device_code(function) &&
                has_meeting(source, functions, meets, function->block)) {
                meets[k] = 1;
                more = 1;
            }
        }
    }
}

// Wraps an expression, unless it assigns something or has a directive in it.
static int wrap(struct source *source, const struct node *node, const char *macro) {
    for (token_index i = node->first; i < node->end; i = token_step(source, i)) {
        if (is_assignment(source, i) || is_kind(source, i, TOKEN_DIRECTIVE)) {
            return 0;
        }
    }
    return source_insert(source, tree_begin(source->tree, node), macro) != 0
               ? -1
               : source_insert(source, tree_end(source->tree, node), ")");
}

// The condition of an `if` or a loop, if it is an expression. Otherwise NULL.
static const struct node *condition_of(const struct source *source, const struct node *node) {
    const struct node *head = tree_child_of_kind(node, NODE_HEAD);
    const struct node *condition = head == NULL                  ? NULL
                                   : node->kind != NODE_FOR      ? head->child
                                   : tree_child(head, 1) == NULL ? NULL
                                                                 : tree_child(head, 1)->child;
    const int is_constant = node->kind == NODE_IF && is_word(source, node->first + 1, "constexpr");
    const int alone = node->kind == NODE_FOR || (condition != NULL && condition->next == NULL);
    return alone && !is_constant && condition != NULL && condition->kind != NODE_DECLARATION &&
                   condition->kind != NODE_TYPE && condition->kind != NODE_BROKEN
               ? condition
               : NULL;
}

static int rewrite_branch(struct source *source, const struct functions *functions, const char *meets,
                          const struct node *node, int active) {
    if (node->kind == NODE_CONDITIONAL) {
        return has_meeting(source, functions, meets, node->child->next)
                   ? wrap(source, node->child, "SIM_ENTER(")
                   : 0;
    }
    if (node->kind != NODE_IF && node->kind != NODE_FOR && node->kind != NODE_WHILE &&
        node->kind != NODE_DO) {
        return 0;
    }
    const struct node *condition = condition_of(source, node);
    const int enters = node->kind != NODE_DO && condition != NULL && node->child->next != NULL &&
                       has_meeting(source, functions, meets, node->child->next);
    return condition != NULL && ((enters && wrap(source, condition, "SIM_ENTER(") != 0) ||
                                 (active && wrap(source, condition, "SIM_BRANCH(") != 0))
               ? -1
               : 0;
}

int rewrite_branches(struct source *source, const struct functions *functions) {
    static const char *const active_words[] = {"__activemask", "coalesced_threads", NULL};
    char *meets = calloc(functions->count + 1, 1);
    if (meets == NULL) {
        return source_out_of_memory(source);
    }
    find_meetings(source, functions, meets);
    int result = 0, active = has_word(source, 0, source->count, active_words);
    for (size_t k = 0; k < functions->count && result == 0; k++) {
        const struct node *block = is_device_code(&functions->list[k]) ? functions->list[k].block : NULL;
        for (const struct node *node = block; node != NULL && result == 0;
             node = next_node(source, node, block)) {
            result = rewrite_branch(source, functions, meets, node, active);
        }
    }
    free(meets);
    return result;
}
