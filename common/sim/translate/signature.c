#include "signature.h"

#include <string.h>

// ---- Types ------------------------------------------------------------------------------------------------

static const char *const scalars[] = {
    "void",     "bool",     "char",    "short",   "int",         "long",         "float",     "double",
    "signed",   "unsigned", "size_t",  "ssize_t", "ptrdiff_t",   "intptr_t",     "uintptr_t", "int8_t",
    "int16_t",  "int32_t",  "int64_t", "uint8_t", "uint16_t",    "uint32_t",     "uint64_t",  "clock_t",
    "char16_t", "char32_t", "wchar_t", "uint",    "cudaError_t", "__restrict__", NULL};
static const char *const qualifiers[] = {"const", "volatile", "struct", "class",  "union",
                                         "enum",  "typename", "static", "inline", "constexpr",
                                         "std",   "register", NULL};

int is_scalar(const struct source *source, token_index i) {
    return is_one_of(source, i, scalars);
}

int is_qualifier(const struct source *source, token_index i) {
    return is_one_of(source, i, qualifiers);
}

int may_be_struct(const struct source *source, struct range type) {
    if (range_has(source, type, '*') || range_has(source, type, '&')) {
        return 0;
    }
    for (token_index i = type.begin; i < type.end; i = range_step(source, i)) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && !is_scalar(source, i) && !is_qualifier(source, i)) {
            return 1;
        }
    }
    return 0;
}

// ---- Parameters -------------------------------------------------------------------------------------------

static struct parameter read_parameter(const struct source *source, struct range text) {
    struct parameter parameter = {.name = NO_TOKEN};
    text.end = range_find(source, text, '=');
    parameter.text = text;
    token_index last = text.end - 1;
    int pack = 0, words = 0; // words before the last, not counting qualifiers
    for (token_index i = text.begin; i < text.end; i = range_step(source, i)) {
        pack |= is_pair(source, i, "..");
        words += i < last && is_kind(source, i, TOKEN_IDENTIFIER) && !is_qualifier(source, i);
    }
    int named = text.end - text.begin > 1 && is_kind(source, last, TOKEN_IDENTIFIER) && words > 0 &&
                !is_scalar(source, last) && !is_qualifier(source, last) && !is_pair(source, last - 2, "::");
    token_index and = range_find(source, text, '&');
    int plain = !pack && !range_has(source, text, '(') && !range_has(source, text, '[') &&
                !is_pair(source, and, "&&");
    if (named) {
        parameter.name = last;
    }
    parameter.passed = named && plain;
    parameter.may_be_struct = !range_has(source, text, '(') && !range_has(source, text, '[') &&
                              may_be_struct(source, (struct range){text.begin, named ? last : text.end});
    return parameter;
}

int signature_parameters(const struct source *source, token_index open, struct parameter *parameters) {
    int count = 0;
    struct range rest = {open + 1, open == NO_TOKEN ? 0 : source->match[open]};
    if (open == NO_TOKEN) {
        return 0;
    }
    for (token_index i = rest.begin; i < rest.end; i++) {
        if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            return -1;
        }
    }
    while (rest.begin < rest.end) {
        struct range text = {rest.begin, range_find(source, rest, ',')};
        if (count == PARAMETERS_MAX) {
            return -1;
        }
        if (text.begin < text.end) {
            parameters[count++] = read_parameter(source, text);
        }
        rest.begin = text.end + 1;
    }
    return count;
}

// ---- Functions --------------------------------------------------------------------------------------------

// Skips `const`, `noexcept(...)`, `mutable` and similar words.
static token_index skip_trailing_words(const struct source *source, token_index i) {
    static const char *const words[] = {"const",   "volatile",  "noexcept",   "override", "final",
                                        "mutable", "constexpr", "__device__", "__host__", NULL};
    for (token_index after = i;; i = after) {
        after = skip_attribute(source, i);
        if (is_one_of(source, i, words)) {
            after = is_word(source, i, "noexcept") && is_character(source, i + 1, '(')
                        ? range_step(source, i + 1)
                        : i + 1;
        } else if (is_character(source, i, '&')) {
            after = i + 1;
        }
        if (after == i) {
            return i;
        }
    }
}

// Reads from the end of the parameters to the `{`: trailing words and `-> type`. Returns 0 if no body
// follows.
static int read_end_of_head(const struct source *source, token_index i, struct signature *function) {
    i = skip_trailing_words(source, i);
    if (is_pair(source, i, "->")) {
        function->result.begin = i += 2;
        while (i < source->count && !is_character(source, i, '{') && !is_character(source, i, ';')) {
            i = range_step(source, i);
        }
        function->result.end = i;
    } else if (is_character(source, i, ':') && !is_pair(source, i, "::")) { // a constructor's: x(a), y{b} {
        function->is_constructor = 1;
        while (i < source->count && !is_character(source, i, ';') &&
               !(is_character(source, i, '{') &&
                 (is_character(source, i - 1, ')') || is_character(source, i - 1, '}')))) {
            i = range_step(source, i);
        }
    }
    function->body = i;
    return is_character(source, i, '{') && source->match[i] != NO_TOKEN;
}

// The first token of the declaration that contains i, not counting template<...>.
static token_index declaration_begin(const struct source *source, token_index i) {
    while (i > 0) {
        token_index before = i - 1;
        int closes = is_character(source, before, ')') || is_character(source, before, ']') ||
                     is_character(source, before, '>');
        if (is_character(source, before, ';') || is_character(source, before, '{') ||
            is_character(source, before, '}') || is_character(source, before, '(') ||
            is_character(source, before, ',') || is_kind(source, before, TOKEN_DIRECTIVE_END) ||
            (is_character(source, before, ':') && !is_pair(source, before - 1, "::") &&
             !is_pair(source, before, "::"))) {
            break;
        }
        if (closes && source->match[before] != NO_TOKEN) {
            before = source->match[before];
            if (is_character(source, before, '<') && is_word(source, before - 1, "template")) {
                break;
            }
        }
        i = before;
    }
    return i;
}

// The word `operator` of a conversion to the type before token `end`, as in `operator pair<int, a::b> *`. NO_TOKEN if
// there is none.
static token_index conversion_begin(const struct source *source, token_index end) {
    token_index i = end;
    while (i > 0 && !is_word(source, i, "operator")) {
        i--;
        if (is_character(source, i, '>') && source->match[i] != NO_TOKEN) {
            i = source->match[i];
        } else if (!is_kind(source, i, TOKEN_IDENTIFIER) && !is_character(source, i, ':') &&
                   !is_character(source, i, '*') && !is_character(source, i, '&')) {
            return NO_TOKEN;
        }
    }
    return is_word(source, i, "operator") ? i : NO_TOKEN;
}

// The first token of the function name before the parameters that open at `open`: C<T>::f, f<0>, operator+.
static token_index name_begin(const struct source *source, token_index open) {
    token_index i = open - 1, conversion = conversion_begin(source, open);
    if (is_character(source, i, '>') && source->match[i] != NO_TOKEN && source->match[i] > 0) {
        i = source->match[i] - 1; // of a specialization
    }
    for (token_index back = 1; back <= 4 && back <= open; back++) {
        if (is_word(source, open - back, "operator")) {
            i = open - back;
        }
    }
    if (conversion != NO_TOKEN) {
        i = conversion;
    }
    while (i >= 2 && is_pair(source, i - 2, "::")) {
        i -= 2;
        if (i > 0 && is_character(source, i - 1, '>') && source->match[i - 1] != NO_TOKEN) {
            i = source->match[i - 1];
        }
        i -= i > 0 && is_kind(source, i - 1, TOKEN_IDENTIFIER);
    }
    return i;
}

int is_for_device(const struct source *source, token_index i) {
    if (is_word(source, i, "__device__")) {
        return 1;
    }
    for (size_t k = 0; k < source->device_macro_count; k++) {
        const struct token *macro = &source->device_macros[k], *token = &source->tokens[i];
        if (token->kind == TOKEN_IDENTIFIER && token->length == macro->length &&
            memcmp(source->text + token->offset, source->text + macro->offset, token->length) == 0) {
            return 1;
        }
    }
    return 0;
}

// Drops the words before a result type that are not part of it.
static struct range result_type(const struct source *source, struct range words) {
    static const char *const specifiers[] = {
        "static",   "inline",          "constexpr",    "virtual",  "explicit",   "friend", "extern",
        "__host__", "__forceinline__", "__noinline__", "register", "__inline__", NULL};
    struct range type = words;
    while (type.begin < type.end) {
        token_index after = skip_attribute(source, type.begin);
        if (is_word(source, type.begin, "decltype")) {
            break;
        }
        if (after == type.begin && !is_one_of(source, type.begin, specifiers) &&
            !is_for_device(source, type.begin) && !is_kind(source, type.begin, TOKEN_STRING)) {
            break;
        }
        type.begin = after == type.begin ? after + 1 : after;
    }
    while (type.end > type.begin && (is_one_of(source, type.end - 1, specifiers) ||
                                     is_for_device(source, type.end - 1))) { // int __device__ f()
        type.end--;
    }
    return type;
}

enum head signature_read(const struct source *source, token_index open, struct signature *function) {
    static const char *const no_names[] = {"noexcept", "decltype", NULL};
    *function = (struct signature){.parameters = open};
    if (open == 0 || is_one_of(source, open - 1, no_names) || is_for_device(source, open - 1) || // a lambda's
        !read_end_of_head(source, source->match[open] + 1, function)) {
        return HEAD_NONE;
    }
    token_index name = name_begin(source, open), begin = declaration_begin(source, name);
    function->specifiers = NO_TOKEN;
    for (token_index i = begin; i < name; i++) {
        if (is_word(source, i, "__global__")) {
            return HEAD_KERNEL;
        }
        function->is_constant |= is_word(source, i, "constexpr");
        if (is_for_device(source, i) && function->specifiers == NO_TOKEN) {
            function->specifiers = i;
        }
    }
    if (function->specifiers == NO_TOKEN) {
        return HEAD_NONE;
    }
    struct range declared = result_type(source, (struct range){begin, name});
    if (is_word(source, name, "operator") && declared.begin == declared.end &&
        (is_kind(source, name + 1, TOKEN_IDENTIFIER) ||
         is_pair(source, name + 1, "::"))) { // operator float4() const
        declared = (struct range){name + 1, open};
    }
    if (function->result.begin == function->result.end) {
        function->result = declared;
        function->is_constructor |= declared.begin == declared.end;
    }
    return HEAD_DEVICE;
}

int signature_read_lambda(const struct source *source, token_index i, struct signature *function) {
    static const char *const before[] = {"return", "else", "do", "case", "throw", "and", "or", "not", NULL};
    *function = (struct signature){.parameters = NO_TOKEN, .is_lambda = 1};
    int subscript = is_kind(source, i - 1, TOKEN_IDENTIFIER) && !is_one_of(source, i - 1, before);
    subscript |= is_character(source, i - 1, ')') || is_character(source, i - 1, ']') ||
                 is_kind(source, i - 1, TOKEN_STRING);
    int bindings = is_character(source, i - 1, '&') &&
                   (is_word(source, i - 2, "auto") || is_pair(source, i - 2, "&&")); // auto &[x, y]
    if (subscript || bindings || is_character(source, i - 1, '[') || is_character(source, i + 1, '[')) {
        return 0;
    }
    token_index after = skip_trailing_words(source, source->match[i] + 1);
    if (is_character(source, after, '(') && source->match[after] != NO_TOKEN) {
        function->parameters = after;
        after = source->match[after] + 1;
    } else if (after != source->match[i] + 1) {
        return 0; // words but no parentheses: there is no place for the attribute
    }
    if (!read_end_of_head(source, after, function) || function->is_constructor) {
        return 0;
    }
    function->specifiers = NO_TOKEN;
    return 1;
}
