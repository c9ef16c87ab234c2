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

#include <stdlib.h>

// Does the struct or union have a member that may be a struct, but neither an assignment nor a constructor?
static int needs_assignment(const struct source *source, struct range body, token_index name) {
    int structs = 0;
    for (token_index i = body.begin; i < body.end; i = token_step(source, i)) {
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

// Is one of the members constant, or a reference? Then there is no assignment.
static int has_constants(const struct source *source, struct range body) {
    for (token_index i = body.begin; i < body.end; i++) {
        if (is_word(source, i, "const") || is_character(source, i, '&')) {
            return 1;
        }
    }
    return 0;
}

int rewrite_struct(struct source *source, const struct node *node) {
    const struct node *members = node->last;
    const token_index name = node->name;
    const int is_union = is_word(source, node->first, "union");
    if (is_word(source, node->first, "class") || members == NULL || members->kind != NODE_MEMBERS ||
        source->match[members->first] == NO_TOKEN || (name != NO_TOKEN && members->first != name + 1)) {
        return 0;
    }
    const token_index close = members->end - 1;
    const struct range body = {members->first + 1, close};
    const int anonymous =
        name == NO_TOKEN && is_character(source, close + 1, ';'); // its members are those around it
    if (!needs_assignment(source, body, name) ||
        (is_union ? anonymous : name == NO_TOKEN || has_constants(source, body))) {
        return 0;
    }
    struct buffer text = {0}, member = {0};
    int result = name == NO_TOKEN ? buffer_add_format(&text, " sim_union_%d ", node->first)
                                  : buffer_add_tokens(&text, source, (struct range){name, name + 1}, 0);
    if (result == 0 && name == NO_TOKEN) {
        result = source_replace(source, token_begin(source, members->first),
                                token_begin(source, members->first), &text);
    }
    if (result == 0) {
        result = buffer_add_format(&member, " %s(%.*s) ", is_union ? "SIM_STRUCT" : "SIM_COPIED",
                                   (int)text.length, text.bytes) != 0 ||
                 source_replace(source, token_begin(source, close), token_begin(source, close), &member) != 0;
    }
    free(text.bytes);
    free(member.bytes);
    return result == 0 ? 0 : source_out_of_memory(source);
}
