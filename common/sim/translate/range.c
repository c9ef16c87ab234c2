#include "range.h"

static int opens_bracket(const struct source *source, token_index i) {
    return (is_character(source, i, '(') || is_character(source, i, '[') || is_character(source, i, '{') ||
            is_character(source, i, '<')) &&
           source->match[i] != NO_TOKEN;
}

token_index range_step(const struct source *source, token_index i) {
    return opens_bracket(source, i) ? source->match[i] + 1 : i + 1;
}

token_index range_find(const struct source *source, struct range range, char c) {
    token_index i = range.begin;
    while (i < range.end && !is_character(source, i, c)) {
        i = range_step(source, i);
    }
    return i < range.end ? i : range.end;
}

int range_has(const struct source *source, struct range range, char c) {
    return range_find(source, range, c) < range.end;
}

int range_add(struct buffer *buffer, const struct source *source, struct range words) {
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
