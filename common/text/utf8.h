// Text that may not be UTF-8, as the names of files.
#ifndef LABS_UTF8_H
#define LABS_UTF8_H

#include <stddef.h>
#include <stdio.h>

// The length of the well-formed sequence at `at`, where `left` bytes are left; 0 if it is malformed.
size_t utf8_length(const char *at, size_t left);

// The length of the letter at `at` if a terminal or a browser may take it for a command: control characters but tabs
// and newlines, also those from U+0080 on, and what changes the direction of writing. Otherwise 0.
size_t utf8_control(const char *at, size_t left);

// Each byte of such a letter becomes a blank.
void utf8_clean_controls(char *text);

// Writes the letter at `at`, in a text that has not ended there. A byte that is not UTF-8 becomes U+FFFD, and so does a
// control character. Returns the bytes read.
size_t utf8_put(FILE *out, const char *at);

// Each byte that is not UTF-8, or of a control character, becomes `replacement`.
void utf8_clean(char *text, char replacement);

#endif
