// __device__ T f(T a, int n) { body }
//     becomes
// SIM_INLINED __device__ T f(T a, int n) { SIM_BODY([&](T a, int n) -> T){ body }SIM_BODY_END(a, n) }
//
// GCC's thread sanitizer instruments assignments. It does not instrument a struct that a call reads directly
// from memory or returns directly to memory. With GCC, the three macros (cuda/sim/qualifiers.h) turn the
// function into an inlined shell: passing an argument and using the result become assignments. The body
// becomes a lambda that is not inlined, so it exists once and may be recursive.
//
// This is done for functions that run on the device and may take or return a struct, as far as their type
// names show: `int` and `float *` are not structs, `T` may be one. A constructor has no lambda and is inlined
// as a whole. For the same reason, a call through a variable, `op(a, b)` or `table[i](a, b)`, becomes
// `SIM_CALLEE(op)(a, b)`. For a function pointer, this is a shell like the one above.
//
// Functions defined by a macro with parameters, and functions in headers, are not rewritten.
#include "source.h"

#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MAX = 64 };

// The tokens [begin, end).
struct range {
    token_index begin, end;
};

struct signature {
    token_index parameters; // its `(`, or NO_TOKEN for a lambda without parameters
    struct range result;    // the result type; empty for a constructor or a lambda without `->`
    token_index body;       // its `{`
    token_index specifiers; // where to insert its attribute
    int is_lambda, is_constructor;
    int is_constant; // constexpr
};

// ---- Types ------------------------------------------------------------------------------------------------

static const char *const scalars[] = {
    "void",     "bool",     "char",    "short",   "int",         "long",         "float",     "double",
    "signed",   "unsigned", "size_t",  "ssize_t", "ptrdiff_t",   "intptr_t",     "uintptr_t", "int8_t",
    "int16_t",  "int32_t",  "int64_t", "uint8_t", "uint16_t",    "uint32_t",     "uint64_t",  "clock_t",
    "char16_t", "char32_t", "wchar_t", "uint",    "cudaError_t", "__restrict__", NULL};
static const char *const qualifiers[] = {"const", "volatile", "struct", "class",  "union",
                                         "enum",  "typename", "static", "inline", "constexpr",
                                         "std",   "register", NULL};

static int opens_bracket(const struct source *source, token_index i) {
    return (is_character(source, i, '(') || is_character(source, i, '[') || is_character(source, i, '{') ||
            is_character(source, i, '<')) &&
           source->match[i] != NO_TOKEN;
}

// The token after i, or after its closing bracket if i opens one.
static token_index step(const struct source *source, token_index i) {
    return opens_bracket(source, i) ? source->match[i] + 1 : i + 1;
}

// The first token outside brackets that is this character, or range.end if there is none.
static token_index find_character(const struct source *source, struct range range, char c) {
    token_index i = range.begin;
    while (i < range.end && !is_character(source, i, c)) {
        i = step(source, i);
    }
    return i < range.end ? i : range.end;
}

static int has_character(const struct source *source, struct range range, char c) {
    return find_character(source, range, c) < range.end;
}

// Can a value of this type be a struct?
static int may_be_struct(const struct source *source, struct range type) {
    if (has_character(source, type, '*') || has_character(source, type, '&')) {
        return 0;
    }
    for (token_index i = type.begin; i < type.end; i = step(source, i)) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && !is_one_of(source, i, scalars) &&
            !is_one_of(source, i, qualifiers)) {
            return 1;
        }
    }
    return 0;
}

// ---- Parameters -------------------------------------------------------------------------------------------

struct parameter {
    struct range text; // without a default argument
    token_index name;  // NO_TOKEN if it has no name
    int passed;        // as a parameter of the lambda; otherwise the lambda captures it
    int may_be_struct;
};

static struct parameter read_parameter(const struct source *source, struct range text) {
    struct parameter parameter = {.name = NO_TOKEN};
    text.end = find_character(source, text, '=');
    parameter.text = text;
    token_index last = text.end - 1;
    int pack = 0, words = 0; // words before the last, not counting qualifiers
    for (token_index i = text.begin; i < text.end; i = step(source, i)) {
        pack |= is_pair(source, i, "..");
        words += i < last && is_kind(source, i, TOKEN_IDENTIFIER) && !is_one_of(source, i, qualifiers);
    }
    int named = text.end - text.begin > 1 && is_kind(source, last, TOKEN_IDENTIFIER) && words > 0 &&
                !is_one_of(source, last, scalars) && !is_one_of(source, last, qualifiers) &&
                !is_pair(source, last - 2, "::");
    token_index and = find_character(source, text, '&');
    int plain = !pack && !has_character(source, text, '(') && !has_character(source, text, '[') &&
                !is_pair(source, and, "&&");
    if (named) {
        parameter.name = last;
    }
    parameter.passed = named && plain;
    parameter.may_be_struct = !has_character(source, text, '(') && !has_character(source, text, '[') &&
                              may_be_struct(source, (struct range){text.begin, named ? last : text.end});
    return parameter;
}

// Returns the number of parameters, or -1 if there are too many or a directive is among them.
static int read_parameters(const struct source *source, token_index open, struct parameter *parameters) {
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
        struct range text = {rest.begin, find_character(source, rest, ',')};
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
            after = is_word(source, i, "noexcept") && is_character(source, i + 1, '(') ? step(source, i + 1)
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
            i = step(source, i);
        }
        function->result.end = i;
    } else if (is_character(source, i, ':') && !is_pair(source, i, "::")) { // a constructor's: x(a), y{b} {
        function->is_constructor = 1;
        while (i < source->count && !is_character(source, i, ';') &&
               !(is_character(source, i, '{') &&
                 (is_character(source, i - 1, ')') || is_character(source, i - 1, '}')))) {
            i = step(source, i);
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

// The first token of the function name before the parameters that open at `open`: C<T>::f, operator+.
static token_index name_begin(const struct source *source, token_index open) {
    token_index i = open - 1;
    for (token_index back = 1; back <= 4 && back <= open; back++) {
        if (is_word(source, open - back, "operator")) {
            i = open - back;
        }
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

// Is the word at i __device__, or a macro of this file that contains it?
static int is_for_device(const struct source *source, token_index i) {
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

enum head { HEAD_NONE, HEAD_DEVICE, HEAD_KERNEL };

// Does the `(` at `open` begin the parameters of a function that runs on the device and has a body?
static enum head read_function(const struct source *source, token_index open, struct signature *function) {
    *function = (struct signature){.parameters = open};
    if (open == 0 || is_for_device(source, open - 1) || // a lambda's
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
    if (is_word(source, name, "operator") && is_kind(source, name + 1, TOKEN_IDENTIFIER) &&
        declared.begin == declared.end) { // operator float4() const
        declared = (struct range){name + 1, open};
    }
    if (function->result.begin == function->result.end) {
        function->result = declared;
        function->is_constructor |= declared.begin == declared.end;
    }
    return HEAD_DEVICE;
}

// Does a lambda begin at the `[` at i?
static int read_lambda(const struct source *source, token_index i, struct signature *function) {
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

// Does the body have a `return` with a value, not counting lambdas and structs inside it?
static int returns_value(const struct source *source, token_index body) {
    for (token_index i = body; i < source->match[body]; i++) {
        if (is_word(source, i, "return") && !is_character(source, i + 1, ';')) {
            return 1;
        }
    }
    return 0;
}

// ---- The rewrite ------------------------------------------------------------------------------------------

// Adds tokens, on one line.
static int add_words(struct buffer *buffer, const struct source *source, struct range words) {
    for (token_index i = words.begin; i < words.end; i++) {
        const struct token *token = &source->tokens[i];
        size_t at = token->offset, end = token_end(source, i);
        int c;
        while ((at = token_skip_continuations(source->text, end, at)) < end &&
               (c = token_character(source->text, end, &at)) != -1) {
            if (buffer_add_character(buffer, (char)c) != 0) {
                return -1;
            }
        }
        if (i + 1 < words.end && !touches(source, i) && buffer_add_character(buffer, ' ') != 0) {
            return -1;
        }
    }
    return 0;
}

static int insert(struct source *source, size_t at, const struct buffer *text) {
    return source_replace(source, at, at, text);
}

static int add_opening(struct buffer *buffer, const struct source *source, const struct signature *function,
                       const struct parameter *parameters, int count) {
    int bad = buffer_add_string(buffer, " SIM_BODY([&](");
    const char *comma = "";
    for (int i = 0; i < count; i++) {
        if (parameters[i].passed) {
            bad |= buffer_add_string(buffer, comma) | add_words(buffer, source, parameters[i].text);
            comma = ", ";
        }
    }
    bad |= buffer_add_string(buffer, ")");
    if (function->result.begin < function->result.end) {
        bad |= buffer_add_string(buffer, " -> ") | add_words(buffer, source, function->result);
    }
    return bad | buffer_add_string(buffer, "){");
}

static int add_closing(struct buffer *buffer, const struct source *source, const struct parameter *parameters,
                       int count) {
    int bad = buffer_add_string(buffer, "}SIM_BODY_END(");
    const char *comma = "";
    for (int i = 0; i < count; i++) {
        if (parameters[i].passed) {
            struct range name = {parameters[i].name, parameters[i].name + 1};
            bad |= buffer_add_string(buffer, comma) | add_words(buffer, source, name);
            comma = ", ";
        }
    }
    return bad | buffer_add_string(buffer, ") ");
}

static int split(struct source *source, const struct signature *function, const struct parameter *parameters,
                 int count) {
    struct buffer opening = {0}, closing = {0};
    int result = -1;
    if (add_opening(&opening, source, function, parameters, count) != 0 ||
        add_closing(&closing, source, parameters, count) != 0) {
        source_out_of_memory(source);
    } else {
        result = insert(source, token_end(source, function->body), &opening) != 0 ||
                         insert(source, source->tokens[source->match[function->body]].offset, &closing) != 0
                     ? -1
                     : 0;
    }
    free(opening.bytes);
    free(closing.bytes);
    return result;
}

static int rewrite_function(struct source *source, const struct signature *function) {
    struct parameter parameters[PARAMETERS_MAX];
    int count = read_parameters(source, function->parameters, parameters);
    int structs = may_be_struct(source, function->result),
        silent = function->result.begin == function->result.end;
    if (function->is_lambda && silent) {
        structs = returns_value(source, function->body);
    }
    for (int i = 0; i < count; i++) {
        structs |= parameters[i].may_be_struct;
    }
    int empty = source->match[function->body] == function->body + 1;
    if (count < 0 || !structs || (empty && !function->is_constructor)) {
        return 0;
    }
    if (function->is_lambda) {
        // After the parentheses and the words that follow them, before the `->` or the `{`.
        token_index at = silent ? function->body : function->result.begin - 2;
        const char *attribute = function->parameters == NO_TOKEN ? "() SIM_INLINED " : "SIM_INLINED ";
        if (source_insert(source, source->tokens[at].offset, attribute) != 0) {
            return -1;
        }
    } else if (source_insert(source, source->tokens[function->specifiers].offset, "SIM_INLINED ") != 0) {
        return -1;
    }
    return function->is_constructor ? 0 : split(source, function, parameters, count);
}

// ---- Calls through variables ------------------------------------------------------------------------------

static int same_word(const struct source *source, token_index a, token_index b) {
    const struct token *left = &source->tokens[a], *right = &source->tokens[b];
    return left->length == right->length &&
           memcmp(source->text + left->offset, source->text + right->offset, left->length) == 0;
}

// Is the word at i declared here as a variable: `auto op =`, `Operator op)`, `T (*op)(`?
static int declares_variable(const struct source *source, token_index i) {
    static const char *const others[] = {"return",     "else",         "do",       "case",     "throw",
                                         "and",        "or",           "not",      "new",      "using",
                                         "typedef",    "goto",         "sizeof",   "delete",   "extern",
                                         "__shared__", "__device__",   "__host__", "virtual",  "friend",
                                         "explicit",   "__restrict__", "if",       "operator", NULL};
    token_index before = i - 1;
    if (is_character(source, before, '*') && is_character(source, before - 1, '(')) { // T (*op)(
        token_index type = before - 2;
        return (is_kind(source, type, TOKEN_IDENTIFIER) && !is_one_of(source, type, others)) ||
               is_character(source, type, '>') || is_character(source, type, '*');
    }
    while (is_character(source, before, '*') || is_character(source, before, '&')) {
        before--;
    }
    int type = (is_kind(source, before, TOKEN_IDENTIFIER) && !is_one_of(source, before, others) &&
                !is_one_of(source, before, qualifiers)) ||
               (is_character(source, before, '>') && source->match[before] != NO_TOKEN);
    int ends = 0;
    for (const char *c = "=;,){[:"; *c; c++) {
        ends |= is_character(source, i + 1, *c);
    }
    if (!type || !ends) {
        return 0;
    }
    while (before > 0 && !is_character(source, before, ';') && !is_character(source, before, '{') &&
           !is_character(source, before, '}') && !is_character(source, before, '(')) {
        if (is_word(source, before, "typedef")) {
            return 0;
        }
        before--;
    }
    return 1;
}

static int is_variable(const struct source *source, struct range body, token_index name) {
    for (token_index i = body.begin; i < body.end; i++) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, name) &&
            declares_variable(source, i)) {
            return 1;
        }
    }
    return 0;
}

// The first token of the operand of the subscript at `open`, as in table[i] or a.table[i][j].
static token_index operand_begin(const struct source *source, token_index open) {
    token_index i = open;
    while (i > 0) {
        if ((is_character(source, i - 1, ']') || is_character(source, i - 1, ')')) &&
            source->match[i - 1] != NO_TOKEN) {
            i = source->match[i - 1];
        } else if (is_kind(source, i - 1, TOKEN_IDENTIFIER)) {
            i--;
            if (is_character(source, i - 1, '.')) {
                i--;
            } else if (is_pair(source, i - 2, "->") || is_pair(source, i - 2, "::")) {
                i -= 2;
            } else {
                return i;
            }
        } else {
            return i;
        }
    }
    return i;
}

// The callee of the call whose arguments open at `open`, if it may be a pointer; otherwise an empty range.
// `body`: the outermost device function that contains the call.
static struct range find_callee(const struct source *source, struct range body, token_index open) {
    static const char *const uses[] = {"return", "else", "do", "case", "and", "or", "not", NULL};
    struct range callee = {open, open};
    token_index last = open - 1, begin = last;
    if (is_kind(source, last, TOKEN_IDENTIFIER)) {
        token_index before = last - 1;
        int member = is_character(source, before, '.') || is_pair(source, before - 1, "->") ||
                     is_pair(source, before - 1, "::");
        int used = !is_kind(source, before, TOKEN_IDENTIFIER) || is_one_of(source, before, uses);
        if (!member && used && !is_one_of(source, last, scalars) && is_variable(source, body, last)) {
            callee.begin = last;
        }
    } else if (is_character(source, last, ')') && source->match[last] != NO_TOKEN) { // (*op)(a, b)
        begin = source->match[last];
        token_index before = begin - 1;
        int follows = (is_kind(source, before, TOKEN_IDENTIFIER) && !is_one_of(source, before, uses)) ||
                      is_character(source, before, '>') || is_character(source, before, ')') ||
                      is_character(source, before, ']') || is_character(source, before, '*');
        int pointer = is_character(source, begin + 1, '*') ||
                      has_character(source, (struct range){begin + 1, last}, '?');
        if (!follows && pointer) {
            callee.begin = begin;
        }
    } else if (is_character(source, last, ']') && source->match[last] != NO_TOKEN) { // table[i](a, b)
        static const char *const no_operands[] = {"auto", "operator", "delete", "return", NULL};
        begin = operand_begin(source, source->match[last]);
        if (begin < source->match[last] && !is_one_of(source, begin, no_operands) &&
            !is_kind(source, begin - 1, TOKEN_IDENTIFIER)) {
            callee.begin = begin;
        }
    }
    return callee;
}

static int rewrite_call(struct source *source, struct range body, token_index open) {
    struct range callee = find_callee(source, body, open);
    if (callee.begin == callee.end) {
        return 0;
    }
    return source_insert(source, source->tokens[callee.begin].offset, "SIM_CALLEE(") != 0
               ? -1
               : source_insert(source, token_end(source, callee.end - 1), ")");
}

// ---- All of them ------------------------------------------------------------------------------------------

// Does the union have a member that may be a struct, but neither an assignment nor a constructor?
static int needs_assignment(const struct source *source, struct range body, token_index name) {
    int structs = 0;
    for (token_index i = body.begin; i < body.end; i = step(source, i)) {
        if (is_word(source, i, "operator") ||
            (name != NO_TOKEN && is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, name))) {
            return 0;
        }
        structs |= is_kind(source, i, TOKEN_IDENTIFIER) && !is_one_of(source, i, scalars) &&
                   !is_one_of(source, i, qualifiers) && is_kind(source, i + 1, TOKEN_IDENTIFIER);
    }
    return structs;
}

// union pack { float4 v; float f[4]; } becomes union pack { float4 v; float f[4]; SIM_STRUCT(pack) }. The
// simulator's vectors define their assignment, so a union that contains one must define its own. An unnamed
// union gets a name.
static int rewrite_union(struct source *source, token_index i) {
    token_index open = i + 1, after = open, name = NO_TOKEN;
    while ((after = skip_attribute(source, open)) != open) {
        open = after;
    }
    if (is_kind(source, open, TOKEN_IDENTIFIER)) {
        name = open++;
    }
    if (!is_character(source, open, '{') || source->match[open] == NO_TOKEN) {
        return 0;
    }
    token_index close = source->match[open];
    int anonymous =
        name == NO_TOKEN && is_character(source, close + 1, ';'); // its members are those around it
    if (anonymous || !needs_assignment(source, (struct range){open + 1, close}, name)) {
        return 0;
    }
    struct buffer text = {0};
    int result = name == NO_TOKEN ? buffer_add_format(&text, " sim_union_%u ", (unsigned)i)
                                  : add_words(&text, source, (struct range){name, name + 1});
    if (result == 0 && name == NO_TOKEN) {
        result = source_replace(source, source->tokens[open].offset, source->tokens[open].offset, &text);
    }
    struct buffer member = {0};
    if (result == 0) {
        result = buffer_add_format(&member, " SIM_STRUCT(%.*s) ", (int)text.length, text.bytes);
    }
    if (result == 0) {
        result = source_replace(source, source->tokens[close].offset, source->tokens[close].offset, &member);
    }
    free(text.bytes);
    free(member.bytes);
    return result == 0 ? 0 : source_out_of_memory(source);
}

// The name after the `#define` at i. The source has no token for it.
static struct token macro_name(const struct source *source, token_index i) {
    struct tokenizer tokenizer;
    tokenizer_start(&tokenizer, source->text, source->length);
    tokenizer.offset = token_end(source, i);
    struct token token;
    do {
        token = token_next(&tokenizer);
    } while (token.kind == TOKEN_BLANK || token.kind == TOKEN_COMMENT);
    return token;
}

// Records the name of each macro whose body contains __device__: `#define HD __host__ __device__`.
static int find_device_macros(struct source *source) {
    for (token_index i = 0; i < source->count; i++) {
        if (!is_kind(source, i, TOKEN_DIRECTIVE)) {
            continue;
        }
        token_index define = i;
        for (token_index end = skip_directive(source, i); i + 1 < end; i++) {
            if (!is_word(source, i + 1, "__device__")) {
                continue;
            }
            if (grow(&source->device_macros, &source->device_macro_capacity, source->device_macro_count + 1,
                     sizeof(*source->device_macros)) != 0) {
                return source_out_of_memory(source);
            }
            source->device_macros[source->device_macro_count++] = macro_name(source, define);
        }
    }
    return 0;
}

static int rewrite_all(struct source *source) {
    struct range device = {0, 0}; // the outermost device function that contains i, from its parameters on
    struct range members = {
        0, 0}; // what is left of a constructor's `: x(a), y(b)`, where x and y are not called
    for (token_index i = 0; i < source->count; i++) {
        if (is_kind(source, i, TOKEN_DIRECTIVE)) {
            i = skip_directive(source, i) - 1;
            continue;
        }
        if (is_word(source, i, "union") && rewrite_union(source, i) != 0) {
            return -1;
        }
        struct signature function;
        if (is_character(source, i, '(') && source->match[i] != NO_TOKEN) {
            enum head head = read_function(source, i, &function);
            int is_member = i >= members.begin && i < members.end;
            if (is_member) {
                members.begin = source->match[i];
            } else if (head != HEAD_NONE && function.is_constructor) {
                members = (struct range){source->match[i], function.body};
            }
            if (head != HEAD_NONE && device.end < source->match[function.body]) {
                device = (struct range){i, source->match[function.body]};
            }
            if (head != HEAD_NONE && !function.is_constant && source_mark_lines(source, function.body) != 0) {
                return -1;
            }
            if ((head == HEAD_DEVICE && rewrite_function(source, &function) != 0) ||
                (head == HEAD_NONE && i < device.end && !is_member && rewrite_call(source, device, i) != 0)) {
                return -1;
            }
        } else if (i > 0 && is_character(source, i, '[') && source->match[i] != NO_TOKEN) {
            int for_device = i < device.end || is_for_device(source, source->match[i] + 1) ||
                             is_for_device(source, source->match[i] + 2);
            if (!for_device || !read_lambda(source, i, &function)) {
                continue;
            }
            if (device.end < source->match[function.body]) {
                device = (struct range){i, source->match[function.body]};
            }
            if (source_mark_lines(source, function.body) != 0 || rewrite_function(source, &function) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int rewrite_functions(struct source *source) {
    return find_device_macros(source) != 0 || rewrite_all(source) != 0 ? -1 : 0;
}
