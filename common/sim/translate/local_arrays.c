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

static int begins_bounds(const struct source *source, token_index i) {
    return is_character(source, i, '[') && source->match[i] != NO_TOKEN && !is_pair(source, i, "[[");
}

// Where is a variable whose declaration begins at most at `first` and has token i as the last one of its type or
// qualifiers?
static enum memory memory_of(const struct source *source, token_index first, token_index i) {
    static const char *const no_variables[] = {"typedef", "using", "return", "else",  "do",       "case",
                                               "goto",    "new",   "delete", "throw", "operator", NULL};
    static const char *const checked[] = {"__shared__", "__device__", "__constant__", "__managed__", NULL};
    if (!is_kind(source, i, TOKEN_IDENTIFIER) &&
        !(is_character(source, i, '>') && source->match[i] != NO_TOKEN)) {
        return MEMORY_UNKNOWN;
    }
    int is_checked = 0, is_extern = 0, is_static = 0, is_constant = 0;
    while (i > first) {
        token_index bracket = source->match[i];
        is_checked |= is_one_of(source, i, checked);
        is_extern |= is_word(source, i, "extern");
        is_static |= is_word(source, i, "static");
        is_constant |= is_word(source, i, "const") || is_word(source, i, "constexpr");
        if (is_one_of(source, i, no_variables)) {
            return MEMORY_UNKNOWN;
        }
        if (is_character(source, i, '>') && bracket != NO_TOKEN) {
            i = bracket;
        } else if (!is_kind(source, i, TOKEN_IDENTIFIER) && !is_character(source, i, ':')) {
            break;
        }
        i--;
    }
    return is_checked || (is_static && !is_constant) ? MEMORY_CHECKED
           : is_extern                               ? MEMORY_UNKNOWN
                                                     : MEMORY_LOCAL;
}

static int add(struct source *source, struct names *names, token_index at, enum memory memory) {
    if (grow(&names->list, &names->capacity, names->count + 1, sizeof(*names->list)) != 0) {
        return source_out_of_memory(source);
    }
    names->list[names->count++] = (struct name){at, memory};
    return 0;
}

// Does a `{` at i begin an initializer, and not a block?
static int begins_initializer(const struct source *source, token_index i) {
    static const char *const heads[] = {"else", "do", "try", NULL};
    return is_character(source, i - 1, '=') || is_character(source, i - 1, ']') ||
           (is_kind(source, i - 1, TOKEN_IDENTIFIER) && !is_one_of(source, i - 1, heads));
}

// Where are the variables of the declaration that has the `,` at i between two of them?
static enum memory memory_of_next(const struct source *source, token_index body, token_index i) {
    while (i > body + 1) {
        token_index before = i - 1, bracket = source->match[before];
        int closes =
            is_character(source, before, ')') || is_character(source, before, ']') ||
            (is_character(source, before, '}') && bracket != NO_TOKEN && begins_initializer(source, bracket));
        if (closes && bracket != NO_TOKEN) {
            i = bracket;
        } else if (is_character(source, before, ';') || is_character(source, before, '{') ||
                   is_character(source, before, '}') || is_character(source, before, '(')) {
            break;
        } else {
            i = before;
        }
    }
    token_index type = name_end(source, i);
    return is_kind(source, type + 1, TOKEN_IDENTIFIER) ? memory_of(source, body, type) : MEMORY_UNKNOWN;
}

// Is it a name in a declaration, if the words before it are?
static int may_be_declared(const struct source *source, token_index i) {
    return is_kind(source, i, TOKEN_IDENTIFIER) &&
           (begins_bounds(source, i + 1) || is_character(source, i + 1, ';') ||
            is_character(source, i + 1, ',') || is_character(source, i + 1, '='));
}

static int find_names(struct source *source, token_index body, struct names *names) {
    for (token_index i = body + 1; i < source->match[body]; i++) {
        i = skip_directive(source, i);
        if (may_be_declared(source, i)) {
            const enum memory memory = is_character(source, i - 1, ',') ? memory_of_next(source, body, i - 1)
                                                                        : memory_of(source, body, i - 1);
            if (memory != MEMORY_UNKNOWN && add(source, names, i, memory) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

// The variables at file scope that kernels use.
static int find_file_names(struct source *source, struct names *names) {
    static const char *const checked[] = {"__shared__", "__device__", "__constant__", "__managed__", NULL};
    const struct node *file = source->tree->file;
    for (const struct node *node = file; node != NULL; node = tree_next(node, file)) {
        const struct node *type = node->kind == NODE_DECLARATION && is_file_scope(node)
                                      ? tree_child_of_kind(node, NODE_TYPE)
                                      : NULL;
        if (type == NULL || own_word(source, type, checked) == NO_TOKEN) {
            continue;
        }
        for (const struct node *variable = type->next; variable != NULL; variable = variable->next) {
            if (variable->name != NO_TOKEN && add(source, names, variable->name, MEMORY_CHECKED) != 0) {
                return -1;
            }
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

static int is_declaration(const struct names *names, token_index i) {
    for (size_t k = 0; k < names->count; k++) {
        if (names->list[k].at == i) {
            return 1;
        }
    }
    return 0;
}

// Is the `&` at i unary?
static int takes_address(const struct source *source, token_index i) {
    return is_character(source, i, '&') && !is_pair(source, i - 1, "&&") &&
           (is_word(source, i - 1, "return") ||
            !(is_kind(source, i - 1, TOKEN_IDENTIFIER) || is_kind(source, i - 1, TOKEN_NUMBER) ||
              is_character(source, i - 1, ')') || is_character(source, i - 1, ']')));
}

// Adds a new line in which what follows has the place of token i.
static int add_place(struct buffer *text, const struct source *source, token_index i) {
    return source_add_place(text, source, source->tokens[i].offset, source->tokens[i].line);
}

// Is the `&` at i before the first argument of an atomic function?
static int begins_atomic(const struct source *source, token_index i) {
    static const char prefix[] = "atomic";
    return i >= 2 && is_character(source, i - 1, '(') && is_kind(source, i - 2, TOKEN_IDENTIFIER) &&
           source->tokens[i - 2].length >= sizeof(prefix) &&
           memcmp(source->text + source->tokens[i - 2].offset, prefix, sizeof(prefix) - 1) == 0;
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

// Is there `.member` or `->member` at i?
static int selects_member(const struct source *source, token_index i) {
    return (is_character(source, i, '.') && is_kind(source, i + 1, TOKEN_IDENTIFIER)) ||
           (is_pair(source, i, "->") && is_kind(source, i + 2, TOKEN_IDENTIFIER));
}

// The subscripts of the variable that is named at `name`, and of its members.
static int rewrite_subscripts(struct source *source, token_index name, enum memory memory) {
    const int address = takes_address(source, name - 1), atomic = begins_atomic(source, name - 1);
    if (memory != MEMORY_LOCAL && address && !atomic) {
        return 0;
    }
    struct buffer array = {0}, shown = {0};
    int result = buffer_add_tokens(&array, source, (struct range){name, name + 1}, 0) != 0 ||
                         buffer_add_tokens(&shown, source, (struct range){name, name + 1}, 0) != 0
                     ? -1
                     : 0;
    int of_member = 0;
    token_index i = name + 1;
    while (result == 0) {
        if (selects_member(source, i)) {
            const struct range selection = {i, i + (is_character(source, i, '.') ? 2 : 3)};
            result = buffer_add_tokens(&array, source, selection, 0) != 0 ||
                             buffer_add_tokens(&shown, source, selection, 0) != 0
                         ? -1
                         : 0;
            of_member = 1;
            i = selection.end;
        } else if (begins_bounds(source, i)) {
            const token_index end = source->match[i];
            const int last = !begins_bounds(source, end + 1);
            if (end == i + 1 || range_has(source, (struct range){i + 1, end}, ',')) {
                break;
            }
            if (memory == MEMORY_LOCAL || of_member || (memory == MEMORY_CHECKED && i > name + 1)) {
                result = rewrite_subscript(
                    source, i, memory != MEMORY_LOCAL && of_member ? "sim_member_of" : "sim_array_of", &array,
                    &shown, last && address && !atomic);
            }
            if (result == 0 &&
                (buffer_add_string(&array, "[0]") != 0 || buffer_add_string(&shown, "[...]") != 0)) {
                result = source_out_of_memory(source);
            }
            i = end + 1;
        } else {
            break;
        }
    }
    free(array.bytes);
    free(shown.bytes);
    return result;
}

int rewrite_local_arrays(struct source *source, const struct functions *functions) {
    static const char *const left_out[] = {"assert", "offsetof", "__builtin_offsetof", NULL};
    struct names names = {0};
    int result = find_file_names(source, &names);
    const size_t of_file = names.count;
    for (size_t k = 0; k < functions->count && result == 0; k++) {
        const struct function *function = &functions->list[k];
        if (!function->for_device || function->body == NO_TOKEN) {
            continue;
        }
        names.count = of_file;
        result = find_names(source, function->body, &names);
        const token_index end = source->match[function->body];
        for (token_index i = function->body + 1; i < end && result == 0; i++) {
            i = skip_directive(source, i);
            if (is_one_of(source, i, left_out) && is_character(source, i + 1, '(') &&
                source->match[i + 1] != NO_TOKEN) {
                i = source->match[i + 1];
            } else if (is_kind(source, i, TOKEN_IDENTIFIER) &&
                       (begins_bounds(source, i + 1) || selects_member(source, i + 1)) &&
                       !is_member(source, i) && !is_declaration(&names, i)) {
                result = rewrite_subscripts(source, i, memory_named(source, &names, i));
            }
        }
    }
    free(names.list);
    return result;
}
