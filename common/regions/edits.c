// Reads a file of edits.
#include "edits.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text_file.h"

// What the entries point to. Each array has room for one element per line of the file.
struct edit_storage {
    char *text; // the file, a NUL at the end of each line and of each function's name
    struct edit_line *lines;
    struct edit *edits;
    struct change *changes;
};

// The parts of an entry, in order.
enum part { PART_NAME, PART_FACTS, PART_CHANGES, PART_REASONS };

struct reader {
    struct edits *file;
    int number;     // of this line
    char *headings; // room for the copies of headings
    size_t line_count, edit_count, change_count;
    struct entry *entry; // NULL between two entries
    enum part part;      // of that entry
    struct change *change;
    struct edit *edit; // NULL if the next line begins a new one
};

static int fail(struct reader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->file->error, sizeof(reader->file->error), format, arguments);
    va_end(arguments);
    reader->file->error_line = reader->number;
    return -1;
}

// The rest of a line that begins with `word` and a blank, or NULL.
static const char *after_word(const char *line, const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static const struct edit_line *add_line(struct reader *reader, const char *text) {
    struct edit_line *line = &reader->file->storage->lines[reader->line_count++];
    *line = (struct edit_line){text, reader->number};
    return line;
}

static void begin_change(struct reader *reader) {
    reader->change = &reader->file->storage->changes[reader->change_count++];
    *reader->change = (struct change){.number = reader->number};
    if (reader->entry->change_count++ == 0) {
        reader->entry->changes = reader->change;
    }
    reader->edit = NULL;
}

static void begin_edit(struct reader *reader, enum edit_kind kind) {
    if (reader->change == NULL) {
        begin_change(reader);
    }
    reader->edit = &reader->file->storage->edits[reader->edit_count++];
    *reader->edit = (struct edit){.kind = kind, .number = reader->number};
    if (reader->change->edit_count++ == 0) {
        reader->change->edits = reader->edit;
    }
}

static int read_name(struct reader *reader, const char *name) {
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    const struct entry *other = edits_find(reader->file, name);
    if (reader->part != PART_NAME || reader->entry->name != NULL) {
        return fail(reader, "an entry needs an empty line above it: '%s'", name);
    }
    if (length == 0 || name[length] != '\0') {
        return fail(reader, "'%s': a name consists of lowercase letters, digits and underscores", name);
    }
    if (other != NULL) {
        return fail(reader, "the name '%s' occurs twice, first in line %d", name, other->number);
    }
    reader->entry->name = name;
    return 0;
}

// Reads "FUNCTION: words #2". The words and the number are optional.
static int read_heading(struct reader *reader, char *line, size_t name_length) {
    begin_change(reader);
    struct change *change = reader->change;
    change->heading = strcpy(reader->headings, line);
    reader->headings += strlen(line) + 1;
    line[name_length] = '\0';
    change->function = line;
    const char *mark = strrchr(change->heading, '#');
    if (mark != NULL) {
        char *end;
        long place = strtol(mark + 1, &end, 10);
        if (place < 1 || place > 1000 || *end != '\0') {
            return fail(reader, "invalid number '%s': write '#2' for the second match", mark);
        }
        change->place = (int)place;
    }
    return 0;
}

static void read_old_line(struct reader *reader, const char *text) {
    const struct edit *edit = reader->edit;
    if (edit == NULL || edit->kind != EDIT_REPLACE || edit->new_count > 0) {
        begin_edit(reader, EDIT_REPLACE);
    }
    const struct edit_line *line = add_line(reader, text);
    if (reader->edit->old_count++ == 0) {
        reader->edit->old_lines = line;
    }
}

static void read_new_line(struct reader *reader, const char *text) {
    if (reader->edit == NULL || reader->edit->kind == EDIT_HERE) {
        begin_edit(reader, EDIT_REPLACE);
    }
    const struct edit_line *line = add_line(reader, text);
    if (reader->edit->new_count++ == 0) {
        reader->edit->new_lines = line;
    }
}

// Reads a line of the entry's changes. 1 if it is not such a line.
static int read_change(struct reader *reader, char *line) {
    static const struct {
        const char *word;
        enum edit_kind kind;
    } anchors[] = {{"before", EDIT_BEFORE}, {"after", EDIT_AFTER}, {"here", EDIT_HERE}};
    size_t name_length = 0;
    if (strcmp(line, "...") == 0) {
        reader->edit = NULL;
        return 0;
    }
    while (isalnum((unsigned char)line[name_length]) || line[name_length] == '_') {
        name_length++;
    }
    if (line[0] == '-' || line[0] == '+') {
        const char *text = line[1] == ' ' ? line + 2 : line + 1;
        (line[0] == '-' ? read_old_line : read_new_line)(reader, text);
        return 0;
    }
    if (name_length > 0 && line[name_length] == ':') {
        return read_heading(reader, line, name_length);
    }
    for (size_t i = 0; i < sizeof(anchors) / sizeof(anchors[0]); i++) {
        const char *text = after_word(line, anchors[i].word);
        if (text != NULL) {
            begin_edit(reader, anchors[i].kind);
            reader->edit->old_lines = add_line(reader, text);
            reader->edit->old_count = 1;
            return 0;
        }
    }
    return 1;
}

// The entry goes on to this part. No line of an earlier part may follow.
static int enter(struct reader *reader, enum part part) {
    if (reader->part > part) {
        return fail(reader, "this line belongs further up in its entry (see common/regions/edits.h)");
    }
    reader->part = part;
    return 0;
}

static int read_entry_line(struct reader *reader, char *line) {
    static const char *const facts[] = {"expect", "operators", "part", "check", "tier", "ladder"};
    const char *name = after_word(line, "mistake");
    name = name != NULL ? name : after_word(line, "alternative");
    struct entry *entry = reader->entry;
    if (name != NULL) {
        return read_name(reader, name);
    }
    for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
        if (after_word(line, facts[i]) != NULL) {
            const struct edit_line *fact = add_line(reader, line);
            entry->facts = entry->fact_count++ == 0 ? fact : entry->facts;
            return enter(reader, PART_FACTS);
        }
    }
    if (line[0] == '=') {
        const struct edit_line *reason = add_line(reader, line + 1 + strspn(line + 1, " "));
        entry->reasons = entry->reason_count++ == 0 ? reason : entry->reasons;
        return enter(reader, PART_REASONS);
    }
    int result = read_change(reader, line);
    return result == 0  ? enter(reader, PART_CHANGES)
           : result < 0 ? -1
                        : fail(reader, "unknown line '%s'", line);
}

static int read_line(struct reader *reader, char *line) {
    if (line[0] == '#') {
        return 0;
    }
    if (line[0] == '\0') {
        reader->entry = NULL;
        return 0;
    }
    if (reader->entry == NULL) {
        reader->entry = &reader->file->entries[reader->file->entry_count++];
        *reader->entry = (struct entry){.number = reader->number};
        reader->part = PART_NAME;
        reader->change = NULL;
        reader->edit = NULL;
    }
    return read_entry_line(reader, line);
}

int edits_parse(const char *text, size_t length, struct edits *edits) {
    size_t count = 2;
    for (size_t i = 0; i < length; i++) {
        count += text[i] == '\n';
    }
    *edits = (struct edits){.storage = calloc(1, sizeof(*edits->storage))};
    struct edit_storage *storage = edits->storage;
    struct reader reader = {.file = edits};
    edits->entries = calloc(count, sizeof(*edits->entries));
    if (storage != NULL) {
        storage->text = malloc(2 * (length + 1));
        storage->lines = calloc(count, sizeof(*storage->lines));
        storage->edits = calloc(count, sizeof(*storage->edits));
        storage->changes = calloc(count, sizeof(*storage->changes));
    }
    if (edits->entries == NULL || storage == NULL || storage->text == NULL || storage->lines == NULL ||
        storage->edits == NULL || storage->changes == NULL) {
        return fail(&reader, "not enough memory");
    }
    memcpy(storage->text, text, length);
    storage->text[length] = '\0';
    reader.headings = storage->text + length + 1;
    int result = 0;
    for (char *line = storage->text; result == 0 && line < storage->text + length;) {
        char *end = line + strcspn(line, "\n");
        *end = '\0';
        reader.number++;
        result = read_line(&reader, line);
        line = end + 1;
    }
    return result;
}

int edits_read(const char *path, struct edits *edits) {
    size_t length;
    char *text = text_file_read(path, &length);
    if (text == NULL) {
        *edits = (struct edits){0};
        snprintf(edits->error, sizeof(edits->error), "cannot read %s: %s", path, strerror(errno));
        return -1;
    }
    int result = edits_parse(text, length, edits);
    free(text);
    return result;
}

void edits_free(struct edits *edits) {
    if (edits->storage != NULL) {
        free(edits->storage->text);
        free(edits->storage->lines);
        free(edits->storage->edits);
        free(edits->storage->changes);
    }
    free(edits->storage);
    free(edits->entries);
    *edits = (struct edits){0};
}

const struct entry *edits_find(const struct edits *edits, const char *name) {
    for (size_t i = 0; i < edits->entry_count; i++) {
        if (edits->entries[i].name != NULL && strcmp(edits->entries[i].name, name) == 0) {
            return &edits->entries[i];
        }
    }
    return NULL;
}
