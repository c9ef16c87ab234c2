// Shared by the searches for hypotheses about a wrong scan (hypothesis_scan.h).
//
// To add a phrase: about the whole output in hypothesis_scan.c; about several elements from the first wrong
// one on in hypothesis_range.c; about that element alone in hypothesis_place.c. The fewer elements verify a
// phrase, the fewer candidates may be tried, because among many candidates one fits by chance.
#ifndef LABS_SCAN_SEARCH_H
#define LABS_SCAN_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "check/explain/hypothesis.h"
#include "operator/table.h"

struct scan_search {
    size_t section;   // elements
    bool in_sections; // each section is scanned separately
    const struct operator_info *operator_info;
    const char *in, *actual; // n values each
    size_t n;
    char *other; // n values
    struct phrases phrases;
};

// The first wrong element.
struct wrong_place {
    size_t at;         // out[at]
    size_t start, end; // the expected elements: in[start] to in[end - 1]; none if start == end
    size_t limit;      // out[limit - 1] is the last element of the output, or of its section
    bool exclusive;
};

union scan_value { // aligned for every type of value
    long long alignment;
    char bytes[VALUE_SIZE_MAX];
};

// The searches below need the correct output in search->other. Each adds at most one phrase, and none if
// there is one already. The first two are for sums and affine maps.

// Does the section contain the result of another section?
void hypothesis_other_section(struct scan_search *search, const struct wrong_place *place);

// Do all elements of a range that begins there contain the same excess?
void hypothesis_range(struct scan_search *search, const struct wrong_place *place);

// Explains that element.
void hypothesis_place(struct scan_search *search, const struct wrong_place *place,
                      enum operator_id operator_id);

#endif
