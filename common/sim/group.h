// Lanes laid side by side: from the accesses of single threads to warp instructions.
//
// The lanes of a warp run one after the other between two waits. Each access is matched with those of the lanes
// before it by instruction and by how often this lane has come past it: the k-th time of one lane belongs to the
// k-th time of another. A matched row is one warp instruction: its lanes and their addresses. When all lanes have
// come to a wait the rows are counted (count.h) and forgotten.
//
// Cost: O(1) an access. A lane usually takes the same way as the one before it, so the row after the last one is
// tried first; else a hash table leads from the instruction to its rows. Memory: ROWS_MAX rows; a longer stretch
// is cut (group_full) at an instruction at which all lanes can be stopped.
#ifndef SIM_GROUP_H
#define SIM_GROUP_H

#include <stddef.h>
#include <stdint.h>

#include "limits.h"
#include "run/counters.h"
#include "shadow.h"

enum access_space { SPACE_GLOBAL, SPACE_SHARED };

// One instruction of the kernel.
struct site {
    uint32_t pc;
    uint32_t segment;   // the stretch that first_row and last_row belong to
    uint32_t first_row, last_row;
    uint64_t lane_turn; // the lane's turn that lane_row belongs to
    uint32_t lane_row;  // the row that this lane used last
    struct counters total;
};

struct row {
    struct site *site;
    uint32_t next; // row of the same site, one time further; 0: none yet
    uint32_t lanes;
    uint8_t space, kind, bytes;
    uint8_t array; // small number of the array, for "reads and writes the same"
    uintptr_t addresses[WARP_LANES];
};

struct group {
    struct row *rows; // [1 .. row_count]; row 0 is unused
    uint32_t row_count;
    uint32_t cursor;    // the row that the running lane is expected to use next
    uint32_t segment;   // number of the stretch
    uint64_t lane_turn; // one more each time a lane starts a stretch
    // The place where all lanes of a long stretch are stopped: the cut_row's site and time.
    uint32_t cut_row;
    struct site **sites; // open hash table by pc
    uint32_t site_capacity, site_count;
};

int group_open(struct group *group); // 0, or -1 when memory is short
void group_close(struct group *group);

// A lane begins (its part of) a stretch.
static inline void group_begin_lane(struct group *group) {
    group->lane_turn++;
    group->cursor = 1;
}

enum group_answer {
    GROUP_GO_ON,
    GROUP_STOP, // the stretch is long: this lane stops here until the others have come as far
    GROUP_FULL  // no room: this lane stops, and adds this access again in the next stretch
};

// The site of an instruction, made if there is none. NULL when memory is short.
struct site *group_site(struct group *group, uint32_t pc);

// A row for the next time that a lane comes to the site. There has to be room.
uint32_t group_new_row(struct group *group, struct site *site, unsigned bytes, enum access_space space,
                       enum access_kind kind, unsigned array);

// Adds one access of lane `lane`.
static inline enum group_answer group_add(struct group *group, unsigned lane, uint32_t pc, uintptr_t address, unsigned bytes,
               enum access_space space, enum access_kind kind, unsigned array) {
    struct site *site;
    if (group->cursor <= group->row_count && group->rows[group->cursor].site->pc == pc) {
        site = group->rows[group->cursor].site;
    } else if ((site = group_site(group, pc)) == NULL) {
        return GROUP_GO_ON; // out of memory: uncounted rather than wrong
    }
    uint32_t index;
    if (site->lane_turn == group->lane_turn) {
        index = group->rows[site->lane_row].next; // this lane has been here before
    } else {
        index = site->segment == group->segment ? site->first_row : 0;
    }
    if (index == 0) {
        if (group->row_count == ROWS_MAX) {
            return GROUP_FULL; // a lane far off the others' way
        }
        index = group_new_row(group, site, bytes, space, kind, array);
    }
    site->lane_turn = group->lane_turn;
    site->lane_row = index;
    group->cursor = index + 1;

    struct row *row = &group->rows[index];
    row->lanes |= 1u << lane;
    row->addresses[lane] = address;
    if (group->cut_row == 0 && group->row_count >= ROWS_MAX / 2) {
        group->cut_row = index;
    }
    return index == group->cut_row ? GROUP_STOP : GROUP_GO_ON;
}

// Forgets all rows: a new stretch begins.
void group_clear(struct group *group);

#endif
