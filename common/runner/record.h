// The recording of one case: what every thread did in memory, and what happened in between. The simulated GPU
// writes it into memory that it shares with the checker (protocol.h), entry by entry, so it is there however
// the program ends. check/trace makes the documented trace (docs/trace.md) of it.
//
// Values are those that a read found and a write left. Addresses in shared memory count from its beginning.
#ifndef LABS_RECORD_H
#define LABS_RECORD_H

#include <stdint.h>

enum record_type {
    RECORD_NONE,      // an entry that was begun and not finished
    RECORD_ACCESS,    // kind (enum record_access), bytes, thread, row, pc, address, value: read or written;
                      // atomic update: old, new
    RECORD_COST,      // row, kind: RECORD_SHARED_SPACE or 0; pc: passes over the banks, or sectors, of the
                      // row's accesses, if more than one; extra: passes due to conflicts
    RECORD_STRETCH,   // thread: first of the warp whose accesses since the last stretch are now complete;
                      // pc: its lanes when it began; extra: those that have not left the kernel now
    RECORD_BLOCK,     // address: index in the grid; pc: number of the launch; extra: block id
    RECORD_BLOCK_END, // kind: 1 if a thread had to be stopped
    RECORD_BARRIER,   // pc: all waiting threads of the block go on
    RECORD_WAIT,      // thread, pc, kind: where it waits (enum record_wait), before a barrier that not all
                      // threads reach, or an end
    RECORD_EXCHANGE,  // thread, pc, kind (enum record_exchange), row: number of the exchange, extra: lane
                      // whose value it gets; value: given, got
    RECORD_LAUNCH, // pc, extra: number; address: grid.x, y; value: grid.z, block.x; block.y, z. Then its name
    RECORD_LAUNCH_END, // extra: number
    RECORD_ARRAY, // address, value: bytes, bytes of an element; kind (enum record_array); pc; extra: in shared memory,
                  // its row (element_name.h). Then its name
    RECORD_CONTENTS, // address, value: 16 bytes of memory before a launch; extra: bit b: byte b is set;
                     // kind: 1 if it is the input
    RECORD_MISTAKE,  // kind: class of the diagnostic; pc, row << 16 | bytes unused; extra: block id;
                     // value: the second pc
    RECORD_DETAIL,   // of the mistake before it: thread, kind and bytes of the access, address; extra: the
                     // earlier access's block id, 0: none; pc: its pc; value: its thread, its kind
    RECORD_COPY,     // pc, address, value: bytes from there are copied to the host
    RECORD_HOST,     // pc, address: host code reads managed memory, or the copy of what was at the address
    RECORD_NAME      // 38 bytes of a name, from `row` on
};

enum record_array { RECORD_GLOBAL, RECORD_INPUT, RECORD_OUTPUT, RECORD_SHARED };
enum record_wait { RECORD_AT_BARRIER, RECORD_AT_EXCHANGE, RECORD_POLLS, RECORD_LEFT, RECORD_RUNS };
enum record_exchange { RECORD_SHUFFLE, RECORD_VOTE, RECORD_WARP_BARRIER };

// How a thread accesses memory (sim/base/access_kind.h). Strong accesses, all but the first two, may be of several
// blocks.
enum record_access {
    RECORD_READ,
    RECORD_WRITE,
    RECORD_STRONG_READ,
    RECORD_STRONG_WRITE,
    RECORD_ATOMIC, // update
    RECORD_ATOMIC_READ,
    RECORD_ATOMIC_WRITE
};

enum { RECORD_SHARED_SPACE = 0x80, RECORD_KIND = 0x7f }; // in `kind` of an access or a detail

struct record_entry {
    uint8_t type; // enum record_type
    uint8_t kind, bytes;
    uint8_t worker;
    uint16_t thread; // linear index in the block
    uint16_t row;    // of an access: which warp instruction of its stretch
    uint32_t pc, extra;
    uint64_t address;
    uint64_t value[2];
};

struct record {
    uint64_t capacity; // entries that there is room for; in the checker: entries that were recorded
    uint64_t count;    // entries that were wanted; more than `capacity` if some were left out
    struct record_entry entries[];
};

enum { RECORD_NAME_BYTES = sizeof(struct record_entry) - 8 };

#endif
