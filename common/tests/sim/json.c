#define _GNU_SOURCE // strndup under -std=c11
#include "json.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *memory) {
    if (memory == NULL) {
        perror("json");
        exit(2);
    }
    return memory;
}

static void skip_space(const char **at) {
    *at += strspn(*at, " \t\r\n");
}

static bool take(const char **at, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0) {
        return false;
    }
    *at += length;
    return true;
}

// A code point from "\u" as UTF-8. The checker writes none beyond 16 bits that way.
static char *put_code(char *to, unsigned code) {
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3f));
    } else {
        *to++ = (char)(0xe0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    }
    return to;
}

// A string in quotes; NULL when it is none.
static char *take_string(const char **at) {
    if (!take(at, "\"")) {
        return NULL;
    }
    char *text = need(malloc(strlen(*at) + 1)), *to = text;
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    while (**at != '"') {
        unsigned char c = (unsigned char)*(*at)++;
        const char *letter;
        unsigned code;
        if (c < ' ') { // the end of the text among them
            free(text);
            return NULL;
        } else if (c != '\\') {
            *to++ = (char)c;
        } else if (**at == 'u' && sscanf(*at, "u%4x", &code) == 1) {
            to = put_code(to, code);
            *at += 5;
        } else if (**at != '\0' && (letter = strchr(letters, **at)) != NULL) {
            *to++ = values[letter - letters];
            ++*at;
        } else {
            free(text);
            return NULL;
        }
    }
    ++*at;
    *to = '\0';
    return need(realloc(text, (size_t)(to - text) + 1));
}

static struct json *take_value(const char **at);

// Elements or members up to `end`. false when something else is in between.
static bool take_members(const char **at, struct json *parent, const char *end) {
    struct json **last = &parent->first;
    skip_space(at);
    if (take(at, end)) {
        return true;
    }
    do {
        char *name = NULL;
        skip_space(at);
        if (parent->type == JSON_OBJECT) {
            name = take_string(at);
            skip_space(at);
            if (name == NULL || !take(at, ":")) {
                free(name);
                return false;
            }
        }
        if ((*last = take_value(at)) == NULL) {
            free(name);
            return false;
        }
        (*last)->name = name;
        last = &(*last)->next;
        skip_space(at);
    } while (take(at, ","));
    return take(at, end);
}

static struct json *take_value(const char **at) {
    struct json *made = need(calloc(1, sizeof(*made)));
    bool right = true;
    skip_space(at);
    if (take(at, "{")) {
        made->type = JSON_OBJECT;
        right = take_members(at, made, "}");
    } else if (take(at, "[")) {
        made->type = JSON_ARRAY;
        right = take_members(at, made, "]");
    } else if (**at == '"') {
        made->type = JSON_STRING;
        right = (made->text = take_string(at)) != NULL;
    } else if (take(at, "null")) {
        made->type = JSON_NULL;
    } else if (take(at, "true")) {
        made->type = JSON_TRUE;
    } else if (take(at, "false")) {
        made->type = JSON_FALSE;
    } else {
        char *end;
        strtod(*at, &end);
        right = end != *at;
        made->type = JSON_NUMBER;
        made->text = need(strndup(*at, (size_t)(end - *at)));
        *at = end;
    }
    if (!right) {
        json_free(made);
        return NULL;
    }
    return made;
}

struct json *json_parse(const char *text, const char **where) {
    *where = text;
    struct json *made = take_value(where);
    skip_space(where);
    if (made != NULL && **where != '\0') {
        json_free(made);
        return NULL;
    }
    return made;
}

void json_free(struct json *json) {
    while (json != NULL) {
        struct json *next = json->next;
        json_free(json->first);
        free(json->name);
        free(json->text);
        free(json);
        json = next;
    }
}

const struct json *json_get(const struct json *json, const char *name) {
    const struct json *member = json == NULL ? NULL : json->first;
    while (member != NULL && (member->name == NULL || strcmp(member->name, name) != 0)) {
        member = member->next;
    }
    return member;
}

const struct json *json_at(const struct json *json, unsigned index) {
    const struct json *element = json == NULL ? NULL : json->first;
    for (; element != NULL && index > 0; index--) {
        element = element->next;
    }
    return element;
}

const char *json_text(const struct json *json, const char *name) {
    const struct json *member = json_get(json, name);
    return member == NULL || member->text == NULL ? "" : member->text;
}

unsigned long long json_number(const struct json *json, const char *name) {
    return strtoull(json_text(json, name), NULL, 10);
}
