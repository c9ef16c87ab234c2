#include "difference.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "difference_words.h"

// Of two nodes, either the whole is a piece, or parts are, whichever costs less: of each piece this, and its words.
enum { COST_PIECE = 2, NEVER = 1 << 28 };

enum { REGION_BITS = 64 };

enum { CELLS_MAX = 1 << 20 }; // own statements in a row times those of the other

struct finder {
    struct side own, other;
    enum difference_level level;
    int region; // whose code is compared; 0: the code around the regions
    struct piece *pieces;
    size_t count, max;
};

static int compare(struct finder *finder, const struct node *own, const struct node *other);
static int compare_parts(struct finder *finder, const struct node *own, const struct node *other);

static size_t token_begin(const struct side *side, int token) {
    return side->tree->tokens[token].offset;
}

static size_t token_end(const struct side *side, int token) {
    return side->tree->tokens[token].offset + side->tree->tokens[token].length;
}

// Adds a piece: own tokens [first, end), or the place `at` if there are none, against those of the other. Returns what
// it costs.
static int add(struct finder *finder, struct piece piece, int first, int end, size_t at, int other,
               int other_end) {
    const struct token *tokens = finder->own.tree->tokens, *other_tokens = finder->other.tree->tokens;
    piece.region = finder->region;
    piece.begin = first < end ? tokens[first].offset : at;
    piece.end = first < end ? tokens[end - 1].offset + tokens[end - 1].length : at;
    if (other < other_end) {
        piece.other_begin = other_tokens[other].offset;
        piece.other_end = other_tokens[other_end - 1].offset + other_tokens[other_end - 1].length;
    }
    if (finder->count < finder->max) {
        finder->pieces[finder->count] = piece;
    }
    finder->count++;
    return COST_PIECE + end - first + other_end - other;
}

// ---- Statements in a row ---------------------------------------------------------------------------------

struct list {
    const struct node **nodes;
    int count;
    size_t place; // of code before the first one
};

// The children of a node that begin in the bytes [begin, end). false: memory is short.
static bool read_list(const struct side *side, const struct node *parent, size_t begin, size_t end,
                      struct list *list) {
    size_t count = 1;
    for (const struct node *child = parent->child; child != NULL; child = child->next) {
        count++;
    }
    *list = (struct list){.nodes = malloc(count * sizeof(*list->nodes)), .place = begin};
    for (const struct node *child = parent->child; child != NULL && list->nodes != NULL;
         child = child->next) {
        const size_t at = tree_begin(side->tree, child);
        if (at >= begin && at < end && child->first < child->end) {
            list->nodes[list->count++] = child;
        }
    }
    return list->nodes != NULL;
}

// Is some of a region's code in these tokens? Then they cannot be exchanged with the code around the regions.
static bool has_region(const struct side *side, int first, int end) {
    while (first < end && side->skipped[first] != WORD_OF_REGION) {
        first++;
    }
    return first < end;
}

// Own statements in place of which the other program has some of its own, or none.
struct run {
    int first, end, other_first, other_end;
};

// Returns what the piece costs.
static int add_run(struct finder *finder, const struct list *own, const struct list *other, struct run run) {
    const struct node *const *nodes = own->nodes + run.first, *const *others = other->nodes + run.other_first;
    const int count = run.end - run.first, other_count = run.other_end - run.other_first;
    struct piece piece = {.kind = PIECE_CODE};
    if (count == 0 && other_count == 0) {
        return 0;
    }
    if (count == 1 && other_count == 1 && nodes[0]->kind == others[0]->kind) {
        return compare(finder, nodes[0], others[0]);
    }
    if (other_count == 0 && finder->region == 0 && nodes[0]->parent->kind == NODE_FILE) {
        return 0; // a function that only the own program has
    }
    if (other_count == 0) {
        piece.kind = PIECE_NOTHING;
    } else if (count == 0 && other_count > 1) {
        piece.kind = PIECE_STATEMENTS;
    } else if (count == 0) {
        kind_of_statement(&finder->other, others[0], &piece);
    }
    const int first = count > 0 ? nodes[0]->first : 0, last = count > 0 ? nodes[count - 1]->end : 0,
              other_first = other_count > 0 ? others[0]->first : 0,
              other_last = other_count > 0 ? others[other_count - 1]->end : 0;
    const size_t at = run.first > 0 ? tree_end(finder->own.tree, nodes[-1]) : own->place;
    return has_region(&finder->own, first, last) || has_region(&finder->other, other_first, other_last)
               ? NEVER
               : add(finder, piece, first, last, at, other_first, other_last);
}

// How many own statements from number `first` on are the body of the other node? 0: its body is another one.
static int wrapped_in(const struct finder *finder, const struct list *own, int first,
                      const struct node *other) {
    const struct node *body = node_body(other), *node = own->nodes[first];
    int count = 1;
    if (body == NULL || nodes_equal(&finder->own, node, &finder->other, body)) {
        return body != NULL; // also of blocks
    }
    if (body->kind == NODE_BLOCK) {
        for (const struct node *child = body->child; child != body->last; child = child->next) {
            count++;
        }
    }
    return body->kind == NODE_BLOCK && first + count <= own->count &&
                   words_equal(&finder->own, node->first, own->nodes[first + count - 1]->end, &finder->other,
                               body->first + 1, body->end - 1)
               ? count
               : 0;
}

// The other node, an `if` or a loop, around own statements; around a single one, only what is before its body.
static int add_head(struct finder *finder, const struct node *const *own, int count,
                    const struct node *other) {
    const struct piece piece = {.kind = other->kind == NODE_IF ? PIECE_CONDITION : PIECE_LOOP};
    return count == 1 ? add(finder, piece, 0, 0, tree_begin(finder->own.tree, own[0]), other->first,
                            node_body(other)->first)
                      : add(finder, piece, own[0]->first, own[count - 1]->end, 0, other->first, other->end);
}

// The next statements of both: `other` is at most 1.
struct step {
    int own, other, cost; // with that of the rest
    bool wraps;           // the other one is an `if` or a loop around the own ones
};

// The cheapest step where i own statements and k of the other are behind. `costs`: of the rests.
static struct step best_step(const struct finder *finder, const struct list *own, const struct list *other,
                             const int *costs, int i, int k) {
    const int row = other->count + 1, *cost = &costs[i * row + k];
    const bool has_own = i < own->count, has_other = k < other->count;
    const int wrapped = has_own && has_other ? wrapped_in(finder, own, i, other->nodes[k]) : 0;
    const int unlike = has_own && has_other
                           ? nodes_unlike(&finder->own, own->nodes[i], &finder->other, other->nodes[k])
                           : -1;
    struct step steps[4], best = {.cost = NEVER};
    int count = 0;
    if (unlike >= 0) {
        steps[count++] = (struct step){1, 1, cost[row + 1] + unlike, false};
    }
    if (wrapped > 0) {
        steps[count++] = (struct step){wrapped, 1, cost[wrapped * row + 1] + 1, true};
    }
    if (has_own) {
        steps[count++] = (struct step){1, 0, cost[row] + node_weight(&finder->own, own->nodes[i]), false};
    }
    if (has_other) {
        steps[count++] = (struct step){0, 1, cost[1] + node_weight(&finder->other, other->nodes[k]), false};
    }
    for (int at = 0; at < count; at++) {
        best = steps[at].cost < best.cost ? steps[at] : best;
    }
    return best;
}

// Adds the pieces on the cheapest way from number `first` of both on. Returns what they cost.
static int follow(struct finder *finder, const struct list *own, const struct list *other, const int *costs,
                  int first) {
    struct run gap = {.first = first, .end = first, .other_first = first, .other_end = first};
    int total = 0;
    while (gap.end < own->count || gap.other_end < other->count) {
        const int i = gap.end, k = gap.other_end;
        const struct step step = best_step(finder, own, other, costs, i, k);
        if (step.own > 0 && step.other > 0) {
            total += add_run(finder, own, other, gap);
            total += step.wraps ? add_head(finder, own->nodes + i, step.own, other->nodes[k])
                                : compare(finder, own->nodes[i], other->nodes[k]);
            total = total < NEVER ? total : NEVER;
            gap = (struct run){.first = i + step.own, .other_first = k + 1};
        }
        gap.end = i + step.own;
        gap.other_end = k + step.other;
    }
    total += add_run(finder, own, other, gap);
    return total < NEVER ? total : NEVER;
}

static int compare_lists(struct finder *finder, struct list own, struct list other) {
    int first = 0;
    while (first < own.count && first < other.count &&
           nodes_equal(&finder->own, own.nodes[first], &finder->other, other.nodes[first])) {
        first++;
    }
    while (
        own.count > first && other.count > first &&
        nodes_equal(&finder->own, own.nodes[own.count - 1], &finder->other, other.nodes[other.count - 1])) {
        own.count--, other.count--;
    }
    const int row = other.count + 1;
    int *costs =
        own.count < CELLS_MAX / row ? calloc(((size_t)own.count + 1) * (size_t)row, sizeof(*costs)) : NULL;
    for (int i = own.count; costs != NULL && i >= first; i--) {
        for (int k = other.count; k >= first; k--) {
            costs[i * row + k] =
                i == own.count && k == other.count ? 0 : best_step(finder, &own, &other, costs, i, k).cost;
        }
    }
    const int total = costs != NULL ? follow(finder, &own, &other, costs, first) : NEVER;
    free(costs);
    return total;
}

// The children of two nodes that begin in these bytes of them.
static int compare_children(struct finder *finder, const struct node *own, const struct node *other,
                            const size_t range[2], const size_t other_range[2]) {
    struct list list, other_list;
    const bool read = read_list(&finder->own, own, range[0], range[1], &list);
    int cost = NEVER;
    if (read_list(&finder->other, other, other_range[0], other_range[1], &other_list) && read) {
        cost = compare_lists(finder, list, other_list);
    }
    free(list.nodes);
    free(other_list.nodes);
    return cost;
}

// The bytes of a block or file between region number i, from 1, and the next one.
static void find_range(const struct side *side, const struct node *node, size_t i, bool regions,
                       size_t range[2]) {
    const struct regions *all = side->regions;
    range[0] = node->kind == NODE_BLOCK ? token_end(side, node->first) : 0;
    range[1] = regions && i < all->count ? all->regions[i].code_begin : all->length;
    if (i > 0) { // from behind the line END TODO(i) on
        const size_t end = all->regions[i - 1].code_end;
        const char *line = memchr(all->source + end, '\n', all->length - end);
        const size_t behind = line != NULL ? (size_t)(line - all->source) + 1 : all->length;
        range[0] = behind > range[0] ? behind : range[0];
    }
}

static int compare_blocks(struct finder *finder, const struct node *own, const struct node *other) {
    const size_t regions = finder->region == 0 ? finder->own.regions->count : 0;
    int cost = 0;
    for (size_t i = 0; i <= regions && cost < NEVER; i++) {
        size_t range[2], other_range[2];
        find_range(&finder->own, own, i, finder->region == 0, range);
        find_range(&finder->other, other, i, finder->region == 0, other_range);
        cost += compare_children(finder, own, other, range, other_range);
    }
    return cost < NEVER ? cost : NEVER;
}

// The bodies of an `if` or a loop, of which one is no block. Without braces, there is room for one statement.
static int compare_bodies(struct finder *finder, const struct node *own, const struct node *other) {
    if (own->kind == NODE_BLOCK) {
        size_t range[2];
        struct list list, single = {.nodes = &other, .count = 1};
        find_range(&finder->own, own, 0, false, range);
        const int cost = read_list(&finder->own, own, range[0], range[1], &list)
                             ? compare_lists(finder, list, single)
                             : NEVER;
        free(list.nodes);
        return cost;
    }
    const struct node *inner = other->kind == NODE_BLOCK && other->child == other->last ? other->child : NULL;
    return inner != NULL && inner->kind == own->kind ? compare_parts(finder, own, inner) : NEVER;
}

// ---- Parts of a node -------------------------------------------------------------------------------------

static bool is_comparison(const struct node *node) {
    const char first = node->sign[0], second = node->sign[1];
    return second == '=' ? strchr("<>=!", first) != NULL : (first == '<' || first == '>') && second == '\0';
}

// The words of a node itself, between two of its children: an operator. Returns what a piece of them costs.
static int compare_own_words(struct finder *finder, const struct node *own, const struct node *other,
                             int first, int end, int other_first, int other_end) {
    struct piece piece = {.kind = PIECE_OPERATOR};
    if (words_equal(&finder->own, first, end, &finder->other, other_first, other_end)) {
        return 0;
    }
    if ((own->kind != NODE_BINARY && own->kind != NODE_ASSIGNMENT && own->kind != NODE_UNARY &&
         own->kind != NODE_POSTFIX) ||
        first == end || other_first == other_end) {
        return NEVER;
    }
    if (own->kind == NODE_BINARY && is_comparison(own) && is_comparison(other)) {
        piece.kind = PIECE_COMPARISON;
    }
    return add(finder, piece, first, end, 0, other_first, other_end);
}

// Adds the pieces of the nodes' parts. Returns what they cost; NEVER: these are not all that differs.
static int compare_parts(struct finder *finder, const struct node *own, const struct node *other) {
    int cost = 0, first = own->first, other_first = other->first;
    if (own->kind != other->kind && node_is_body(own) && node_is_body(other)) {
        return compare_bodies(finder, own, other);
    }
    if (own->kind != other->kind || !own->complete || !other->complete ||
        nodes_permuted(&finder->own, own, &finder->other, other)) {
        return NEVER;
    }
    if (own->kind == NODE_BLOCK || own->kind == NODE_FILE) {
        return compare_blocks(finder, own, other);
    }
    const struct node *child = own->child, *other_child = other->child;
    for (; child != NULL && other_child != NULL; child = child->next, other_child = other_child->next) {
        cost += compare_own_words(finder, own, other, first, child->first, other_first, other_child->first);
        cost += cost < NEVER ? compare(finder, child, other_child) : 0;
        if (cost >= NEVER) {
            return NEVER;
        }
        first = child->end;
        other_first = other_child->end;
    }
    if (own->kind == NODE_IF && (child == NULL) != (other_child == NULL)) {
        const struct piece piece = {.kind = child != NULL ? PIECE_NOTHING : PIECE_ELSE};
        return cost +
               add(finder, piece, first, own->end, tree_end(finder->own.tree, own), other_first, other->end);
    }
    cost += child != NULL || other_child != NULL
                ? NEVER
                : compare_own_words(finder, own, other, first, own->end, other_first, other->end);
    return cost < NEVER ? cost : NEVER;
}

// Adds the pieces of two nodes that stand in the same place. Returns what they cost.
static int compare(struct finder *finder, const struct node *own, const struct node *other) {
    const struct side *side = &finder->own, *other_side = &finder->other;
    const bool small = finder->level == DIFFER_IN_EXPRESSIONS;
    const size_t count = finder->count;
    struct piece piece = {.kind = PIECE_NOTHING};
    int first, end;
    if (nodes_equal(side, own, other_side, other)) {
        return 0;
    }
    if (small && node_rest(side, own, other_side, other, &first, &end)) {
        return add(finder, piece, first, end, 0, 0, 0);
    }
    if (small && node_rest(other_side, other, side, own, &first, &end)) {
        const int before = first - other->first; // own words before the place
        const size_t at =
            before == 0 ? tree_begin(side->tree, own) : token_end(side, own->first + before - 1);
        kind_of_rest(other_side, other, first, end, &piece);
        return add(finder, piece, 0, 0, at, first, end);
    }
    const int whole = COST_PIECE + own->end - own->first + other->end - other->first;
    const int parts = small || node_is_compound(own) ? compare_parts(finder, own, other) : NEVER;
    if (parts <= whole || own->kind == NODE_FILE || has_region(side, own->first, own->end) ||
        has_region(other_side, other->first, other->end)) {
        return parts;
    }
    finder->count = count;
    kind_of_whole(side, own, other_side, other, &piece);
    return add(finder, piece, own->first, own->end, 0, other->first, other->end);
}

// ---- The programs ----------------------------------------------------------------------------------------

// Marks braces around a single statement, unless an `else` behind them would be that of the statement without them.
static void skip_braces(struct side *side) {
    for (const struct node *node = side->tree->file; node != NULL; node = tree_next(node, side->tree->file)) {
        const struct node *child = node->child;
        if (node->kind == NODE_BLOCK && (node_is_body(node) || node->parent->kind == NODE_BLOCK) &&
            node->complete && child != NULL && child == node->last && node->end == child->end + 1 &&
            child->kind != NODE_DECLARATION && child->kind != NODE_LABEL && child->kind != NODE_CASE &&
            child->kind != NODE_DIRECTIVE && (node->next == NULL || !node_is_compound(child))) {
            side->skipped[node->first] = side->skipped[node->end - 1] = WORD_IS_BRACE;
        }
    }
}

static bool read_side(const struct regions *regions, struct side *side) {
    *side = (struct side){.regions = regions, .tree = tree_read(regions->source, regions->length)};
    if (side->tree == NULL) {
        return false;
    }
    side->skipped = calloc((size_t)side->tree->token_count + 1, sizeof(*side->skipped));
    if (side->skipped != NULL) {
        skip_braces(side);
    }
    return side->skipped != NULL;
}

static void free_side(struct side *side) {
    tree_free(side->tree);
    free(side->skipped);
}

// The first token from the byte on.
static int token_from(const struct side *side, size_t byte) {
    int i = 0;
    while (i < side->tree->token_count && token_begin(side, i) < byte) {
        i++;
    }
    return i;
}

// The tokens [*first, *end) in the region's code, and the node whose children they are; NULL: they are no whole nodes.
static const struct node *find_parent(const struct side *side, const struct region *region, int *first,
                                      int *end) {
    *first = token_from(side, region->code_begin);
    *end = token_from(side, region->code_end);
    const struct node *node = tree_at_byte(side->tree, token_begin(side, *first), NODE_ANY), *child;
    while (node != NULL && node->parent != NULL && node->first >= *first && node->end <= *end) {
        node = node->parent;
    }
    int at = *first;
    for (child = node != NULL ? node->child : NULL; child != NULL && at < *end; child = child->next) {
        at = child->first == at ? child->end : at;
    }
    return at == *end ? node : NULL;
}

static void find_in_region(struct finder *finder, const struct region *own, const struct region *other) {
    const size_t count = finder->count;
    int first, end, other_first, other_end;
    const struct node *parent = find_parent(&finder->own, own, &first, &end),
                      *other_parent = find_parent(&finder->other, other, &other_first, &other_end);
    finder->region = own->number;
    if (first == end || other_first == other_end ||
        words_equal(&finder->own, first, end, &finder->other, other_first, other_end)) {
        return;
    }
    if (parent != NULL && other_parent != NULL) {
        const size_t range[] = {token_begin(&finder->own, first), own->code_end},
                     other_range[] = {other->code_begin, other->code_end};
        if (compare_children(finder, parent, other_parent, range, other_range) < NEVER) {
            return;
        }
        finder->count = count;
    }
    add(finder, (struct piece){.kind = PIECE_CODE}, first, end, 0, other_first, other_end);
}

static void skip_regions(struct side *side) {
    for (size_t i = 0; i < side->regions->count; i++) {
        const struct region *region = &side->regions->regions[i];
        const int first = token_from(side, region->code_begin), end = token_from(side, region->code_end);
        memset(side->skipped + first, WORD_OF_REGION, (size_t)(end - first));
    }
}

// In the order of the file; at one place, as they were found.
static void sort(struct piece *pieces, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const struct piece piece = pieces[i];
        size_t at = i;
        for (; at > 0 && pieces[at - 1].begin > piece.begin; at--) {
            pieces[at] = pieces[at - 1];
        }
        pieces[at] = piece;
    }
}

size_t difference_find(const struct regions *own, const struct regions *other, unsigned long long wanted,
                       enum difference_level level, struct piece *pieces, size_t max) {
    struct finder finder = {.level = level, .pieces = pieces, .max = max};
    const bool read = read_side(own, &finder.own);
    if (read_side(other, &finder.other) && read) {
        for (size_t i = 0; i < own->count && i + 1 < REGION_BITS; i++) { // region i has the number i + 1
            const struct region *region = &own->regions[i], *same = regions_numbered(other, region->number);
            if (region->filled && same != NULL && same->filled && (wanted >> region->number & 1) != 0) {
                find_in_region(&finder, region, same);
            }
        }
        if (own->count == other->count && (wanted & 1) != 0) {
            skip_regions(&finder.own);
            skip_regions(&finder.other);
            finder.region = 0;
            compare(&finder, finder.own.tree->file, finder.other.tree->file);
        }
    }
    free_side(&finder.own);
    free_side(&finder.other);
    sort(pieces, finder.count < max ? finder.count : max);
    return finder.count;
}

// ---- Variables -------------------------------------------------------------------------------------------

// The tokens of the statements that a piece is in, with the bodies of loops and the like; none: there are none.
struct passage {
    const struct tree *tree;
    int first, end;
};

static const struct node *statement_at(const struct tree *tree, size_t byte) {
    const struct node *node = tree_at_byte(tree, byte, NODE_ANY);
    while (node->parent != NULL && node->parent->kind != NODE_BLOCK && node->parent->kind != NODE_FILE) {
        node = node->parent;
    }
    return node;
}

static struct passage find_passage(const struct tree *tree, size_t begin, size_t end) {
    return (struct passage){tree, statement_at(tree, begin)->first,
                            statement_at(tree, end > begin ? end - 1 : begin)->end};
}

// The token that is the variable which the node sets; NO_TOKEN: none.
static int set_by(const struct tree *tree, const struct node *node) {
    const struct node *named = NULL;
    if (node->kind == NODE_ASSIGNMENT || ((node->kind == NODE_UNARY || node->kind == NODE_POSTFIX) &&
                                          (strcmp(node->sign, "++") == 0 || strcmp(node->sign, "--") == 0))) {
        named = node_variable(node->child);
    } else if (node->kind == NODE_DECLARATOR && node->last != NULL &&
               tree_token_is(tree, node->last->first - 1, "=")) {
        named = node;
    }
    return named != NULL ? named->name : NO_TOKEN;
}

static bool sets_one_of(const struct passage *setter, const struct passage *user) {
    const struct tree *tree = setter->tree;
    for (const struct node *node = tree->file; node != NULL; node = tree_next(node, tree->file)) {
        const bool within = node->first >= setter->first && node->end <= setter->end;
        const int name = within ? set_by(tree, node) : NO_TOKEN;
        for (int i = user->first; i < user->end && name != NO_TOKEN; i++) {
            if (words_same(tree, name, user->tree, i)) {
                return true;
            }
        }
    }
    return false;
}

bool difference_links(const struct regions *own, const struct regions *other, const struct piece *one,
                      const struct piece *two) {
    struct tree *trees[] = {tree_read(own->source, own->length), tree_read(other->source, other->length)};
    const struct piece *pieces[] = {one, two};
    struct passage passages[2][2] = {{{.tree = trees[0]}, {.tree = trees[1]}},
                                     {{.tree = trees[0]}, {.tree = trees[1]}}}; // [piece][source]
    bool linked = false;
    if (trees[0] != NULL && trees[1] != NULL) {
        for (int i = 0; i < 2; i++) {
            const struct piece *piece = pieces[i];
            if (piece->begin < piece->end || piece->kind > PIECE_STATEMENTS) { // else, a statement is missing
                passages[i][0] = find_passage(trees[0], piece->begin, piece->end);
            }
            if (piece->other_begin < piece->other_end) {
                passages[i][1] = find_passage(trees[1], piece->other_begin, piece->other_end);
            }
        }
        const struct passage *first = passages[0], *second = passages[1];
        const bool same = first->end > 0 && first->first == second->first && first->end == second->end;
        for (int i = 0; i < 4 && !linked && !same; i++) {
            linked = sets_one_of(&first[i / 2], &second[i % 2]) || sets_one_of(&second[i / 2], &first[i % 2]);
        }
    }
    tree_free(trees[0]);
    tree_free(trees[1]);
    return linked;
}
