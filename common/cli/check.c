// check: judges the student's files.
#define _GNU_SOURCE // isatty, setenv
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "changed.h"
#include "commands.h"
#include "exchange.h"
#include "failed_case.h"
#include "handout.h"
#include "narrow.h"
#include "passed.h"
#include "progress.h"
#include "text/translation.h"
#include "where.h"

bool check_prepare(const struct arguments *arguments, struct lab *first, struct check *check, int *code) {
    *check = (struct check){.labs = arguments->labs, .lab_count = arguments->lab_count};
    check->device_count = checker_devices(arguments, check->devices);
    *code = check->device_count > 0 ? EXIT_PASSED : EXIT_BROKEN;
    if (*code == EXIT_PASSED && check->lab_count == 0) {
        check->labs = first;
        check->lab_count = progress_first_unfinished(first);
        if (check->lab_count == 0) {
            printf(_("You have passed all labs. ./lab %s lab01 judges one again, ./lab list shows all.\n"),
                   arguments->command->name);
        }
    }
    return check->device_count > 0 && check->lab_count > 0;
}

// The report on a file that does not compile, with no points.
static int report_not_compiled(const struct checker_run *run, const struct lab *lab,
                               const struct arguments *arguments) {
    struct words targets = {0}, options = {0};
    build_add_checker(&targets, lab); // the failed build may have stopped before it
    int code = build_course(&targets);
    if (code == EXIT_PASSED) {
        words_append(&options, &arguments->words);
        words_add(&options, "--not-compiled");
        code = checker_run(run, lab, &options);
    }
    words_free(&targets);
    words_free(&options);
    return code;
}

// Has the checker of this run written a case that fails?
static bool has_failed(const struct checker_run *run) {
    struct failed_case failed;
    if (run->failed == NULL) {
        return false;
    }
    const bool written = failed_case_read(run->failed, &failed) && failed.versions == 0;
    failed_case_free(&failed);
    return written;
}

// Builds a program, and runs the checker. On the simulated GPU, it runs as soon as the first runner is built.
// *compiled: the exit code is the checker's.
static int build_and_run(const struct arguments *arguments, const struct lab *lab,
                         const struct checker_run *run, const struct build_of_starter *what, bool *compiled,
                         bool *broken) {
    struct build_rest rest = {0};
    bool at_once = strcmp(run->device, "sim") == 0 && !arguments->writes_reports;
    int code = at_once ? build_starter_begin(lab, what, &rest) : build_starter(lab, what);
    *broken = code == EXIT_BROKEN;
    *compiled = code == EXIT_PASSED;
    if (code == EXIT_PASSED && rest.child > 0) {
        char descriptor[16];
        snprintf(descriptor, sizeof(descriptor), "%d", rest.built);
        setenv("LABS_RUNNERS_BUILT", descriptor, 1);
        code = checker_run(run, lab, &arguments->words);
        unsetenv("LABS_RUNNERS_BUILT");
        bool not_built = code == CHECKER_NOT_BUILT;
        int rest_code = build_starter_end(lab, &rest, not_built, has_failed(run));
        *broken = not_built && rest_code == EXIT_BROKEN;
        return not_built ? rest_code : code;
    }
    return code == EXIT_PASSED ? checker_run(run, lab, &arguments->words) : code;
}

// What the checker is to write besides its verdict.
struct wanted {
    const struct passed_files *passed; // what passed_show needs, into these files; NULL: nowhere
    const char *failed;                // which case fails (failed_case.h); NULL: nowhere
};

// ---- The file as it is -----------------------------------------------------------------------------------

// On a real GPU, nothing is counted.
static const char *par_of(const struct passed_files *passed, const char *device) {
    return passed != NULL && strcmp(device, "sim") == 0 ? passed->par : NULL;
}

static int judge_whole(const struct arguments *arguments, const struct lab *lab, const char *device,
                       const struct wanted *wanted, bool quietly, bool *broken) {
    const struct build_of_starter what = {
        .program = "starter", .device = device, .no_errors = quietly, .no_warnings = quietly};
    const struct checker_run run = {.program = "starter",
                                    .device = device,
                                    .rows = wanted->passed != NULL ? wanted->passed->rows : NULL,
                                    .par = par_of(wanted->passed, device),
                                    .failed = quietly ? NULL : wanted->failed,
                                    .whole = quietly};
    bool compiled;
    int code = build_and_run(arguments, lab, &run, &what, &compiled, broken);
    return code == EXIT_WRONG && !compiled && arguments->writes_reports
               ? report_not_compiled(&run, lab, arguments)
               : code;
}

// ---- The file as it was handed out -----------------------------------------------------------------------

// The verdict on a file without any code of the student needs no program, and so neither the simulated GPU: a fresh
// copy of the course has it in half the time. CHECKER_BEGUN: it has to be judged like any other.
static int judge_untouched(const struct lab *lab, bool *broken) {
    const struct checker_run run = {.program = "starter", .device = "sim"};
    struct words targets = {0}, options = {0};
    char source[LAB_PATH_SIZE];
    build_add_checker(&targets, lab);
    int code = build_course(&targets);
    *broken = code == EXIT_BROKEN;
    if (code == EXIT_PASSED) {
        lab_file(lab, "starter.cu", source);
        words_add(&options, "--source");
        words_add(&options, source);
        words_add(&options, "--not-begun");
        code = checker_run(&run, lab, &options);
    }
    words_free(&targets);
    words_free(&options);
    return code;
}

// ---- The file, its empty tasks done as in the solution ---------------------------------------------------

static const struct build_of_starter quiet_whole = {
    .program = "starter", .device = "sim", .no_errors = true, .no_warnings = true};

// Does the file pass as it is, although some of its tasks are empty? Nothing is printed.
static bool passes_whole(const struct lab *lab, const struct passed_files *passed) {
    const struct checker_run run = {.program = "starter",
                                    .device = "sim",
                                    .rows = passed != NULL ? passed->rows : NULL,
                                    .par = par_of(passed, "sim"),
                                    .quiet = true};
    const struct words options = {0};
    return build_starter(lab, &quiet_whole) == EXIT_PASSED && checker_run(&run, lab, &options) == EXIT_PASSED;
}

// The file with the solution's code in its empty tasks does not compile. The reason may be an error in the student's
// code, or that it divides the work in another way.
static int judge_unfit(const struct arguments *arguments, const struct lab *lab, const struct wanted *wanted,
                       bool *broken) {
    char error[BUILD_LOG_ERROR_SIZE];
    const char *blamed = build_blames_student(lab, "mixed") ? "mixed" : "starter";
    if (build_starter(lab, &quiet_whole) == EXIT_WRONG) {
        const struct checker_run run = {.program = "starter", .device = "sim"};
        build_show_failure(lab, blamed);
        return arguments->writes_reports ? report_not_compiled(&run, lab, arguments) : EXIT_WRONG;
    }
    build_first_error(lab, "mixed", error);
    printf(_("%s: your code does not fit the other tasks as they would be done for you (%s). So each part is "
             "judged as a whole once all of it is there.\n"),
           lab->name, error);
    return judge_whole(arguments, lab, "sim", wanted, true, broken);
}

static bool wants_points(const struct arguments *arguments) {
    bool wants = arguments->writes_reports;
    for (int i = 0; i < arguments->words.count; i++) {
        wants |= strcmp(arguments->words.items[i], "--grade") == 0 ||
                 strcmp(arguments->words.items[i], "--aspect") == 0;
    }
    return wants;
}

// Judges the tasks that are filled in: whether they hold together with the others, which are done for the student.
static int judge_tasks(const struct arguments *arguments, const struct lab *lab, const struct wanted *wanted,
                       bool *broken) {
    const struct build_of_starter what = {.program = "mixed", .device = "sim", .no_errors = true};
    const struct checker_run run = {
        .program = "starter", .device = "sim", .failed = wanted->failed, .mixed = true};
    bool compiled;
    if (wants_points(arguments) && build_starter(lab, &quiet_whole) == EXIT_PASSED) {
        const struct wanted nothing = {NULL, NULL}; // only the student's own code has points
        return judge_whole(arguments, lab, "sim", &nothing, false, broken);
    }
    exchange_end(lab);
    int code = build_and_run(arguments, lab, &run, &what, &compiled, broken);
    if (code == EXIT_WRONG && !compiled) {
        return judge_unfit(arguments, lab, wanted, broken);
    }
    progress_watch_tasks(NULL); // the next run is not about single tasks
    if (code != CHECKER_PERHAPS_WHOLE) {
        return code;
    }
    if (arguments->writes_reports || !arguments->whole || !passes_whole(lab, wanted->passed)) {
        return EXIT_WRONG;
    }
    printf(_("%s starter: PASS with your code alone; no task is done for you\n"), lab->name);
    return EXIT_PASSED;
}

// ---- Another program --------------------------------------------------------------------------------------

// The solution, or a program that was built in another way and is named by its path.
static int judge_other(const struct arguments *arguments, const struct lab *lab, const char *device,
                       const char *program, bool *broken) {
    const struct checker_run run = {.program = program, .device = device};
    const bool solution = strcmp(program, "solution") == 0;
    struct words targets = {0};
    *broken = solution && handout_refuses_solution(lab);
    if (*broken) {
        return EXIT_BROKEN;
    }
    build_add_checker(&targets, lab);
    if (solution) {
        words_addf(&targets, "%s-solution-%s", lab->name, device);
    }
    int code = build_course(&targets);
    words_free(&targets);
    *broken = code != EXIT_PASSED;
    return code == EXIT_PASSED ? checker_run(&run, lab, &arguments->words) : code;
}

// ---- All of them -----------------------------------------------------------------------------------------

// Do the options leave the checker to judge the student's file?
static bool judges_starter(const struct arguments *arguments) {
    static const char *const others[] = {"--program", "--source", "--mixed",   "--list",
                                         "--from",    "--show",   "--picture", "--trace"};
    for (int i = 0; i < arguments->words.count; i++) {
        for (size_t k = 0; k < sizeof(others) / sizeof(others[0]); k++) {
            if (strcmp(arguments->words.items[i], others[k]) == 0) {
                return false;
            }
        }
    }
    return true;
}

// Does a person wait at a terminal for what comes next? Nothing goes on after a command of a script.
static bool is_waited_for(const struct arguments *arguments) {
    return isatty(STDOUT_FILENO) || isatty(STDERR_FILENO) || strcmp(arguments->command->name, "watch") == 0;
}

// After a failing verdict: shows the code at fault if the part has failed before, and the next step. The verdict may
// have named another task: the one in which the error appeared.
static void show_next(const struct arguments *arguments, const struct lab *lab, const char *path,
                      const struct failed_case *before, unsigned long long code) {
    struct failed_case failed;
    const bool known = failed_case_count(path, code, before, &failed);
    const bool again = known && failed.versions > 1;
    const int task = again ? narrow_show(lab, path) : 0;
    build_show_warnings();
    build_show_more_warnings(lab);
    if (known) {
        where_next(arguments, lab, task, !again, &failed);
    }
    failed_case_free(&failed);
}

// `passed`: where to write what passed_show needs; NULL: nowhere.
static int check_starter(const struct arguments *arguments, const struct lab *lab, const char *device,
                         const struct passed_files *passed, bool *broken) {
    bool judges = strcmp(device, "sim") == 0 && judges_starter(arguments);
    const bool looks = judges && !arguments->writes_reports; // for the code that makes a case fail
    char failed[BUILD_PATH_SIZE];
    struct failed_case before = {.versions = 0};
    unsigned long long judged = 0; // a version that is saved during the check has not passed
    bool known = progress_starter_hash(lab, &judged) == 0;
    const char *program = words_after(&arguments->words, "--program");
    if (program != NULL && strcmp(program, "starter") != 0) {
        return judge_other(arguments, lab, device, program, broken);
    }
    if (looks) {
        failed_case_path(lab, failed);
        failed_case_read(failed, &before);
    }
    enum build_mix mix = judges ? build_mix(lab) : MIX_NOT_NEEDED;
    if (mix == MIX_NOT_POSSIBLE) {
        fputs(_("Without the solutions, which this copy of the course lacks, a part is judged only as a "
                "whole: once all of its tasks are filled in.\n"),
              stdout);
    }
    progress_watch_tasks(judges && arguments->whole ? lab : NULL);
    bool untouched = judges && arguments->words.count == 0 && handout_is_untouched(lab);
    int code = untouched ? judge_untouched(lab, broken) : CHECKER_BEGUN;
    if (code == CHECKER_BEGUN) {
        const struct wanted wanted = {passed, looks ? failed : NULL};
        code = mix == MIX_POSSIBLE ? judge_tasks(arguments, lab, &wanted, broken)
                                   : judge_whole(arguments, lab, device, &wanted, false, broken);
    }
    progress_watch_tasks(NULL);
    if (looks && code == EXIT_WRONG && !untouched) {
        show_next(arguments, lab, failed, &before, judged);
        changed_say(lab);
    } else if (looks && code == EXIT_PASSED) {
        failed_case_forget(failed);
    }
    failed_case_free(&before);
    build_show_warnings();
    if (untouched && code == EXIT_WRONG && is_waited_for(arguments)) {
        build_ahead(lab);
    }
    if (code != EXIT_PASSED || !arguments->whole) {
        return code;
    }
    if (known && progress_record(lab, judged) != 0) {
        perror("lab: the pass could not be recorded in build/progress");
    }
    return code;
}

int check_starters(const struct arguments *arguments, const struct check *check) {
    int result = EXIT_SKIPPED;
    bool broken = false; // the course does not build
    for (int i = 0; i < check->lab_count && !broken; i++) {
        struct passed_files files;
        const struct passed_files *passed =
            arguments->whole && !arguments->writes_reports && passed_begin(&check->labs[i], &files) ? &files
                                                                                                    : NULL;
        int code = EXIT_PASSED; // a file that is wrong on the simulated GPU need not run on the real one
        for (int k = 0; k < check->device_count && code == EXIT_PASSED; k++) {
            if (k > 0 && !build_has_device(check->devices[k])) {
                break;
            }
            code = check_starter(arguments, &check->labs[i], check->devices[k], passed, &broken);
            result = worse(result, code);
        }
        if (code == EXIT_PASSED && arguments->whole) {
            passed_show(&check->labs[i], passed);
        }
    }
    return result;
}

int command_check(const struct arguments *arguments) {
    struct lab first;
    struct check check;
    int code;
    return check_prepare(arguments, &first, &check, &code) ? check_starters(arguments, &check) : code;
}
