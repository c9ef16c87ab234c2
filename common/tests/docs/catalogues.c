// The translations' catalogues: how complete they are, and what is wrong in them. Run in the course's folder.
//
//     catalogues table LANG      a table in Markdown of what the catalogues have
//     catalogues missing LANG    the same; hints that a catalogue does not have yet are missing, too
//     catalogues check [PO...]   exit code 1 after messages if a translation contradicts its English text; without a
//                                file, all of docs/locale
#include <ctype.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hints.h"
#include "text/catalogue.h"

enum { TOKENS_MAX = 200, TOKEN_SIZE = 400, PATH_SIZE = 300 };

// ---- What an English text and its translation have in common ---------------------------------------------------

struct tokens {
    char items[TOKENS_MAX][TOKEN_SIZE];
    size_t count;
};

static void add(struct tokens *tokens, const char *text, size_t length) {
    char item[TOKEN_SIZE];
    snprintf(item, sizeof(item), "%.*s", (int)length, text);
    for (size_t i = 0; i < tokens->count; i++) {
        if (strcmp(tokens->items[i], item) == 0) {
            return;
        }
    }
    if (tokens->count < TOKENS_MAX) {
        strcpy(tokens->items[tokens->count++], item);
    }
}

// The end of a code span that begins at `text`, behind its last backtick; NULL if there is none.
static const char *code_end(const char *text) {
    size_t ticks = strspn(text, "`");
    for (const char *at = text + ticks; (at = strchr(at, '`')) != NULL; at += strspn(at, "`")) {
        if (strspn(at, "`") == ticks) {
            return at + ticks;
        }
    }
    return NULL;
}

static bool is_word(char letter) {
    return isalnum((unsigned char)letter) || letter == '_';
}

// The code spans, the addresses of links, and the numbers of a text: each once.
static void read_tokens(const char *text, struct tokens *codes, struct tokens *links,
                        struct tokens *numbers) {
    codes->count = links->count = numbers->count = 0;
    for (const char *at = text; *at != '\0';) {
        const char *end = *at == '`' ? code_end(at) : NULL;
        if (end != NULL) {
            add(codes, at, (size_t)(end - at));
        } else if (strncmp(at, "](", 2) == 0 && strchr(at, ')') != NULL) {
            end = strchr(at, ')');
            add(links, at + 2, (size_t)(end - at) - 2);
        } else if (isdigit((unsigned char)*at) && (at == text || !is_word(at[-1]))) {
            end = at + strspn(at, "0123456789,.");
            while (!isdigit((unsigned char)end[-1])) {
                end--;
            }
            add(numbers, at, (size_t)(end - at));
        }
        at = end != NULL ? end : at + 1;
    }
}

// Names the first token that only `some` has. A translation may write a small number where English has a word.
static bool has_all(const char *place, int line, const char *what, const struct tokens *some,
                    const struct tokens *others, bool small_numbers) {
    for (size_t i = 0; i < some->count; i++) {
        bool found = small_numbers && strlen(some->items[i]) <= 2 && atoi(some->items[i]) <= 12;
        for (size_t k = 0; k < others->count && !found; k++) {
            found = strcmp(some->items[i], others->items[k]) == 0;
        }
        if (!found) {
            printf("%s:%d: %s: %s\n", place, line, what, some->items[i]);
            return false;
        }
    }
    return true;
}

// How often a text has the mark of strong emphasis.
static int count_strong(const char *text) {
    int count = 0;
    while ((text = strstr(text, "**")) != NULL) {
        count++;
        text += 2;
    }
    return count;
}

static bool check_entry(const char *path, const struct catalogue_entry *entry) {
    static struct tokens codes[2], links[2], numbers[2];
    bool good = true;
    if (strstr(entry->flags, "c-format") != NULL) {
        good = catalogue_same_arguments(entry->id, entry->text);
        if (!good) {
            printf("%s:%d: the formats take different arguments\n", path, entry->line);
        }
        bool ends[] = {entry->id[strlen(entry->id) - 1] == '\n',
                       entry->text[strlen(entry->text) - 1] == '\n'};
        if (ends[0] != ends[1]) {
            printf("%s:%d: only one text ends with \\n\n", path, entry->line);
            good = false;
        }
    }
    if (count_strong(entry->id) != count_strong(entry->text)) {
        printf("%s:%d: not the same number of **\n", path, entry->line);
        good = false;
    }
    read_tokens(entry->id, &codes[0], &links[0], &numbers[0]);
    read_tokens(entry->text, &codes[1], &links[1], &numbers[1]);
    good &= has_all(path, entry->line, "code that the translation lacks", &codes[0], &codes[1], false);
    good &= has_all(path, entry->line, "code that only the translation has", &codes[1], &codes[0], false);
    good &= has_all(path, entry->line, "address that the translation lacks", &links[0], &links[1], false);
    good &= has_all(path, entry->line, "address that only the translation has", &links[1], &links[0], false);
    good &= has_all(path, entry->line, "number that the translation lacks", &numbers[0], &numbers[1], false);
    good &=
        has_all(path, entry->line, "number that only the translation has", &numbers[1], &numbers[0], true);
    return good;
}

static bool check_file(const char *path) {
    struct catalogue catalogue;
    int bad = catalogue_read(path, &catalogue);
    bool good = bad == 0;
    if (!good) {
        printf("%s:%d: not understood\n", path, bad);
    }
    for (size_t i = 0; i < catalogue.count; i++) {
        const struct catalogue_entry *entry = &catalogue.entries[i];
        good &= !catalogue_is_translated(entry) || check_entry(path, entry);
    }
    catalogue_free(&catalogue);
    return good;
}

// ---- Counts ------------------------------------------------------------------------------------------------------

// Has a text a word outside its code spans? Others need no translation.
static bool has_words(const char *text) {
    for (const char *at = text; *at != '\0';) {
        const char *end = *at == '`' ? code_end(at) : NULL;
        if (end == NULL && isalpha((unsigned char)at[0]) && isalpha((unsigned char)at[1])) {
            return true;
        }
        at = end != NULL ? end : at + 1;
    }
    return false;
}

// The paragraphs of a lab's hints that its catalogue does not have: its English text has changed since.
static int count_stale(const char *name, const struct catalogue *catalogue) {
    char path[PATH_SIZE + sizeof("/hints.md")], lab[8];
    struct hints hints;
    int stale = 0;
    snprintf(path, sizeof(path), "%s/hints.md", name);
    snprintf(lab, sizeof(lab), "%.*s", (int)strcspn(name, "-"), name);
    if (hints_read(path, lab, &hints) == 0) {
        FILE *nothing = fopen("/dev/null", "w");
        stale = nothing != NULL ? hints_missing(&hints, catalogue, nothing) : 0;
        if (nothing != NULL) {
            fclose(nothing);
        }
    }
    hints_free(&hints);
    return stale;
}

static int print_table(const char *language, bool stale) {
    char pattern[PATH_SIZE];
    int sums[4] = {0};
    glob_t files;
    snprintf(pattern, sizeof(pattern), "docs/locale/%s/LC_MESSAGES/*.po", language);
    if (glob(pattern, 0, NULL, &files) != 0) {
        printf("there is no %s\n", pattern);
        return 1;
    }
    puts("| catalogue | texts | translated | fuzzy | missing |\n|---|---|---|---|---|");
    for (size_t i = 0; i < files.gl_pathc; i++) {
        const char *name = strrchr(files.gl_pathv[i], '/') + 1;
        int counts[4] = {0};
        char lab[PATH_SIZE];
        struct catalogue catalogue;
        catalogue_read(files.gl_pathv[i], &catalogue);
        for (size_t k = 0; k < catalogue.count; k++) {
            const struct catalogue_entry *entry = &catalogue.entries[k];
            if (entry->id[0] != '\0' && has_words(entry->id)) {
                counts[0]++;
                counts[catalogue_is_translated(entry) ? 1 : entry->text[0] != '\0' ? 2 : 3]++;
            }
        }
        snprintf(lab, sizeof(lab), "%.*s", (int)(strlen(name) - strlen(".po")), name);
        counts[3] += stale ? count_stale(lab, &catalogue) : 0;
        catalogue_free(&catalogue);
        printf("| %s | %d | %d | %d | %d |\n", lab, counts[0], counts[1], counts[2], counts[3]);
        for (int k = 0; k < 4; k++) {
            sums[k] += counts[k];
        }
    }
    printf("| all | %d | %d | %d | %d |\n", sums[0], sums[1], sums[2], sums[3]);
    globfree(&files);
    return 0;
}

int main(int argc, char **argv) {
    bool good = true;
    if (argc == 3 && (strcmp(argv[1], "table") == 0 || strcmp(argv[1], "missing") == 0)) {
        return print_table(argv[2], strcmp(argv[1], "missing") == 0);
    }
    if (argc < 2 || strcmp(argv[1], "check") != 0) {
        fputs("usage: catalogues table LANG | missing LANG | check [PO...]\n", stderr);
        return 2;
    }
    glob_t files = {.gl_pathc = 0};
    if (argc == 2 && glob("docs/locale/*/LC_MESSAGES/*.po", 0, NULL, &files) != 0) {
        puts("there are no catalogues");
        return 1;
    }
    for (int i = 2; i < argc; i++) {
        good &= check_file(argv[i]);
    }
    for (size_t i = 0; i < files.gl_pathc; i++) {
        good &= check_file(files.gl_pathv[i]);
    }
    if (argc == 2) {
        globfree(&files);
    }
    return good ? 0 : 1;
}
