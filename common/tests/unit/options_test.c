// The command line, and suggestions for misspelt words.
#include "cmocka_all.h"

#include "options_check.h"
#include "text/option_list.h"
#include "text/suggest.h"

#include <string.h>

static void defaults(void **state) {
    (void)state;
    assert_int_equal(read_words((char *[]){"check", NULL}), 0);
    assert_string_equal(options.program, "starter");
    assert_string_equal(options.device, "sim");
    assert_false(options.has_n || options.all || options.counters || options.verbose);
    assert_true(options.limit == 60 && options.workers == 0 && options.part == NULL);
}

static void all_options(void **state) {
    (void)state;
    assert_int_equal(READ("--program", "solution", "--device=gpu", "--part", "modulo", "--n", "257",
                          "--seed=7", "--all", "--limit", "1.5", "--workers", "2", "--schedule", "random",
                          "--schedule-seed", "9", "--counters", "--lines", "--summary", "--brief", "--rows",
                          "table", "--verbose", "--list", "--json", "-", "--json-full", "--source", "x.cu"),
                     0);
    assert_string_equal(options.program, "solution");
    assert_string_equal(options.device, "gpu");
    assert_string_equal(options.part, "modulo");
    assert_true(options.has_n && options.n == 257 && options.seed == 7 && options.all);
    assert_true(options.limit == 1.5 && options.workers == 2);
    assert_string_equal(options.schedule, "random");
    assert_true(options.schedule_seed == 9);
    assert_true(options.counters && options.lines && options.summary && options.brief && options.verbose &&
                options.list);
    assert_string_equal(options.json, "-");
    assert_true(options.json_full);
    assert_string_equal(options.rows, "table");
    assert_string_equal(options.source, "x.cu");
}

static void every_option_is_set(void **state) { // one without a field would end the program
    (void)state;
    for (size_t i = 0; i < checker_option_count; i++) {
        read_words((char *[]){"check", (char *)checker_options[i].name,
                              checker_options[i].kind == FLAG ? NULL : "1", NULL});
    }
}

static void wrong_words(void **state) {
    (void)state;
    assert_int_equal(READ("--sead", "7"), -1);
    assert_string_equal(error, "unknown option --sead; did you mean --seed?");
    assert_int_equal(READ("--counter"), -1);
    assert_string_equal(error, "unknown option --counter; did you mean --counters?");
    assert_int_equal(READ("--xylophone"), -1);
    assert_string_equal(error, "unknown option --xylophone; --help lists all");
    assert_int_equal(READ("modulo"), -1);
    assert_int_equal(READ("--part", "modula"), -1);
    assert_string_equal(error, "unknown part 'modula'; did you mean 'modulo'?");
    assert_int_equal(READ("--part", "q"), -1);
    assert_string_equal(error, "unknown part 'q'; choose from: tree, modulo");
    assert_int_equal(READ("--device", "cpu"), -1);
    assert_int_equal(READ("--schedule", "odd"), -1);
}

// The suggestions are names that the lab has.
static void operators_and_examples(void **state) {
    (void)state;
    static struct lab_part part = {
        .name = "one", .operators = {OPERATOR_SUM, OPERATOR_MAX}, .operator_count = 2};
    static const struct lab lab = {.name = "lab43-some", .parts = &part, .part_count = 1};
    char *words[] = {"check", "--operator", "plus", NULL};
    assert_int_equal(options_read(3, words, &lab, &options, error, sizeof(error)), -1);
    assert_string_equal(error, "unknown operator 'plus'; choose from: sum, max");
    words[2] = "affine";
    assert_int_equal(options_read(3, words, &lab, &options, error, sizeof(error)), -1);
    assert_string_equal(error, "lab43-some is not tested with that operator, only with: sum, max");
    assert_int_equal(READ("--operator", "plus"), -1);
    assert_string_equal(error, "unknown operator 'plus'; choose from: sum");
    assert_int_equal(READ("--example", "foo"), -1);
    assert_string_equal(error, "lab42-answer has no examples");
    assert_int_equal(READ("--example", "foo", "--part", "tree"), -1);
    assert_string_equal(error, "part tree has no examples");
}

static void wrong_values(void **state) {
    (void)state;
    static char *const bad_numbers[] = {
        "", "-1", "+1", " 1", "1 ", "1x", "x", "1.5", "99999999999999999999999"};
    for (size_t i = 0; i < sizeof(bad_numbers) / sizeof(bad_numbers[0]); i++) {
        assert_int_equal(READ("--n", bad_numbers[i]), -1);
        assert_int_equal(READ("--seed", bad_numbers[i]), -1);
    }
    assert_int_equal(READ("--n"), -1);
    assert_string_equal(error, "--n needs a value: --n N (run one case of N elements)");
    assert_int_equal(READ("--picture", "--n", "8"), -1);
    assert_non_null(strstr(error, "--picture needs a value: --picture KIND (draw each step"));
    assert_int_equal(READ("--n", "4294967297"), -1); // more than likely fits into memory
    assert_int_equal(READ("--workers", "1025"), -1);
    static char *const bad_seconds[] = {"0", "-1", "nan", "inf", "1s", ""};
    for (size_t i = 0; i < sizeof(bad_seconds) / sizeof(bad_seconds[0]); i++) {
        assert_int_equal(READ("--limit", bad_seconds[i]), -1);
    }
    assert_int_equal(READ("--all=yes"), -1);
}

static void nearest_words(void **state) {
    (void)state;
    static const char *const words[] = {"check", "demo", "list"};
    assert_string_equal(suggest("chekc", words, 3), "check");
    assert_string_equal(suggest("dmo", words, 3), "demo");
    assert_string_equal(suggest("list", words, 3), "list");
    assert_string_equal(suggest("Chek", words, 3), "check");
    assert_string_equal(suggest("dem", words, 3), "demo");
    assert_null(suggest("zebra", words, 3));
    assert_null(suggest("", words, 3));
    assert_null(suggest("x", words, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        cmocka_unit_test(all_options),
        cmocka_unit_test(every_option_is_set),
        cmocka_unit_test(wrong_words),
        cmocka_unit_test(operators_and_examples),
        cmocka_unit_test(wrong_values),
        cmocka_unit_test(nearest_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
