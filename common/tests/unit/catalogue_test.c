// Catalogues of translations, and which language the environment asks for.
#define _GNU_SOURCE // mkdtemp, setenv under -std=c11
#include "language_check.h"

#include "text/catalogue.h"
#include "text/translation.h"

static int read_text(const char *text, struct catalogue *catalogue) {
    char path[200];
    write_file("test.po", text);
    snprintf(path, sizeof(path), "%s/test.po", folder);
    return catalogue_read(path, catalogue);
}

static void expect(const struct catalogue *catalogue, const char *id, const char *text) {
    const struct catalogue_entry *entry = catalogue_find(catalogue, id, strlen(id));
    assert_non_null(entry);
    assert_string_equal(entry->text, text);
}

static void entries_are_read(void **state) {
    (void)state;
    struct catalogue catalogue;
    assert_int_equal(
        read_text(
            "# comment\n"
            "msgid \"\"\nmsgstr \"\"\n\"Language: ru\\n\"\n\n"
            "#: file.c\nmsgid \"two\"\nmsgstr \"zwei\"\n\n"
            "#, c-format\nmsgid \"\"\n\"one \\\"%d\\\"\\n\"\n\"more\"\nmsgstr \"\"\n\"ein\"\n\"s\\t\\\\\"\n\n"
            "msgid \"none\"\nmsgstr \"\"\n"
            "#, fuzzy\n#| msgid \"old\"\nmsgid \"new\"\nmsgstr \"alt\"\n\n"
            "#~ msgid \"gone\"\n#~ msgstr \"weg\"\n\n"
            "msgid \"twofold\"\nmsgstr \"zweifach\"",
            &catalogue),
        0);
    assert_int_equal(catalogue.count, 6);
    expect(&catalogue, "", "Language: ru\n");
    expect(&catalogue, "two", "zwei");
    expect(&catalogue, "twofold", "zweifach");
    expect(&catalogue, "one \"%d\"\nmore", "eins\t\\");
    assert_string_equal(catalogue_find(&catalogue, "one \"%d\"\nmore", 13)->flags, " c-format");
    assert_int_equal(catalogue_find(&catalogue, "two", 3)->line, 7);
    assert_true(catalogue_is_translated(catalogue_find(&catalogue, "two", 3)));
    assert_false(catalogue_is_translated(catalogue_find(&catalogue, "", 0)));
    assert_false(catalogue_is_translated(catalogue_find(&catalogue, "none", 4)));
    assert_false(catalogue_is_translated(catalogue_find(&catalogue, "new", 3)));
    assert_null(catalogue_find(&catalogue, "tw", 2));
    assert_null(catalogue_find(&catalogue, "gone", 4));
    assert_false(catalogue_is_translated(NULL));
    catalogue_free(&catalogue);
}

static void damage_is_found(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line;
    } damaged[] = {
        {"msgid \"a\"\nmsgstr \"b\n", 2},
        {"msgid \"a\"\nmsgstr \"b\\q\"\n", 2},
        {"\"a\"\n", 1},
        {"words\n", 1},
        {"msgid \"a\"\nmsgid \"b\"\n", 2},
        {"msgid \"a\"\n", 1},
        {"msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\n", 2},
    };
    struct catalogue catalogue;
    for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++) {
        assert_int_equal(read_text(damaged[i].text, &catalogue), damaged[i].line);
        catalogue_free(&catalogue);
    }
    assert_int_equal(catalogue_read("/does/not/exist", &catalogue), -1);
    catalogue_free(&catalogue);
}

static void formats_are_compared(void **state) {
    (void)state;
    assert_true(catalogue_same_arguments("none", "keine"));
    assert_true(catalogue_same_arguments("%s: %d of %zu", "%3$zu: %1$s, %2$d"));
    assert_true(catalogue_same_arguments("%s %s", "%2$s %1$s %1$s"));
    assert_true(catalogue_same_arguments("%5.2f %%", "%% %.1f"));
    assert_true(catalogue_same_arguments("%'d", "%1$d"));
    assert_false(catalogue_same_arguments("%s", "%d"));
    assert_false(catalogue_same_arguments("%s", "s"));
    assert_false(catalogue_same_arguments("%d", "%zu"));
    assert_false(catalogue_same_arguments("%s %d", "%d %s"));
    assert_false(catalogue_same_arguments("%s", "%s %s"));
    assert_false(catalogue_same_arguments("%s", "%1$s %1$d"));
    assert_false(catalogue_same_arguments("%s", "%"));
    assert_false(catalogue_same_arguments("%s", "%10$s"));
    assert_false(catalogue_same_arguments("%s", "%0$s"));
}

// What "yes" becomes, with these values of LABS_LANG, LANGUAGE, LC_ALL, LC_MESSAGES and LANG.
static const char *yes_with(const char *chosen, const char *language, const char *all, const char *messages,
                            const char *lang) {
    static char answer[20];
    char known[100];
    setenv("LABS_LOCALE", folder, 1);
    setenv("LABS_LANG", chosen, 1);
    setenv("LANGUAGE", language, 1);
    setenv("LC_ALL", all, 1);
    setenv("LC_MESSAGES", messages, 1);
    setenv("LANG", lang, 1);
    if (translation_open(known, sizeof(known)) != 0) {
        assert_string_equal(known, "en, ru, zh_CN");
        return "unknown";
    }
    assert_non_null(getenv("LABS_LANG"));
    snprintf(answer, sizeof(answer), "%s", translate("yes"));
    assert_string_equal(translate("no"), "no");
    translation_close();
    assert_string_equal(translate("yes"), "yes");
    return answer;
}

static void the_environment_chooses(void **state) {
    (void)state;
    write_file("languages", "ru \xd0\xa0\nzh_CN Z\n");
    write_language("ru", "msgid \"yes\"\nmsgstr \"da\"\n\n#, fuzzy\nmsgid \"no\"\nmsgstr \"x\"\n");
    write_language("zh_CN", "msgid \"yes\"\nmsgstr \"shi\"\n");
    assert_string_equal(yes_with("", "", "", "", ""), "yes");
    assert_string_equal(yes_with("", "", "", "", "ru_RU.UTF-8"), "da");
    assert_string_equal(yes_with("", "", "", "zh_CN.utf8", "ru_RU.UTF-8"), "shi");
    assert_string_equal(yes_with("", "", "C", "zh_CN.utf8", "ru_RU.UTF-8"), "yes");
    assert_string_equal(yes_with("", "ru", "C", "", ""), "yes");
    assert_string_equal(yes_with("", "ru", "", "", ""), "yes");
    assert_string_equal(yes_with("", "de:ru:zh", "", "", "de_DE.UTF-8"), "da");
    assert_string_equal(yes_with("", "de:en:ru", "", "", "de_DE.UTF-8"), "yes");
    assert_string_equal(yes_with("", "", "", "", "ru_RU.KOI8-R"), "yes");
    assert_string_equal(yes_with("", "", "", "", "zh_TW.UTF-8"), "yes");
    assert_string_equal(yes_with("", "", "", "", "de_DE.UTF-8"), "yes");
    assert_string_equal(yes_with("ru", "zh_CN", "", "", "zh_CN.UTF-8"), "da");
    assert_string_equal(yes_with("zh", "", "C", "", ""), "shi");
    assert_string_equal(yes_with("ru_RU", "", "C", "", ""), "da");
    assert_string_equal(yes_with("en", "", "", "", "ru_RU.UTF-8"), "yes");
    assert_string_equal(yes_with("xx", "", "", "", ""), "unknown");
    assert_string_equal(yes_with("zh_TW", "", "", "", ""), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_read),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(formats_are_compared),
        cmocka_unit_test(the_environment_chooses),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
