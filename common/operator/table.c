#include "table.h"

#include <stdio.h>
#include <string.h>

static void text_int(const void *value, char *text) {
    snprintf(text, VALUE_TEXT_SIZE, "%d", *(const int *)value);
}

static void text_float(const void *value, char *text) {
    snprintf(text, VALUE_TEXT_SIZE, "%.9g", (double)*(const float *)value);
}

static void text_double(const void *value, char *text) {
    snprintf(text, VALUE_TEXT_SIZE, "%.17g", *(const double *)value);
}

static void text_point(const void *value, char *text) {
    const struct point *point = value;
    snprintf(text, VALUE_TEXT_SIZE, "[%d, %d, %d]", point->x, point->y, point->z);
}

static void text_affine(const void *value, char *text) {
    const struct affine *map = value;
    snprintf(text, VALUE_TEXT_SIZE, "[%u, %u]", map->a, map->b);
}

#define text_sum        text_int
#define text_product    text_int
#define text_min        text_int
#define text_max        text_int
#define text_float_sum  text_float
#define text_double_sum text_double
#define text_farthest   text_point

#define FUNCTIONS(NAME, name, type, title, commutes)                                                         \
    static void put_identity_##name(void *value) { *(type *)value = identity_##name(); }                     \
    static void put_combined_##name(const void *a, const void *b, void *both) {                              \
        *(type *)both = combine_##name(*(const type *)a, *(const type *)b);                                  \
    }
OPERATORS(FUNCTIONS)

const struct operator_info operators[OPERATOR_COUNT] = {
#define INFO(NAME, name, type, title, commutes)                                                              \
    {#name, title, sizeof(type), commutes, put_identity_##name, put_combined_##name, text_##name},
    OPERATORS(INFO)
#undef INFO
};

enum operator_id operator_named(const char *name) {
    for (int i = 0; i < OPERATOR_COUNT; i++) {
        if (strcmp(operators[i].name, name) == 0) {
            return (enum operator_id)i;
        }
    }
    return OPERATOR_COUNT;
}
