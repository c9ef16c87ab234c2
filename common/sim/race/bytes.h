// Words of which single bytes are accessed. Two threads that write different bytes of one word do not race.
// So such a word is split: each byte gets its own history until a write of the whole word joins them again.
//
// Cost: O(1) per access; a history (memory/shadow.h) per byte, only for words that are accessed so.
#ifndef SIM_BYTES_H
#define SIM_BYTES_H

#include "sim/race/race.h"

// race_check() for the bytes `mask` of a word that is split, or that this access splits. The candidates are
// those of one byte, the first that has any: the bytes of one access are one error. *byte: its number.
unsigned race_check_bytes(const struct shadow *word, const struct accessor *who, uint8_t mask,
                          enum access_kind kind, struct race_candidate candidates[CANDIDATES_MAX],
                          unsigned *byte);

#endif
