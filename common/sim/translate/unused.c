// atomicAdd(address, value);   becomes   atomicAdd(address, value), sim_result_unused();
//
// in kernels and device functions. A thread that does not use the old value does not know which additions came before
// its own (race/stale.h).
#include "functions.h"

// Does a statement begin at i, and is it only the call there?
static int is_statement(const struct source *source, token_index i) {
    static const char *const heads[] = {"if", "for", "while", NULL};
    token_index end = source->match[i + 1];
    int after_head = is_character(source, i - 1, ')') && source->match[i - 1] != NO_TOKEN &&
                     is_one_of(source, source->match[i - 1] - 1, heads);
    return (after_head || is_character(source, i - 1, ';') || is_character(source, i - 1, '{') ||
            is_character(source, i - 1, '}') || is_word(source, i - 1, "else")) &&
           end != NO_TOKEN && is_character(source, end + 1, ';');
}

int rewrite_unused(struct source *source, const struct functions *functions) {
    static const char *const calls[] = {"atomicAdd", "atomicAdd_system", "atomicSub", "atomicSub_system",
                                        NULL};
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (!function->for_device || function->for_host || function->body == NO_TOKEN) {
            continue;
        }
        for (token_index i = function->body + 1; i < source->match[function->body]; i++) {
            if (is_one_of(source, i, calls) && is_character(source, i + 1, '(') && is_statement(source, i) &&
                source_insert(source, token_end(source, source->match[i + 1]), ", sim_result_unused()") !=
                    0) {
                return -1;
            }
        }
    }
    return 0;
}
