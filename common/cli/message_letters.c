#include "message_letters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/translation.h"
#include "text/utf8.h"

// The letter of `length` bytes as a number of Unicode.
static unsigned code_of(const char *at, size_t length) {
    const unsigned char *bytes = (const unsigned char *)at;
    unsigned code = length == 2 ? bytes[0] & 0x1fu : length == 3 ? bytes[0] & 0x0fu : bytes[0] & 0x07u;
    for (size_t i = 1; i < length; i++) {
        code = code << 6 | (bytes[i] & 0x3fu);
    }
    return code;
}

// Can the letter be of a name, as in größe and 总和? Cyrillic and Greek ones can, too, but are mistaken for English ones.
static bool is_of_name(unsigned code) {
    return (code >= 0xc0 && code < 0x250 && code != 0xd7 && code != 0xf7) ||
           (code >= 0x3040 && code < 0xd800);
}

// The first letter beyond ASCII outside comments and strings, and not of a name; NULL: none.
static const char *find_letter(const char *code) {
    char quote = '\0';
    for (const char *at = code; *at != '\0';) {
        const size_t length = utf8_length(at, strlen(at));
        size_t step = length > 0 ? length : 1;
        if (quote == '\0' && strncmp(at, "//", 2) == 0) {
            return NULL;
        }
        if (quote == '\0' && length != 1 && (length == 0 || !is_of_name(code_of(at, length)))) {
            return at;
        }
        if (quote != '\0' && *at == '\\' && at[1] != '\0') {
            step = 2;
        } else if (*at == quote) {
            quote = '\0';
        } else if (quote == '\0' && (*at == '"' || *at == '\'')) {
            quote = *at;
        }
        at += step;
    }
    return NULL;
}

bool message_letters_hint(const char *code, char *hint, size_t size) {
    const char *at = find_letter(code);
    const size_t length = at != NULL ? utf8_length(at, strlen(at)) : 0;
    if (length == 0) {
        return false;
    }
    snprintf(hint, size,
             _("the character %.*s (U+%04X) in this line is not part of C++: type it again, with an English "
               "keyboard"),
             (int)length, at, code_of(at, length));
    return true;
}

// Writes a letter beyond ASCII as UTF-8. Returns its bytes.
static size_t put_letter(unsigned long code, char *to) {
    const size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        to[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    to[0] = (char)((0xf00 >> length & 0xff) | code);
    return length;
}

void message_letters_restore(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        const size_t digits = from[0] != '\\' ? 0 : from[1] == 'U' ? 8 : from[1] == 'u' ? 4 : 0;
        char number[9] = "", letter[4];
        if (digits > 0 && strspn(from + 2, "0123456789abcdef") >= digits) {
            memcpy(number, from + 2, digits);
        }
        const unsigned long code = strtoul(number, NULL, 16);
        const size_t length = code >= 0x80 && code <= 0x10ffff ? put_letter(code, letter) : 0;
        if (length > 0 && utf8_length(letter, length) == length) {
            memcpy(to, letter, length);
            to += length;
            from += 2 + digits;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}
