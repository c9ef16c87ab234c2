// Phrases about several elements of a wrong scan: each true one is found, and none if only some of the elements fit.
#include "cmocka_all.h"

#include "check/explain/hypothesis_scan.h"
#include "check/judge/oracle.h"
#include "data/data.h"
#include "words/words.h"

enum { N = 1000, SECTION = 256 };

static struct said found[HYPOTHESIS_MAX];

static const char *phrase_of(size_t i) {
    static char texts[HYPOTHESIS_MAX][WORDS_SIZE];
    return words_english_tail(&found[i], texts[i]);
}
static int in[N], out[N];

static void fill(enum lab_kind kind) {
    struct expected right;
    assert_true(oracle_make(kind, SECTION, OPERATOR_SUM, in, N, &right));
    for (int i = 0; i < N; i++) {
        out[i] = ((int *)right.values)[i];
    }
    oracle_free(&right);
}

static int sum(int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
        sum += in[i];
    }
    return sum;
}

static void expect(enum lab_kind kind, const char *phrase) {
    size_t count = hypothesis_scan(kind, SECTION, OPERATOR_SUM, in, N, out, found);
    assert_int_equal(count, phrase != NULL);
    if (phrase != NULL) {
        assert_string_equal(phrase_of(0), phrase);
    }
}

static void a_range_counted_twice_is_found(void **state) {
    (void)state;
    fill(LAB_INCLUSIVE_SCAN);
    for (int i = 0; i < N; i++) {
        out[i] += sum(i - i % 128, i - i % 128 + 128 < N ? i - i % 128 + 128 : N);
    }
    expect(LAB_INCLUSIVE_SCAN, "has all of in[0] to in[127] once more in each of out[0] to out[127]");
    out[127]++;
    expect(LAB_INCLUSIVE_SCAN, NULL); // not in each element
    fill(LAB_SECTION_EXCLUSIVE_SCAN);
    for (int i = 768; i < N; i++) {
        out[i] += sum(768, N);
    }
    expect(LAB_SECTION_EXCLUSIVE_SCAN,
           "has all of in[768] to in[999] once more in each of out[768] to out[999]");
    fill(LAB_INCLUSIVE_SCAN);
    for (int i = 4; i < N; i++) {
        out[i] += sum(4, 8);
    }
    expect(LAB_INCLUSIVE_SCAN, "has all of in[4] to in[7] once more in each of out[4] to out[7]");
    fill(LAB_EXCLUSIVE_SCAN);
    for (int i = 4; i < N; i++) {
        out[i] += sum(4, 8);
    }
    expect(LAB_EXCLUSIVE_SCAN, "has all of in[4] to in[7] once more in each of out[4] to out[7]");
    fill(LAB_INCLUSIVE_SCAN);
    for (int i = 4; i < N; i++) {
        out[i] += sum(4, 12);
    }
    expect(LAB_INCLUSIVE_SCAN, NULL); // no range of 8 begins there
    fill(LAB_INCLUSIVE_SCAN);
    out[998] += in[998];
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, in, 999, out, found), 1);
    assert_string_equal(phrase_of(0),
                        "has the expected elements and in[998] once more in out[998]"); // a single element
}

static void the_first_one_counted_twice_is_found(void **state) {
    (void)state;
    fill(LAB_INCLUSIVE_SCAN);
    for (int i = 0; i < N; i++) {
        out[i] += in[0];
    }
    expect(LAB_INCLUSIVE_SCAN, "has in[0] once more in each of out[0] to out[999]");
    for (int i = 16; i < N; i++) {
        out[i]++;
    }
    expect(LAB_INCLUSIVE_SCAN, "has in[0] once more in each of out[0] to out[15]");
}

// As if the steps went around the section.
static void the_whole_in_each_place_is_found(void **state) {
    (void)state;
    fill(LAB_SECTION_INCLUSIVE_SCAN);
    for (int i = 256; i < 512; i++) {
        out[i] = sum(256, 512);
    }
    expect(LAB_SECTION_INCLUSIVE_SCAN,
           "has the result of all of in[256] to in[511] in each of out[256] to out[511]");
    fill(LAB_INCLUSIVE_SCAN);
    for (int i = 512; i < 516; i++) {
        out[i] = sum(0, 516);
    }
    expect(LAB_INCLUSIVE_SCAN, "has the result of all of in[0] to in[515] in each of out[512] to out[515]");
    fill(LAB_INCLUSIVE_SCAN);
    out[512] = out[513]; // the second of two elements is simply correct
    expect(LAB_INCLUSIVE_SCAN, "has the result of in[0] to in[513], one element too many, in out[512]");
}

static void another_section_is_found(void **state) {
    (void)state;
    fill(LAB_SECTION_INCLUSIVE_SCAN);
    for (int i = 768; i < N; i++) {
        out[i] = out[i - 512];
    }
    expect(LAB_SECTION_INCLUSIVE_SCAN, "has the result of section 1 in section 3");
    out[N - 1]++;
    expect(LAB_SECTION_INCLUSIVE_SCAN, NULL); // not in the whole section
    fill(LAB_SECTION_EXCLUSIVE_SCAN);         // whose first element is correct
    for (int i = 256; i < 512; i++) {
        out[i] = out[i + 256];
    }
    expect(LAB_SECTION_EXCLUSIVE_SCAN, "has the result of section 2 in section 1");
    fill(LAB_SECTION_INCLUSIVE_SCAN);
    for (int i = 512; i < 768; i++) {
        out[i] = i < 512 + N - 768 ? out[i + 256] : 0; // the last section is shorter
    }
    expect(LAB_SECTION_INCLUSIVE_SCAN, NULL);
}

// Two sections are equal, and a third contains their result.
static void two_possible_sections_are_not_reported(void **state) {
    (void)state;
    static int alike[N];
    struct expected right;
    for (int i = 0; i < N; i++) {
        alike[i] = in[i >= 256 && i < 512 ? i - 256 : i];
    }
    assert_true(oracle_make(LAB_SECTION_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, alike, N, &right));
    int *values = right.values;
    for (int i = 512; i < 768; i++) {
        values[i] = values[i - 256];
    }
    assert_int_equal(
        hypothesis_scan(LAB_SECTION_INCLUSIVE_SCAN, SECTION, OPERATOR_SUM, alike, N, values, found), 0);
    oracle_free(&right);
}

static void operands_that_do_not_commute(void **state) {
    (void)state;
    static struct affine maps[8];
    struct expected right;
    data_fill(OPERATOR_AFFINE, maps, 8, 5);
    assert_true(oracle_make(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 8, &right));
    struct affine *values = right.values, before = values[3];
    for (int i = 4; i < 8; i++) {
        operators[OPERATOR_AFFINE].combine(&before, maps + i, &before);
    }
    for (int i = 4; i < 8; i++) { // in[0] to in[7], and then in[4] to in[i]
        operators[OPERATOR_AFFINE].combine(i == 4 ? &before : values + i - 1, maps + i, values + i);
    }
    assert_int_equal(hypothesis_scan(LAB_INCLUSIVE_SCAN, SECTION, OPERATOR_AFFINE, maps, 8, values, found),
                     1);
    assert_string_equal(phrase_of(0), "has all of in[4] to in[7] once more in each of out[4] to out[7]");
    oracle_free(&right);
}

int main(void) {
    data_fill(OPERATOR_SUM, in, N, 5);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_range_counted_twice_is_found),
        cmocka_unit_test(the_first_one_counted_twice_is_found),
        cmocka_unit_test(the_whole_in_each_place_is_found),
        cmocka_unit_test(another_section_is_found),
        cmocka_unit_test(two_possible_sections_are_not_reported),
        cmocka_unit_test(operands_that_do_not_commute),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
