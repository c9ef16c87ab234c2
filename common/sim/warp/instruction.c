#include "sim/warp/instruction.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SITES_INITIAL = 1024 };

int group_open(struct group *group) {
    memset(group, 0, sizeof(*group));
    group->rows = calloc(ROWS_MAX + 2, sizeof(*group->rows));
    group->site_capacity = SITES_INITIAL;
    group->sites = calloc(group->site_capacity, sizeof(struct site *));
    group->segment = 1;
    group->expected = group->rows;
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
    struct site *made = calloc(1, sizeof(*made));
    if (made != NULL) {
        made->pc = pc;
        group->sites[slot] = made;
        group->site_count++;
    }
    return made;
}

// A row for the next time that a lane comes to the site. There has to be room.
static uint32_t new_row(struct group *group, struct site *site, unsigned bytes, enum access_space space,
                        enum access_kind kind, unsigned array) {
    uint32_t index = ++group->row_count;
    struct row *row = &group->rows[index];
    row->pc = site->pc;
    row->lanes = 0;
    row->site = site;
    row->next = 0;
    row->space = (uint8_t)space;
    row->kind = (uint8_t)kind;
    row->bytes = (uint8_t)bytes;
    row->array = (uint8_t)array;
    row[1].pc = 0;
    if (site->segment != group->segment) {
        site->segment = group->segment;
        site->first_row = index;
    } else {
        group->rows[site->last_row].next = index;
    }
    site->last_row = index;
    if (group->cut_row == 0 && index >= ROWS_MAX / 2) {
        group->cut_row = index;
        row->pc = 0; // so that no lane passes it as the expected one
    }
    return index;
}

// The running lane passes over its expected row: from now on each site has to know which row it has used
// last.
static void fall_out_of_step(struct group *group) {
    uint32_t next = (uint32_t)(group->expected - group->rows);
    group->lane_turn++;
    for (uint32_t i = 1; i < next; i++) {
        struct site *site = group->rows[i].site;
        site->lane_turn = group->lane_turn;
        site->lane_row = i;
    }
    group->guess = next;
    group->expected = &group->rows[0];
}

// The row for a lane that is not in step, made if there is none. 0: there is no room.
static uint32_t find_row(struct group *group, struct site *site, unsigned bytes, enum access_space space,
                         enum access_kind kind, unsigned array) {
    uint32_t index;
    if (site->lane_turn == group->lane_turn) {
        index = group->rows[site->lane_row].next; // this lane has been here before
    } else {
        index = site->segment == group->segment ? site->first_row : 0;
    }
    if (index == 0 && group->row_count < ROWS_MAX) {
        index = new_row(group, site, bytes, space, kind, array);
    }
    if (index != 0) {
        site->lane_turn = group->lane_turn;
        site->lane_row = index;
        group->guess = index + 1;
    }
    return index;
}

enum group_answer group_add(struct group *group, unsigned lane, uint32_t pc, uintptr_t address,
                            unsigned bytes, enum access_space space, enum access_kind kind, unsigned array) {
    if (group_expects(group, pc)) {
        group_add_expected(group, lane, address);
        return GROUP_GO_ON;
    }
    bool in_step = group->expected != &group->rows[0];
    uint32_t index = in_step ? (uint32_t)(group->expected - group->rows) : group->guess;
    bool guessed = index <= group->row_count && group->rows[index].site->pc == pc;
    struct site *site = guessed ? group->rows[index].site : group_site(group, pc);
    if (site == NULL) {
        return GROUP_GO_ON; // out of memory: uncounted rather than wrong
    }
    if (in_step && index > group->row_count && group->row_count < ROWS_MAX) {
        index = new_row(group, site, bytes, space, kind, array);
    } else if (!in_step || !guessed) {
        if (in_step) {
            fall_out_of_step(group);
            in_step = false;
        }
        index = find_row(group, site, bytes, space, kind, array);
    }
    if (index == 0) {
        return GROUP_FULL; // a lane far off the others' way
    }
    struct row *row = &group->rows[index];
    if (in_step) {
        group->expected = row + 1;
    }
    row->lanes |= 1u << lane;
    row->addresses[lane] = address;
    return index == group->cut_row ? GROUP_STOP : GROUP_GO_ON;
}

void group_clear(struct group *group) {
    group->row_count = 0;
    group->rows[1].pc = 0;
    group->cut_row = 0;
    group->segment++;
}
