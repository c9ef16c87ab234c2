// __device__ float a[N];   becomes   SIM_DEVICE_VARIABLE float a[N]; SIM_DEVICE_GAP
//
// __constant__ and __managed__ are rewritten in the same way. Of `__device__ __constant__` only the second
// word remains. Functions, and everything that is not at file scope, remain unchanged, except for static variables of
// kernels and device functions: they are in device memory, with or without __device__.
//
// A compiler puts no constant into a section with variables. So `const` and `constexpr` of the variable itself are
// replaced by `static`, as in `__device__ const float a[N] = {...};`. An integer or a constexpr number that the
// compiler computes with stays as it is, without __device__.
//
// template <class T> __device__ T a;   also gets SIM_VARIABLE_TEMPLATE, an error where the compiler cannot do this.
#include "range.h"
#include "source.h"

#include <stdio.h>

// Does the word at i declare a variable or a function? *progress records the answer, and up to which token it
// is valid.
static void read_declaration(const struct source *source, token_index i, struct progress *progress) {
    static const char *const specific[] = {"__constant__", "__managed__", NULL};
    int words = 0, function = 0;
    for (;;) {
        token_index after = skip_attribute(source, i);
        if (after == i) {
            after = skip_struct(source, i);
        }
        if (after == i) {
            after = skip_directive(source, i);
        }
        if (after != i) {
            i = after;
        } else if (is_kind(source, i, TOKEN_IDENTIFIER)) {
            function |= is_word(source, i, "operator") || is_word(source, i, "__shared__");
            progress->device_specific |= is_one_of(source, i, specific);
            words++;
            i++;
        } else if (is_character(source, i, '<') && source->match[i] != NO_TOKEN) {
            i = source->match[i] + 1;
        } else if (is_pair(source, i, "::")) {
            i += 2;
        } else if (is_character(source, i, '*') || is_character(source, i, '&')) {
            i++;
        } else {
            break;
        }
    }
    // In `int (*table[2])(int)` and `int x(3)` the parentheses do not declare a function.
    if (is_character(source, i, '(')) {
        int pointer = is_character(source, i + 1, '*') || is_character(source, i + 1, '&');
        int literal = is_kind(source, i + 1, TOKEN_NUMBER) || is_kind(source, i + 1, TOKEN_STRING) ||
                      is_kind(source, i + 1, TOKEN_CHARACTER);
        function |= !pointer && !literal;
    } else {
        static const char ends[] = ";=[{,";
        int end = 0;
        for (const char *c = ends; *c; c++) {
            end |= is_character(source, i, *c);
        }
        function |= !end;
    }
    progress->device_done = i;
    progress->device_variable = words > 0 && !function;
}

// The ';' of the declaration whose declarator ends at i, or NO_TOKEN if there is none.
static token_index declaration_end(const struct source *source, token_index i) {
    while (i < source->count && !is_character(source, i, ';')) {
        int opens =
            is_character(source, i, '{') || is_character(source, i, '(') || is_character(source, i, '[');
        if (opens && source->match[i] == NO_TOKEN) {
            return NO_TOKEN;
        }
        i = opens ? source->match[i] + 1 : i + 1;
    }
    return i < source->count ? i : NO_TOKEN;
}

// Has the declaration from i to `end` a pointer to a function, or to an array?
static int has_function_pointer(const struct source *source, token_index i, token_index end) {
    for (; end != NO_TOKEN && i < end; i = range_step(source, i)) {
        if (is_character(source, i, '(') &&
            (is_character(source, i + 1, '*') || is_character(source, i + 1, '&'))) {
            return 1;
        }
    }
    return 0;
}

// The declaration that contains the word __device__ at i, up to its name.
struct declaration {
    token_index begin, end; // `end`: after the name
    token_index constant;   // `const` or `constexpr` of the variable itself, or NO_TOKEN
    int is_number;          // a constant that the compiler computes with
    int is_static;          // or extern
};

// The `const` of the variable itself in `int (*const name[2])(int)`, whose parenthesis is token `open`, or NO_TOKEN.
static token_index pointer_constant(const struct source *source, token_index open) {
    token_index constant = NO_TOKEN;
    for (token_index k = open + 1; is_character(source, k, '*') || is_word(source, k, "const"); k++) {
        constant = is_word(source, k, "const") ? k : NO_TOKEN;
    }
    return constant;
}

static struct declaration read_constant(const struct source *source, token_index i, token_index end) {
    static const char *const constants[] = {"const", "constexpr", NULL};
    static const char *const storages[] = {"static", "extern", NULL};
    static const char *const words[] = {"__device__", "__constant__", "static", "inline", "const",
                                        "constexpr",  "volatile",     "std",    NULL};
    static const char *const integers[] = {
        "int",     "unsigned", "signed",  "long",    "short",    "char",     "bool",     "size_t", "int8_t",
        "int16_t", "int32_t",  "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", NULL};
    static const char *const numbers[] = {"float", "double", NULL};
    struct declaration found = {.begin = i, .end = end, .constant = NO_TOKEN, .is_number = 1};
    while (found.begin > 0 && is_kind(source, found.begin - 1, TOKEN_IDENTIFIER)) {
        found.begin--;
    }
    int is_constexpr = 0, is_float = 0;
    for (token_index k = found.begin; k + 1 < end; k++) {
        if (is_character(source, k, '<') && source->match[k] != NO_TOKEN) {
            k = source->match[k];
            found.is_number = 0;
        } else if (is_character(source, k, '*')) { // what is before it is not the variable's own
            found.constant = NO_TOKEN;
            found.is_number = 0;
        } else if (is_one_of(source, k, constants)) {
            found.constant = k;
            is_constexpr |= is_word(source, k, "constexpr");
        } else if (is_kind(source, k, TOKEN_IDENTIFIER)) {
            is_float |= is_one_of(source, k, numbers);
            found.is_static |= is_one_of(source, k, storages);
            found.is_number &= is_one_of(source, k, words) || is_one_of(source, k, integers) ||
                               is_one_of(source, k, numbers);
        }
    }
    if (!is_constexpr && is_character(source, end, '(') && is_character(source, end + 1, '*')) {
        found.constant = pointer_constant(source, end);
    }
    int initialized = is_character(source, end, '=') || is_character(source, end, '{');
    found.is_number &= initialized && (is_constexpr || !is_float);
    return found;
}

// Is the declaration a template? An explicit specialization is not.
static int is_template(const struct source *source, const struct declaration *declaration) {
    token_index close = declaration->begin - 1;
    return is_character(source, close, '>') && source->match[close] != NO_TOKEN &&
           source->match[close] + 1 < close && is_word(source, source->match[close] - 1, "template");
}

int rewrite_device(struct source *source, const struct site *site, struct progress *progress) {
    static const char *const replacements[] = {[SITE_DEVICE] = "SIM_DEVICE_VARIABLE",
                                               [SITE_CONSTANT] = "SIM_CONSTANT_VARIABLE",
                                               [SITE_MANAGED] = "SIM_MANAGED_VARIABLE"};
    static const char *const gaps[] = {[SITE_DEVICE] = " SIM_DEVICE_GAP",
                                       [SITE_CONSTANT] = " SIM_CONSTANT_GAP",
                                       [SITE_MANAGED] = " SIM_MANAGED_GAP"};
    if (site->scope != SCOPE_FILE || site->macro || site->token < progress->shared_done) {
        return 0;
    }
    if (site->token >= progress->device_done) {
        progress->device_specific = site->kind != SITE_DEVICE;
        read_declaration(source, site->token + 1, progress);
    }
    if (!progress->device_variable) {
        return 0;
    }
    if (site->kind == SITE_DEVICE && progress->device_specific) {
        return source_drop_word(source, site->token);
    }
    struct declaration declaration = read_constant(source, site->token, progress->device_done);
    int was_constant = declaration.constant != NO_TOKEN;
    if (was_constant && declaration.is_number) {
        return source_drop_word(source, site->token);
    }
    if (was_constant && source_drop_word(source, declaration.constant) != 0) {
        return -1;
    }
    token_index end = declaration_end(source, progress->device_done);
    if (end != NO_TOKEN && (source_insert(source, token_end(source, end), gaps[site->kind]) != 0 ||
                            (is_template(source, &declaration) &&
                             source_insert(source, token_end(source, end), " SIM_VARIABLE_TEMPLATE") != 0))) {
        return -1;
    }
    char words[40];
    snprintf(words, sizeof(words), "%s%s%s", replacements[site->kind],
             has_function_pointer(source, progress->device_done, end) ? "_FUNCTION" : "",
             was_constant && !declaration.is_static ? " static" : "");
    return source_replace_word(source, site->token, words);
}

int rewrite_static(struct source *source, token_index i) {
    static const char *const others[] = {"const",        "constexpr",   "__shared__",
                                         "__constant__", "__managed__", NULL};
    struct progress progress = {0};
    token_index first = is_word(source, i + 1, "__device__") ? i + 2 : i + 1;
    if (!is_word(source, i, "static") || is_one_of(source, first, others) ||
        is_word(source, i - 1, "__shared__")) {
        return 0;
    }
    read_declaration(source, first, &progress);
    token_index end = declaration_end(source, progress.device_done);
    if (end == NO_TOKEN) {
        return 0;
    }
    return source_insert(source, token_end(source, i), " SIM_DEVICE_VARIABLE") != 0
               ? -1
               : source_insert(source, token_end(source, end), " SIM_DEVICE_GAP");
}
