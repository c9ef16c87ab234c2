// atomicAdd(address, value);   becomes   atomicAdd(address, value), sim_result_unused();
//
// in kernels and device functions, and atomicSub(), atomicExch(), atomicCAS() likewise. A thread that does not use the
// old value does not know which additions came before its own, or what its atomicExch() has replaced (race/stale.h), or
// whether atomicCAS() has stored its value.
//
// cudaGetLastError();                       becomes   cudaGetLastError(), sim_error_unused();
// cudaError_t error = cudaGetLastError();   becomes   cudaError_t error = cudaGetLastError(); sim_error_unused();
//
// in host functions, the second if nothing reads `error` before it is set again; likewise the other calls that return
// the error of a launch. A program that ignores their result has not checked the launch (api/call.h). To ask for it in
// an `if` that does nothing is to ignore it, too:
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

// ---- Statements that drop a result ----

// The statement that contains the call at i: [begin, end) up to its semicolon, and the variable that it sets, or
// NO_TOKEN.
struct call_statement {
    token_index begin, end, variable;
    int declares;
};

// Do `if (...)`, `for (...)` and the like end with the parenthesis at i?
static int ends_head(const struct source *source, token_index i) {
    static const char *const heads[] = {"if", "for", "while", NULL};
    return is_character(source, i, ')') && source->match[i] != NO_TOKEN &&
           is_one_of(source, source->match[i] - 1, heads);
}

static token_index statement_begin(const struct source *source, token_index i) {
    static const char *const starts[] = {"else", "do", NULL};
    while (i > 0 && !is_character(source, i - 1, ';') && !is_character(source, i - 1, '{') &&
           !is_character(source, i - 1, '}') && !is_one_of(source, i - 1, starts) &&
           !ends_head(source, i - 1)) {
        i--;
        if (is_character(source, i, ')') && source->match[i] != NO_TOKEN) {
            i = source->match[i];
        }
    }
    return i;
}

// Is this token of a statement, outside its variable and the arguments of its calls, one that does nothing with the
// result: a parenthesis, a cast, a comparison, or an error text that the program ignores?
static int does_nothing(const struct source *source, token_index i) {
    static const char *const keywords[] = {"return", "if",  "for",    "while",     "switch", "throw",
                                           "case",   "new", "delete", "co_return", NULL};
    static const char *const texts[] = {"cudaGetErrorString", "cudaGetErrorName", NULL};
    static const char signs[] = "()=!:";
    if (is_kind(source, i, TOKEN_IDENTIFIER)) {
        return !is_one_of(source, i, keywords) &&
               (!is_called(source, i) || is_one_of(source, i, texts) || is_word(source, i, "static_cast"));
    }
    for (const char *c = signs; *c != '\0'; c++) {
        if (is_character(source, i, *c)) {
            return 1;
        }
    }
    const int encloses_type = is_character(source, i, '<') || is_character(source, i, '>');
    return is_kind(source, i, TOKEN_NUMBER) || (encloses_type && source->match[i] != NO_TOKEN);
}

// Reads the statement with the call at i. 1 if its result goes nowhere but into a variable; 0 if it may be used.
static int read_statement(const struct source *source, token_index i, struct call_statement *statement) {
    const token_index begin = statement_begin(source, i);
    token_index k = begin;
    *statement = (struct call_statement){.begin = begin, .variable = NO_TOKEN};
    while (k < i && !ends_assignment(source, k)) {
        k++;
    }
    if (k < i) { // a = call(), a |= call(), type a = call()
        const token_index name = is_assignment(source, k) ? k - 1 : k - 2;
        if (name < begin || !is_kind(source, name, TOKEN_IDENTIFIER) || is_member(source, name)) {
            return 0;
        }
        for (token_index word = begin; word < name; word++) {
            if (!is_kind(source, word, TOKEN_IDENTIFIER) || is_word(source, word, "static")) {
                return 0;
            }
        }
        statement->variable = name;
        statement->declares = name > begin;
    }
    for (k = k < i ? k + 1 : begin; !is_character(source, k, ';'); k++) {
        if (k == i) {
            k = source->match[i + 1];
        } else if (!does_nothing(source, k)) {
            return 0;
        }
    }
    statement->end = k;
    return 1;
}

// ---- Variables that nothing reads ----

// Does a macro of the file contain the name at i? Then its uses may read the variable.
static int is_in_macro(const struct source *source, token_index i) {
    for (const struct node *part = source->tree->parts; part != NULL; part = part->next) {
        for (token_index k = part->first; k < part->end && part->name != NO_TOKEN; k++) {
            if (is_kind(source, k, TOKEN_IDENTIFIER) && same_word(source, i, k)) {
                return 1;
            }
        }
    }
    return 0;
}

static int is_written(const struct source *source, token_index name) {
    return is_assignment(source, name + 1) ||
           (is_kind(source, name - 1, TOKEN_IDENTIFIER) && is_character(source, name + 1, ';') &&
            !is_word(source, name - 1, "return"));
}

// Do the tokens [begin, end) declare the variable at i, and never read it? `(void)error` reads nothing, and neither
// does an `if` that does nothing, nor `error |= ...`.
static int is_never_read(const struct source *source, token_index i, token_index begin, token_index end) {
    int declared = 0;
    for (token_index k = begin; k < end; k++) {
        if (!same_word(source, i, k) || !is_kind(source, k, TOKEN_IDENTIFIER)) {
            continue;
        }
        declared |= is_kind(source, k - 1, TOKEN_IDENTIFIER);
        int dropped = is_character(source, k - 1, ')') && is_word(source, k - 2, "void");
        int added = ends_assignment(source, k + 2) && !is_assignment(source, k + 2);
        if (!dropped && !added && !is_written(source, k) && end_of_idle_if(source, k) == NO_TOKEN) {
            return 0;
        }
    }
    return declared;
}

// Is the variable of this statement, which [begin, end) declares, set again before anything reads it?
static int is_overwritten(const struct source *source, const struct call_statement *statement,
                          token_index begin, token_index end) {
    static const char *const leaves[] = {"break", "continue", "goto", "return", NULL};
    int declared = 0;
    for (token_index k = begin; k < statement->end; k++) {
        declared |= same_word(source, statement->variable, k) && is_kind(source, k - 1, TOKEN_IDENTIFIER) &&
                    !is_word(source, k - 1, "static");
    }
    if (!declared || !starts_statement(source, statement->begin) || ends_head(source, statement->begin - 1)) {
        return 0;
    }
    for (token_index k = statement->end + 1; k < end && !is_character(source, k, '}'); k++) {
        if (is_character(source, k, '{') || is_one_of(source, k, leaves)) {
            return 0; // it may be read elsewhere
        }
        if (same_word(source, statement->variable, k)) {
            token_index last = k;
            if (!is_assignment(source, k + 1) || statement_begin(source, k) != k ||
                ends_head(source, k - 1)) {
                return 0;
            }
            while (!is_character(source, last, ';')) { // the new value may contain the old one
                last++;
                if (same_word(source, k, last)) {
                    return 0;
                }
            }
            return 1;
        }
    }
    return 0;
}

// Marks the calls of these functions in [begin, end) whose result goes nowhere, or with `variables` into one that
// nothing reads.
static int mark_unused(struct source *source, token_index begin, token_index end, const char *const *calls,
                       const char *mark, int variables) {
    for (token_index i = begin; i < end; i++) {
        struct call_statement statement;
        if (!is_one_of(source, i, calls) || !is_character(source, i + 1, '(') ||
            source->match[i + 1] == NO_TOKEN || !read_statement(source, i, &statement)) {
            continue;
        }
        if (statement.variable != NO_TOKEN && (!variables || is_in_macro(source, statement.variable) ||
                                               (!is_never_read(source, statement.variable, begin, end) &&
                                                !is_overwritten(source, &statement, begin, end)))) {
            continue;
        }
        const size_t at =
            statement.declares ? token_end(source, statement.end) : source->tokens[statement.end].offset;
        if (source_insert(source, at, statement.declares ? " " : ", ") != 0 ||
            source_insert(source, at, mark) != 0 ||
            (statement.declares && source_insert(source, at, ";") != 0)) {
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
        "atomicAdd",       "atomicAdd_system", "atomicSub",  "atomicSub_system",  "atomicCAS",
        "atomicCAS_block", "atomicCAS_system", "atomicExch", "atomicExch_system", NULL};
    static const char *const checks[] = {
        "cudaGetLastError",   "cudaPeekAtLastError",         "cudaLaunchKernel",
        "cudaLaunchKernelEx", "cudaLaunchCooperativeKernel", NULL};
    static const char in_kernel[] = "sim_result_unused()", on_host[] = "sim_error_unused()";
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (function->body == NO_TOKEN || (function->for_device && function->for_host)) {
            continue;
        }
        const token_index begin = function->body + 1, end = source->match[function->body];
        int failed = function->for_device ? mark_unused(source, begin, end, updates, in_kernel, 0)
                                          : mark_unused(source, begin, end, checks, on_host, 1) != 0 ||
                                                mark_idle(source, begin, end, checks, on_host) != 0;
        if (failed) {
            return -1;
        }
    }
    return 0;
}
