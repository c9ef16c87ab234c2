#include "functions.h"

#include <stdlib.h>
#include <string.h>

// The meanings of __device__ and similar words. A macro of the file with such a word in its body has the same
// meaning.
enum { KERNEL = 1, DEVICE = 2, HOST = 4, TEMPLATE = 8 };

static int word_kind(const struct source *source, token_index i) {
    return is_word(source, i, "__global__")   ? KERNEL
           : is_word(source, i, "__device__") ? DEVICE
           : is_word(source, i, "__host__")   ? HOST
           : is_word(source, i, "template")   ? TEMPLATE
                                              : 0;
}

// A macro whose body contains some of these words.
struct macro {
    const char *name;
    size_t length;
    int kinds;
};
struct macros {
    struct macro *list;
    size_t count, capacity;
};

// The name of the macro that the directive at token i defines. Its length is 0 if it defines none.
static struct macro macro_name(const struct source *source, token_index i) {
    struct macro macro = {0};
    size_t at = token_end(source, i), end = source->length;
    const char *text = source->text;
    const struct token *token = &source->tokens[i];
    if (token->length != strlen("define") || memcmp(text + token->offset, "define", token->length) != 0) {
        return macro;
    }
    while (at < end && (text[at] == ' ' || text[at] == '\t')) {
        at++;
    }
    macro.name = text + at;
    while (at < end && text[at] != ' ' && text[at] != '\t' && text[at] != '(' && text[at] != '\n' &&
           text[at] != '\r') {
        at++;
    }
    macro.length = (size_t)(text + at - macro.name);
    return macro;
}

static int find_macros(const struct source *source, struct macros *macros) {
    for (token_index i = 0; i < source->count; i++) {
        if (!is_kind(source, i, TOKEN_DIRECTIVE)) {
            continue;
        }
        struct macro macro = macro_name(source, i);
        token_index end = skip_directive(source, i);
        int defines_functions = 0;
        for (; i + 1 < end; i++) {
            macro.kinds |= word_kind(source, i + 1);
            defines_functions |= is_character(source, i + 1, '{') || is_character(source, i + 1, '#');
        }
        if ((macro.kinds & (KERNEL | DEVICE | HOST)) == 0 || macro.length == 0 || defines_functions) {
            continue;
        }
        if (grow(&macros->list, &macros->capacity, macros->count + 1, sizeof(*macros->list)) != 0) {
            return -1;
        }
        macros->list[macros->count++] = macro;
    }
    return 0;
}

static int kinds_of(const struct source *source, const struct macros *macros, token_index i) {
    const struct token *token = &source->tokens[i];
    int kinds = word_kind(source, i);
    for (size_t k = 0; k < macros->count && token->kind == TOKEN_IDENTIFIER; k++) {
        const struct macro *macro = &macros->list[k];
        if (macro->length == token->length &&
            memcmp(macro->name, source->text + token->offset, macro->length) == 0) {
            kinds |= macro->kinds;
        }
    }
    return kinds;
}

// The token after the parameters that begin at i, and after `const` and similar words.
static token_index after_parameters(const struct source *source, token_index i) {
    static const char *const words[] = {"const", "noexcept", "override", "final", NULL};
    i = source->match[i] + 1;
    while (is_one_of(source, i, words)) {
        i++;
    }
    return i;
}

static int add_function(struct functions *functions, token_index first, token_index name, token_index of,
                        const struct source *source, const struct macros *macros) {
    struct function function = {
        .first = first, .name = name, .parameters = name + 1, .body = NO_TOKEN, .of = of};
    int kinds = 0;
    token_index after = after_parameters(source, name + 1);
    if (is_character(source, after, '{') && source->match[after] != NO_TOKEN) {
        function.body = after;
    }
    for (token_index i = first; i < name; i++) {
        kinds |= kinds_of(source, macros, i);
    }
    function.is_kernel = (kinds & KERNEL) != 0;
    function.for_device = (kinds & (KERNEL | DEVICE)) != 0;
    function.for_host = (kinds & HOST) != 0;
    function.is_template = (kinds & TEMPLATE) != 0;
    if (grow(&functions->list, &functions->capacity, functions->count + 1, sizeof(*functions->list)) != 0) {
        return -1;
    }
    functions->list[functions->count++] = function;
    return 0;
}

// Does the `{` at i, in a statement that began at `first`, open a namespace or extern "C"?
static int opens_file_scope(const struct source *source, token_index first, token_index i) {
    for (token_index word = first; word < i; word++) {
        if (is_word(source, word, "namespace")) {
            return 1;
        }
    }
    return i >= 2 && is_kind(source, i - 1, TOKEN_STRING) && is_word(source, i - 2, "extern");
}

// The name of the struct whose `{` is at i, in a statement that began at `first`. NO_TOKEN if it is not a
// struct's.
static token_index opens_struct(const struct source *source, token_index first, token_index i) {
    static const char *const words[] = {"struct", "class", NULL};
    for (token_index word = first; word < i; word++) {
        if (!is_one_of(source, word, words) || skip_struct(source, word) != source->match[i] + 1) {
            continue;
        }
        token_index name = word + 1, after;
        while ((after = skip_attribute(source, name)) != name) {
            name = after;
        }
        return is_kind(source, name, TOKEN_IDENTIFIER) ? name : NO_TOKEN;
    }
    return NO_TOKEN;
}

// Is the name before the `(` at i that of a function? With a brace too many, a statement may be outside all functions.
static int is_function_name(const struct source *source, token_index i) {
    static const char *const statements[] = {"if", "for", "while", "switch", "catch", NULL};
    return is_kind(source, i, TOKEN_IDENTIFIER) && !is_one_of(source, i, statements);
}

static int find_all(struct source *source, struct functions *functions, const struct macros *macros) {
    token_index first = 0;                     // of the statement
    token_index of = NO_TOKEN, struct_end = 0; // the name of the enclosing struct, and its end
    for (token_index i = 0; i < source->count;) {
        if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            int alone = first == i;
            i = skip_directive(source, i);
            first = alone ? i : first;
            continue;
        }
        int opens = is_character(source, i, '(') || is_character(source, i, '[') ||
                    is_character(source, i, '{') || is_character(source, i, '<');
        if (opens && source->match[i] != NO_TOKEN) {
            token_index after = source->match[i] + 1;
            if (is_character(source, i, '{') && opens_file_scope(source, first, i)) {
                first = ++i;
                continue;
            }
            of = i < struct_end ? of : NO_TOKEN;
            token_index name = is_character(source, i, '{') ? opens_struct(source, first, i) : NO_TOKEN;
            if (name != NO_TOKEN && of == NO_TOKEN) { // not a nested one
                of = name;
                struct_end = source->match[i];
                first = ++i;
                continue;
            }
            int named = is_character(source, i, '(') && i > first && is_function_name(source, i - 1);
            token_index next = is_character(source, i, '(') ? after_parameters(source, i) : after;
            int ends = is_character(source, next, '{') || is_character(source, next, ';');
            if (named && ends && add_function(functions, first, i - 1, of, source, macros) != 0) {
                return source_out_of_memory(source);
            }
            int body = is_character(source, i, '{');
            i = after;
            if (body && !is_character(source, i, ';')) {
                first = i;
            }
        } else {
            int ends = is_character(source, i, ';') || is_character(source, i, '}');
            i++;
            first = ends ? i : first;
        }
    }
    return 0;
}

int find_functions(struct source *source, struct functions *functions) {
    struct macros macros = {0};
    int result = find_macros(source, &macros) != 0 ? source_out_of_memory(source)
                                                   : find_all(source, functions, &macros);
    free(macros.list);
    return result;
}

int same_word(const struct source *source, token_index a, token_index b) {
    const struct token *left = &source->tokens[a], *right = &source->tokens[b];
    return left->length == right->length &&
           memcmp(source->text + left->offset, source->text + right->offset, left->length) == 0;
}
