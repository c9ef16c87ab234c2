// Words of which single bytes are accessed. Two threads that write different bytes of one word do not race,
// so such a word is split: each of its bytes gets a cell of its own, until a write of the whole word makes it
// one again.
//
// What is set stays in the word's own cell, and the split word's `write.serial` is 0, by which the fast way
// of access.h finds out. Cost: O(1) time an access and a cell of shadow.h a byte, and only for words that are
// accessed so.
#ifndef SIM_BYTES_H
#define SIM_BYTES_H

#include "worker.h"

// The questions of access_word to the bytes `mask` of a word that is split, or is split by this access.
// `bytes` are the cells of its bytes, `address` is the first of those that are accessed.
void bytes_access(struct worker *worker, struct shadow_cell *cell, struct shadow_cell bytes[4],
                  const struct accessor *who, uintptr_t address, uint8_t mask, enum access_kind kind);

// What stands in the word is an earlier block's: forgets it.
static inline void bytes_forget(struct shadow_cell *cell) {
    cell->set_bytes = 0;
    if (cell->split) {
        cell->split = false;
        cell->read_a.serial = 0;
    }
}

// The block to which the contents of a word of shared memory belong.
static inline uint32_t bytes_serial(const struct shadow_cell *cell) {
    return cell->split ? cell->read_a.serial : cell->write.serial;
}

#endif
