#define _GNU_SOURCE // setenv, realpath under -std=c11
#include "text/translation.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LANGUAGE_SIZE = 16, LANGUAGES_MAX = 16 };

static char folder[PATH_MAX];        // docs/locale
static char language[LANGUAGE_SIZE]; // "" for English
static struct catalogue messages, lesson;

// ---- Which language ---------------------------------------------------------------------------------------

// Reads docs/locale/languages, "ru Русский" and so on. Returns their number, 0 without that file.
static int read_languages(char languages[LANGUAGES_MAX][LANGUAGE_SIZE]) {
    char path[PATH_MAX + 16];
    int count = 0;
    snprintf(path, sizeof(path), "%s/languages", folder);
    FILE *file = fopen(path, "r");
    while (file != NULL && count < LANGUAGES_MAX && fscanf(file, "%15s%*[^\n]", languages[count]) == 1) {
        count++;
    }
    if (file != NULL) {
        fclose(file);
    }
    return count;
}

// Finds a language by `length` letters of its name: "ru", "zh_CN", "en". Puts it into `found`, "" for English.
static bool find_language(const char *name, size_t length, char found[LANGUAGE_SIZE]) {
    char languages[LANGUAGES_MAX][LANGUAGE_SIZE];
    int count = read_languages(languages);
    for (int i = 0; i < count; i++) {
        if (strncmp(languages[i], name, length) == 0 && languages[i][length] == '\0') {
            strcpy(found, languages[i]);
            return true;
        }
    }
    found[0] = '\0';
    return length == 2 && memcmp(name, "en", 2) == 0;
}

// The same for a locale's name, "ru_RU.UTF-8", and for "zh", which is that of any country; but zh_TW is not zh_CN.
static bool find_locale(const char *name, size_t length, char found[LANGUAGE_SIZE]) {
    char languages[LANGUAGES_MAX][LANGUAGE_SIZE];
    size_t whole = strcspn(name, ".@"), alone = strcspn(name, "_.@");
    whole = whole < length ? whole : length;
    alone = alone < length ? alone : length;
    if (find_language(name, whole, found) || find_language(name, alone, found)) {
        return true;
    }
    for (int i = 0, count = whole == alone && alone > 0 ? read_languages(languages) : 0; i < count; i++) {
        if (strcspn(languages[i], "_") == alone && memcmp(languages[i], name, alone) == 0) {
            strcpy(found, languages[i]);
            return true;
        }
    }
    return false;
}

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value != NULL ? value : "";
}

// What the environment asks for, as gettext understands it. English in the locale C, and where letters are not UTF-8.
static void find_in_environment(char found[LANGUAGE_SIZE]) {
    const char *names[] = {variable("LC_ALL"), variable("LC_MESSAGES"), variable("LANG")};
    const char *locale = names[0][0] != '\0' ? names[0] : names[1][0] != '\0' ? names[1] : names[2];
    const char *codeset = strchr(locale, '.'), *wanted = variable("LANGUAGE");
    if (locale[0] == '\0' || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0 ||
        (codeset != NULL && strncasecmp(codeset, ".utf", 4) != 0)) {
        return;
    }
    wanted = wanted[0] != '\0' ? wanted : locale;
    while (*wanted != '\0' && !find_locale(wanted, strcspn(wanted, ":"), found)) {
        wanted += strcspn(wanted, ":");
        wanted += *wanted == ':';
    }
}

int translation_open(char *known, size_t size) {
    char languages[LANGUAGES_MAX][LANGUAGE_SIZE];
    const char *chosen = variable("LABS_LANG"), *known_folder = variable("LABS_LOCALE");
    size_t used = (size_t)snprintf(known, size, "en");
    language[0] = '\0';
    if (realpath(known_folder[0] != '\0' ? known_folder : "docs/locale", folder) == NULL) {
        folder[0] = '\0'; // a copy of the course without translations
    }
    for (int i = 0, count = read_languages(languages); i < count && used < size; i++) {
        used += (size_t)snprintf(known + used, size - used, ", %s", languages[i]);
    }
    if (chosen[0] == '\0') {
        find_in_environment(language);
    } else if (!find_locale(chosen, strlen(chosen), language)) {
        return -1;
    }
    setenv("LABS_LOCALE", folder, 1);
    setenv("LABS_LANG", language[0] != '\0' ? language : "en", 1);
    translation_catalogue("labs", &messages);
    return 0;
}

void translation_close(void) {
    catalogue_free(&messages);
    catalogue_free(&lesson);
    language[0] = '\0';
}

// ---- Messages ---------------------------------------------------------------------------------------------

const char *translate(const char *message) {
    const struct catalogue_entry *entry = catalogue_find(&messages, message, strlen(message));
    bool usable = catalogue_is_translated(entry) && catalogue_same_arguments(message, entry->text);
    return usable ? entry->text : message;
}

void translation_add(const char *name) {
    catalogue_free(&lesson);
    translation_catalogue(name, &lesson);
}

const char *translation_find(const char *text, size_t length) {
    const struct catalogue_entry *entry = catalogue_find(&lesson, text, length);
    return catalogue_is_translated(entry) ? entry->text : NULL;
}

void translation_catalogue(const char *name, struct catalogue *catalogue) {
    char path[PATH_MAX + 64];
    *catalogue = (struct catalogue){.entries = NULL};
    if (language[0] != '\0') {
        snprintf(path, sizeof(path), "%s/%s/LC_MESSAGES/%s.po", folder, language, name);
        if (catalogue_read(path, catalogue) > 0) {
            catalogue_free(catalogue); // damaged: English
        }
    }
}
