#include "text/json_text.h"

#include <string.h>

#include "text/utf8.h"

void json_text(FILE *out, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    fputc('"', out);
    for (size_t i = 0; i < length;) {
        size_t sequence = utf8_length(text + i, length - i);
        if (sequence == 0 || (sequence > 1 && utf8_control(text + i, length - i) > 0)) {
            fputs("\\ufffd", out); // nothing that would change how what is around it reads
            sequence = sequence == 0 ? 1 : sequence;
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

void json_field(FILE *out, const char *name, const char *text) {
    fprintf(out, "\"%s\": ", name);
    json_text(out, text, strlen(text));
}
