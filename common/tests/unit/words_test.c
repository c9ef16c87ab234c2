// What is said, and its sentences: in English, in another language, and as JSON.
#define _GNU_SOURCE // mkdtemp, setenv, open_memstream under -std=c11
#include "language_check.h"

#include "words/words.h"

static struct said made(const struct said_word *words) {
    struct said said;
    say(&said, words);
    return said;
}

static void expect_english(const struct said *said, const char *expected) {
    char text[WORDS_SIZE];
    assert_true(words_are_whole(said));
    assert_string_equal(words_english(said, text), expected);
}

static void expect(const struct said_word *said, const char *expected) {
    char text[WORDS_SIZE];
    const struct said whole = made(said);
    assert_true(words_are_whole(&whole));
    assert_string_equal(words(&whole, text), expected);
}

static struct said thread(const char *number, const char *block) {
    return made(WORDS(TOPIC(THREAD), NAME(number), NAME(block)));
}

// "s[2]: thread 0 of block 0 read it and thread 2 of block 0 writes it"
static struct said race(void) {
    return made(WORDS(TOPIC(RACE), NAME("s[2]"), PART(thread("0", "0")), TOPIC(HAS_READ),
                      PART(thread("2", "0")), TOPIC(WRITES)));
}

// ---- In English ----

static void sentences_have_parts(void **state) {
    (void)state;
    struct said said = {.bytes = {0}};
    assert_false(is_said(&said));
    assert_int_equal(said_topic(&said), TOPIC_NONE);
    expect_english(&said, "");
    said = race();
    assert_int_equal(said_topic(&said), TOPIC_RACE);
    expect_english(&said, "s[2]: thread 0 of block 0 read it and thread 2 of block 0 writes it");
    const struct said host = made(WORDS(TOPIC(HOST_CODE)));
    say_of(&said, &host, WORDS(TOPIC(STOPPED_BY_SIGNAL), NUMBER(-8), NAME("SIGFPE")));
    expect_english(&said, "host code was stopped by signal -8 (SIGFPE)");
}

static void sentences_are_joined(void **state) {
    (void)state;
    struct said whole = race(), tail = made(WORDS(TOPIC(RACE_WITHOUT), TOPIC(WITH_NO_SYNCTHREADS)));
    assert_false(words_are_whole(&tail));
    say_more(&whole, &whole, &tail);
    assert_int_equal(said_topic(&whole), TOPIC_RACE_WITHOUT);
    assert_true(said_has(&whole, TOPICS(TOPIC_RACE, TOPIC_RACE_WITHOUT)));
    assert_true(said_has(&whole, TOPICS(TOPIC_WITH_NO_SYNCTHREADS)));
    assert_true(said_has(&whole, TOPICS(TOPIC_HOST_CODE, TOPIC_WRITES)));
    assert_false(said_has(&whole, TOPICS(TOPIC_RACE, TOPIC_WROTE)));
    expect_english(&whole, "s[2]: thread 0 of block 0 read it and thread 2 of block 0 writes it, with no "
                           "__syncthreads() between");
    tail = made(WORDS(TOPIC(NO_BARRIER_IN_LOOP), NUMBER(163)));
    say_after(&whole, &whole, &tail);
    expect_english(&whole, "s[2]: thread 0 of block 0 read it and thread 2 of block 0 writes it, with no "
                           "__syncthreads() between. No barrier ran between the two accesses in the loop at "
                           "line 163");
}

static void nothing_said_is_an_empty_part(void **state) {
    (void)state;
    const struct said nothing = {.bytes = {0}}, said = made(WORDS(TOPIC(DOES), PART(nothing), TOPIC(READS)));
    expect_english(&said, " reads");
}

// The first number among the arguments decides.
static void numbers_choose_the_form(void **state) {
    (void)state;
    struct said said = made(WORDS(TOPIC(BYTES), NUMBER(1)));
    expect_english(&said, "1 byte");
    say(&said, WORDS(TOPIC(BYTES), NUMBER(0)));
    expect_english(&said, "0 bytes");
    say(&said, WORDS(TOPIC(NEVER_FREED), NAME("h_in"), NUMBER(1)));
    expect_english(&said, "h_in (1 byte) is allocated here and never freed");
    say(&said, WORDS(TOPIC(ELEMENTS_OF_BYTES), NUMBER(1), NUMBER(4)));
    expect_english(&said, "1 element of 4 bytes");
    say(&said, WORDS(TOPIC(ELEMENTS_OF_BYTES), NUMBER(2), NUMBER(1)));
    expect_english(&said, "2 elements of 1 bytes");
}

// A full stop is left out behind a question mark.
static void questions_need_no_full_stop(void **state) {
    (void)state;
    const struct said question = made(WORDS(TOPIC(RIGHT_STEPS))),
                      said = made(WORDS(TOPIC(IN_PROGRAM_ORDER), PART(question), NUMBER(5), NUMBER(7)));
    expect_english(&said,
                   "does this loop take the right steps? In program order, line 5 comes before line 7");
}

// The longest names are cut, wherever they are, until all have room.
static void long_names_are_cut(void **state) {
    (void)state;
    enum { LENGTH = 1000 };
    char name[LENGTH + 1], text[WORDS_SIZE];
    memset(name, 'a', LENGTH);
    name[LENGTH] = '\0';
    struct said said = made(WORDS(TOPIC(NEVER_READ_BY_ANY), NAME("out[3]"), NAME(name)));
    assert_true(words_are_whole(&said));
    words_english(&said, text);
    assert_true(strlen(text) > SAID_BYTES - 20);
    assert_memory_equal(text, "out[3] is written here by aaa", 29);
    assert_string_equal(text + strlen(text) - 18, "aaa and never read");
    say(&said, WORDS(TOPIC(IN_LAUNCH_AT), PART(said), NUMBER(2), NAME("kernel"), NUMBER(40)));
    const struct said tail = made(WORDS(TOPIC(NO_BARRIER_IN_LOOP), NUMBER(163)));
    say_after(&said, &said, &tail);
    assert_true(words_are_whole(&said));
    words_english(&said, text);
    assert_memory_equal(text, "out[3] is written here by aaa", 29);
    const char *end =
        "aaa and never read (launch 2, kernel, line 40). No barrier ran between the two accesses in "
        "the loop at line 163";
    assert_string_equal(text + strlen(text) - strlen(end), end);
    const struct said long_thread = thread(name, name);
    say(&said, WORDS(TOPIC(SAME_VALUE), PART(long_thread), PART(long_thread), NAME(name)));
    assert_true(words_are_whole(&said));
    words_english(&said, text);
    assert_non_null(strstr(text, "aaa store the same value to aaa"));
}

// A form has the arguments that a sentence may have, and no other one says the same in English: a translator would have
// one text for both.
static void forms_can_be_translated(void **state) {
    (void)state;
    static const char *const forms[] = {
#define X(name, form)      form,
#define N(name, form, one) form, one,
#include "words/topic_list.h"
#undef X
#undef N
    };
    enum { COUNT = sizeof(forms) / sizeof(forms[0]) };
    for (size_t i = 0; i < COUNT; i++) {
        assert_true(catalogue_same_arguments(forms[i], forms[i]));
        for (const char *at = forms[i]; (at = strchr(at, '%')) != NULL; at += 2) {
            assert_true(at[1] == 's' || at[1] == 'd' || strncmp(at, "%'d", 3) == 0);
        }
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(forms[i], forms[k]);
        }
    }
}

// ---- In another language ----

static int open_messages(void **state) {
    static const char catalogue[] =
        "msgid \"host code\"\nmsgstr \"HOST\"\n\n"
        "msgid \"thread %s of block %s\"\nmsgstr \"BLOCK %2$s THREAD %1$s\"\n\n"
        "msgid \"block %s\"\nmsgstr \"\xe5\x9d\x97%s\"\n\n"
        "msgid \"%s waits\"\nmsgstr \"\xe7\xba\xbf%s\xe7\xad\x89\"\n\n"
        "msgid \"read\"\nmsgstr \"READ\"\n\nmsgid \"writes\"\nmsgstr \"WRITES\"\n\n"
        "msgid \"%s: %s %s it and %s %s it, %s\"\nmsgstr \"%1$s: %4$s %5$s; %2$s %3$s: %6$s\"\n\n"
        "msgid \"with no __syncthreads() between\"\nmsgstr \"NO BARRIER\"\n\n"
        "msgid \"%s: %'d in total, at least %'d are needed: %s\"\nmsgstr \"%s %3$'d %2$'d %4$s\"\n\n"
        "msgid \"%d byte\"\nmsgstr \"ONE (%d)\"\n\nmsgid \"%d bytes\"\nmsgstr \"MANY (%d)\"\n\n"
        "msgid \"does this loop take the right steps?\"\nmsgstr \"\xe5\x90\x97\xef\xbc\x9f\"\n\n"
        "msgid \"%s. In program order, line %d comes before line %d\"\nmsgstr \"%s\xe3\x80\x82%d, %d\"\n";
    if (open_language(state, catalogue) != 0) {
        return -1;
    }
    write_file("ru/LC_MESSAGES/lab99-fake.po", "msgid \"a text of a lab\"\nmsgstr \"TEXT\"\n");
    translation_add("lab99-fake");
    return 0;
}

static void translations_number_their_arguments(void **state) {
    (void)state;
    struct said whole = race();
    const struct said tail = made(WORDS(TOPIC(RACE_WITHOUT), TOPIC(WITH_NO_SYNCTHREADS)));
    say_more(&whole, &whole, &tail);
    char text[WORDS_SIZE];
    assert_string_equal(words(&whole, text),
                        "s[2]: BLOCK 0 THREAD 2 WRITES; BLOCK 0 THREAD 0 READ: NO BARRIER");
    expect_english(&whole, "s[2]: thread 0 of block 0 read it and thread 2 of block 0 writes it, with no "
                           "__syncthreads() between");
    expect(WORDS(TOPIC(BYTES), NUMBER(1)), "ONE (1)");
    expect(WORDS(TOPIC(BYTES), NUMBER(7)), "MANY (7)");
    expect(WORDS(TOPIC(UNDER_LIMIT), NAME("a"), NUMBER(999), NUMBER(1048576), NAME("b")),
           "a 1,048,576 999 b");
}

static void texts_are_translated_and_names_are_not(void **state) {
    (void)state;
    const struct said said = made(WORDS(TOPIC(AS_IT_IS), TEXT("a text of a lab")));
    expect(WORDS(TOPIC(AS_IT_IS), TEXT("a text of a lab")), "TEXT");
    expect_english(&said, "a text of a lab");
    expect(WORDS(TOPIC(AS_IT_IS), NAME("a text of a lab")), "a text of a lab");
}

static void what_is_not_translated_stays(void **state) {
    (void)state;
    expect(WORDS(TOPIC(HERE), TOPIC(HOST_CODE)), "host code here"); // not half in one language
    expect(WORDS(TOPIC(AS_IT_IS), NAME("%s %d")), "%s %d");
}

static void latin_words_stand_apart_in_chinese(void **state) {
    (void)state;
    expect(WORDS(TOPIC(WAITS), NAME("my_kernel")), "\xe7\xba\xbf my_kernel \xe7\xad\x89");
    expect(WORDS(TOPIC(WAITS), NAME("s[1]")), "\xe7\xba\xbf s[1] \xe7\xad\x89");
    expect(WORDS(TOPIC(WAITS), NAME("__f()")), "\xe7\xba\xbf __f() \xe7\xad\x89");
    expect(WORDS(TOPIC(WAITS), NAME("-7")), "\xe7\xba\xbf -7 \xe7\xad\x89");
    const struct said block = made(WORDS(TOPIC(BLOCK), NAME("3")));
    expect(WORDS(TOPIC(WAITS), PART(block)), "\xe7\xba\xbf\xe5\x9d\x97 3 \xe7\xad\x89");
}

static void wide_question_marks_need_no_full_stop(void **state) {
    (void)state;
    expect(WORDS(TOPIC(IN_PROGRAM_ORDER), TOPIC(RIGHT_STEPS), NUMBER(5), NUMBER(7)),
           "\xe5\x90\x97\xef\xbc\x9f"
           "5, 7");
}

// ---- As JSON ----

static void expect_json(const struct said *said, const char *expected) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    words_json(out, said);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

static void json_has_topics_and_arguments(void **state) {
    (void)state;
    struct said said = {.bytes = {0}};
    expect_json(&said, "\"topic\": \"none\", \"args\": []");
    say(&said, WORDS(TOPIC(IN_PROGRAM_ORDER), PART(race()), NUMBER(5), NUMBER(-7)));
    expect_json(&said, "\"topic\": \"in_program_order\", \"args\": [{\"topic\": \"race\", \"args\": "
                       "[\"s[2]\", {\"topic\": \"thread\", \"args\": [\"0\", \"0\"]}, "
                       "{\"topic\": \"has_read\", \"args\": []}, "
                       "{\"topic\": \"thread\", \"args\": [\"2\", \"0\"]}, "
                       "{\"topic\": \"writes\", \"args\": []}]}, 5, -7]");
    say(&said, WORDS(TOPIC(AS_IT_IS), NAME("a \"b\"")));
    expect_json(&said, "\"topic\": \"as_it_is\", \"args\": [\"a \\\"b\\\"\"]");
}

// ---- What the student's process may send ----

static void expect_malformed(const void *bytes, size_t length) {
    struct said *said = calloc(1, sizeof(*said)); // so that AddressSanitizer sees each read outside
    char text[WORDS_SIZE];
    memcpy(said->bytes, bytes, length);
    assert_false(words_are_whole(said));
    assert_string_equal(words(said, text), "");
    expect_json(said, "\"topic\": \"none\", \"args\": []");
    free(said);
}

static void malformed_sentences_are_found(void **state) {
    (void)state;
    enum { COUNT = 3 }; // where a topic's number of arguments is
    struct said said = race();
    said.bytes[1] = TOPIC_COUNT & 0xff; // an unknown topic
    said.bytes[2] = TOPIC_COUNT >> 8;
    expect_malformed(&said, sizeof(said));
    for (int count = 0; count < 256; count++) {
        said = race();
        said.bytes[COUNT] = (uint8_t)count;
        if (count != 5) {
            expect_malformed(&said, sizeof(said));
        }
    }
    say(&said, WORDS(TOPIC(HERE), NAME("a"), NAME("b"))); // too many arguments
    expect_malformed(&said, sizeof(said));
    say(&said, WORDS(TOPIC(HERE), NAME("")));
    said.bytes[COUNT] = 100; // far too many
    for (size_t i = 0; i < 100; i++) {
        said.bytes[COUNT + 1 + 2 * i] = WORD_NAME;
    }
    expect_malformed(&said, sizeof(said));
    say(&said, WORDS(TOPIC(BYTES), NAME("7"))); // a name for %d
    expect_malformed(&said, sizeof(said));
    say(&said, WORDS(TOPIC(HERE), NUMBER(7))); // a number for %s
    expect_malformed(&said, sizeof(said));
    const struct said inner = made(WORDS(TOPIC(BYTES)));
    say(&said, WORDS(TOPIC(HERE), PART(inner))); // too few arguments within
    expect_malformed(&said, sizeof(said));
    memset(&said, 'x', sizeof(said)); // no topic
    expect_malformed(&said, sizeof(said));
    say(&said, WORDS(TOPIC(HERE), NAME("")));
    memset(said.bytes + COUNT + 2, 'x', sizeof(said) - COUNT - 2); // a name without an end
    expect_malformed(&said, sizeof(said));
    say(&said, WORDS(TOPIC(HERE), NAME("")));
    said.bytes[COUNT + 1] = 'z'; // an argument of no kind
    expect_malformed(&said, sizeof(said));
}

// The last argument begins `room` bytes before the end, or there, and would end behind it.
static void arguments_end_within_the_sentence(void **state) {
    (void)state;
    static const struct {
        enum word_kind kind;
        size_t room;
    } cases[] = {{WORD_NUMBER, 8}, {WORD_TOPIC, 3}, {WORD_NAME, 20}, {WORD_TEXT, 20}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (size_t room = 0; room <= cases[i].room; room++) {
            struct said said = made(WORDS(TOPIC(FROM_TO), NAME("")));
            if (cases[i].kind == WORD_NUMBER) {
                say(&said, WORDS(TOPIC(NEVER_FREED), NAME("")));
            }
            said.bytes[3] = 2;
            const size_t end = SAID_BYTES - room;
            memset(said.bytes + 5, 'x', end - 6);
            if (room > 0) {
                memset(said.bytes + end, cases[i].kind == WORD_TOPIC ? 0 : 'x', room);
                said.bytes[end] = (uint8_t)cases[i].kind;
            }
            expect_malformed(&said, sizeof(said));
        }
    }
}

static void depth_is_bounded(void **state) {
    (void)state;
    struct said said = made(WORDS(TOPIC(HOST_CODE)));
    for (int depth = 1; depth < SAID_DEPTH; depth++) {
        assert_true(words_are_whole(&said));
        say(&said, WORDS(TOPIC(HERE), PART(said)));
    }
    expect_english(&said, "host code here here here here here here here");
    const struct said head = made(WORDS(TOPIC(HERE), TOPIC(NONE)));
    memmove(said.bytes + 4, said.bytes, sizeof(said) - 4);
    memcpy(said.bytes, head.bytes, 4);
    expect_malformed(&said, sizeof(said));
    const struct said first = said;
    say_more(&said, &first, &first); // nor do these read outside
    say_after(&said, &first, &first);
    say(&said, WORDS(TOPIC(HERE), PART(first)));
}

// A few arguments can make much text, which ends within a form, or within a name.
static void long_sentences_are_cut(void **state) {
    (void)state;
    struct {
        char text[WORDS_SIZE];
        char next;
    } room = {.next = 'z'};
    char name[301];
    memset(name, 'a', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    struct said said = made(WORDS(TOPIC(WITH_ONLY_AN_EXCHANGE))), half = said;
    for (int i = 0; i < 3; i++) {
        half = said;
        say(&said, WORDS(TOPIC(DOES), PART(said), PART(said)));
    }
    const struct said more = made(WORDS(TOPIC(DOES), PART(said), PART(half))),
                      named = made(WORDS(TOPIC(DOES), PART(more), NAME(name))),
                      twice = made(WORDS(TOPIC(DOES), PART(said), PART(said)));
    assert_in_range(strlen(words(&more, room.text)), WORDS_SIZE - strlen(name) + 1, WORDS_SIZE - 2);
    assert_int_equal(strlen(words(&named, room.text)), WORDS_SIZE - 1);
    assert_int_equal(room.text[WORDS_SIZE - 2], 'a');
    assert_int_equal(strlen(words(&twice, room.text)), WORDS_SIZE - 1);
    assert_int_equal(room.next, 'z');
}

// A few bytes of a sentence are changed, and what is whole then can be said, joined and shown.
static void topics_are_sought_within_the_sentence(void **state) {
    (void)state;
    struct said bad;
    memset(&bad, WORD_NAME, sizeof(bad)); // no zero ends it
    assert_false(said_is_formed(&bad));
    assert_false(said_has(&bad, TOPICS(TOPIC_WAITS)));
    struct said waits = made(WORDS(TOPIC(WAITS), TOPIC(HOST_CODE)));
    memset(waits.bytes + 8, WORD_TOPIC, sizeof(waits.bytes) - 8); // behind it
    assert_true(said_has(&waits, TOPICS(TOPIC_HOST_CODE)));
    assert_false(said_has(&waits, TOPICS(TOPIC_BLOCK)));
}

static void random_bytes_do_no_harm(void **state) {
    (void)state;
    enum { ROUNDS = 20000, CHANGES = 4 };
    const struct said tail = made(WORDS(TOPIC(NO_BARRIER_IN_LOOP), NUMBER(163)));
    struct said *said = malloc(sizeof(*said)), *joined = malloc(sizeof(*joined));
    FILE *null = fopen("/dev/null", "w");
    assert_non_null(null);
    uint32_t random = 1;
    int whole = 0;
    for (int round = 0; round < ROUNDS; round++) {
        say(said, WORDS(TOPIC(IN_PROGRAM_ORDER), PART(race()), NUMBER(round), NUMBER(7)));
        for (int i = 0; i < CHANGES; i++) {
            random = random * 1664525 + 1013904223;
            const uint32_t at = random >> 8;
            random = random * 1664525 + 1013904223;
            static const uint8_t likely[] = {WORD_TOPIC, WORD_NUMBER, WORD_NAME, WORD_TEXT, 0, 1, 2, 10};
            said->bytes[at % (round % 2 ? 120 : SAID_BYTES)] =
                i % 2 ? likely[random >> 24 & 7] : (uint8_t)(random >> 24);
        }
        char text[WORDS_SIZE];
        whole += words_are_whole(said);
        words(said, text);
        words_json(null, said);
        say_more(joined, said, said);
        say_after(joined, said, &tail);
        words_english(joined, text);
        say(joined, WORDS(TOPIC(DOES), PART(*said), PART(*joined)));
        words_english(joined, text);
    }
    assert_in_range(whole, ROUNDS / 10, ROUNDS - ROUNDS / 10); // both are tried
    fclose(null);
    free(said);
    free(joined);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_have_parts),
        cmocka_unit_test(sentences_are_joined),
        cmocka_unit_test(nothing_said_is_an_empty_part),
        cmocka_unit_test(numbers_choose_the_form),
        cmocka_unit_test(questions_need_no_full_stop),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(forms_can_be_translated),
        cmocka_unit_test(translations_number_their_arguments),
        cmocka_unit_test(texts_are_translated_and_names_are_not),
        cmocka_unit_test(what_is_not_translated_stays),
        cmocka_unit_test(latin_words_stand_apart_in_chinese),
        cmocka_unit_test(wide_question_marks_need_no_full_stop),
        cmocka_unit_test(json_has_topics_and_arguments),
        cmocka_unit_test(malformed_sentences_are_found),
        cmocka_unit_test(arguments_end_within_the_sentence),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(long_sentences_are_cut),
        cmocka_unit_test(topics_are_sought_within_the_sentence),
        cmocka_unit_test(random_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, open_messages, close_language);
}
