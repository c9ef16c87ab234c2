#define _GNU_SOURCE // popen under -std=c11
#include "check/report/machine_code.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND_SIZE = 8000, FILES_MAX = 64 };

static const char *const loads[] = {"loads", "stores", "loads", "stores"};
static const char *const spaces[] = {"from shared memory", "to shared memory", "from global memory",
                                     "to global memory"};

int machine_side(const struct counters *total) {
    const uint64_t requests[MACHINE_SIDES] = {total->shared_load_requests, total->shared_store_requests,
                                              total->global_load_requests, total->global_store_requests};
    int found = -1;
    for (int side = 0; side < MACHINE_SIDES; side++) {
        if (requests[side] > 0) {
            found = found < 0 ? side : MACHINE_SIDES;
        }
    }
    return found == MACHINE_SIDES ? -1 : found;
}

// The rest of the line after `prefix`, or NULL.
static const char *after(const char *line, const char *prefix) {
    size_t length = strlen(prefix);
    return strncmp(line, prefix, length) == 0 ? line + length : NULL;
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

// Which of the numbers in `.file 3 "/home/student/starter.cu"` mean the file `name`? They are at the end of the text.
static void find_files(const char *text, const char *name, bool is_file[FILES_MAX]) {
    for (const char *at = text; (at = strstr(at, ".file")) != NULL; at++) {
        unsigned number;
        char path[1000];
        if (sscanf(at, ".file %u \"%999[^\"]\"", &number, path) == 2 && number < FILES_MAX) {
            is_file[number] = strcmp(file_name(path), name) == 0;
        }
    }
}

// "ld.shared.v4.u32 {...": the side, and the bytes of one access. false: it is another instruction, or its address may
// be in either memory.
static bool read_access(const char *line, int *side, unsigned *bytes) {
    const char *rest = after(line, "ld."), *store = after(line, "st.");
    unsigned words = 1, bits = 0;
    int space = -1;
    if (rest == NULL && store == NULL) {
        return false;
    }
    for (const char *word = rest != NULL ? rest : store; word != NULL;
         word = *word == '.' ? word + 1 : NULL) {
        unsigned number;
        char letter;
        space = after(word, "shared") != NULL ? 0 : after(word, "global") != NULL ? 2 : space;
        if (sscanf(word, "v%u", &number) == 1) {
            words = number;
        } else if (sscanf(word, "%c%u", &letter, &number) == 2 && strchr("bsuf", letter) != NULL) {
            bits = number;
        }
        word += strcspn(word, ". \t");
    }
    *side = space + (store != NULL);
    *bytes = words * bits / 8;
    return space >= 0 && bits >= 8;
}

// The entry of the line, made if it is new. NULL if memory is short.
static struct machine_line *line_at(struct machine_line **lines, size_t *count, int line) {
    size_t at = 0;
    while (at < *count && (*lines)[at].line < line) {
        at++;
    }
    if (at < *count && (*lines)[at].line == line) {
        return &(*lines)[at];
    }
    struct machine_line *more = realloc(*lines, (*count + 1) * sizeof(*more));
    if (more == NULL) {
        return NULL;
    }
    *lines = more;
    memmove(&more[at + 1], &more[at], (*count - at) * sizeof(*more));
    ++*count;
    more[at] = (struct machine_line){.line = line};
    return &more[at];
}

struct machine_line *machine_code_parse(const char *text, const char *name, size_t *count) {
    bool is_file[FILES_MAX] = {false}, here = false;
    struct machine_line *lines = NULL;
    int number = 0;
    *count = 0;
    find_files(text, name, is_file);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        unsigned file, bytes;
        int side;
        line += strspn(line, "\n\t ");
        if (*line == '@') { // a predicate
            line += strcspn(line, " \t\n");
            line += strspn(line, " \t");
        }
        if (sscanf(line, ".loc %u %d", &file, &number) == 2) {
            here = file < FILES_MAX && is_file[file];
        } else if (here && read_access(line, &side, &bytes)) {
            struct machine_line *found = line_at(&lines, count, number);
            if (found != NULL) {
                found->count[side]++;
                found->bytes[side] = bytes > found->bytes[side] ? bytes : found->bytes[side];
            }
        }
    }
    return lines;
}

// All that a command prints, or NULL.
static char *output_of(const char *command) {
    FILE *pipe = popen(command, "r");
    char *text = NULL;
    size_t length = 0, size = 0;
    while (pipe != NULL && !feof(pipe) && !ferror(pipe)) {
        if (length + 1 >= size) {
            size = size == 0 ? 1 << 16 : 2 * size;
            char *larger = realloc(text, size);
            if (larger == NULL) {
                break;
            }
            text = larger;
        }
        length += fread(text + length, 1, size - 1 - length, pipe);
        text[length] = '\0';
    }
    if (pipe == NULL || pclose(pipe) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

struct machine_line *machine_code_read(const char *runner, const char *source, size_t *count) {
    char path[1100], command[COMMAND_SIZE];
    *count = 0;
    snprintf(path, sizeof(path), "%s.nvcc", runner);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return NULL;
    }
    bool known = fgets(command, sizeof(command), file) != NULL;
    fclose(file);
    char *text = known ? output_of(command) : NULL;
    struct machine_line *lines = text == NULL ? NULL : machine_code_parse(text, file_name(source), count);
    free(text);
    return lines;
}

static const char *times(unsigned count, char text[24]) {
    snprintf(text, 24, "%u times", count);
    return count == 1 ? "once" : text;
}

const char *machine_code_differs(const struct machine_line *code, const struct machine_line *source, int side,
                                 char text[MACHINE_TEXT_SIZE]) {
    char words[2][24];
    if (code->count[side] == 0 || source->count[side] == 0) {
        return NULL;
    }
    if (code->bytes[side] > source->bytes[side]) {
        snprintf(text, MACHINE_TEXT_SIZE, "nvcc's code %s %u bytes %s at once, the source %u.", loads[side],
                 code->bytes[side], spaces[side], source->bytes[side]);
    } else if (code->count[side] < source->count[side]) {
        snprintf(text, MACHINE_TEXT_SIZE, "nvcc's code %s %s %s, the source %s.", loads[side], spaces[side],
                 times(code->count[side], words[0]), times(source->count[side], words[1]));
    } else {
        return NULL;
    }
    return text;
}
