// For the tests of translations: a temporary folder with languages and their catalogues.
#ifndef LABS_LANGUAGE_CHECK_H
#define LABS_LANGUAGE_CHECK_H

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/translation.h"

static char folder[] = "/tmp/language_check_XXXXXX";

static inline void write_file(const char *name, const char *text) {
    char path[sizeof(folder) + 200];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) >= 0, 1);
    assert_int_equal(fclose(file), 0);
}

// A language's folder, with its catalogue of messages.
static inline void write_language(const char *language, const char *catalogue) {
    char path[200];
    snprintf(path, sizeof(path), "%s/%s", folder, language);
    assert_int_equal(mkdir(path, 0777), 0);
    strcat(path, "/LC_MESSAGES");
    assert_int_equal(mkdir(path, 0777), 0);
    snprintf(path, sizeof(path), "%s/LC_MESSAGES/labs.po", language);
    write_file(path, catalogue);
}

static inline int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static inline int remove_folder(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof(command), "rm -r %s", folder);
    return system(command);
}

// From now on, messages are in a language with this catalogue.
static inline int open_language(void **state, const char *catalogue) {
    char known[100];
    if (make_folder(state) != 0) {
        return -1;
    }
    write_file("languages", "ru R\n");
    write_language("ru", catalogue);
    setenv("LABS_LOCALE", folder, 1);
    setenv("LABS_LANG", "ru", 1);
    return translation_open(known, sizeof(known));
}

static inline int close_language(void **state) {
    translation_close();
    return remove_folder(state);
}

#endif
