// The syntax tree of a source in CUDA C++, as students write it: before it is preprocessed, half finished, malformed.
//
//     struct tree *tree = tree_read(text, length);
//     const struct node *loop = tree_at_byte(tree, 400, NODE_FOR);
//     int line = tree_text_line(tree, tree_begin(tree, loop));
//
// Each node covers the tokens from `first` up to, but not including, `end`. Tokens are words: blanks and comments lie
// between them. A node's tokens are its children's and its own, as `if` and `(`; so all tokens in their order, with
// what lies between, are the text. There are no types and no other files, so some readings are guesses:
//
//     a * b;                 a declaration: as an expression it would be useless
//     f<a>(b);               a call with template arguments, if these can be types or constants
//     (a)(b);                a cast if `a` looks like a type
//     NAME(a) { ... }        a macro that is a loop; NAME(a) alone on its line, a macro that is a statement
//
// What cannot be read is BROKEN, also where something is missing: then it has no tokens. A directive is a node where a
// statement could be, and otherwise lies between the words, like a comment. Both branches of an #if are read, one after
// the other, unless the #if splits a statement: then one branch is read. What is behind `#if 0` is a comment. Bodies of
// macros, and the branches that are left out, are PARTs beside the tree.
#ifndef LABS_TREE_H
#define LABS_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "token.h"

// The kinds of nodes, their names, and what is in them. A statement has its `;`.
#define NODE_KINDS(KIND)                                                                                     \
    KIND(FILE, "file")             /* declarations and directives */                                         \
    KIND(DIRECTIVE, "directive")   /* of the preprocessor: no children */                                    \
    KIND(FUNCTION, "function")     /* TEMPLATE, TYPE, PARAMETERS, INITIALIZERS, BLOCK: those that it has */  \
    KIND(PARAMETERS, "parameters") /* PARAMETER... */                                                        \
    KIND(PARAMETER, "parameter")   /* TYPE, DECLARATOR */                                                    \
    KIND(INITIALIZERS, "initializers") /* of a constructor: CALL or CAST... */                               \
    KIND(STRUCT, "struct")             /* class or union: base types, MEMBERS */                             \
    KIND(MEMBERS, "members")           /* of a struct in braces: declarations; of an enum: DECLARATOR... */  \
    KIND(ENUM, "enum")                 /* its TYPE, MEMBERS */                                               \
    KIND(NAMESPACE, "namespace")       /* or extern "C" { }: declarations */                                 \
    KIND(TEMPLATE, "template")         /* template <...>: PARAMETER... */                                    \
    KIND(DECLARATION, "declaration") /* TEMPLATE, TYPE, DECLARATOR...; also using, typedef, static_assert */ \
    KIND(TYPE, "type")               /* its words; STRUCT, ENUM, TEMPLATE_NAME, ATTRIBUTE */                 \
    KIND(DECLARATOR, "declarator")   /* bounds, PARAMETERS, DECLARATOR in parentheses, initial value */      \
    KIND(ATTRIBUTE, "attribute")     /* [[...]], __launch_bounds__(...): expressions */                      \
    KIND(ACCESS, "access")           /* public: */                                                           \
    KIND(BLOCK, "block")             /* { }: statements */                                                   \
    KIND(IF, "if")                   /* HEAD, statement, the statement behind `else` */                      \
    KIND(FOR, "for")             /* HEAD: two statements, and an expression if there is one; statement */    \
    KIND(RANGE_FOR, "range-for") /* HEAD: DECLARATION, expression; statement */                              \
    KIND(WHILE, "while")         /* HEAD, statement */                                                       \
    KIND(DO, "do")               /* statement, HEAD */                                                       \
    KIND(SWITCH, "switch")       /* HEAD, statement */                                                       \
    KIND(TRY, "try")             /* BLOCK, CATCH... */                                                       \
    KIND(CATCH, "catch")         /* PARAMETERS, BLOCK */                                                     \
    KIND(HEAD, "head")           /* ( ) of the statements above */                                           \
    KIND(CASE, "case")           /* case 1: or default: without the statement behind it */                   \
    KIND(LABEL, "label")         /* name: likewise */                                                        \
    KIND(RETURN, "return")       /* expression, if there is one */                                           \
    KIND(BREAK, "break")                                                                                     \
    KIND(CONTINUE, "continue")                                                                               \
    KIND(GOTO, "goto")                                                                                       \
    KIND(EXPRESSION, "expression")       /* a statement: an expression and its `;` */                        \
    KIND(MACRO, "macro")                 /* a statement: NAME or CALL; the statement behind it, of a loop */ \
    KIND(ASM, "asm")                     /* no children */                                                   \
    KIND(EMPTY, "empty")                 /* ; */                                                             \
    KIND(NAME, "name")                   /* also a::b, this, operator+ */                                    \
    KIND(TEMPLATE_NAME, "template-name") /* a::b<c>: TYPE or expression... */                                \
    KIND(NUMBER, "number")                                                                                   \
    KIND(STRING, "string") /* adjacent ones are one node */                                                  \
    KIND(CHARACTER, "character")                                                                             \
    KIND(CALL, "call")                   /* what is called, arguments... */                                  \
    KIND(LAUNCH, "launch")               /* the kernel, CONFIGURATION, arguments... */                       \
    KIND(CONFIGURATION, "configuration") /* <<< >>>: expressions */                                          \
    KIND(INDEX, "index")                 /* what has elements, the index */                                  \
    KIND(MEMBER, "member")               /* what has members; the member is its name */                      \
    KIND(UNARY, "unary")                 /* also .name in braces */                                          \
    KIND(POSTFIX, "postfix")                                                                                 \
    KIND(BINARY, "binary")                                                                                   \
    KIND(ASSIGNMENT, "assignment")                                                                           \
    KIND(CONDITIONAL, "conditional") /* a ? b : c */                                                         \
    KIND(CAST, "cast")               /* TYPE, expression; also static_cast<a>(b), a{b} */                    \
    KIND(LIST, "list")               /* { } in an expression */                                              \
    KIND(PARENTHESES, "parentheses")                                                                         \
    KIND(SIZEOF, "size-of") /* alignof, typeid: TYPE or expression */                                        \
    KIND(NEW, "new")        /* TYPE, arguments... */                                                         \
    KIND(DELETE, "delete")                                                                                   \
    KIND(THROW, "throw")                                                                                     \
    KIND(LAMBDA, "lambda") /* CAPTURES, TEMPLATE, PARAMETERS, TYPE, BLOCK */                                 \
    KIND(CAPTURES, "captures")                                                                               \
    KIND(COMMA, "comma")   /* all expressions of a, b, c */                                                  \
    KIND(BROKEN, "broken") /* what could not be read */                                                      \
    KIND(PART, "part")     /* statements, or what begins like one: tree->parts */

#define NODE_KIND(kind, name) NODE_##kind,
enum node_kind { NODE_ANY, NODE_KINDS(NODE_KIND) NODE_KIND_COUNT };
#undef NODE_KIND

enum { NO_TOKEN = -1, TREE_HEIGHT_MAX = 2000 /* nodes on top of each other; what lies deeper is BROKEN */ };

struct node {
    enum node_kind kind;
    char sign[4];   // the operator, as "+=": of an expression that has one
    int first, end; // tokens
    int name;       // the token that is the name, in a::b the last one; or NO_TOKEN
    bool complete;  // nothing in it is BROKEN
    bool kernel, device,
        host;   // of a function: has __global__, __device__, __host__, or a macro of the file with it
    int height; // of the nodes below it
    struct node *parent, *child, *last, *before, *next; // its first and last child, and its siblings
};

struct tree {
    const char *text;
    size_t length;
    struct token *tokens; // without blanks and comments; the last one is TOKEN_END
    int token_count;      // without that
    int *match;           // of each token, the other bracket, also < and > of template arguments; or NO_TOKEN
    struct node *file;    // of kind NODE_FILE: the whole text
    struct node *parts;   // by `next`; `name` is the macro whose body it is. That may be empty
    size_t *lines;        // where each line begins
    size_t line_count;
    struct nodes *memory;
    char *owned_text; // of tree_of
};

// Reads a text of arbitrary bytes, which must outlive the tree. NULL: memory is short, or the text is too large.
struct tree *tree_read(const char *text, size_t length);

void tree_free(struct tree *tree);

// The tree of the file at `path`, which is read once and kept. NULL with errno if it cannot be read. Several threads
// may call it at the same time.
const struct tree *tree_of(const char *path);

// The bytes [tree_begin, tree_end) of a node's tokens.
size_t tree_begin(const struct tree *tree, const struct node *node);
size_t tree_end(const struct tree *tree, const struct node *node);

// The line of a byte, from 1: of the text itself, whatever line markers say.
int tree_text_line(const struct tree *tree, size_t byte);

// The innermost node of a kind, or NODE_ANY, that contains the byte. NULL: none.
const struct node *tree_at_byte(const struct tree *tree, size_t byte, enum node_kind kind);

// The innermost node of a kind around a node. NULL: none.
const struct node *tree_parent_of_kind(const struct node *node, enum node_kind kind);

// The node behind `node` in the order of the text, parents first, among `root` and what is in it. NULL: none.
//
//     for (const struct node *node = root; node != NULL; node = tree_next(node, root))
const struct node *tree_next(const struct node *node, const struct node *root);

// The same, and at the end those within `root` of the branches of an #if that are left out.
const struct node *tree_next_of_all(const struct tree *tree, const struct node *node,
                                    const struct node *root);

// The first child of a kind, and child number i from 0. NULL: none.
const struct node *tree_child_of_kind(const struct node *node, enum node_kind kind);
const struct node *tree_child(const struct node *node, int i);

// Is token number i this word? Is the node's name?
bool tree_token_is(const struct tree *tree, int i, const char *word);
bool tree_name_is(const struct tree *tree, const struct node *node, const char *name);

// Is token number i one of the words, which end with NULL? Is it a `=` that is not part of another operator?
bool tree_token_is_one_of(const struct tree *tree, int i, const char *const *words);
bool tree_token_assigns(const struct tree *tree, int i);

// The name of a kind, as "range-for".
const char *tree_kind_name(enum node_kind kind);

#endif
