// __shared__ volatile float a[N][33], b;
//     becomes
// struct sim_shared_1 { volatile float a[N][33], b; }; SIM_SHARED(sim_shared_1, a) SIM_SHARED(sim_shared_1, b)
//
// extern __shared__ T a[];
//     becomes
// struct sim_shared_2 { T a[1]; }; SIM_DYNAMIC_SHARED(sim_shared_2, a)
//
// At file scope the macros are SIM_SHARED_GLOBAL and SIM_DYNAMIC_SHARED_GLOBAL. There is no point at which to get the
// address there, so each kernel and device function below that mentions the name begins with it:
//
// { x }   becomes   { SIM_SHARED_USE(sim_shared_1, a) { x }}
//
// In CUDA, a lambda need not capture a shared variable. Here it does, by reference:
//
// [=] { return a[0]; }   becomes   [= SIM_COMMA &a] { return a[0]; }, as macros may get it as an argument
#include "functions.h"

#include <stdlib.h>

struct declaration {
    token_index word;       // __shared__
    token_index first, end; // [first, end) up to the semicolon, or to the end of the macro
    int line;
    int macro;
    int dynamic;              // extern
    const char *scope_suffix; // of the macros' names
    token_index name;         // of the current declarator; NO_TOKEN: not read yet
    int parenthesized;        // float (*name)[3]
    struct buffer tag;        // sim_shared_1
    struct buffer names;      // the macros, in the order of the declarators
};

// The first token of the declaration with `word` among its specifiers. NO_TOKEN if it does not declare a
// variable: a parameter, a cast, a type.
static token_index find_start(const struct source *source, token_index word, token_index left_before) {
    static const char *const no_specifiers[] = {"else", "do", "return", "template", NULL};
    static const char *const types_only[] = {"typedef", "using", NULL};
    token_index i = word;
    while (i > 0) {
        token_index p = i - 1, bracket = source->match[p];
        if (p + 1 == left_before || is_one_of(source, p, types_only)) {
            return NO_TOKEN;
        }
        if (is_kind(source, p, TOKEN_IDENTIFIER)) {
            if (is_one_of(source, p, no_specifiers)) {
                return i;
            }
            i = p;
        } else if (p > 0 && is_pair(source, p - 1, "::")) {
            i = p - 1;
        } else if (is_character(source, p, '>') && bracket != NO_TOKEN && bracket > 0 &&
                   !is_word(source, bracket - 1, "template")) {
            i = bracket;
        } else if (is_character(source, p, ')') && bracket != NO_TOKEN && bracket > 0 &&
                   takes_parentheses(source, bracket - 1)) {
            i = bracket - 1;
        } else if (is_character(source, p, ']') && bracket != NO_TOKEN && is_pair(source, bracket, "[[")) {
            i = bracket;
        } else {
            static const char no_declaration[] = "(,<=*&";
            for (const char *c = no_declaration; *c; c++) {
                if (is_character(source, p, *c)) {
                    return NO_TOKEN;
                }
            }
            return i;
        }
    }
    return i;
}

static int fail_unknown(struct source *source, const struct declaration *d) {
    return source_fail(source, d->line,
                       "the simulated GPU cannot read this __shared__ declaration; write it as "
                       "'__shared__ type name[size];'");
}

static int fail_initializer(struct source *source, const struct declaration *d) {
    return source_fail(
        source, d->line,
        "a __shared__ variable cannot have an initializer (CUDA forbids it): declare it, then let a "
        "thread write it");
}

// In a declaration that is wrong: is a line of it complete, so that the next one is another statement? Then the `;` is
// missing. Returns the line's last token, or NO_TOKEN.
static token_index find_open_end(const struct source *source, token_index word, token_index end) {
    static const char *const before_type[] = {"const", "volatile", "struct", NULL};
    static const char *const types[] = {"bool", "char",  "double",   "float",  "int",
                                        "long", "short", "unsigned", "signed", NULL};
    int words = 0; // the type's and the name
    for (token_index i = word + 1; i < end && i + 1 < source->count; i++) {
        int is_name = is_kind(source, i, TOKEN_IDENTIFIER);
        words += is_name && !is_one_of(source, i, before_type);
        if ((is_character(source, i, ']') || (is_name && words > 1 && !is_one_of(source, i, types))) &&
            is_kind(source, i + 1, TOKEN_IDENTIFIER) && source->tokens[i + 1].line > source->tokens[i].line) {
            return i;
        }
    }
    return NO_TOKEN;
}

// The declaration, which ends at token `end`, is wrong there.
static int fail_end(struct source *source, const struct declaration *d, token_index end,
                    int (*fail)(struct source *source, const struct declaration *d)) {
    const token_index last = d->macro ? NO_TOKEN : find_open_end(source, d->word, end);
    return last == NO_TOKEN ? fail(source, d)
                            : source_fail(source, source->tokens[last].line,
                                          "a ; is missing at the end of this __shared__ declaration");
}

// The name in the parentheses at i, as in `float (*name)[3]`. NO_TOKEN if they have another form.
static token_index find_inner_name(const struct source *source, token_index i) {
    token_index name = NO_TOKEN, end = source->match[i];
    if (end == NO_TOKEN || !(is_character(source, i + 1, '*') || is_character(source, i + 1, '&'))) {
        return NO_TOKEN;
    }
    for (i++; i < end && !is_character(source, i, '[') && !is_character(source, i, '('); i++) {
        if (is_kind(source, i, TOKEN_IDENTIFIER)) {
            name = i;
        }
    }
    return name;
}

// Reads specifiers and declarator, from token i to the array bounds or the end. Returns the next token, or
// NO_TOKEN after an error.
static token_index read_declarator(struct source *source, struct declaration *d, token_index i) {
    static const char *const dropped[] = {"__shared__", "static", "extern", "__device__", NULL};
    d->name = NO_TOKEN;
    d->parenthesized = 0;
    for (;;) {
        token_index after = skip_attribute(source, i);
        if (after == i) {
            after = skip_struct(source, i);
        }
        if (after != i) {
            i = after;
        } else if (is_one_of(source, i, dropped)) {
            d->dynamic |= is_word(source, i, "extern");
            if (source_drop_word(source, i) != 0) {
                return NO_TOKEN;
            }
            i++;
        } else if (is_kind(source, i, TOKEN_IDENTIFIER)) {
            d->name = i++;
        } else if (is_character(source, i, '<') && source->match[i] != NO_TOKEN) {
            i = source->match[i] + 1;
        } else if (is_pair(source, i, "::")) {
            i += 2;
        } else if (is_character(source, i, '*') || is_character(source, i, '&')) {
            i++;
        } else if (is_character(source, i, '(') && find_inner_name(source, i) != NO_TOKEN) {
            d->name = find_inner_name(source, i);
            d->parenthesized = 1;
            return source->match[i] + 1;
        } else if (is_character(source, i, '(') && source->match[i] != NO_TOKEN &&
                   is_kind(source, source->match[i] + 1, TOKEN_IDENTIFIER)) {
            i = source->match[i] + 1; // a macro for a type or an attribute
        } else {
            return i;
        }
    }
}

// Reads array bounds and attributes after the name. Returns the next token, or NO_TOKEN after an error.
static token_index read_bounds(struct source *source, struct declaration *d, token_index i) {
    for (;;) {
        token_index after = skip_attribute(source, i);
        int bounds = after == i && is_character(source, i, '[');
        int parameters = d->parenthesized && is_character(source, i, '(');
        if (bounds && is_character(source, i + 1, ']')) {
            if (!d->dynamic) {
                source_fail(
                    source, source->tokens[i].line,
                    "this __shared__ array has no size: give it one, or write 'extern __shared__' and pass "
                    "the size at the launch");
                return NO_TOKEN;
            }
            if (source_insert(source, token_end(source, i), "1") != 0) {
                return NO_TOKEN;
            }
        }
        if ((bounds || parameters) && source->match[i] != NO_TOKEN) {
            after = source->match[i] + 1;
        }
        if (after == i) {
            return i;
        }
        i = after;
    }
}

static int add_token_text(struct buffer *buffer, const struct source *source, token_index i) {
    size_t at = source->tokens[i].offset, end = token_end(source, i);
    int c;
    while ((c = token_character(source->text, end, &at)) != -1) {
        if (buffer_add_character(buffer, (char)c) != 0) {
            return -1;
        }
    }
    return 0;
}

// Is the name mentioned between the two tokens, other than as a member of something?
static int is_mentioned(const struct source *source, token_index name, token_index i, token_index end) {
    for (; i < end; i++) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, name) &&
            !is_character(source, i - 1, '.') && !is_pair(source, i - 2, "->") &&
            !is_pair(source, i - 2, "::")) {
            return 1;
        }
    }
    return 0;
}

// The `{` of the body of the lambda whose captures begin at i. NO_TOKEN if there is none.
static token_index lambda_body(const struct source *source, token_index i) {
    token_index end = source->match[i];
    int subscript = is_kind(source, i - 1, TOKEN_IDENTIFIER)
                        ? !is_word(source, i - 1, "return")
                        : is_character(source, i - 1, ')') || is_character(source, i - 1, ']');
    if (!is_character(source, i, '[') || end == NO_TOKEN || subscript || is_pair(source, i, "[[")) {
        return NO_TOKEN;
    }
    for (i = end + 1; !is_character(source, i, '{'); i++) {
        if (is_character(source, i, ';') || is_character(source, i, ',') || is_character(source, i, ')') ||
            is_kind(source, i, TOKEN_END)) {
            return NO_TOKEN;
        }
        if (is_character(source, i, '(') && source->match[i] != NO_TOKEN) {
            i = source->match[i];
        }
    }
    return source->match[i] == NO_TOKEN ? NO_TOKEN : i;
}

// Lets the lambdas from token i to the end of the block capture the variable by reference, if they mention it.
static int add_captures(struct source *source, token_index name, token_index i) {
    struct buffer capture = {0};
    int result = 0;
    for (int depth = 0; depth >= 0 && !is_kind(source, i, TOKEN_END) && result == 0; i++) {
        depth += is_character(source, i, '{') - is_character(source, i, '}');
        token_index body = is_character(source, i, '[') ? lambda_body(source, i) : NO_TOKEN;
        token_index end = source->match[i];
        if (body == NO_TOKEN || !is_mentioned(source, name, body, source->match[body]) ||
            is_mentioned(source, name, i, end) || // captured already
            (is_character(source, i + 1, '&') && (i + 2 == end || is_character(source, i + 2, ',')))) { // [&]
            continue;
        }
        capture.length = 0;
        result =
            buffer_add_string(&capture, i + 1 < end ? " SIM_COMMA &" : "&") != 0 ||
                    add_token_text(&capture, source, name) != 0
                ? source_out_of_memory(source)
                : source_replace(source, source->tokens[end].offset, source->tokens[end].offset, &capture);
    }
    free(capture.bytes);
    return result;
}

static int add_uses(struct source *source, const struct declaration *d) {
    struct functions functions = {0};
    struct buffer use = {0};
    int result = find_functions(source, &functions);
    if (result == 0 &&
        (buffer_add_format(&use, " SIM_%sSHARED_USE(", d->dynamic ? "DYNAMIC_" : "") != 0 ||
         buffer_add(&use, d->tag.bytes, d->tag.length) != 0 || buffer_add_string(&use, ", ") != 0 ||
         add_token_text(&use, source, d->name) != 0 || buffer_add_string(&use, ") {") != 0)) {
        result = source_out_of_memory(source);
    }
    for (size_t k = 0; k < functions.count && result == 0; k++) {
        const struct function *function = &functions.list[k];
        token_index body = function->body;
        if (!function->for_device || body == NO_TOKEN || body < d->name ||
            is_mentioned(source, d->name, function->parameters, source->match[function->parameters]) ||
            !is_mentioned(source, d->name, body, source->match[body])) {
            continue;
        }
        size_t begin = token_end(source, body);
        result = source_replace(source, begin, begin, &use) != 0 ||
                         source_insert_inside(source, source->tokens[source->match[body]].offset, "}") != 0 ||
                         add_captures(source, d->name, body + 1) != 0
                     ? -1
                     : 0;
    }
    free_functions(&functions);
    free(use.bytes);
    return result;
}

static int add_name(struct source *source, struct declaration *d) {
    if (d->tag.length == 0) {
        // A function may use the same macro twice: the variable's name distinguishes its structs.
        if (buffer_add_format(&d->tag, "sim_shared_%d%s", ++source->shared_count, d->macro ? "_##" : "") !=
                0 ||
            (d->macro && add_token_text(&d->tag, source, d->name) != 0)) {
            return source_out_of_memory(source);
        }
    }
    if (buffer_add_format(&d->names, " SIM_%sSHARED%s(", d->dynamic ? "DYNAMIC_" : "", d->scope_suffix) !=
            0 ||
        buffer_add(&d->names, d->tag.bytes, d->tag.length) != 0 || buffer_add_string(&d->names, ", ") != 0 ||
        add_token_text(&d->names, source, d->name) != 0 || buffer_add_string(&d->names, ")") != 0) {
        return source_out_of_memory(source);
    }
    return d->macro                     ? 0
           : d->scope_suffix[0] != '\0' ? add_uses(source, d)
                                        : add_captures(source, d->name, d->name + 1);
}

static int read_declaration(struct source *source, struct declaration *d) {
    token_index i = d->first;
    do {
        i = read_declarator(source, d, i);
        if (i == NO_TOKEN) {
            return -1;
        }
        if (d->name == NO_TOKEN && d->macro && is_kind(source, i, TOKEN_DIRECTIVE_END)) {
            d->end = i; // the uses of this qualifier have been expanded (macros.c)
            return 0;
        }
        if (d->name == NO_TOKEN) {
            return fail_unknown(source, d);
        }
        i = read_bounds(source, d, i);
        if (i == NO_TOKEN) {
            return -1;
        }
        if (is_character(source, i, '=') || is_character(source, i, '{') || is_character(source, i, '(')) {
            return fail_end(source, d, i, fail_initializer);
        }
        if (add_name(source, d) != 0) {
            return -1;
        }
    } while (is_character(source, i++, ','));
    d->end = i - 1;
    int ends =
        is_character(source, d->end, ';') || (d->macro && is_kind(source, d->end, TOKEN_DIRECTIVE_END));
    return ends ? 0 : fail_end(source, d, d->end, fail_unknown);
}

// Adds the struct around the declaration and the macros after it.
static int wrap_declaration(struct source *source, const struct declaration *d, struct buffer *buffer) {
    size_t begin = source->tokens[d->first].offset, end = token_end(source, d->end - 1);
    if (buffer_add_string(buffer, "struct ") != 0 || buffer_add(buffer, d->tag.bytes, d->tag.length) != 0 ||
        buffer_add_string(buffer, " { ") != 0) {
        return source_out_of_memory(source);
    }
    if (source_replace(source, begin, begin, buffer) != 0) {
        return -1;
    }

    buffer->length = 0;
    if (is_character(source, d->end, ';')) {
        end = source->tokens[d->end].offset;
    }
    if (buffer_add_string(buffer, "; };") != 0 || buffer_add(buffer, d->names.bytes, d->names.length) != 0) {
        return source_out_of_memory(source);
    }
    return source_replace(source, end, end + is_character(source, d->end, ';'), buffer);
}

int rewrite_shared(struct source *source, const struct site *site, struct progress *progress) {
    struct declaration d = {.word = site->token,
                            .line = source->tokens[site->token].line,
                            .macro = site->macro,
                            .scope_suffix = site->scope == SCOPE_FILE ? "_GLOBAL" : ""};
    if (site->scope == SCOPE_STRUCT || site->scope == SCOPE_NESTED || site->token < progress->shared_done) {
        return 0;
    }
    d.first = find_start(source, site->token, progress->shared_left);
    if (d.first == NO_TOKEN) {
        progress->shared_left = site->token + 1;
        return 0;
    }
    struct buffer buffer = {0};
    int result = read_declaration(source, &d);
    if (result == 0 && d.names.length > 0) {
        result = wrap_declaration(source, &d, &buffer);
    }
    progress->shared_done = d.end;
    free(d.tag.bytes);
    free(d.names.bytes);
    free(buffer.bytes);
    return result;
}
