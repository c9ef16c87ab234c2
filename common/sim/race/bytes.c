#include "sim/race/bytes.h"

static void split(const struct shadow *word, const struct accessor *who) {
    struct shadow_full_history before = {.plain = {.write = {0}}};
    if (!race_is_over(word->cells, who)) {
        before = race_history_of(word);
    }
    for (unsigned byte = 0; byte < 4; byte++) {
        shadow_bytes(word)[byte] = before;
    }
    word->cells->sharing = SHADOW_SPLIT;
}

unsigned race_check_bytes(const struct shadow *word, const struct accessor *who, uint8_t mask,
                          enum access_kind kind, struct race_candidate candidates[CANDIDATES_MAX],
                          unsigned *byte) {
    struct shadow_cell *cell = word->cells;
    if (cell->sharing != SHADOW_SPLIT || race_is_over(cell, who)) {
        split(word, who);
    }
    struct shadow_full_history *bytes = shadow_bytes(word);
    unsigned count = 0;
    for (unsigned b = 0; b < 4; b++) {
        if ((mask >> b & 1) == 0) {
            continue;
        }
        struct race_candidate ignored[CANDIDATES_MAX];
        unsigned here = race_check_history(&bytes[b].plain, &bytes[b].strong, who, kind,
                                           count == 0 ? candidates : ignored);
        if (count == 0) {
            count = here;
            *byte = b;
        }
    }
    bool joined = mask == 15 && kind == ACCESS_WRITE; // all bytes now have the same history
    cell->sharing = joined ? SHADOW_ALONE : SHADOW_SPLIT;
    cell->unused = joined; // the use of single bytes is not followed
    race_note(cell, who, kind);
    return count;
}
