// union pack { float4 v; float f[4]; }   becomes   union pack { float4 v; float f[4]; SIM_STRUCT(pack) }
//
// The simulator's vectors define their assignment, so a union that contains one must define its own. An unnamed union
// gets a name.
#include "by_value.h"
#include "functions.h"

#include <stdlib.h>

// Does the union have a member that may be a struct, but neither an assignment nor a constructor?
static int needs_assignment(const struct source *source, struct range body, token_index name) {
    int structs = 0;
    for (token_index i = body.begin; i < body.end; i = range_step(source, i)) {
        if (is_word(source, i, "operator") ||
            (name != NO_TOKEN && is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, name))) {
            return 0;
        }
        structs |= is_kind(source, i, TOKEN_IDENTIFIER) && !is_scalar(source, i) &&
                   !is_qualifier(source, i) && is_kind(source, i + 1, TOKEN_IDENTIFIER);
    }
    return structs;
}

int rewrite_union(struct source *source, token_index i) {
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
