// What commands say about files that they cannot read or write.
#define _GNU_SOURCE // dup2 under -std=c11
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmocka_all.h"

#include "text/file_error.h"

static char said[1000];

// file_error's text for `error`.
static const char *text_of(int error, enum file_use use) {
    FILE *file = tmpfile();
    assert_non_null(file);
    const int saved = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    errno = error;
    file_error("lab", use, "a/b");
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    said[fread(said, 1, sizeof(said) - 1, file)] = '\0';
    fclose(file);
    return said;
}

static void says_what_and_why_and_what_to_do(void **state) {
    (void)state;
    assert_string_equal(
        text_of(ENOSPC, FILE_WRITE),
        "lab: cannot write a/b: No space left on device. Make room there, and run the command again\n");
    assert_string_equal(text_of(ENOENT, FILE_READ),
                        "lab: cannot read a/b: No such file or directory. Is its name right?\n");
    assert_string_equal(text_of(ENOENT, FILE_WRITE),
                        "lab: cannot write a/b: No such file or directory. Does its folder exist?\n");
}

static void has_advice_for_each_error(void **state) {
    (void)state;
    static const int errors[] = {ENOSPC,  EDQUOT, EACCES, EPERM,        EROFS, ENOENT,
                                 ENOTDIR, EISDIR, EEXIST, ENAMETOOLONG, EIO};
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
        for (enum file_use use = FILE_READ; use <= FILE_WRITE; use++) {
            const char *advice = strstr(text_of(errors[i], use), strerror(errors[i]));
            assert_non_null(advice);
            assert_true(strlen(advice) > strlen(strerror(errors[i])) + 10);
        }
    }
}

// On a full disk, the write that fails may be any of them. Then nothing may be left for fclose() to write.
static void notices_a_lost_write(void **state) {
    (void)state;
    static const char text[100000];
    for (int buffered = 0; buffered < 2; buffered++) {
        FILE *full = fopen("/dev/full", "w");
        if (full == NULL) {
            skip(); // not on this system
        }
        if (!buffered) {
            setvbuf(full, NULL, _IONBF, 0);
        }
        fwrite(text, 1, buffered ? 10 : sizeof(text), full);
        assert_false(file_close(full));
        assert_int_equal(errno, ENOSPC);
    }
    assert_true(file_close(tmpfile()));
    errno = ENOENT;
    assert_false(file_close(NULL));
    assert_int_equal(errno, ENOENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_and_why_and_what_to_do),
        cmocka_unit_test(has_advice_for_each_error),
        cmocka_unit_test(notices_a_lost_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
