#define _GNU_SOURCE // popen, mkstemp under -std=c11
#include "check/report/machine_code.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COMMAND_SIZE = 8000, FILES_MAX = 64, PATH_SIZE = 1100, LINE_SIZE = 256 };

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
    for (const char *at = text; *(at += strspn(at, "\n\t ")) != '\0'; at += strcspn(at, "\n")) {
        char copy[LINE_SIZE], *line = copy; // sscanf() of the text would read it to its end
        unsigned file, bytes;
        int side;
        snprintf(copy, sizeof(copy), "%.*s", (int)strcspn(at, "\n"), at);
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

// All that can be read from a file or pipe, as the caller's string, or NULL. *bytes: its length.
static char *all_of(FILE *from, size_t *bytes) {
    char *text = NULL;
    size_t length = 0, size = 0;
    while (!feof(from) && !ferror(from)) {
        if (length + 1 >= size) {
            size = size == 0 ? 1 << 16 : 2 * size;
            char *larger = realloc(text, size);
            if (larger == NULL) {
                free(text);
                return NULL;
            }
            text = larger;
        }
        length += fread(text + length, 1, size - 1 - length, from);
        text[length] = '\0';
    }
    *bytes = length;
    return text;
}

// All that a command prints, or NULL if it fails.
static char *output_of(const char *command, size_t *bytes) {
    FILE *pipe = popen(command, "r");
    char *text = pipe == NULL ? NULL : all_of(pipe, bytes);
    if (pipe != NULL && pclose(pipe) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

// The text in the file `kept`, or NULL. It must be newer than the runner, which is built anew for a changed source, and
// than the command.
static char *text_kept(const char *kept, const char *runner, const char *command_file) {
    struct stat of_kept, of_runner, of_command;
    size_t bytes;
    FILE *file = fopen(kept, "r");
    char *text = NULL;
    if (file != NULL && fstat(fileno(file), &of_kept) == 0 && stat(runner, &of_runner) == 0 &&
        stat(command_file, &of_command) == 0 && of_kept.st_mtime > of_runner.st_mtime &&
        of_kept.st_mtime > of_command.st_mtime) {
        text = all_of(file, &bytes);
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

// Keeps the text for the next time. It is no error if that is not possible. Others may read and write the file, too.
static void keep_text(const char *kept, const char *text, size_t bytes) {
    char path[PATH_SIZE + sizeof(".XXXXXX")];
    snprintf(path, sizeof(path), "%s.XXXXXX", kept);
    int descriptor = mkstemp(path);
    if (descriptor < 0) {
        return;
    }
    bool written = write(descriptor, text, bytes) == (ssize_t)bytes;
    if (close(descriptor) != 0 || !written || rename(path, kept) != 0) {
        unlink(path);
    }
}

struct machine_line *machine_code_read(const char *runner, const char *source, size_t *count) {
    char path[PATH_SIZE], kept[PATH_SIZE], command[COMMAND_SIZE];
    size_t bytes = 0;
    *count = 0;
    snprintf(path, sizeof(path), "%s.nvcc", runner);
    snprintf(kept, sizeof(kept), "%s.ptx", runner);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return NULL;
    }
    bool known = fgets(command, sizeof(command), file) != NULL;
    fclose(file);
    char *text = known ? text_kept(kept, runner, path) : NULL;
    if (known && text == NULL) {
        text = output_of(command, &bytes);
        if (text != NULL) {
            keep_text(kept, text, bytes);
        }
    }
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
