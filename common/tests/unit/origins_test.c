// Where a statement's values come from: only lines that set a variable, not those that have its name in another role.
#define _GNU_SOURCE // mkstemp under -std=c11
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "origins.h"

static bool handed; // is the first expected line one that hands an address to a function?

// Expects the lines that set the variables of this kind in `line`, in their order; 0 ends them. The body begins at
// line 2.
static void expect_of(enum origins_of of, const char *body, int line, const int *expected) {
    char path[] = "/tmp/origins_test_XXXXXX";
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    assert_non_null(file);
    fprintf(file, "void work(int n, value *d_in, value *d_out) {\n%s}\n", body);
    fclose(file);
    struct origins origins = {.count = 0};
    origins_add(path, line, of, &origins);
    remove(path);
    for (size_t i = 0; i < origins.count; i++) {
        assert_int_equal(origins.lines[i].line, expected[i]);
        handed = i == 0 ? origins.lines[i].handed : handed;
    }
    assert_int_equal(expected[origins.count], 0);
}

static void expect(const char *body, int line, const int *expected) {
    expect_of(ORIGINS_OF_ALL, body, line, expected);
}

static void a_type_is_not_set(void **state) {
    (void)state;
    expect("    value *rows = new value[n];\n"
           "    cudaMalloc(&d_out, n * sizeof(value));\n"
           "    use(rows, sizeof(value));\n",
           4, (int[]){2, 0});
    expect("    int size = 2;\n"
           "    return value[n];\n"
           "    use(size, (value)n);\n"
           "    cast(value, 1);\n",
           4, (int[]){2, 0});
}

static void a_size_does_not_set_an_array(void **state) {
    (void)state;
    expect("    int rows[8];\n"
           "    size_t size = sizeof(rows);\n"
           "    fill(rows, n);\n"
           "    use(rows);\n",
           5, (int[]){4, 0});
}

// What a function does with an address is unknown; an atomic sets the variable.
static void an_atomic_sets(void **state) {
    (void)state;
    expect("    int count;\n"
           "    fill(&count, n);\n"
           "    use(count);\n",
           4, (int[]){3, 0});
    assert_true(handed);
    expect("    __shared__ int counts[8];\n"
           "    atomicAdd(&counts[n], 1);\n"
           "    use(counts[0]);\n",
           4, (int[]){3, 0});
    assert_false(handed);
}

// Of the branches of an #if only one is compiled, that of the line itself, and none of `#if 0`.
static void what_is_skipped_sets_nothing(void **state) {
    (void)state;
    expect("    int i = n;\n"
           "#if OLD\n"
           "    i = i + 1;\n"
           "    use(i);\n"
           "#elif OLDER\n"
           "    i = i + 2;\n"
           "#else\n"
           "    use(i);\n"
           "#endif\n",
           9, (int[]){2, 0});
    expect("    int i = n;\n"
           "#if 0\n"
           "    i = i + 1;\n"
           "#else\n"
           "    i = i + 2;\n"
           "#endif\n"
           "#ifdef OTHER\n"
           "    i = i + 3;\n"
           "#endif\n"
           "    use(i);\n",
           11, (int[]){2, 9, 0});
    expect("#if 0\n"
           "    int i = 1;\n"
           "#else\n"
           "    int i = n;\n"
           "#endif\n"
           "    use(i);\n",
           7, (int[]){5, 0});
}

static void a_member_is_another_variable(void **state) {
    (void)state;
    expect("    int total = 1;\n"
           "    d_in->total = 2;\n"
           "    d_in[0].total = 3;\n"
           "    use(total);\n",
           5, (int[]){2, 0});
}

static void an_operator_of_two_letters_sets(void **state) {
    (void)state;
    expect("    int size = 2;\n"
           "    size <<= 3;\n"
           "    use(size <= n, size << n, size == n);\n"
           "    use(size);\n",
           5, (int[]){2, 3, 0});
}

static void a_name_means_the_innermost_variable(void **state) {
    (void)state;
    expect("    int i = n;\n"
           "    for (int s = 1; s < n; s++) {\n"
           "        int i = 2 * s;\n"
           "        use(d_in[i]);\n"
           "    }\n"
           "    use(i);\n",
           5, (int[]){3, 4, 0});
    expect("    int i = n;\n"
           "    for (int i = 1; i < n; i++) {\n"
           "        use(2 * i);\n"
           "    }\n"
           "    if (n > 2)\n"
           "        for (value *i = d_in; i < d_out; i++)\n"
           "            use(*i);\n"
           "    use(i);\n",
           9, (int[]){2, 0});
    expect("    int i = 0;\n"
           "    i = n * i;\n"
           "    if (n > 2) {\n"
           "        value *i = d_in;\n"
           "        use(i);\n"
           "    }\n"
           "    use(i);\n",
           8, (int[]){2, 3, 0});
}

static void a_loop_around_the_line_sets_anew(void **state) {
    (void)state;
    expect("    int i = n;\n"
           "    for (i = 0; i < 8; i++)\n"
           "        use(d_in[i]);\n",
           4, (int[]){3, 0});
    expect("    int i = n;\n"
           "    for (i = 0; i < 8; i++) { use(d_in[i]); }\n",
           3, (int[]){0});
    expect("    int i = n;\n"
           "    for (i = 0; i < 8; i++) {\n"
           "        i += n;\n"
           "        use(d_in[i]);\n"
           "    }\n",
           5, (int[]){3, 4, 0});
    expect("    int i = n;\n"
           "    for (; i < 8; i++) {\n"
           "        use(d_in[i]);\n"
           "    }\n",
           4, (int[]){2, 3, 0});
    expect("    int i = n;\n" // the loop may not be around
           "    if (n > 2) {\n"
           "        for (i = 0; i < 8; i++) {\n"
           "        }\n"
           "    }\n"
           "    use(i);\n",
           7, (int[]){2, 4, 0});
}

static void a_body_without_braces_is_another_statement(void **state) {
    (void)state;
    static const char loop[] = "    int sum = 0;\n"
                               "    int all = n;\n"
                               "    for (int i = 0; i <= all; i++)\n"
                               "        sum += d_in[i];\n";
    expect_of(ORIGINS_OF_INDEX, loop, 5, (int[]){3, 4, 0});
    expect(loop, 4, (int[]){3, 0});
    static const char condition[] = "    int sum = n;\n"
                                    "    int i = n;\n"
                                    "    if (i < n)\n"
                                    "        sum = d_in[i];\n";
    expect(condition, 4, (int[]){3, 0});
    static const char line[] = "    int sum = n;\n"
                               "    int i = n;\n"
                               "    if (i < n) use(sum, d_in[i]);\n";
    expect(line, 4, (int[]){2, 3, 0});
    expect_of(ORIGINS_OF_INDEX, line, 4, (int[]){3, 0});
    expect_of(ORIGINS_OF_HEAD, line, 4, (int[]){3, 0});
}

static void expect_computed(bool expected, const char *body, int line, const char *array) {
    char path[] = "/tmp/origins_test_XXXXXX";
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    assert_non_null(file);
    fprintf(file,
            "__device__ int row(int k) { return k * 32 + threadIdx.x; }\n"
            "__device__ int digit(const int *d_in, int k) {\n    return d_in[k];\n}\n"
            "__global__ void work(const int *d_in, int *d_out, int n) {\n%s}\n",
            body);
    fclose(file);
    assert_int_equal(origins_index_is_computed(path, line, array), expected);
    remove(path);
}

static void an_index_is_computed(void **state) {
    (void)state;
    expect_computed(true, "    d_out[n] = d_in[0];\n", 6, "d_out");
    expect_computed(true, "    d_out[n] = d_in[0];\n", 6, "d_other");
    expect_computed(true, "    d_out[threadIdx.x * gridDim.x + blockIdx.x] = d_in[d_in[n]];\n", 6, "d_out");
    expect_computed(true, "    const int i = row(2);\n    d_out[i] = d_in[i];\n", 7, "d_out");
    expect_computed(true, "    for (int i = row(0); i < n; i++) {\n        d_out[i] = d_in[i];\n    }\n", 7,
                    "d_out");
}

static void an_index_is_read(void **state) {
    (void)state;
    expect_computed(false, "    d_out[d_in[n]] = 1;\n", 6, "d_out");
    expect_computed(false, "    d_out[digit(d_in, 1)] = 1;\n", 6, "d_out");
    expect_computed(false, "    const int i = d_in[threadIdx.x];\n    d_out[i] = 1;\n", 7, "d_out");
    expect_computed(false, "    d_out[atomicAdd(&d_next, 1)] = 1;\n", 6, "d_out");
    expect_computed(false, "    const int i = __shfl_sync(~0u, n, 3);\n    d_out[i] = 1;\n", 7, "d_out");
    expect_computed(false, "    d_out[n] = d_in[d_out[0]];\n", 6, "d_other");
    expect_computed(false, "    d_out[n] = 1;\n", 3, "d_in"); // not in a kernel
}

static void a_head_decides_nothing_in_its_own_line(void **state) {
    (void)state;
    struct condition condition;
    char path[] = "/tmp/origins_test_XXXXXX";
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    assert_non_null(file);
    fprintf(file, "void work(int n, int i, int *d_in) {\n"
                  "    if (i < d_in[n]) {\n"
                  "        n = i;\n"
                  "    }\n"
                  "    if (i < n) d_in[i] = n;\n"
                  "}\n");
    fclose(file);
    assert_false(origins_own_condition(path, 2, ORIGINS_OF_INDEX, &condition));
    assert_true(origins_own_condition(path, 5, ORIGINS_OF_INDEX, &condition));
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_type_is_not_set),
        cmocka_unit_test(a_size_does_not_set_an_array),
        cmocka_unit_test(an_atomic_sets),
        cmocka_unit_test(what_is_skipped_sets_nothing),
        cmocka_unit_test(a_member_is_another_variable),
        cmocka_unit_test(an_operator_of_two_letters_sets),
        cmocka_unit_test(a_name_means_the_innermost_variable),
        cmocka_unit_test(a_loop_around_the_line_sets_anew),
        cmocka_unit_test(a_body_without_braces_is_another_statement),
        cmocka_unit_test(an_index_is_computed),
        cmocka_unit_test(an_index_is_read),
        cmocka_unit_test(a_head_decides_nothing_in_its_own_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
