#define _GNU_SOURCE // mkdtemp, utimensat under -std=c11
#include "check/report/machine_code.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmocka_all.h"

static const char ptx[] = "\t.loc\t1 8 9\n"
                          "\tld.global.nc.u32 \t%r6, [%rd8+3072];\n"
                          "\tst.shared.v4.u32 \t[%r5], {%r9, %r8, %r7, %r6};\n"
                          "@%p1\tst.shared.u32 \t[%r5], %r9;\n"
                          "\tld.param.u64 \t%rd1, [kernel_param_0];\n"
                          "\t.loc\t2 14 3, function_name $L__info_string0, inlined_at 1 16 5\n"
                          "\tld.shared.v2.f64 \t{%fd1, %fd2}, [%r5];\n"
                          "\t.loc\t1 4 9\n"
                          "\tld.volatile.shared.u16 \t%rs1, [%r5];\n"
                          "\tld.u32 \t%r1, [%rd1];\n"
                          "\t.loc\t1 8 20\n"
                          "\tatom.shared.add.u32 \t%r1, [%r5], 1;\n"
                          "\tld.global.u32 \t%r6, [%rd8];\n"
                          "\t.file\t1 \"/home/student/starter.cu\"\n"
                          "\t.file\t2 \"/usr/include/other.h\"\n";

static void accesses_by_line(void **state) {
    (void)state;
    size_t count;
    struct machine_line *lines = machine_code_parse(ptx, "starter.cu", &count);
    assert_int_equal(count, 2);
    static const struct machine_line four = {.line = 4, .bytes = {2}, .count = {1}},
                                     eight = {.line = 8, .bytes = {0, 16, 4}, .count = {0, 2, 2}};
    assert_memory_equal(&lines[0], &four, sizeof(four));
    assert_memory_equal(&lines[1], &eight, sizeof(eight));
    free(lines);
    assert_null(machine_code_parse(ptx, "solution.cu", &count));
    assert_int_equal(count, 0);
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// Makes a file as old as if it had been written this many seconds after 1970.
static void set_time(const char *path, time_t seconds) {
    const struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

// nvcc runs again only for a runner or a command that is newer than what it printed.
static void compiled_once(void **state) {
    (void)state;
    char folder[] = "/tmp/machine_code.XXXXXX", command[200];
    static const char *const files[] = {"runner", "runner.nvcc", "runner.ptx", "ptx", "runs"};
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    write_file("ptx", ptx);
    write_file("runner", "");
    snprintf(command, sizeof(command), "echo run >>%s/runs; cat %s/ptx\n", folder, folder);
    write_file("runner.nvcc", command);
    static const struct {
        const char *newer; // changed just before
        int runs;          // so far, afterwards
    } steps[] = {{NULL, 1}, {NULL, 1}, {"runner", 2}, {NULL, 2}, {"runner.nvcc", 3}, {NULL, 3}};
    set_time("runner", 1000);
    set_time("runner.nvcc", 1000);
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        size_t count;
        struct stat runs;
        if (steps[i].newer != NULL) {
            set_time(steps[i].newer, 3000);
        }
        struct machine_line *lines = machine_code_read("runner", "starter.cu", &count);
        assert_int_equal(count, 2);
        free(lines);
        assert_int_equal(stat("runs", &runs), 0);
        assert_int_equal(runs.st_size, steps[i].runs * (int)strlen("run\n"));
        set_time("runner.ptx", steps[i].newer == NULL ? 2000 : 4000);
        set_time("runner", 1000);
        set_time("runner.nvcc", 1000);
    }
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        assert_int_equal(unlink(files[i]), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

static void differences(void **state) {
    (void)state;
    char text[MACHINE_TEXT_SIZE];
    const struct machine_line source = {.bytes = {4, 4, 4}, .count = {2, 1, 3}};
    const struct machine_line same = {.bytes = {4, 4, 4}, .count = {4, 1, 3}};
    const struct machine_line code = {.bytes = {4, 16, 8, 4}, .count = {1, 2, 1, 1}};
    for (int side = 0; side < MACHINE_SIDES; side++) {
        assert_null(machine_code_differs(&same, &source, side, text));
    }
    assert_string_equal(machine_code_differs(&code, &source, 0, text),
                        "nvcc's code loads from shared memory once, the source 2 times.");
    assert_string_equal(machine_code_differs(&code, &source, 1, text),
                        "nvcc's code stores 16 bytes to shared memory at once, the source 4.");
    assert_string_equal(machine_code_differs(&code, &source, 2, text),
                        "nvcc's code loads 8 bytes from global memory at once, the source 4.");
    assert_null(machine_code_differs(&code, &source, 3, text)); // the source has no such access
}

static void side_of_an_instruction(void **state) {
    (void)state;
    assert_int_equal(machine_side(&(struct counters){.shared_store_requests = 2}), 1);
    assert_int_equal(machine_side(&(struct counters){.global_load_requests = 2, .global_load_sectors = 9}),
                     2);
    assert_int_equal(machine_side(&(struct counters){.atomics = 2}), -1);
    assert_int_equal(machine_side(&(struct counters){.shared_load_requests = 1, .global_load_requests = 1}),
                     -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses_by_line),
        cmocka_unit_test(compiled_once),
        cmocka_unit_test(differences),
        cmocka_unit_test(side_of_an_instruction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
