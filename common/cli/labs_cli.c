// labs-cli: what `./lab` hands over to once everything is built.
//
//     labs-cli first                                  folder of the first lab that is not passed, "" for none
//     labs-cli passed LAB                             "passed" if its starter.cu, as it is now, is
//     labs-cli list [LAB...]                          labs, tasks, progress
//     labs-cli check BUILD LAB DEVICE [OPTION...]     the checker on the student's starter
//     labs-cli demo BUILD "DEVICE..." LAB... -- [OPTION...]   the checkers on the solutions, rows into
//     BUILD/demo.tsv labs-cli table BUILD "DEVICE..."                the tables of those rows labs-cli bench
//     BUILD RESULTS LAB... -- [OPTION...]      times on a real GPU, into RESULTS.csv and .json labs-cli grade
//     BUILD DEVICE LAB... -- LAB...    points; the last ones are of starters that do not compile labs-cli
//     wait LAB [STATE]                       waits until starter.cu is saved again; its STATE now labs-cli
//     reset LAB                              the starter as given, the student's kept beside it labs-cli hint
//     LAB [N] [--step K | --all]        the next hint for TODO(N) labs-cli hints-fit lab01 HINTS SOURCE three
//     hints for each of the source's TODOs, no others?
//
// LAB is a folder name, DEVICE sim or gpu, BUILD the build folder; the working directory is the course's
// folder. Exit codes: 0 pass, 1 wrong, 2 the harness or device failed, 77 skipped.
#include <stdio.h>
#include <string.h>

#include "commands.h"

int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "first") == 0 && argc == 2) {
        return command_first();
    }
    if (strcmp(command, "passed") == 0 && argc == 3) {
        return command_passed(argv[2]);
    }
    if (strcmp(command, "list") == 0) {
        return command_list(argv + 2, argc - 2);
    }
    if (strcmp(command, "check") == 0 && argc >= 5) {
        return command_check(argv[2], argv[3], argv[4], argv + 5, argc - 5);
    }
    if (strcmp(command, "demo") == 0 && argc >= 5) {
        return command_demo(argv[2], argv[3], argv + 4, argc - 4);
    }
    if (strcmp(command, "table") == 0 && argc == 4) {
        return command_table(argv[2], argv[3]);
    }
    if (strcmp(command, "bench") == 0 && argc >= 5) {
        return command_bench(argv[2], argv[3], argv + 4, argc - 4);
    }
    if (strcmp(command, "grade") == 0 && argc >= 5) {
        return command_grade(argv[2], argv[3], argv + 4, argc - 4);
    }
    if (strcmp(command, "wait") == 0 && (argc == 3 || argc == 4)) {
        return command_wait(argv[2], argv[3]);
    }
    if (strcmp(command, "reset") == 0 && argc == 3) {
        return command_reset(argv[2]);
    }
    if (strcmp(command, "hint") == 0 && argc >= 3) {
        return command_hint(argv[2], argv + 3, argc - 3);
    }
    if (strcmp(command, "hints-fit") == 0 && argc == 5) {
        return command_hints_fit(argv[2], argv[3], argv[4]);
    }
    fprintf(stderr, "labs-cli: called wrongly; use ./lab\n");
    return EXIT_BROKEN;
}
