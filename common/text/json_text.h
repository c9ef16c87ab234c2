// Text as a string in JSON.
#ifndef LABS_JSON_TEXT_H
#define LABS_JSON_TEXT_H

#include <stddef.h>
#include <stdio.h>

// Writes `length` bytes with quotes and escapes. Bytes that are not UTF-8 become U+FFFD.
void json_text(FILE *out, const char *text, size_t length);

// Writes "name": "text". The name needs no escapes.
void json_field(FILE *out, const char *name, const char *text);

#endif
