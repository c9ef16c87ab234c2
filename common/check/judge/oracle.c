#include "check/judge/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge/compare.h"

size_t oracle_output_count(const struct lab_part *part, size_t n) {
    return part->kind == LAB_REDUCE ? 1 : part->kind == LAB_LOOP && part->outputs > 0 ? part->outputs : n;
}

enum operator_id oracle_operator(const struct lab_part *part, enum operator_id operator_id) {
    return part->kind == LAB_LOOP && part->loop_of == NULL ? OPERATOR_SUM : operator_id;
}

static bool is_inclusive(enum lab_kind kind) {
    return kind == LAB_INCLUSIVE_SCAN || kind == LAB_SECTION_INCLUSIVE_SCAN;
}

static bool is_exclusive(enum lab_kind kind) {
    return kind == LAB_EXCLUSIVE_SCAN || kind == LAB_SECTION_EXCLUSIVE_SCAN;
}

// The number of elements after which the sum starts again.
static size_t section_length(enum lab_kind kind, size_t section) {
    return kind == LAB_SECTION_INCLUSIVE_SCAN || kind == LAB_SECTION_EXCLUSIVE_SCAN ? section : SIZE_MAX;
}

// The running sum of floats. It is exact enough: a double has 29 bits more than a float, and data.h makes
// only short inputs of floats that use all their bits.
struct float_sum {
    double sum, magnitude;
    size_t length;
    double unit; // a power of two; all values are multiples of it
};

// The largest power of two, at most `unit`, that `value` is a multiple of.
static double common_unit(double unit, float value) {
    while (rint(value / unit) != value / unit) {
        unit /= 2;
    }
    return unit;
}

static void put_float_sum(struct expected *expected, size_t at, const struct float_sum *sum) {
    expected->exact[at] = sum->sum;
    expected->tolerance[at] = compare_tolerance(sum->length, sum->magnitude, sum->unit);
    ((float *)expected->values)[at] = (float)sum->sum;
}

static void sum_floats(enum lab_kind kind, size_t section, const float *in, size_t n,
                       struct expected *expected) {
    struct float_sum sum = {.unit = 1};
    for (size_t i = 0; i < n; i++) {
        if (i % section_length(kind, section) == 0) {
            sum = (struct float_sum){.unit = 1};
        }
        if (is_exclusive(kind)) {
            put_float_sum(expected, i, &sum);
        }
        sum.sum += in[i];
        sum.magnitude += fabs(in[i]);
        sum.unit = common_unit(sum.unit, in[i]);
        sum.length++;
        if (is_inclusive(kind)) {
            put_float_sum(expected, i, &sum);
        }
    }
    if (kind == LAB_REDUCE) {
        put_float_sum(expected, 0, &sum);
    }
}

static void combine_all(enum lab_kind kind, size_t section, const struct operator_info *operator_info,
                        const char *in, size_t n, char *out) {
    size_t size = operator_info->value_size;
    union { // aligned for every type of value
        long long alignment;
        char bytes[VALUE_SIZE_MAX];
    } value;
    operator_info->identity(&value);
    for (size_t i = 0; i < n; i++) {
        if (i % section_length(kind, section) == 0) {
            operator_info->identity(&value);
        }
        if (is_exclusive(kind)) {
            memcpy(out + i * size, &value, size);
        }
        operator_info->combine(&value, in + i * size, &value);
        if (is_inclusive(kind)) {
            memcpy(out + i * size, &value, size);
        }
    }
    if (kind == LAB_REDUCE) {
        memcpy(out, &value, size);
    }
}

bool oracle_make(enum lab_kind kind, size_t section, enum operator_id operator_id, const void *in, size_t n,
                 struct expected *expected) {
    size_t count = kind == LAB_REDUCE ? 1 : n, room = count > 0 ? count : 1;
    *expected = (struct expected){.operator_id = operator_id, .count = count};
    expected->values = malloc(room * operators[operator_id].value_size);
    if (operator_id == OPERATOR_FLOAT_SUM) {
        expected->exact = malloc(room * sizeof(double));
        expected->tolerance = malloc(room * sizeof(double));
        if (expected->values == NULL || expected->exact == NULL || expected->tolerance == NULL) {
            oracle_free(expected);
            return false;
        }
        sum_floats(kind, section, in, n, expected);
        return true;
    }
    if (expected->values == NULL) {
        return false;
    }
    combine_all(kind, section, &operators[operator_id], in, n, expected->values);
    return true;
}

bool oracle_make_sample(const struct sample *sample, const int32_t *in, size_t n, struct expected *expected) {
    uint32_t sum = 0; // wraps around
    for (uint64_t block = 0, first, end; sample_next(sample, n, &block, &first, &end);) {
        for (uint64_t i = first; i < end; i++) {
            sum += (uint32_t)in[i];
        }
    }
    *expected = (struct expected){.operator_id = OPERATOR_SUM, .count = 1};
    expected->values = malloc(sizeof(sum));
    if (expected->values != NULL) {
        memcpy(expected->values, &sum, sizeof(sum));
    }
    return expected->values != NULL;
}

bool oracle_make_loop(const struct lab_part *part, enum operator_id operator_id, const void *in, size_t n,
                      struct expected *expected) {
    const size_t count = oracle_output_count(part, n);
    const struct operator_info *operator_info = &operators[oracle_operator(part, operator_id)];
    *expected = (struct expected){.operator_id = oracle_operator(part, operator_id), .count = count};
    expected->values = malloc((count > 0 ? count : 1) * operator_info->value_size);
    if (expected->values != NULL && part->loop_of != NULL) {
        part->loop_of(operator_info, in, expected->values, n);
    } else if (expected->values != NULL) {
        part->loop(in, expected->values, n);
    }
    return expected->values != NULL;
}

void oracle_free(struct expected *expected) {
    free(expected->values);
    free(expected->exact);
    free(expected->tolerance);
    *expected = (struct expected){.count = 0};
}
