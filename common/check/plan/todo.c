#include "check/plan/todo.h"

#include <stdio.h>
#include <string.h>

void todo_read(struct todo_list *list, const char *path) {
    *list = (struct todo_list){.known = false};
    snprintf(list->path, sizeof(list->path), "%s", path);
    if (path[0] != '\0') {
        list->known = regions_read(path, &list->regions) == 0;
    }
}

void todo_free(struct todo_list *list) {
    if (list->path[0] != '\0') {
        regions_free(&list->regions);
    }
    *list = (struct todo_list){.known = false};
}

const struct region *todo_next(const struct todo_list *list) {
    return list->known ? regions_next(&list->regions) : NULL;
}

static bool is_among(const struct region *region, const int numbers[LAB_TODO_MAX]) {
    for (int i = 0; i < LAB_TODO_MAX; i++) {
        if (numbers[i] == region->number) {
            return true;
        }
    }
    return false;
}

const struct region *todo_next_of(const struct todo_list *list, const struct lab_part *part) {
    for (size_t i = 0; list->known && i < list->regions.count; i++) {
        const struct region *region = &list->regions.regions[i];
        if (!region->filled && (is_among(region, part->todos) || is_among(region, part->needs))) {
            return region;
        }
    }
    return NULL;
}

void todo_line(const struct region *region, char line[TODO_LINE_SIZE]) {
    static const char dots[] = " ...";
    const size_t most = TODO_LINE_SIZE - 1;
    size_t length = 0, sentences = 0, words = 0; // ends of the last sentence and the last word that fit
    for (; length < most && region->text[length] != '\0'; length++) {
        bool space = region->text[length] == ' ' || region->text[length] == '\n';
        if (space && length > 0 && strchr(".!?", line[length - 1]) != NULL) {
            sentences = length;
        }
        if (space && length + strlen(dots) <= most) {
            words = length;
        }
        line[length] = space ? ' ' : region->text[length];
    }
    line[length] = '\0';
    if (region->text[length] == '\0') {
        return;
    }
    line[sentences > 0 ? sentences : words] = '\0';
    if (sentences == 0) {
        strcat(line, dots);
    }
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool todo_has_line(const struct todo_list *list, const char *file, int line) {
    if (!list->known || strcmp(base_name(list->path), base_name(file)) != 0) {
        return false;
    }
    for (size_t i = 0; i < list->regions.count; i++) {
        if (list->regions.regions[i].begin_line < line && line < list->regions.regions[i].end_line) {
            return true;
        }
    }
    return false;
}

bool todo_all_untouched(const struct todo_list *list, const struct lab_part *part) {
    bool any = false;
    for (size_t i = 0; list->known && i < list->regions.count; i++) {
        const struct region *region = &list->regions.regions[i];
        if (is_among(region, part->todos) && region->filled) {
            return false;
        }
        any |= is_among(region, part->todos);
    }
    return any;
}
