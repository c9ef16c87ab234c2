// What the files share that look for what a wrong scan happens to be (hypothesis_scan.h).
//
// To add a statement: about the whole output in hypothesis_scan.c, about several elements from the first
// wrong one on in hypothesis_stretch.c, about that one alone in hypothesis_place.c. The fewer elements it is
// verified for, the fewer candidates may be tried: among many one fits by chance.
#ifndef LABS_SCAN_SEARCH_H
#define LABS_SCAN_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "check/explain/hypothesis.h"
#include "operator/table.h"

struct scan_search {
    size_t section;   // elements
    bool in_sections; // each is scanned by itself, where n is more
    const struct operator_info *operator_info;
    const char *in, *actual; // n values each
    size_t n;
    char *other; // n values
    struct phrases phrases;
};

// The first wrong element.
struct wrong_place {
    size_t at;         // out[at]
    size_t start, end; // what belongs there: in[start] to in[end - 1], or nothing where both are the same
    size_t limit;      // out[limit - 1] is the last of the output, or of the section that it is in
    bool exclusive;
};

union scan_value { // aligned for every type of value
    long long alignment;
    char bytes[VALUE_SIZE_MAX];
};

// What follows wants the right output in search->other, and says at most one phrase, or none where there is
// one. The first two are for sums and affine maps.

// Does the section have what belongs into another one?
void hypothesis_other_section(struct scan_search *search, const struct wrong_place *place);

// Do all elements of a stretch that begins there have the same too much?
void hypothesis_stretch(struct scan_search *search, const struct wrong_place *place);

// What is in that one element?
void hypothesis_place(struct scan_search *search, const struct wrong_place *place,
                      enum operator_id operator_id);

#endif
