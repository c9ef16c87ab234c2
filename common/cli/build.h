// Builds targets of the course, and shows the compilers' messages.
#ifndef LABS_CLI_BUILD_H
#define LABS_CLI_BUILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "build_log.h"
#include "labs.h"
#include "program.h"

// Before all others: the words that ./lab was called with, to call it again if the build folder is damaged.
void build_set_call(char **words);

// Builds by another preset than "student" from now on.
void build_use_preset(const char *preset);

// The build folder, "build/student". The environment variable LABS_BUILD names a different one, which already
// contains everything: then nothing is built.
const char *build_folder(void);

// Can the build folder build for a device, "sim" or "gpu"? ./lab configures it for the simulated GPU alone, because
// looking for nvcc takes seconds; the first call with "gpu" looks for it.
bool build_has_device(const char *device);

// Was the folder made without the simulated GPU, because a library is missing? ./lab does that where there is a real
// one. The second function says so on stderr, and what to do.
bool build_is_gpu_only(void);
void build_say_gpu_only(void);

// Says on stderr that a failed build says nothing about the file (build_log_says_machine).
void build_say_machine(void);

// Builds targets of the course's own code; all without any. EXIT_PASSED, or EXIT_BROKEN after the compiler's
// messages.
int build_course(const struct words *targets);

// What is made of the student's file.
struct build_of_starter {
    const char *program; // "starter", or "mixed": its empty tasks done as in the solution
    const char *device;  // "sim" or "gpu"; "sim" for "mixed"
    bool no_errors;      // no message if it does not compile
    bool no_warnings;    // of a file that compiles
    bool attempt;        // no message at all: what does not build is EXIT_WRONG
    bool briefly;        // only the first message's first line, below a verdict
};

// Is a lab's starter to be built as "mixed"? If some of its tasks are filled in and others not. Not possible without
// the solution.
enum build_mix { MIX_NOT_NEEDED, MIX_POSSIBLE, MIX_NOT_POSSIBLE };
enum build_mix build_mix(const struct lab *lab);

// Is there a starter? If not, a message says so.
bool build_has_starter(const struct lab *lab);

// Builds a lab's starter, and its checker. EXIT_PASSED; EXIT_WRONG after a message if starter.cu does not compile or
// is not there; EXIT_BROKEN after a message for everything else.
int build_starter(const struct lab *lab, const struct build_of_starter *what);

// Shows why the last silent build of a starter as this program failed.
void build_show_failure(const struct lab *lab, const char *program);

// Does the last build of that program have a compiler's error at a line of starter.cu itself?
bool build_blames_student(const struct lab *lab, const char *program);

// Writes its first error, "TODO(2): 'tid' was not declared in this scope", or with starter.cu and the line.
void build_first_error(const struct lab *lab, const char *program, char text[BUILD_LOG_ERROR_SIZE]);

// Builds a lab's checker and its starter or solution for one operator on the simulated GPU, which takes less
// time than for all of them. The exit codes of build_starter.
int build_for_operator(const struct lab *lab, const char *program, const char *operator_name);

// The rest of a build, in another process.
struct build_rest {
    pid_t child; // 0: nothing is left to build
    int built;   // a byte can be read from here when it is built; it is closed without one if that failed
    int running; // is closed when all its processes have ended
};

// As build_starter for the simulated GPU, but in a lab with operators only the program for the sum is built when
// this returns; the others follow at the same time as what the caller does.
int build_starter_begin(const struct lab *lab, const struct build_of_starter *what, struct build_rest *rest);

// Ends the build of the rest. `needed`: its failure is reported, with the exit code of build_starter.
int build_starter_end(const struct lab *lab, struct build_rest *rest, bool needed, bool briefly);

// Starts to build a lab's starter in the background, where that ends by itself, and returns at once. Nothing is said
// about it. A build in the foreground waits for it, and then has less to do.
void build_ahead(const struct lab *lab);

// Shows the compiler's warnings about the starter that was built last, once. The verdict comes first.
void build_show_warnings(void);

// Compiles a starter that has failed once more, for warnings alone: about unset variables and misleading indentation.
// Shows those at lines of the student, in tasks that are filled in.
void build_show_more_warnings(const struct lab *lab);

// Adds labs-cli and the lab's checker.
void build_add_checker(struct words *targets, const struct lab *lab);

#endif
