// The four questions to a source's tree.
#include "cmocka_all.h"

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
    assert_int_equal(question_settings(tree, 13, settings, 8), 6);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(settings[i].line, lines[i]);
        assert_int_equal(settings[i].handed, lines[i] == 10);
        assert_int_equal(settings[i].loop, lines[i] == 11);
    }
    assert_int_equal(settings[0].node->kind, NODE_FUNCTION);
    assert_int_equal(question_settings(tree, 13, settings, 2), 2);
    assert_int_equal(question_settings(tree, 2, settings, 8), 0);
    assert_int_equal(question_settings(tree, 99, settings, 8), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_a_loop_and_a_function),
        cmocka_unit_test(conditions_decide),
        cmocka_unit_test(calls_are_found),
        cmocka_unit_test(an_index_has_calls),
        cmocka_unit_test(lines_set_an_index),
    };
    return cmocka_run_group_tests(tests, read_source, free_source);
}
