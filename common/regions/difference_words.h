// Nodes of two programs by their words. For difference.c.
#ifndef LABS_DIFFERENCE_WORDS_H
#define LABS_DIFFERENCE_WORDS_H

#include "tree.h"
#include "pieces.h"

// One of the programs.
struct side {
    const struct regions *regions;
    struct tree *tree;
    unsigned char *skipped; // by token: why it does not count, enum skipped; 0: it does
};

enum skipped { WORD_IS_BRACE = 1 /* around a single statement */, WORD_OF_REGION };

// Are two tokens the same word?
bool words_same(const struct tree *tree, int i, const struct tree *other, int k);

// Have the tokens [first, end) the same words as those of the other side?
bool words_equal(const struct side *side, int first, int end, const struct side *other, int other_first,
                 int other_end);
bool nodes_equal(const struct side *side, const struct node *node, const struct side *other,
                 const struct node *other_node);

// How many words a node has, and how many it does not have in common with one of the same kind; -1: too many.
int node_weight(const struct side *side, const struct node *node);
int nodes_unlike(const struct side *side, const struct node *node, const struct side *other,
                 const struct node *other_node);

bool node_is_compound(const struct node *node); // has statements in it
bool node_is_body(const struct node *node);     // of an `if` or a loop

// The statement that is the body of a loop, or of an `if` without `else`. NULL: none.
const struct node *node_body(const struct node *node);

// The variable that an expression names first: a of a[i].b. NULL: none.
const struct node *node_variable(const struct node *node);

// Are the operands or arguments of two different nodes the same in another order?
bool nodes_permuted(const struct side *side, const struct node *node, const struct side *other,
                    const struct node *other_node);

// Finds the tokens [first, end) without which the first node is the second: `+ 1`, `, argument`, `__shared__`.
bool node_rest(const struct side *side, const struct node *longer, const struct side *other,
               const struct node *shorter, int *first, int *end);

// The kind of a piece and its name: of a whole node in place of another one, of a statement that is missing, and of the
// tokens that node_rest finds in a node.
void kind_of_whole(const struct side *own, const struct node *node, const struct side *other,
                   const struct node *other_node, struct piece *piece);
void kind_of_statement(const struct side *other, const struct node *node, struct piece *piece);
void kind_of_rest(const struct side *other, const struct node *node, int first, int end, struct piece *piece);

#endif
