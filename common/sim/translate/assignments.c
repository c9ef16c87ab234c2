// union pack { float4 v; float f[4]; }   becomes   union pack { float4 v; float f[4]; SIM_STRUCT(pack) }
//
// The simulator's vectors define their assignment, so a union that contains one must define its own. An unnamed union
// gets a name.
//
// struct pack { float4 v; int n; }   becomes   struct pack { float4 v; int n; SIM_COPIED(pack) }
//
// The assignment of a struct that contains one is a function of the compiler's, whose code is where the struct is
// declared. SIM_COPIED puts this code into the statements that copy (check/runner/source_libdw.c finds those).
#include "by_value.h"
#include "functions.h"

#include <stdlib.h>

// Does the struct or union have a member that may be a struct, but neither an assignment nor a constructor?
static int needs_assignment(const struct source *source, struct range body, token_index name) {
    int structs = 0;
    for (token_index i = body.begin; i < body.end; i = range_step(source, i)) {
        if (is_word(source, i, "operator") ||
            (name != NO_TOKEN && is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, name))) {
            return 0;
        }
        structs |= is_kind(source, i, TOKEN_IDENTIFIER) && !is_scalar(source, i) &&
                   !is_qualifier(source, i) && is_kind(source, i + 1, TOKEN_IDENTIFIER) &&
                   !is_scalar(source, i + 1);
    }
    return structs;
}

// Reads the head of the struct or union at i, up to the bracket at *open. Returns whether it has one.
static int read_head(const struct source *source, token_index i, token_index *name, token_index *open) {
    token_index after;
    *name = NO_TOKEN;
    *open = i + 1;
    while ((after = skip_attribute(source, *open)) != *open) {
        *open = after;
    }
    if (is_kind(source, *open, TOKEN_IDENTIFIER)) {
        *name = (*open)++;
    }
    return is_character(source, *open, '{') && source->match[*open] != NO_TOKEN;
}

// Is one of the members constant, or a reference? Then there is no assignment.
static int has_constants(const struct source *source, struct range body) {
    for (token_index i = body.begin; i < body.end; i++) {
        if (is_word(source, i, "const") || is_character(source, i, '&')) {
            return 1;
        }
    }
    return 0;
}

int rewrite_struct(struct source *source, token_index i) {
    token_index open, name;
    if (!read_head(source, i, &name, &open) || name == NO_TOKEN || is_word(source, i - 1, "enum")) {
        return 0;
    }
    const token_index close = source->match[open];
    const struct range body = {open + 1, close};
    if (!needs_assignment(source, body, name) || has_constants(source, body)) {
        return 0;
    }
    struct buffer member = {0};
    int result =
        buffer_add_string(&member, " SIM_COPIED(") != 0 ||
                range_add(&member, source, (struct range){name, name + 1}) != 0 ||
                buffer_add_string(&member, ") ") != 0
            ? source_out_of_memory(source)
            : source_replace(source, source->tokens[close].offset, source->tokens[close].offset, &member);
    free(member.bytes);
    return result;
}

int rewrite_union(struct source *source, token_index i) {
    token_index open, name;
    if (!read_head(source, i, &name, &open)) {
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
                                  : range_add(&text, source, (struct range){name, name + 1});
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
