// The oracle against cases worked out by hand, from the course's documents.
#include "cmocka_all.h"

#include "oracle.h"

enum { LONGEST = 10 };

static void check_scan(void (*scan)(const int32_t *, int32_t *, size_t), const int32_t *in,
                       const int32_t *expected, size_t n) {
    int32_t out[LONGEST + 1];
    out[n] = 12345; // past the end
    scan(in, out, n);
    assert_memory_equal(out, expected, n * sizeof(*out));
    assert_int_equal(out[n], 12345);
}

static void reduces(void **state) {
    (void)state;
    assert_int_equal(oracle_reduce_int32((const int32_t[]){3, 1, 7, 0, 4, 1, 6, 3}, 8), 25);
    assert_int_equal(oracle_reduce_int32((const int32_t[]){3, 5, 2, 7, 28, 4, 3, 0, 8, 1}, 10), 61);
    assert_int_equal(oracle_reduce_int32((const int32_t[]){5, 2, 1, 3, 6, 7, 0, 4}, 8), 28);
    assert_int_equal(oracle_reduce_int32((const int32_t[]){-7}, 1), -7);
    assert_int_equal(oracle_reduce_int32(NULL, 0), 0);
}

static void wraps_around(void **state) {
    (void)state;
    assert_int_equal(oracle_add_int32(INT32_MAX, 1), INT32_MIN);
    assert_int_equal(oracle_add_int32(INT32_MIN, -1), INT32_MAX);
    assert_int_equal(oracle_reduce_int32((const int32_t[]){INT32_MAX, INT32_MAX, 3}, 3), 1);
}

static void scans_inclusively(void **state) {
    (void)state;
    check_scan(oracle_inclusive_scan_int32, (const int32_t[]){3, 5, 2, 7, 28, 4, 3, 0, 8, 1},
               (const int32_t[]){3, 8, 10, 17, 45, 49, 52, 52, 60, 61}, 10);
    check_scan(oracle_inclusive_scan_int32, (const int32_t[]){5, 2, 1, 3, 6, 7, 0, 4},
               (const int32_t[]){5, 7, 8, 11, 17, 24, 24, 28}, 8);
    check_scan(oracle_inclusive_scan_int32, (const int32_t[]){-4}, (const int32_t[]){-4}, 1);
    check_scan(oracle_inclusive_scan_int32, (const int32_t[]){9}, (const int32_t[]){9}, 0);
}

static void scans_exclusively(void **state) {
    (void)state;
    check_scan(oracle_exclusive_scan_int32, (const int32_t[]){5, 2, 1, 3, 6, 7, 0, 4},
               (const int32_t[]){0, 5, 7, 8, 11, 17, 24, 24}, 8);
    check_scan(oracle_exclusive_scan_int32, (const int32_t[]){3, 1, 7, 0, 4, 1, 6, 3},
               (const int32_t[]){0, 3, 4, 11, 11, 15, 16, 22}, 8);
    check_scan(oracle_exclusive_scan_int32, (const int32_t[]){-4}, (const int32_t[]){0}, 1);
    check_scan(oracle_exclusive_scan_int32, (const int32_t[]){9}, (const int32_t[]){9}, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduces),
        cmocka_unit_test(wraps_around),
        cmocka_unit_test(scans_inclusively),
        cmocka_unit_test(scans_exclusively),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
