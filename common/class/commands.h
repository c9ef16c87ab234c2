// How the build compiles and links a starter: its own commands, with other files.
#ifndef LABS_CLASS_COMMANDS_H
#define LABS_CLASS_COMMANDS_H

#include "class.h"
#include "program.h"

enum { OPERATORS_MAX = 8 };

// The commands for one runner. Words that are files of the submission are "{source}", "{object}" and "{runner}".
struct runner_commands {
    char runner[64]; // its name, "lab04-starter-sum-sim", or with the end "-gpu"
    struct words compile, link;
};

struct lab_commands {
    struct runner_commands runners[OPERATORS_MAX]; // the first operator's first
    int count;
};

// Reads the commands for the class's device from BUILD/common/class/commands, which the build writes with `ninja -t
// commands`. Returns 0, or -1 after a message.
int commands_read(const struct class *class, struct lab_commands *labs);

// The command for this source, with the other files in `folder`: object and runner are named after the runner.
void command_for(const struct words *pattern, const char *source, const char *folder, const char *runner,
                 struct words *command);

// Adds what a command of the build must read: the files and folders that it names, but of a lab's folder only headers.
void commands_readable(const struct words *command, struct words *readable);

#endif
