#include "html.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "text/utf8.h"
#include "text_file.h"

void html_text(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text >= 0x7f) {
            text += utf8_put(out, text) - 1;
            continue;
        }
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc((unsigned char)*text < ' ' && *text != '\n' && *text != '\t' ? ' ' : *text, out);
        }
    }
}

void html_url(FILE *out, const char *name) {
    for (; *name != '\0'; name++) {
        bool plain = isalnum((unsigned char)*name) || strchr("-_.~", *name) != NULL;
        fprintf(out, plain ? "%c" : "%%%02X", (unsigned char)*name);
    }
}

static void put_file(FILE *out, const char *path) {
    size_t length;
    char *text = text_file_read(path, &length);
    if (text != NULL) {
        fwrite(text, 1, length, out);
    }
    free(text);
}

void html_begin(FILE *out, const char *title) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          out);
    html_text(out, title);
    fputs("</title>\n<style>\n", out);
    put_file(out, "common/view/page/drawing.css");
    put_file(out, "common/class/class.css");
    fputs("</style>\n<main>\n<h1>", out);
    html_text(out, title);
    fputs("</h1>\n", out);
}

void html_end(FILE *out) {
    fputs("</main>\n</html>\n", out);
}
