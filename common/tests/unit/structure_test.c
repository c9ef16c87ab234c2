// The blocks of a source, also of bodies without braces.
#define _GNU_SOURCE // mkstemp under -std=c11
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "statement.h"
#include "structure.h"

static char path[32];

static void write_source(const char *source) {
    strcpy(path, "/tmp/structure_test_XXXXXX");
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    assert_non_null(file);
    fputs(source, file);
    fclose(file);
}

static const struct structure *read_source(const char *source) {
    write_source(source);
    const struct structure *structure = structure_of(path);
    remove(path);
    assert_non_null(structure);
    return structure;
}

// Is the innermost loop around the line the one that begins at line `head`, 0: none, and does it contain a barrier?
static void expect_loop(const struct structure *structure, int line, int head, bool barrier) {
    const struct block *loop = structure_loop(structure, &line, 1);
    assert_int_equal(loop == NULL ? 0 : loop->head, head);
    assert_int_equal(loop != NULL && loop->barrier, barrier);
}

static void a_loop_needs_no_braces(void **state) {
    (void)state;
    const struct structure *structure = read_source("__global__ void k(int *s, int t) {\n"
                                                    "    for (int i = 1; i < 8; i *= 2)\n"
                                                    "        if (t % i == 0)\n"
                                                    "            s[t] += s[t + i];\n"
                                                    "        __syncthreads();\n"
                                                    "    while (t > 0)\n"
                                                    "        for (t /= 2; t > 1;) {\n"
                                                    "            __syncthreads();\n"
                                                    "        }\n"
                                                    "    do t++; while (t < 8);\n"
                                                    "    s[t] = 0;\n"
                                                    "}\n");
    expect_loop(structure, 3, 2, false);
    expect_loop(structure, 4, 2, false);
    expect_loop(structure, 5, 0, false);
    expect_loop(structure, 6, 6, true);
    expect_loop(structure, 8, 7, true);
    expect_loop(structure, 10, 10, false);
    expect_loop(structure, 11, 0, false);
    assert_string_equal(structure_function(structure, 4)->name, "k");
}

static void a_malformed_task_does_not_matter(void **state) {
    (void)state;
    const struct structure *structure = read_source("void f(int n) {\n"
                                                    "    // TODO(2): the first number is 1\n"
                                                    "    for (int i = 0; i < n; i++)\n"
                                                    "        g(i);\n"
                                                    "}\n");
    expect_loop(structure, 4, 3, false);
}

static void a_lambda_returns_to_the_function(void **state) {
    (void)state;
    const struct structure *structure = read_source("__global__ void k(int *s, int t) {\n"
                                                    "    auto twice = [](int a) {\n"
                                                    "        return 2 * a;\n"
                                                    "    };\n"
                                                    "    s[t] = twice(t);\n"
                                                    "    if (t > 7) {\n"
                                                    "        return;\n"
                                                    "    }\n"
                                                    "    s[t]++;\n"
                                                    "}\n");
    assert_null(structure_leave_before(structure, 5));
    assert_int_equal(structure_leave_before(structure, 9)->line, 7);
}

static void an_include_guard_is_no_condition(void **state) {
    (void)state;
    char name[32];
    write_source("#ifndef MINE_H\n"
                 "#define MINE_H\n"
                 "int f();\n"
                 "#ifndef MENDED\n"
                 "int g();\n"
                 "#endif\n"
                 "#endif\n");
    assert_int_equal(structure_undefined(path, 3, name, sizeof(name)), 0);
    assert_int_equal(structure_undefined(path, 5, name, sizeof(name)), 4);
    assert_string_equal(name, "MENDED");
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_needs_no_braces),
        cmocka_unit_test(a_malformed_task_does_not_matter),
        cmocka_unit_test(a_lambda_returns_to_the_function),
        cmocka_unit_test(an_include_guard_is_no_condition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
