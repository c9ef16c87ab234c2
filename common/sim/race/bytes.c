#include "sim/race/bytes.h"

#include "sim/report/access.h"

static void split(const struct shadow *shadow, const struct accessor *who) {
    struct shadow_history before = {.write = {0}};
    if (!shadow_over(shadow->cells, who)) {
        before = shadow_history_of(shadow);
    }
    for (unsigned byte = 0; byte < 4; byte++) {
        shadow->bytes[byte] = before;
    }
    shadow->cells->sharing = SHADOW_SPLIT;
}

void bytes_access(struct worker *worker, const struct shadow *shadow, const struct accessor *who,
                  uintptr_t address, uint8_t mask, enum access_kind kind) {
    struct shadow_cell *cell = shadow->cells;
    if (cell->sharing != SHADOW_SPLIT || shadow_over(cell, who)) {
        split(shadow, who);
    }
    bool told = false; // the bytes of one access make one mistake
    for (unsigned byte = 0; byte < 4; byte++) {
        if ((mask >> byte & 1) == 0) {
            continue;
        }
        struct access_record suspects[SUSPECTS_MAX];
        unsigned count = shadow_history_access(&shadow->bytes[byte], who, kind, suspects);
        if (count != 0 && !told) {
            accuse_suspects(worker, (address & ~(uintptr_t)3) + byte, kind, who->pc, suspects, count);
            told = true;
        }
    }
    bool whole = mask == 15 && !access_reads(kind); // then all its bytes are the same again
    cell->sharing = whole ? SHADOW_ALONE : SHADOW_SPLIT;
    cell->unused = whole && kind != ACCESS_ATOMIC; // whether single bytes are used is not followed
    shadow_note(cell, who, kind);
}
