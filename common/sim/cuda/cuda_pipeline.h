// NVIDIA's functions for asynchronous copies of a thread (sim/copies.h).
#ifndef SIM_CUDA_PIPELINE_H
#define SIM_CUDA_PIPELINE_H

#include "sim/copies.h"

// Copies `bytes`, 4, 8 or 16, of which the last `zeros` become 0.
SIM_CALLED inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0) {
    void *pc = SIM_CALLER;
    const size_t copied = zeros < bytes ? bytes - zeros : 0;
    char values[16] = {0};
    if (copied > 0) {
        sim_load(from, copied, SIM_PLAIN, pc);
        sim_copy_bytes(values, from, copied);
    }
    sim_store(to, bytes, SIM_PLAIN, (char *)pc - 1); // another instruction
    sim_copy_bytes(to, values, bytes);
    sim_copy_begun(to, bytes, pc);
}
SIM_RAW inline void __pipeline_commit() {
    sim_copies_commit();
}
SIM_RAW inline void __pipeline_wait_prior(size_t prior) {
    sim_copies_wait_prior(prior);
}

#endif
