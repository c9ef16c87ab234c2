#include "equivalent.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edits.h"

enum { CHANGE_SIZE = 8192, REASON_SIZE = 2048 };

// The change as mutants.h writes it.
static void write_change(char text[CHANGE_SIZE], const struct change *change) {
    size_t used = (size_t)snprintf(text, CHANGE_SIZE, "%s\n", change->heading != NULL ? change->heading : "");
    for (size_t i = 0; i < change->edit_count; i++) {
        const struct edit *edit = &change->edits[i];
        for (size_t k = 0; k < edit->old_count + edit->new_count && used < CHANGE_SIZE; k++) {
            bool old = k < edit->old_count;
            const struct edit_line *line = old ? &edit->old_lines[k] : &edit->new_lines[k - edit->old_count];
            used += (size_t)snprintf(text + used, CHANGE_SIZE - used, "%c %s\n", old ? '-' : '+', line->text);
        }
    }
}

// One more mutant that the entry holds for.
static void add_reason(char **reason, const struct entry *entry) {
    char text[REASON_SIZE] = "";
    size_t used = 0;
    for (size_t i = 0; i < entry->reason_count && used < sizeof(text); i++) {
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", i > 0 ? " " : "",
                                 entry->reasons[i].text);
    }
    free(*reason);
    *reason = strdup(text);
}

// The number of errors in an entry.
static int read_entry(const char *path, const struct entry *entry, const struct mutants *mutants,
                      char **reasons) {
    char text[CHANGE_SIZE];
    int errors = 0;
    if (entry->reason_count == 0 || entry->reasons[0].text[0] == '\0') {
        fprintf(stderr, "%s:%d: error: this entry gives no reason: a line that begins with '='\n", path,
                entry->number);
        errors++;
    }
    for (size_t i = 0; i < entry->change_count; i++) {
        bool found = false;
        write_change(text, &entry->changes[i]);
        for (size_t k = 0; k < mutants->count; k++) {
            if (strcmp(mutants->mutants[k].change, text) == 0) {
                add_reason(&reasons[k], entry);
                found = true;
            }
        }
        if (!found) {
            fprintf(stderr, "%s:%d: error: no mutant makes this change\n", path, entry->changes[i].number);
            errors++;
        }
    }
    return errors;
}

int equivalent_read(const char *path, const struct mutants *mutants, char **reasons) {
    struct edits edits;
    int errors = 0;
    for (size_t i = 0; i < mutants->count; i++) {
        reasons[i] = NULL;
    }
    if (edits_read(path, &edits) != 0 && (edits.error_line > 0 || errno != ENOENT)) {
        fprintf(stderr, "%s:%d: error: %s\n", path, edits.error_line, edits.error);
        errors++;
    }
    for (size_t i = 0; i < edits.entry_count; i++) {
        errors += read_entry(path, &edits.entries[i], mutants, reasons);
    }
    edits_free(&edits);
    return errors;
}
