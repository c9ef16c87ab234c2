// What the models in the lessons show, counted as the simulated GPU counts it (sim/warp/counting.h).
//
// A page reads these structs as arrays of 32-bit numbers, in this order: docs/site/static/models.js.
#ifndef MODELS_H
#define MODELS_H

#include <stdint.h>

#include "sim/base/limits.h"

// Which thread t adds which pair in the step of stride s: the loops of labs 1 to 3.
enum model_pattern {
    MODEL_MODULO,      // lab01: elements t and t + s, if t is a multiple of 2 * s
    MODEL_INTERLEAVED, // lab02: elements 2 * s * t and 2 * s * t + s
    MODEL_SEQUENTIAL,  // lab03: elements t and t + s, if t < s; the strides become smaller
    MODEL_PATTERNS
};

// One step of a block's tree in shared memory, in which each adding thread executes a[i] += a[i + stride].
struct model_banks {
    uint32_t stride;            // in elements of 4 bytes
    uint32_t lanes;             // those of warp 0 that add, a bit each
    uint32_t passes;            // that warp 0's load of a[i] takes; 1: no conflict
    uint32_t words[WARP_LANES]; // the word at which a[i] of each of these lanes is stored; 0 for other lanes
    uint32_t banks[WARP_LANES]; // the bank of that word
    // Of all warps of the block, in this step:
    uint32_t working_warps, load_conflicts, store_conflicts, wavefronts; // wavefronts: of loads and stores
};

// Fills in the step numbered `step`, from 0, of a block of `threads` threads (a power of two, 64 to 1024), which has
// one element for each thread. `padding` words are skipped after every 32 elements. Returns NULL after the last step.
// The result is valid until the next call. Example: step 2 of MODEL_INTERLEAVED with 256 threads has stride 4, and 14
// load conflicts.
const struct model_banks *model_banks(enum model_pattern pattern, unsigned threads, unsigned padding,
                                      unsigned step);

// A load from global memory by the 32 lanes of a warp, of one element each. Sector k begins at byte 32 * k.
struct model_sectors {
    uint32_t count;                 // sectors that it touches
    uint32_t used_bytes;            // different bytes that the lanes read
    uint32_t addresses[WARP_LANES]; // of each lane's element, in bytes
    uint32_t touched[WARP_LANES];   // [0 .. count - 1]: the sectors, by rising address
    uint32_t used[WARP_LANES];      // [0 .. count - 1]: which of a sector's bytes are read, a bit each
};

// Fills in a load in which lane l reads the element of index offset + l * stride. An element has `bytes` bytes: 1, 4, 8
// or 16. The result is valid until the next call. Example: 4-byte elements at stride 2 touch 8 sectors.
const struct model_sectors *model_sectors(unsigned stride, unsigned offset, unsigned bytes);

#endif
