// The table of the student's functions in a runner: one entry per part of the lab. part.cpp makes it from
// LAB_PARTS in the lab's lab.h.
//
// To add a kind of function: an enum value here, and value_size() and call() for its signature in part.cpp.
#ifndef LABS_PART_H
#define LABS_PART_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum part_kind {
    PART_KIND_REDUCE, // value function(const value *d_in, size_t n): result returned to the host
    PART_KIND_SCAN    // void function(const value *d_in, value *d_out, size_t n): any other result, too
};

struct part {
    const char *name; // "modulo"
    enum part_kind kind;
    size_t value_size;
    // part: this one. d_in: n values on the device. Reduce: `result` is one value in host memory.
    // Scan: `result` is d_out, n values on the device, or as many as check.c says (`outputs` of check/check.h).
    void (*call)(const struct part *part, const void *d_in, void *result, size_t n);
};

extern const struct part *const lab_parts; // up to one without a name

#ifdef __cplusplus
}
#endif

#endif
