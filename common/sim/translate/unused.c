// atomicAdd(address, value);   becomes   atomicAdd(address, value), sim_result_unused();
//
// in kernels and device functions, and atomicSub(), atomicCAS() likewise. A thread that does not use the old value does
// not know which additions came before its own (race/stale.h), or whether atomicCAS() has stored its value.
//
// cudaGetLastError();                       becomes   cudaGetLastError(), sim_error_unused();
// cudaError_t error = cudaGetLastError();   becomes   cudaError_t error = cudaGetLastError(); sim_error_unused();
//
// in host functions, the second if nothing reads `error`; likewise the other calls that return the error of a launch. A
// program that ignores their result has not checked the launch (api/call.h). To ask for it in an `if` that does nothing
// is to ignore it, too:
//
// if (cudaGetLastError() != cudaSuccess) {}   becomes   if (cudaGetLastError() != cudaSuccess) {} sim_error_unused();
#include "functions.h"

// Does a statement begin at i?
static int starts_statement(const struct source *source, token_index i) {
    static const char *const heads[] = {"if", "for", "while", NULL};
    int after_head = is_character(source, i - 1, ')') && source->match[i - 1] != NO_TOKEN &&
                     is_one_of(source, source->match[i - 1] - 1, heads);
    return after_head || is_character(source, i - 1, ';') || is_character(source, i - 1, '{') ||
           is_character(source, i - 1, '}') || is_word(source, i - 1, "else");
}

// Is the call at i the end of a statement?
static int ends_statement(const struct source *source, token_index i) {
    token_index end = source->match[i + 1];
    return end != NO_TOKEN && is_character(source, end + 1, ';');
}

static int declares_error(const struct source *source, token_index name) {
    return is_word(source, name - 1, "cudaError_t") || is_word(source, name - 1, "auto");
}

// If token i is in the condition of an `if` that does nothing in either case, the last token of that `if`. NO_TOKEN
// otherwise, and for an argument of a call, which may do something.
static token_index end_of_idle_if(const struct source *source, token_index i) {
    token_index open = i;
    do {
        open--;
        if ((is_character(source, open, ')') || is_character(source, open, ']')) &&
            source->match[open] != NO_TOKEN) {
            open = source->match[open] - 1;
        }
        if (is_character(source, open, ';') || is_character(source, open, '{') ||
            is_character(source, open, '}') || open == 0) {
            return NO_TOKEN;
        }
    } while (!is_character(source, open, '(') || source->match[open] == NO_TOKEN ||
             !is_kind(source, open - 1, TOKEN_IDENTIFIER));
    token_index end = source->match[open] + 1;
    if (!is_word(source, open - 1, "if") || !starts_statement(source, open - 1)) {
        return NO_TOKEN;
    }
    if (is_character(source, end, '{') && source->match[end] == end + 1) {
        end++;
    } else if (!is_character(source, end, ';')) {
        return NO_TOKEN;
    }
    return is_word(source, end + 1, "else") ? NO_TOKEN : end;
}

// Do the tokens [begin, end) declare the variable at i, and never read it? `(void)error` reads nothing, and neither
// does an `if` that does nothing.
static int is_never_read(const struct source *source, token_index i, token_index begin, token_index end) {
    int declared = 0;
    for (token_index k = begin; k < end; k++) {
        if (!same_word(source, i, k)) {
            continue;
        }
        declared |= declares_error(source, k);
        int dropped = is_character(source, k - 1, ')') && is_word(source, k - 2, "void");
        int written =
            is_assignment(source, k + 1) || (declares_error(source, k) && is_character(source, k + 1, ';'));
        if (!dropped && !written && end_of_idle_if(source, k) == NO_TOKEN) {
            return 0;
        }
    }
    return declared;
}

// Marks the calls of these functions in [begin, end) whose result goes into a variable that nothing reads.
static int mark_unread(struct source *source, token_index begin, token_index end, const char *const *calls,
                       const char *mark) {
    for (token_index i = begin; i < end; i++) {
        const token_index name = i - 2;
        if (!is_one_of(source, i, calls) || !is_assignment(source, i - 1) || !ends_statement(source, i) ||
            !is_never_read(source, name, begin, end)) {
            continue;
        }
        const int declared = declares_error(source, name);
        if (declared && !starts_statement(source, name - 1 - is_word(source, name - 2, "const"))) {
            continue;
        }
        const token_index close = source->match[i + 1];
        if (source_insert(source, token_end(source, declared ? close + 1 : close), declared ? " " : ", ") !=
                0 ||
            source_insert(source, token_end(source, declared ? close + 1 : close), mark) != 0 ||
            (declared && source_insert(source, token_end(source, close + 1), ";") != 0)) {
            return -1;
        }
    }
    return 0;
}

// Marks the calls of these functions in [begin, end) that are whole statements.
static int mark_unused(struct source *source, token_index begin, token_index end, const char *const *calls,
                       const char *mark) {
    for (token_index i = begin; i < end; i++) {
        if (is_one_of(source, i, calls) && is_character(source, i + 1, '(') && starts_statement(source, i) &&
            ends_statement(source, i) &&
            (source_insert(source, token_end(source, source->match[i + 1]), ", ") != 0 ||
             source_insert(source, token_end(source, source->match[i + 1]), mark) != 0)) {
            return -1;
        }
    }
    return 0;
}

// Marks the calls of these functions in [begin, end) in the condition of an `if` that does nothing.
static int mark_idle(struct source *source, token_index begin, token_index end, const char *const *calls,
                     const char *mark) {
    for (token_index i = begin; i < end; i++) {
        if (!is_one_of(source, i, calls) || !is_called(source, i) || is_assignment(source, i - 1)) {
            continue;
        }
        const token_index last = end_of_idle_if(source, i);
        if (last != NO_TOKEN && (source_insert(source, token_end(source, last), " ") != 0 ||
                                 source_insert(source, token_end(source, last), mark) != 0 ||
                                 source_insert(source, token_end(source, last), ";") != 0)) {
            return -1;
        }
    }
    return 0;
}

int rewrite_unused(struct source *source, const struct functions *functions) {
    static const char *const updates[] = {
        "atomicAdd", "atomicAdd_system", "atomicSub",        "atomicSub_system",
        "atomicCAS", "atomicCAS_block",  "atomicCAS_system", NULL};
    static const char *const checks[] = {"cudaGetLastError", "cudaPeekAtLastError", "cudaLaunchKernel",
                                         "cudaLaunchKernelEx", NULL};
    static const char in_kernel[] = "sim_result_unused()", on_host[] = "sim_error_unused()";
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body == NO_TOKEN || (function->for_device && function->for_host)) {
            continue;
        }
        const token_index begin = function->body + 1, end = source->match[function->body];
        int failed = function->for_device ? mark_unused(source, begin, end, updates, in_kernel)
                                          : mark_unused(source, begin, end, checks, on_host) != 0 ||
                                                mark_unread(source, begin, end, checks, on_host) != 0 ||
                                                mark_idle(source, begin, end, checks, on_host) != 0;
        if (failed) {
            return -1;
        }
    }
    return 0;
}
