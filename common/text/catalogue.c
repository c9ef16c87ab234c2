#define _GNU_SOURCE // getline
#include "text/catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The entry that is being read, and the field to which its next line belongs.
struct reader {
    struct catalogue *catalogue;
    struct catalogue_entry entry;
    char **field;
};

// Appends `length` bytes to *text, which may be NULL.
static bool append(char **text, const char *more, size_t length) {
    size_t before = *text != NULL ? strlen(*text) : 0;
    char *grown = realloc(*text, before + length + 1);
    if (grown == NULL) {
        return false;
    }
    memcpy(grown + before, more, length);
    grown[before + length] = '\0';
    *text = grown;
    return true;
}

// Appends "...": a string of C with the escapes that gettext writes.
static bool append_string(char **text, const char *line) {
    static const char letters[] = "nt\\\"", meaning[] = "\n\t\\\"";
    if (*line++ != '"' || !append(text, "", 0)) {
        return false;
    }
    for (; *line != '\0' && *line != '"'; line++) {
        const char *letter = line;
        if (*line == '\\') {
            const char *known = line[1] != '\0' ? strchr(letters, line[1]) : NULL;
            if (known == NULL) {
                return false;
            }
            letter = meaning + (known - letters);
            line++;
        }
        if (!append(text, letter, 1)) {
            return false;
        }
    }
    return strcmp(line, "\"") == 0;
}

// Ends the entry that is being read.
static bool finish(struct reader *reader) {
    struct catalogue *catalogue = reader->catalogue;
    bool whole = reader->entry.id != NULL && reader->entry.text != NULL;
    if (whole) {
        struct catalogue_entry *more =
            realloc(catalogue->entries, (catalogue->count + 1) * sizeof(*catalogue->entries));
        if (more == NULL || (reader->entry.flags == NULL && !append(&reader->entry.flags, "", 0))) {
            return false;
        }
        catalogue->entries = more;
        catalogue->entries[catalogue->count++] = reader->entry;
        reader->entry = (struct catalogue_entry){.id = NULL};
    }
    reader->field = NULL;
    return whole || reader->entry.id == NULL;
}

static bool begins(const char *line, const char *text) {
    return strncmp(line, text, strlen(text)) == 0;
}

// Reads a line, given without its end. false: it is not understood.
static bool read_line(struct reader *reader, const char *line, int number) {
    static const char id[] = "msgid ", text[] = "msgstr ", flags[] = "#,";
    bool in_entry = reader->entry.text != NULL;
    if (line[0] == '"') {
        return reader->field != NULL && append_string(reader->field, line);
    }
    if (in_entry && !finish(reader)) {
        return false;
    }
    if (begins(line, flags)) {
        return append(&reader->entry.flags, line + strlen(flags), strlen(line) - strlen(flags));
    }
    if (begins(line, id) && reader->entry.id == NULL) {
        reader->field = &reader->entry.id;
        reader->entry.line = number;
        return append_string(reader->field, line + strlen(id));
    }
    if (begins(line, text) && reader->entry.id != NULL) {
        reader->field = &reader->entry.text;
        return append_string(reader->field, line + strlen(text));
    }
    return line[0] == '\0' || line[0] == '#';
}

static int compare(const void *one, const void *other) {
    return strcmp(((const struct catalogue_entry *)one)->id, ((const struct catalogue_entry *)other)->id);
}

static void free_entry(const struct catalogue_entry *entry) {
    free(entry->id);
    free(entry->text);
    free(entry->flags);
}

int catalogue_read(const char *path, struct catalogue *catalogue) {
    struct reader reader = {.catalogue = catalogue};
    char *line = NULL;
    size_t size = 0;
    int number = 0, bad = 0;
    *catalogue = (struct catalogue){.entries = NULL};
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return -1;
    }
    while (bad == 0 && getline(&line, &size, file) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        bad = read_line(&reader, line, ++number) ? 0 : number;
    }
    fclose(file);
    free(line);
    if (bad == 0 && !finish(&reader)) {
        bad = number;
    }
    free_entry(&reader.entry);
    if (catalogue->count > 0) {
        qsort(catalogue->entries, catalogue->count, sizeof(*catalogue->entries), compare);
    }
    return bad;
}

void catalogue_free(struct catalogue *catalogue) {
    for (size_t i = 0; i < catalogue->count; i++) {
        free_entry(&catalogue->entries[i]);
    }
    free(catalogue->entries);
    *catalogue = (struct catalogue){.entries = NULL};
}

const struct catalogue_entry *catalogue_find(const struct catalogue *catalogue, const char *id,
                                             size_t length) {
    size_t low = 0, high = catalogue->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct catalogue_entry *entry = &catalogue->entries[middle];
        int order = strncmp(id, entry->id, length);
        if (order == 0 && entry->id[length] == '\0') {
            return entry;
        }
        if (order <= 0) { // the entry's id may also be longer
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

bool catalogue_is_translated(const struct catalogue_entry *entry) {
    return entry != NULL && entry->id[0] != '\0' && entry->text[0] != '\0' &&
           strstr(entry->flags, "fuzzy") == NULL;
}

// ---- Formats ----------------------------------------------------------------------------------------------

enum { ARGUMENTS_MAX = 9, TYPE_SIZE = 8 };

// The types of a format's arguments, such as "zu" and "s"; "" for none. false: it has too many, or one with two types.
static bool read_types(const char *format, char types[ARGUMENTS_MAX][TYPE_SIZE]) {
    size_t next = 0;
    memset(types, 0, ARGUMENTS_MAX * sizeof(types[0]));
    while ((format = strchr(format, '%')) != NULL) {
        format++;
        if (*format == '%') {
            format++;
            continue;
        }
        size_t digits = strspn(format, "0123456789"), at = next;
        if (digits > 0 && format[digits] == '$') {
            at = (size_t)atoi(format) - 1;
            format += digits + 1;
        } else {
            next++;
        }
        format += strspn(format, "-+ #'0123456789.*");
        size_t length = strspn(format, "hljztL");
        char type[TYPE_SIZE];
        if (at >= ARGUMENTS_MAX || format[length] == '\0' || length + 1 >= TYPE_SIZE) {
            return false;
        }
        snprintf(type, sizeof(type), "%.*s", (int)length + 1, format);
        if (types[at][0] != '\0' && strcmp(types[at], type) != 0) {
            return false;
        }
        strcpy(types[at], type);
        format += length + 1;
    }
    return true;
}

bool catalogue_same_arguments(const char *format, const char *translation) {
    char one[ARGUMENTS_MAX][TYPE_SIZE], other[ARGUMENTS_MAX][TYPE_SIZE];
    return read_types(format, one) && read_types(translation, other) && memcmp(one, other, sizeof(one)) == 0;
}
