// What a reader of the trace knows of memory so far. Reads that find this need no values.
#include <stdlib.h>
#include <string.h>

#include "check/runner/client.h"
#include "check/trace/json_writer.h"

enum { WORKERS = 256 };

struct known_words {
    uint32_t *words;
    bool *known;
    size_t count;
};

bool memory_make(struct writer *writer) {
    writer->memory = calloc(WORKERS * writer->events->array_count + 1, sizeof(*writer->memory));
    return writer->memory != NULL;
}

void memory_free(const struct writer *writer) {
    for (size_t i = 0; writer->memory != NULL && i < WORKERS * writer->events->array_count; i++) {
        free(writer->memory[i].words);
        free(writer->memory[i].known);
    }
    free(writer->memory);
}

struct known_words *memory_words(const struct writer *writer, uint32_t array, uint32_t run) {
    const struct events *events = writer->events;
    if (array >= events->array_count) {
        return NULL;
    }
    bool shared = events->arrays[array].kind == RECORD_SHARED;
    size_t worker = shared && run < events->run_count ? events->runs[run].worker : 0;
    struct known_words *words = &writer->memory[worker * events->array_count + array];
    if (words->words == NULL) {
        size_t count = events->arrays[array].bytes / 4 + 1;
        if (count > RECORD_BYTES_MAX / 4) {
            return NULL;
        }
        words->words = calloc(count, sizeof(*words->words));
        words->known = calloc(count, sizeof(*words->known));
        words->count = words->words == NULL || words->known == NULL ? 0 : count;
    }
    return words->count == 0 ? NULL : words;
}

void memory_forget_shared(const struct writer *writer, uint32_t run) {
    const uint32_t launch = writer->events->runs[run].launch;
    for (uint32_t a = 0; a < writer->events->array_count; a++) {
        const struct trace_array *array = &writer->events->arrays[a];
        struct known_words *words =
            array->kind == RECORD_SHARED && array->launch == launch ? memory_words(writer, a, run) : NULL;
        if (words != NULL) {
            memset(words->known, 0, words->count * sizeof(*words->known));
        }
    }
}

void memory_learn(struct known_words *words, uint64_t position, uint32_t value) {
    if (words != NULL && position < words->count) {
        words->words[position] = value;
        words->known[position] = true;
    }
}

bool memory_knows(const struct known_words *words, uint64_t position, uint32_t value) {
    return words != NULL && position < words->count && words->known[position] &&
           words->words[position] == value;
}

long long memory_position(const struct writer *writer, uint32_t array, const struct record_entry *entry) {
    return array == TRACE_NO_ARRAY ? 0
                                   : (long long)(entry->address - writer->events->arrays[array].address) / 4;
}
