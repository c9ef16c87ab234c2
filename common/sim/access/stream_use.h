// Operations of streams use global memory: reports races between them (race/stream_words.h).
#ifndef SIM_STREAM_USE_H
#define SIM_STREAM_USE_H

#include "sim/race/stream_words.h"
#include "sim/schedule/worker.h"

// The latest operation, which is not a launch, accesses these bytes of an allocation or of a variable.
void stream_use_range(uint32_t operation, uintptr_t address, size_t bytes, enum access_kind kind);

// The launch accesses the bytes `mask` of the word at `address`, which is in `found` and locked.
void stream_use_word(struct worker *worker, const struct allocation *found, uintptr_t address, unsigned mask,
                     enum access_kind kind);

// Host code accesses managed memory, at `pc`.
void stream_use_host(const struct allocation *found, uintptr_t address, unsigned bytes, enum access_kind kind,
                     uint32_t pc);

// The program has ended, and its caller copies the result, all of this allocation. That copy waits for the legacy
// stream and those that wait with it, not for a nonblocking one.
void stream_use_result(const struct allocation *found);

#endif
