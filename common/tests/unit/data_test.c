// The generator: the same on every machine, each element independent of the others, never constant.
#include "cmocka_all.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "data/data.h"

// The values themselves are part of the contract: a seed in a report must mean the same on every machine.
static void values_are_fixed(void **state) {
    (void)state;
    static const int32_t seed_1[] = {-2636, 8871, -9094, 5549}, seed_7[] = {4430, 2994, 988, 2085};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(data_int32(1, i), seed_1[i]);
        assert_int_equal(data_int32(7, i), seed_7[i]);
    }
}

// The lessons' example, and digits after it.
static void example(void **state) {
    (void)state;
    enum { N = 1000 };
    static const int first[] = {3, 1, 7, 0, 4, 1, 6, 3};
    int values[N], seen = 0;
    data_fill(OPERATOR_SUM, values, N, DATA_EXAMPLE_SEED);
    assert_memory_equal(values, first, sizeof(first));
    for (size_t i = 0; i < N; i++) {
        assert_in_range(values[i], 0, 9);
        seen |= 1 << values[i];
    }
    assert_int_equal(seen, (1 << 10) - 1);
}

static void any_element_by_itself(void **state) {
    (void)state;
    enum { N = 1000 };
    int32_t values[N];
    data_fill(OPERATOR_SUM, values, N, 3);
    for (size_t i = N; i > 0; i--) {
        assert_int_equal(values[i - 1], data_int32(3, i - 1));
    }
}

static void in_range_and_never_zero(void **state) {
    (void)state;
    int32_t least = 0, most = 0;
    for (uint64_t i = 0; i < 1 << 20; i++) {
        int32_t value = data_int32(1, i);
        assert_true(value != 0 && value >= -DATA_INT32_MAX && value <= DATA_INT32_MAX);
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    assert_int_equal(least, -DATA_INT32_MAX); // the whole range is used
    assert_int_equal(most, DATA_INT32_MAX);
}

// Neighbours and elements a warp, a block or a power of two apart almost always differ.
static void differs_by_position(void **state) {
    (void)state;
    static const size_t steps[] = {1, 2, 31, 32, 33, 256, 512, 1024, 65536};
    for (size_t k = 0; k < sizeof(steps) / sizeof(steps[0]); k++) {
        size_t equal = 0;
        for (uint64_t i = 0; i < 10000; i++) {
            equal += data_int32(1, i) == data_int32(1, i + steps[k]);
        }
        assert_true(equal < 10);
    }
}

// Another seed makes another input, not the same one shifted.
static void differs_by_seed(void **state) {
    (void)state;
    for (uint64_t shift = 0; shift < 8; shift++) {
        size_t equal = 0;
        for (uint64_t i = 0; i < 10000; i++) {
            equal += data_int32(1, i + shift) == data_int32(2, i);
        }
        assert_true(equal < 10);
    }
}

// With the seeds of the default cases, no range that a block or a tree could sum comes near overflow.
static void sums_do_not_overflow(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        int64_t sum = 0, least = 0, most = 0;
        for (uint64_t i = 0; i < 1 << 20; i++) {
            sum += data_int32(seed, i);
            least = sum < least ? sum : least;
            most = sum > most ? sum : most;
        }
        assert_true(most - least < INT32_MAX); // the largest sum of any range
    }
}

enum { SOME = 4096 };

// The properties of each operator's input that make errors visible (data.h).
static void ints_for_their_operators(void **state) {
    (void)state;
    static int product[SOME], least[SOME], most[SOME];
    data_fill(OPERATOR_PRODUCT, product, SOME, 3);
    data_fill(OPERATOR_MIN, least, SOME, 3);
    data_fill(OPERATOR_MAX, most, SOME, 3);
    for (int i = 0; i < SOME; i++) {
        assert_true(product[i] % 2 != 0 && product[i] != 1 && product[i] != -1);
        assert_true(least[i] >= 1000000000);
        assert_true(most[i] <= -1000000000);
        assert_true(i == 0 || (least[i] != least[i - 1] && most[i] != most[i - 1]));
    }
}

static void float_sums_are_short_or_exact(void **state) {
    (void)state;
    static float values[1 << 20];
    data_fill(OPERATOR_FLOAT_SUM, values, DATA_ROUNDED_MAX, 3);
    int whole = 0;
    for (int i = 0; i < DATA_ROUNDED_MAX; i++) {
        assert_true((values[i] > 0.125f && values[i] <= 1) || (values[i] < -0.125f && values[i] >= -1));
        whole += values[i] == (float)(int)values[i];
    }
    assert_true(whole < 3);
    static const size_t lengths[] = {DATA_ROUNDED_MAX + 1, 65537, 1 << 20};
    for (int k = 0; k < 3; k++) {
        double magnitude = 0;
        data_fill(OPERATOR_FLOAT_SUM, values, lengths[k], 3);
        for (size_t i = 0; i < lengths[k]; i++) {
            const float units = values[i] * (1 << 23);
            assert_true(values[i] != 0 && units == (float)(int)units && (int)values[i] == 0);
            magnitude += values[i] < 0 ? -values[i] : values[i];
        }
        assert_true(magnitude <= 2);
    }
}

static int distance_squared(struct point point) {
    return point.x * point.x + point.y * point.y + point.z * point.z;
}

// Of 256 neighbours about one in four is equally far. Most of the next 256 are nearer or farther.
static void farthest_points_are_many(void **state) {
    (void)state;
    enum { NEIGHBOURS = 256, GROUPS = SOME / NEIGHBOURS };
    static struct point points[SOME];
    int different = 0;
    data_fill(OPERATOR_FARTHEST, points, SOME, 3);
    for (int group = 0, before = 0; group < GROUPS; group++) {
        const struct point *own = &points[group * NEIGHBOURS];
        int many = 0, largest = 0, factor = 0;
        for (int i = 0; i < NEIGHBOURS; i++) {
            const int square = distance_squared(own[i]);
            many = square > largest ? 1 : many + (square == largest);
            largest = square > largest ? square : largest;
        }
        while (factor * factor * (99 * 99 + 14 * 14 + 1) < largest) {
            factor++;
        }
        assert_int_equal(factor * factor * (99 * 99 + 14 * 14 + 1), largest);
        assert_true(factor >= 85 && factor <= 100);
        assert_true(many > NEIGHBOURS / 6 && many < NEIGHBOURS / 3);
        different += factor != before;
        before = factor;
    }
    assert_true(different > GROUPS / 2);
}

// At the edges, sums of ints are out of range, those of blocks' sums included. All of a short array but its last value
// or two is 0, not so its first half; and blocks at the end of a long one are 0.
static void edges_of_sums(void **state) {
    (void)state;
    enum { FEW = 257, MANY = 100003 };
    static int ints[MANY];
    int64_t sum = 0, largest = 0;
    data_fill(OPERATOR_SUM, ints, FEW, DATA_EDGE_SEED);
    for (int i = 0; i < FEW - 1; i++) {
        sum += ints[i];
        largest = llabs(sum) > largest ? llabs(sum) : largest;
    }
    assert_true(largest > 2 * (int64_t)INT_MAX && sum == 0 && ints[FEW - 1] != 0);
    const int blocks[] = {256, 512, 1024, 2048, 4608, 9216, 18432};
    for (int k = 0; k < 7; k++) { // a block's sum does not fit into fewer bits, nor into a float
        unsigned first = 0, second = 0;
        data_fill(OPERATOR_SUM, ints, 2 * (size_t)blocks[k] + 1, DATA_EDGE_SEED);
        for (int i = 0; i < blocks[k]; i++) {
            first += (unsigned)ints[i];
            second += (unsigned)ints[blocks[k] + i];
        }
        assert_true(abs((int)first) > 1 << 30 && (int)(float)(int)first != (int)first && first + second == 0);
    }
    const int lengths[] = {65537, MANY};
    for (int k = 0; k < 2; k++) {
        data_fill(OPERATOR_SUM, ints, (size_t)lengths[k], DATA_EDGE_SEED);
        for (int block = 256; block <= 4096; block *= 2) {
            int64_t all = 0;
            int zeros = 0;
            for (int first = 0; first < lengths[k]; first += block) {
                unsigned one = 0;
                for (int i = first; i < first + block && i < lengths[k]; i++) {
                    one += (unsigned)ints[i];
                }
                all += (int)one;
                zeros += one == 0;
            }
            assert_true(llabs(all) > INT_MAX && zeros > 2);
        }
    }
}

// At the edges, the product up to any even number of values is -1; all distances are the same float; and the farthest
// point is not the one that would be chosen among equally far points.
static void edges(void **state) {
    (void)state;
    enum { FEW = 257 };
    int ints[FEW];
    struct point points[FEW], farthest = identity_farthest(), chosen = {0, 0, 0};
    data_fill(OPERATOR_MIN, ints, FEW, DATA_EDGE_SEED);
    assert_true(ints[0] == INT_MAX && ints[FEW - 1] == INT_MAX);
    data_fill(OPERATOR_MAX, ints, FEW, DATA_EDGE_SEED);
    assert_true(ints[0] == INT_MIN && ints[FEW - 1] == INT_MIN);
    data_fill(OPERATOR_PRODUCT, ints, FEW, DATA_EDGE_SEED);
    for (int i = 0, product = 1; i < FEW; i++) {
        product *= ints[i];
        assert_true((ints[i] == 1 || ints[i] == -1) && (i % 2 == 0 || product == -1));
    }
    data_fill(OPERATOR_FARTHEST, points, FEW, DATA_EDGE_SEED);
    for (int i = 0; i < FEW; i++) {
        int square = points[i].x * points[i].x + points[i].y * points[i].y + points[i].z * points[i].z;
        assert_true((float)square == 299860032.0f && (float)sqrt(square) == (float)sqrt(299860017));
        farthest = combine_farthest(farthest, points[i]);
        chosen = points[i].x > chosen.x ? points[i] : chosen;
    }
    assert_true(farthest.x == 9995 && chosen.x == 9999);
}

static void maps_forget_nothing(void **state) {
    (void)state;
    static struct affine maps[SOME];
    data_fill(OPERATOR_AFFINE, maps, SOME, 3);
    for (int i = 0; i < SOME; i++) {
        assert_true(maps[i].a % 2 == 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_fixed),
        cmocka_unit_test(example),
        cmocka_unit_test(any_element_by_itself),
        cmocka_unit_test(in_range_and_never_zero),
        cmocka_unit_test(differs_by_position),
        cmocka_unit_test(differs_by_seed),
        cmocka_unit_test(sums_do_not_overflow),
        cmocka_unit_test(ints_for_their_operators),
        cmocka_unit_test(float_sums_are_short_or_exact),
        cmocka_unit_test(farthest_points_are_many),
        cmocka_unit_test(edges_of_sums),
        cmocka_unit_test(edges),
        cmocka_unit_test(maps_forget_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
