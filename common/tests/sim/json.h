// A small JSON reader for the tests: a text becomes a tree.
#ifndef LABS_TESTS_JSON_H
#define LABS_TESTS_JSON_H

enum json_type { JSON_NULL,
                 JSON_FALSE,
                 JSON_TRUE,
                 JSON_NUMBER,
                 JSON_STRING,
                 JSON_ARRAY,
                 JSON_OBJECT };

struct json {
    enum json_type type;
    char *name;                // of a member of an object; else NULL
    char *text;                // of a string (unescaped) or number (as written); else ""
    struct json *first, *next; // first element or member; next one beside this
};

// The tree of a whole text, to be given to json_free; NULL, with `*where` the place in `text`, when it is no JSON.
struct json *json_parse(const char *text, const char **where);
void json_free(struct json *json);

// A member by its name, an element by its number from 0. NULL where there is none, or where `json` is NULL.
const struct json *json_get(const struct json *json, const char *name);
const struct json *json_at(const struct json *json, unsigned index);

// A member's text, "" where there is none; its number, 0 where there is none.
const char *json_text(const struct json *json, const char *name);
unsigned long long json_number(const struct json *json, const char *name);

#endif
