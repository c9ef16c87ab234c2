#define _GNU_SOURCE // asprintf
#include "message_words.h"

#include <stdbool.h>
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

// A launch passes its arguments on as a pack: sim_a#1 is the second, also in 'sim_hand<int*>(sim_a#1)'.
static char *with_argument(const char *text, const char *at) {
    char word[32], *end;
    const char *begin = at, *hand = strstr(text, "sim_hand<");
    snprintf(word, sizeof(word), _("argument %ld"), strtol(at + strlen("sim_a#"), &end, 10) + 1);
    if (hand != NULL && hand < at && at[-1] == '(' && *end == ')') {
        begin = hand;
        end++;
    }
    begin -= begin > text && begin[-1] == '\'';
    end += *end == '\'';
    return replaced(text, begin, (size_t)(end - begin), word);
}

// Clang's name of a shared array's type, 'decltype(sim_shared_1::s)' (aka 'int[4]'), is 'int[4]'. NULL: none is there.
static char *with_types(const char *text) {
    static const char begins[] = "'decltype(sim_", aka[] = "' (aka '";
    char *made = NULL;
    for (const char *at = strstr(text, begins); at != NULL; at = strstr(text, begins)) {
        const char *type = strstr(at, aka), *end = type != NULL ? strstr(type + strlen(aka), "')") : NULL;
        char *word = end != NULL
                         ? strndup(type + strlen("' (aka "), (size_t)(end + 1 - type) - strlen("' (aka "))
                         : NULL;
        char *next = word != NULL ? replaced(text, at, (size_t)(end + strlen("')") - at), word) : NULL;
        free(word);
        if (next == NULL) {
            break;
        }
        free(made);
        text = made = next;
    }
    return made;
}

// GCC names the word that a macro of the course begins with, or one of the translator's. Then it is the macro, or
// nothing: "expected ';'". NULL: it is the student's.
static char *with_macro(const char *text, const char *code) {
    static const char *const words[] = {"do", "__extension__", "__asm__"};
    static const char *const macros[] = {"CUDA_CHECK_LAUNCH", "CUDA_CHECK", "__syncthreads", "__syncwarp"};
    for (size_t i = 0; code != NULL && i < sizeof(words) / sizeof(words[0]); i++) {
        char before[40];
        snprintf(before, sizeof(before), " before '%s'", words[i]);
        const char *at = strstr(text, before), *macro = NULL;
        for (size_t k = 0; k < sizeof(macros) / sizeof(macros[0]) && macro == NULL; k++) {
            macro = strstr(code, macros[k]) != NULL ? macros[k] : NULL;
        }
        if (at != NULL && macro != NULL) {
            snprintf(before + strlen(" before "), sizeof(before) - strlen(" before "), "'%s'", macro);
            return replaced(text, at, strlen(" before ''") + strlen(words[i]), before);
        }
        if (at != NULL && strstr(code, words[i]) == NULL) {
            return replaced(text, at, strlen(before), "");
        }
    }
    return NULL;
}

// A function of the course may have one more parameter, with the place of its call. NULL: it has not.
static char *without_place(const char *text) {
    static const char place[] = ", void*)'";
    const char *at = strstr(text, place);
    const bool is_count = strncmp(text, "too few arguments", strlen("too few arguments")) == 0 ||
                          strncmp(text, "too many arguments", strlen("too many arguments")) == 0;
    return at != NULL && is_count && strstr(text, " cuda") == NULL ? replaced(text, at, strlen(place), ")'")
                                                                   : NULL;
}

char *message_words_own(const char *text, const char *code) {
    static const char attribute[] = "__attribute__";
    const char *argument = strstr(text, "sim_a#"), *found = strstr(text, attribute);
    if (argument != NULL) {
        return with_argument(text, argument);
    }
    char *made = with_types(text);
    made = made != NULL ? made : with_macro(text, code);
    made = made != NULL ? made : without_place(text);
    if (made != NULL) {
        return made;
    }
    if (strncmp(text, "no matching ", strlen("no matching ")) == 0 && strstr(text, "sim_config") != NULL) {
        return strdup(_("a launch takes numbers or dim3: kernel<<<blocks, threads per block, bytes of shared "
                        "memory, stream>>>(...)"));
    }
    const char *initialized = strstr(text, "'constinit' variable");
    if (initialized != NULL) {
        return replaced(text, initialized, strlen("'constinit' variable"), _("device variable"));
    }
    const char *word =
        found != NULL && code != NULL && strstr(code, attribute) == NULL ? first_attribute(code) : NULL;
    return word != NULL ? replaced(text, found, strlen(attribute), word) : NULL;
}
