// Errors that a real GPU can report, and some that it cannot, one per part. For the tests of the harness.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

// All parts compute d_out[i] = d_in[i] + 1, and are correct except for n = MISTAKEN.
#define MISTAKEN 33

#define LAB_PARTS(PART)                                                                                      \
    PART(SCAN, right, right)                                                                                 \
    PART(SCAN, writes_behind, writes_behind)                                                                 \
    PART(SCAN, writes_before, writes_before)                                                                 \
    PART(SCAN, writes_behind_own, writes_behind_own)                                                         \
    PART(SCAN, writes_before_own, writes_before_own)                                                         \
    PART(SCAN, copies_behind_own, copies_behind_own)                                                         \
    PART(SCAN, sets_behind_own, sets_behind_own)                                                             \
    PART(SCAN, changes_input, changes_input)                                                                 \
    PART(SCAN, leaves_unwritten, leaves_unwritten)                                                           \
    PART(SCAN, leaks, leaks)                                                                                 \
    PART(SCAN, loses_context, loses_context)                                                                 \
    PART(SCAN, loses_context_and_looks, loses_context_and_looks)                                             \
    PART(SCAN, hangs, hangs)                                                                                 \
    PART(SCAN, asks_too_much, asks_too_much)                                                                 \
    PART(SCAN, asks_too_much_and_looks, asks_too_much_and_looks)                                             \
    PART(SCAN, reads_unset, reads_unset)                                                                     \
    PART(SCAN, races, races)                                                                                 \
    PART(SCAN, diverges, diverges)

#define DECLARE_PART(kind, name, function) void function(const int *d_in, int *d_out, size_t n);
#ifdef __cplusplus
extern "C" {
#endif
LAB_PARTS(DECLARE_PART)
#ifdef __cplusplus
}
#endif

#endif
