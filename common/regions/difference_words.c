#include "difference_words.h"

#include <string.h>

#include "questions.h"

bool words_same(const struct tree *tree, int i, const struct tree *other, int k) {
    const struct token *word = &tree->tokens[i], *same = &other->tokens[k];
    return word->length == same->length &&
           memcmp(tree->text + word->offset, other->text + same->offset, word->length) == 0;
}

bool words_equal(const struct side *side, int first, int end, const struct side *other, int other_first,
                 int other_end) {
    for (;; first++, other_first++) {
        while (first < end && side->skipped[first]) {
            first++;
        }
        while (other_first < other_end && other->skipped[other_first]) {
            other_first++;
        }
        if (first >= end || other_first >= other_end) {
            return first >= end && other_first >= other_end;
        }
        const struct token *word = &side->tree->tokens[first], *same = &other->tree->tokens[other_first];
        if (word->kind != same->kind ||
            (word->kind != TOKEN_DIRECTIVE_END && !words_same(side->tree, first, other->tree, other_first))) {
            return false;
        }
    }
}

bool nodes_equal(const struct side *side, const struct node *node, const struct side *other,
                 const struct node *other_node) {
    return words_equal(side, node->first, node->end, other, other_node->first, other_node->end);
}

// How often each word occurs in a node, or one with the same hash; without brackets and the like.
enum { HASHES = 64 };

static int count_words(const struct side *side, const struct node *node, int counts[HASHES]) {
    int count = 0;
    for (int i = node->first; i < node->end; i++) {
        const struct token *word = &side->tree->tokens[i];
        const char *text = side->tree->text + word->offset;
        unsigned hash = 0;
        if (!side->skipped[i] && word->length > 0 && strchr("(){}[];,\n", text[0]) == NULL) {
            for (size_t k = 0; k < word->length; k++) {
                hash = hash * 31 + (unsigned char)text[k];
            }
            counts[hash % HASHES]++;
            count++;
        }
    }
    return count;
}

int node_weight(const struct side *side, const struct node *node) {
    int counts[HASHES] = {0};
    return count_words(side, node, counts) + 1;
}

int nodes_unlike(const struct side *side, const struct node *node, const struct side *other,
                 const struct node *other_node) {
    int counts[HASHES] = {0}, other_counts[HASHES] = {0}, common = 0;
    if (node->kind != other_node->kind) {
        return -1;
    }
    if (nodes_equal(side, node, other, other_node)) {
        return 0;
    }
    const int all = count_words(side, node, counts) + count_words(other, other_node, other_counts);
    for (int i = 0; i < HASHES; i++) {
        common += counts[i] < other_counts[i] ? counts[i] : other_counts[i];
    }
    return common > 0 && 4 * common >= all ? all - 2 * common + 1 : -1;
}

// ---- Nodes -----------------------------------------------------------------------------------------------

bool node_is_compound(const struct node *node) {
    return node->kind == NODE_IF || question_is_loop(node) || node->kind == NODE_SWITCH ||
           node->kind == NODE_TRY || node->kind == NODE_CATCH || node->kind == NODE_BLOCK ||
           node->kind == NODE_FILE || node->kind == NODE_FUNCTION || node->kind == NODE_NAMESPACE ||
           (node->kind == NODE_MACRO && node->child != node->last);
}

bool node_is_body(const struct node *node) {
    return node->parent != NULL && node->kind != NODE_HEAD &&
           (node->parent->kind == NODE_IF || question_is_loop(node->parent));
}

const struct node *node_body(const struct node *node) {
    const bool has_one = node->kind == NODE_IF ? tree_child(node, 2) == NULL : question_is_loop(node);
    return has_one && node->last != NULL && node->last->kind != NODE_HEAD ? node->last : NULL;
}

const struct node *node_variable(const struct node *node) {
    while (node != NULL && node->kind != NODE_NAME) {
        node = node->child;
    }
    return node;
}

// Is one of the nodes from `child` on the other node?
static bool is_among(const struct side *side, const struct node *child, const struct side *other,
                     const struct node *node) {
    while (child != NULL && !nodes_equal(side, child, other, node)) {
        child = child->next;
    }
    return child != NULL;
}

bool nodes_permuted(const struct side *side, const struct node *node, const struct side *other,
                    const struct node *other_node) {
    const struct node *one = node->child, *two = other_node->child;
    if (node->kind != other_node->kind ||
        !(node->kind == NODE_CALL ? nodes_equal(side, one, other, two)
                                  : node->kind == NODE_BINARY && strcmp(node->sign, other_node->sign) == 0)) {
        return false;
    }
    for (; one != NULL && two != NULL; one = one->next, two = two->next) {
        if (!is_among(side, node->child, other, two) || !is_among(other, other_node->child, side, one)) {
            return false;
        }
    }
    return one == NULL && two == NULL;
}

bool node_rest(const struct side *side, const struct node *longer, const struct side *other,
               const struct node *shorter, int *first, int *end) {
    const struct node *child = longer->child;
    int other_first = shorter->first, other_end = shorter->end;
    *first = longer->first;
    *end = longer->end;
    switch ((int)longer->kind) {
    case NODE_BINARY:
    case NODE_UNARY:
    case NODE_POSTFIX:
    case NODE_INDEX:
    case NODE_CAST:
        for (; child != NULL && child->first == longer->first; child = child->child) {
            if (nodes_equal(side, child, other, shorter)) {
                *first = child->end;
                return true;
            }
        }
        for (child = longer->last; child != NULL && child->end == longer->end; child = child->last) {
            if (nodes_equal(side, child, other, shorter)) {
                *end = child->first;
                return true;
            }
        }
        return false;
    case NODE_TYPE:
    case NODE_CALL:
    case NODE_CONFIGURATION:
    case NODE_DECLARATOR:
        break;
    default:
        return false;
    }
    while (*first < *end && other_first < other_end &&
           words_equal(side, *first, *first + 1, other, other_first, other_first + 1)) {
        ++*first, other_first++;
    }
    while (*first < *end && other_first < other_end &&
           words_equal(side, *end - 1, *end, other, other_end - 1, other_end)) {
        --*end, other_end--;
    }
    if (longer->kind != shorter->kind || other_first < other_end || *first == *end) {
        return false;
    }
    if (longer->kind == NODE_TYPE) {
        return *end == *first + 1;
    }
    if (longer->kind == NODE_DECLARATOR) { // an initial value
        return tree_token_is(side->tree, *first, "=") && child != NULL && longer->last->first == *first + 1;
    }
    const int before = tree_token_is(side->tree, *first, ","),
              behind = tree_token_is(side->tree, *end - 1, ",");
    bool begins = false, ends = false; // with whole arguments, and a comma
    for (; child != NULL; child = child->next) {
        begins |= child->first == *first + before;
        ends |= child->end == *end - behind;
    }
    return begins && ends;
}

// ---- Kinds -----------------------------------------------------------------------------------------------

static void set_kind(struct piece *piece, enum piece_kind kind, const struct side *side, int first, int end) {
    const struct token *tokens = side->tree->tokens;
    const size_t length = tokens[end - 1].offset + tokens[end - 1].length - tokens[first].offset;
    if (length < sizeof(piece->name)) {
        memcpy(piece->name, side->tree->text + tokens[first].offset, length);
        piece->name[length] = '\0';
        piece->kind = kind;
    }
}

void kind_of_statement(const struct side *other, const struct node *node, struct piece *piece) {
    const struct node *inner = node->kind == NODE_EXPRESSION || node->kind == NODE_MACRO ? node->child : node;
    const struct node *body = node_body(node), *variable = NULL;
    piece->kind = node->kind == NODE_DIRECTIVE ? PIECE_CODE : PIECE_STATEMENT;
    if (question_is_loop(node)) {
        piece->kind = PIECE_LOOP;
    } else if (node->kind == NODE_IF) {
        body = body != NULL && body->kind == NODE_BLOCK && body->child == body->last ? body->child : body;
        const bool leaves = body != NULL && (body->kind == NODE_RETURN || body->kind == NODE_BREAK ||
                                             body->kind == NODE_CONTINUE || body->kind == NODE_GOTO);
        piece->kind = leaves ? PIECE_CONDITION : PIECE_IF;
    } else if (node->kind == NODE_DECLARATION) {
        variable = tree_child_of_kind(node, NODE_DECLARATOR);
        if (variable != NULL && variable->name != NO_TOKEN) {
            set_kind(piece, PIECE_DECLARATION, other, variable->name, variable->name + 1);
        }
    } else if (inner != NULL && inner->kind == NODE_ASSIGNMENT) {
        variable = node_variable(inner->child);
        if (variable != NULL) {
            set_kind(piece, PIECE_ASSIGNMENT, other, variable->first, variable->end);
        }
    } else if (inner != NULL && inner->kind == NODE_LAUNCH) {
        set_kind(piece, PIECE_LAUNCH, other, inner->child->first, inner->child->end);
    } else if (inner != NULL && inner->kind == NODE_CALL) {
        const struct node *argument = tree_child(inner, 1), *name;
        inner = argument != NULL && argument->kind == NODE_CALL && argument->next == NULL
                    ? argument // CHECK(f(x)) is there for f
                    : inner;
        name = inner->child;
        set_kind(piece, PIECE_CALL, other, name->first, name->end);
        if (question_barrier(other->tree, inner, NULL) == inner) {
            *piece = (struct piece){.kind = PIECE_BARRIER};
        }
    }
}

void kind_of_rest(const struct side *other, const struct node *node, int first, int end,
                  struct piece *piece) {
    static const enum piece_kind kinds[NODE_KIND_COUNT] = {
        [NODE_BINARY] = PIECE_OPERANDS, [NODE_UNARY] = PIECE_SIGN,
        [NODE_POSTFIX] = PIECE_SIGN,    [NODE_INDEX] = PIECE_INDEX,
        [NODE_CAST] = PIECE_CAST,       [NODE_DECLARATOR] = PIECE_INITIAL,
        [NODE_CALL] = PIECE_ARGUMENTS,  [NODE_CONFIGURATION] = PIECE_ARGUMENTS};
    piece->kind = kinds[node->kind];
    if (node->kind == NODE_BINARY && (first == node->child->end || end == node->last->first)) {
        set_kind(piece, PIECE_OPERAND, other, node->child->end, node->last->first);
    } else if (node->kind == NODE_TYPE) {
        set_kind(piece, PIECE_SPECIFIER, other, first, end);
    }
}

void kind_of_whole(const struct side *own, const struct node *node, const struct side *other,
                   const struct node *other_node, struct piece *piece) {
    const bool one_kind = node->kind == other_node->kind;
    const struct node *first = other_node->child, *around = node; // the nearest statement or head
    while (around != NULL && around->kind != NODE_HEAD && !node_is_compound(around)) {
        around = around->parent;
    }
    piece->kind = PIECE_CODE;
    if (one_kind && (node->kind == NODE_NUMBER || node->kind == NODE_NAME || node->kind == NODE_TYPE)) {
        piece->kind = node->kind == NODE_NUMBER                                    ? PIECE_NUMBER
                      : node->kind == NODE_TYPE || node->parent->kind == NODE_TYPE ? PIECE_TYPE
                                                                                   : PIECE_NAME;
    } else if (nodes_permuted(own, node, other, other_node)) {
        piece->kind = node->kind == NODE_CALL ? PIECE_ARGUMENT_ORDER : PIECE_OPERAND_ORDER;
    } else if (other_node->kind == NODE_CALL && is_among(other, first, own, node)) {
        set_kind(piece, PIECE_CALL, other, first->first, first->end);
    } else if (other_node->kind == NODE_CONDITIONAL && is_among(other, first->next, own, node)) {
        piece->kind = PIECE_CONDITION;
    } else if (other_node->kind == NODE_PARENTHESES && nodes_equal(own, node, other, first)) {
        piece->kind = PIECE_PARENTHESES;
    } else if (around != NULL && around->kind == NODE_HEAD) {
        piece->kind = around->parent->kind == NODE_IF    ? PIECE_IN_CONDITION
                      : question_is_loop(around->parent) ? PIECE_IN_LOOP
                                                         : PIECE_CODE;
    } else if (node->kind >= NODE_NAME && other_node->kind >= NODE_NAME &&
               node->parent->kind != NODE_EXPRESSION) {
        piece->kind = PIECE_EXPRESSION;
    }
}
