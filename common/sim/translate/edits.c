// The edits of a source. They are recorded in any order and applied at the end.
#include "source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int buffer_add(struct buffer *buffer, const void *bytes, size_t length) {
    if (grow(&buffer->bytes, &buffer->capacity, buffer->length + length, 1) != 0) {
        return -1;
    }
    if (length > 0) {
        memcpy(buffer->bytes + buffer->length, bytes, length);
    }
    buffer->length += length;
    return 0;
}

int buffer_add_string(struct buffer *buffer, const char *string) {
    return buffer_add(buffer, string, strlen(string));
}

int buffer_add_character(struct buffer *buffer, char c) {
    return buffer_add(buffer, &c, 1);
}

int buffer_add_format(struct buffer *buffer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    // One byte more than the buffer keeps, because vsnprintf writes a terminating NUL.
    if (length < 0 || grow(&buffer->bytes, &buffer->capacity, buffer->length + (size_t)length + 1, 1) != 0) {
        return -1;
    }
    va_start(arguments, format);
    vsnprintf(buffer->bytes + buffer->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    buffer->length += (size_t)length;
    return 0;
}

int buffer_add_newlines(struct buffer *buffer, const struct source *source, size_t begin, size_t end,
                        int macro) {
    for (size_t i = begin; i < end; i++) {
        if (source->text[i] != '\n') {
            continue;
        }
        if (macro && buffer_add_string(buffer, "\\") != 0) {
            return -1;
        }
        int carriage_return = i > begin && source->text[i - 1] == '\r';
        if (buffer_add_string(buffer, carriage_return ? "\r\n" : "\n") != 0) {
            return -1;
        }
    }
    return 0;
}

int buffer_add_tokens(struct buffer *buffer, const struct source *source, struct range words, int quoted) {
    for (token_index i = words.begin; i < words.end; i++) {
        size_t at = token_begin(source, i), end = token_end(source, i);
        int c;
        while ((at = token_skip_continuations(source->text, end, at)) < end &&
               (c = token_character(source->text, end, &at)) != -1) {
            int plain = !quoted || (c >= ' ' && c != '"' && c != '\\' && c != 127);
            if ((plain ? buffer_add_character(buffer, (char)c)
                       : buffer_add_format(buffer, "\\%03o", (unsigned)c)) != 0) {
                return -1;
            }
        }
        if (i + 1 < words.end && !touches(source, i) && buffer_add_character(buffer, ' ') != 0) {
            return -1;
        }
    }
    return 0;
}

int source_replace(struct source *source, size_t begin, size_t end, const struct buffer *inserted) {
    if (grow(&source->edits, &source->edit_capacity, source->edit_count + 1, sizeof(*source->edits)) != 0) {
        return source_out_of_memory(source);
    }
    source->edits[source->edit_count++] = (struct edit){.offset = begin,
                                                        .removed = end - begin,
                                                        .inserted = source->inserted.length,
                                                        .length = inserted->length};
    if (buffer_add(&source->inserted, inserted->bytes, inserted->length) != 0) {
        return source_out_of_memory(source);
    }
    return 0;
}

static int replace_string(struct source *source, size_t begin, size_t end, const char *inserted) {
    struct buffer buffer = {0};
    int result = -1;
    // A newline in the replaced text is a line continuation, and must remain one.
    if (buffer_add_string(&buffer, inserted) != 0 ||
        buffer_add_newlines(&buffer, source, begin, end, 1) != 0) {
        source_out_of_memory(source);
    } else {
        result = source_replace(source, begin, end, &buffer);
    }
    free(buffer.bytes);
    return result;
}

int source_insert(struct source *source, size_t at, const char *inserted) {
    return replace_string(source, at, at, inserted);
}

int source_insert_inside(struct source *source, size_t at, const char *inserted) {
    if (source_insert(source, at, inserted) != 0) {
        return -1;
    }
    source->edits[source->edit_count - 1].inside = 1;
    return 0;
}

int source_replace_word(struct source *source, token_index i, const char *word) {
    return replace_string(source, source->tokens[i].offset, token_end(source, i), word);
}

int source_drop_word(struct source *source, token_index i) {
    size_t end = token_end(source, i);
    while (end < source->length && (source->text[end] == ' ' || source->text[end] == '\t')) {
        end++;
    }
    return replace_string(source, source->tokens[i].offset, end, "");
}

// In the order of the text. At the same offset, insertions come first, as they were recorded, except those inside.
static int compare_edits(const void *a_pointer, const void *b_pointer) {
    const struct edit *a = a_pointer, *b = b_pointer;
    if (a->offset != b->offset) {
        return a->offset < b->offset ? -1 : 1;
    }
    if ((a->removed != 0) != (b->removed != 0)) {
        return (a->removed != 0) - (b->removed != 0);
    }
    if (a->inside != b->inside) {
        return b->inside - a->inside;
    }
    return a->inserted < b->inserted ? -1 : a->inserted > b->inserted;
}

static int line_of(const struct source *source, size_t offset) {
    int line = 1;
    for (size_t i = 0; i < offset; i++) {
        line += source->text[i] == '\n';
    }
    return line;
}

static size_t begin_of_line(const struct source *source, size_t at) {
    while (at > 0 && source->text[at - 1] != '\n') {
        at--;
    }
    return at;
}

int source_add_place(struct buffer *buffer, const struct source *source, size_t at, int line) {
    int result = buffer_add_format(buffer, "\n#line %d\n", line);
    for (size_t i = begin_of_line(source, at); i < at && result == 0; i++) {
        result = buffer_add_character(buffer, source->text[i] == '\t' ? '\t' : ' ');
    }
    return result;
}

// The first token at or after a byte of the text. It only moves forward.
struct cursor {
    token_index token;
    int in_directive;
};

static void move_to(struct cursor *cursor, const struct source *source, size_t at) {
    for (; cursor->token < source->count && source->tokens[cursor->token].offset < at; cursor->token++) {
        int begins = is_kind(source, cursor->token, TOKEN_DIRECTIVE),
            ends = is_kind(source, cursor->token, TOKEN_DIRECTIVE_END);
        cursor->in_directive = begins || (cursor->in_directive && !ends);
    }
}

// Adds the text from *at, the end of the last edit, to the next token, and that one's place if edits have moved it
// within its line. `limit`: the next edit. A directive has one line.
static int keep_place(const struct source *source, const struct cursor *cursor, size_t limit, size_t *at,
                      struct buffer *out) {
    if (cursor->in_directive || cursor->token == source->count) {
        return 0;
    }
    const struct token *next = &source->tokens[cursor->token];
    if (next->length == 0 || next->offset >= limit ||
        memchr(source->text + *at, '\n', next->offset - *at) != NULL) {
        return 0;
    }
    int result = buffer_add(out, source->text + *at, next->offset - *at);
    *at = next->offset;
    size_t begin = out->length;
    while (begin > 0 && out->bytes[begin - 1] != '\n') {
        begin--;
    }
    int moved = out->length - begin != *at - begin_of_line(source, *at);
    return result == 0 && moved ? source_add_place(out, source, *at, next->line) : result;
}

void source_sort_edits(struct source *source) {
    if (source->edit_count > 0) {
        qsort(source->edits, source->edit_count, sizeof(*source->edits), compare_edits);
    }
}

int source_apply(struct source *source, size_t begin, struct buffer *out) {
    size_t at = begin;
    struct cursor cursor = {0, 0};
    source_sort_edits(source);
    for (size_t i = 0; i < source->edit_count; i++) {
        const struct edit *edit = &source->edits[i];
        if (edit->offset < at) {
            return source_fail(source, line_of(source, edit->offset),
                               "a launch and a declaration overlap here; write them as two statements");
        }
        if (buffer_add(out, source->text + at, edit->offset - at) != 0 ||
            buffer_add(out, source->inserted.bytes + edit->inserted, edit->length) != 0) {
            return source_out_of_memory(source);
        }
        at = edit->offset + edit->removed;
        size_t limit = i + 1 < source->edit_count ? source->edits[i + 1].offset : source->length;
        move_to(&cursor, source, at);
        if (keep_place(source, &cursor, limit, &at, out) != 0) {
            return source_out_of_memory(source);
        }
    }
    if (buffer_add(out, source->text + at, source->length - at) != 0) {
        return source_out_of_memory(source);
    }
    return 0;
}
