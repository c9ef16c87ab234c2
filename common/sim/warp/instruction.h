// Lanes laid side by side: from the accesses of single threads to warp instructions.
//
// Between two waits, the lanes of a warp run one after the other. Each access is matched with those of
// earlier lanes by its instruction and by how often the lane has executed it: the k-th time of one lane
// belongs to the k-th time of another. A matched row is one warp instruction: its lanes and their addresses.
// When all lanes wait, the rows are counted (counting.h) and cleared.
//
// Cost: O(1) per access. A lane usually takes the same path as those before it. As long as it has used every
// row so far (it is in step), its next access belongs to the next row, or to a new one after the last. Once
// it has passed over a row, a hash table leads from the instruction to its rows. Memory: ROWS_MAX rows. A
// longer stretch is cut at an instruction where all lanes can be stopped.
//
// One instruction may access shared memory in some lanes and global memory in others. Each memory then gets a request
// for its own lanes, whatever the order in which the lanes run.
#ifndef SIM_INSTRUCTION_H
#define SIM_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/base/limits.h"
#include "runner/counters.h"
#include "sim/base/access_kind.h"

enum access_space { SPACE_GLOBAL, SPACE_SHARED, SPACE_COUNT };

// One instruction of the kernel.
struct site {
    uint32_t pc;
    uint32_t bytes;   // of its widest access
    uint32_t segment; // the stretch to which first_row and last_row belong
    uint32_t first_row, last_row;
    uint64_t lane_turn; // the lane's turn to which lane_row belongs
    uint32_t lane_row;  // the row that the lane used last
    unsigned pattern;   // number of the last pattern in which it accesses shared memory (sim/pattern)
    struct counters total;
};

struct row {
    uint32_t
        key; // of the memory that the first lane accessed; 0: the row after the last, or no fast way to it
    uint32_t lanes;
    struct site *site;
    uint32_t next;        // row of the same site, for its next time; 0: none yet
    uint32_t others;      // lanes that access the other memory than `space`
    uint8_t space, bytes; // of the first lane
    struct {              // by memory:
        uint8_t kind,
            array; // small number of its lowest lane's array: does a warp read and write the same one?
    } in[SPACE_COUNT];
    uintptr_t addresses[WARP_LANES];
};

// What an instruction's rows are found by as long as lanes are in step: its pc and the memory.
static inline uint32_t instruction_key(uint32_t pc, enum access_space space) {
    return space == SPACE_SHARED ? pc : ~pc;
}

struct instructions {
    struct row *rows;     // [1 .. row_count]; row 0 and the one after the last have key 0
    struct row *expected; // in step: the row that the running lane will use next; otherwise row 0
    uint32_t row_count;
    bool any_order;     // may a lane run before a lower one?
    uint32_t guess;     // not in step: the row that it will probably use next
    uint32_t segment;   // number of the stretch
    uint64_t lane_turn; // increases each time a lane falls out of step
    // Where all lanes of a long stretch are stopped; 0: not determined yet.
    uint32_t cut_row;
    struct site **sites; // open hash table by pc
    uint32_t site_capacity, site_count;
};

int instruction_open(struct instructions *instructions); // 0, or -1 if memory is short
void instruction_close(struct instructions *instructions);

// A lane begins its part of a stretch.
static inline void instruction_begin_lane(struct instructions *instructions) {
    instructions->expected = &instructions->rows[1];
}

// The lane goes on in the middle of its part, after accesses of other lanes have been added.
void instruction_resume_lane(struct instructions *instructions, unsigned lane);

enum instruction_answer {
    INSTRUCTION_GO_ON,
    INSTRUCTION_STOP, // the stretch is long: the lane stops here until the others have come as far
    INSTRUCTION_FULL  // no room: the lane stops, and adds this access again in the next stretch
};

// The site of an instruction, which is made if it is new. NULL if memory is short.
struct site *instruction_site(struct instructions *instructions, uint32_t pc);

// Is the running lane in step, and is its next row one of the instruction `pc`, for the same memory?
static inline bool instruction_expects(const struct instructions *instructions, uint32_t pc,
                                       enum access_space space) {
    return instructions->expected->key == instruction_key(pc, space);
}

// Adds an access of lane `lane` to the expected row.
static inline void instruction_add_expected(struct instructions *instructions, unsigned lane,
                                            uintptr_t address) {
    struct row *row = instructions->expected++;
    row->lanes |= 1u << lane;
    row->addresses[lane] = address;
}

// Adds one access of lane `lane` by the instruction `pc`, which is not 0.
enum instruction_answer instruction_add(struct instructions *instructions, unsigned lane, uint32_t pc,
                                        uintptr_t address, unsigned bytes, enum access_space space,
                                        enum access_kind kind, unsigned array);

// The row to which the last access was added, by the same lane.
static inline uint32_t instruction_last_row(const struct instructions *instructions) {
    bool in_step = instructions->expected != &instructions->rows[0];
    return (in_step ? (uint32_t)(instructions->expected - instructions->rows) : instructions->guess) - 1;
}

// Clears all rows: a new stretch begins.
void instruction_clear(struct instructions *instructions);

#endif
