// #define KERNEL_ARGS(grid, block) <<< grid, block >>>
// #define SHARED                   __shared__
//
// kernel KERNEL_ARGS(8, 256)(d_in, n);   becomes   kernel <<< 8, 256 >>>(d_in, n);
// SHARED int s_sums[32];                 becomes   __shared__ int s_sums[32];
// __global__ void kernel(int *d_a) BEGIN becomes   __global__ void kernel(int *d_a) {
//
// Programs for Visual Studio have macros of the first kind, because its editor marks <<< as an error. The preprocessor
// would come too late: uses of macros that end with a launch configuration, are qualifiers of variables, declare a
// variable of the device, as `__constant__ T name[n]`, or are a brace, are expanded before anything else is read, also
// in the bodies of other macros. So is SHARED(int, a[32]) for `__shared__ T name`, whose argument is not a name only.
// A use keeps its lines.
#include "source.h"

#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MAX = 8, MACROS_MAX = 64 };

struct part {
    size_t begin, end; // bytes of the text
};

struct macro {
    struct part name, body;
    struct part parameters[PARAMETERS_MAX];
    int count, has_parameters, is_variadic; // then the last one is `...`
    int is_shared; // declares shared variables: expanded only where a name has bounds
};

// What a macro's body contains.
struct content {
    int tokens, words;
    int launches, closing;      // it has a <<<, and so many > at its end
    int ends_launch;            // it ends with >>>, or with >>> and a name
    int qualifiers, for_others; // __shared__ and the like; words of functions
    int has_string;             // #parameter
    int braces;                 // { and }
    int in_device_memory;       // __device__ and the like
    int in_shared_memory;       // __shared__
    int parentheses;            // ( and )
};

struct macros {
    const char *text;
    size_t length;
    struct macro list[MACROS_MAX];
    int count;
};

static struct part part_of(const struct token *token) {
    return (struct part){token->offset, token->offset + token->length};
}

static int same_part(const char *text, struct part a, struct part b) {
    return a.end - a.begin == b.end - b.begin && memcmp(text + a.begin, text + b.begin, a.end - a.begin) == 0;
}

static int is_sign(const struct macros *macros, const struct token *token, char c) {
    return token->kind == TOKEN_PUNCTUATION && macros->text[token->offset] == c;
}

// Reads the parameters after the name, if a `(` touches it. Returns 0 if there are too many.
static int read_parameters(const struct macros *macros, struct tokenizer *tokenizer, struct macro *macro) {
    struct tokenizer ahead = *tokenizer;
    struct token token = token_next(&ahead);
    if (!is_sign(macros, &token, '(')) {
        return 1;
    }
    macro->has_parameters = 1;
    for (token = token_next_word(&ahead); !is_sign(macros, &token, ')'); token = token_next_word(&ahead)) {
        if (token.kind == TOKEN_DIRECTIVE_END || macro->count == PARAMETERS_MAX) {
            return 0;
        }
        if (token.kind == TOKEN_IDENTIFIER) {
            macro->parameters[macro->count++] = part_of(&token);
        } else if (is_sign(macros, &token, '.') && !macro->is_variadic) {
            macro->parameters[macro->count++] = part_of(&token);
            macro->is_variadic = 1;
        }
    }
    *tokenizer = ahead;
    return 1;
}

static int is_any(const struct macros *macros, const struct token *token, const char *const *words) {
    for (; *words != NULL; words++) {
        if (token_is(macros->text, token, *words)) {
            return 1;
        }
    }
    return 0;
}

static int follows(const struct macros *macros, const struct token *token, const char *text) {
    size_t length = strlen(text);
    return token->offset + length <= macros->length &&
           memcmp(macros->text + token->offset, text, length) == 0;
}

static void look_at(struct content *content, const struct macros *macros, const struct token *token) {
    static const char *const qualifiers[] = {"__shared__", "__device__", "__constant__", "__managed__", NULL};
    static const char *const others[] = {"__host__", "__global__", NULL};
    static const char *const device[] = {"__device__", "__constant__", "__managed__", NULL};
    int is_pasted =
        follows(macros, token, "##") || (token->offset > 0 && macros->text[token->offset - 1] == '#');
    content->tokens++;
    content->words += token->kind == TOKEN_IDENTIFIER;
    content->launches |= follows(macros, token, "<<<");
    content->braces += is_sign(macros, token, '{') || is_sign(macros, token, '}');
    // A macro's parameter may hold the parentheses with the arguments: kernel<<<1, 32>>> arguments
    content->ends_launch = content->closing == 3 && token->kind == TOKEN_IDENTIFIER;
    content->closing = is_sign(macros, token, '>') ? content->closing + 1 : 0;
    content->ends_launch |= content->closing == 3;
    content->qualifiers |= is_any(macros, token, qualifiers);
    content->in_device_memory |= is_any(macros, token, device);
    content->in_shared_memory |= token_is(macros->text, token, "__shared__");
    content->parentheses += is_sign(macros, token, '(') || is_sign(macros, token, ')');
    content->for_others |= is_any(macros, token, others);
    content->has_string |= is_sign(macros, token, '#') && !is_pasted;
}

// Does the macro's body declare variables in this memory?
static int is_declaration_in(int memory, const struct content *content) {
    return memory && !content->for_others && !content->has_string && content->parentheses == 0 &&
           content->braces == 0;
}

// Must a use of the macro be expanded?
static int is_early(const struct macro *macro, const struct content *content) {
    int ends_launch = content->launches && content->ends_launch && !content->has_string;
    int is_qualifier = content->qualifiers && !content->for_others && !macro->has_parameters &&
                       content->words == content->tokens;
    int is_variable = is_declaration_in(content->in_device_memory, content);
    int is_brace = content->tokens == 1 && content->braces == 1 && !macro->has_parameters;
    return ends_launch || is_qualifier || is_variable || is_brace || macro->is_shared;
}

// Reads the directive after its `#`, and adds its macro if the uses must be expanded.
static void read_directive(struct macros *macros, struct tokenizer *tokenizer) {
    struct macro macro = {0};
    struct token token = token_next_word(tokenizer);
    if (!token_is(macros->text, &token, "define")) {
        return;
    }
    token = token_next_word(tokenizer);
    macro.name = part_of(&token);
    if (token.kind != TOKEN_IDENTIFIER || !read_parameters(macros, tokenizer, &macro)) {
        return;
    }
    struct content content = {0};
    for (token = token_next_word(tokenizer); token.kind != TOKEN_DIRECTIVE_END;
         token = token_next_word(tokenizer)) {
        macro.body.begin = content.tokens == 0 ? token.offset : macro.body.begin;
        macro.body.end = token.offset + token.length;
        look_at(&content, macros, &token);
    }
    macro.is_shared = macro.has_parameters && is_declaration_in(content.in_shared_memory, &content);
    if (is_early(&macro, &content) && macros->count < MACROS_MAX) {
        macros->list[macros->count++] = macro;
    }
}

static void find_macros(struct macros *macros) {
    struct tokenizer tokenizer;
    struct token token;
    tokenizer_start(&tokenizer, macros->text, macros->length);
    do {
        token = token_next(&tokenizer);
        if (token.kind == TOKEN_DIRECTIVE) {
            read_directive(macros, &tokenizer);
        }
    } while (token.kind != TOKEN_END);
}

static const struct macro *macro_of(const struct macros *macros, const struct token *token) {
    for (int i = 0; i < macros->count && token->kind == TOKEN_IDENTIFIER; i++) {
        if (same_part(macros->text, macros->list[i].name, part_of(token))) {
            return &macros->list[i];
        }
    }
    return NULL;
}

// Reads (a, f(b, c)) into the parts `a` and `f(b, c)`. Returns 0 unless they are as many as the parameters.
static int read_arguments(const struct macros *macros, const struct macro *macro, struct tokenizer *tokenizer,
                          struct part *arguments) {
    struct token token = token_next_word(tokenizer);
    int depth = 1, found = 0, count = macro->count > 0 ? macro->count : 1; // MACRO(): nothing is one, too
    if (!is_sign(macros, &token, '(')) {
        return 0;
    }
    arguments[0].begin = token.offset + 1;
    while (depth > 0) {
        token = token_next_word(tokenizer);
        if (token.kind == TOKEN_END || token.kind == TOKEN_DIRECTIVE) {
            return 0;
        }
        depth += is_sign(macros, &token, '(') - is_sign(macros, &token, ')');
        int rest = macro->is_variadic && found + 1 == count;
        if (depth > 0 && !(depth == 1 && is_sign(macros, &token, ',') && !rest)) {
            continue;
        }
        if (found == count) {
            return 0;
        }
        arguments[found++].end = token.offset;
        if (found < count) {
            arguments[found] = (struct part){token.offset + 1, token.offset + 1};
        }
    }
    return found == count || (macro->is_variadic && found + 1 == count);
}

// Without the blanks and comments around it.
static struct part trimmed(const struct macros *macros, struct part part) {
    struct tokenizer tokenizer;
    struct part found = {part.begin, part.begin};
    tokenizer_start(&tokenizer, macros->text, part.end);
    tokenizer.offset = part.begin;
    tokenizer.line_start = 0;
    for (struct token token = token_next_word(&tokenizer); token.kind != TOKEN_END;
         token = token_next_word(&tokenizer)) {
        found.begin = found.end == part.begin ? token.offset : found.begin;
        found.end = token.offset + token.length;
    }
    return found;
}

// Has one of the arguments a bracket?
static int has_bounds(const struct macros *macros, const struct macro *macro, const struct part *arguments) {
    for (int i = 0; i < macro->count; i++) {
        if (memchr(macros->text + arguments[i].begin, '[', arguments[i].end - arguments[i].begin) != NULL) {
            return 1;
        }
    }
    return 0;
}

// The argument that the token of the macro's body stands for, or NULL.
static const struct part *argument_of(const struct macros *macros, const struct macro *macro,
                                      const struct part *arguments, const struct token *token) {
    for (int i = 0; i < macro->count; i++) {
        int is_rest = macro->is_variadic && i + 1 == macro->count;
        if (is_rest ? token_is(macros->text, token, "__VA_ARGS__")
                    : same_part(macros->text, macro->parameters[i], part_of(token))) {
            return &arguments[i];
        }
    }
    return NULL;
}

// Adds an argument on one line: newlines and comments become a blank.
static int add_argument(struct buffer *out, const struct macros *macros, struct part part) {
    struct tokenizer tokenizer;
    struct token token;
    part = trimmed(macros, part);
    tokenizer_start(&tokenizer, macros->text, part.end);
    tokenizer.offset = part.begin;
    tokenizer.line_start = 0;
    int failed = 0;
    while (!failed && (token = token_next(&tokenizer)).kind != TOKEN_END) {
        failed = token_is_space(&token) ? buffer_add_character(out, ' ')
                                        : buffer_add(out, macros->text + token.offset, token.length);
    }
    return failed;
}

// Removes the blanks at the end of the text, and a comma before them if `comma`.
static void remove_blanks(struct buffer *out, int comma) {
    while (out->length > 0 && out->bytes[out->length - 1] == ' ') {
        out->length--;
    }
    out->length -= comma && out->length > 0 && out->bytes[out->length - 1] == ',';
}

// Adds the macro's body, with its arguments, on one line. `a ## b` becomes ab; `, ## __VA_ARGS__` nothing if there are
// none.
static int add_body(struct buffer *out, const struct macros *macros, const struct macro *macro,
                    const struct part *arguments) {
    struct tokenizer tokenizer;
    struct token token;
    int failed = 0, pastes = 0;
    tokenizer_start(&tokenizer, macros->text, macro->body.end);
    tokenizer.offset = macro->body.begin;
    tokenizer.line_start = 0;
    while (!failed && (token = token_next(&tokenizer)).kind != TOKEN_END) {
        const struct part *argument = argument_of(macros, macro, arguments, &token);
        if (is_sign(macros, &token, '#')) {
            remove_blanks(out, 0);
            pastes = 1;
        } else if (token_is_space(&token)) {
            failed = pastes ? 0 : buffer_add_character(out, ' ');
        } else if (argument != NULL) {
            if (pastes && argument->begin == argument->end) {
                remove_blanks(out, 1);
            }
            failed = add_argument(out, macros, *argument);
            pastes = 0;
        } else {
            failed = buffer_add(out, macros->text + token.offset, token.length);
            pastes = 0;
        }
    }
    return failed;
}

// Adds the expansion of the macro whose name has just been read, and reads its arguments. Returns 1 if that is no use
// of it that must be expanded, -1 when memory is short. `directive`: in a directive, whose lines are continued.
static int expand(struct buffer *out, const struct macros *macros, const struct macro *macro,
                  struct tokenizer *tokenizer, int directive) {
    struct part arguments[PARAMETERS_MAX] = {{0}};
    struct tokenizer ahead = *tokenizer;
    if (macro->has_parameters && !read_arguments(macros, macro, &ahead, arguments)) {
        return 1;
    }
    if (macro->is_shared && !has_bounds(macros, macro, arguments)) {
        return 1;
    }
    int failed = add_body(out, macros, macro, arguments);
    for (size_t at = tokenizer->offset; at < ahead.offset && !failed; at++) {
        failed = macros->text[at] == '\n' ? buffer_add_string(out, directive ? "\\\n" : "\n") : 0;
    }
    *tokenizer = ahead;
    return failed;
}

// Adds a directive up to the body of the macro that it defines, or all of it. Returns 1 if the body may have uses, -1
// when memory is short.
static int add_head(struct buffer *out, const struct macros *macros, struct tokenizer *tokenizer) {
    struct macro macro = {0};
    size_t begin = tokenizer->offset;
    struct token token = token_next_word(tokenizer);
    int defines = token_is(macros->text, &token, "define");
    if (defines) {
        token = token_next_word(tokenizer);
        defines = macro_of(macros, &token) == NULL && read_parameters(macros, tokenizer, &macro);
    }
    while (!defines && token.kind != TOKEN_DIRECTIVE_END) {
        token = token_next(tokenizer);
    }
    return buffer_add(out, macros->text + begin, tokenizer->offset - begin) != 0 ? -1 : defines;
}

// From byte `begin` on.
static int expand_all(struct buffer *out, const struct macros *macros, size_t begin) {
    struct tokenizer tokenizer;
    struct token token;
    int failed = 0, directive = 0;
    tokenizer_start(&tokenizer, macros->text, macros->length);
    tokenizer.offset = begin;
    do {
        token = token_next(&tokenizer);
        const struct macro *macro = macro_of(macros, &token);
        failed = macro != NULL ? expand(out, macros, macro, &tokenizer, directive) : 1;
        if (failed == 1) { // not a use
            failed = buffer_add(out, macros->text + token.offset, token.length);
        }
        directive &= token.kind != TOKEN_DIRECTIVE_END;
        if (failed == 0 && token.kind == TOKEN_DIRECTIVE) {
            directive = add_head(out, macros, &tokenizer);
            failed = directive < 0 ? -1 : 0;
        }
    } while (token.kind != TOKEN_END && failed == 0);
    return failed;
}

int expand_macros(const char *headers, const char *text, size_t length, struct buffer *out) {
    struct buffer all = {0};
    struct macros *macros = calloc(1, sizeof(*macros));
    if (macros == NULL || buffer_add_string(&all, headers) != 0 || buffer_add_character(&all, '\n') != 0 ||
        buffer_add(&all, text, length) != 0) {
        free(macros);
        free(all.bytes);
        return -1;
    }
    macros->text = all.bytes;
    macros->length = all.length;
    find_macros(macros);
    int result = macros->count > 0 ? expand_all(out, macros, all.length - length) : 0;
    free(macros);
    free(all.bytes);
    return result;
}
