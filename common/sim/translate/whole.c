// cudaMemcpy(&sum, d_sum, ...)   becomes   cudaMemcpy(sim_whole(sum), d_sum, ...)
//
// in host functions, and the same for the other copies: the simulator then knows where the variable ends.
#include "functions.h"

// Is the argument between `before` and the next comma or parenthesis only `&name`?
static int is_address(const struct source *source, token_index before) {
    return is_character(source, before + 1, '&') && is_kind(source, before + 2, TOKEN_IDENTIFIER) &&
           (is_character(source, before + 3, ',') || is_character(source, before + 3, ')'));
}

// Rewrites the arguments of the call whose `(` is at i. Returns 0 or -1.
static int rewrite_arguments(struct source *source, token_index i) {
    const token_index end = source->match[i];
    for (token_index k = i; k < end; k++) {
        if (k > i && source->match[k] != NO_TOKEN && source->match[k] > k) { // brackets within an argument
            k = source->match[k];
        } else if ((k == i || is_character(source, k, ',')) && is_address(source, k) &&
                   (source_replace_word(source, k + 1, "sim_whole(") != 0 ||
                    source_insert(source, token_end(source, k + 2), ")") != 0)) {
            return -1;
        }
    }
    return 0;
}

int rewrite_whole(struct source *source, const struct functions *functions) {
    static const char *const copies[] = {"cudaMemcpy",
                                         "cudaMemcpyAsync",
                                         "cudaMemcpyToSymbol",
                                         "cudaMemcpyToSymbolAsync",
                                         "cudaMemcpyFromSymbol",
                                         "cudaMemcpyFromSymbolAsync",
                                         NULL};
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body == NO_TOKEN || function->for_device) {
            continue;
        }
        for (token_index i = function->body + 1; i < source->match[function->body]; i++) {
            if (is_one_of(source, i, copies) && is_character(source, i + 1, '(') &&
                source->match[i + 1] != NO_TOKEN && rewrite_arguments(source, i + 1) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
