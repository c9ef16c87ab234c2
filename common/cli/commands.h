// The commands of ./lab, one function each. They return its exit code.
#ifndef LABS_CLI_COMMANDS_H
#define LABS_CLI_COMMANDS_H

// 0 passed, 1 wrong, 2 an error of the course, the device or the call, 77 skipped.
enum { EXIT_PASSED = 0, EXIT_WRONG = 1, EXIT_BROKEN = 2, EXIT_SKIPPED = 77 };

struct arguments;

int command_demo(const struct arguments *arguments);    // demo.c
int command_check(const struct arguments *arguments);   // check.c
int command_watch(const struct arguments *arguments);   // watch.c
int command_where(const struct arguments *arguments);   // where.c
int command_view(const struct arguments *arguments);    // view.c
int command_show(const struct arguments *arguments);    // view.c
int command_handout(const struct arguments *arguments); // handout.c
int command_hint(const struct arguments *arguments);    // hint.c
int command_quiz(const struct arguments *arguments);    // quiz.c
int command_list(const struct arguments *arguments);    // list.c
int command_class(const struct arguments *arguments);   // class.c
int command_grade(const struct arguments *arguments);   // grade.c
int command_reset(const struct arguments *arguments);   // reset.c
int command_bench(const struct arguments *arguments);   // bench.c
int command_run(const struct arguments *arguments);     // run.c
int command_test(const struct arguments *arguments);    // test.c
int command_new(const struct arguments *arguments);     // new.c

// The course's own: CTest and the build call them.
int command_build_starter(const struct arguments *arguments); // build.c: builds a starter for its tests

#endif
