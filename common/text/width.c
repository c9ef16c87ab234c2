#include "text/width.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// The letters with two columns, of which the course uses those of Chinese.
static bool is_wide(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } wide[] = {
        {0x1100, 0x115f},   // Hangul
        {0x2e80, 0x303e},   // CJK radicals and signs
        {0x3041, 0xa4cf},   // kana, CJK
        {0xac00, 0xd7a3},   // Hangul
        {0xf900, 0xfaff},   // CJK
        {0xfe30, 0xfe6f},   // CJK signs
        {0xff01, 0xff60},   // full-width signs
        {0xffe0, 0xffe6},   // full-width currencies
        {0x1f300, 0x1f64f}, // pictures
        {0x20000, 0x3fffd}, // CJK
    };
    for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++) {
        if (code >= wide[i].first && code <= wide[i].last) {
            return true;
        }
    }
    return false;
}

// The letter's code, and its bytes. A malformed byte is a letter.
static uint32_t decode(const char *at, const char *end, size_t *bytes) {
    uint32_t first = (unsigned char)*at, code = first;
    const char *next = at + 1;
    if (first >= 0xc0) {
        code = first & (first >= 0xf0 ? 0x07U : first >= 0xe0 ? 0x0fU : 0x1fU);
    }
    while (next < end && ((unsigned char)*next & 0xc0) == 0x80) {
        code = code << 6 | ((unsigned char)*next++ & 0x3f);
    }
    *bytes = (size_t)(next - at);
    return code;
}

size_t width_letter(const char *at, const char *end, int *columns) {
    size_t bytes;
    if (*at == '\033') {
        const char *m = memchr(at, 'm', (size_t)(end - at));
        *columns = 0;
        return m != NULL ? (size_t)(m + 1 - at) : (size_t)(end - at);
    }
    uint32_t code = decode(at, end, &bytes);
    bool accent = code >= 0x300 && code <= 0x36f;
    *columns = accent ? 0 : is_wide(code) ? 2 : 1;
    return bytes;
}

int width_of_text(const char *at, const char *end) {
    int columns = 0, one;
    while (at < end) {
        at += width_letter(at, end, &one);
        columns += one;
    }
    return columns;
}

size_t width_fit(const char *at, const char *end, int columns) {
    const char *next = at;
    int used = 0, one;
    while (next < end) {
        size_t bytes = width_letter(next, end, &one);
        used += one;
        if (used > columns) {
            break;
        }
        next += bytes;
    }
    return (size_t)(next - at);
}

void width_write(FILE *out, const char *at, const char *end, int columns) {
    static const char dots[] = "...";
    const int room = columns - (int)strlen(dots);
    const bool shortened = room > 0 && width_of_text(at, end) > columns;
    fwrite(at, 1, width_fit(at, end, shortened ? room : columns), out);
    fputs(shortened ? dots : "", out);
}

static bool is_among(const char *at, size_t bytes, const char *const *letters) {
    for (; *letters != NULL; letters++) {
        if (strlen(*letters) == bytes && memcmp(at, *letters, bytes) == 0) {
            return true;
        }
    }
    return false;
}

// May a row end between two letters that no blank separates? Only next to a letter with two columns, and neither after
// an opening sign nor before a closing one.
static bool may_break(const char *before, size_t before_bytes, const char *after, size_t after_bytes) {
    static const char *const opening[] = {"（", "《", "「", "【", "“", "‘", "(", "[", "{", NULL};
    static const char *const closing[] = {"）", "》", "」", "】", "”", "’", ")", "]", "}", "，", "。", "、",
                                          "；", "：", "！", "？", ",", ".", ";", ":", "!", "?",  "%",  NULL};
    size_t bytes;
    return (is_wide(decode(before, before + before_bytes, &bytes)) ||
            is_wide(decode(after, after + after_bytes, &bytes))) &&
           !is_among(before, before_bytes, opening) && !is_among(after, after_bytes, closing);
}

const char *width_word(const char *at, const char *end) {
    const char *next = at;
    int columns;
    while (next < end && *next != ' ') {
        size_t bytes = width_letter(next, end, &columns);
        const char *after = next + bytes;
        if (after < end && *after != ' ' &&
            may_break(next, bytes, after, width_letter(after, end, &columns))) {
            return after;
        }
        next = after;
    }
    return next;
}
