// Wrong accesses: decides what is wrong and has it reported. All are about the running
// thread of `worker` and its access of `bytes` at `address` by the instruction `pc`. If the access itself
// cannot follow, the launch ends: at once, or after a read at the end of the statement (schedule/astray.h).
#ifndef SIM_MISTAKE_H
#define SIM_MISTAKE_H

#include "sim/schedule/worker.h"

// A race with the first of the candidates (earlier accesses) that happens_before.h does not order; nothing if
// it orders all.
void mistake_race(struct worker *worker, uintptr_t address, uint8_t mask, enum access_kind kind, uint32_t pc,
                  struct race_candidate *candidates, unsigned count) __attribute__((cold));

// Also poisons the bytes of the word that are not set: the result must not depend on earlier contents. That
// is all for an exchange: if the program ignores the old value, it only stores.
void mistake_unset(struct worker *worker, uintptr_t address, uint8_t set_bytes, uint32_t pc, bool exchanges)
    __attribute__((cold));

void mistake_input_written(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc)
    __attribute__((cold));

_Noreturn void mistake_constant_written(struct worker *worker, uintptr_t address, enum access_kind kind,
                                        uint32_t pc) __attribute__((cold));

// A load through the read-only cache of what `write`, which is ordered before it, has written in this launch.
void mistake_read_only(struct worker *worker, uintptr_t address, uint32_t pc,
                       const struct access_record *write) __attribute__((cold));

// Outside every array of its kind of memory, or after cudaFree. These return if the thread goes on.
void mistake_stray(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                   uint32_t pc) __attribute__((cold));
void mistake_misaligned(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                        enum access_kind kind, uint32_t pc) __attribute__((cold));
// In neither shared nor global memory, nor on the thread's own stack.
void mistake_wrong_space(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                         uint32_t pc) __attribute__((cold));

#endif
