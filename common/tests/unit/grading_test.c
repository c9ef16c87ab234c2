// grading.txt and par.txt of a lab.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "check/judge/grading.h"
#include "check/judge/limits.h"

static struct lab_part parts[] = {{.name = "first"}, {.name = "second"}};
static char folder[] = "/tmp/grading-XXXXXX";
const struct lab lab = {.folder = folder, .name = "lab03-x", .parts = parts, .part_count = 2};

static void write_file(const char *name, const char *text) {
    char path[64];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

// A checker keeps what it reads until it ends; so does this test.
static const void *kept[100];

// Reads these files; NULL: they are right. Otherwise what is wrong, without the folder.
static const char *read_files(const char *grading, const char *par) {
    static char error[400];
    write_file("grading.txt", grading);
    write_file("par.txt", par);
    static size_t count;
    for (size_t i = 0; i < 2; i++) {
        kept[count++] = parts[i].limits;
        kept[count++] = parts[i].pars;
        parts[i] = (struct lab_part){.name = parts[i].name};
    }
    if (grading_read(&lab, NULL, error, sizeof(error))) {
        return NULL;
    }
    return strncmp(error, folder, strlen(folder)) == 0 ? error + strlen(folder) + 1 : error;
}

static const struct lab_limit *find_limit(const struct lab_part *part, const char *counter) {
    for (size_t i = 0; i < part->limit_count; i++) {
        if (strcmp(part->limits[i].counter, counter) == 0) {
            return &part->limits[i];
        }
    }
    return NULL;
}

static void points_limits_and_budgets_are_read(void **state) {
    (void)state;
    assert_null(
        read_files("# a comment\n\npart first\npoints result 2, memory 1, technique 3\n"
                   "lesson barriers, lab02 one\nlesson launches, second\n"
                   "limit barriers 3 per block, halves count once: few of them\n"
                   "limit copied_to_host 1 per byte: only the result\n"
                   "budget time 3\nbudget warps none\nbudget shared_load_conflicts 1.5: skip a word\r\n"
                   "part second\n",
                   "# a comment\nfirst sum 100 time=40 shared_load_conflicts=7\nfirst max 9 time=5\n"));
    assert_int_equal(parts[0].points.result, 2);
    assert_int_equal(parts[0].points.memory, 1);
    assert_int_equal(parts[0].points.technique, 3);
    assert_int_equal(parts[1].points.result, 0);
    assert_string_equal(parts[0].limits[0].counter, "barriers"); // limits come first
    assert_int_equal(parts[0].limits[0].maximum, 3);
    assert_int_equal(parts[0].limits[0].per, LIMIT_PER_BLOCK);
    assert_true(parts[0].limits[0].halves);
    assert_string_equal(parts[0].limits[0].text, "few of them");
    assert_int_equal(parts[0].limits[1].per, LIMIT_PER_BYTE);
    assert_true(find_limit(&parts[0], "time")->factor == 3);
    assert_null(find_limit(&parts[0], "warps"));
    assert_true(find_limit(&parts[0], "shared_load_conflicts")->factor == 1.5);
    assert_string_equal(find_limit(&parts[0], "shared_load_conflicts")->text, "skip a word");
    assert_true(find_limit(&parts[1], "time")->factor == 2); // as usual
    assert_int_equal(parts[0].par_count, 2);
    const struct lab_par *par = limit_par(&parts[0], OPERATOR_SUM, 100);
    assert_int_equal(par->values[limit_index("time")], 40);
    assert_int_equal(par->values[limit_index("launches")], 0);
    assert_null(limit_par(&parts[0], OPERATOR_SUM, 9));
    assert_int_equal(limit_par(&parts[0], OPERATOR_MAX, 9)->values[limit_index("time")], 5);
}

static void several_labs_may_share_a_file(void **state) {
    (void)state;
    assert_null(read_files("lab lab02\npart unknown\nanything\nlab lab03\npart first\npoints result 4\npart "
                           "second\nlab lab031\n!\n",
                           ""));
    assert_int_equal(parts[0].points.result, 4);
}

static void mistakes_are_named_with_their_line(void **state) {
    (void)state;
    static const struct {
        const char *grading, *expected;
    } wrong[] = {
        {"part third\n", "grading.txt, line 1: the lab has no part 'third'"},
        {"points result 1\n", "grading.txt, line 1: a line \"part NAME\" comes before 'points result 1'"},
        {"part first\n\npoint result 1\n", "grading.txt, line 3: a line begins with lab, part, points, "
                                           "lesson, budget or limit, not with 'point'"},
        {"part first\npoints speed 1\n",
         "grading.txt, line 2: 'speed' has no points from 0 to 1000: write result, memory or technique"},
        {"part first\npoints result one\n",
         "grading.txt, line 2: write \"points result 2, memory 1\", not 'result one'"},
        {"part first\nlesson tme, second\n",
         "grading.txt, line 2: 'tme' is not counted; docs/grading.md lists what is"},
        {"part first\nlesson time\n", "grading.txt, line 2: write \"lesson warps, first_add\" or \"lesson "
                                      "warps, lab03 repeated\", not 'time'"},
        {"part first\nlesson time, lab02 one two\n", "grading.txt, line 2: write \"lesson warps, first_add\" "
                                                     "or \"lesson warps, lab03 repeated\", not 'time, "
                                                     "lab02 one two'"},
        {"part first\nbudget tme 2\n",
         "grading.txt, line 2: 'tme' is not counted; docs/grading.md lists what is"},
        {"part first\nbudget time 0\n",
         "grading.txt, line 2: a budget is a factor above 0, such as 2 or 1.5, not '0'"},
        {"part first\nbudget time\n",
         "grading.txt, line 2: write \"budget time 3\" or \"budget time none\", not 'time'"},
        {"part first\nlimit barriers 3\n",
         "grading.txt, line 2: write \"limit barriers 3 per block: the reason\", not 'barriers 3'"},
        {"part first\nlimit barriers 3 per warp: few\n",
         "grading.txt, line 2: a limit is per case, per block, per section or per byte of a value, not per "
         "'warp'"},
        {"part first\nlimit barriers 3 per block\n",
         "grading.txt, line 2: after the limit on 'barriers', write a colon and what a student should know"},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const char *problem = read_files(wrong[i].grading, "");
        assert_non_null(problem);
        assert_string_equal(problem, wrong[i].expected);
    }
    assert_string_equal(read_files("part first\n", ""),
                        "grading.txt says nothing of part 'second' of lab03-x");
    assert_string_equal(read_files("part first\npart second\n", "first sum\n"),
                        "par.txt, line 1: 'first sum' is not what --par prints");
    char error[400];
    assert_false(grading_read(&lab, "/no/file", error, sizeof(error)));
    assert_string_equal(error, "cannot read /no/file: No such file or directory");
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state) {
    (void)state;
    write_file("grading.txt", "");
    char path[64];
    snprintf(path, sizeof(path), "%s/grading.txt", folder);
    unlink(path);
    snprintf(path, sizeof(path), "%s/par.txt", folder);
    unlink(path);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_limits_and_budgets_are_read),
        cmocka_unit_test(several_labs_may_share_a_file),
        cmocka_unit_test(mistakes_are_named_with_their_line),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
