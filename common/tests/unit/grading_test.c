// grading.txt and par.txt of a lab.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "check/judge/grading.h"
#include "check/judge/limits.h"

// A course with two labs, and exercises in a lab's folder.
static const char *const folders[] = {"lab03-x", "lab10-y", "lab10-y/uses"};
static struct lab_part parts[] = {{.name = "first", .kind = LAB_SECTION_INCLUSIVE_SCAN}, {.name = "second"}};
static char course[] = "/tmp/grading-XXXXXX", folder[sizeof(course) + 8];
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
static const void *kept[1000];

// Reads these files; NULL: they are right. Otherwise what is wrong, without the folder.
static const char *read_files(const char *grading, const char *par) {
    static char error[400];
    write_file("grading.txt", grading);
    write_file("par.txt", par);
    static size_t count;
    for (size_t i = 0; i < 2; i++) {
        assert_true(count + 3 <= sizeof(kept) / sizeof(kept[0]));
        kept[count++] = parts[i].limits;
        kept[count++] = parts[i].pars;
        kept[count++] = parts[i].lessons;
        parts[i] = (struct lab_part){.name = parts[i].name, .kind = parts[i].kind};
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
                   "lesson barriers, lab03 one\nlesson launches, second\n"
                   "limit barriers 3 per block: few of them\n"
                   "limit copied_to_host 1 per byte: only the result\n"
                   "budget time 3\nbudget warps none\nbudget shared_load_conflicts 1.5: skip a word\r\n"
                   "part second\npoints none\n",
                   "# a comment\nfirst sum 100 time=40 shared_load_conflicts=7\nfirst max 9 time=5\n"));
    assert_int_equal(parts[0].points.result, 2);
    assert_int_equal(parts[0].points.memory, 1);
    assert_int_equal(parts[0].points.technique, 3);
    assert_int_equal(parts[1].points.result, 0);
    assert_string_equal(parts[0].limits[0].counter, "barriers"); // limits come first
    assert_int_equal(parts[0].limits[0].maximum, 3);
    assert_int_equal(parts[0].limits[0].per, LIMIT_PER_BLOCK);
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

// ... also exercises in a lab's folder, and read by their own checker.
static void several_labs_may_share_a_file(void **state) {
    (void)state;
    static const char grading[] =
        "lab lab10\npart unknown\nanything\nlab lab03\npart first\npoints result 4\n"
        "part second\npoints none\nlab uses\n!\nlab lab10-y\n!\n";
    assert_null(read_files(grading, ""));
    assert_int_equal(parts[0].points.result, 4);
    assert_string_equal(read_files("lab lab031\n", ""),
                        "grading.txt, line 1: there is no lab 'lab031'; did you mean lab03?");
    assert_string_equal(read_files("lab lap10\n", ""),
                        "grading.txt, line 1: there is no lab 'lap10'; did you mean lab10?");
    assert_string_equal(read_files("lab reduction\n", ""),
                        "grading.txt, line 1: there is no lab 'reduction'");

    char error[400], path[64], inner[64];
    snprintf(path, sizeof(path), "%s/grading.txt", folder);
    snprintf(inner, sizeof(inner), "%s/lab10-y/uses", course);
    write_file("grading.txt", grading);
    const struct lab uses = {.folder = inner, .name = "uses", .parts = parts, .part_count = 1};
    assert_false(grading_read(&uses, path, error, sizeof(error)));
    assert_string_equal(error + strlen(path), ", line 10: a line begins with lab, part, points, lesson, "
                                              "budget or limit, not with '!'");
}

static void mistakes_are_named_with_their_line(void **state) {
    (void)state;
    static const struct {
        const char *grading, *expected;
    } wrong[] = {
        {"part third\n", "grading.txt, line 1: the lab has no part 'third'"},
        {"part fist\n", "grading.txt, line 1: the lab has no part 'fist'; did you mean first?"},
        {"part first\npart second\npart first\n",
         "grading.txt, line 3: part 'first' has lines already: write these there"},
        {"points result 1\n", "grading.txt, line 1: a line \"part NAME\" comes before 'points result 1'"},
        {"part first\n\npoint result 1\n", "grading.txt, line 3: a line begins with lab, part, points, "
                                           "lesson, budget or limit, not with 'point'"},
        {"part first\npoints speed 1\n",
         "grading.txt, line 2: points are for result, memory and technique, not for 'speed'"},
        {"part first\npoints technique -4\n", "grading.txt, line 2: 'technique' has from 0 to 1000 points"},
        {"part first\nlimit barriers -1 per block: few\n",
         "grading.txt, line 2: write \"limit barriers 3 per block: the reason\", not 'barriers -1 per block: "
         "few'"},
        {"part first\nlimit barriers 99999999999999999999 per block: few\n",
         "grading.txt, line 2: write \"limit barriers 3 per block: the reason\", not 'barriers "
         "99999999999999999999 per block: few'"},
        {"part first\nlesson time, secnd\n",
         "grading.txt, line 2: the lab has no part 'secnd'; did you mean second?"},
        {"part first\nlesson time, lab77 one\n",
         "grading.txt, line 2: there is no lab 'lab77'; did you mean lab03?"},
        {"part first\nlesson tme, second\n",
         "grading.txt, line 2: 'tme' is not counted; docs/grading.md lists what is; did you mean time?"},
        {"part first\nlesson time\n", "grading.txt, line 2: write \"lesson warps, first_add\" or \"lesson "
                                      "warps, lab03 repeated\", not 'time'"},
        {"part first\nlesson time, lab02 one two\n", "grading.txt, line 2: write \"lesson warps, first_add\" "
                                                     "or \"lesson warps, lab03 repeated\", not 'time, "
                                                     "lab02 one two'"},
        {"part first\npoints result one\n",
         "grading.txt, line 2: write \"points result 2, memory 1\" or \"points none\", not 'result one'"},
        {"part first\npoints result 2 memory 1\n",
         "grading.txt, line 2: write \"points result 2, memory 1\" or "
         "\"points none\", not 'result 2 memory 1'"},
        {"part first\npoints result 2,\n",
         "grading.txt, line 2: write \"points result 2, memory 1\" or \"points none\", not 'result 2,'"},
        {"part first\npoints\n",
         "grading.txt, line 2: write \"points result 2, memory 1\" or \"points none\", not ''"},
        {"part first\npoints result 2, result 5\n",
         "grading.txt, line 2: 'result' has points twice: write it once"},
        {"part first\npoints none\npoints result 2\n",
         "grading.txt, line 3: part 'first' has its points already: write all in one line"},
        {"part first\nbudget tme 2\n",
         "grading.txt, line 2: 'tme' is not counted; docs/grading.md lists what is; did you mean time?"},
        {"part first\nlimit bank_conflicts 0 per block: none\n",
         "grading.txt, line 2: 'bank_conflicts' is not counted; docs/grading.md lists what is; did you mean "
         "shared_load_conflicts?"},
        {"part first\nbudget miles 2\n",
         "grading.txt, line 2: 'miles' is not counted; docs/grading.md lists what is"},
        {"part first\nbudget time 0.5\n", "grading.txt, line 2: a budget is a factor up to 1000, and above "
                                          "1, because the solution itself takes 1, not '0.5'"},
        {"part first\nbudget time 1.0\n", "grading.txt, line 2: a budget is a factor up to 1000, and above "
                                          "1, because the solution itself takes 1, not '1.0'"},
        {"part first\nbudget time 1001\n", "grading.txt, line 2: a budget is a factor up to 1000, and above "
                                           "1, because the solution itself takes 1, not '1001'"},
        {"part first\nbudget time nan\n", "grading.txt, line 2: a budget is a factor up to 1000, and above "
                                          "1, because the solution itself takes 1, not 'nan'"},
        {"part first\nbudget time none\nbudget time 3\n",
         "grading.txt, line 3: the part has a budget of 'time' already: write one line"},
        {"part first\nbudget barriers 3\nbudget barriers 3: few\n",
         "grading.txt, line 3: the part has a budget of 'barriers' already: write one line"},
        {"part first\nbudget barriers none\n",
         "grading.txt, line 2: there is no budget of 'barriers' to leave out"},
        {"part first\nlimit barriers 3 per block: few\nlimit barriers 9 per case: few\nlimit barriers 2 per "
         "block: fewer\n",
         "grading.txt, line 4: the part has a limit on 'barriers' with that unit already"},
        {"part second\nlimit barriers 3 per section: few\n",
         "grading.txt, line 2: 'barriers' per section: only a scan has sections; write per case or per "
         "block"},
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
    static const char first[] = "part first\npoints none\nlimit barriers 3 per section: few\n";
    assert_string_equal(read_files(first, ""), "grading.txt says nothing of part 'second' of lab03-x");
    assert_string_equal(
        read_files("part second\nbudget time 3\npart first\npoints result 1\n", ""),
        "grading.txt: part 'second' of lab03-x has no line of points: write \"points result 2, "
        "memory 1\" or \"points none\"");
    assert_string_equal(read_files("part first\npoints none\npart second\npoints none\n", "first sum\n"),
                        "par.txt, line 1: 'first sum' is not what --par prints");
    char error[400];
    struct lab_part only = {.name = "first"};
    const struct lab other = {.folder = folder, .name = "lab03-x", .parts = &only, .part_count = 1};
    assert_false(grading_read(&other, "/no/file", error, sizeof(error)));
    assert_string_equal(error, "cannot read /no/file: No such file or directory");
}

static int make_course(void **state) {
    (void)state;
    if (mkdtemp(course) == NULL) {
        return -1;
    }
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        char path[64];
        snprintf(path, sizeof(path), "%s/%s", course, folders[i]);
        mkdir(path, 0700);
        snprintf(folder, sizeof(folder), "%s/%.7s", course, folders[i]);
        write_file(i == 2 ? "uses/grading.txt" : "grading.txt", "");
    }
    snprintf(folder, sizeof(folder), "%s/%s", course, folders[0]);
    return 0;
}

static int remove_course(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof(command), "rm -r %s", course);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_limits_and_budgets_are_read),
        cmocka_unit_test(several_labs_may_share_a_file),
        cmocka_unit_test(mistakes_are_named_with_their_line),
    };
    return cmocka_run_group_tests(tests, make_course, remove_course);
}
