#define _GNU_SOURCE // open_memstream
#include "handout_links.h"

#include <stdio.h>
#include <string.h>

enum { LINK_PATH_SIZE = 4096 };

// The path of a link's target, "../a/b.md" on the page "docs/c.md", as "a/b.md". Returns false for an address, and for
// a place on the page itself.
static bool target_of(const char *link, size_t length, const char *page, char path[LINK_PATH_SIZE]) {
    const char *slash = strrchr(page, '/');
    size_t used = slash != NULL ? (size_t)(slash - page) : 0, place = strcspn(link, "#");
    length = place < length ? place : length;
    if (length == 0 || link[0] == '/' || memchr(link, ':', length) != NULL ||
        used + length + 2 > LINK_PATH_SIZE) {
        return false;
    }
    memcpy(path, page, used);
    for (const char *at = link, *end = link + length; at < end;) {
        size_t word = 0;
        while (at + word < end && at[word] != '/') {
            word++;
        }
        if (word == 2 && at[0] == '.' && at[1] == '.') {
            while (used > 0 && path[--used] != '/') {
                continue;
            }
        } else if (word > 0 && !(word == 1 && at[0] == '.')) {
            if (used > 0) {
                path[used++] = '/';
            }
            memcpy(path + used, at, word);
            used += word;
        }
        at += word + 1;
    }
    path[used] = '\0';
    return true;
}

// The bracket that opens a link's text, which the bracket at `close` ends; NULL if there is none.
static const char *text_begin(const char *page, const char *close) {
    int depth = 0;
    for (const char *at = close; at >= page; at--) {
        depth += *at == ']' ? 1 : *at == '[' ? -1 : 0;
        if (depth == 0) {
            return at;
        }
    }
    return NULL;
}

char *handout_links(const char *page, const char *path, bool (*is_left_out)(const char *path),
                    size_t *length) {
    char *copy = NULL, target[LINK_PATH_SIZE];
    FILE *out = open_memstream(&copy, length);
    if (out == NULL) {
        return NULL;
    }
    const char *written = page;
    for (const char *close = page; (close = strstr(close, "](")) != NULL; close++) {
        const char *link = close + 2, *open = text_begin(page, close);
        size_t size = strcspn(link, ") \n");
        if (link[size] != ')' || open == NULL || open < written || !target_of(link, size, path, target) ||
            !is_left_out(target)) {
            continue;
        }
        fwrite(written, 1, (size_t)(open - written), out);
        fwrite(open + 1, 1, (size_t)(close - open - 1), out);
        fputs(" (not in this copy)", out);
        written = link + size + 1;
    }
    fputs(written, out);
    return fclose(out) == 0 ? copy : NULL;
}
