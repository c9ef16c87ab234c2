// Which statements add values that combine() should combine.
#define _GNU_SOURCE // mkstemp under -std=c11
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "additions.h"

// Asserts that the lines of `source` that end with "// adds", and no others, are found.
static void expect_additions(const char *source) {
    char path[] = "/tmp/additions_test_XXXXXX", *line, *rest, *copy = strdup(source);
    int lines[16], number = 0;
    size_t found = 0;
    const int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    assert_non_null(file);
    assert_non_null(copy);
    fputs(source, file);
    fclose(file);
    const size_t count = additions_find(path, 1, 99, lines, 16);
    remove(path);
    for (rest = copy; (line = strsep(&rest, "\n")) != NULL;) {
        number++;
        if (strstr(line, "// adds") != NULL) {
            assert_true(found < count);
            assert_int_equal(lines[found++], number);
        }
    }
    assert_int_equal(found, count);
    free(copy);
}

static void values_are_added(void **state) {
    (void)state;
    expect_additions("__device__ value_t up(value_t v);\n"
                     "__global__ void k(const value_t *d_in, value_t *d_out, size_t n) {\n"
                     "    __shared__ value_t s_scan[64];\n"
                     "    value_t sum = identity();\n"
                     "    sum += d_in[2 * t + 1];          // adds\n"
                     "    s_scan[t] += s_scan[t + stride]; // adds\n"
                     "    s_scan[s_at[t]] = sum + d_in[t]; // adds\n"
                     "    const value_t two = d_in[0] + d_in[1]; // adds\n"
                     "    int all = 0;\n"
                     "    all += sum;                      // adds\n"
                     "    all += up(sum);                  // adds\n"
                     "    all += combine(sum, sum);        // adds\n"
                     "    rows[k].values[j] = t > 0 ? sum + two : two;\n"
                     "    d_out[t] = t > 0 ? sum + two : two; // adds\n"
                     "}\n");
}

static void indices_and_addresses_are_no_values(void **state) {
    (void)state;
    expect_additions("__global__ void k(const value_t *d_in, value_t *__restrict__ d_out, size_t n) {\n"
                     "    value_t *d_both[2], value = d_in[t + 1];\n"
                     "    const value_t *d_next = d_in + 4;\n"
                     "    d_next += 4;\n"
                     "    d_both[0] = d_out + n;\n"
                     "    size_t i = first + t;\n"
                     "    i += stride;\n"
                     "    value = combine(value, d_in[i + 1]);\n"
                     "    d_out[i] = combine(d_in[i - 1 + 1], value);\n"
                     "    d_out[i] = i + stride < n ? d_in[i + stride] : identity();\n"
                     "    s_counts[warp] += s_counts[warp - 1];\n"
                     "    for (value = d_in[0]; i + 1 < n; i++) {\n"
                     "    }\n"
                     "    if (value == d_in[0] + 1) {\n"
                     "    }\n"
                     "}\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_added),
        cmocka_unit_test(indices_and_addresses_are_no_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
