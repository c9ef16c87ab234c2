// Which accesses a release orders before those who acquire it. happens_before.c holds its lock during these calls.
#ifndef SIM_COVERED_H
#define SIM_COVERED_H

#include "sim/race/releases.h"

// May who acquires `release` also rely on what its block had acquired there?
bool release_passes_on(const struct release *release, const struct acquired *one);

// A question begins: it looks at no release twice.
void covered_begin_question(void);

// Do the word's releases from `first` on and before `releases`, or what those releasers had acquired, cover the access?
bool word_covers(uint32_t index, uint32_t first, uint32_t releases, const struct access_record *earlier);

// Is this write of the word, which released something, among its first `releases`?
bool word_has_write(uint32_t index, uint32_t releases, const struct access_record *write);

#endif
