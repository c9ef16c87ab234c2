// What labs-cli can do, one function a command; labs_cli.c says how each is called. They return its exit
// code.
#ifndef LABS_CLI_COMMANDS_H
#define LABS_CLI_COMMANDS_H

// 0 pass, 1 wrong, 2 the course, the device or the call is at fault, 77 skipped.
enum { EXIT_PASSED = 0, EXIT_WRONG = 1, EXIT_BROKEN = 2, EXIT_SKIPPED = 77 };

// list.c
int command_first(void);
int command_passed(const char *folder);
int command_list(char **folders, int folder_count); // all labs where that is 0

// run.c: words[count] go on to the checker.
int command_check(const char *build, const char *folder, char *device, char **words, int count);
int command_demo(const char *build, char *devices, char **words, int count);
int command_table(const char *build, char *devices);

// bench.c: words[count] are the labs, then "--" and options of common/bench/main.c. Writes RESULTS.csv and
// .json.
int command_bench(const char *build, const char *results, char **words, int count);

// grade.c: words[count] are folders of labs; behind a "--" those whose starter does not compile.
int command_grade(const char *build, char *device, char **words, int count);

// wait.c: `state` is what an earlier call printed, or NULL.
int command_wait(const char *folder, const char *state);

// reset.c
int command_reset(const char *folder);

// hint.c: words[count] are N, --step K, --all in any order.
int command_hint(const char *folder, char **words, int count);
int command_hints_fit(const char *lab_name, const char *hints_path, const char *source_path);

#endif
