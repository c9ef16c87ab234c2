// The table of the student's functions, made from LAB_PARTS in the lab's lab.h. One object per runner: it is
// C++ because the student's file is.
#include "lab.h"

#include "part.h"

#define PART_VALUE int // labs with an operator will bring a value_t of their own

#define PART_REDUCE(name, function)                                                                          \
    static void call_##name(const void *d_in, void *result, size_t n) {                                      \
        *static_cast<PART_VALUE *>(result) = function(static_cast<const PART_VALUE *>(d_in), n);             \
    }
#define PART_SCAN(name, function)                                                                            \
    static void call_##name(const void *d_in, void *result, size_t n) {                                      \
        function(static_cast<const PART_VALUE *>(d_in), static_cast<PART_VALUE *>(result), n);               \
    }
#define PART_CALL(kind, name, function) PART_##kind(name, function)
LAB_PARTS(PART_CALL)

extern "C" {
#define PART_ENTRY(kind, name, function) {#name, PART_KIND_##kind, sizeof(PART_VALUE), call_##name},
extern const struct part lab_parts[] = {LAB_PARTS(PART_ENTRY)};
extern const size_t lab_part_count = sizeof lab_parts / sizeof lab_parts[0];
}
