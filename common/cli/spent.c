#define _GNU_SOURCE // getline, strdup
#include "spent.h"

#include <stdlib.h>
#include <string.h>

#include "progress.h"

static void set_counter(struct table_row *row, const char *name, uint64_t value) {
#define SET(counter, title, definition)                                                                      \
    if (strcmp(name, #counter) == 0) {                                                                       \
        row->total.counter = value;                                                                          \
    }
    COUNTERS(SET)
    if (strcmp(name, "time") == 0) {
        row->time = value;
    }
}

// "sequential sum 1048576 working_warps=49152 ... time=9728". Returns false if it is anything else.
static bool read_row(const char *line, struct table_row *row) {
    unsigned long long n;
    int used;
    *row = (struct table_row){.launches = 1};
    if (sscanf(line, "%31s %*s %llu%n", row->part, &n, &used) != 2 || row->part[0] == '#') {
        return false;
    }
    row->n = n;
    for (const char *word = line + used; *(word += strspn(word, " \n")) != '\0';
         word += strcspn(word, " \n")) {
        char name[40];
        unsigned long long value;
        if (sscanf(word, "%39[a-z_]=%llu", name, &value) == 2) {
            set_counter(row, name, value);
        }
    }
    return true;
}

static bool has_part(const struct spent *spent, const char *part) {
    for (int i = 0; i < spent->count; i++) {
        if (strcmp(spent->rows[i].part, part) == 0) {
            return true;
        }
    }
    return false;
}

void spent_read(const char *path, struct spent *spent) {
    char *line = NULL;
    size_t capacity = 0;
    FILE *file = fopen(path, "r");
    *spent = (struct spent){0};
    while (file != NULL && spent->count < SPENT_MAX && getline(&line, &capacity, file) > 0) {
        struct table_row *row = &spent->rows[spent->count];
        if (read_row(line, row) && !has_part(spent, row->part) &&
            (spent->lines[spent->count] = strdup(line)) != NULL) {
            spent->count++;
        }
    }
    free(line);
    if (file != NULL) {
        fclose(file);
    }
}

void spent_free(struct spent *spent) {
    for (int i = 0; i < spent->count; i++) {
        free(spent->lines[i]);
    }
    spent->count = 0;
}

const struct table_row *spent_find(const struct spent *spent, const char *part, uint64_t n) {
    for (int i = 0; i < spent->count; i++) {
        if (spent->rows[i].n == n && strcmp(spent->rows[i].part, part) == 0) {
            return &spent->rows[i];
        }
    }
    return NULL;
}

void spent_place(const struct lab *lab, struct table_row *row) {
    char path[LAB_PATH_SIZE], part[32], *line = NULL;
    size_t capacity = 0;
    lab_file(lab, "par.txt", path);
    FILE *file = fopen(path, "r");
    while (file != NULL && getline(&line, &capacity, file) > 0) {
        unsigned long long n, time;
        int used, more;
        if (sscanf(line, "accepted %31s %*s %llu%n", part, &n, &used) != 2 || n != row->n ||
            strcmp(part, row->part) != 0) {
            continue;
        }
        for (; sscanf(line + used, "%llu%n", &time, &more) == 1; used += more) {
            row->accepted++;
            row->faster += time < row->time;
        }
    }
    free(line);
    if (file != NULL) {
        fclose(file);
    }
}

void spent_record(const struct lab *lab, const struct spent *own, struct spent *best) {
    char path[LAB_PATH_SIZE], *text = NULL;
    size_t size;
    bool better = false;
    progress_best_path(lab, path);
    spent_read(path, best);
    FILE *file = open_memstream(&text, &size);
    for (int i = 0; file != NULL && i < own->count; i++) {
        const struct table_row *before = spent_find(best, own->rows[i].part, own->rows[i].n);
        const bool wins = before == NULL || own->rows[i].time < before->time;
        better |= wins;
        fputs(wins ? own->lines[i] : best->lines[before - best->rows], file);
    }
    if (file != NULL && fclose(file) == 0 && better) {
        progress_record_best(lab, text);
    }
    free(text);
}
