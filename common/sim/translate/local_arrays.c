// int sums[4], x; ... sums[i]   becomes   sums[(sim_at<decltype(sim_array_of(sums)), 0>("sums", i))]
//
// in kernels and device functions, which then report an index outside the array (cuda/sim/local_arrays.h). No hook sees
// it: a thread's own arrays are not instrumented. `&sums[4]` is the end of the array, and so sim_at<..., 1>.
//
// A #line and blanks before the index and the brackets let the compiler see them where they are in the source; the call
// is where the first bracket is. The parentheses keep the comma from parting the arguments of a macro. An assertion is
// left as it is: its message shows the text.
//
// What looks like a declaration need not be one, and the name may be another variable's elsewhere in the function:
// sim_at() leaves the index of anything but an array as it is.
#include "functions.h"

#include <stdlib.h>

// The words of one function's body that declare a local array.
struct names {
    token_index *list;
    size_t count, capacity;
};

static int begins_bounds(const struct source *source, token_index i) {
    return is_character(source, i, '[') && source->match[i] != NO_TOKEN && !is_pair(source, i, "[[");
}

// Is token i the last one of a type or qualifier, of a declaration that begins at most at `first`? The accesses of
// shared variables and of static ones that are not constant are checked.
static int ends_type(const struct source *source, token_index first, token_index i) {
    static const char *const others[] = {
        "__shared__", "extern", "__device__", "__constant__", "typedef", "using",    "return", "else", "do",
        "case",       "goto",   "new",        "delete",       "throw",   "operator", "sizeof", NULL};
    if (!is_kind(source, i, TOKEN_IDENTIFIER) &&
        !(is_character(source, i, '>') && source->match[i] != NO_TOKEN)) {
        return 0;
    }
    int is_static = 0, is_constant = 0;
    while (i > first) {
        token_index bracket = source->match[i];
        is_static |= is_word(source, i, "static");
        is_constant |= is_word(source, i, "const") || is_word(source, i, "constexpr");
        if (is_one_of(source, i, others)) {
            return 0;
        }
        if (is_character(source, i, '>') && bracket != NO_TOKEN) {
            i = bracket;
        } else if (!is_kind(source, i, TOKEN_IDENTIFIER) && !is_character(source, i, ':')) {
            break;
        }
        i--;
    }
    return !is_static || is_constant;
}

static int add(struct source *source, struct names *names, token_index name) {
    if (grow(&names->list, &names->capacity, names->count + 1, sizeof(*names->list)) != 0) {
        return source_out_of_memory(source);
    }
    names->list[names->count++] = name;
    return 0;
}

// Does a `{` at i begin an initializer, and not a block?
static int begins_initializer(const struct source *source, token_index i) {
    static const char *const heads[] = {"else", "do", "try", NULL};
    return is_character(source, i - 1, '=') || is_character(source, i - 1, ']') ||
           (is_kind(source, i - 1, TOKEN_IDENTIFIER) && !is_one_of(source, i - 1, heads));
}

// Is the `,` at i between two variables of a declaration?
static int continues_declaration(const struct source *source, token_index body, token_index i) {
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
    return is_kind(source, type + 1, TOKEN_IDENTIFIER) && ends_type(source, body, type);
}

static int find_names(struct source *source, token_index body, struct names *names) {
    for (token_index i = body + 1; i < source->match[body]; i++) {
        i = skip_directive(source, i);
        if (is_kind(source, i, TOKEN_IDENTIFIER) && begins_bounds(source, i + 1) &&
            (is_character(source, i - 1, ',') ? continues_declaration(source, body, i - 1)
                                              : ends_type(source, body, i - 1)) &&
            add(source, names, i) != 0) {
            return -1;
        }
    }
    return 0;
}

static int is_declared(const struct source *source, const struct names *names, token_index i) {
    for (size_t k = 0; k < names->count; k++) {
        if (names->list[k] != i && same_word(source, names->list[k], i)) {
            return 1;
        }
    }
    return 0;
}

static int is_declaration(const struct names *names, token_index i) {
    for (size_t k = 0; k < names->count; k++) {
        if (names->list[k] == i) {
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

// The subscripts of the array that is named at i.
static int rewrite_subscripts(struct source *source, token_index name) {
    struct buffer text = {0}, close = {0}, array = {0};
    int result = range_add(&array, source, (struct range){name, name + 1});
    token_index i = name + 1;
    while (result == 0 && begins_bounds(source, i)) {
        const token_index end = source->match[i];
        const struct range index = {i + 1, end};
        if (index.begin == end || range_has(source, index, ',')) {
            break;
        }
        int last = !begins_bounds(source, end + 1);
        text.length = close.length = 0;
        result = buffer_add_string(&text, "[(sim_at<decltype(sim_array_of(") != 0 ||
                         buffer_add(&text, array.bytes, array.length) != 0 ||
                         buffer_add_format(&text, ")), %d>", last && takes_address(source, name - 1)) != 0 ||
                         add_place(&text, source, i) != 0 || buffer_add_string(&text, "(\"") != 0 ||
                         buffer_add(&text, array.bytes, array.length) != 0 ||
                         buffer_add_string(&text, "\",") != 0 || add_place(&text, source, index.begin) != 0 ||
                         buffer_add_string(&close, "))") != 0 || add_place(&close, source, end) != 0 ||
                         buffer_add_string(&close, "]") != 0 || buffer_add_string(&array, "[0]") != 0
                     ? source_out_of_memory(source)
                     : 0;
        if (result == 0) {
            result = source_replace(source, source->tokens[i].offset, source->tokens[index.begin].offset,
                                    &text) != 0 ||
                             source_replace(source, source->tokens[end].offset, token_end(source, end),
                                            &close) != 0
                         ? -1
                         : 0;
        }
        i = end + 1;
    }
    free(text.bytes);
    free(close.bytes);
    free(array.bytes);
    return result;
}

int rewrite_local_arrays(struct source *source, const struct functions *functions) {
    struct names names = {0};
    int result = 0;
    for (size_t k = 0; k < functions->count && result == 0; k++) {
        const struct function *function = &functions->list[k];
        if (!function->for_device || function->body == NO_TOKEN) {
            continue;
        }
        names.count = 0;
        result = find_names(source, function->body, &names);
        const token_index end = source->match[function->body];
        for (token_index i = function->body + 1; i < end && names.count > 0 && result == 0; i++) {
            i = skip_directive(source, i);
            if (is_word(source, i, "assert") && source->match[i + 1] != NO_TOKEN) {
                i = source->match[i + 1];
            } else if (is_kind(source, i, TOKEN_IDENTIFIER) && begins_bounds(source, i + 1) &&
                       !is_member(source, i) && !is_declaration(&names, i) &&
                       is_declared(source, &names, i)) {
                result = rewrite_subscripts(source, i);
            }
        }
    }
    free(names.list);
    return result;
}
