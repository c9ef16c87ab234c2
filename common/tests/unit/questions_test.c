// The four questions to a source's tree.
#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "questions.h"

static const char source[] = "__device__ int twice(int a) {\n"                           // 1
                             "    return 2 * a;\n"                                       // 2
                             "}\n"                                                       // 3
                             "__global__ void k(const int *d_in, int *d_out, int n) {\n" // 4
                             "    const int i = blockIdx.x * 8 + threadIdx.x;\n"         // 5
                             "    if (i >= n) {\n"                                       // 6
                             "        return;\n"                                         // 7
                             "    }\n"                                                   // 8
                             "    int first = 0;\n"                                      // 9
                             "    find(&first, i);\n"                                    // 10
                             "    for (int k = 0; k < 8; k++)\n"                         // 11
                             "        if (k == 3) {\n"                                   // 12
                             "            d_out[twice(k) + first] = d_in[i];\n"          // 13
                             "            first += k;\n"                                 // 14
                             "        } else {\n"                                        // 15
                             "            d_out[i] = pick(d_in)[k] + twice(d_in[k]);\n"  // 16
                             "        }\n"                                               // 17
                             "}\n"                                                       // 18
                             "void start(int *d, int n) {\n"                             // 19
                             "    k<<<1, 8>>>(d, d, n);\n"                               // 20
                             "}\n";                                                      // 21

static struct tree *tree;

static int read_source(void **state) {
    (void)state;
    tree = tree_read(source, strlen(source));
    return tree == NULL;
}

static int free_source(void **state) {
    (void)state;
    tree_free(tree);
    return 0;
}

static int line_of(const struct node *node) {
    return node == NULL ? 0 : tree_text_line(tree, tree_begin(tree, node));
}

static void a_line_has_a_loop_and_a_function(void **state) {
    (void)state;
    assert_int_equal(line_of(question_loop(tree, (int[]){13, 16}, 2)), 11);
    assert_int_equal(line_of(question_loop(tree, (int[]){11}, 1)), 11);
    assert_null(question_loop(tree, (int[]){13, 9}, 2));
    assert_null(question_loop(tree, (int[]){18}, 1));
    assert_true(tree_name_is(tree, question_function(tree, 13), "k"));
    assert_true(question_function(tree, 4)->kernel);
    assert_null(question_function(tree, 99));
}

static void conditions_decide(void **state) {
    (void)state;
    struct decision decisions[4];
    assert_int_equal(question_decisions(tree, 13, decisions, 4), 3);
    assert_int_equal(decisions[0].kind, DECISION_TRUE);
    assert_int_equal(decisions[0].line, 12);
    assert_int_equal(decisions[1].kind, DECISION_LOOP);
    assert_int_equal(decisions[1].line, 11);
    assert_int_equal(decisions[2].kind, DECISION_FALSE);
    assert_int_equal(decisions[2].line, 6);
    assert_int_equal(question_decisions(tree, 16, decisions, 1), 1);
    assert_int_equal(decisions[0].kind, DECISION_FALSE);
    assert_int_equal(question_decisions(tree, 5, decisions, 4), 0);
    assert_int_equal(question_decisions(tree, 99, decisions, 4), 0);
}

static void calls_are_found(void **state) {
    (void)state;
    const struct node *first = question_call(tree, tree->file, NULL, "twice"),
                      *second = question_call(tree, tree->file, first, "twice");
    assert_int_equal(line_of(first), 13);
    assert_int_equal(line_of(second), 16);
    assert_null(question_call(tree, tree->file, second, "twice"));
    assert_int_equal(question_call(tree, tree->file, NULL, "k")->kind, NODE_LAUNCH);
    assert_int_equal(line_of(question_call(tree, question_function(tree, 13), NULL, NULL)), 10);
}

static void an_index_has_calls(void **state) {
    (void)state;
    const struct node *call = question_call_in_index(tree, 13, NULL);
    assert_true(call != NULL && tree_name_is(tree, call->child, "twice"));
    assert_null(question_call_in_index(tree, 13, call));
    assert_null(question_call_in_index(tree, 16, NULL));
}

static void lines_set_an_index(void **state) {
    (void)state;
    struct setting settings[8];
    static const int lines[] = {1, 5, 9, 10, 11, 14};
    assert_int_equal(question_settings(tree, 13, NULL, settings, 8), 6);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(settings[i].line, lines[i]);
        assert_int_equal(settings[i].handed, lines[i] == 10);
        assert_int_equal(settings[i].loop, lines[i] == 11);
    }
    assert_int_equal(settings[0].node->kind, NODE_FUNCTION);
    assert_int_equal(question_settings(tree, 13, "d_in", settings, 8), 1); // without d_out[...]
    assert_int_equal(settings[0].line, 5);
    assert_int_equal(question_settings(tree, 13, NULL, settings, 2), 2);
    assert_int_equal(question_settings(tree, 2, NULL, settings, 8), 0);
    assert_int_equal(question_settings(tree, 99, NULL, settings, 8), 0);
}

static void elements_are_assigned(void **state) {
    (void)state;
    const struct node *k = question_function(tree, 13);
    assert_int_equal(question_assigned(tree, k, "d_out"), 13);
    assert_int_equal(question_assigned(tree, k, "d_in"), 0);
    assert_true(tree_name_is(tree, question_array(question_index(tree, 13, NULL)), "d_out"));
    assert_true(tree_name_is(tree, question_array(question_index(tree, 16, "d_in")), "d_in"));
    assert_null(question_index(tree, 14, NULL));
}

// Reads another text in the place of `source`.
static void read_text(const char *text) {
    tree_free(tree);
    tree = tree_read(text, strlen(text));
    assert_non_null(tree);
}

static void what_is_around_needs_no_braces(void **state) {
    (void)state;
    read_text("__global__ void k(int *s, int t) {\n" // 1
              "    for (int i = 1; i < 8; i *= 2)\n" // 2
              "        if (t % i == 0)\n"            // 3
              "            s[t] += s[t + i];\n"      // 4
              "    __syncthreads();\n"               // 5
              "    while (t > 0) {\n"                // 6
              "        t--;\n"                       // 7
              "    }\n"                              // 8
              "    if (t == 1) {\n"                  // 9
              "        t = 2;\n"                     // 10
              "    } else {\n"                       // 11
              "        t = 3;\n"                     // 12
              "    }\n"                              // 13
              "}\n");                                // 14
    static const int lines[] = {0, 0, 0, 2, 3, 0, 6, 6, 6, 9, 9, 9, 9, 9, 0};
    for (int line = 1; line <= 14; line++) {
        assert_int_equal(line_of(question_around(tree, line)), lines[line]);
    }
    assert_int_equal(line_of(question_barrier(tree, tree->file, NULL)), 5);
}

static void callers_are_found(void **state) {
    (void)state;
    read_text("__device__ int f(int a) {\n"                    // 1
              "    return shfl_sync(a);\n"                     // 2
              "}\n"                                            // 3
              "__device__ int g(int a) { return f(a); }\n"     // 4
              "__global__ void k(int *s) {\n"                  // 5
              "    *s = f(1) + f(2);\n"                        // 6
              "    *s += f(3);\n"                              // 7
              "}\n"                                            // 8
              "template <int N> __global__ void m(int *s);\n"  // 9
              "template <int N> __global__ void m(int *s) {\n" // 10
              "    *s = g(N);\n"                               // 11
              "}\n");                                          // 12
    int lines[3];
    char name[QUESTION_NAME];
    assert_int_equal(question_callers(tree, 2, "k", lines, 3), 2);
    assert_int_equal(lines[0], 6);
    assert_int_equal(lines[1], 7);
    assert_int_equal(question_callers(tree, 2, "k", lines, 1), 0);
    assert_int_equal(question_callers(tree, 2, "m<2>", lines, 3), 3); // m does not call f: all that do
    assert_int_equal(question_callers(tree, 4, "m<2>", lines, 3), 1);
    assert_int_equal(lines[0], 11);
    assert_int_equal(question_callers(tree, 6, "k", lines, 3), 0); // a kernel
    const struct node *kernel = question_kernel(tree, "m<(int)2>");
    assert_int_equal(question_last_line(tree, kernel), 12);
    question_word(tree, kernel->name, name);
    assert_string_equal(name, "m");
    assert_null(question_kernel(tree, "f"));
    assert_null(question_barrier(tree, tree->file, NULL)); // shfl_sync() is not a barrier
}

// Expects the lines that set the index in the line; 0 ends them. The body begins at line 2.
static void expect_settings(const char *body, int line, const int *expected) {
    char text[512];
    struct setting settings[8];
    snprintf(text, sizeof(text), "void work(int n, value *d_in, value *d_out) {\n%s}\n", body);
    read_text(text);
    const size_t count = question_settings(tree, line, "d_in", settings, 8);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(settings[i].line, expected[i]);
    }
    assert_int_equal(expected[count], 0);
}

static void a_name_means_the_innermost_variable(void **state) {
    (void)state;
    static const char body[] = "    int i = n;\n"
                               "    for (int s = 1; s < n; s++) {\n"
                               "        int i = 2 * s;\n"
                               "        use(d_in[i]);\n"
                               "    }\n"
                               "    use(d_in[i]);\n";
    expect_settings(body, 5, (int[]){3, 4, 0});
    expect_settings(body, 7, (int[]){2, 0});
}

static void a_loop_around_the_line_sets_anew(void **state) {
    (void)state;
    expect_settings("    int i = n;\n"
                    "    for (i = 0; i < 8; i++)\n"
                    "        use(d_in[i]);\n",
                    4, (int[]){3, 0});
    expect_settings("    int i = n;\n"
                    "    for (; i < 8; i++) {\n"
                    "        use(d_in[i]);\n"
                    "    }\n",
                    4, (int[]){2, 3, 0});
    expect_settings("    int total = 1;\n"
                    "    d_in->total = 2;\n" // another variable
                    "    total <<= 3;\n"
                    "    use(d_in[total], total <= n);\n",
                    5, (int[]){2, 4, 0});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_a_loop_and_a_function),
        cmocka_unit_test(conditions_decide),
        cmocka_unit_test(calls_are_found),
        cmocka_unit_test(an_index_has_calls),
        cmocka_unit_test(lines_set_an_index),
        cmocka_unit_test(elements_are_assigned),
        cmocka_unit_test(what_is_around_needs_no_braces),
        cmocka_unit_test(callers_are_found),
        cmocka_unit_test(a_name_means_the_innermost_variable),
        cmocka_unit_test(a_loop_around_the_line_sets_anew),
    };
    return cmocka_run_group_tests(tests, read_source, free_source);
}
