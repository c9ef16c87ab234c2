#include "message_letters.h"

#include <stdio.h>
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

// The first byte beyond ASCII outside comments and strings; NULL: none.
static const char *find_letter(const char *code) {
    char quote = '\0';
    for (const char *at = code; *at != '\0'; at++) {
        if (quote == '\0' && strncmp(at, "//", 2) == 0) {
            return NULL;
        }
        if (quote == '\0' && (unsigned char)*at >= 0x80) {
            return at;
        }
        if (quote != '\0' && *at == '\\' && at[1] != '\0') {
            at++;
        } else if (*at == quote) {
            quote = '\0';
        } else if (quote == '\0' && (*at == '"' || *at == '\'')) {
            quote = *at;
        }
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
