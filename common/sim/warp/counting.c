#include "sim/warp/counting.h"

// __builtin_popcount() is a function call unless all processors have the instruction.
static unsigned count_lanes(uint32_t lanes) {
    lanes -= lanes >> 1 & 0x55555555u;
    lanes = (lanes & 0x33333333u) + (lanes >> 2 & 0x33333333u);
    lanes = (lanes + (lanes >> 4)) & 0x0f0f0f0fu;
    return lanes * 0x01010101u >> 24;
}

// Are the addresses of neighbouring lanes all the same distance apart? Then most questions are easy. *step:
// that distance, 0 for a single lane. Idle lanes in between do not count.
static bool in_steps(const uintptr_t *addresses, uint32_t lanes, uintptr_t *step) {
    if (lanes == ~0u) { // the usual case; the compiler handles several lanes at once
        uintptr_t expected = addresses[0], others = 0;
        *step = addresses[1] - addresses[0];
        for (unsigned i = 0; i < WARP_LANES; i++, expected += *step) {
            others |= addresses[i] ^ expected;
        }
        return others == 0;
    }
    uintptr_t before = addresses[__builtin_ctz(lanes)];
    uint32_t rest = lanes & (lanes - 1);
    *step = rest == 0 ? 0 : addresses[__builtin_ctz(rest)] - before;
    for (; rest != 0; rest &= rest - 1) {
        uintptr_t address = addresses[__builtin_ctz(rest)];
        if (address - before != *step) {
            return false;
        }
        before = address;
    }
    return true;
}

static unsigned part_wavefronts(const uintptr_t *addresses, uint32_t lanes, unsigned words) {
    uintptr_t wanted[BANK_COUNT][WARP_LANES]; // different words per bank
    uint8_t count[BANK_COUNT] = {0};
    unsigned most = 1;
    uintptr_t next = 0; // no lane so far accesses this word or a later one
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uintptr_t word = addresses[__builtin_ctz(rest)] / 4;
        for (unsigned w = 0; w < words; w++, word++) {
            unsigned bank = (unsigned)(word % BANK_COUNT), i = word < next ? 0 : count[bank];
            while (i < count[bank] && wanted[bank][i] != word) {
                i++;
            }
            if (i == count[bank] && i < WARP_LANES) {
                wanted[bank][i] = word;
                if (++count[bank] > most) {
                    most = count[bank];
                }
                next = word >= next ? word + 1 : next;
            }
        }
    }
    return most;
}

// Is the lane at this distance (of the number's bits) idle, or does it access the same address, for every lane?
static bool partners_agree(const uintptr_t *addresses, uint32_t lanes, unsigned distance) {
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest), partner = lane ^ distance;
        if ((lanes >> partner & 1) != 0 && addresses[partner] != addresses[lane]) {
            return false;
        }
    }
    return true;
}

unsigned count_wavefronts(const uintptr_t addresses[WARP_LANES], uint32_t lanes, unsigned bytes, bool loads,
                          unsigned *conflicts) {
    uintptr_t step;
    if (bytes == 4 && in_steps(addresses, lanes, &step) && step % 4 == 0) {
        // Words that are `step` apart return to the same bank after BANK_COUNT / 2^k of them, where 2^k is
        // the largest power of two that divides the step in words.
        unsigned power = step == 0 ? 0 : (unsigned)__builtin_ctzll(step / 4);
        unsigned banks = power >= 5 ? 1 : BANK_COUNT >> power;
        unsigned passes = step == 0 ? 1 : (count_lanes(lanes) + banks - 1) / banks;
        *conflicts = passes - 1;
        return passes;
    }
    unsigned words = bytes <= 4 ? 1 : bytes / 4;
    unsigned together = WARP_LANES / words; // lanes that are served at once
    if (loads && (words == 2 || words == 4) &&
        (partners_agree(addresses, lanes, 1) || partners_agree(addresses, lanes, 2))) {
        together *= 2;
    }
    uint32_t mask = together == WARP_LANES ? ~0u : (1u << together) - 1;
    unsigned passes = 0, least = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane += together) {
        uint32_t part = lanes & mask << lane;
        passes += part == 0 ? 0 : part_wavefronts(addresses, part, words);
        least += part != 0;
    }
    *conflicts = passes - least;
    return passes;
}

unsigned count_sectors(const uintptr_t addresses[WARP_LANES], uint32_t lanes, unsigned bytes) {
    uintptr_t step;
    if (in_steps(addresses, lanes, &step) && (step == bytes || step == 0)) {
        uintptr_t first = addresses[__builtin_ctz(lanes)],
                  end = first + (count_lanes(lanes) - 1) * step + bytes - 1;
        return (unsigned)(end / SECTOR_BYTES - first / SECTOR_BYTES + 1);
    }
    uintptr_t seen[2 * WARP_LANES];
    unsigned count = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uintptr_t address = addresses[__builtin_ctz(rest)];
        for (uintptr_t sector = address / SECTOR_BYTES; sector <= (address + bytes - 1) / SECTOR_BYTES;
             sector++) {
            unsigned i = count;
            while (i > 0 && seen[i - 1] != sector) {
                i--;
            }
            if (i == 0) {
                seen[count++] = sector;
            }
        }
    }
    return count;
}

// Does each lane read only what it has just written itself?
static bool is_own(const struct row *row, enum access_space space, uint32_t lanes,
                   const struct row *written) {
    if (written == NULL || row->in[space].kind != ACCESS_READ || written->in[space].kind != ACCESS_WRITE ||
        written->space != space || written->bytes != row->bytes || written->others != 0 ||
        (lanes & ~written->lanes) != 0) {
        return false;
    }
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        if (row->addresses[lane] != written->addresses[lane]) {
            return false;
        }
    }
    return true;
}

struct counted_row count_measure(const struct row *row, enum access_space space, uint32_t lanes,
                                 const struct row *written) {
    struct counted_row counted = {.site = row->site,
                                  .lanes = lanes,
                                  .space = (uint8_t)space,
                                  .kind = row->in[space].kind,
                                  .array = row->in[space].array,
                                  .own = is_own(row, space, lanes, written)};
    if (counted.kind == ACCESS_ATOMIC) {
        return counted;
    }
    if (space == SPACE_SHARED) {
        counted.passes = count_wavefronts(row->addresses, lanes, row->bytes,
                                          access_reads(row->in[space].kind), &counted.conflicts);
    } else {
        counted.passes = count_sectors(row->addresses, lanes, row->bytes);
    }
    return counted;
}

static bool polls(const struct counted_row *row) {
    return access_reads(row->kind) && access_strong(row->kind) && row->space == SPACE_GLOBAL;
}

void count_row(const struct counted_row *row, uint32_t live, uint64_t times, struct counters *interval) {
    struct counters *site = &row->site->total;
    bool writes = !access_reads(row->kind);

#define ADD(counter, amount) (interval->counter += times * (amount), site->counter += times * (amount))
    ADD(warp_instructions, 1);
    ADD(active_lanes, count_lanes(row->lanes));
    if (row->kind == ACCESS_ATOMIC) {
        ADD(atomics, 1);
        ADD(atomic_lanes, count_lanes(row->lanes));
        ADD(global_atomic_lanes, row->space == SPACE_GLOBAL ? count_lanes(row->lanes) : 0);
    } else if (row->space == SPACE_SHARED) {
        if (writes) {
            ADD(shared_store_requests, 1);
            ADD(shared_store_wavefronts, row->passes);
            ADD(shared_store_conflicts, row->conflicts);
        } else {
            ADD(shared_load_requests, 1);
            ADD(shared_load_wavefronts, row->passes);
            ADD(shared_load_conflicts, row->conflicts);
        }
    } else if (polls(row)) {
        ADD(polls, 1); // how often depends on timing, from which the other counters must be free
    } else if (writes) {
        ADD(global_store_requests, 1);
        ADD(global_store_sectors, row->passes);
    } else {
        ADD(global_load_requests, 1);
        ADD(global_load_sectors, row->passes);
    }
#undef ADD
    site->divergent_warps += row->lanes != live ? times : 0;
}

void count_note(const struct counted_row *row, uint32_t live, struct warp_interval *warp) {
    bool reads = access_reads(row->kind);
    uint64_t array = 1ull << row->array % 64;
    warp->active = true;
    warp->divergent |= row->lanes != live;
    warp->arrays_read |= reads && !polls(row) && !row->own ? array : 0;
    warp->arrays_written |= reads ? 0 : array;
    warp->steps += !polls(row);
    const uint32_t lanes = (uint32_t)__builtin_popcount(row->lanes);
    warp->few += !polls(row) && lanes < FEW_LANES;
    warp->lanes = lanes > warp->lanes ? lanes : warp->lanes;
}

static void count_once(const struct counted_row *row, uint32_t live, struct counters *interval,
                       struct warp_interval *warp) {
    count_row(row, live, 1, interval);
    count_note(row, live, warp);
}

bool count_rows(struct instructions *instructions, uint32_t live, struct counters *interval,
                struct warp_interval *warp) {
    uint32_t missing = 0;
    const struct row *written = NULL;
    for (uint32_t i = 1; i <= instructions->row_count; i++) {
        const struct row *row = &instructions->rows[i];
        uint32_t lanes = row->lanes & ~row->others, lacking = live & ~row->lanes;
        struct counted_row counted = count_measure(row, row->space, lanes, written);
        count_once(&counted, lanes | lacking, interval, warp);
        if (row->others != 0) {
            counted = count_measure(row, SPACE_COUNT - 1 - row->space, row->others, written);
            count_once(&counted, row->others | lacking, interval, warp);
        }
        missing |= lacking;
        written = count_written(row, written);
    }
    instruction_clear(instructions);
    return missing == 0;
}

void count_warp_interval(struct warp_interval *warp, struct counters *interval,
                         struct block_interval *block) {
    const uint64_t path = (uint64_t)warp->steps + warp->combines;
    block->path = path > block->path ? path : block->path;
    block->few = warp->few > block->few ? warp->few : block->few;
    block->lanes += warp->lanes;
    interval->active_warps += warp->active;
    interval->divergent_warps += warp->divergent;
    interval->working_warps += (warp->arrays_read & warp->arrays_written) != 0;
    *warp = (struct warp_interval){0};
}
