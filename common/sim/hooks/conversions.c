// What -fsanitize=float-cast-overflow inserts where a floating-point value is converted to an integer type that cannot
// hold it. C++ leaves the result undefined: x86 makes it the smallest integer, and a GPU the nearest one.
#include <stdio.h>
#include <string.h>

#include "sim/access/host_code.h"
#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

enum { NUMBER_SIZE = 32, TYPE_SIZE = 32, POINTER_BITS = 64 };

// As the compilers lay them out.
struct type_of_number {
    uint16_t kind, bits; // the bits of a floating-point type
    char name[];         // "'int'"
};
struct conversion_check {
    const char *file;
    uint32_t line, column;
    const struct type_of_number *from, *to;
};

// A value of more than 64 bits comes as its address.
static double number_of(const struct type_of_number *type, uintptr_t bits) {
    double number = 0;
    float single = 0;
    long double wide = 0;
    if (type->bits > POINTER_BITS) {
        memcpy(&wide, (const void *)bits, sizeof(wide));
        return (double)wide;
    }
    memcpy(&single, &bits, sizeof(single)); // the lower half
    memcpy(&number, &bits, sizeof(bits) < sizeof(number) ? sizeof(bits) : sizeof(number));
    return type->bits == 8 * sizeof(single) ? (double)single : number;
}

// A type, which has this name, cannot hold the value.
void cannot_hold(double value, const char *type, const void *return_address);
void cannot_hold(double value, const char *type, const void *return_address) {
    struct worker *worker = turn_worker();
    const uint32_t pc = relative_pc(return_address);
    char number[NUMBER_SIZE];
    snprintf(number, sizeof(number), "%.9g", value);
    if (worker != NULL && worker->astray.left != 0) {
        astray_leave(worker);
    }
    if (worker != NULL) {
        report_thread(&worker->report, DIAGNOSTIC_CONVERSION, worker->current, pc,
                      WORDS(TOPIC(CANNOT_HOLD), NAME(number), NAME(type)));
    } else {
        host_converts(number, type, pc);
    }
}

void __ubsan_handle_float_cast_overflow(const struct conversion_check *check, uintptr_t from);
void __ubsan_handle_float_cast_overflow(const struct conversion_check *check, uintptr_t from) {
    char type[TYPE_SIZE]; // without the quotes
    size_t length = 0;
    for (const char *c = check->to->name; *c != '\0' && length + 1 < sizeof(type); c++) {
        if (*c != '\'') {
            type[length++] = *c;
        }
    }
    type[length] = '\0';
    cannot_hold(number_of(check->from, from), type, CALLER_ADDRESS());
}
