#include "group.h"

#include <stdlib.h>
#include <string.h>

enum { SITES_INITIAL = 1024 };

int group_open(struct group *group) {
    memset(group, 0, sizeof *group);
    group->rows = malloc((ROWS_MAX + 1) * sizeof *group->rows);
    group->site_capacity = SITES_INITIAL;
    group->sites = calloc(group->site_capacity, sizeof(struct site *));
    group->segment = 1;
    return group->rows == NULL || group->sites == NULL ? -1 : 0;
}

void group_close(struct group *group) {
    for (uint32_t i = 0; i < group->site_capacity; i++) {
        free(group->sites[i]);
    }
    free(group->sites);
    free(group->rows);
}

static uint32_t slot_of(const struct group *group, uint32_t pc) {
    uint32_t slot = pc * 2654435769u >> 7 & (group->site_capacity - 1); // Knuth's multiplicative hash
    while (group->sites[slot] != NULL && group->sites[slot]->pc != pc) {
        slot = (slot + 1) & (group->site_capacity - 1);
    }
    return slot;
}

static int enlarge(struct group *group) {
    struct group larger = *group;
    larger.site_capacity *= 2;
    larger.sites = calloc(larger.site_capacity, sizeof(struct site *));
    if (larger.sites == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < group->site_capacity; i++) {
        if (group->sites[i] != NULL) {
            larger.sites[slot_of(&larger, group->sites[i]->pc)] = group->sites[i];
        }
    }
    free(group->sites);
    group->sites = larger.sites;
    group->site_capacity = larger.site_capacity;
    return 0;
}

struct site *group_site(struct group *group, uint32_t pc) {
    uint32_t slot = slot_of(group, pc);
    if (group->sites[slot] != NULL) {
        return group->sites[slot];
    }
    if (group->site_count * 2 >= group->site_capacity) {
        if (enlarge(group) != 0) {
            return NULL;
        }
        slot = slot_of(group, pc);
    }
    struct site *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->pc = pc;
        group->sites[slot] = made;
        group->site_count++;
    }
    return made;
}

uint32_t group_new_row(struct group *group, struct site *site, unsigned bytes, enum access_space space,
                        enum access_kind kind, unsigned array) {
    uint32_t index = ++group->row_count;
    struct row *row = &group->rows[index];
    row->site = site;
    row->next = 0;
    row->lanes = 0;
    row->space = (uint8_t)space;
    row->kind = (uint8_t)kind;
    row->bytes = (uint8_t)bytes;
    row->array = (uint8_t)array;
    if (site->segment != group->segment) {
        site->segment = group->segment;
        site->first_row = index;
    } else {
        group->rows[site->last_row].next = index;
    }
    site->last_row = index;
    return index;
}

void group_clear(struct group *group) {
    group->row_count = 0;
    group->cut_row = 0;
    group->segment++;
}
