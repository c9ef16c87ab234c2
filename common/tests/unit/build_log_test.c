// Which logs of a failed build show that the machine failed, and not the compiled file.
#define _GNU_SOURCE // fmemopen
#include "cmocka_all.h"

#include <string.h>

#include "build_log.h"

static void tools_that_the_machine_stopped(void **state) {
    (void)state;
    static const char *const logs[] = {
        "c++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.\n",
        "c++: fatal error: cannot execute 'cc1plus': vfork: Resource temporarily unavailable\n",
        "[1/3] Building\nlab01/starter.cu:57:9: error: no\n/tmp/cc1.s: Fatal error: No space left on "
        "device\n",
        "lab01-naive-reduce/starter.cu:12:1: internal compiler error: File size limit exceeded\n",
        "cc1plus: out of memory allocating 65536 bytes after a total of 1000 bytes\n",
        "virtual memory exhausted: Cannot allocate memory\n",
        "sim-translate: cannot write starter.cpp: No space left on device\n",
        "/usr/bin/ld: final link failed: No space left on device\ncollect2: error: ld returned 1 exit "
        "status\n",
        "File size limit exceeded (core dumped)\n",
        "clang: error: unable to execute command: Killed\n",
        "/bin/sh: 0: Cannot fork",
        "lab01-naive-reduce/starter.cu:117:1: fatal error: error writing to /tmp/ccE8.s: No space left on "
        "device\n",
        "common/sim/cuda/sim/missing.h:97:24: fatal error: cannot write PCH file: No space left on device\n",
        "starter.cu:9: fatal error: opening dependency file starter.d: Permission denied\n",
        "starter.cu:3:10: fatal error: mine.h: Input/output error\n",
        "sim-translate: cannot write starter.cpp: Permission denied\n",
        "Assembler messages:\nFatal error: can't create starter.cu.o: Permission denied\n",
        "error: unable to open output file 'starter.cu.o': 'Permission denied'\n",
        "/usr/bin/ld: cannot open output file lab01-starter-sim: Read-only file system\n",
        "simcc: no temporary folder in /tmp: Permission denied\n",
    };
    for (size_t i = 0; i < sizeof(logs) / sizeof(logs[0]); i++) {
        assert_true(build_log_says_machine(logs[i]));
    }
}

static void what_a_file_can_say(void **state) {
    (void)state;
    static const char *const logs[] = {
        "",
        "lab01-naive-reduce/starter.cu:3:2: error: #error No space left on device\n",
        "starter.cu:3: error: Killed signal terminated program cc1plus\n",
        "starter.cu:5:9: error: expected ';'\n    5 | int x // Cannot allocate memory\n      |      ^\n",
        "starter.cu:5:9: error: expected ';'\n    int x // No space left on device\n         ^\n",
        "/usr/bin/ld: starter.cu:(.text+0x5): undefined reference to `reduce_tree'\n",
        "starter.cu:3:10: fatal error: No space left on device: No such file or directory\n",
        "starter.cu:3:10: fatal error: mine.h: Permission denied\n",
        "starter.cu:3:10: fatal error: 'cannot write .h' file not found\n",
        "starter.cu:3:2: error: #error cannot write to s_partial\n",
        "sim-translate: cannot read starter.cu: Permission denied\n",
    };
    for (size_t i = 0; i < sizeof(logs) / sizeof(logs[0]); i++) {
        assert_false(build_log_says_machine(logs[i]));
    }
}

static void damaged_files(void **state) {
    (void)state;
    static const char *const damaged[] = {
        "ninja: error: build.ninja:1: expected '=', got newline ('\\n')\n",
        "ninja: error: loading 'build.ninja': No such file or directory\n",
        "[1/2] Linking\n/usr/bin/ld: common/text/labs_text.a: error adding symbols: malformed archive\n",
        "/usr/bin/ld: lab.o: file not recognized: file truncated\n",
        "/usr/bin/ld:lab.o: file format not recognized; treating as linker script\n",
        "fatal error: malformed or corrupted precompiled file: 'lab.h.pch'\n",
    };
    static const char *const whole[] = {
        "",
        "starter.cu: In function 'void malformed(int*)':\nstarter.cu:5:9: error: expected ';'\n",
        "starter.cu:5:9: error: expected ';'\n    5 |     int malformed = x // a malformed archive\n",
        "starter.cu:3:2: error: #error file truncated\n",
        "starter.cu:5:9: error: expected ';'\n    int x // file format not recognized\n         ^\n",
        "starter.cu:3:9: warning: malformed '#pragma pack(push[, id][, <n>])' - ignored\n",
    };
    for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++) {
        assert_true(build_log_says_damaged(damaged[i]));
    }
    for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++) {
        assert_false(build_log_says_damaged(whole[i]));
    }
}

// The functions that the linker misses are named, whatever linker it is, and whatever else is missing.
static void functions_that_are_missing(void **state) {
    (void)state;
    static const struct {
        const char *log, *said;
    } logs[] = {
        {"/usr/bin/ld: runner.o: undefined reference to `reduce_tree'\n/usr/bin/ld: runner.o: undefined "
         "reference to `reduce_modulo'\n",
         "lab01-naive-reduce/starter.cu lacks functions that lab.h declares: reduce_tree, reduce_modulo\n"},
        {"ld.lld: error: undefined symbol: reduce_tree\n",
         "lab01-naive-reduce/starter.cu lacks the function that lab.h declares: reduce_tree\n"},
        {"/usr/bin/ld: starter.o: undefined reference to `my_reduce_tree'\n", ""},
        {"", ""},
    };
    const char *contract = LABS_COURSE_FOLDER "/lab01-naive-reduce/lab.h";
    struct lab lab;
    assert_int_equal(lab_named("lab01-naive-reduce", &lab), 0);
    for (size_t i = 0; i < sizeof(logs) / sizeof(logs[0]); i++) {
        char said[300] = "";
        FILE *out = fmemopen(said, sizeof(said), "w");
        assert_int_equal(build_log_name_missing(logs[i].log, &lab, contract, out), logs[i].said[0] != '\0');
        fclose(out);
        assert_string_equal(said, logs[i].said);
    }
}

// The linker's own words are of addresses.
static void variables_that_are_too_large(void **state) {
    (void)state;
    static const char *const logs[] = {
        "(.text+0x14): relocation truncated to fit: R_X86_64_PC32 against `sim_bss'\n",
        ("ld.lld: error: runner.o:(.text+0x14): relocation R_X86_64_PC32 out of range: 4294971392 is not in "
         "[-2147483648, 2147483647]\n"),
        "lab01-naive-reduce/starter.cu:3:5: error: 'big' was not declared in this scope\n"};
    struct lab lab;
    assert_int_equal(lab_named("lab01-naive-reduce", &lab), 0);
    for (size_t i = 0; i < sizeof(logs) / sizeof(logs[0]); i++) {
        char said[300] = "";
        FILE *out = fmemopen(said, sizeof(said), "w");
        assert_int_equal(build_log_say_too_large(logs[i], &lab, out), i < 2);
        fclose(out);
        assert_int_equal(strstr(said, "more than 2 GiB") != NULL, i < 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tools_that_the_machine_stopped),
        cmocka_unit_test(what_a_file_can_say),
        cmocka_unit_test(damaged_files),
        cmocka_unit_test(functions_that_are_missing),
        cmocka_unit_test(variables_that_are_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
