#define _GNU_SOURCE // asprintf
#include "message_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/translation.h"

// The text with `word`, which replaces `length` bytes at `at`.
static char *replaced(const char *text, const char *at, size_t length, const char *word) {
    char *made = NULL;
    return asprintf(&made, "%.*s%s%s", (int)(at - text), text, word, at + length) >= 0 ? made : NULL;
}

// The first of CUDA's words in the line that the headers define as attributes. NULL: none.
static const char *first_attribute(const char *code) {
    static const char *const words[] = {"__global__", "__device__", "__host__", "__launch_bounds__",
                                        "__noinline__"};
    const char *first = NULL, *word = NULL;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const char *found = strstr(code, words[i]);
        if (found != NULL && (first == NULL || found < first)) {
            first = found;
            word = words[i];
        }
    }
    return word;
}

// A launch passes its arguments on as a pack: sim_a#1 is the second.
static char *with_argument(const char *text, const char *at) {
    static const char *const quotes[] = {"‘", "’", "'"};
    char word[32], *end;
    const char *begin = at;
    snprintf(word, sizeof(word), _("argument %ld"), strtol(at + strlen("sim_a#"), &end, 10) + 1);
    for (size_t i = 0; i < sizeof(quotes) / sizeof(quotes[0]); i++) {
        const size_t length = strlen(quotes[i]);
        if ((size_t)(begin - text) >= length && strncmp(begin - length, quotes[i], length) == 0) {
            begin -= length;
        }
        end += strncmp(end, quotes[i], length) == 0 ? length : 0;
    }
    return replaced(text, begin, (size_t)(end - begin), word);
}

char *message_words_own(const char *text, const char *code) {
    static const char attribute[] = "__attribute__";
    const char *argument = strstr(text, "sim_a#"), *found = strstr(text, attribute);
    if (argument != NULL) {
        return with_argument(text, argument);
    }
    if (strncmp(text, "no matching ", strlen("no matching ")) == 0 && strstr(text, "sim_config") != NULL) {
        return strdup(_("a launch takes numbers or dim3: kernel<<<blocks, threads per block, bytes of shared "
                        "memory, stream>>>(...)"));
    }
    const char *initialized = strstr(text, "‘constinit’ variable");
    if (initialized != NULL) {
        return replaced(text, initialized, strlen("‘constinit’ variable"), _("device variable"));
    }
    const char *word =
        found != NULL && code != NULL && strstr(code, attribute) == NULL ? first_attribute(code) : NULL;
    return word != NULL ? replaced(text, found, strlen(attribute), word) : NULL;
}
