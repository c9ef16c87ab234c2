#define _GNU_SOURCE // strnlen
#include "text/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LETTER_MAX = 4 }; // bytes

size_t utf8_length(const char *at, size_t left) {
    const unsigned char *bytes = (const unsigned char *)at;
    size_t length = bytes[0] < 0x80       ? 1
                    : bytes[0] >> 5 == 6  ? 2
                    : bytes[0] >> 4 == 14 ? 3
                    : bytes[0] >> 3 == 30 ? 4
                                          : 0;
    if (length == 0 || length > left) {
        return 0;
    }
    uint32_t code = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (bytes[i] >> 6 != 2) {
            return 0;
        }
        code = code << 6 | (bytes[i] & 0x3f);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; // a smaller code would be an overlong form
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[length] || surrogate || code > 0x10ffff ? 0 : length;
}

static bool is_in(uint32_t code, uint32_t first, uint32_t last) {
    return code >= first && code <= last;
}

size_t utf8_control(const char *at, size_t left) {
    const unsigned char *bytes = (const unsigned char *)at;
    size_t length = utf8_length(at, left);
    uint32_t code = length == 1   ? bytes[0]
                    : length == 2 ? (bytes[0] & 0x1fu) << 6 | (bytes[1] & 0x3fu)
                    : length == 3 ? (bytes[0] & 0x0fu) << 12 | (bytes[1] & 0x3fu) << 6 | (bytes[2] & 0x3fu)
                                  : UINT32_MAX;
    bool control = (code < ' ' && code != '\n' && code != '\t') || is_in(code, 0x7f, 0x9f) || code == 0x61c ||
                   is_in(code, 0x200e, 0x200f) || is_in(code, 0x2028, 0x202e) || is_in(code, 0x2066, 0x2069);
    return control ? length : 0;
}

void utf8_clean_controls(char *text) {
    while (*text != '\0') {
        size_t length = utf8_control(text, strnlen(text, LETTER_MAX));
        memset(text, ' ', length);
        text += length > 0 ? length : 1;
    }
}

size_t utf8_put(FILE *out, const char *at) {
    size_t left = strnlen(at, LETTER_MAX), length = utf8_length(at, left), control = utf8_control(at, left);
    if (length == 0 || control > 0) {
        fputs("\xef\xbf\xbd", out);
        return control > 0 ? control : 1;
    }
    fwrite(at, 1, length, out);
    return length;
}

void utf8_clean(char *text, char replacement) {
    while (*text != '\0') {
        size_t left = strnlen(text, LETTER_MAX), length = utf8_length(text, left),
               control = utf8_control(text, left);
        if (length == 0 || control > 0) {
            memset(text, replacement, control > 0 ? control : 1);
        }
        text += length > 0 ? length : 1;
    }
}
