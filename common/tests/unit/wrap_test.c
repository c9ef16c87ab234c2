// Text is broken between words, at the terminal's width, and what a break would spoil is not broken.
#define _GNU_SOURCE // open_memstream under -std=c11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmocka_all.h"

#include "text/width.h"
#include "text/wrap.h"

static void expect(const char *line, int width, const char *expected) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    wrap_line(out, line, strlen(line), width);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void expect_whole(const char *line) {
    expect(line, 24, line);
}

static void lines_break_between_words(void **state) {
    (void)state;
    expect("", 20, "");
    expect("one two", 20, "one two");
    expect("just exactly 20 long", 20, "just exactly 20 long");
    expect("just exactly 21 longs", 20, "just exactly 21\nlongs");
    expect("one two three four five six seven", 20, "one two three four\nfive six seven");
    expect("one two three four five six seven", 0, "one two three four five six seven");
    expect("a_word_that_is_too_long_for_a_row and more", 20, "a_word_that_is_too_long_for_a_row\nand more");
    expect("  indented text goes on below", 20, "  indented text goes\n  on below");
}

static void labels_and_columns_indent(void **state) {
    (void)state;
    expect("next: this and that and more", 20, "next: this and that\n  and more");
    expect("\033[1mnext:\033[0m this and that and more", 20, "\033[1mnext:\033[0m this and that\n  and more");
    expect("Read this sentence to its end: it goes on", 24, "Read this sentence to\nits end: it goes on");
    expect("12. a question with: words", 20, "12. a question with:\n    words");
    expect("- an item of a list with words", 20, "- an item of a list\n  with words");
    expect("  hint: this and that and more", 20, "  hint: this and\n    that and more");
    expect("a   1  = 8 8 8 8 8 8 8 8 8 8 8 8", 30, "a   1  = 8 8 8 8 8 8 8 8 8 8 8\n       8");
    expect("    lanes    1,279  384 192 96 48 24 12 6 3", 41,
           "    lanes    1,279  384 192 96 48 24 12 6\n                    3");
    expect("a       12345678  a last column", 24, "a       12345678  a last column");
}

static void letters_and_colours_have_their_columns(void **state) {
    (void)state;
    expect("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 bbbbb ccccc dd", 20,
           "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 bbbbb ccccc dd");
    expect("\033[1;31maaaaa\033[0m bbbbb ccccc dd", 20, "\033[1;31maaaaa\033[0m bbbbb ccccc dd");
    expect("\033[1;31maaaaa\033[0m bbbbb ccccc ddd", 20, "\033[1;31maaaaa\033[0m bbbbb ccccc\nddd");
}

// Cyrillic letters have one column, Chinese ones two; a row ends between any two of these, but a sign such as a full
// stop stays with the letter before it, and what is in brackets with the bracket.
static void wide_letters_have_two_columns(void **state) {
    (void)state;
    expect("сумма блока", 11, "сумма блока");
    expect("сумма блока", 10, "сумма\nблока");
    expect("线程块的部分和", 14, "线程块的部分和");
    expect("线程块的部分和", 13, "线程块的部分\n和");
    expect("线程块的部分和。", 14, "线程块的部分\n和。");
    expect("线程块（部分）和", 9, "线程块\n（部分）\n和");
    expect("- 线程块的部分和线程", 12, "- 线程块的部\n  分和线程");
    expect("用 `a + b` 表示 sum", 11, "用 `a + b`\n表示 sum");
    expect("数组d_in的和", 10, "数组d_in的\n和");
    expect("a\xcc\x81", 1, "a\xcc\x81"); // an accent
}

static void code_breaks_in_comments(void **state) {
    (void)state;
    expect("        wait(); // between reads and writes, too", 36,
           "        wait(); // between reads and\n        // writes, too");
    expect("+       wait(); // between reads and writes, too", 36,
           "+       wait(); // between reads and\n        // writes, too");
    expect("     // a whole line that says why", 24, "     // a whole line\n     // that says why");
    expect("    for (int i = 0; i < n; i++) { } // all", 24, "    for (int i = 0; i < n; i++) { } // all");
}

static void excerpts_are_cut(void **state) {
    (void)state;
    expect("  107 |     s_partial[tid] += s_partial[tid + stride];", 24, "  107 |     s_partial...");
    expect("      |                                ^", 24, "      |                 ");
    expect("  107 | ääääääää", 10, "  107 |...");
    expect("a | b, a bar in prose", 12, "a | b, a bar\nin prose");
}

static void expect_cut(const char *text, int columns, const char *expected) {
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    width_write(out, text, text + strlen(text), columns);
    fclose(out);
    assert_string_equal(written, expected);
    free(written);
}

static void dots_end_what_is_cut(void **state) {
    (void)state;
    expect_cut("n next  q quit", 14, "n next  q quit");
    expect_cut("n next  q quit", 13, "n next  q ...");
    expect_cut("äöüäöü", 5, "äö...");
    expect_cut("下一个", 5, "下...");
    expect_cut("n next", 4, "n...");
    expect_cut("n next", 3, "n n");
    expect_cut("", 3, "");
}

static void some_lines_stay_whole(void **state) {
    (void)state;
    expect_whole("    for (int i = 0; i < n; i++) { sum += d_in[i]; }");
    expect_whole("again: ./lab check lab01 --part modulo --n 257 --seed 9");
    expect_whole("$ cmake --build --preset student --target labs-cli");
    expect_whole("  > the program's own output, whatever it is");
    expect_whole("\r[17/197] Building a progress line\033[K");
}

// What is written after a progress line begins a line, once that is cleared.
static void a_cleared_line_begins_again(void **state) {
    (void)state;
    static const char expected[] =
        "\r[1/2] building, a progress line\033[K\r\033[Ka text that is\nwider than that\n"
        "\r\033[Kand another text\nthat is wider\n";
    char written[200];
    int ends[2], kept = dup(STDOUT_FILENO);
    FILE *streams[] = {stdout, stderr};
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    dup2(ends[1], STDOUT_FILENO);
    setenv("LABS_COLUMNS", "16", 1);
    wrap_standard_streams();
    fputs("\r[1/2] building, a progress line\033[K", stdout);
    fflush(stdout);
    fputs("\r\033[K", stdout);
    fflush(stdout);
    fputs("a text that is wider than that\n", stdout);
    fputs("\r\033[Kand another text that is wider\n", stdout);
    fflush(stdout);
    stdout = streams[0];
    stderr = streams[1];
    unsetenv("LABS_COLUMNS");
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(ends[1]);
    const ssize_t length = read(ends[0], written, sizeof(written) - 1);
    close(ends[0]);
    written[length > 0 ? length : 0] = '\0';
    assert_string_equal(written, expected);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_between_words),
        cmocka_unit_test(labels_and_columns_indent),
        cmocka_unit_test(letters_and_colours_have_their_columns),
        cmocka_unit_test(wide_letters_have_two_columns),
        cmocka_unit_test(code_breaks_in_comments),
        cmocka_unit_test(excerpts_are_cut),
        cmocka_unit_test(dots_end_what_is_cut),
        cmocka_unit_test(some_lines_stay_whole),
        cmocka_unit_test(a_cleared_line_begins_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
