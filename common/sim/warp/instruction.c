#include "sim/warp/instruction.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SITES_INITIAL = 1024 };

int instruction_open(struct instructions *instructions) {
    memset(instructions, 0, sizeof(*instructions));
    instructions->rows = calloc(ROWS_MAX + 2, sizeof(*instructions->rows));
    instructions->site_capacity = SITES_INITIAL;
    instructions->sites = calloc(instructions->site_capacity, sizeof(struct site *));
    instructions->segment = 1;
    instructions->expected = instructions->rows;
    return instructions->rows == NULL || instructions->sites == NULL ? -1 : 0;
}

void instruction_close(struct instructions *instructions) {
    for (uint32_t i = 0; i < instructions->site_capacity; i++) {
        free(instructions->sites[i]);
    }
    free(instructions->sites);
    free(instructions->rows);
}

static uint32_t slot_of(const struct instructions *instructions, uint32_t pc) {
    uint32_t slot = pc * 2654435769u >> 7 & (instructions->site_capacity - 1); // Knuth's multiplicative hash
    while (instructions->sites[slot] != NULL && instructions->sites[slot]->pc != pc) {
        slot = (slot + 1) & (instructions->site_capacity - 1);
    }
    return slot;
}

static int enlarge(struct instructions *instructions) {
    struct instructions larger = *instructions;
    larger.site_capacity *= 2;
    larger.sites = calloc(larger.site_capacity, sizeof(struct site *));
    if (larger.sites == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < instructions->site_capacity; i++) {
        if (instructions->sites[i] != NULL) {
            larger.sites[slot_of(&larger, instructions->sites[i]->pc)] = instructions->sites[i];
        }
    }
    free(instructions->sites);
    instructions->sites = larger.sites;
    instructions->site_capacity = larger.site_capacity;
    return 0;
}

struct site *instruction_site(struct instructions *instructions, uint32_t pc) {
    uint32_t slot = slot_of(instructions, pc);
    if (instructions->sites[slot] != NULL) {
        return instructions->sites[slot];
    }
    if (instructions->site_count * 2 >= instructions->site_capacity) {
        if (enlarge(instructions) != 0) {
            return NULL;
        }
        slot = slot_of(instructions, pc);
    }
    struct site *made = calloc(1, sizeof(*made));
    if (made != NULL) {
        made->pc = pc;
        instructions->sites[slot] = made;
        instructions->site_count++;
    }
    return made;
}

// A row for the next time that a lane executes the site. There must be room.
static uint32_t new_row(struct instructions *instructions, struct site *site, unsigned bytes,
                        enum access_space space) {
    uint32_t index = ++instructions->row_count;
    struct row *row = &instructions->rows[index];
    row->key = instructions->any_order ? 0 : instruction_key(site->pc, space);
    row->lanes = row->others = 0;
    row->site = site;
    row->next = 0;
    row->space = (uint8_t)space;
    row->bytes = (uint8_t)bytes;
    site->bytes = bytes > site->bytes ? bytes : site->bytes;
    row[1].key = 0;
    if (site->segment != instructions->segment) {
        site->segment = instructions->segment;
        site->first_row = index;
    } else {
        instructions->rows[site->last_row].next = index;
    }
    site->last_row = index;
    if (instructions->cut_row == 0 && index >= ROWS_MAX / 2) {
        instructions->cut_row = index;
        row->key = 0; // no lane may use it as the expected row
    }
    return index;
}

// The running lane passes over its expected row: from now on each site must record which row the lane used last.
static void fall_out_of_step(struct instructions *instructions) {
    uint32_t next = (uint32_t)(instructions->expected - instructions->rows);
    instructions->lane_turn++;
    for (uint32_t i = 1; i < next; i++) {
        struct site *site = instructions->rows[i].site;
        site->lane_turn = instructions->lane_turn;
        site->lane_row = i;
    }
    instructions->guess = next;
    instructions->expected = &instructions->rows[0];
}

void instruction_resume_lane(struct instructions *instructions, unsigned lane) {
    instructions->lane_turn++;
    for (uint32_t i = 1; i <= instructions->row_count; i++) {
        if ((instructions->rows[i].lanes >> lane & 1) != 0) {
            instructions->rows[i].site->lane_turn = instructions->lane_turn;
            instructions->rows[i].site->lane_row = i;
        }
    }
    instructions->guess = instructions->row_count + 1;
    instructions->expected = &instructions->rows[0];
}

// The row for a lane that is not in step, which is made if it is new. 0: there is no room.
static uint32_t find_row(struct instructions *instructions, struct site *site, unsigned bytes,
                         enum access_space space) {
    uint32_t index;
    if (site->lane_turn == instructions->lane_turn) {
        index = instructions->rows[site->lane_row].next; // this lane has been here before
    } else {
        index = site->segment == instructions->segment ? site->first_row : 0;
    }
    if (index == 0 && instructions->row_count < ROWS_MAX) {
        index = new_row(instructions, site, bytes, space);
    }
    if (index != 0) {
        site->lane_turn = instructions->lane_turn;
        site->lane_row = index;
        instructions->guess = index + 1;
    }
    return index;
}

// Adds a lane to a row by the slow way. Each lane that accesses the other memory comes here.
static void add_lane(struct row *row, unsigned lane, uintptr_t address, enum access_space space,
                     enum access_kind kind, unsigned array) {
    uint32_t bit = 1u << lane, own = row->space == space ? row->lanes & ~row->others : row->others;
    if ((own & (bit - 1)) == 0) {
        row->in[space].kind = (uint8_t)kind;
        row->in[space].array = (uint8_t)array;
    }
    row->lanes |= bit;
    row->others |= row->space == space ? 0 : bit;
    row->addresses[lane] = address;
}

enum instruction_answer instruction_add(struct instructions *instructions, unsigned lane, uint32_t pc,
                                        uintptr_t address, unsigned bytes, enum access_space space,
                                        enum access_kind kind, unsigned array) {
    if (instruction_expects(instructions, pc, space)) {
        instruction_add_expected(instructions, lane, address);
        return INSTRUCTION_GO_ON;
    }
    bool in_step = instructions->expected != &instructions->rows[0];
    uint32_t index = in_step ? (uint32_t)(instructions->expected - instructions->rows) : instructions->guess;
    bool guessed = index <= instructions->row_count && instructions->rows[index].site->pc == pc;
    struct site *site = guessed ? instructions->rows[index].site : instruction_site(instructions, pc);
    if (site == NULL) {
        return INSTRUCTION_GO_ON; // out of memory: not counted
    }
    if (in_step && index > instructions->row_count && instructions->row_count < ROWS_MAX) {
        index = new_row(instructions, site, bytes, space);
    } else if (!in_step || !guessed) {
        if (in_step) {
            fall_out_of_step(instructions);
            in_step = false;
        }
        index = find_row(instructions, site, bytes, space);
    }
    if (index == 0) {
        return INSTRUCTION_FULL; // a lane on a very different path
    }
    struct row *row = &instructions->rows[index];
    if (in_step) {
        instructions->expected = row + 1;
    }
    add_lane(row, lane, address, space, kind, array);
    return index == instructions->cut_row ? INSTRUCTION_STOP : INSTRUCTION_GO_ON;
}

void instruction_clear(struct instructions *instructions) {
    instructions->row_count = 0;
    instructions->rows[1].key = 0;
    instructions->cut_row = 0;
    instructions->segment++;
}
