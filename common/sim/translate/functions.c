#include "functions.h"

#include <stdlib.h>
#include <string.h>

#include "signature.h"

// The meanings of __device__ and similar words. A macro of the file with such a word in its body has the same
// meaning.
enum { KERNEL = 1, DEVICE = 2, HOST = 4, TEMPLATE = 8, VARIABLE = 16 };

static int word_kind(const struct source *source, token_index i) {
    return is_word(source, i, "__global__")     ? KERNEL
           : is_word(source, i, "__device__")   ? DEVICE
           : is_word(source, i, "__host__")     ? HOST
           : is_word(source, i, "template")     ? TEMPLATE
           : is_word(source, i, "__constant__") ? VARIABLE
           : is_word(source, i, "__managed__")  ? VARIABLE
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
        if ((macro.kinds & (KERNEL | DEVICE | HOST | VARIABLE)) == 0 || macro.length == 0 ||
            defines_functions) {
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

// The body of a constructor whose member initializers begin with the `:` at i, or NO_TOKEN.
static token_index body_after_initializers(const struct source *source, token_index i) {
    for (; i < source->count && !is_character(source, i, ';'); i++) {
        if ((is_character(source, i, '(') || is_character(source, i, '{')) && source->match[i] != NO_TOKEN) {
            i = source->match[i];
            if (!is_character(source, i + 1, ',')) {
                return is_character(source, i + 1, '{') ? i + 1 : NO_TOKEN;
            }
        }
    }
    return NO_TOKEN;
}

// The word `operator` before the symbol that ends before the `(` at i: `operator+`, `operator[]`. NO_TOKEN if there is
// none.
static token_index operator_of_symbol(const struct source *source, token_index i) {
    enum { LONGEST = 3 }; // operator<<=
    for (token_index k = i - 1; k > 0 && k + LONGEST >= i && !is_kind(source, k, TOKEN_IDENTIFIER); k--) {
        if (is_word(source, k - 1, "operator")) {
            return k - 1;
        }
    }
    return NO_TOKEN;
}

// `parameters`: their `(`; `body`: its `{`, or anything else for a declaration.
static int add_function(struct functions *functions, token_index first, token_index name,
                        token_index parameters, token_index body, token_index of, const struct source *source,
                        const struct macros *macros) {
    struct function function = {
        .first = first, .name = name, .parameters = parameters, .body = NO_TOKEN, .of = of};
    function.is_symbol = is_word(source, name, "operator") && !is_pair(source, name + 1, "()");
    int kinds = 0;
    if (is_character(source, body, '{') && source->match[body] != NO_TOKEN) {
        function.body = body;
    }
    for (token_index i = first; i < name; i = range_step(source, i)) {
        int known = kinds_of(source, macros, i);
        kinds |= known;
        function.is_unclear |=
            known == 0 && may_be_macro(source, i, name, of != NO_TOKEN && same_word(source, of, name));
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

// Does the statement from `first` on declare a constant array of the host, whose name is at `name`?
static int is_host_table(const struct source *source, const struct macros *macros, token_index first,
                         token_index name) {
    static const char *const others[] = {"typedef", "using", "extern", "operator", "struct", "class", NULL};
    int constant = 0;
    for (token_index i = first; i < name; i++) {
        if (is_one_of(source, i, others) || is_character(source, i, '(') || is_character(source, i, '=') ||
            kinds_of(source, macros, i) != 0) {
            return 0;
        }
        constant |= is_word(source, i, "const") || is_word(source, i, "constexpr");
    }
    return constant && is_kind(source, name, TOKEN_IDENTIFIER);
}

static int add_host_table(struct functions *functions, token_index name) {
    if (grow(&functions->host_tables, &functions->table_capacity, functions->table_count + 1,
             sizeof(*functions->host_tables)) != 0) {
        return -1;
    }
    functions->host_tables[functions->table_count++] = name;
    return 0;
}

// Does the directive at i end what is before it? A use of a macro that defines a function needs no `;`.
static int ends_statement(const struct source *source, token_index i) {
    static const char *const words[] = {"define", "undef", "include", NULL};
    const struct token *token = &source->tokens[i];
    for (int k = 0; words[k] != NULL; k++) {
        if (token->length == strlen(words[k]) &&
            memcmp(source->text + token->offset, words[k], token->length) == 0) {
            return 1;
        }
    }
    return 0;
}

// Finds those in the tokens [begin, end).
static int find_within(struct source *source, struct functions *functions, const struct macros *macros,
                       token_index begin, token_index end) {
    token_index first = begin;                 // of the statement
    token_index of = NO_TOKEN, struct_end = 0; // the name of the enclosing struct, and its end
    for (token_index i = begin; i < end;) {
        if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            int alone = first == i || ends_statement(source, i);
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
            if (is_character(source, i, '[') && i > first && of == NO_TOKEN &&
                is_host_table(source, macros, first, i - 1) && add_host_table(functions, i - 1) != 0) {
                return source_out_of_memory(source);
            }
            int callable = is_character(source, i, '(') && i > first; // operator()(...)
            name = callable && is_pair(source, i - 2, "()") && is_word(source, i - 3, "operator") ? i - 3
                   : callable && is_function_name(source, i - 1)                                  ? i - 1
                   : callable ? operator_of_symbol(source, i)
                              : NO_TOKEN;
            token_index next = is_character(source, i, '(') ? after_parameters(source, i) : after;
            int initializers = name != NO_TOKEN && of != NO_TOKEN && same_word(source, name, of) &&
                               is_character(source, next, ':');
            if (initializers && (next = body_after_initializers(source, next)) != NO_TOKEN) {
                after = next;
            }
            int ends = is_character(source, next, '{') || is_character(source, next, ';');
            if (name != NO_TOKEN && ends &&
                add_function(functions, first, name, i, next, of, source, macros) != 0) {
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

// Finds the members of structs in the body of a function for the device.
static int find_local(struct source *source, struct functions *functions, const struct function *function,
                      const struct macros *macros) {
    struct functions found = {0};
    int result = find_within(source, &found, macros, function->body + 1, source->match[function->body]);
    for (size_t k = 0; k < found.count && result == 0; k++) {
        if (found.list[k].of == NO_TOKEN) {
            continue;
        }
        result = grow(&functions->local, &functions->local_capacity, functions->local_count + 1,
                      sizeof(*functions->local)) != 0
                     ? source_out_of_memory(source)
                     : 0;
        if (result == 0) {
            functions->local[functions->local_count++] = found.list[k];
        }
    }
    free_functions(&found);
    return result;
}

static int find_all(struct source *source, struct functions *functions, const struct macros *macros) {
    int result = find_within(source, functions, macros, 0, (token_index)source->count);
    for (size_t k = 0; k < functions->count && result == 0; k++) {
        const struct function *function = &functions->list[k];
        if (function->for_device && function->body != NO_TOKEN) {
            result = find_local(source, functions, function, macros);
        }
    }
    return result;
}

int find_functions(struct source *source, struct functions *functions) {
    struct macros macros = {0};
    int result = find_macros(source, &macros) != 0 ? source_out_of_memory(source)
                                                   : find_all(source, functions, &macros);
    free(macros.list);
    return result;
}

void free_functions(struct functions *functions) {
    free(functions->list);
    free(functions->local);
    free(functions->host_tables);
}

int same_word(const struct source *source, token_index a, token_index b) {
    const struct token *left = &source->tokens[a], *right = &source->tokens[b];
    return left->length == right->length &&
           memcmp(source->text + left->offset, source->text + right->offset, left->length) == 0;
}

int is_member(const struct source *source, token_index i) {
    return is_character(source, i - 1, '.') || is_pair(source, i - 2, "->") || is_pair(source, i - 2, "::");
}

token_index name_end(const struct source *source, token_index i) {
    return is_character(source, i + 1, '<') && source->match[i + 1] != NO_TOKEN ? source->match[i + 1] : i;
}

int is_called(const struct source *source, token_index i) {
    return is_character(source, name_end(source, i) + 1, '(');
}

int names_function(const struct source *source, const struct functions *functions, token_index i) {
    for (size_t k = 0; k < functions->count; k++) {
        if (same_word(source, functions->list[k].name, i)) {
            return 1;
        }
    }
    return 0;
}
