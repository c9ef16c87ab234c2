// Which way the lanes of a warp go: those that skip a barrier or an exchange of it, and, in a source that asks for the
// active mask, those that take different paths, because then they need not be together afterwards even if no access
// shows it. Conditions with a declaration or an assignment, `switch`, && and || are left out.
#include <stdlib.h>
#include <string.h>

#include "notices.h"
#include "questions.h"

// Is this a call by which a lane waits for others of its warp?
static bool is_meeting(const struct tree *tree, int i) {
    static const char *const members[] = {"sync", "shfl",   "shfl_up",   "shfl_down", "shfl_xor", "any",
                                          "all",  "ballot", "match_any", "match_all", NULL};
    static const char *const of_groups[] = {"reduce", "inclusive_scan", "exclusive_scan", NULL};
    static const char end[] = "_sync";
    const struct token *token = &tree->tokens[i];
    const char *text = tree->text + token->offset;
    const size_t length = strlen(end);
    if (token->kind != TOKEN_IDENTIFIER) {
        return false;
    }
    return (tree_token_is(tree, i - 1, ".") && tree_token_is_one_of(tree, i, members)) ||
           (tree_token_is(tree, i - 1, ":") && tree_token_is(tree, i - 2, ":") &&
            tree_token_is_one_of(tree, i, of_groups)) ||
           (token->length > length + 2 && memcmp(text, "__", 2) == 0 &&
            (memcmp(text + token->length - length, end, length) == 0 ||
             tree_token_is(tree, i, "__syncwarp")));
}

// The body of a function for the device alone; NULL: it is another one, or has none.
static const struct node *device_body(const struct node *function) {
    return function->kind == NODE_FUNCTION && (function->kernel || function->device) && !function->host
               ? tree_child_of_kind(function, NODE_BLOCK)
               : NULL;
}

static bool has_meeting(const struct meetings *meetings, const struct node *node) {
    bool found = false;
    for (int i = node->first; i < node->end && !found; i++) {
        found = meetings->at[i];
    }
    return found;
}

// Marks the calls in device functions of the function that is named at a token, NO_TOKEN: of CUDA's. Returns whether
// there is one that was not marked.
static bool mark(const struct tree *tree, struct meetings *meetings, int name) {
    bool more = false;
    for (const struct node *node = tree->file; node != NULL; node = tree_next(node, tree->file)) {
        const struct node *body = device_body(node);
        for (int i = body == NULL ? 0 : body->first; body != NULL && i < body->end; i++) {
            if (!meetings->at[i] &&
                (name == NO_TOKEN ? is_meeting(tree, i) : question_same_word(tree, i, name))) {
                meetings->at[i] = more = true;
            }
        }
    }
    return more;
}

// Does the source ask for the active mask? A declaration of that function does not.
static bool asks_for_active(const struct tree *tree) {
    static const char *const words[] = {"__activemask", "coalesced_threads", NULL};
    for (int i = 0; i < tree->token_count; i++) {
        if (tree_token_is_one_of(tree, i, words)) {
            const struct node *function = tree_at_byte(tree, tree->tokens[i].offset, NODE_FUNCTION);
            if (function == NULL || function->name != i || tree_child_of_kind(function, NODE_BLOCK) != NULL) {
                return true;
            }
        }
    }
    return false;
}

bool notice_meetings(const struct tree *tree, struct meetings *meetings) {
    meetings->at = calloc((size_t)tree->token_count + 1, sizeof(*meetings->at));
    if (meetings->at == NULL) {
        return false;
    }
    meetings->active = asks_for_active(tree);
    for (bool more = mark(tree, meetings, NO_TOKEN); more;) {
        more = false;
        for (const struct node *node = tree->file; node != NULL; node = tree_next(node, tree->file)) {
            const struct node *body = device_body(node);
            more |= body != NULL && has_meeting(meetings, body) && mark(tree, meetings, node->name);
        }
    }
    return true;
}

// Does the expression assign something, or has it a directive in it?
static bool is_left_alone(const struct tree *tree, const struct node *node) {
    for (int i = node->first; i<node->end; i = tree->match[i]> i ? tree->match[i] + 1 : i + 1) {
        if (tree_token_assigns(tree, i) || tree->tokens[i].kind == TOKEN_DIRECTIVE) {
            return true;
        }
    }
    return false;
}

// The condition of an `if` or a loop, if it is an expression. Otherwise NULL.
static const struct node *condition_of(const struct tree *tree, const struct node *node) {
    const struct node *head = tree_child_of_kind(node, NODE_HEAD);
    const struct node *condition = head == NULL                  ? NULL
                                   : node->kind != NODE_FOR      ? head->child
                                   : tree_child(head, 1) == NULL ? NULL
                                                                 : tree_child(head, 1)->child;
    const bool is_constant = node->kind == NODE_IF && tree_token_is(tree, node->first + 1, "constexpr");
    const bool alone = node->kind == NODE_FOR || (condition != NULL && condition->next == NULL);
    return alone && !is_constant && condition != NULL && condition->kind != NODE_DECLARATION &&
                   condition->kind != NODE_TYPE && condition->kind != NODE_BROKEN
               ? condition
               : NULL;
}

struct branch notice_branch(const struct tree *tree, const struct meetings *meetings,
                            const struct node *node) {
    const bool chooses = node->kind == NODE_CONDITIONAL;
    const bool is_statement =
        node->kind == NODE_IF || node->kind == NODE_FOR || node->kind == NODE_WHILE || node->kind == NODE_DO;
    const struct node *condition = chooses ? node->child : is_statement ? condition_of(tree, node) : NULL;
    const struct node *then = condition == NULL || node->kind == NODE_DO ? NULL : node->child->next;
    struct branch branch = {.condition = condition,
                            .enters = then != NULL && has_meeting(meetings, then),
                            .takes = is_statement && meetings->active};
    if (condition == NULL || !(branch.enters || branch.takes) || is_left_alone(tree, condition)) {
        branch = (struct branch){NULL, false, false};
    }
    return branch;
}
