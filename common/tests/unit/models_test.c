// The models' counts are those that the lessons and chapters of labs 1 to 4 show.
#include "cmocka_all.h"

#include "models/models.h"

static void check_step(enum model_pattern pattern, unsigned padding, unsigned step, unsigned warps,
                       unsigned load_conflicts, unsigned store_conflicts, unsigned wavefronts) {
    const struct model_banks *shown = model_banks(pattern, 256, padding, step);
    assert_non_null(shown);
    assert_int_equal(shown->stride, pattern == MODEL_SEQUENTIAL ? 128 >> step : 1 << step);
    assert_int_equal(shown->working_warps, warps);
    assert_int_equal(shown->load_conflicts, load_conflicts);
    assert_int_equal(shown->store_conflicts, store_conflicts);
    assert_int_equal(shown->wavefronts, wavefronts);
}

// docs/lab02.md and docs/lab03.md: `--n 256 --counters`, less the two wavefronts that are outside the tree.
static void counts_of_256_threads(void **state) {
    (void)state;
    static const unsigned lab01_warps[] = {8, 8, 8, 8, 8, 4, 2, 1}, few_warps[] = {4, 2, 1, 1, 1, 1, 1, 1},
                          loads[] = {8, 12, 14, 14, 14, 6, 2, 0}, stores[] = {4, 6, 7, 7, 7, 3, 1, 0},
                          wavefronts[] = {24, 24, 24, 24, 24, 12, 6, 3};
    for (unsigned step = 0; step < 8; step++) {
        check_step(MODEL_MODULO, 0, step, lab01_warps[step], 0, 0, 3 * lab01_warps[step]);
        check_step(MODEL_INTERLEAVED, 0, step, few_warps[step], loads[step], stores[step], wavefronts[step]);
        check_step(MODEL_INTERLEAVED, 1, step, few_warps[step], 0, 0, 3 * few_warps[step]);
        check_step(MODEL_SEQUENTIAL, 0, step, few_warps[step], 0, 0, 3 * few_warps[step]);
    }
}

static void steps_end(void **state) {
    (void)state;
    for (unsigned pattern = 0; pattern < MODEL_PATTERNS; pattern++) {
        assert_non_null(model_banks(pattern, 64, 0, 5));
        assert_null(model_banks(pattern, 64, 0, 6));
        assert_non_null(model_banks(pattern, 1024, 0, 9));
        assert_null(model_banks(pattern, 1024, 0, 10));
    }
}

// Lane 5 adds to element 40 at stride 4: word 40, or 41 with padding.
static void first_warp(void **state) {
    (void)state;
    const struct model_banks *shown = model_banks(MODEL_INTERLEAVED, 256, 0, 2);
    assert_int_equal(shown->lanes, ~0u);
    assert_int_equal(shown->passes, 8);
    assert_int_equal(shown->words[5], 40);
    assert_int_equal(shown->banks[5], 8);
    shown = model_banks(MODEL_INTERLEAVED, 256, 1, 2);
    assert_int_equal(shown->passes, 1);
    assert_int_equal(shown->words[5], 41);
    assert_int_equal(shown->banks[5], 9);
    assert_int_equal(model_banks(MODEL_MODULO, 256, 0, 4)->lanes, 1);
    assert_int_equal(model_banks(MODEL_SEQUENTIAL, 256, 0, 5)->lanes, 0xf);
}

static void sectors_by_stride(void **state) {
    (void)state;
    static const unsigned strides[] = {0, 1, 2, 4, 8, 16, 32, 33}, sectors[] = {1, 4, 8, 16, 32, 32, 32, 32};
    for (unsigned i = 0; i < sizeof(strides) / sizeof(*strides); i++) {
        assert_int_equal(model_sectors(strides[i], 0, 4)->count, sectors[i]);
    }
    assert_int_equal(model_sectors(1, 1, 4)->count, 5);
    assert_int_equal(model_sectors(1, 0, 1)->count, 1);
    assert_int_equal(model_sectors(1, 0, 8)->count, 8);
    assert_int_equal(model_sectors(1, 0, 16)->count, 16);
}

// For every setting of the page, the list of sectors has as many as the simulated GPU counts, and the bytes used.
static void listed_sectors(void **state) {
    (void)state;
    for (unsigned bytes = 1; bytes <= 16; bytes += bytes == 1 ? 3 : bytes) {
        for (unsigned stride = 0; stride <= 33; stride++) {
            for (unsigned offset = 0; offset <= 31; offset++) {
                const struct model_sectors *shown = model_sectors(stride, offset, bytes);
                unsigned listed = 0, used = 0;
                for (unsigned i = 0; i < WARP_LANES; i++) {
                    listed += shown->used[i] != 0;
                    used += (unsigned)__builtin_popcount(shown->used[i]);
                    assert_true(i == 0 || shown->used[i] == 0 || shown->touched[i] > shown->touched[i - 1]);
                }
                assert_int_equal(shown->count, listed);
                assert_int_equal(shown->used_bytes, used);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_256_threads),
        cmocka_unit_test(steps_end),
        cmocka_unit_test(first_warp),
        cmocka_unit_test(sectors_by_stride),
        cmocka_unit_test(listed_sectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
