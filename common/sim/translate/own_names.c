// void launch(...) {   becomes   #undef gridDim
//     dim3 gridDim(8);           void launch(...) {
//                                    dim3 gridDim(8);
//
// in host functions that use threadIdx, blockIdx, blockDim or gridDim: there these are names of their own, and only in
// kernels and device functions the macros of cuda/sim/threads.h. The same in structs without such functions. Afterwards the
// macros are back.
#include "functions.h"

#include <stdlib.h>

static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};

// Adds `#pragma ACTION("NAME")` for all names before byte `at`, which is in line `line`, and `#undef NAME` if `undefined`.
static int insert_lines(struct source *source, size_t at, int line, const char *action, int undefined) {
    struct buffer text = {0};
    int failed = buffer_add_string(&text, "\n");
    for (const char *const *name = names; *name != NULL; name++) {
        failed |= buffer_add_format(&text, "#pragma %s(\"%s\")\n", action, *name);
        failed |= undefined ? buffer_add_format(&text, "#undef %s\n", *name) : 0;
    }
    failed |= buffer_add_format(&text, "#line %d\n", line);
    int result = failed ? source_out_of_memory(source) : source_replace(source, at, at, &text);
    free(text.bytes);
    return result;
}

// Is one of the names in [begin, end), and nothing for the device?
static int has_own_names(const struct source *source, token_index begin, token_index end) {
    static const char *const device[] = {"__device__", "__global__", NULL};
    int found = 0;
    for (token_index i = begin; i < end; i++) {
        if (is_one_of(source, i, device)) {
            return 0;
        }
        found |= is_one_of(source, i, names);
    }
    return found;
}

// Undefines the macros in the tokens [begin, last]. Returns 0 or -1.
static int undefine_within(struct source *source, token_index begin, token_index last) {
    if (!has_own_names(source, begin, last)) {
        return 0;
    }
    return insert_lines(source, source->tokens[begin].offset, source->tokens[begin].line, "push_macro", 1) !=
                       0 ||
                   insert_lines(source, token_end(source, last), source->tokens[last].line, "pop_macro", 0) !=
                       0
               ? -1
               : 0;
}

int rewrite_own_names(struct source *source, const struct functions *functions) {
    static const char *const structs[] = {"struct", "class", NULL};
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        const token_index open = function->body != NO_TOKEN ? function->body : function->parameters;
        if (!function->for_device && function->of == NO_TOKEN && source->match[open] != NO_TOKEN &&
            undefine_within(source, function->first, source->match[open]) != 0) {
            return -1;
        }
    }
    for (token_index i = 0; i < source->count; i++) {
        if (is_one_of(source, i, structs) && is_kind(source, i + 1, TOKEN_IDENTIFIER) &&
            is_character(source, i + 2, '{') && source->match[i + 2] != NO_TOKEN &&
            undefine_within(source, i, source->match[i + 2]) != 0) {
            return -1;
        }
    }
    return 0;
}
