#include "words/old_said.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words/said_patterns.h"
#include "text/translation.h"

enum { OLD_ARGUMENTS_MAX = 9, DEPTH_MAX = 6 };

// The pieces of a text that a pattern's %s and %d stand for.
struct pieces {
    const char *begin[OLD_ARGUMENTS_MAX];
    size_t length[OLD_ARGUMENTS_MAX];
    bool number[OLD_ARGUMENTS_MAX];
    size_t count;
};

// Is the piece before a verb, as in "%s reads", a name such as "thread 3 of block 0", and not a sentence?
static bool old_is_name(const char *piece, size_t length) {
    for (size_t i = 0; i + 1 < length; i++) {
        if (piece[i + 1] == ' ' && strchr(",.:;", piece[i]) != NULL) {
            return false;
        }
    }
    return true;
}

// Does the whole text fit the pattern? A %s takes as little as it can.
static bool old_fits(const char *pattern, const char *text, const char *end, struct pieces *pieces) {
    while (*pattern != '\0' && *pattern != '%') {
        if (text == end || *pattern++ != *text++) {
            return false;
        }
    }
    if (*pattern == '\0') {
        return text == end;
    }
    bool number = pattern[1] == 'd';
    size_t at = pieces->count++, digits = strspn(text, "0123456789"), left = (size_t)(end - text);
    pieces->begin[at] = text;
    pieces->number[at] = number;
    digits = digits > left ? left : digits;
    for (size_t length = number ? digits : 1; length > 0 && length <= (number ? digits : left); length++) {
        pieces->length[at] = length;
        bool subject = at == 0 && pattern[2] == ' ' && islower((unsigned char)pattern[3]);
        if ((!subject || old_is_name(text, length)) && old_fits(pattern + 2, text + length, end, pieces)) {
            return true;
        }
        pieces->count = at + 1;
    }
    pieces->count = at;
    return false;
}

static size_t translate_piece(const char *english, size_t length, char *text, size_t size, int depth);

// In Chinese text there is a space between an ideograph and a word in Latin letters. U+4000 to U+9FFF begin with these
// bytes in UTF-8, and all have three.
static bool old_is_ideograph(const char *text) {
    return (unsigned char)*text >= 0xe4 && (unsigned char)*text <= 0xe9;
}

static bool old_touch(const char *text, size_t used, const char *next) {
    enum { IDEOGRAPH_BYTES = 3 };
    return used > 0 && ((used >= IDEOGRAPH_BYTES && old_is_ideograph(text + used - IDEOGRAPH_BYTES) &&
                         isalnum((unsigned char)*next)) ||
                        (old_is_ideograph(next) &&
                         (isalnum((unsigned char)text[used - 1]) || strchr("_])", text[used - 1]) != NULL)));
}

// Writes a translated pattern with the translations of its pieces.
static size_t old_fill(const char *translation, const struct pieces *pieces, char *text, size_t size, int depth) {
    size_t used = 0, next = 0;
    for (const char *at = translation; *at != '\0' && used + 1 < size;) {
        if (*at != '%') {
            text[used++] = *at++;
            continue;
        }
        size_t digits = strspn(at + 1, "0123456789"), which = next;
        if (digits > 0 && at[1 + digits] == '$') {
            which = (size_t)atoi(at + 1) - 1;
            at += digits + 1;
        } else {
            next++;
        }
        at += 2; // the pattern has the same arguments, which translate() has compared
        size_t added = translate_piece(pieces->begin[which], pieces->length[which], text + used, size - used,
                                       pieces->number[which] ? 0 : depth - 1);
        if (old_touch(text, used, text + used) && used + added + 1 < size) {
            memmove(text + used + 1, text + used, added);
            text[used++] = ' ';
        }
        used += added;
        if (old_touch(text, used, at) && used + 1 < size) {
            text[used++] = ' ';
        }
    }
    text[used] = '\0';
    return used;
}

// Puts the translation, or the text itself, into `text`, and returns its length.
static size_t translate_piece(const char *english, size_t length, char *text, size_t size, int depth) {
    const char *known = depth > 0 ? translation_find(english, length) : NULL;
    if (known != NULL) {
        return (size_t)snprintf(text, size, "%s", known) < size ? strlen(known) : size - 1;
    }
    for (const char *const *pattern = said_patterns; *pattern != NULL && depth > 0; pattern++) {
        struct pieces pieces = {.count = 0};
        const char *translation = translate(*pattern);
        if (translation != *pattern && old_fits(*pattern, english, english + length, &pieces)) {
            return old_fill(translation, &pieces, text, size, depth);
        }
    }
    int written = snprintf(text, size, "%.*s", (int)length, english);
    return (size_t)written < size ? (size_t)written : size - 1;
}

const char *said(const char *english, char text[SAID_SIZE]) {
    translate_piece(english, strlen(english), text, SAID_SIZE, DEPTH_MAX);
    return text;
}
