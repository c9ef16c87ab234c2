// Types and declarators.
#include <string.h>

#include "compiler.h"

// ------------------------------------------------------------------------------------------------------ structs
static const struct type *element_of(const struct type *type) {
    return type->kind == TYPE_ARRAY ? element_of(type->of) : type;
}

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
            if (declared.value != NULL || declared.parameters != NULL || declared.type->size == 0 ||
                declared.type->kind == TYPE_REFERENCE) {
                reject(compiler, next, "such a member of a struct");
            }
            struct member *member = take(compiler, sizeof(*member));
            const size_t alignment = declared.type->alignment;
            structure->size = (structure->size + alignment - 1) / alignment * alignment;
            const size_t offset = structure->is_union ? 0 : structure->size;
            *member = (struct member){.name = declared.name, .type = declared.type, .offset = offset};
            if (offset + declared.type->size > structure->size) {
                structure->size = offset + declared.type->size;
            }
            structure->alignment = alignment > structure->alignment ? alignment : structure->alignment;
            const struct structure *of = element_of(declared.type)->structure;
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
// The words of a type that are names of none: how often each occurs.
struct words {
    int is_unsigned, is_signed, is_long, is_short, is_char, is_int, is_float, is_double, is_bool, is_void,
        is_auto;
};

static const struct type *type_of_words(const struct words *words) {
    const bool is_unsigned = words->is_unsigned > 0;
    if (words->is_void) {
        return &type_void;
    }
    if (words->is_bool) {
        return &type_bool;
    }
    if (words->is_float || (words->is_double && !words->is_long)) {
        return type_of_cell(words->is_float ? CELL_F32 : CELL_F64);
    }
    if (words->is_char) {
        return words->is_signed ? &type_signed_char : type_of_cell(is_unsigned ? CELL_U8 : CELL_I8);
    }
    if (words->is_short) {
        return type_of_cell(is_unsigned ? CELL_U16 : CELL_I16);
    }
    if (words->is_long > 1) {
        return is_unsigned ? &type_unsigned_long_long : &type_long_long;
    }
    if (words->is_long && !words->is_double) {
        return type_of_cell(is_unsigned ? CELL_U64 : CELL_I64);
    }
    return words->is_int || is_unsigned || words->is_signed ? type_of_cell(is_unsigned ? CELL_U32 : CELL_I32)
                                                            : NULL;
}

// Notes word i, which is none of a child. false: it is none that is known.
static bool note_word(const struct compiler *compiler, int i, struct specifiers *specifiers,
                      struct words *words, bool *is_const, bool *is_volatile) {
    static const char *const nothing[] = {
        "inline",       "register",     "struct",        "enum",     "typename", "__forceinline__",
        "__noinline__", "__restrict__", "__restrict",    "restrict", "extern",   "__host__",
        "__global__",   "__inline__",   "__extension__", "class",    NULL};
    const struct {
        const char *word;
        int *count;
    } counts[] = {
        {"unsigned", &words->is_unsigned}, {"signed", &words->is_signed}, {"long", &words->is_long},
        {"short", &words->is_short},       {"char", &words->is_char},     {"int", &words->is_int},
        {"float", &words->is_float},       {"double", &words->is_double}, {"bool", &words->is_bool},
        {"_Bool", &words->is_bool},        {"void", &words->is_void},     {"auto", &words->is_auto}};
    const struct {
        const char *word;
        bool *is;
    } flags[] = {{"const", is_const},
                 {"volatile", is_volatile},
                 {"static", &specifiers->is_static},
                 {"extern", &specifiers->is_extern},
                 {"typedef", &specifiers->is_typedef},
                 {"constexpr", &specifiers->is_constexpr},
                 {"__shared__", &specifiers->is_shared},
                 {"__device__", &specifiers->is_device},
                 {"__constant__", &specifiers->is_constant},
                 {"__managed__", &specifiers->is_managed}};
    bool known = false;
    for (size_t k = 0; k < sizeof(counts) / sizeof(*counts); k++) {
        if (tree_token_is(compiler->tree, i, counts[k].word)) {
            (*counts[k].count)++;
            return true;
        }
    }
    for (size_t k = 0; k < sizeof(flags) / sizeof(*flags); k++) {
        if (tree_token_is(compiler->tree, i, flags[k].word)) {
            *flags[k].is = known = true;
        }
    }
    for (size_t k = 0; nothing[k] != NULL; k++) {
        known |= tree_token_is(compiler->tree, i, nothing[k]);
    }
    return known || compiler->tree->tokens[i].kind == TOKEN_STRING; // extern "C"
}

static const struct type *type_named(struct compiler *compiler, const struct node *node) {
    if (node->end != node->first + 1) {
        reject(compiler, node, "a name of a namespace");
    }
    const struct symbol *symbol = find_symbol(compiler, name_of_token(compiler, node->name));
    if (symbol == NULL || (symbol->kind != SYMBOL_TYPE && symbol->kind != SYMBOL_STRUCT)) {
        undeclared(compiler, node, name_of_token(compiler, node->name), "is not a type");
    }
    return symbol->type;
}

// Reads the words of a TYPE, up to a `*` or `&`. Sets *end to the token behind them.
static struct specifiers read_words(struct compiler *compiler, const struct node *type, int *end) {
    struct specifiers specifiers = {0};
    struct words words = {0};
    bool is_const = false, is_volatile = false;
    const struct node *child = type->child;
    int i = type->first;
    while (i < type->end && !tree_token_is(compiler->tree, i, "*") &&
           !tree_token_is(compiler->tree, i, "&") && !tree_token_is(compiler->tree, i, "(") &&
           !tree_token_is(compiler->tree, i, "[")) {
        if (child == NULL || i < child->first) {
            if (!note_word(compiler, i, &specifiers, &words, &is_const, &is_volatile)) {
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
            specifiers.type = type_named(compiler, child);
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
    if (specifiers.type == NULL && !words.is_auto) {
        specifiers.type = type_of_words(&words);
        if (specifiers.type == NULL) {
            wrong(compiler, type, "a declaration has no type");
        }
    }
    if (specifiers.type != NULL) {
        specifiers.type = type_qualified(&compiler->arena, specifiers.type,
                                         is_const || specifiers.is_constexpr, is_volatile);
    }
    specifiers.is_constexpr |= is_const && words.is_auto;
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
// `*`, `&` and their qualifiers from token i on. Returns the token behind them.
static int read_pointers(struct compiler *compiler, int i, int end, const struct type **type) {
    const struct tree *tree = compiler->tree;
    for (; i < end; i++) {
        if (tree_token_is(tree, i, "*")) {
            *type = type_pointer(&compiler->arena, *type);
        } else if (tree_token_is(tree, i, "&")) {
            if (tree_token_is(tree, i + 1, "&")) {
                i++; // &&
            }
            *type = type_reference(&compiler->arena, *type);
        } else if (tree_token_is(tree, i, "const")) {
            *type = type_qualified(&compiler->arena, *type, true, false);
        } else if (tree_token_is(tree, i, "volatile")) {
            *type = type_qualified(&compiler->arena, *type, false, true);
        } else if (!tree_token_is(tree, i, "__restrict__") && !tree_token_is(tree, i, "__restrict") &&
                   !tree_token_is(tree, i, "restrict")) {
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
    i = read_pointers(compiler, i, node->end, &type);
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

static int child_count(const struct node *first) {
    int count = 0;
    for (; first != NULL; first = first->next) {
        count++;
    }
    return count;
}

// A function with this result, and the declarator's parameters.
static const struct type *read_signature(struct compiler *compiler, const struct node *node,
                                         const struct type *result) {
    const struct node *parameters = tree_child_of_kind(node, NODE_PARAMETERS);
    struct function *signature = take(compiler, sizeof(*signature));
    if (parameters == NULL) {
        reject(compiler, node, "such a declaration");
    }
    *signature = (struct function){.result = result, .native = UINT32_MAX, .index = UINT32_MAX};
    take_parameters(compiler, parameters, signature);
    return type_function(&compiler->arena, signature, result);
}

struct declared read_declarator(struct compiler *compiler, const struct node *node, const struct type *base) {
    struct declared declared = {.name = NO_NAME, .type = base};
    if (node == NULL) {
        return declared;
    }
    check_complete(compiler, node);
    const struct tree *tree = compiler->tree;
    int i = read_pointers(compiler, node->first, node->end, &declared.type);
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
    while (child_at(node, i) != NULL && child_at(node, i)->kind == NODE_ATTRIBUTE) {
        reject(compiler, child_at(node, i), "an attribute");
    }
    if (i < node->end && tree_token_is(tree, i, "(")) {
        const struct node *parameters = tree_child_of_kind(node, NODE_PARAMETERS);
        declared.parameters = parameters;
        declared.in_parentheses = parameters == NULL;
        declared.value = parameters == NULL ? child_at(node, i + 1) : NULL;
        declared.value_count = child_count(declared.value);
        i = node->end;
    } else if (i < node->end && tree_token_is(tree, i, "=")) {
        declared.value = child_at(node, i + 1);
        i = node->end;
    } else if (i < node->end && tree_token_is(tree, i, "{")) {
        declared.value = child_at(node, i);
        i = node->end;
    }
    if (i != node->end || (declared.in_parentheses && declared.value == NULL)) {
        reject(compiler, node, "such a declaration");
    }
    declared.is_list =
        declared.value != NULL && !declared.in_parentheses && declared.value->kind == NODE_LIST;
    if (declared.value != NULL && !declared.in_parentheses) {
        declared.value_count = 1;
    }
    return declared;
}
