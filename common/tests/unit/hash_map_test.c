// The hash map of the simulated GPU.
#include "cmocka_all.h"

#include "sim/base/hash_map.h"

static void an_empty_map_has_nothing(void **state) {
    (void)state;
    struct hash_map map = {0};
    assert_int_equal(hash_map_get(&map, 0), 0);
    hash_map_clear(&map);
}

static void finds_what_was_set(void **state) {
    (void)state;
    struct hash_map map = {0};
    for (uint32_t i = 0; i < 10000; i++) {
        assert_true(hash_map_set(&map, (uint64_t)i << 32 | i % 7, i + 1));
    }
    for (uint32_t i = 0; i < 10000; i++) {
        assert_int_equal(hash_map_get(&map, (uint64_t)i << 32 | i % 7), i + 1);
        assert_int_equal(hash_map_get(&map, (uint64_t)i << 32 | 8), 0);
    }
    assert_int_equal(map.count, 10000);
    hash_map_clear(&map);
    assert_int_equal(hash_map_get(&map, 0), 0);
}

static void the_last_value_stays(void **state) {
    (void)state;
    struct hash_map map = {0};
    hash_map_set(&map, 5, 1);
    hash_map_set(&map, 5, 2);
    assert_int_equal(hash_map_get(&map, 5), 2);
    assert_int_equal(map.count, 1);
    hash_map_clear(&map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_map_has_nothing),
        cmocka_unit_test(finds_what_was_set),
        cmocka_unit_test(the_last_value_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
