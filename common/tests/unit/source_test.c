// The places of a program that the engine interprets (check/runner/source_engine.c).
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/runner/source.h"
#include "engine/program.h"

// ---- An engine that compiles anything but a source named refused.cu to instructions 1 to 9, each in its own line ----

static struct program program;
static int opened;

struct program *program_load(const char *path, char *refusal, size_t size) {
    char text[200] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
    fclose(file);
    snprintf(refusal, size, "refused");
    const bool refused = strstr(text, "refused.cu") != NULL;
    opened += !refused;
    return refused ? NULL : &program;
}

void program_free(struct program *freed) {
    opened -= freed == &program;
}

bool program_place(const struct program *of, uint32_t key, struct engine_place *place) {
    *place = (struct engine_place){key == 9 ? "/a/TODO(3), done for you" : "/a/b\n.cu", (int)key, 5};
    return of == &program && key < 10;
}

// ---- The tests ----

static struct source *open_described(const char *text) {
    char path[] = "/tmp/source_test_XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    struct source *source = source_open(path);
    close(file);
    unlink(path);
    return source;
}

static void finds_places(void **state) {
    (void)state;
    struct source_place place;
    struct source_variable variables[2];
    char path[100];
    int lines[2];
    struct source *source =
        open_described("#!/engine\nfolder /source \nsource /a/student's file.cu\ndefine X=1\n");
    assert_non_null(source);
    assert_true(source_find(source, 3, &place));
    assert_string_equal(place.file, "/a/b .cu"); // without the newline
    assert_int_equal(place.line, 3);
    assert_int_equal(place.column, 5);
    assert_int_equal(place.done, 0);
    assert_true(source_find(source, 9, &place));
    assert_int_equal(place.done, 3);
    for (uint64_t i = 0; i < 3; i++) {
        const uint64_t unknown[] = {0, 10, (uint64_t)3 + UINT32_MAX + 1};
        assert_false(source_find(source, unknown[i], &place));
        assert_string_equal(place.file, "");
        assert_int_equal(place.line, 0);
    }
    assert_true(source_main_file(source, path, sizeof(path)));
    assert_string_equal(path, "/a/student's file.cu");
    assert_int_equal(source_inlined(source, 3, lines, 2), 0);
    assert_int_equal(source_variables(source, 3, NULL, 0, variables, 2), 0);
    source_close(source);
    assert_int_equal(opened, 0);
}

static void opens_nothing_else(void **state) {
    (void)state;
    assert_null(open_described("#!/engine\nsource /a/refused.cu\n"));
    assert_null(open_described("# a text\n"));
    assert_null(open_described("#"));
    assert_null(open_described(""));
    assert_null(source_open("/nowhere/labs"));
    assert_int_equal(opened, 0);
    struct source_place place;
    assert_false(source_find(NULL, 3, &place));
    assert_int_equal(place.line, 0);
    source_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_places), cmocka_unit_test(opens_nothing_else)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
