// The tokenizer: each case lists the tokens of a text, without blanks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "token.h"

static const char *const kind_names[] = {
    [TOKEN_END] = "end",         [TOKEN_BLANK] = "blank",         [TOKEN_NEWLINE] = "newline",
    [TOKEN_COMMENT] = "comment", [TOKEN_IDENTIFIER] = "word",     [TOKEN_NUMBER] = "number",
    [TOKEN_STRING] = "string",   [TOKEN_CHARACTER] = "character", [TOKEN_PUNCTUATION] = "sign",
    [TOKEN_HEADER] = "header",   [TOKEN_DIRECTIVE] = "directive", [TOKEN_DIRECTIVE_END] = "directive-end"};

// Writes "word:a sign:+ " and so on, each token's continuations and newlines shown as `~`.
static void describe(const char *text, size_t length, char *out, size_t size) {
    struct tokenizer tokenizer;
    struct token token;
    size_t offset = 0, used = 0;
    int line = 1;
    tokenizer_start(&tokenizer, text, length);
    out[0] = '\0';
    do {
        token = token_next(&tokenizer);
        assert_int_equal(token.offset, offset);
        assert_int_equal(token.line, line);
        assert_true(token.length > 0 || token.kind == TOKEN_END || token.kind == TOKEN_DIRECTIVE_END);
        offset += token.length;
        for (size_t i = token.offset; i < offset; i++) {
            line += text[i] == '\n';
        }
        if (token.kind == TOKEN_BLANK || token.kind == TOKEN_NEWLINE || token.kind == TOKEN_END) {
            continue;
        }
        used += (size_t)snprintf(out + used, size - used, "%s%s", used ? " " : "", kind_names[token.kind]);
        if (token.kind == TOKEN_DIRECTIVE_END) {
            continue;
        }
        used += (size_t)snprintf(out + used, size - used, ":%.*s", (int)token.length, text + token.offset);
        for (char *c = out; *c; c++) {
            if (*c == '\n') {
                *c = '~';
            }
        }
        assert_true(used < size);
    } while (token.kind != TOKEN_END);
    assert_int_equal(offset, length);
}

static void check(const char *text, const char *expected) {
    char found[1000];
    describe(text, strlen(text), found, sizeof(found));
    assert_string_equal(found, expected);
}

static void test_words_and_numbers(void **state) {
    (void)state;
    check("", "");
    check("a _b1 $c \xC3\xA4", "word:a word:_b1 word:$c word:\xC3\xA4");
    check("1'000'000u 0x1p-3 .5f 1e+5 1.e-3 0xe+1", "number:1'000'000u number:0x1p-3 number:.5f number:1e+5 "
                                                    "number:1.e-3 number:0xe+1");
    check("a.b 1+2 x-3", "word:a sign:. word:b number:1 sign:+ number:2 word:x sign:- number:3");
    check("\xEF\xBB\xBF#if", "directive:# word:if directive-end");
}

static void test_punctuation_is_single(void **state) {
    (void)state;
    check("k<<<1>>>()", "word:k sign:< sign:< sign:< number:1 sign:> sign:> sign:> sign:( sign:)");
}

static void test_strings(void **state) {
    (void)state;
    check("\"a\\\"b\" 'c' '\\''", "string:\"a\\\"b\" character:'c' character:'\\''");
    check("L\"a\" u8\"b\" U'c' x\"d\"", "string:L\"a\" string:u8\"b\" character:U'c' word:x string:\"d\"");
    check("\"open\nb", "string:\"open word:b");
    check("'open\r\nb", "character:'open word:b");
    check("\"a // no comment\" \"/*\"", "string:\"a // no comment\" string:\"/*\"");
    check("\"end\\", "string:\"end\\");
}

static void test_raw_strings(void **state) {
    (void)state;
    check("R\"(a\n\"b)\" c", "string:R\"(a~\"b)\" word:c");
    check("u8R\"x(a)\" )y\" )x\" c", "string:u8R\"x(a)\" )y\" )x\" word:c");
    check("R\"(a\\\n)\" c", "string:R\"(a\\~)\" word:c");
    check("R\"a(b)a\"", "string:R\"a(b)a\"");
    check("R\"(open\nb", "string:R\"(open~b");
    check("R\"no delimiter\" b", "string:R\"no delimiter\" word:b");
    check("R\"seventeen_letters(a)seventeen_letters\" b",
          "string:R\"seventeen_letters(a)seventeen_letters\" word:b");
    check("BR\"(a\" b", "word:BR string:\"(a\" word:b");
    check("R'(' b", "word:R character:'(' word:b");
}

static void test_comments(void **state) {
    (void)state;
    check("a // b \"\nc", "word:a comment:// b \" word:c");
    check("a /* b\n // */ c", "word:a comment:/* b~ // */ word:c");
    check("a /*/ b */ c", "word:a comment:/*/ b */ word:c");
    check("/* open\nb", "comment:/* open~b");
    check("// a\r\nb", "comment:// a word:b");
    check("a / b * c", "word:a sign:/ word:b sign:* word:c");
}

static void test_continuations(void **state) {
    (void)state;
    check("ke\\\nrnel x", "word:ke\\~rnel word:x");
    check("// a\\\nb\nc", "comment:// a\\~b word:c");
    check("/\\\n/ a\nb", "comment:/\\~/ a word:b");
    check("/* a *\\\n/ b", "comment:/* a *\\~/ word:b");
    check("\"a\\\nb\" 1\\\n2", "string:\"a\\~b\" number:1\\~2");
    check("a\\ \t\nb", "word:a\\ \t~b");
    check("a\\\r\nb c", "word:a\\\r~b word:c");
    check("a \\ b", "word:a sign:\\ word:b");
    check("<\\\n<", "sign:< sign:<");
}

static void test_directives(void **state) {
    (void)state;
    check("#include <a//b.h> // c\nd",
          "directive:# word:include header:<a//b.h> comment:// c directive-end word:d");
    check("#include \"a\\\"\nd", "directive:# word:include header:\"a\\\" directive-end word:d");
    check(" # /* a */ define A(x) \\\n x<<1\nb",
          "directive:# comment:/* a */ word:define word:A sign:( word:x sign:) word:x sign:< sign:< number:1 "
          "directive-end word:b");
    check("a # b", "word:a sign:# word:b");
    check("#define A #x", "directive:# word:define word:A sign:# word:x directive-end");
    check("#\na", "directive:# directive-end word:a");
    check("/* */ #if 1", "comment:/* */ directive:# word:if number:1 directive-end");
    check("#include <open\na<b>",
          "directive:# word:include sign:< word:open directive-end word:a sign:< word:b sign:>");
    check("#if a /* b\n c */ d\ne",
          "directive:# word:if word:a comment:/* b~ c */ word:d directive-end word:e");
}

static void test_any_bytes(void **state) {
    (void)state;
    char found[200];
    describe("a\0b", 3, found, sizeof(found));
    assert_string_equal(found, "word:a sign: word:b"); // a NUL prints as nothing
    // Every text of up to three of these bytes: the tokenizer ends, and the tokens are adjacent (see
    // describe).
    static const char bytes[] = "\n\r\\\"'/*#<R(a1 .\0\xEF";
    enum { COUNT = sizeof(bytes) };
    for (int i = 0; i < COUNT * COUNT * COUNT; i++) {
        char text[3] = {bytes[i % COUNT], bytes[i / COUNT % COUNT], bytes[i / COUNT / COUNT]};
        for (size_t length = 1; length <= 3; length++) {
            describe(text, length, found, sizeof(found));
        }
    }
}

static void test_token_is(void **state) {
    (void)state;
    const char text[] = "__sh\\\nared__";
    struct tokenizer tokenizer;
    tokenizer_start(&tokenizer, text, strlen(text));
    struct token token = token_next(&tokenizer);
    assert_true(token_is(text, &token, "__shared__"));
    assert_false(token_is(text, &token, "__shared_"));
    assert_false(token_is(text, &token, "__shared__x"));
}

// The lines that `#line` gives to the words of a text.
static void test_line_directive(void **state) {
    (void)state;
    static const char text[] = "a\n#line 20 \"f\"\nb\n  # line 7\nc\n#if 3\nd\n#define line 9\ne";
    static const int lines[] = {1, 20, 7, 9, 11};
    struct tokenizer tokenizer;
    struct token token;
    size_t words = 0;
    tokenizer_start(&tokenizer, text, strlen(text));
    do {
        token = token_next(&tokenizer);
        if (token.kind == TOKEN_IDENTIFIER && token.length == 1) {
            assert_int_equal(token.line, lines[words++]);
        }
    } while (token.kind != TOKEN_END);
    assert_int_equal(words, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_line_directive),
                                       cmocka_unit_test(test_words_and_numbers),
                                       cmocka_unit_test(test_punctuation_is_single),
                                       cmocka_unit_test(test_strings),
                                       cmocka_unit_test(test_raw_strings),
                                       cmocka_unit_test(test_comments),
                                       cmocka_unit_test(test_continuations),
                                       cmocka_unit_test(test_directives),
                                       cmocka_unit_test(test_any_bytes),
                                       cmocka_unit_test(test_token_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
