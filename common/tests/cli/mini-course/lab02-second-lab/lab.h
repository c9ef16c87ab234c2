#define LAB_PARTS(PART) PART(REDUCE, tree, reduce_tree)
