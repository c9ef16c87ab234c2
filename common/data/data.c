#include "data/data.h"

void data_fill(enum operator_id operator_id, void *values, size_t n, uint64_t seed) {
    data_fill_range(operator_id, values, n, seed, 0, n);
}

void data_fill_range(enum operator_id operator_id, void *values, size_t n, uint64_t seed, size_t first,
                     size_t end) {
    switch (operator_id) {
#define FILL(NAME, name, type, title, commutes)                                                              \
    case OPERATOR_##NAME:                                                                                    \
        for (size_t i = first; i < end; i++)                                                                 \
            ((type *)values)[i] = data_value_##name(seed, i, n);                                             \
        break;
        OPERATORS(FILL)
#undef FILL
    case OPERATOR_COUNT:
        break;
    }
}
