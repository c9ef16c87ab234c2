// What -fsanitize=bounds inserts where an index is outside an array whose length the compiler knows. In host code no
// other hook sees that. (In kernels the access itself is checked, except to local arrays.) And what
// -fsanitize=shift-exponent inserts where a shift is by as many bits as the value has, or more. C++ leaves the result
// undefined: on x86 it is that of a shift by 32 bits less, and on a GPU all bits are shifted out.
#include <stddef.h>
#include <stdint.h>

#include "sim/access/host_code.h"
#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

// As the compilers lay them out.
struct type_description {
    uint16_t kind, info; // of an integer of 2^k bits: `info` is 2 k, plus 1 if it is signed
    char name[];         // "'int [64]'"
};
struct index_check {
    const char *file;
    uint32_t line, column;
    const struct type_description *array, *index;
};

// An index outside an array of this type: "int[64]".
void outside_array(const char *type, int64_t index, const void *return_address);
void outside_array(const char *type, int64_t index, const void *return_address) {
    if (turn_worker() == NULL) {
        host_outside_array(type, index, relative_pc(return_address));
    }
}

void __ubsan_handle_out_of_bounds(const struct index_check *check, uintptr_t index);
void __ubsan_handle_out_of_bounds(const struct index_check *check, uintptr_t index) {
    char type[64]; // GCC has a blank before the bracket
    size_t length = 0;
    for (const char *c = check->array->name; *c != '\0' && length + 1 < sizeof(type); c++) {
        if (*c != '\'' && !(c[0] == ' ' && c[1] == '[')) {
            type[length++] = *c;
        }
    }
    type[length] = '\0';
    outside_array(type, (int64_t)index, CALLER_ADDRESS());
}

struct shift_check {
    const char *file;
    uint32_t line, column;
    const struct type_description *value, *bits;
};

static int width(const struct type_description *type) {
    return 1 << (type->info >> 1);
}

// The number of bits, sign-extended if its type is signed. One of more than 64 bits comes as its address.
static long long bit_count(const struct type_description *type, uintptr_t bits) {
    if (width(type) > 64) {
        return (long long)*(const int64_t *)bits;
    }
    int unused = 64 - width(type);
    return type->info % 2 == 1 ? (long long)((int64_t)((uint64_t)bits << unused) >> unused) : (long long)bits;
}

// A value of so many bits is shifted.
void shifts_too_far(int bits, long long by, const void *return_address);
void shifts_too_far(int bits, long long by, const void *return_address) {
    struct worker *worker = turn_worker();
    const uint32_t pc = relative_pc(return_address);
    if (worker != NULL && worker->astray.left != 0) {
        astray_leave(worker);
    }
    if (worker != NULL) {
        report_thread(&worker->report, DIAGNOSTIC_SHIFT, worker->current, pc,
                      WORDS(TOPIC(SHIFTS_TOO_FAR), NUMBER(bits), NUMBER(by)));
    } else {
        host_shifts_too_far(bits, by, pc);
    }
}

void __ubsan_handle_shift_out_of_bounds(const struct shift_check *check, uintptr_t value, uintptr_t bits);
void __ubsan_handle_shift_out_of_bounds(const struct shift_check *check, uintptr_t value, uintptr_t bits) {
    (void)value;
    shifts_too_far(width(check->value), bit_count(check->bits, bits), CALLER_ADDRESS());
}
