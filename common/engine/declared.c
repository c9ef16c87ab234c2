// Types and declarators.
#include <string.h>

#include "compiler.h"

// ------------------------------------------------------------------------------------------------------ structs
static void add_members(struct compiler *compiler, const struct node *members, struct structure *structure,
                        const struct member **last) {
    for (const struct node *node = members->child; node != NULL; node = node->next) {
        if (node->kind == NODE_EMPTY) {
            continue;
        }
        if (node->kind == NODE_DECLARATION && tree_name_is(compiler->tree, node, "sim_assigned")) {
            structure->assigned = true;
            continue;
        }
        const struct node *type = node->kind == NODE_DECLARATION ? tree_child_of_kind(node, NODE_TYPE) : NULL;
        if (type == NULL || !node->complete) {
            reject(compiler, node, "a struct with a %s", tree_kind_name(node->kind));
        }
        const struct specifiers specifiers = read_specifiers(compiler, type);
        if (specifiers.type == NULL || specifiers.is_static || specifiers.is_typedef) {
            reject(compiler, node, "such a member of a struct");
        }
        for (const struct node *next = type->next; next != NULL; next = next->next) {
            const struct declared declared = read_declarator(compiler, next, specifiers.type);
            if (declared.parameters != NULL || declared.in_parentheses || declared.type->size == 0 ||
                declared.type->kind == TYPE_REFERENCE) {
                reject(compiler, next, "such a member of a struct");
            }
            struct member *member = take(compiler, sizeof(*member));
            const size_t alignment = declared.type->alignment;
            structure->size = (structure->size + alignment - 1) / alignment * alignment;
            const size_t offset = structure->is_union ? 0 : structure->size;
            *member = (struct member){
                .name = declared.name, .type = declared.type, .offset = offset, .value = declared.value};
            structure->has_values |= declared.value != NULL;
            if (offset + declared.type->size > structure->size) {
                structure->size = offset + declared.type->size;
            }
            structure->alignment = alignment > structure->alignment ? alignment : structure->alignment;
            const struct structure *of = type_element(declared.type)->structure;
            structure->has_assigned |=
                of != NULL && (of->assigned || of->has_assigned) && !structure->is_union;
            *last = member;
            last = &member->next;
        }
    }
}

static size_t alignment_of_attribute(struct compiler *compiler, const struct node *node) {
    const struct node *attribute = tree_child_of_kind(node, NODE_ATTRIBUTE);
    if (attribute == NULL) {
        return 1;
    }
    if (attribute->child == NULL) {
        reject(compiler, attribute, "this attribute");
    }
    return (size_t)constant_integer(compiler, attribute->child);
}

// struct point { int x, y; }   or only   struct point
static const struct type *read_struct(struct compiler *compiler, const struct node *node) {
    const int name = name_of_token(compiler, node->name);
    const struct node *members = tree_child_of_kind(node, NODE_MEMBERS);
    struct symbol *symbol = name == NO_NAME ? NULL : find_struct(compiler, name);
    if (tree_child_of_kind(node, NODE_TYPE) != NULL) {
        reject(compiler, node, "a struct with a base");
    }
    if (symbol == NULL || (members != NULL && symbol->type->structure->complete)) {
        struct structure *structure = take(compiler, sizeof(*structure));
        struct type *type = take(compiler, sizeof(*type));
        *structure = (struct structure){.name = name,
                                        .alignment = 1,
                                        .is_union = has_word(compiler, node, "union"),
                                        .vector = name == name_of(compiler, "dim3") ||
                                                  name == name_of(compiler, "uint3")};
        *type = (struct type){.kind = TYPE_STRUCT, .structure = structure, .alignment = 1};
        symbol = add_symbol(compiler, name, SYMBOL_STRUCT, type);
    }
    struct type *type = (struct type *)symbol->type;
    if (members != NULL) {
        struct structure *structure = (struct structure *)type->structure;
        structure->alignment = alignment_of_attribute(compiler, node);
        add_members(compiler, members, structure, &structure->members);
        structure->size =
            (structure->size + structure->alignment - 1) / structure->alignment * structure->alignment;
        structure->size = structure->size == 0 ? 1 : structure->size;
        structure->complete = true;
        type->size = structure->size;
        type->alignment = structure->alignment;
    }
    return type;
}

// enum kind { FIRST, SECOND = 4 }
static const struct type *read_enum(struct compiler *compiler, const struct node *node) {
    const int name = name_of_token(compiler, node->name);
    const struct node *members = tree_child_of_kind(node, NODE_MEMBERS);
    const struct node *given = tree_child_of_kind(node, NODE_TYPE); // enum kind : unsigned { }
    const struct type *type = given == NULL ? type_of_cell(CELL_I32) : type_of_node(compiler, given);
    if (has_word(compiler, node, "class") || has_word(compiler, node, "struct") || !type_is_integer(type)) {
        reject(compiler, node, "an enum of this kind");
    }
    if (members != NULL && name != NO_NAME) {
        add_symbol(compiler, name, SYMBOL_TYPE, type);
    }
    union value value = {.i = 0};
    for (const struct node *next = members == NULL ? NULL : members->child; next != NULL; next = next->next) {
        if (next->last->kind != NODE_NAME || next->last->first != next->name) {
            value.i = constant_integer(compiler, next->last);
        }
        add_symbol(compiler, name_of_token(compiler, next->name), SYMBOL_CONSTANT, type)->value = value;
        value.i++;
    }
    return type;
}

// ------------------------------------------------------------------------------------------------------- words
// The words that make a type, as a sum: `long long` is 2 * LONG.
enum {
    LONG = 1, // at most twice
    SHORT = 4,
    CHAR = 8,
    FLOAT = 16,
    DOUBLE = 32,
    BOOL = 64,
    VOID = 128,
    AUTO = 256,
    INT = 512,
    SIGNED = 1024,
    UNSIGNED = 2048
};

static const struct type *type_of_words(unsigned words) {
    const bool is_unsigned = (words & UNSIGNED) != 0, is_signed = (words & SIGNED) != 0;
    switch (words & ~(unsigned)(INT | SIGNED | UNSIGNED)) {
    case VOID:
        return &type_void;
    case BOOL:
        return &type_bool;
    case FLOAT:
        return type_of_cell(CELL_F32);
    case DOUBLE:
        return type_of_cell(CELL_F64);
    case CHAR:
        return is_signed ? &type_signed_char : type_of_cell(is_unsigned ? CELL_U8 : CELL_I8);
    case SHORT:
        return type_of_cell(is_unsigned ? CELL_U16 : CELL_I16);
    case LONG:
        return type_of_cell(is_unsigned ? CELL_U64 : CELL_I64);
    case 2 * LONG:
        return is_unsigned ? &type_unsigned_long_long : &type_long_long;
    case 0:
        return words == 0 ? NULL : type_of_cell(is_unsigned ? CELL_U32 : CELL_I32);
    default:
        return NULL;
    }
}

// Notes word i, which is none of a child. false: it is none that is known.
static bool note_word(const struct compiler *compiler, int i, struct specifiers *specifiers) {
    static const struct {
        const char *word;
        unsigned of_type;
        size_t flag;
    } known[] = {
#define FLAG(name) offsetof(struct specifiers, is_##name)
        {"unsigned", UNSIGNED, 0},
        {"signed", SIGNED, 0},
        {"long", LONG, 0},
        {"short", SHORT, 0},
        {"char", CHAR, 0},
        {"int", INT, 0},
        {"float", FLOAT, 0},
        {"double", DOUBLE, 0},
        {"bool", BOOL, 0},
        {"_Bool", BOOL, 0},
        {"void", VOID, 0},
        {"auto", AUTO, 0},
        {"const", 0, FLAG(const)},
        {"volatile", 0, FLAG(volatile)},
        {"static", 0, FLAG(static)},
        {"extern", 0, FLAG(extern)},
        {"typedef", 0, FLAG(typedef)},
        {"constexpr", 0, FLAG(constexpr)},
        {"__shared__", 0, FLAG(shared)},
        {"__device__", 0, FLAG(device)},
        {"__constant__", 0, FLAG(constant)},
        {"__managed__", 0, FLAG(managed)}};
#undef FLAG
    static const char *const others[] = {"inline",       "register",   "struct",          "enum",
                                         "class",        "typename",   "restrict",        "__host__",
                                         "__global__",   "__inline__", "__forceinline__", "__noinline__",
                                         "__restrict__", "__restrict", "__extension__",   NULL};
    for (size_t k = 0; k < sizeof(known) / sizeof(*known); k++) {
        if (tree_token_is(compiler->tree, i, known[k].word)) {
            specifiers->words += known[k].of_type;
            if (known[k].flag != 0) {
                *((bool *)specifiers + known[k].flag) = true;
            }
            return true;
        }
    }
    return tree_token_is_one_of(compiler->tree, i, others) ||
           compiler->tree->tokens[i].kind == TOKEN_STRING; // extern "C"
}

void check_namespace(struct compiler *compiler, const struct node *node) {
    const bool of_std = node->end == node->first + 4 && tree_token_is(compiler->tree, node->first, "std");
    if (node->kind == NODE_NAME && node->end != node->first + 1 && !of_std) {
        reject(compiler, node, "a name of a namespace");
    }
}

const struct type *named_type(struct compiler *compiler, const struct node *node) {
    const struct symbol *symbol =
        node->kind == NODE_NAME ? find_symbol(compiler, name_of_token(compiler, node->name)) : NULL;
    return symbol != NULL && (symbol->kind == SYMBOL_TYPE || symbol->kind == SYMBOL_STRUCT) ? symbol->type
                                                                                            : NULL;
}

// Reads the words of a TYPE, up to a `*` or `&`. Sets *end to the token behind them.
static struct specifiers read_words(struct compiler *compiler, const struct node *type, int *end) {
    struct specifiers specifiers = {0};
    const struct node *child = type->child;
    int i = type->first;
    while (i < type->end && !tree_token_is(compiler->tree, i, "*") &&
           !tree_token_is(compiler->tree, i, "&") && !tree_token_is(compiler->tree, i, "(") &&
           !tree_token_is(compiler->tree, i, "[")) {
        if (child == NULL || i < child->first) {
            if (!note_word(compiler, i, &specifiers)) {
                reject(compiler, type, "the type %.*s", (int)compiler->tree->tokens[i].length,
                       compiler->tree->text + compiler->tree->tokens[i].offset);
            }
            i++;
            continue;
        }
        if (child->kind == NODE_STRUCT) {
            specifiers.type = read_struct(compiler, child);
        } else if (child->kind == NODE_ENUM) {
            specifiers.type = tree_child_of_kind(child, NODE_MEMBERS) == NULL && child->name != NO_TOKEN
                                  ? type_of_cell(CELL_I32)
                                  : read_enum(compiler, child);
        } else if (child->kind == NODE_NAME) {
            specifiers.type = named_type(compiler, child);
            check_namespace(compiler, child);
            if (specifiers.type == NULL) {
                undeclared(compiler, child, name_of_token(compiler, child->name), "is not a type");
            }
        } else if (child->kind == NODE_ATTRIBUTE &&
                   tree_token_is(compiler->tree, child->first, "__launch_bounds__")) {
            specifiers.bounds = child->child;
        } else if (child->kind == NODE_ATTRIBUTE && child->child != NULL &&
                   (tree_token_is(compiler->tree, child->first, "__align__") ||
                    tree_token_is(compiler->tree, child->first, "alignas"))) {
            specifiers.alignment = (size_t)constant_integer(compiler, child->child);
        } else {
            reject(compiler, child, "a type with a %s", tree_kind_name(child->kind));
        }
        i = child->end;
        child = child->next;
    }
    *end = i;
    if (specifiers.type == NULL && (specifiers.words & AUTO) == 0) {
        specifiers.type = type_of_words(specifiers.words);
        if (specifiers.type == NULL) {
            wrong(compiler, type, "a declaration has no type");
        }
    }
    if (specifiers.type != NULL) {
        specifiers.type =
            type_qualified(&compiler->arena, specifiers.type, specifiers.is_const || specifiers.is_constexpr,
                           specifiers.is_volatile);
    }
    if (specifiers.alignment > 1 && specifiers.type != NULL) {
        specifiers.type = type_aligned(&compiler->arena, specifiers.type, specifiers.alignment);
    }
    return specifiers;
}

struct specifiers read_specifiers(struct compiler *compiler, const struct node *type) {
    int end;
    const struct specifiers specifiers = read_words(compiler, type, &end);
    if (end != type->end) {
        reject(compiler, type, "such a type");
    }
    return specifiers;
}

// ---------------------------------------------------------------------------------------------------- declarators
int pointers_to(struct compiler *compiler, int i, int end, const struct type **type) {
    static const char *const qualifiers[] = {"const",      "volatile", "__restrict__",
                                             "__restrict", "restrict", NULL};
    const struct tree *tree = compiler->tree;
    for (; i < end; i++) {
        if (tree_token_is(tree, i, "*")) {
            *type = type_pointer(&compiler->arena, *type);
        } else if (tree_token_is(tree, i, "&")) {
            i += tree_token_is(tree, i + 1, "&"); // &&
            *type = type_reference(&compiler->arena, *type);
        } else if (tree_token_is_one_of(tree, i, qualifiers)) {
            *type = type_qualified(&compiler->arena, *type, tree_token_is(tree, i, "const"),
                                   tree_token_is(tree, i, "volatile"));
        } else {
            return i;
        }
    }
    return i;
}

const struct type *type_of_node(struct compiler *compiler, const struct node *node) {
    int i;
    const struct type *type = read_words(compiler, node, &i).type;
    if (type == NULL) {
        reject(compiler, node, "`auto` here");
    }
    i = pointers_to(compiler, i, node->end, &type);
    if (i != node->end) {
        reject(compiler, node, "such a type");
    }
    return type;
}

static const struct node *child_at(const struct node *node, int token) {
    const struct node *child = node->child;
    while (child != NULL && child->first != token) {
        child = child->next;
    }
    return child;
}

// [2][3] from token i on: arrays of arrays, the first bound outermost.
static const struct type *read_bounds(struct compiler *compiler, const struct node *node, int i,
                                      const struct type *type, int *end) {
    if (!tree_token_is(compiler->tree, i, "[")) {
        *end = i;
        return type;
    }
    const int close = compiler->tree->match[i];
    const struct node *bound = child_at(node, i + 1);
    const struct type *of = read_bounds(compiler, node, close + 1, type, end);
    const int64_t length = close == i + 1 ? 0 : constant_integer(compiler, bound);
    if (length < 0 || (length == 0 && close != i + 1) || length > INT64_C(1) << 40) {
        wrong(compiler, bound, "an array has no such length");
    }
    return type_array(&compiler->arena, of, (size_t)length);
}

// A function with this result, and the declarator's parameters.
static const struct type *read_signature(struct compiler *compiler, const struct node *node,
                                         const struct type *result) {
    const struct node *parameters = tree_child_of_kind(node, NODE_PARAMETERS);
    if (parameters == NULL) {
        reject(compiler, node, "such a declaration");
    }
    return type_function(&compiler->arena, new_function(compiler, parameters, result), result);
}

struct declared read_declarator(struct compiler *compiler, const struct node *node, const struct type *base) {
    struct declared declared = {.name = NO_NAME, .type = base};
    if (node == NULL) {
        return declared;
    }
    check_complete(compiler, node);
    const struct tree *tree = compiler->tree;
    int i = pointers_to(compiler, node->first, node->end, &declared.type);
    declared.name = name_of_token(compiler, node->name);
    const struct node *inner = i < node->end && tree_token_is(tree, i, "(") ? child_at(node, i + 1) : NULL;
    if (i == node->name) {
        i++;
    } else if (inner != NULL && inner->kind == NODE_DECLARATOR) { // (*f)(int), (&a)[4]
        i = tree->match[i] + 1;
        if (tree_token_is(tree, i, "(")) {
            declared.type = read_signature(compiler, node, declared.type);
            i = tree->match[i] + 1;
        } else {
            declared.type = read_bounds(compiler, node, i, declared.type, &i);
        }
        declared.type = read_declarator(compiler, inner, declared.type).type;
    }
    declared.type = read_bounds(compiler, node, i, declared.type, &i);
    const struct node *next = child_at(node, i);
    if (next != NULL && next->kind == NODE_ATTRIBUTE) {
        reject(compiler, next, "an attribute");
    }
    if (i < node->end && tree_token_is(tree, i, "(")) {
        declared.parameters = tree_child_of_kind(node, NODE_PARAMETERS);
        declared.in_parentheses = declared.parameters == NULL;
        declared.value = declared.in_parentheses ? child_at(node, i + 1) : NULL;
    } else if (i < node->end) {
        declared.value = tree_token_is(tree, i, "=") ? child_at(node, i + 1) : next;
    }
    if (i < node->end && declared.value == NULL && declared.parameters == NULL) {
        reject(compiler, node, "such a declaration");
    }
    return declared;
}
