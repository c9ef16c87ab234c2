// Fills or empties the regions of a source, and compares sources without their regions' code.
#define _GNU_SOURCE // open_memstream
#include "regions.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text_file.h"

int regions_read(const char *path, struct regions *regions) {
    size_t length;
    char *source = text_file_read(path, &length);
    if (!source) {
        *regions = (struct regions){0};
        snprintf(regions->error, sizeof(regions->error), "cannot read %s: %s", path, strerror(errno));
        return -1;
    }
    int result = regions_find(source, length, regions);
    regions->owned_source = source;
    return result;
}

void regions_free(struct regions *regions) {
    for (size_t i = 0; i < regions->count; i++) {
        free(regions->regions[i].text);
    }
    free(regions->regions);
    free(regions->owned_source);
    *regions = (struct regions){0};
}

const struct region *regions_next(const struct regions *regions) {
    for (size_t i = 0; i < regions->count; i++) {
        if (!regions->regions[i].filled) {
            return &regions->regions[i];
        }
    }
    return NULL;
}

unsigned long long regions_code_hash(const struct regions *regions, const struct region *region) { // FNV-1a
    unsigned long long hash = 0xcbf29ce484222325ull;
    for (size_t at = region->code_begin; at < region->code_end; at++) {
        hash = (hash ^ (unsigned char)regions->source[at]) * 0x100000001b3ull;
    }
    return hash;
}

const struct region *regions_numbered(const struct regions *regions, int number) {
    bool known = number >= 1 && (size_t)number <= regions->count; // numbers rise by one from 1
    return known ? &regions->regions[number - 1] : NULL;
}

char *regions_fill(const struct regions *regions, int kept, size_t *length) {
    char *copy = malloc(regions->length + 1);
    size_t at = 0, size = 0;
    if (!copy) {
        return NULL;
    }
    for (size_t i = 0; i < regions->count; i++) {
        const struct region *region = &regions->regions[i];
        if (region->number <= kept) {
            continue;
        }
        memcpy(copy + size, regions->source + at, region->code_begin - at);
        size += region->code_begin - at;
        at = region->code_end;
    }
    if (regions->length > at) {
        memcpy(copy + size, regions->source + at, regions->length - at);
    }
    size += regions->length - at;
    copy[size] = '\0';
    *length = size;
    return copy;
}

static const char done_ending[] = ", done for you";

char *regions_mix(const struct regions *own, const struct regions *solution, const bool *done,
                  const char *path, size_t *length) {
    char *text = NULL;
    size_t at = 0;
    FILE *out = open_memstream(&text, length);
    for (size_t i = 0; out != NULL && i < own->count; i++) {
        const struct region *region = &own->regions[i];
        const struct region *solved = done[i] ? regions_numbered(solution, region->number) : NULL;
        if (solved == NULL) {
            continue;
        }
        fwrite(own->source + at, 1, region->code_end - at, out);
        fprintf(out, "#line 1 \"TODO(%d)%s\"\n", region->number, done_ending);
        fwrite(solution->source + solved->code_begin, 1, solved->code_end - solved->code_begin, out);
        fprintf(out, "#line %d \"", region->end_line);
        for (const char *c = path; *c != '\0'; c++) {
            fprintf(out, strchr("\\\"", *c) != NULL ? "\\%c" : "%c", *c);
        }
        fputs("\"\n", out);
        at = region->code_end;
    }
    if (out == NULL) {
        return NULL;
    }
    fwrite(own->source + at, 1, own->length - at, out);
    bool bad = ferror(out) != 0;
    if (fclose(out) != 0 || bad) {
        free(text);
        return NULL;
    }
    return text;
}

int regions_done_number(const char *file) {
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    int number, end = 0;
    return sscanf(name, "TODO(%9d)%n", &number, &end) == 1 && strcmp(name + end, done_ending) == 0 ? number
                                                                                                   : 0;
}

// Reads a source's lines outside its regions' code.
struct reader {
    const struct regions *regions;
    size_t offset, region; // the next ones
    int line;              // the last line read
};

// Reads the next line, with its line end. 0 past the last one.
static int next_line(struct reader *reader, struct source_line *line) {
    const struct regions *regions = reader->regions;
    while (reader->region < regions->count && reader->offset == regions->regions[reader->region].code_begin) {
        const struct region *region = &regions->regions[reader->region++];
        reader->offset = region->code_end;
        reader->line = region->end_line - 1;
    }
    *line = (struct source_line){0};
    if (reader->offset == regions->length) {
        return 0;
    }
    line->text = regions->source + reader->offset;
    const char *end = memchr(line->text, '\n', regions->length - reader->offset);
    line->length = end ? (size_t)(end + 1 - line->text) : regions->length - reader->offset;
    line->number = ++reader->line;
    reader->offset += line->length;
    return 1;
}

static void drop_line_end(struct source_line *line) {
    if (line->length > 0 && line->text[line->length - 1] == '\n') {
        line->length--;
    }
    if (line->length > 0 && line->text[line->length - 1] == '\r') {
        line->length--;
    }
}

int regions_differ(const struct regions *a, const struct regions *b, struct source_line *a_line,
                   struct source_line *b_line) {
    struct reader a_reader = {.regions = a}, b_reader = {.regions = b};
    int a_has, b_has, same;
    do {
        a_has = next_line(&a_reader, a_line);
        b_has = next_line(&b_reader, b_line);
        same = a_line->length == b_line->length &&
               (!a_has || memcmp(a_line->text, b_line->text, a_line->length) == 0);
    } while (same && a_has && b_has);
    drop_line_end(a_line);
    drop_line_end(b_line);
    return !same;
}
