// int sums[4], x; ... sums[i]   becomes   sums[(sim_at<decltype(sim_array_of(sums)), 0>("sums", i))]
//
// in kernels and device functions, which then report an index outside the array (cuda/sim/local_arrays.h). No hook sees
// it: a thread's own arrays are not instrumented. `&sums[4]` is the end of the array, and so sim_at<..., 1>.
//
// The accesses of shared and global memory are checked, but not whether one leaves a row or a member and is still in
// the variable. So there the indexes of rows and members are rewritten: j in s_rows[i][j] and d_points[i].at[j], but
// not i. An address is left as it is, because the pointer may stay unused, except that of an atomic. A member of one
// element may be the beginning of a longer array (sim_member_of).
//
// A #line and blanks before the index and the brackets let the compiler see them where they are in the source; the call
// is where the first bracket is. The parentheses keep the comma from parting the arguments of a macro. An assertion is
// left as it is: its message shows the text.
//
// What looks like a declaration need not be one, and the name may be another variable's elsewhere in the function:
// sim_at() leaves the index of anything but an array as it is.
#include "functions.h"

#include <stdlib.h>
#include <string.h>

enum memory {
    MEMORY_UNKNOWN, // a parameter, a pointer, or no variable
    MEMORY_LOCAL,
    MEMORY_CHECKED // shared, global or constant
};

// The words that declare variables for one function: those of its body, after those at file scope.
struct name {
    token_index at;
    enum memory memory;
};
struct names {
    struct name *list;
    size_t count, capacity;
};

static const char *const in_checked[] = {"__shared__", "__device__", "__constant__", "__managed__", NULL};

// Where is a variable whose type this is?
static enum memory memory_of(const struct source *source, const struct node *type) {
    static const char *const constants[] = {"const", "constexpr", NULL}, *const statics[] = {"static", NULL},
                             *const elsewhere[] = {"extern", NULL};
    return own_word(source, type, in_checked) != NO_TOKEN || (own_word(source, type, statics) != NO_TOKEN &&
                                                              own_word(source, type, constants) == NO_TOKEN)
               ? MEMORY_CHECKED
           : own_word(source, type, elsewhere) != NO_TOKEN ? MEMORY_UNKNOWN
                                                           : MEMORY_LOCAL;
}

// Adds the variables of a declaration that are no pointers.
static int add_names(struct source *source, struct names *names, const struct node *type,
                     enum memory memory) {
    for (const struct node *variable = type->next; variable != NULL; variable = variable->next) {
        if (variable->kind != NODE_DECLARATOR || variable->first != variable->name) {
            continue;
        }
        if (grow(&names->list, &names->capacity, names->count + 1, sizeof(*names->list)) != 0) {
            return source_out_of_memory(source);
        }
        names->list[names->count++] = (struct name){variable->name, memory};
    }
    return 0;
}

static int find_names(struct source *source, const struct node *block, struct names *names) {
    for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
        const struct node *type = node->kind == NODE_DECLARATION ? node->child : NULL;
        if (type != NULL && type->kind == NODE_TYPE && type->first == node->first) {
            const enum memory memory = memory_of(source, type);
            if (memory != MEMORY_UNKNOWN && add_names(source, names, type, memory) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

// The variables at file scope that kernels use.
static int find_file_names(struct source *source, struct names *names) {
    const struct node *file = source->tree->file;
    for (const struct node *node = file; node != NULL; node = next_node(source, node, file)) {
        const struct node *type = node->kind == NODE_DECLARATION && is_file_scope(node)
                                      ? tree_child_of_kind(node, NODE_TYPE)
                                      : NULL;
        if (type == NULL || own_word(source, type, in_checked) == NO_TOKEN) {
            continue;
        }
        if (add_names(source, names, type, MEMORY_CHECKED) != 0) {
            return -1;
        }
    }
    return 0;
}

// The variable that the word at i names, by the last declaration before it.
static enum memory memory_named(const struct source *source, const struct names *names, token_index i) {
    for (size_t k = names->count; k > 0; k--) {
        const struct name *name = &names->list[k - 1];
        if (name->at < i && same_word(source, name->at, i)) {
            return name->memory;
        }
    }
    return MEMORY_UNKNOWN;
}

// Adds a new line in which what follows has the place of token i.
static int add_place(struct buffer *text, const struct source *source, token_index i) {
    return source_add_place(text, source, source->tokens[i].offset, source->tokens[i].line);
}

// Is the expression, an address, the first argument of an atomic function?
static int is_of_atomic(const struct source *source, const struct node *address) {
    static const char prefix[] = "atomic";
    const struct node *call = address->parent;
    return call->kind == NODE_CALL && call->child->next == address && call->child->kind == NODE_NAME &&
           source->tokens[call->child->name].length >= sizeof(prefix) &&
           memcmp(source->text + token_begin(source, call->child->name), prefix, sizeof(prefix) - 1) == 0;
}

// The subscript between `open` and its closing bracket. `array`: an expression of its array's type; `type`: the
// function of that; `shown`: the array in messages; `beyond`: may the index be the length?
static int rewrite_subscript(struct source *source, token_index open, const char *type,
                             const struct buffer *array, const struct buffer *shown, int beyond) {
    const token_index end = source->match[open];
    struct buffer text = {0}, close = {0};
    int result = buffer_add_format(&text, "[(sim_at<decltype(%s(", type) != 0 ||
                         buffer_add(&text, array->bytes, array->length) != 0 ||
                         buffer_add_format(&text, ")), %d>", beyond) != 0 ||
                         add_place(&text, source, open) != 0 || buffer_add_string(&text, "(\"") != 0 ||
                         buffer_add(&text, shown->bytes, shown->length) != 0 ||
                         buffer_add_string(&text, "\",") != 0 || add_place(&text, source, open + 1) != 0 ||
                         buffer_add_string(&close, "))") != 0 || add_place(&close, source, end) != 0 ||
                         buffer_add_string(&close, "]") != 0
                     ? source_out_of_memory(source)
                     : 0;
    if (result == 0) {
        result =
            source_replace(source, source->tokens[open].offset, source->tokens[open + 1].offset, &text) !=
                        0 ||
                    source_replace(source, source->tokens[end].offset, token_end(source, end), &close) != 0
                ? -1
                : 0;
    }
    free(text.bytes);
    free(close.bytes);
    return result;
}

// Does the node select an element or a member of its first child?
static int selects(const struct node *node) {
    return node->kind == NODE_INDEX || node->kind == NODE_MEMBER;
}

// The subscripts of the variable that is named here, and of its members.
static int rewrite_subscripts(struct source *source, const struct node *name, enum memory memory) {
    const struct node *top = name;
    while (selects(top->parent) && top->parent->child == top) {
        top = top->parent;
    }
    const int address = top->parent->kind == NODE_UNARY && top->parent->sign[0] == '&';
    const int atomic = address && is_of_atomic(source, top->parent);
    if (memory != MEMORY_LOCAL && address && !atomic) {
        return 0;
    }
    const struct range word = {name->first, name->end};
    struct buffer array = {0}, shown = {0};
    int result =
        buffer_add_tokens(&array, source, word, 0) != 0 || buffer_add_tokens(&shown, source, word, 0) != 0
            ? -1
            : 0;
    int of_member = 0;
    for (const struct node *node = name; node != top && result == 0;) {
        const token_index open = node->end;
        node = node->parent;
        if (node->kind == NODE_MEMBER) {
            const struct range selection = {open, node->end};
            result = buffer_add_tokens(&array, source, selection, 0) != 0 ||
                             buffer_add_tokens(&shown, source, selection, 0) != 0
                         ? -1
                         : 0;
            of_member = 1;
            continue;
        }
        if (source->match[open] == NO_TOKEN || source->match[open] == open + 1 ||
            range_has(source, (struct range){open + 1, node->end}, ',')) {
            break;
        }
        if (memory == MEMORY_LOCAL || of_member || (memory == MEMORY_CHECKED && open > name->end)) {
            const int last = node == top || node->parent->kind == NODE_MEMBER;
            result = rewrite_subscript(source, open,
                                       memory != MEMORY_LOCAL && of_member ? "sim_member_of" : "sim_array_of",
                                       &array, &shown, last && address && !atomic);
        }
        if (result == 0 &&
            (buffer_add_string(&array, "[0]") != 0 || buffer_add_string(&shown, "[...]") != 0)) {
            result = source_out_of_memory(source);
        }
    }
    free(array.bytes);
    free(shown.bytes);
    return result;
}

static int rewrite_in_block(struct source *source, const struct node *block, const struct names *names) {
    static const char *const left_out[] = {"assert", "offsetof", "__builtin_offsetof", NULL};
    token_index end = 0; // of what is left out
    for (const struct node *node = block; node != NULL; node = next_node(source, node, block)) {
        if (node->kind == NODE_CALL && is_name(source, node->child, left_out)) {
            end = node->end;
        }
        if (node->kind == NODE_NAME && node->first >= end && node->end == node->first + 1 &&
            selects(node->parent) && node->parent->child == node &&
            rewrite_subscripts(source, node, memory_named(source, names, node->first)) != 0) {
            return -1;
        }
    }
    return 0;
}

int rewrite_local_arrays(struct source *source, const struct functions *functions) {
    struct names names = {0};
    int result = find_file_names(source, &names);
    const size_t of_file = names.count;
    for (size_t k = 0; k < functions->count && result == 0; k++) {
        const struct function *function = &functions->list[k];
        if (function->for_device && function->block != NULL) {
            names.count = of_file;
            result = find_names(source, function->block, &names) != 0
                         ? -1
                         : rewrite_in_block(source, function->block, &names);
        }
    }
    free(names.list);
    return result;
}
