#define _GNU_SOURCE // strcasestr
#include "names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// The number of "lab01", "Lab 1" or "lab_01-naive-reduce" in a name, or -1.
static int number_in(const char *name, struct span *span) {
    for (const char *at = name; (at = strcasestr(at, "lab")) != NULL; at++) {
        const char *digits = at + 3 + strspn(at + 3, " _-");
        size_t length = strspn(digits, "0123456789");
        bool begins = at == name || !isalpha((unsigned char)at[-1]);
        if (begins && length >= 1 && length <= 2) {
            *span = (struct span){(size_t)(at - name), (size_t)(digits - name) + length};
            return atoi(digits);
        }
    }
    return -1;
}

// Is `word` a word of the name, as "uses" of "amy_uses.cu"?
static bool has_word(const char *name, const char *word, struct span *span) {
    size_t length = strlen(word);
    for (const char *at = name; (at = strcasestr(at, word)) != NULL; at++) {
        if ((at == name || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length])) {
            *span = (struct span){(size_t)(at - name), (size_t)(at - name) + length};
            return true;
        }
    }
    return false;
}

static int number_of(const struct lab *lab) {
    return atoi(lab->folder + 3);
}

// Length of "-naive-reduce", the rest of the lab's folder, where the text begins with it; otherwise 0.
static size_t length_of_title(const struct lab *lab, const char *text) {
    const char *title = lab->folder + strcspn(lab->folder, "-");
    size_t length = strlen(title);
    return strncasecmp(text, title, length) == 0 && !isalnum((unsigned char)text[length]) ? length : 0;
}

int names_lab(const struct known_labs *known, const char *name, int around, struct span *span) {
    struct span word;
    int number = number_in(name, span), of = around >= 0 ? number_of(&known->labs[around]) : around;
    of = number >= 0 ? number : of;
    for (int i = 0; i < known->count; i++) {
        const struct lab *lab = &known->labs[i];
        bool exercises = strchr(lab->folder, '/') != NULL;
        if (exercises && (of < 0 || of == number_of(lab)) && has_word(name, lab->name, &word)) {
            bool both = number >= 0;
            span->begin = both && span->begin < word.begin ? span->begin : word.begin;
            span->end = both && span->end > word.end ? span->end : word.end;
            return i;
        }
    }
    for (int i = 0; i < known->count && number >= 0; i++) {
        if (strchr(known->labs[i].folder, '/') == NULL && number_of(&known->labs[i]) == number) {
            span->end += length_of_title(&known->labs[i], name + span->end);
            return i;
        }
    }
    return number >= 0 ? UNKNOWN : UNNAMED;
}

// Length of "_12345" at the end of name[0..length), or 0.
static size_t number_at_end(const char *name, size_t length) {
    size_t begin = length;
    while (begin > 0 && isdigit((unsigned char)name[begin - 1])) {
        begin--;
    }
    return begin < length && begin > 1 && name[begin - 1] == '_' ? length - begin + 1 : 0;
}

// Canvas: STUDENT[_LATE]_NUMBER_NUMBER_REST. Returns where the rest begins, or NULL.
static const char *canvas_rest(const char *name, char *student, size_t size, bool *late) {
    for (const char *at = name; (at = strchr(at, '_')) != NULL; at++) {
        size_t head = (size_t)(at - name), first = strspn(at + 1, "0123456789");
        const char *second = at + 1 + first;
        size_t length = *second == '_' ? strspn(second + 1, "0123456789") : 0;
        if (head == 0 || first == 0 || length == 0 || second[1 + length] != '_') {
            continue;
        }
        *late = head > 5 && strncmp(at - 5, "_LATE", 5) == 0;
        snprintf(student, size, "%.*s%.*s", (int)(*late ? head - 5 : head), name, (int)(first + 1), at);
        return second + length + 2;
    }
    return NULL;
}

void names_student(const char *name, char *student, size_t size, bool *late, const char **rest) {
    static const char moodle[] = "_assignsubmission_file";
    const char *mark = strstr(name, moodle);
    *late = false;
    if (mark != NULL && number_at_end(name, (size_t)(mark - name)) > 0) {
        snprintf(student, size, "%.*s", (int)(mark - name), name);
        *rest = mark + strlen(moodle);
        *rest += **rest == '_';
        return;
    }
    *rest = canvas_rest(name, student, size, late);
    if (*rest == NULL) {
        snprintf(student, size, "%s", name);
        *rest = "";
    }
}

void names_without_lab(const struct known_labs *known, char *name) {
    struct span span;
    if (names_lab(known, name, UNNAMED, &span) < 0) {
        return;
    }
    char *at = name + span.begin, *end = name + span.end;
    end += strspn(end, " _-");
    if (*end == '\0') {
        while (at > name && strchr(" _-", at[-1]) != NULL) {
            at--;
        }
    }
    if (at > name || *end != '\0') {
        memmove(at, end, strlen(end) + 1);
    }
}

bool names_source(const char *name) {
    size_t length = strlen(name);
    return length > 3 && strcasecmp(name + length - 3, ".cu") == 0;
}

static bool has_ending(const char *name, const char *const *endings, size_t count) {
    size_t length = strlen(name);
    for (size_t i = 0; i < count; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcasecmp(name + length - ending, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool names_other_source(const char *name) {
    static const char *const endings[] = {".cuh", ".cuda", ".cpp", ".cxx", ".cc"};
    return !names_source(name) &&
           (strncasecmp(name, "starter", strlen("starter")) == 0 || strcasestr(name, ".cu.") != NULL ||
            has_ending(name, endings, sizeof(endings) / sizeof(endings[0])));
}

bool names_archive(const char *name) {
    static const char *const endings[] = {".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar"};
    return has_ending(name, endings, sizeof(endings) / sizeof(endings[0]));
}

bool names_assignment(const char *folder, char *assignment, size_t size) {
    static const char ending[] = "-submissions";
    size_t length = strlen(folder), tail = sizeof(ending) - 1;
    if (length <= tail || strcmp(folder + length - tail, ending) != 0) {
        return false;
    }
    snprintf(assignment, size, "%.*s", (int)(length - tail), folder);
    return true;
}
