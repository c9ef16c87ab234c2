// The syntax tree: what is read, what is guessed, and where reading goes on behind something malformed.
#define _GNU_SOURCE // mkstemp under -std=c11
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

static char shown[8192];

static void put(const char *text, size_t length) {
    const size_t used = strlen(shown);
    assert_true(used + length < sizeof(shown));
    memcpy(shown + used, text, length);
    shown[used + length] = '\0';
}

static void put_token(const struct tree *tree, int i) {
    put(tree->text + tree->tokens[i].offset, tree->tokens[i].length);
}

// Has it no more in it than names?
static bool is_plain(const struct node *node) {
    for (const struct node *child = node->child; child != NULL; child = child->next) {
        if (child->kind != NODE_NAME) {
            return false;
        }
    }
    return node->kind == NODE_NAME || node->kind == NODE_NUMBER || node->kind == NODE_TYPE ||
           node->kind == NODE_STRING || node->kind == NODE_CHARACTER;
}

// A name as its words, anything else as (kind sign :name children).
static void show(const struct tree *tree, const struct node *node) {
    if (is_plain(node)) {
        for (int i = node->first; i < node->end; i++) {
            put("_", i > node->first && tree->tokens[i].kind == TOKEN_IDENTIFIER &&
                         tree->tokens[i - 1].kind == TOKEN_IDENTIFIER);
            put_token(tree, i);
        }
        return;
    }
    put("(", 1);
    put(tree_kind_name(node->kind), strlen(tree_kind_name(node->kind)));
    if (node->sign[0] != '\0') {
        put(" ", 1);
        put(node->sign, strlen(node->sign));
    }
    if (node->name != NO_TOKEN && node->kind != NODE_TEMPLATE_NAME && node->kind != NODE_DIRECTIVE) {
        put(" :", 2);
        put_token(tree, node->name);
    }
    for (const struct node *child = node->child; child != NULL; child = child->next) {
        const bool repeats = child->kind == NODE_NAME && child->name == node->name;
        if (!repeats) {
            put(" ", 1);
            show(tree, child);
        }
    }
    put(")", 1);
}

static struct tree *read_text(const char *text) {
    struct tree *tree = tree_read(text, strlen(text));
    assert_non_null(tree);
    return tree;
}

static void expect_in(const char *before, const char *text, const char *after, enum node_kind kind,
                      const char *expected) {
    char source[4096];
    snprintf(source, sizeof(source), "%s%s%s", before, text, after);
    struct tree *tree = read_text(source);
    const struct node *around = tree->file;
    while (around != NULL && around->kind != kind) {
        around = tree_next(around, tree->file);
    }
    assert_non_null(around);
    shown[0] = '\0';
    for (const struct node *child = around->child; child != NULL; child = child->next) {
        put(" ", child != around->child);
        show(tree, child);
    }
    assert_string_equal(shown, expected);
    tree_free(tree);
}

// In a function.
static void expect(const char *statements, const char *expected) {
    expect_in("void f() {\n", statements, "\n}\n", NODE_BLOCK, expected);
}

// The expression alone.
static void expect_expression(const char *expression, const char *expected) {
    expect_in("int x = f(", expression, ");", NODE_CALL, expected);
}

static void expect_file(const char *text, const char *expected) {
    expect_in("", text, "", NODE_FILE, expected);
}

static void operators_bind(void **state) {
    (void)state;
    expect_expression("a + b * c - d", "f (binary - (binary + a (binary * b c)) d)");
    expect_expression("a = b += c ? d : e", "f (assignment = a (assignment += b (conditional ? c d e)))");
    expect_expression("*p++ << -q >> 2", "f (binary >> (binary << (unary * (postfix ++ p)) (unary - q)) 2)");
    expect_expression("!a and not b || c", "f (binary || (binary && (unary ! a) (unary ! b)) c)");
    expect_expression("a.b->c[i](d, {1, 2})",
                      "f (call (index (member -> :c (member . :b a)) i) d (list 1 2))");
    expect_expression("sizeof(int), new T[4], a::b", "f (size-of int) (new T 4) a::b");
    expect("a = 1, b = 2;", "(expression (comma (assignment = a 1) (assignment = b 2)))");
}

static void casts_are_guessed(void **state) {
    (void)state;
    expect_expression("(int)x, (T *)p, (size_t)-1", "f (cast int x) (cast T* p) (cast size_t (unary - 1))");
    expect_expression("(a)(b), (a)-b, (a)b",
                      "f (call (parentheses a) b) (binary - (parentheses a) b) (cast a b)");
    expect_expression("(value_t)(b)", "f (cast value_t (parentheses b))");
    expect_expression("static_cast<float *>(p), float4{1, 2}, int(c)",
                      "f (cast float* p) (cast float4 (list 1 2)) (call int c)");
}

static void angles_are_guessed(void **state) {
    (void)state;
    expect_expression("g<a>(b)", "f (call (template-name a) b)");
    expect_expression("a < b", "f (binary < a b)");
    expect_expression("t < d && s[t] > (d)",
                      "f (binary && (binary < t d) (binary > (index s t) (parentheses d)))");
    expect_expression("t<d&&s[t]>(d)", "f (binary && (binary < t d) (binary > (index s t) (parentheses d)))");
    expect_expression("i < n, j > m", "f (binary < i n) (binary > j m)");
    expect_expression("g<h<1>>(x), a >> 1",
                      "f (call (template-name (type (template-name 1))) x) (binary >> a 1)");
    expect("std::vector<std::vector<int>> v(3);",
           "(declaration :v (type (template-name (type (template-name int)))) (declarator :v 3))");
    expect(
        "for (int i = 0; i < n && a > (b); i++) c();",
        "(for (head (declaration :i int (declarator :i 0)) (expression (binary && (binary < i n) (binary > a "
        "(parentheses b)))) (postfix ++ i)) (expression (call c)))");
}

static void declarations_are_guessed(void **state) {
    (void)state;
    expect("a * b;", "(declaration :b a (declarator :b))");
    expect("a * b + c;", "(expression (binary + (binary * a b) c))");
    expect("ok && go(1);", "(expression (binary && ok (call go 1)))");
    expect("dim3 grid(n / 2, 1), block(N);",
           "(declaration :grid dim3 (declarator :grid (binary / n 2) 1) (declarator :block N))");
    expect("const unsigned int *__restrict__ p = q, r[2][N] = {{0}};",
           "(declaration :p const_unsigned_int (declarator :p q) (declarator :r 2 N (list (list 0))))");
    expect("auto [a, b] = c;", "(declaration auto (declarator a b c))");
    expect("T (*g)(int) = h;",
           "(declaration :g T (declarator :g (declarator :g) (parameters (parameter int)) h))");
    expect("extern __shared__ int s[];", "(declaration :s extern___shared___int (declarator :s))");
}

static void launches_are_read(void **state) {
    (void)state;
    expect("k<<<n / 2, 256>>>(d, n);", "(expression (launch k (configuration (binary / n 2) 256) d n))");
    expect("k<int><<<f<1>(), g<h<2>>()>>>(d);", "(expression (launch (template-name int) (configuration "
                                                "(call (template-name 1)) (call (template-name (type "
                                                "(template-name 2))))) d))");
    expect("k<<<a < b ? 1 : 2, 3 >> 1>>>();",
           "(expression (launch k (configuration (conditional ? (binary < a b) 1 2) (binary >> 3 1))))");
    expect("k << <1, 2 >> >(d);", "(expression (launch k (configuration 1 2) d))");
}

static void statements_are_read(void **state) {
    (void)state;
    expect("if (a) b(); else if (c) { return 1; } else ;",
           "(if (head a) (expression (call b)) (if (head c) (block (return 1)) (empty)))");
    expect("for (auto &x : v) s += x;",
           "(range-for (head (declaration :x auto (declarator :x)) v) (expression (assignment += s x)))");
    expect("for (;;) break;", "(for (head (empty) (empty)) (break))");
    expect("do { continue; } while (--n > 0);", "(do (block (continue)) (head (binary > (unary -- n) 0)))");
    expect("switch (a) { case 1: default: goto end; }\nend:;",
           "(switch (head a) (block (case 1) (case) (goto :end))) (label :end) (empty)");
    expect("while (int i = next()) asm volatile(\"x;\" :: \"r\"(i));",
           "(while (head (declaration :i int (declarator :i (call next)))) (asm))");
    expect("auto g = [&, n](int i) mutable -> int { return i; };",
           "(declaration :g auto (declarator :g (lambda (captures) (parameters (parameter :i int (declarator "
           ":i))) int "
           "(block (return i)))))");
}

static void functions_are_read(void **state) {
    (void)state;
    expect_file("template <class T, int N = 2>\n__global__ void __launch_bounds__(256) k(T *a, int) {}\n",
                "(function :k (template (parameter :T (type (struct :T))) (parameter :N int (declarator :N "
                "2))) (type "
                "(attribute 256)) (parameters (parameter :a T (declarator :a)) (parameter int)) (block))");
    expect_file(
        "struct p : q { int x : 3; p() : x(1) {} ~p(); T operator+(int) const; };",
        "(declaration (type (struct :p q (members (declaration :x int (declarator :x 3)) (function :p  "
        "(parameters) (initializers (call x 1)) (block)) (function :p  (parameters)) (function :operator T "
        "(parameters (parameter int)))))))");
    expect_file("P operator+(P a) {}",
                "(function :operator P (parameters (parameter :a P (declarator :a))) (block))");
    expect_file("f(1)<<<1, 2>>>(x);", "(expression (launch (call f 1) (configuration 1 2) x))");
    expect_file("namespace a { enum { A, B = 2 }; using b = int *; }",
                "(namespace :a (declaration (type (enum (members (declarator :A) (declarator :B 2))))) "
                "(declaration :b "
                "int*))");
    struct tree *tree = read_text("#define HD __host__ __device__\nHD int f(int);\n__global__ void k();");
    const struct node *f = tree_child_of_kind(tree->file, NODE_FUNCTION);
    assert_true(f->host && f->device && !f->kernel && f->complete && tree_name_is(tree, f, "f"));
    assert_true(f->next->kernel && tree_child_of_kind(f->next, NODE_BLOCK) == NULL);
    tree_free(tree);
}

static void macros_are_statements(void **state) {
    (void)state;
    expect("CHECK(a)\nb();", "(macro :CHECK (call CHECK a)) (expression (call b))");
    expect("FOR_EACH(i, n) {\n    a(i);\n}",
           "(macro :FOR_EACH (call FOR_EACH i n) (block (expression (call a i))))");
    expect("LANES(i)\n    a[i] = 0;\nb();",
           "(macro :LANES (call LANES i) (expression (assignment = (index a i) 0))) (expression (call b))");
    expect("TIME(1, { if (a) { b(); } });",
           "(expression (call TIME 1 (block (if (head a) (block (expression (call b)))))))");
    expect("static TYPE(int, 3) x;", "(declaration :x (type (attribute :TYPE int 3)) (declarator :x))");
    expect("SHARED(int, a[32]);", "(expression (call SHARED int (index a 32)))");
    expect_file("EMPTY_LINE\nstatic int f() { return 1; }\n",
                "(function :f (type (attribute :EMPTY_LINE)) (parameters) (block (return 1)))");
}

static void both_branches_are_read(void **state) {
    (void)state;
    expect("#if A\na();\n#else\nb();\n#endif\nc();",
           "(directive) (expression (call a)) (directive) (expression (call b)) "
           "(directive) (expression (call c))");
    expect("#if 0\nno code'\n#endif\nc();", "(directive) (directive) (expression (call c))");
    expect("a(1,\n#ifdef A\n2\n#else\n3\n#endif\n);", "(expression (call a 1 2))");
    expect("#if A\nif (x) {\n#else\nif (y) {\n#endif\na();\n}",
           "(if (head x) (block (expression (call a))))");
}

// The parts of the text, in their order.
static void expect_parts(const char *text, const char *expected) {
    struct tree *tree = read_text(text);
    shown[0] = '\0';
    for (const struct node *part = tree->parts; part != NULL; part = part->next) {
        show(tree, part);
    }
    assert_string_equal(shown, expected);
    tree_free(tree);
}

static void what_is_left_out_is_in_parts(void **state) {
    (void)state;
    expect_parts("#define RUN(n, ...) \\\n    do_##n<<<1, n>>>(__VA_ARGS__)\n#define NONE\n",
                 "(part :RUN (expression (launch do_##n (configuration 1 n) __VA_ARGS__) (broken)))(part "
                 ":NONE)");
    expect_parts("#if A\nif (x) {\n#else\nb(); if (y) {\n#endif\na();\n}",
                 "(part (expression (call b)) (if (head y) (block (broken))))");
    expect_parts("#if 0\n#define A 1\n#if 1\n#else\n#endif\n#endif\n", "");
}

static void what_is_missing_is_broken(void **state) {
    (void)state;
    expect("a = 1\nb = 2;", "(expression (assignment = a 1) (broken)) (expression (assignment = b 2))");
    expect("a(1;\nb();", "(expression (call a 1 (broken))) (expression (call b))");
    expect("if (a < 1 {\n    b();\n}\nc();",
           "(if (head (binary < a 1) (broken)) (block (expression (call b)))) (expression (call c))");
    expect("a = (b + ;\nc();",
           "(expression (assignment = a (parentheses (binary + b (broken)) (broken)))) (expression "
           "(call c))");
    expect("a = 1)\nb();", "(expression (assignment = a 1) (broken)) (expression (call b))");
    expect("a(b,\n// END TODO(1)\nc);\nd();",
           "(expression (call a b (broken)) (broken)) (expression c (broken)) (expression (call d))");
    expect("else a();\nb();", "(broken) (expression (call a)) (expression (call b))");
    expect("if (a)", "(if (head a) (broken))");
    expect("k<<<1, 2>>(x);\nb();",
           "(expression (launch k (configuration 1 (binary >> 2 (parentheses x)) (broken)) "
           "(broken))) (expression (call b))");
    expect("x = \"abc;\nb();", "(expression (assignment = x \"abc;) (broken)) (expression (call b))");
    expect("a $ b c d;\ne();", "(declaration :$ a (declarator :$) (broken)) (expression (call e))");
}

// The kernel `g` behind `f` is found.
static void expect_second(const char *text) {
    struct tree *tree = read_text(text);
    const struct node *f = tree_child_of_kind(tree->file, NODE_FUNCTION), *g = f->next;
    while (g != NULL && g->kind != NODE_FUNCTION) {
        g = g->next;
    }
    assert_non_null(g);
    assert_true(!f->complete && g->complete && g->kernel && tree_name_is(tree, g, "g"));
    tree_free(tree);
}

static void a_function_ends_at_its_indentation(void **state) {
    (void)state;
    expect_second(
        "void f() {\n    if (a) {\n        b();\n\n    c();\n}\n\n__global__ void g() {\n    d();\n}\n");
    expect_second("void f() {\n    if (a) {\n        b();\n    }\n\n__global__ void g() {\n    d();\n}\n");
    expect_second("void f() {\n    // TODO(1): x\n    a();\n    }\n    // END TODO(1)\n    "
                  "b();\n}\n\n__global__ void g() {\n}\n");
    expect_second("void f() {\n    // TODO(1): x\n    a(b, (c\n    // END TODO(1)\n    b();\n}\n\n__global__ "
                  "void g() {\n}\n");
}

static void nesting_is_limited(void **state) {
    (void)state;
    enum { DEEP = 100000 };
    static char text[DEEP + 32];
    for (const char *c = "({[-"; *c != '\0'; c++) {
        memset(text, *c, DEEP);
        strcpy(text + DEEP, "\nint f() { return 1; }");
        struct tree *tree = read_text(text);
        assert_true(tree->file->height < TREE_HEIGHT_MAX && !tree->file->complete);
        tree_free(tree);
    }
}

static void places_are_known(void **state) {
    (void)state;
    static const char text[] =
        "\xEF\xBB\xBFint \xC3\xA4;\r\nvoid f() {\r\n\tfor (int i = 0; i < 3; i++)\r\n\t\tg(a[i]);\r\n}\r\n";
    struct tree *tree = read_text(text);
    assert_true(tree->file->complete);
    const size_t bracket = (size_t)(strchr(text, '[') - text);
    const struct node *index = tree_at_byte(tree, bracket, NODE_INDEX);
    const struct node *loop = tree_at_byte(tree, bracket, NODE_FOR);
    assert_non_null(loop);
    assert_int_equal(tree_text_line(tree, tree_begin(tree, loop)), 3);
    assert_int_equal(tree_text_line(tree, tree_end(tree, loop)), 4);
    assert_null(tree_at_byte(tree, tree_end(tree, loop), NODE_FOR));
    assert_string_equal(tree_kind_name(index->kind), "index");
    assert_ptr_equal(tree_parent_of_kind(index, NODE_FOR), loop);
    assert_true(tree_name_is(tree, tree_parent_of_kind(index, NODE_FUNCTION), "f"));
    assert_ptr_equal(tree_at_byte(tree, tree_begin(tree, index) + 2, NODE_ANY), tree_child(index, 1));
    tree_free(tree);
}

static void line_markers_are_no_nodes(void **state) {
    (void)state;
    static const char text[] = "# 1 \"a.cu\"\nint a;\n# 30 \"b.h\" 1\nint f(\n# 31 \"b.h\"\n    int x) "
                               "{\n}\n# 2 \"a.cu\" 2\nint c;\n";
    struct tree *tree = read_text(text);
    assert_true(tree->file->complete);
    const struct node *f = tree_child_of_kind(tree->file, NODE_FUNCTION);
    assert_int_equal(tree_text_line(tree, tree_begin(tree, f)), 4);
    assert_null(tree_child_of_kind(tree->file, NODE_DIRECTIVE));
    tree_free(tree);
}

static void a_file_is_kept(void **state) {
    (void)state;
    char path[] = "/tmp/tree_test_XXXXXX";
    const int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    assert_non_null(file);
    fputs("int a;\n", file);
    fclose(file);
    const struct tree *tree = tree_of(path);
    remove(path);
    assert_non_null(tree);
    assert_ptr_equal(tree_of(path), tree);
    assert_null(tree_of("/tmp/tree_test_none"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind),
        cmocka_unit_test(casts_are_guessed),
        cmocka_unit_test(angles_are_guessed),
        cmocka_unit_test(declarations_are_guessed),
        cmocka_unit_test(launches_are_read),
        cmocka_unit_test(statements_are_read),
        cmocka_unit_test(functions_are_read),
        cmocka_unit_test(macros_are_statements),
        cmocka_unit_test(both_branches_are_read),
        cmocka_unit_test(what_is_left_out_is_in_parts),
        cmocka_unit_test(what_is_missing_is_broken),
        cmocka_unit_test(a_function_ends_at_its_indentation),
        cmocka_unit_test(nesting_is_limited),
        cmocka_unit_test(places_are_known),
        cmocka_unit_test(line_markers_are_no_nodes),
        cmocka_unit_test(a_file_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
