// Starting and ending the operating-system process that a runner is.
#ifndef LABS_PROCESS_H
#define LABS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct process {
    pid_t pid;   // 0: none
    int socket;  // our end of the messages; -1: none
    int printed; // where its standard output and error arrive, does not block; -1: none, or all ends are
                 // closed
    bool ended;  // it has, and has been reaped: `status` is what waitpid said
    int status;
};

// One setting of the environment; without a value it is removed.
struct process_setting {
    const char *name;
    const char *value;
};

// Starts the executable `path` with the open descriptor `data` and the settings. It is the leader of its own
// process group and ends with us. 0; or -1 with errno, also when the executable could not be executed.
int process_start(struct process *process, const char *path, int data, const struct process_setting *settings,
                  size_t setting_count);

// Has it ended by now?
bool process_has_ended(struct process *process);

// Ends it and all processes that it has started, closes both descriptors.
void process_kill(struct process *process);

// A file that lives in memory, open for reading and writing, for us and for whom it is given to. -1: errno.
int process_memory_file(void);

#endif
