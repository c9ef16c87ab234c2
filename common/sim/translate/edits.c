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

// In the order of the text. At the same offset, insertions come first.
static int compare_edits(const void *a_pointer, const void *b_pointer) {
    const struct edit *a = a_pointer, *b = b_pointer;
    if (a->offset != b->offset) {
        return a->offset < b->offset ? -1 : 1;
    }
    return (a->removed != 0) - (b->removed != 0);
}

static int line_of(const struct source *source, size_t offset) {
    int line = 1;
    for (size_t i = 0; i < offset; i++) {
        line += source->text[i] == '\n';
    }
    return line;
}

int source_apply(struct source *source, size_t begin, struct buffer *out) {
    size_t at = begin;
    if (source->edit_count > 0) {
        qsort(source->edits, source->edit_count, sizeof(*source->edits), compare_edits);
    }
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
    }
    if (buffer_add(out, source->text + at, source->length - at) != 0) {
        return source_out_of_memory(source);
    }
    return 0;
}
