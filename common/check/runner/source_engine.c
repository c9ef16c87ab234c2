// The places of a program that the engine interprets (engine/program.h): the checker compiles it, too.
#include "check/runner/source_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/program.h"

struct described {
    struct program *program;
    char source[1024]; // its CUDA C source; "" if unknown
};

// Finds the line "source PATH".
static void read_source(const char *description, char *path, size_t size) {
    static const char word[] = "source ";
    char line[1024];
    FILE *file = fopen(description, "r");
    path[0] = '\0';
    while (file != NULL && path[0] == '\0' && fgets(line, sizeof(line), file) != NULL) {
        if (strncmp(line, word, strlen(word)) == 0) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(path, size, "%s", line + strlen(word));
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

static void *open_described(const char *description) {
    char refusal[1000];
    struct described *described = malloc(sizeof(*described));
    if (described == NULL) {
        return NULL;
    }
    described->program = program_load(description, refusal, sizeof(refusal));
    if (described->program == NULL) {
        free(described);
        return NULL;
    }
    read_source(description, described->source, sizeof(described->source));
    return described;
}

static void close_described(void *table) {
    struct described *described = table;
    program_free(described->program);
    free(described);
}

static bool find(const void *table, uint64_t pc, struct source_place *place) {
    const struct described *described = table;
    struct engine_place found;
    if (pc > UINT32_MAX || !program_place(described->program, (uint32_t)pc, &found)) {
        return false;
    }
    snprintf(place->file, sizeof(place->file), "%s", found.file);
    place->line = found.line;
    place->column = found.column;
    return true;
}

static bool find_main_file(const void *table, char *path, size_t size) {
    const struct described *described = table;
    snprintf(path, size, "%s", described->source);
    return described->source[0] != '\0';
}

const struct source_reader source_engine = {
    .open = open_described, .close = close_described, .find = find, .main_file = find_main_file};
