// The page as one file (view/page.h). The tests run in the course's folder.
#define _GNU_SOURCE // open_memstream, mkstemp under -std=c11
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "view/page.h"

static char *page;

static int free_page(void **state) {
    (void)state;
    free(page);
    page = NULL;
    return 0;
}

// Writes the page of one trace with that text: what page_write returns.
static int write_page(const char *folder, const char *trace_text, const char *follow, const char **missing) {
    char path[] = "/tmp/page-test-XXXXXX";
    const char *const traces[] = {path};
    size_t size;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, trace_text, strlen(trace_text)), strlen(trace_text));
    close(descriptor);
    FILE *out = open_memstream(&page, &size);
    int result = page_write(out, folder, traces, 1, follow, missing);
    fclose(out);
    unlink(path);
    return result;
}

static const char folder[] = LABS_COURSE_FOLDER "/common/view/page";

// No text of a trace can end its script.
static void trace_stays_in_its_script(void **state) {
    (void)state;
    const char *missing;
    assert_int_equal(write_page(folder, "{\"text\": \"</script><b>\"}", "", &missing), 0);
    assert_non_null(
        strstr(page, "<script type=\"application/json\">{\"text\": \"\\u003c/script>\\u003cb>\"}</script>"));
}

// The modules become constants, since a page of a file must not import others.
static void modules_are_joined(void **state) {
    (void)state;
    const char *missing;
    assert_int_equal(write_page(folder, "{}", "", &missing), 0);
    assert_null(strstr(page, "\nimport "));
    assert_null(strstr(page, "\nexport "));
    size_t used = 0;
    for (const char *at = page; (at = strstr(at, "} = module_")) != NULL; at++, used++) {
        const char *name = at + strlen("} = ");
        char begin[64];
        snprintf(begin, sizeof(begin), "const %.*s = (() => {", (int)strcspn(name, ";"), name);
        const char *made = strstr(page, begin);
        assert_non_null(made);
        assert_true(made < at);
    }
    assert_true(used > 10);
    assert_non_null(strstr(page, "return { escape, tag, label, picture, inCell, widthInCell, short };"));
    assert_non_null(strstr(page, "workingPicture,  statesAt  };")); // exported by a list
}

// It needs nothing but itself.
static void page_is_self_contained(void **state) {
    (void)state;
    const char *missing;
    assert_int_equal(write_page(folder, "{}", "view-saved.js", &missing), 0);
    assert_non_null(strstr(page, "<body data-follow=\"view-saved.js\">"));
    static const char *const from_elsewhere[] = {"<link", " src=", "https://", "@import", "url(http"};
    for (size_t i = 0; i < sizeof(from_elsewhere) / sizeof(from_elsewhere[0]); i++) {
        assert_null(strstr(page, from_elsewhere[i]));
    }
}

static void missing_files_are_named(void **state) {
    (void)state;
    const char *missing, *const nowhere[] = {"/nonexistent/trace.json"};
    assert_int_equal(write_page("/nonexistent", "{}", "", &missing), -1);
    assert_string_equal(missing, "page.html");
    FILE *out = fopen("/dev/null", "w");
    assert_int_equal(page_write(out, folder, nowhere, 1, "", &missing), -1);
    assert_string_equal(missing, nowhere[0]);
    fclose(out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(trace_stays_in_its_script, free_page),
        cmocka_unit_test_teardown(modules_are_joined, free_page),
        cmocka_unit_test_teardown(page_is_self_contained, free_page),
        cmocka_unit_test_teardown(missing_files_are_named, free_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
