#include "pieces.h"

#include <stdlib.h>
#include <string.h>

static bool is_word_byte(char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
           byte == '_';
}

static bool is_operator_byte(char byte) {
    return byte != '\0' && strchr("+-*/%&|^<>=!:.", byte) != NULL;
}

// Appends bytes. Words and operators stay apart, and a directive begins a line.
static void append(char *text, size_t *length, const char *bytes, size_t count) {
    const char last = *length > 0 ? text[*length - 1] : '\n', first = count > 0 ? bytes[0] : '\0';
    if ((is_word_byte(last) && is_word_byte(first)) || (is_operator_byte(last) && is_operator_byte(first))) {
        text[(*length)++] = ' ';
    } else if (first == '#' && last != '\n') {
        text[(*length)++] = '\n';
    }
    memcpy(text + *length, bytes, count);
    *length += count;
}

char *pieces_exchange(const struct regions *own, const struct regions *other, const struct piece *pieces,
                      size_t count, size_t *length) {
    enum { ADDED_MAX = 3 /* bytes before a piece and behind it */ };
    size_t size = own->length + ADDED_MAX, at = 0;
    for (size_t i = 0; i < count; i++) {
        size += pieces[i].other_end - pieces[i].other_begin + ADDED_MAX;
    }
    char *text = malloc(size);
    *length = 0;
    if (text == NULL) {
        return NULL;
    }
    for (size_t i = 0; i <= count; i++) {
        const size_t until = i < count ? pieces[i].begin : own->length;
        append(text, length, own->source + at, until - at);
        if (i < count) {
            append(text, length, other->source + pieces[i].other_begin,
                   pieces[i].other_end - pieces[i].other_begin);
            at = pieces[i].end;
        }
        if (i < count && at > pieces[i].begin && own->source[at - 1] == '\n') {
            text[(*length)++] = '\n'; // the line of a directive ended
        }
    }
    text[*length] = '\0';
    return text;
}

bool pieces_write(FILE *out, const struct piece *pieces, size_t count) {
    bool written = true;
    for (size_t i = 0; i < count; i++) {
        written &= fprintf(out, "%zu %zu %zu %zu\n", pieces[i].begin, pieces[i].end, pieces[i].other_begin,
                           pieces[i].other_end) > 0;
    }
    return written;
}

bool pieces_read(FILE *in, size_t own_length, size_t other_length, struct piece *pieces, size_t max,
                 size_t *count) {
    size_t at = 0;
    int fields = 0;
    for (*count = 0; *count < max; ++*count) {
        struct piece *piece = &pieces[*count];
        *piece = (struct piece){0};
        fields =
            fscanf(in, "%zu %zu %zu %zu", &piece->begin, &piece->end, &piece->other_begin, &piece->other_end);
        if (fields != 4) {
            break;
        }
        if (piece->begin < at || piece->end < piece->begin || piece->end > own_length ||
            piece->other_end < piece->other_begin || piece->other_end > other_length) {
            return false;
        }
        at = piece->end;
    }
    return fields == EOF;
}

int piece_line(const struct regions *regions, size_t offset) {
    int line = 1;
    for (size_t i = 0; i < offset && i < regions->length; i++) {
        line += regions->source[i] == '\n';
    }
    return line;
}
