#define _XOPEN_SOURCE 700
#include "equivalent.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGE_SIZE = 8192, WAITING_MAX = 256, REASON_SIZE = 2048 };

struct file {
    const char *path;
    const struct mutants *mutants;
    char **reasons;
    int line, change_line, mistakes;
    char change[CHANGE_SIZE]; // the lines of the one that is being read; "": none
    size_t waiting[WAITING_MAX], waiting_count; // mutants whose reason comes next
};

static void complain(struct file *file, int line, const char *what) {
    fprintf(stderr, "%s:%d: %s\n", file->path, line, what);
    file->mistakes++;
}

// The change is complete: which mutant is it?
static void end_change(struct file *file) {
    if (file->change[0] == '\0')
        return;
    bool found = false;
    for (size_t i = 0; i < file->mutants->count && file->waiting_count < WAITING_MAX; i++) {
        if (strcmp(file->mutants->mutants[i].change, file->change) == 0) {
            file->waiting[file->waiting_count++] = i;
            found = true;
        }
    }
    if (!found)
        complain(file, file->change_line, "no mutant makes this change");
    file->change[0] = '\0';
}

static void end_paragraph(struct file *file) {
    end_change(file);
    if (file->waiting_count > 0)
        complain(file, file->line, "the changes before this line lack a reason, a line that begins with '='");
    file->waiting_count = 0;
}

static void add_reason(struct file *file, const char *reason) {
    end_change(file);
    while (*reason == ' ')
        reason++;
    if (*reason == '\0')
        complain(file, file->line, "a reason without words");
    for (size_t i = 0; i < file->waiting_count; i++) {
        char **old = &file->reasons[file->waiting[i]], joined[REASON_SIZE];
        snprintf(joined, sizeof(joined), "%s%s%s", *old != NULL ? *old : "", *old != NULL ? " " : "", reason);
        free(*old);
        *old = strdup(joined);
    }
}

static void read_line(struct file *file, const char *line, bool *had_reason) {
    if (line[0] == '#')
        return;
    if (line[0] == '\0') {
        if (*had_reason) {
            file->waiting_count = 0;
        }
        end_paragraph(file);
        *had_reason = false;
    } else if (line[0] == '=') {
        add_reason(file, line + 1);
        *had_reason = true;
    } else {
        if (line[0] != '-' && line[0] != '+') {
            end_change(file);
            file->change_line = file->line;
        }
        size_t used = strlen(file->change);
        snprintf(file->change + used, CHANGE_SIZE - used, "%s\n", line);
    }
}

int equivalent_read(const char *path, const struct mutants *mutants, char **reasons) {
    for (size_t i = 0; i < mutants->count; i++)
        reasons[i] = NULL;
    FILE *text = fopen(path, "r");
    if (text == NULL && errno == ENOENT)
        return 0;
    struct file *file = calloc(1, sizeof(*file));
    if (text == NULL || file == NULL) {
        perror(path);
        if (text != NULL)
            fclose(text);
        free(file);
        return 1;
    }
    *file = (struct file){.path = path, .mutants = mutants, .reasons = reasons};
    char *line = NULL;
    size_t room = 0;
    bool had_reason = false;
    while (getline(&line, &room, text) > 0) {
        file->line++;
        line[strcspn(line, "\n")] = '\0';
        read_line(file, line, &had_reason);
    }
    read_line(file, "", &had_reason);
    int mistakes = file->mistakes;
    free(line);
    fclose(text);
    free(file);
    return mistakes;
}
