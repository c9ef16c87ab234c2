// What ./lab says when the machine has no room for another process.
#define _GNU_SOURCE // dup2 under -std=c11
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmocka_all.h"

#include "commands.h"
#include "program.h"

// In place of the C library's.
pid_t fork(void) {
    errno = EAGAIN;
    return -1;
}

// Starts a program in one of both ways, and puts what that prints into said[size].
static int start(bool reads, char *said, size_t size) {
    struct words command = {0};
    struct program program;
    FILE *file = tmpfile();
    assert_non_null(file);
    const int saved = dup(STDERR_FILENO);
    words_add(&command, "ninja");
    dup2(fileno(file), STDERR_FILENO);
    const int code = reads ? program_open(&command, false, &program) : program_run(&command, OUTPUT_SHOWN);
    dup2(saved, STDERR_FILENO);
    close(saved);
    words_free(&command);
    rewind(file);
    said[fread(said, 1, size - 1, file)] = '\0';
    fclose(file);
    return code;
}

static void says_why_no_program_starts(void **state) {
    (void)state;
    char said[400], expected[400];
    snprintf(expected, sizeof(expected), "lab: cannot start ninja: %s. Run the command again\n",
             strerror(EAGAIN));
    for (int reads = 0; reads < 2; reads++) {
        assert_int_equal(start(reads, said, sizeof(said)), EXIT_BROKEN);
        assert_string_equal(said, expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(says_why_no_program_starts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
