// The table of the student's functions, made from LAB_PARTS in the lab's lab.h. One object per runner. It is
// C++ because the student's file is.
#include "lab.h"

#include "runner/part.h"

// What the functions of each kind look like, for any type of value.
template <class V>
static constexpr size_t value_size(V (*)(const V *, size_t)) {
    return sizeof(V);
}
template <class V>
static constexpr size_t value_size(void (*)(const V *, V *, size_t)) {
    return sizeof(V);
}

template <class V>
static void call(V (*reduce)(const V *, size_t), const void *d_in, void *result, size_t n) {
    *static_cast<V *>(result) = reduce(static_cast<const V *>(d_in), n);
}
template <class V>
static void call(void (*scan)(const V *, V *, size_t), const void *d_in, void *result, size_t n) {
    scan(static_cast<const V *>(d_in), static_cast<V *>(result), n);
}

#define PART_CALL(kind, name, function)                                                                      \
    static void call_##name(const struct part *, const void *d_in, void *result, size_t n) {                 \
        call(function, d_in, result, n);                                                                     \
    }
LAB_PARTS(PART_CALL)

#ifdef LABS_OPERATOR
#include "operator.h"

// The operator, for lab code that is compiled for several.
extern "C" value_t sim_identity(void);
extern "C" value_t sim_identity(void) {
    return identity();
}
extern "C" value_t sim_combine(value_t a, value_t b);
extern "C" value_t sim_combine(value_t a, value_t b) {
    return OPERATOR_EXPAND(combine_, LABS_OPERATOR, )(a, b); // uncounted: lab code counts
}
#endif

extern "C" {
#define PART_ENTRY(kind, name, function) {#name, PART_KIND_##kind, value_size(function), call_##name},
static const struct part parts[] = {LAB_PARTS(PART_ENTRY){}};
extern const struct part *const lab_parts = parts;
}
