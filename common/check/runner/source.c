#include "check/runner/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/runner/source_reader.h"
#include "regions/regions.h"

struct source {
    const struct source_reader *reader;
    void *table;
};

// Does the file begin as a script does? An executable does not.
static bool is_description(const char *path) {
    char begin[2] = "";
    FILE *file = fopen(path, "r");
    const bool is = file != NULL && fread(begin, 1, sizeof(begin), file) == sizeof(begin) &&
                    memcmp(begin, "#!", sizeof(begin)) == 0;
    if (file != NULL) {
        fclose(file);
    }
    return is;
}

struct source *source_open(const char *program) {
    const struct source_reader *reader = is_description(program) ? &source_engine : &source_debug;
    void *table = reader->open(program);
    struct source *source = table != NULL ? malloc(sizeof(*source)) : NULL;
    if (source != NULL) {
        *source = (struct source){reader, table};
    } else if (table != NULL) {
        reader->close(table);
    }
    return source;
}

void source_close(struct source *source) {
    if (source != NULL) {
        source->reader->close(source->table);
        free(source);
    }
}

// #line gives a file any name, such as one with a newline and a verdict.
static void clean_file_name(char *file) {
    for (; *file != '\0'; file++) {
        *file = (unsigned char)*file < ' ' ? ' ' : *file;
    }
}

bool source_find(const struct source *source, uint64_t pc, struct source_place *place) {
    memset(place, 0, sizeof(*place));
    if (source == NULL || pc == 0 || !source->reader->find(source->table, pc, place)) {
        return false;
    }
    clean_file_name(place->file);
    place->done = regions_done_number(place->file);
    return true;
}

size_t source_inlined(const struct source *source, uint64_t pc, int *lines, size_t most) {
    const bool has = source != NULL && pc != 0 && source->reader->inlined != NULL;
    return has ? source->reader->inlined(source->table, pc, lines, most) : 0;
}

size_t source_variables(const struct source *source, uint64_t pc, const unsigned char *last, size_t count,
                        struct source_variable *variables, size_t most) {
    const bool has = source != NULL && pc != 0 && source->reader->variables != NULL;
    return has ? source->reader->variables(source->table, pc, last, count, variables, most) : 0;
}

bool source_main_file(const struct source *source, char *path, size_t size) {
    return source != NULL && source->reader->main_file(source->table, path, size);
}
