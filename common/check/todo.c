#include "todo.h"

#include <stdio.h>

void todo_read(struct todo_list *list, const char *path) {
    *list = (struct todo_list){.known = false};
    snprintf(list->path, sizeof(list->path), "%s", path);
    if (path[0] != '\0')
        list->known = regions_read(path, &list->regions) == 0;
}

void todo_free(struct todo_list *list) {
    if (list->path[0] != '\0')
        regions_free(&list->regions);
    *list = (struct todo_list){.known = false};
}

const struct region *todo_next(const struct todo_list *list) {
    return list->known ? regions_next(&list->regions) : NULL;
}

static bool is_among(const struct region *region, const int numbers[LAB_TODO_MAX]) {
    for (int i = 0; i < LAB_TODO_MAX; i++)
        if (numbers[i] == region->number)
            return true;
    return false;
}

const struct region *todo_next_of(const struct todo_list *list, const struct lab_part *part) {
    for (size_t i = 0; list->known && i < list->regions.count; i++) {
        const struct region *region = &list->regions.regions[i];
        if (!region->filled && (is_among(region, part->todos) || is_among(region, part->needs)))
            return region;
    }
    return NULL;
}

bool todo_all_untouched(const struct todo_list *list, const struct lab_part *part) {
    bool any = false;
    for (size_t i = 0; list->known && i < list->regions.count; i++) {
        const struct region *region = &list->regions.regions[i];
        if (is_among(region, part->todos) && region->filled)
            return false;
        any |= is_among(region, part->todos);
    }
    return any;
}
