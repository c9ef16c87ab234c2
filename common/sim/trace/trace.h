// Recording a case (runner/record.h): called where the simulated GPU counts, waits and reports.
//
// Cost: one comparison for each call while nothing is recorded; the callers are off the fast paths of
// access/access.h, which recording closes.
#ifndef SIM_TRACE_H
#define SIM_TRACE_H

#include <stdbool.h>
#include <stddef.h>

#include "runner/record.h"
#include "sim/base/access_kind.h"
#include "sim/base/launch.h"
#include "sim/memory/global_memory.h"
#include "sim/memory/shared_memory.h"

extern struct record *trace_record; // NULL: nothing is recorded

static inline bool trace_on(void) {
    return __builtin_expect(trace_record != NULL, 0);
}

// Records the next case into `memory` of `bytes`; NULL: no more. Reads no memory of a case.
void trace_begin(void *memory, size_t bytes);

// All functions below are called only if trace_on(). `worker` is its number.

// An access, right before it happens, as warp instruction `row` of its stretch.
void trace_access(unsigned worker, unsigned thread, uint32_t row, uint32_t pc, uintptr_t address,
                  unsigned bytes, enum access_kind kind);

// The thread's last access happens only now, because the thread had to wait in between.
void trace_again(unsigned worker, unsigned thread);

// What the accesses of a row cost: passes over the banks, and how many of them are due to conflicts; in global memory,
// `passes` are sectors. Before the row's stretch ends.
void trace_cost(unsigned worker, uint32_t row, bool shared, unsigned passes, unsigned conflicts);

// The warp that begins with thread `first` has come to the end of a stretch. `lanes`, `live`: its lanes in the
// kernel before and now.
void trace_stretch(unsigned worker, unsigned first, uint32_t lanes, uint32_t live,
                   const struct shared_memory *shared);

void trace_block(unsigned worker, const struct launch *launch, uint64_t block,
                 const struct shared_memory *shared);
void trace_block_end(unsigned worker, const struct shared_memory *shared, bool abandoned);
// At the end of a block barrier at `pc`. If not all threads of the block are there, trace_wait says where they are.
void trace_barrier(unsigned worker, uint32_t pc);
void trace_wait(unsigned worker, unsigned thread, enum record_wait where, uint32_t pc);

// One lane's part in exchange number `group` of its worker. `source`: the thread's lane whose value it gets.
void trace_exchange(unsigned worker, uint16_t group, unsigned thread, uint32_t pc, enum record_exchange kind,
                    unsigned source, uint64_t given, uint64_t got);

// Before a launch, with the contents of global memory, which must be unlocked; and after it.
void trace_launch(const struct launch *launch);
void trace_launch_end(const struct launch *launch);

void trace_allocation(const struct allocation *allocation, bool output);

// A copy of `bytes` from global memory to the host, and host code's read of such a copy, or of managed memory.
void trace_copy(uint32_t pc, uintptr_t address, size_t bytes);
void trace_host_read(uint32_t pc, uintptr_t address);

// A mistake of block `block_id`; then, if it is an access, the access and an earlier one (NULL: none).
void trace_mistake(unsigned class_, uint32_t pc, uint32_t second_pc, uint32_t block_id);
void trace_mistaken_access(unsigned thread, uintptr_t address, unsigned bytes, enum access_kind kind,
                           const struct access_record *earlier);

#endif
