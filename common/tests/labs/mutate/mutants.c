#include "mutants.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const mutation_names[MUTATION_COUNT] = {
#define MUTATION_NAME(NAME, name) name,
    MUTATIONS(MUTATION_NAME)
#undef MUTATION_NAME
};

// FNV-1a, 64 bits.
static uint64_t hash_of(const char *text, size_t length) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

// Takes ownership of `text`.
static void add(struct mutants *list, enum mutation mutation, size_t word, char *text) {
    const struct program *program = list->program;
    struct mutant mutant = {.mutation = mutation, .line = program->words[word].line, .text = text};
    mutant.todo = word_todo(program, word);
    mutant.length = strlen(text);
    mutant.hash = hash_of(text, mutant.length);
    bool known = mutant.length == program->length && memcmp(text, program->text, mutant.length) == 0;
    for (size_t i = 0; i < list->count && !known; i++) {
        known = list->mutants[i].hash == mutant.hash;
    }
    if (known) {
        free(text);
        return;
    }
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 128 : 2 * list->capacity;
        struct mutant *more = realloc(list->mutants, capacity * sizeof(*more));
        if (more == NULL) {
            list->failed = true;
            free(text);
            return;
        }
        list->mutants = more;
        list->capacity = capacity;
    }
    list->mutants[list->count++] = mutant;
}

// A copy of the program's text with the bytes [begin, end) replaced.
static char *replaced(const struct program *program, size_t begin, size_t end, const char *by) {
    size_t length = strlen(by);
    char *text = malloc(program->length - (end - begin) + length + 1);
    if (text == NULL) {
        return NULL;
    }
    memcpy(text, program->text, begin);
    memcpy(text + begin, by, length);
    memcpy(text + begin + length, program->text + end, program->length - end);
    text[program->length - (end - begin) + length] = '\0';
    return text;
}

void mutant_replace(struct mutants *list, enum mutation mutation, size_t first, size_t end,
                    const char *format, ...) {
    const struct program *program = list->program;
    if (!word_is_mutated(program, first)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *by = length < 0 ? NULL : malloc((size_t)length + 1);
    if (by == NULL) {
        list->failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(by, (size_t)length + 1, format, arguments);
    va_end(arguments);
    char *text = replaced(program, program->words[first].begin, program->words[end - 1].end, by);
    free(by);
    if (text == NULL) {
        list->failed = true;
    } else {
        add(list, mutation, first, text);
    }
}

void mutant_move(struct mutants *list, enum mutation mutation, size_t first, size_t end, size_t to) {
    const struct program *program = list->program;
    if (!word_is_mutated(program, first)) {
        return;
    }
    size_t begin = program->words[first].begin, behind = program->words[end - 1].end,
           target = program->words[to].begin;
    char *text = malloc(program->length + 2);
    if (text == NULL) {
        list->failed = true;
        return;
    }
    size_t before = target < begin ? target : begin, at = 0;
    memcpy(text, program->text, before);
    at = before;
    if (target > begin) { // the words that it moves past
        memcpy(text + at, program->text + behind, target - behind);
        at += target - behind;
    }
    memcpy(text + at, program->text + begin, behind - begin);
    at += behind - begin;
    text[at++] = ' ';
    if (target < begin) {
        memcpy(text + at, program->text + target, begin - target);
        at += begin - target;
    }
    size_t rest = target > behind ? target : behind;
    memcpy(text + at, program->text + rest, program->length - rest);
    text[at + program->length - rest] = '\0';
    add(list, mutation, first, text);
}

// Adds " #2" to the first line of the second of two equal changes.
static int number_changes(struct mutants *list) {
    for (size_t i = 0; i < list->count; i++) {
        struct mutant *mutant = &list->mutants[i];
        mutant->change = change_of(list->program, mutant);
        if (mutant->change == NULL) {
            return -1;
        }
    }
    for (size_t i = 0; i < list->count; i++) {
        int number = 1;
        for (size_t k = i + 1; k < list->count; k++) {
            char *change = list->mutants[k].change;
            if (strcmp(list->mutants[i].change, change) != 0) {
                continue;
            }
            char *numbered = malloc(strlen(change) + 16);
            if (numbered == NULL) {
                return -1;
            }
            size_t head = strcspn(change, "\n");
            sprintf(numbered, "%.*s #%d%s", (int)head, change, ++number, change + head);
            free(change);
            list->mutants[k].change = numbered;
        }
    }
    return 0;
}

int mutants_make(struct mutants *list, const struct program *program) {
    *list = (struct mutants){.program = program};
    find_barriers(list);
    find_expressions(list);
    find_device(list);
    find_buffers(list);
    find_guards(list);
    find_statements(list);
    return list->failed ? -1 : number_changes(list);
}

void mutants_free(struct mutants *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->mutants[i].text);
        free(list->mutants[i].change);
    }
    free(list->mutants);
    *list = (struct mutants){0};
}
