// The oracle, compared with cases from the course's documents that were computed by hand.
#include "cmocka_all.h"

#include <limits.h>
#include <string.h>

#include "check/judge/oracle.h"

enum { SECTION = 4 };

static void check(enum lab_kind kind, enum operator_id id, const void *in, size_t n, const void *out,
                  size_t count) {
    struct expected expected;
    assert_true(oracle_make(kind, SECTION, id, in, n, &expected));
    assert_int_equal(expected.count, count);
    const struct lab_part part = {.kind = kind};
    assert_int_equal(oracle_output_count(&part, n), count);
    assert_memory_equal(expected.values, out, count * operators[id].value_size);
    oracle_free(&expected);
}

#define INTS(...) ((const int[]){__VA_ARGS__})
#define SAUSAGE   INTS(3, 5, 2, 7, 28, 4, 3, 0, 8, 1)

static void reduces(void **state) {
    (void)state;
    check(LAB_REDUCE, OPERATOR_SUM, INTS(3, 1, 7, 0, 4, 1, 6, 3), 8, INTS(25), 1);
    check(LAB_REDUCE, OPERATOR_SUM, SAUSAGE, 10, INTS(61), 1);
    check(LAB_REDUCE, OPERATOR_SUM, INTS(-7), 1, INTS(-7), 1);
    check(LAB_REDUCE, OPERATOR_SUM, NULL, 0, INTS(0), 1);
    check(LAB_REDUCE, OPERATOR_SUM, INTS(INT_MAX, INT_MAX, 3), 3, INTS(1), 1);
    check(LAB_REDUCE, OPERATOR_PRODUCT, INTS(3, -5, 7), 3, INTS(-105), 1);
    check(LAB_REDUCE, OPERATOR_PRODUCT, NULL, 0, INTS(1), 1);
    check(LAB_REDUCE, OPERATOR_MIN, INTS(3, 1, 7), 3, INTS(1), 1);
    check(LAB_REDUCE, OPERATOR_MAX, INTS(-3, -1, -7), 3, INTS(-1), 1);
    check(LAB_REDUCE, OPERATOR_MAX, NULL, 0, INTS(INT_MIN), 1);
}

// 1,000 sections of 4 elements, of which all but the blocks that run are left out.
static void reduces_samples(void **state) {
    (void)state;
    enum { SECTIONS = 1000, N = SECTIONS * SECTION - 1 };
    const struct sample sample = {.section = SECTION, .blocks = SECTIONS, .seed = 5};
    static int in[N];
    for (uint64_t block = 0, first, end; sample_next(&sample, N, &block, &first, &end);) {
        for (uint64_t i = first; i < end; i++) {
            in[i] = INT_MAX - (int)i;
        }
    }
    struct expected whole, expected;
    assert_true(oracle_make(LAB_REDUCE, SECTION, OPERATOR_SUM, in, N, &whole));
    assert_false(sample_has(&sample, 100));
    in[100 * SECTION] = 1; // is not read
    assert_true(oracle_make_sample(&sample, in, N, &expected));
    assert_int_equal(expected.operator_id, OPERATOR_SUM);
    assert_int_equal(expected.count, 1);
    assert_memory_equal(expected.values, whole.values, sizeof(int));
    oracle_free(&expected);
    oracle_free(&whole);
}

static void scans_inclusively(void **state) {
    (void)state;
    check(LAB_INCLUSIVE_SCAN, OPERATOR_SUM, SAUSAGE, 10, INTS(3, 8, 10, 17, 45, 49, 52, 52, 60, 61), 10);
    check(LAB_INCLUSIVE_SCAN, OPERATOR_SUM, INTS(5, 2, 1, 3, 6, 7, 0, 4), 8,
          INTS(5, 7, 8, 11, 17, 24, 24, 28), 8);
    check(LAB_INCLUSIVE_SCAN, OPERATOR_MAX, INTS(-4, -9, -2), 3, INTS(-4, -4, -2), 3);
    check(LAB_INCLUSIVE_SCAN, OPERATOR_SUM, INTS(9), 0, NULL, 0);
}

static void scans_exclusively(void **state) {
    (void)state;
    check(LAB_EXCLUSIVE_SCAN, OPERATOR_SUM, INTS(5, 2, 1, 3, 6, 7, 0, 4), 8, INTS(0, 5, 7, 8, 11, 17, 24, 24),
          8);
    check(LAB_EXCLUSIVE_SCAN, OPERATOR_SUM, INTS(3, 1, 7, 0, 4, 1, 6, 3), 8,
          INTS(0, 3, 4, 11, 11, 15, 16, 22), 8);
    check(LAB_EXCLUSIVE_SCAN, OPERATOR_PRODUCT, INTS(-4, 3), 2, INTS(1, -4), 2);
}

static void scans_section_by_section(void **state) {
    (void)state;
    check(LAB_SECTION_INCLUSIVE_SCAN, OPERATOR_SUM, INTS(3, 1, 7, 0, 4, 1, 6, 3), 8,
          INTS(3, 4, 11, 11, 4, 5, 11, 14), 8);
    check(LAB_SECTION_INCLUSIVE_SCAN, OPERATOR_MAX, INTS(-1, -2, -3, -4, -5), 5, INTS(-1, -1, -1, -1, -5), 5);
    check(LAB_SECTION_EXCLUSIVE_SCAN, OPERATOR_SUM, SAUSAGE, 10, INTS(0, 3, 8, 10, 0, 28, 32, 35, 0, 8), 10);
    check(LAB_SECTION_EXCLUSIVE_SCAN, OPERATOR_SUM, NULL, 0, NULL, 0);
}

static void scans_sections_of_floats(void **state) {
    (void)state;
    static const float in[] = {0.5f, 1e-8f, 1, 2, 0.1f, 4};
    static const double sums[] = {0, 0.5, 0.5 + (double)1e-8f, 1.5 + (double)1e-8f, 0, (double)0.1f};
    struct expected expected;
    assert_true(oracle_make(LAB_SECTION_EXCLUSIVE_SCAN, SECTION, OPERATOR_FLOAT_SUM, in, 6, &expected));
    for (int i = 0; i < 6; i++) {
        assert_true(expected.exact[i] == sums[i]);
    }
    assert_true(expected.tolerance[3] > 0 && expected.tolerance[4] == 0 && expected.tolerance[5] == 0);
    oracle_free(&expected);
}

// y[i] = a[i] y[i - 1] + b[i]: 2 x + 1, then 3 x + 5 is 6 x + 8, then x + 7 is 6 x + 15.
static void keeps_the_order_of_operands(void **state) {
    (void)state;
    static const struct affine maps[] = {{2, 1}, {3, 5}, {1, 7}}, out[] = {{2, 1}, {6, 8}, {6, 15}},
                               before[] = {{1, 0}, {2, 1}, {6, 8}};
    check(LAB_INCLUSIVE_SCAN, OPERATOR_AFFINE, maps, 3, out, 3);
    check(LAB_EXCLUSIVE_SCAN, OPERATOR_AFFINE, maps, 3, before, 3);
    check(LAB_REDUCE, OPERATOR_AFFINE, maps, 3, &out[2], 1);
}

static void finds_the_farthest_point(void **state) {
    (void)state;
    static const struct point points[] = {{1, 2, 2},  {-3, 0, 0}, {2, 1, -2},
                                          {2, -2, 1}, {2, 1, 2},  {0, 0, 1}};
    check(LAB_REDUCE, OPERATOR_FARTHEST, points, 6, &points[4], 1); // five at distance 3
}

// 0.1f is not 0.1: the exact sum is the sum of the floats.
static void adds_floats_exactly(void **state) {
    (void)state;
    static const float in[] = {0.1f, -0.25f, 1e-8f};
    struct expected expected;
    assert_true(oracle_make(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_FLOAT_SUM, in, 3, &expected));
    assert_true(expected.exact[2] == (double)0.1f - 0.25 + (double)1e-8f);
    assert_true(expected.tolerance[0] == 0 && expected.tolerance[1] > 0 && expected.tolerance[2] < 1e-7);
    oracle_free(&expected);
    assert_true(
        oracle_make(LAB_REDUCE, SECTION, OPERATOR_FLOAT_SUM, (const float[]){3, -4, 1e6f}, 3, &expected));
    assert_true(expected.exact[0] == 999999 && expected.tolerance[0] == 0); // whole numbers
    oracle_free(&expected);
    assert_true(oracle_make(LAB_REDUCE, SECTION, OPERATOR_FLOAT_SUM, (const float[]){0x1p-10f, -1, 0x1p13f},
                            3, &expected));
    assert_true(expected.exact[0] == 0x1p13 - 1 + 0x1p-10 &&
                expected.tolerance[0] == 0); // multiples of 2^-10
    oracle_free(&expected);
    assert_true(oracle_make(LAB_REDUCE, SECTION, OPERATOR_FLOAT_SUM, (const float[]){0x1p-10f, -1, 0x1p14f},
                            3, &expected));
    assert_true(expected.tolerance[0] > 0); // too large for multiples of 2^-10
    oracle_free(&expected);
}

static void turn_round(const int *in, int *out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        out[i] = in[n - 1 - i];
    }
}

// A part of kind LAB_LOOP: its own loop's result, in ints, whatever operator its runner was compiled for.
static void runs_the_parts_own_loop(void **state) {
    (void)state;
    struct expected expected;
    const struct lab_part part = {.kind = LAB_LOOP, .loop = turn_round};
    assert_true(oracle_make_loop(&part, OPERATOR_AFFINE, INTS(3, 1, 7), 3, &expected));
    assert_int_equal(expected.count, 3);
    assert_int_equal(expected.operator_id, OPERATOR_SUM);
    assert_memory_equal(expected.values, INTS(7, 1, 3), 3 * sizeof(int));
    oracle_free(&expected);
    const struct lab_part reduce = {.kind = LAB_REDUCE};
    assert_int_equal(oracle_operator(&part, OPERATOR_AFFINE), OPERATOR_SUM);
    assert_int_equal(oracle_operator(&reduce, OPERATOR_AFFINE), OPERATOR_AFFINE);
}

// Each two neighbours combined.
static void combine_pairs(const struct operator_info *operator_info, const void *in, void *out, size_t n) {
    const size_t size = operator_info->value_size;
    for (size_t i = 0; i < n; i++) {
        const char *const value = (const char *)in + i * size;
        operator_info->combine(i > 0 ? value - size : value, value, (char *)out + i * size);
    }
}

// Its loop may be for the values of each operator.
static void runs_a_loop_of_the_operators_values(void **state) {
    (void)state;
    struct expected expected;
    const struct lab_part part = {.kind = LAB_LOOP, .loop_of = combine_pairs};
    assert_int_equal(oracle_operator(&part, OPERATOR_AFFINE), OPERATOR_AFFINE);
    assert_true(oracle_make_loop(&part, OPERATOR_MAX, INTS(3, 1, 7), 3, &expected));
    assert_int_equal(expected.count, 3);
    assert_int_equal(expected.operator_id, OPERATOR_MAX);
    assert_memory_equal(expected.values, INTS(3, 3, 7), 3 * sizeof(int));
    oracle_free(&expected);
    const struct affine maps[] = {{2, 3}, {5, 7}}, both[] = {{4, 9}, {10, 22}};
    assert_true(oracle_make_loop(&part, OPERATOR_AFFINE, maps, 2, &expected));
    assert_memory_equal(expected.values, both, sizeof(both));
    oracle_free(&expected);
}

static void count_parities(const int *in, int *out, size_t n) {
    out[0] = out[1] = 0;
    for (size_t i = 0; i < n; i++) {
        out[in[i] % 2]++;
    }
}

// A result of a fixed length, for any n.
static void returns_as_many_values_as_the_part_says(void **state) {
    (void)state;
    struct expected expected;
    const struct lab_part part = {.kind = LAB_LOOP, .loop = count_parities, .outputs = 2};
    assert_int_equal(oracle_output_count(&part, 5), 2);
    assert_true(oracle_make_loop(&part, OPERATOR_AFFINE, INTS(3, 1, 7, 2, 5), 5, &expected));
    assert_int_equal(expected.count, 2);
    assert_memory_equal(expected.values, INTS(1, 4), 2 * sizeof(int));
    oracle_free(&expected);
    assert_int_equal(oracle_output_count(&part, 0), 2);
    assert_true(oracle_make_loop(&part, OPERATOR_AFFINE, NULL, 0, &expected));
    assert_memory_equal(expected.values, INTS(0, 0), 2 * sizeof(int));
    oracle_free(&expected);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduces),
        cmocka_unit_test(reduces_samples),
        cmocka_unit_test(scans_inclusively),
        cmocka_unit_test(scans_exclusively),
        cmocka_unit_test(scans_section_by_section),
        cmocka_unit_test(scans_sections_of_floats),
        cmocka_unit_test(keeps_the_order_of_operands),
        cmocka_unit_test(finds_the_farthest_point),
        cmocka_unit_test(adds_floats_exactly),
        cmocka_unit_test(runs_the_parts_own_loop),
        cmocka_unit_test(runs_a_loop_of_the_operators_values),
        cmocka_unit_test(returns_as_many_values_as_the_part_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
