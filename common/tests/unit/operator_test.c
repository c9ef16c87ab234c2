// The operators: identities, associativity, and which of them commute.
#include "cmocka_all.h"

#include <string.h>

#include "data/data.h"
#include "operator/table.h"

enum { COUNT = 30 };

union value {
    long long alignment;
    char bytes[VALUE_SIZE_MAX];
};

static char values[COUNT][VALUE_SIZE_MAX];

// COUNT values of the operator's input, one per row.
static void fill(enum operator_id id) {
    char packed[COUNT * VALUE_SIZE_MAX];
    data_fill(id, packed, COUNT, 11);
    for (int i = 0; i < COUNT; i++) {
        memcpy(values[i], packed + (size_t)i * operators[id].value_size, operators[id].value_size);
    }
}

static union value value_of(enum operator_id id, int i) {
    union value value;
    memcpy(value.bytes, values[i], operators[id].value_size);
    return value;
}

static union value combined(enum operator_id id, union value a, union value b) {
    union value both;
    operators[id].combine(&a, &b, &both);
    return both;
}

static bool same(enum operator_id id, union value a, union value b) {
    return memcmp(&a, &b, operators[id].value_size) == 0;
}

static void identity_changes_nothing(void **state) {
    (void)state;
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        union value identity;
        operators[id].identity(&identity);
        fill(id);
        for (int i = 0; i < COUNT; i++) {
            union value a = value_of(id, i);
            assert_true(same(id, combined(id, identity, a), a));
            assert_true(same(id, combined(id, a, identity), a));
        }
    }
}

static void associative_and_commutative(void **state) {
    (void)state;
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        int swapped_differ = 0;
        fill(id);
        for (int i = 0; i + 2 < COUNT; i++) {
            union value a = value_of(id, i), b = value_of(id, i + 1), c = value_of(id, i + 2);
            if (id != OPERATOR_FLOAT_SUM) { // float sums are rounded
                assert_true(
                    same(id, combined(id, combined(id, a, b), c), combined(id, a, combined(id, b, c))));
            }
            swapped_differ += !same(id, combined(id, a, b), combined(id, b, a));
        }
        assert_int_equal(swapped_differ > 0, !operators[id].commutes);
    }
}

static void names(void **state) {
    (void)state;
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        assert_int_equal(operator_named(operators[id].name), id);
        assert_true(operators[id].value_size <= VALUE_SIZE_MAX && operators[id].value_size % 4 == 0);
    }
    assert_int_equal(operator_named("median"), OPERATOR_COUNT);
}

static void texts(void **state) {
    (void)state;
    char text[VALUE_TEXT_SIZE];
    operators[OPERATOR_MIN].text(&(int){-7}, text);
    assert_string_equal(text, "-7");
    operators[OPERATOR_FLOAT_SUM].text(&(float){0.5f}, text);
    assert_string_equal(text, "0.5");
    operators[OPERATOR_FARTHEST].text(&(struct point){1, -2, 3}, text);
    assert_string_equal(text, "[1, -2, 3]");
    operators[OPERATOR_AFFINE].text(&(struct affine){4294967295, 2}, text);
    assert_string_equal(text, "[4294967295, 2]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identity_changes_nothing),
        cmocka_unit_test(associative_and_commutative),
        cmocka_unit_test(names),
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
