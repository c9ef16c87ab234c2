#include "models/models.h"

#include <stdbool.h>
#include <stddef.h>

#include "sim/warp/counting.h"

// Does the thread add a pair in the step of this stride? Then *left is the index of the pair's left element.
static bool adds(enum model_pattern pattern, unsigned thread, unsigned stride, unsigned threads,
                 unsigned *left) {
    *left = pattern == MODEL_INTERLEAVED ? 2 * stride * thread : thread;
    return pattern == MODEL_MODULO        ? thread % (2 * stride) == 0
           : pattern == MODEL_INTERLEAVED ? *left < threads
                                          : thread < stride;
}

static uintptr_t address_of(unsigned element, unsigned padding) {
    return 4 * (element + element / BANK_COUNT * padding);
}

// Counts one access to shared memory, and returns the passes that it takes.
static unsigned count_access(struct row *row, enum access_kind kind, struct counters *counters,
                             struct warp_interval *warp) {
    row->in[SPACE_SHARED].kind = (uint8_t)kind;
    struct counted_row counted = count_measure(row, SPACE_SHARED, row->lanes, NULL);
    count_row(&counted, ~0u, 1, counters);
    count_note(&counted, ~0u, warp);
    return counted.passes;
}

const struct model_banks *model_banks(enum model_pattern pattern, unsigned threads, unsigned padding,
                                      unsigned step) {
    static struct model_banks shown;
    if (threads >> step <= 1) {
        return NULL;
    }
    shown = (struct model_banks){.stride = pattern == MODEL_SEQUENTIAL ? threads >> (step + 1) : 1u << step};
    struct counters counters = {0};
    for (unsigned first = 0; first < threads; first += WARP_LANES) {
        struct site site = {0};
        struct row left = {.site = &site, .space = SPACE_SHARED, .bytes = 4}, right = left;
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            unsigned element;
            if (adds(pattern, first + lane, shown.stride, threads, &element)) {
                left.lanes |= 1u << lane;
                left.addresses[lane] = address_of(element, padding);
                right.addresses[lane] = address_of(element + shown.stride, padding);
            }
        }
        right.lanes = left.lanes;
        if (left.lanes == 0) {
            continue;
        }
        struct warp_interval warp = {0};
        struct block_interval block = {0};
        unsigned passes = count_access(&left, ACCESS_READ, &counters, &warp);
        count_access(&right, ACCESS_READ, &counters, &warp);
        count_access(&left, ACCESS_WRITE, &counters, &warp);
        count_warp_interval(&warp, &counters, &block);
        if (first == 0) {
            shown.lanes = left.lanes;
            shown.passes = passes;
            for (unsigned lane = 0; lane < WARP_LANES; lane++) {
                shown.words[lane] = (uint32_t)(left.addresses[lane] / 4);
                shown.banks[lane] = shown.words[lane] % BANK_COUNT;
            }
        }
    }
    shown.working_warps = (uint32_t)counters.working_warps;
    shown.load_conflicts = (uint32_t)counters.shared_load_conflicts;
    shown.store_conflicts = (uint32_t)counters.shared_store_conflicts;
    shown.wavefronts = (uint32_t)(counters.shared_load_wavefronts + counters.shared_store_wavefronts);
    return &shown;
}

const struct model_sectors *model_sectors(unsigned stride, unsigned offset, unsigned bytes) {
    static struct model_sectors shown;
    shown = (struct model_sectors){0};
    uintptr_t addresses[WARP_LANES];
    unsigned listed = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint32_t address = (offset + lane * stride) * bytes, sector = address / SECTOR_BYTES;
        addresses[lane] = shown.addresses[lane] = address;
        listed += listed == 0 || shown.touched[listed - 1] != sector;
        shown.touched[listed - 1] = sector;
        // An element does not cross into the next sector, because its address is a multiple of its size.
        shown.used[listed - 1] |= ((1u << bytes) - 1) << address % SECTOR_BYTES;
        shown.used_bytes += lane == 0 || stride != 0 ? bytes : 0;
    }
    shown.count = count_sectors(addresses, ~0u, bytes);
    return &shown;
}
