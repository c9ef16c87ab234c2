// atomicAdd(address, value);   becomes   atomicAdd(address, value), sim_result_unused();
//
// in kernels and device functions, and atomicSub(), atomicCAS() likewise. A thread that does not use the old value does not
// know which additions came before its own (race/stale.h), or whether atomicCAS() has stored its value.
//
// cudaDeviceSynchronize();     becomes   cudaDeviceSynchronize(), sim_error_unused();
//
// in host functions, as do the other calls that return the error of a launch. A program that ignores their result has
// not checked the launch (api/call.h).
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

// Marks the calls of these functions in [begin, end) that are whole statements.
static int mark_unused(struct source *source, token_index begin, token_index end, const char *const *calls,
                       const char *mark) {
    for (token_index i = begin; i < end; i++) {
        if (is_one_of(source, i, calls) && is_character(source, i + 1, '(') && is_statement(source, i) &&
            source_insert(source, token_end(source, source->match[i + 1]), mark) != 0) {
            return -1;
        }
    }
    return 0;
}

int rewrite_unused(struct source *source, const struct functions *functions) {
    static const char *const updates[] = {
        "atomicAdd", "atomicAdd_system", "atomicSub",        "atomicSub_system",
        "atomicCAS", "atomicCAS_block",  "atomicCAS_system", NULL};
    static const char *const checks[] = {"cudaDeviceSynchronize", "cudaGetLastError",
                                         "cudaPeekAtLastError",   "cudaStreamSynchronize",
                                         "cudaEventSynchronize",  NULL};
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body == NO_TOKEN || (function->for_device && function->for_host)) {
            continue;
        }
        if (mark_unused(source, function->body + 1, source->match[function->body],
                        function->for_device ? updates : checks,
                        function->for_device ? ", sim_result_unused()" : ", sim_error_unused()") != 0) {
            return -1;
        }
    }
    return 0;
}
