// What a failed build's log says about the reason.
#ifndef LABS_CLI_BUILD_LOG_H
#define LABS_CLI_BUILD_LOG_H

#include <stdbool.h>

// Did a tool fail because the machine did: no process, no memory, no disk, or a limit such as ulimit's? Then nothing is
// known about the compiled file. What the file itself can put into a message does not count.
bool build_log_says_machine(const char *log);

#endif
