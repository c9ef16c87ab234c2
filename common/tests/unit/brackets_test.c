// A `<` and a `>`: template arguments or two comparisons?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "source.h"

// Does the first `<` of the text have a matching `>`?
static int is_template(const char *text) {
    struct source source = {0};
    assert_int_equal(source_read(&source, text, strlen(text)), 0);
    token_index i = 0;
    while (!is_character(&source, i, '<')) {
        i++;
    }
    const int matches = source.match[i] != NO_TOKEN;
    source_free(&source);
    return matches;
}

static void test_comparisons(void **state) {
    (void)state;
    static const char *const texts[] = {
        "if (t < d && s[t + d] > s[t]) {}",
        "if (x == 0 && t < d && f(t) > 3) {}",
        "while (n - t < d || p->n > p->m) {}",
        "both = t < n && v > w;",
        "both = t < n && v > -1;",
        "both = t < n && v[t] > (w);",
        "return t < n && v > w;",
        "return p.a < q.a && p.b > q.b ? p : q;",
        "most = t < n ? 1 : n > own[2];",
        "g(t < n && v[t] > v[n], 1);",
        "x = (int)t < d && v[t] > v[d];",
        "#define MORE(t, d) ((t) + t < d && s[d] > s[t])\n",
        "for (int i = 0; i < n && h[i] > limits[0]; i++) {}",
        "x = n::limit < d && v[t] > 'a';",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        if (is_template(texts[i])) {
            fail_msg("template arguments: %s", texts[i]);
        }
    }
}

static void test_templates(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{ box<a, b> s[2]; }",
        "{ box<a && b> s[2]; }",
        "for (box<a && b> s : t) {}",
        "template <class T> std::enable_if_t<a<T> && b<T>, int> f(T x);",
        "__launch_bounds__(256) std::enable_if_t<a && b> f();",
        "void f(int x, std::enable_if_t<a && b> * = nullptr);",
        "if (c) box<a && b> x;",
        "x = f<a && b>(y);",
        "k<a && b ? 4 : 1><<<1, 32>>>(d);",
        "x = is_same<a, b>::value && c > d;",
        "using t = box<int> const;",
        "void f(tuple<a &&, b &&> x);",
        "void f(tuple<a &&...> x);",
        "auto f() -> box<int> override;",
        "if (box<int> x = f()) {}",
        "x = static_cast<int>(y);",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        if (!is_template(texts[i])) {
            fail_msg("comparisons: %s", texts[i]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_comparisons), cmocka_unit_test(test_templates)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
