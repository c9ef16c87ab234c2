// An instructor's secret seed and additional cases.
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/plan/cases.h"
#include "check/plan/options.h"
#include "check/plan/replay.h"
#include "check/plan/seed.h"

static struct lab_part parts[] = {
    {.name = "tree", .case_sizes = {3, 9}},
    {.name = "coarse",
     .case_sizes = {3, 9, 100},
     .largest_for_others = 9,
     .operators = {OPERATOR_SUM, OPERATOR_MAX},
     .operator_count = 2},
};
static const struct lab two_parts = {.name = "lab42-answer", .parts = parts, .part_count = 2};
static char file_name[] = "seed-test-XXXXXX", error[400];
static struct options options;

static void write_file(const char *text) {
    FILE *file = fopen(file_name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int read_words(char **words) {
    int count = 0;
    while (words[count] != NULL) {
        count++;
    }
    return options_read(count, words, &two_parts, &options, error, sizeof(error));
}

#define READ(...) read_words((char *[]){"check", __VA_ARGS__, NULL})

// Vectors of the authors' reference implementation: key 00 01 .. 0f, message 00 01 .. of 0, 8 and 15 bytes.
static void known_hashes(void **state) {
    (void)state;
    const struct hash_key key = {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)};
    unsigned char bytes[15];
    for (unsigned char i = 0; i < 15; i++) {
        bytes[i] = i;
    }
    assert_true(keyed_hash(&key, bytes, 0) == UINT64_C(0x726fdb47dd0e0e31));
    assert_true(keyed_hash(&key, bytes, 8) == UINT64_C(0x93f5f5799a932462));
    assert_true(keyed_hash(&key, bytes, 15) == UINT64_C(0xa129ca6149be45e5));
}

static void each_case_has_its_own_seed(void **state) {
    (void)state;
    size_t count, other_count;
    write_file("0123456789abcdef\n");
    assert_int_equal(READ("--seed-file", file_name), 0);
    struct check_case *tree = cases_make(&parts[0], &options, &count);
    struct check_case *coarse = cases_make(&parts[1], &options, &other_count);
    assert_true(count == 2 && other_count == 5);
    uint64_t seeds[] = {tree[0].seed,   tree[1].seed,   coarse[0].seed, coarse[1].seed,
                        coarse[2].seed, coarse[3].seed, coarse[4].seed};
    for (size_t i = 0; i < 7; i++) {
        assert_true(seeds[i] > 0 && seeds[i] < UINT64_C(1) << 53);
        for (size_t k = 0; k < i; k++) {
            assert_true(seeds[i] != seeds[k]);
        }
    }
    char replay[400], expected[400];
    replay_command(&options, &two_parts, &parts[0], &tree[1], replay, sizeof(replay));
    snprintf(expected, sizeof(expected), "./lab check lab42 --part tree --n 9 --seed %llu",
             (unsigned long long)seeds[1]);
    assert_string_equal(replay, expected);
    free(tree);
    free(coarse);

    write_file("0123456789abcdef"); // the same without the line end
    assert_int_equal(READ("--seed-file", file_name), 0);
    tree = cases_make(&parts[0], &options, &count);
    assert_true(tree[0].seed == seeds[0]);
    free(tree);
    write_file("0123456789abcdeg");
    assert_int_equal(READ("--seed-file", file_name), 0);
    tree = cases_make(&parts[0], &options, &count);
    assert_true(tree[0].seed != seeds[0]);
    free(tree);
}

static void wrong_seed_files(void **state) {
    (void)state;
    write_file("0123456789abcde\n\n\n");
    assert_int_equal(READ("--seed-file", file_name), -1);
    assert_non_null(strstr(error, "must have 16 to 4096 characters"));
    assert_int_equal(READ("--seed-file", "no such file"), -1);
    assert_string_equal(error, "cannot read the seed file no such file: No such file or directory");
    assert_int_equal(READ("--seed-file", "."), -1);
    assert_int_equal(READ("--seed-file", file_name, "--seed", "3"), -1);
    assert_string_equal(error, "--seed-file gives each case its own seed: leave out --seed or --seed-file");
}

static void additional_cases(void **state) {
    (void)state;
    size_t count;
    write_file("# more\n\nlab42 tree * 777 # all operators\nlab42 coarse max 50\n"
               "lab41 nothing here 5\n* * sum 3\n");
    assert_int_equal(READ("--cases", file_name), 0);
    struct check_case *cases = cases_make(&parts[0], &options, &count);
    assert_int_equal(count, 3);
    assert_true(cases[0].n == 3 && cases[1].n == 9 && cases[2].n == 777);
    free(cases);
    cases = cases_make(&parts[1], &options, &count);
    assert_int_equal(count, 6);
    assert_true(cases[2].n == 100 && cases[5].n == 50 && cases[5].operator_id == OPERATOR_MAX);
    free(cases);
    assert_int_equal(READ("--cases", file_name, "--n", "9"), 0);
    free(cases_make(&parts[0], &options, &count));
    assert_int_equal(count, 1);
}

static void wrong_cases(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } wrong[] = {
        {"lab42 tree sum", ":1: a line is LAB PART OPERATOR N, such as lab04 coarse max 777"},
        {"lab42 tree sum 1 2", ":1: a line is LAB PART OPERATOR N, such as lab04 coarse max 777"},
        {"\nlab42 tre sum 1", ":2: unknown part 'tre'; did you mean tree?"},
        {"lab42 x sum 1", ":1: unknown part 'x'; choose from: *, tree, coarse"},
        {"lab42 coarse mex 1", ":1: unknown operator 'mex'; did you mean max?"},
        {"lab42 tree max 1", ":1: part tree is not tested with the operator max"},
        {"lab42 tree sum -1", ":1: the length must be a whole number up to 4294967296, not '-1'"},
        {"lab42 tree sum 4294967297",
         ":1: the length must be a whole number up to 4294967296, not '4294967297'"},
        {"lab4 tree sum 1", ":1: 'lab4' is not the number of a lab, such as lab04"},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        write_file(wrong[i].text);
        assert_int_equal(READ("--cases", file_name), -1);
        assert_string_equal(error + strlen(file_name), wrong[i].says);
    }
    assert_int_equal(READ("--cases", "no such file"), -1);
    assert_int_equal(READ("--cases", "."), -1);
    assert_string_equal(error, "cannot read the cases file .: Is a directory");
}

static int make_file(void **state) {
    (void)state;
    int file = mkstemp(file_name);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **state) {
    (void)state;
    return unlink(file_name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_hashes),     cmocka_unit_test(each_case_has_its_own_seed),
        cmocka_unit_test(wrong_seed_files), cmocka_unit_test(additional_cases),
        cmocka_unit_test(wrong_cases),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
