#include "text/json_text.h"

#include <stdbool.h>
#include <stdint.h>

// The length of the well-formed UTF-8 sequence at `bytes`; 0 if it is malformed.
static size_t sequence_length(const unsigned char *bytes, size_t left) {
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

void json_text(FILE *out, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    fputc('"', out);
    for (size_t i = 0; i < length;) {
        size_t sequence = sequence_length(bytes + i, length - i);
        if (sequence == 0) {
            fputs("\\ufffd", out);
            sequence = 1;
        } else if (bytes[i] == '"' || bytes[i] == '\\') {
            fprintf(out, "\\%c", bytes[i]);
        } else if (bytes[i] < ' ' || bytes[i] == 0x7f) {
            fprintf(out, "\\u%04x", bytes[i]);
        } else {
            fwrite(bytes + i, 1, sequence, out);
        }
        i += sequence;
    }
    fputc('"', out);
}
