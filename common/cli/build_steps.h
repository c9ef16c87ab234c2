// The steps of a build, for build.c and the files build_*.c.
#ifndef LABS_CLI_BUILD_STEPS_H
#define LABS_CLI_BUILD_STEPS_H

#include "build.h"

enum { BUILD_PATH_SIZE = 1200 };

// Between these two, no other process builds in the folder. Its own processes hold the lock until all of them have
// ended.
void build_lock(const char *folder);
void build_unlock(void);
// Leaves the lock to a process that this one has started since, and to what that one starts.
void build_leave_lock(void);

// The command that builds targets, with as many jobs at a time; 0: as many as Ninja runs by itself.
void build_make_command(const struct words *targets, long jobs, struct words *command);

// Runs a command and writes its output to a log; shows Ninja's progress. Its exit code.
int build_run_logged(const struct words *command, const char *log_path);

// Writes the path of the log of the starter's build as this program; with "lab", of the course's own.
void build_log_of(const char *program, char path[BUILD_PATH_SIZE]);

// Says and does what is needed after a build that ended with `code`. `lab`, `what`: the starter's; NULL: the targets
// are the course's own. Returns the exit code.
int build_after(int code, const char *log_path, const struct lab *lab, const struct build_of_starter *what);

// Builds targets; `lab` and `what` as above. Returns the exit code.
int build_targets(const struct words *targets, const struct lab *lab, const struct build_of_starter *what);

// As build_starter, but in a lab with operators only the program for one of them, if that is not "". `what` == NULL:
// `program` is not made of the starter.
int build_one(const struct lab *lab, const char *program, const char *operator_name,
              const struct build_of_starter *what);

// Has the build folder a runner for this program, and the operator, if it is not ""?
bool build_has_runner(const struct lab *lab, const char *program, const char *operator_name);

// Reads the operators that the program is built for, in the order of their builds. Returns how many; 0 in a lab without
// any.
enum { OPERATOR_NAME_SIZE = 32, OPERATORS_MAX = 16 };
int build_operators(const struct lab *lab, const char *program,
                    char names[OPERATORS_MAX][OPERATOR_NAME_SIZE]);

// The number of the operator whose program shows most about the starter as this program, after that for the sum: the
// second one, or if the solution's code is in it, the last one, which needs the most care.
int build_second_operator(const char *program, int count);

// Forks a process that builds, in a group of its own, which ends with this one. Returns its number in *rest, and in the
// new process 0, with what it writes to in *built; -1 if that is not possible.
pid_t build_fork(struct build_rest *rest, int *built);

// From now on, what other processes do goes before what this one's group does; it writes nothing to the terminal.
bool build_step_back(void);

// Starts to build the programs for the other operators. Returns false if that is not possible.
bool build_start_rest(const struct lab *lab, const char *program, struct build_rest *rest);

// Removes files that were built from a starter.cu with other content. The file's time does not show that: a file that
// was copied or unpacked may be older than the one before it, and Ninja would keep the old program. Were there any?
bool build_forget_old_starter(const char *folder, const struct lab *lab);

#endif
