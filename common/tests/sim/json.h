// Reads a report for the tests, with Jansson. All accept NULL for a missing object.
#ifndef LABS_TESTS_JSON_H
#define LABS_TESTS_JSON_H

#include <jansson.h>

// A member's text; "" if the member is missing or not a string.
static inline const char *json_text(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "" : text;
}

// A member's number; 0 if the member is missing or not a whole number.
static inline long long json_number(const json_t *object, const char *name) {
    return json_integer_value(json_object_get(object, name));
}

#endif
