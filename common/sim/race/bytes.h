// Words of which single bytes are accessed. Two threads that write different bytes of one word do not race,
// so such a word is split: each of its bytes gets a history of its own, until a write of the whole word makes
// it one again.
//
// Cost: O(1) time an access and a history of shadow.h a byte, and only for words that are accessed so.
#ifndef SIM_BYTES_H
#define SIM_BYTES_H

#include "sim/schedule/worker.h"

// The race rule for the bytes `mask` of the word of `shadow`, which is split, or is split by this access.
// `address` is that of the first of them.
void bytes_access(struct worker *worker, const struct shadow *shadow, const struct accessor *who,
                  uintptr_t address, uint8_t mask, enum access_kind kind);

#endif
