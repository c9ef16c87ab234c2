// For the translator's tests: compares a source's translation with the expected text.
#ifndef LABS_TRANSLATE_CHECK_H
#define LABS_TRANSLATE_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "translate.h"

static inline size_t count_lines(const char *text, size_t length) {
    size_t lines = 0;
    for (size_t i = 0; i < length; i++) {
        lines += text[i] == '\n';
    }
    return lines;
}

// Removes the blanks after each `word` in the text.
static inline void remove_blanks_after(char *text, const char *word) {
    for (char *at = text; (at = strstr(at, word)) != NULL;) {
        at += strlen(word);
        memmove(at, at + strspn(at, " "), strlen(at + strspn(at, " ")) + 1);
    }
}

// Removes each new line that only keeps the place of what comes after it: `#line 3` and the blanks behind that.
static inline void remove_places(char *text) {
    for (char *at = text; (at = strstr(at, "\n#line ")) != NULL;) {
        char *end = at + 1 + strcspn(at + 1, "\n");
        end += *end == '\n';
        end += strspn(end, " \t");
        memmove(at, end, strlen(end) + 1);
    }
}

// Removes the checks of who runs a host function (translate/host_code.c).
static inline void remove_host_checks(char *text) {
    static const char check[] = " SIM_HOST_CODE(\"";
    for (char *at = text; (at = strstr(at, check)) != NULL;) {
        char *end = strstr(at, "\")") + 2;
        memmove(at, end, strlen(end) + 1);
    }
}

// Checks that `source` is translated to `expected`, after the line that names the file, with the same number
// of lines, but for places, for blanks after each `word`, and, if none are expected, for checks of who runs a function.
static inline void check_without_blanks(const char *source, const char *expected, const char *word) {
    static const char first_line[] = "#line 1 \"x.cu\"\n";
    struct translation translation;
    if (translate(source, strlen(source), "x.cu", &translation) != 0) {
        fail_msg("%s\nfailed: line %d: %s", source, translation.error_line, translation.error);
    }
    char *text = malloc(translation.length + 1);
    memcpy(text, translation.text, translation.length);
    text[translation.length] = '\0';
    assert_int_equal(strncmp(text, first_line, strlen(first_line)), 0);
    remove_places(text);
    if (strstr(expected, "SIM_HOST_CODE") == NULL) {
        remove_host_checks(text);
    }
    if (word != NULL) {
        remove_blanks_after(text, word);
    }
    assert_string_equal(text + strlen(first_line), expected);
    assert_int_equal(count_lines(source, strlen(source)) + 1, count_lines(text, strlen(text)));
    free(text);
    translation_free(&translation);
}

static inline void check(const char *source, const char *expected) {
    check_without_blanks(source, expected, NULL);
}

static inline void unchanged(const char *source) {
    check(source, source);
}

// Checks that `source` has a translation.
static inline void accepted(const char *source) {
    struct translation translation;
    if (translate(source, strlen(source), "x.cu", &translation) != 0) {
        fail_msg("%s\nfailed: line %d: %s", source, translation.error_line, translation.error);
    }
    translation_free(&translation);
}

// Checks that the translation fails at this line, with a message that contains these words.
static inline void fails(const char *source, int line, const char *words) {
    struct translation translation;
    assert_int_equal(translate(source, strlen(source), "x.cu", &translation), -1);
    assert_null(translation.text);
    if (translation.error_line != line || !strstr(translation.error, words)) {
        fail_msg("%s\nfailed otherwise: line %d: %s", source, translation.error_line, translation.error);
    }
    translation_free(&translation);
}

#endif
