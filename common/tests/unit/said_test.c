// A text that was formed in English, in the student's language: by the patterns of common/words/said_patterns.c.
#define _GNU_SOURCE // mkdtemp, setenv under -std=c11
#include "language_check.h"

#include "words/old_said.h"

static void expect(const char *english, const char *expected) {
    char text[SAID_SIZE];
    assert_string_equal(said(english, text), expected);
}

static void sentences_are_translated(void **state) {
    (void)state;
    expect("host code", "HOST");
    expect("thread 12 of block (1,2,3)", "BLOCK (1,2,3) THREAD 12");
    expect("s[2]: thread 0 of block 0 read it and thread 2 of block 0 writes it, with no __syncthreads() "
           "between. No barrier ran between the two accesses in the loop at line 163",
           "LOOP 163: s[2]: BLOCK 0 THREAD 2 WRITES; BLOCK 0 THREAD 0 READ: NO BARRIER");
    expect("out[7]: expected 3, got memory that was never written; 1 of 9 elements is wrong",
           "9/1: 3, NEVER WRITTEN, [7]");
}

static void latin_words_stand_apart_in_chinese(void **state) {
    (void)state;
    expect("my_kernel waits", "\xe7\xba\xbf my_kernel \xe7\xad\x89");
    expect("host code waits", "\xe7\xba\xbf HOST \xe7\xad\x89");
    expect("block 3 waits", "\xe7\xba\xbf\xe5\x9d\x97 3 \xe7\xad\x89");
}

static void what_is_unknown_stays(void **state) {
    (void)state;
    expect("", "");
    expect("nothing like it", "nothing like it");
    expect("the device stopped the program: out of order", "STOPPED: out of order");
    expect("thread 0 of block 0 read", "BLOCK 0 THREAD 0 READ");
    expect("thread 0 of block 0 and more", "thread 0 of block 0 and more");
    expect("something is copied, and it is never read", "something is copied, and it is never read");
    expect("s[2]: this and that, with no __syncthreads() between",
           "s[2]: this and that, with no __syncthreads() between");
    expect("out[x]: expected 3, got 4; 1 of 9 elements is wrong",
           "out[x]: expected 3, got 4; 1 of 9 elements is wrong");
    expect("%s %d", "%s %d");
}

// A text that is longer than its room is cut, and no byte behind it is touched.
static void long_texts_fit(void **state) {
    (void)state;
    char english[2 * SAID_SIZE], text[SAID_SIZE + 1];
    memset(english, 'a', sizeof(english));
    memcpy(english, "the device stopped the program: ", 32);
    english[sizeof(english) - 1] = '\0';
    text[SAID_SIZE] = 'z';
    said(english, text);
    assert_int_equal(strlen(text), SAID_SIZE - 1);
    assert_int_equal(text[SAID_SIZE], 'z');
}

static int open_messages(void **state) {
    static const char catalogue[] =
        "msgid \"host code\"\nmsgstr \"HOST\"\n\n"
        "msgid \"thread %d of block %d\"\nmsgstr \"BLOCK %2$d THREAD %1$d\"\n\n"
        "msgid \"thread %d of block (%d,%d,%d)\"\nmsgstr \"BLOCK (%2$d,%3$d,%4$d) THREAD %1$d\"\n\n"
        "msgid \"%s waits\"\nmsgstr \"\xe7\xba\xbf%s\xe7\xad\x89\"\n\n"
        "msgid \"block %d\"\nmsgstr \"\xe5\x9d\x97%d\"\n\n"
        "msgid \"%s read\"\nmsgstr \"%s READ\"\n\nmsgid \"%s writes\"\nmsgstr \"%s WRITES\"\n\n"
        "msgid \"%s: %s it and %s it, %s\"\nmsgstr \"%1$s: %3$s; %2$s: %4$s\"\n\n"
        "msgid \"with no __syncthreads() between\"\nmsgstr \"NO BARRIER\"\n\n"
        "msgid \"%s. No barrier ran between the two accesses in the loop at line %d\"\nmsgstr \"LOOP %2$d: "
        "%1$s\"\n\n"
        "msgid \"memory that was never written\"\nmsgstr \"NEVER WRITTEN\"\n\n"
        "msgid \"the device stopped the program: %s\"\nmsgstr \"STOPPED: %s\"\n\n"
        "msgid \"out[%d]: expected %s, got %s; %d of %d elements is wrong\"\n"
        "msgstr \"%5$d/%4$d: %2$s, %3$s, [%1$d]\"\n";
    return open_language(state, catalogue);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_are_translated),
        cmocka_unit_test(latin_words_stand_apart_in_chinese),
        cmocka_unit_test(what_is_unknown_stays),
        cmocka_unit_test(long_texts_fit),
    };
    return cmocka_run_group_tests(tests, open_messages, close_language);
}
