// What is wrong with an access, in words. All are about the running thread of `worker` and the access of
// `bytes` at `address` by the instruction `pc`. Those that cannot be followed by the access itself end the
// launch.
#ifndef SIM_ACCUSE_H
#define SIM_ACCUSE_H

#include "sim/schedule/worker.h"

// A race with the first of the suspects (earlier accesses) that happens_before.h cannot clear; nothing where
// it clears all.
void accuse_suspects(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc,
                     const struct access_record *suspects, unsigned count) __attribute__((cold));
// Also poisons the bytes of the word that are not set, so that what is read does not depend on what was there
// before.
void accuse_unset(struct worker *worker, uintptr_t address, uint8_t set_bytes, uint32_t pc)
    __attribute__((cold));
void accuse_input_written(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc)
    __attribute__((cold));

_Noreturn void accuse_constant_written(struct worker *worker, uintptr_t address, enum access_kind kind,
                                       uint32_t pc) __attribute__((cold));

// Outside every array of its kind of memory, or after cudaFree.
_Noreturn void accuse_stray(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                            uint32_t pc) __attribute__((cold));
_Noreturn void accuse_misaligned(struct worker *worker, uintptr_t address, unsigned bytes,
                                 enum access_kind kind, uint32_t pc) __attribute__((cold));
// Neither shared nor global memory, nor the thread's own stack.
_Noreturn void accuse_wrong_space(struct worker *worker, uintptr_t address, unsigned bytes,
                                  enum access_kind kind, uint32_t pc) __attribute__((cold));

#endif
