// The cases of a part (check/plan/cases.h), and the command that replays one.
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/plan/cases.h"
#include "check/plan/declared.h"
#include "check/plan/replay.h"
#include "data/data.h"
#include "options_check.h"

// These sizes, and two more cases in other orders, with the one that comes twice.
static void expect_sizes(const struct lab_part *part, const size_t *expected, size_t count) {
    static const char *const orders[] = {"random", "together"};
    size_t made, twice = 0;
    struct check_case *cases = cases_make(part, &options, &made);
    assert_int_equal(made, count + 2);
    uint64_t seed = options.seed;
    for (size_t i = 0; i < count; i++) {
        bool again = i > 0 && cases[i].n == cases[i - 1].n;
        assert_int_equal(cases[i].operator_id, OPERATOR_SUM);
        assert_int_equal(cases[i].n, expected[i]);
        assert_int_equal(cases[i].seed, again ? DATA_EDGE_SEED : seed++);
        assert_null(cases[i].order);
        twice = again ? cases[i].n : twice;
    }
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(cases[count + i].n, twice);
        assert_int_equal(cases[count + i].seed, seed++);
        assert_string_equal(cases[count + i].order->schedule, orders[i]);
    }
    free(cases);
}

// One size comes twice: the smallest of more than eight blocks in a reduction, of more than two blocks in a scan.
static void cases_of_a_part(void **state) {
    (void)state;
    static const size_t of_256[] = {0,   1,   2,   31,  32,    33,    255,    256,
                                    257, 511, 512, 513, 65537, 65537, 100003, 1048576};
    static const size_t of_512[] = {0,   1,    2,    31,   32,     33,     511,    512,
                                    513, 1023, 1024, 1025, 100003, 100003, 262145, 1048576};
    static const size_t of_1[] = {0, 1, 2, 3, 3, 31, 32, 33, 100003, 1048576};
    assert_int_equal(READ("--seed", "5"), 0);
    expect_sizes(&parts[0], of_512, sizeof(of_512) / sizeof(of_512[0]));
    expect_sizes(&parts[1], of_256, sizeof(of_256) / sizeof(of_256[0]));
    struct lab_part one = {.elements_per_block = 1, .kind = LAB_INCLUSIVE_SCAN};
    expect_sizes(&one, of_1, sizeof(of_1) / sizeof(of_1[0]));
}

static void own_case_sizes(void **state) {
    (void)state;
    static const size_t own[] = {0, 3, 9, 9};
    struct lab_part part = {.elements_per_block = 4, .case_sizes = {0, 9, 3, 3}};
    assert_int_equal(READ("--all"), 0);
    expect_sizes(&part, own, 4);
}

// A part's first operator runs all cases, including every n of a range; the others run only the usual small ones.
static void cases_by_operator(void **state) {
    (void)state;
    struct lab_part part = {.name = "p",
                            .case_sizes = {0, 3, 9, 70000},
                            .every_size_to = 4,
                            .operators = {OPERATOR_SUM, OPERATOR_MAX},
                            .operator_count = 2};
    struct lab only = {.name = "lab42-test", .parts = &part, .part_count = 1};
    char error[200];
    static const size_t sizes[] = {0, 1, 2, 3, 4, 9, 70000, 0, 3, 9};
    size_t count;
    assert_int_equal(READ("--all"), 0);
    struct check_case *cases = cases_make(&part, &options, &count);
    assert_int_equal(count, 10);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(cases[i].n, sizes[i]);
        assert_int_equal(cases[i].operator_id, i < 7 ? OPERATOR_SUM : OPERATOR_MAX);
    }
    free(cases);
    char *const max[] = {"check", "--operator", "max", "--n", "5"};
    assert_int_equal(options_read(5, (char **)max, &only, &options, error, sizeof(error)), 0);
    cases = cases_make(&part, &options, &count);
    assert_int_equal(count, 1);
    char replay[400];
    replay_command(&options, &only, &part, &cases[0], replay, sizeof(replay));
    assert_string_equal(replay, "./lab check lab42 --part p --operator max --n 5 --seed 1");
    free(cases);
    char *const affine[] = {"check", "--operator=affine"}, *const typo[] = {"check", "--operator=maxx"};
    assert_int_equal(options_read(2, (char **)affine, &only, &options, error, sizeof(error)), -1);
    assert_string_equal(error, "lab42-test is not tested with that operator, only with: sum, max");
    assert_int_equal(options_read(2, (char **)typo, &only, &options, error, sizeof(error)), -1);
    assert_string_equal(error, "unknown operator 'maxx'; did you mean 'max'?");
}

// Examples come first, and only with the first operator. The largest case of other operators may be smaller.
static void examples_and_small_cases(void **state) {
    (void)state;
    static const struct lab_example examples[] = {{.name = "sausage", .n = 10}, {.name = "notes", .n = 8}};
    struct lab_part part = {.name = "p",
                            .case_sizes = {0, 9, 500},
                            .largest_for_others = 9,
                            .operators = {OPERATOR_MAX, OPERATOR_SUM},
                            .operator_count = 2,
                            .examples = examples,
                            .example_count = 2};
    struct lab only = {.name = "lab42-test", .parts = &part, .part_count = 1};
    static const size_t sizes[] = {10, 8, 0, 9, 500, 0, 9};
    size_t count;
    assert_int_equal(READ("--all"), 0);
    struct check_case *cases = cases_make(&part, &options, &count);
    assert_int_equal(count, 7);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(cases[i].n, sizes[i]);
        assert_int_equal(cases[i].operator_id, i < 5 ? OPERATOR_MAX : OPERATOR_SUM);
        assert_ptr_equal(cases[i].example, i < 2 ? &examples[i] : NULL);
    }
    assert_int_equal(cases[2].seed, options.seed); // examples use no seeds
    free(cases);
    assert_int_equal(READ("--n", "10"), 0);
    cases = cases_make(&part, &options, &count);
    assert_true(count == 2 && cases[0].example == NULL); // one for each operator
    free(cases);

    char *const notes[] = {"check", "--example", "notes"}, *const typo[] = {"check", "--example=saussage"};
    assert_int_equal(options_read(3, (char **)notes, &only, &options, error, sizeof(error)), 0);
    cases = cases_make(&part, &options, &count);
    assert_true(count == 1 && cases[0].example == &examples[1]);
    char replay[400];
    replay_command(&options, &only, &part, &cases[0], replay, sizeof(replay));
    assert_string_equal(replay, "./lab check lab42 --part p --operator max --example notes");
    free(cases);
    assert_int_equal(options_read(2, (char **)typo, &only, &options, error, sizeof(error)), -1);
    assert_string_equal(error, "unknown example 'saussage'; did you mean 'sausage'?");
    assert_int_equal(READ("--example", "notes"), -1); // lab42-answer has none
}

// On a real GPU there is one more, large case.
static void large_case_on_gpu(void **state) {
    (void)state;
    struct lab_part usual = {.elements_per_block = 256}, own = {.case_sizes = {3, 9}};
    size_t count;
    assert_int_equal(READ("--device", "gpu"), 0);
    struct check_case *cases = cases_make(&usual, &options, &count);
    assert_int_equal(cases[count - 1].n, 1 << 28);
    free(cases);
    free(cases_make(&own, &options, &count));
    assert_int_equal(count, 2);
    own.largest_on_gpu = 4096;
    cases = cases_make(&own, &options, &count);
    assert_int_equal(cases[count - 1].n, 4096);
    free(cases);
}

// The sizes of one operator's cases in the usual order of blocks, as a text: "0 1 5".
static const char *sizes_of(const struct lab_part *part, enum operator_id id) {
    static char text[8000];
    size_t count, used = 0;
    struct check_case *cases = cases_make(part, &options, &count);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        if (cases[i].operator_id == id) {
            used += (size_t)snprintf(&text[used], sizeof(text) - used, "%s%zu%s", used > 0 ? " " : "",
                                     cases[i].n, cases[i].order != NULL ? " ordered" : "");
        }
    }
    free(cases);
    return text;
}

// On the simulated GPU the short check leaves out many of a range's sizes, those above short_to, and the larger ones of
// operators whose values are as wide as the first one's.
static void short_and_long_sizes(void **state) {
    (void)state;
    static const struct lab_order order = {.schedule = "reversed", .workers = 1, .n = 80000};
    const struct lab_part range = {.case_sizes = {3}, .every_size_to = 101};
    const struct lab_part wide = {.case_sizes = {3, 70000, 90000},
                                  .short_to = 70000,
                                  .largest_for_others = 100000,
                                  .orders = &order,
                                  .order_count = 1,
                                  .operators = {OPERATOR_SUM, OPERATOR_MAX, OPERATOR_AFFINE},
                                  .operator_count = 3};
    assert_int_equal(READ("--all"), 0);
    const char *some = strstr(sizes_of(&range, OPERATOR_SUM), " 62 ");
    assert_string_equal(some, " 62 63 64 65 88 95 96 97");
    assert_string_equal(sizes_of(&wide, OPERATOR_SUM), "3 70000 80000 ordered");
    assert_string_equal(sizes_of(&wide, OPERATOR_MAX), "3");
    assert_string_equal(sizes_of(&wide, OPERATOR_AFFINE), "3 70000 80000 ordered");
    for (int on_gpu = 0; on_gpu < 2; on_gpu++) {
        assert_int_equal(on_gpu ? READ("--device", "gpu") : READ("--long"), 0);
        some = strstr(sizes_of(&range, OPERATOR_SUM), " 85 ");
        assert_string_equal(some, " 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101");
        assert_string_equal(sizes_of(&wide, OPERATOR_MAX),
                            on_gpu ? "3 70000 90000" : "3 70000 90000 80000 ordered");
    }
}

// The long check has one more case, with the first operator.
static void long_case(void **state) {
    (void)state;
    struct lab_part part = {.case_sizes = {3, 9},
                            .long_n = LONG_N,
                            .operators = {OPERATOR_SUM, OPERATOR_MAX},
                            .operator_count = 2};
    size_t count;
    assert_int_equal(READ("--all"), 0);
    free(cases_make(&part, &options, &count));
    assert_int_equal(count, 4);
    assert_int_equal(READ("--long"), 0);
    struct check_case *cases = cases_make(&part, &options, &count);
    assert_int_equal(count, 5);
    // It comes last: its stage is that of no other operator.
    assert_true(cases[2].operator_id == OPERATOR_MAX && cases[2].n == 3 && cases[4].n == LONG_N);
    assert_true(cases[1].stage == 0 && cases[2].stage == 1 && cases[3].stage == 1 &&
                cases[4].stage == CASES_LAST_STAGE);
    assert_true(cases[4].operator_id == OPERATOR_SUM && cases[4].seed == cases[1].seed + 1);
    free(cases);
    // Other parts need not wait for the runner of an operator that is built later.
    part.operators[0] = OPERATOR_AFFINE;
    cases = cases_make(&part, &options, &count);
    assert_true(cases[0].operator_id == OPERATOR_AFFINE && cases[0].stage == 1 && cases[2].stage == 2 &&
                cases[count - 1].stage == CASES_LAST_STAGE);
    free(cases);
    part.operators[0] = OPERATOR_SUM;
    part.kind = LAB_INCLUSIVE_SCAN;
    part.elements_per_block = 4; // 9 has more than two blocks: it comes twice, and half of it at the end
    part.operator_count = 1;
    cases = cases_make(&part, &options, &count);
    assert_int_equal(count, 7);
    assert_true(cases[2].n == 9 && cases[3].n == LONG_N && cases[4].n == 4 && cases[4].order == NULL);
    assert_true(cases[4].seed == cases[3].seed + 1 && cases[5].order != NULL);
    free(cases);
}

// Of the long case, some blocks run: not if the whole case was requested, and not where blocks may wait for each other.
static void long_case_is_sampled(void **state) {
    (void)state;
    static const struct lab_order order = {.schedule = "reversed", .workers = 1, .n = 9};
    struct lab_part part = {.case_sizes = {3}, .long_n = LONG_N, .elements_per_block = 256};
    char *const whole[][4] = {{"check", "--long", "--counters"},
                              {"check", "--long", "--schedule=reversed"},
                              {"check", "--long", "--device=gpu"},
                              {"check", "--n=16777217"}};
    char error[200];
    size_t count;
    assert_int_equal(READ("--long"), 0);
    struct check_case *cases = cases_make(&part, &options, &count);
    assert_true(cases[0].sample.section == 0 && cases[1].sample.section == 256);
    assert_true(cases[1].sample.blocks == 65537 && cases[1].sample.seed == cases[1].seed);
    free(cases);
    for (int i = 0; i < 6; i++) {
        part.kind = i == 4 ? LAB_LOOP : LAB_REDUCE;
        part.orders = i == 5 ? &order : NULL;
        part.order_count = i == 5;
        char *const words[] = {"check", "--long"};
        int words_count = i == 3 ? 2 : 3;
        assert_int_equal(options_read(i < 4 ? words_count : 2, i < 4 ? (char **)whole[i] : (char **)words,
                                      &two_parts, &options, error, sizeof(error)),
                         0);
        cases = cases_make(&part, &options, &count);
        for (size_t k = 0; k < count; k++) {
            assert_true(cases[k].sample.section == 0);
        }
        free(cases);
    }
}

// The ends, the powers of two, and others that depend on the seed.
static void blocks_of_a_sample(void **state) {
    (void)state;
    static const uint64_t always[] = {0, 3, 255, 256, 32767, 32768, 65533, 65535, 65536};
    const struct sample sample = {256, 65537, 1}, other = {256, 65537, 2};
    uint64_t count = 0, others = 0, elements = 0;
    for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++) {
        assert_true(sample_has(&sample, always[i]) && sample_has(&other, always[i]));
    }
    for (uint64_t block = 0; block < sample.blocks; block++) {
        count += sample_has(&sample, block);
        others += sample_has(&sample, block) && !sample_has(&other, block);
    }
    assert_true(count >= 400 && count <= 700);
    assert_true(others > count / 2);
    for (uint64_t block = 0, first, end; sample_next(&sample, LONG_N, &block, &first, &end);) {
        assert_true(sample_has(&sample, first / 256) && first % 256 == 0);
        elements += end - first;
    }
    assert_int_equal(elements, (count - 1) * 256 + 1); // the last section has one element
    uint64_t block = 0, first, end;
    assert_false(sample_next(&(struct sample){.section = 0}, LONG_N, &block, &first, &end));
}

// The elements that no block reads are 0, and so are the sums of those before them if the scan goes on.
static void input_of_a_sample(void **state) {
    (void)state;
    enum { N = 40000 };
    static const enum lab_kind kinds[] = {LAB_REDUCE, LAB_INCLUSIVE_SCAN};
    for (size_t i = 0; i < 2; i++) {
        const struct lab_part part = {.kind = kinds[i]};
        const struct check_case what = {.n = N, .seed = 3, .sample = {16, N / 16, 3}};
        int32_t *input = calloc(N, sizeof(*input)), sum = 0;
        assert_non_null(input);
        cases_fill_sample(&part, &what, input);
        for (size_t at = 0; at < N; at++) {
            sum += input[at];
            assert_int_equal(input[at] != 0, sample_has(&what.sample, at / 16));
            assert_true(kinds[i] == LAB_REDUCE || input[at] != 0 || sum == 0);
            assert_true(sum != 0 || kinds[i] == LAB_INCLUSIVE_SCAN);
        }
        assert_int_not_equal(sum, 0);
        free(input);
    }
}

// Cases with another order of blocks come after those of their operator, and the replay command names the order.
static void cases_in_other_orders(void **state) {
    (void)state;
    static const struct lab_order orders[] = {{.schedule = "reversed", .workers = 1, .n = 9},
                                              {.schedule = "random", .seed = 7, .n = 70001}};
    struct lab_part part = {.name = "p",
                            .case_sizes = {0, 3},
                            .orders = orders,
                            .order_count = 2,
                            .operators = {OPERATOR_SUM, OPERATOR_MAX},
                            .operator_count = 2};
    struct lab only = {.name = "lab42-test", .parts = &part, .part_count = 1};
    char error[200], replay[400];
    static const size_t sizes[] = {0, 3, 9, 70001, 0, 3, 9}; // the last one is too large for other operators
    size_t count;
    assert_int_equal(READ("--seed", "5"), 0);
    struct check_case *cases = cases_make(&part, &options, &count);
    assert_int_equal(count, 7);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(cases[i].n, sizes[i]);
        assert_true(cases[i].order == (sizes[i] == 9 ? &orders[0] : sizes[i] == 70001 ? &orders[1] : NULL));
    }
    replay_command(&options, &only, &part, &cases[2], replay, sizeof(replay));
    assert_string_equal(
        replay, "./lab check lab42 --part p --operator sum --n 9 --seed 7 --workers 1 --schedule reversed");
    replay_command(&options, &only, &part, &cases[3], replay, sizeof(replay));
    assert_string_equal(replay,
                        "./lab check lab42 --part p --operator sum --n 70001 --seed 8 --schedule random "
                        "--schedule-seed 7");
    free(cases);
    char *const others[][3] = {
        {"check", "--n", "9"}, {"check", "--schedule", "random"}, {"check", "--device", "gpu"}};
    static const size_t counts[] = {2, 4, 4};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(options_read(3, (char **)others[i], &only, &options, error, sizeof(error)), 0);
        cases = cases_make(&part, &options, &count);
        assert_int_equal(count, counts[i]);
        for (size_t k = 0; k < count; k++) {
            assert_null(cases[k].order);
        }
        free(cases);
    }
}

// The replayed case must be the one that failed: same n, same seed.
static void replay_is_the_same_case(void **state) {
    (void)state;
    char replay[400];
    size_t count;
    assert_int_equal(READ("--seed", "5", "--program", "solution", "--schedule", "reversed", "--limit", "2"),
                     0);
    struct check_case *cases = cases_make(&parts[1], &options, &count);
    replay_command(&options, &two_parts, &parts[1], &cases[8], replay, sizeof(replay));
    assert_string_equal(replay,
                        "./lab check lab42 --part modulo --n 257 --seed 13 --program solution --schedule "
                        "reversed --limit 2");
    assert_int_equal(READ("--part", "modulo", "--n", "257", "--seed", "13"), 0);
    struct check_case *again = cases_make(&parts[1], &options, &count);
    assert_int_equal(count, 1);
    assert_true(again[0].n == cases[8].n && again[0].seed == cases[8].seed);
    replay_command(&options, &two_parts, &parts[0], &(struct check_case){.n = 1, .seed = 2}, replay,
                   sizeof(replay));
    assert_string_equal(replay, "./lab check lab42 --part tree --n 1 --seed 2");
    free(cases);
    free(again);
}

// ---- What a check.c must declare ----

static void copy(const int *in, int *out, size_t n) {
    memcpy(out, in, n * sizeof(*in));
}

static void copy_any(const struct operator_info *operator_info, const void *in, void *out, size_t n) {
    memcpy(out, in, n * operator_info->value_size);
}

static int same(int value) {
    return value;
}

static void incomplete_parts_are_named(void **state) {
    (void)state;
    const struct {
        struct lab_part part;
        const char *problem; // "": none
    } declared[] = {
        {{.elements_per_block = 4}, ""},
        {{.case_sizes = {0, 7}}, ""},
        {{.kind = LAB_LOOP, .loop = copy, .input = same, .outputs = 3, .elements_per_block = 4}, ""},
        {{.kind = LAB_LOOP, .loop_of = copy_any, .elements_per_block = 4}, ""},
        {{.kind = LAB_LOOP, .elements_per_block = 4}, "it needs the loop"},
        {{.kind = LAB_LOOP, .loop = copy, .loop_of = copy_any, .elements_per_block = 4}, "only one"},
        {{.kind = LAB_REDUCE, .loop = copy, .elements_per_block = 4}, "only for the kind LAB_LOOP"},
        {{.kind = LAB_REDUCE, .outputs = 3, .elements_per_block = 4}, "only for the kind LAB_LOOP"},
        {{.kind = LAB_LOOP, .loop_of = copy_any, .input = same, .elements_per_block = 4},
         ".input makes ints"},
        {{.kind = LAB_LOOP,
          .loop_of = copy_any,
          .operators = {OPERATOR_MAX, OPERATOR_FLOAT_SUM},
          .operator_count = 2,
          .elements_per_block = 4},
         "float_sum"},
        {{.kind = LAB_INCLUSIVE_SCAN}, ".elements_per_block"},
    };
    for (size_t i = 0; i < sizeof(declared) / sizeof(declared[0]); i++) {
        struct lab_part two[] = {{.name = "good", .elements_per_block = 4}, declared[i].part};
        const struct lab made = {.name = "lab11-new", .parts = two, .part_count = 2};
        char problem[400] = "";
        two[1].name = "shared";
        assert_int_equal(declared_completely(&made, problem, sizeof(problem)),
                         declared[i].problem[0] == '\0');
        assert_non_null(strstr(problem, declared[i].problem));
        if (problem[0] != '\0') {
            assert_non_null(strstr(problem, "lab11-new's check.c, part shared: "));
        }
    }
}

// The recorded cases of a part: their sizes, and whether the last one has the lessons' values.
static void expect_shown(const struct lab_part *part, const char *sizes, bool example) {
    size_t count;
    char text[100] = "";
    struct check_case *cases = cases_make(part, &options, &count);
    for (size_t i = 0; i < count; i++) {
        snprintf(text + strlen(text), sizeof(text) - strlen(text), " %zu", cases[i].n);
    }
    assert_string_equal(text, sizes);
    assert_int_equal(cases[count - 1].seed == DATA_EXAMPLE_SEED, example);
    assert_int_not_equal(cases[0].seed, example ? DATA_EXAMPLE_SEED : 0);
    free(cases);
}

// A case is recorded for its failures first. If it passes, one that is easy to read follows, unless a seed was
// requested.
static void recorded_cases(void **state) {
    (void)state;
    struct lab_part part = {.elements_per_block = 256}, shown = part, scan = part, large = part;
    scan.kind = LAB_SECTION_INCLUSIVE_SCAN;
    shown.shown_n = 16;
    large.elements_per_block = 2048;
    assert_int_equal(READ("--trace", "t"), 0);
    expect_shown(&part, " 577 256", true);
    expect_shown(&shown, " 577 16", true);
    expect_shown(&scan, " 577 577", true);
    expect_shown(&large, " 2561 2048", true);
    assert_int_equal(READ("--show", "--n", "8"), 0);
    expect_shown(&shown, " 8 8", true);
    assert_int_equal(READ("--show", "--n", "8", "--seed", "1"), 0);
    expect_shown(&shown, " 8", false);
    static const struct lab_order order = {.schedule = "random"};
    part.orders = &order;
    part.order_count = 1;
    size_t count;
    assert_int_equal(READ("--trace", "t", "--n", "300", "--seed", "31704163"), 0);
    struct check_case *waiting = cases_make(&part, &options, &count); // the reference of such a case
    assert_string_equal(waiting[0].order->schedule, "together");
    free(waiting);
    assert_int_equal(READ("--count", "writer:3:1"), 0);
    expect_shown(&shown, " 577", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(incomplete_parts_are_named),
        cmocka_unit_test(cases_of_a_part),
        cmocka_unit_test(recorded_cases),
        cmocka_unit_test(own_case_sizes),
        cmocka_unit_test(cases_by_operator),
        cmocka_unit_test(examples_and_small_cases),
        cmocka_unit_test(large_case_on_gpu),
        cmocka_unit_test(long_case),
        cmocka_unit_test(long_case_is_sampled),
        cmocka_unit_test(blocks_of_a_sample),
        cmocka_unit_test(input_of_a_sample),
        cmocka_unit_test(cases_in_other_orders),
        cmocka_unit_test(short_and_long_sizes),
        cmocka_unit_test(replay_is_the_same_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
