// A gettext catalogue of translations, read from its source: docs/locale/LANG/LC_MESSAGES/NAME.po. So a student needs
// neither gettext nor a compiled catalogue, and the language needs no locale of the system.
#ifndef LABS_CATALOGUE_H
#define LABS_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

struct catalogue_entry {
    char *id, *text; // English; its translation, "" if there is none
    char *flags;     // "fuzzy, c-format", "" without any
    int line;        // of the id in the file
};

struct catalogue {
    struct catalogue_entry *entries; // sorted by id; the header has the id ""
    size_t count;
};

// Reads a catalogue. 0; -1 if there is no such file; or the number of the first line that is not understood: plural
// forms and contexts are not used here. Release it with catalogue_free, whatever is returned.
int catalogue_read(const char *path, struct catalogue *catalogue);

void catalogue_free(struct catalogue *catalogue);

// The entry for an English text of `length` bytes, NULL if there is none.
const struct catalogue_entry *catalogue_find(const struct catalogue *catalogue, const char *id,
                                             size_t length);

// Is there a translation, and is it not marked as fuzzy? The header, whose text is "", is not a translation.
bool catalogue_is_translated(const struct catalogue_entry *entry);

// Do two formats of printf take the same arguments? A translation may have them in another order: "%2$s %1$d".
bool catalogue_same_arguments(const char *format, const char *translation);

#endif
