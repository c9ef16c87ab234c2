// Starts and ends a runner's operating-system process.
#ifndef LABS_PROCESS_H
#define LABS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "box/box.h"

struct process {
    pid_t pid;   // 0: none
    int socket;  // our end of the messages; -1: none
    int printed; // receives its standard output and error, non-blocking; -1: none, or closed
    bool ended;  // it has ended and was reaped: `status` is from waitpid
    int status;
    uint64_t ready_bytes;     // of memory, at process_note_ready
    uint64_t peak_bytes;      // likewise, once it was reaped
    double processor_seconds; // likewise
    struct box_watch *watch;  // NULL: it is not contained
    enum box_breach breach;   // the limit for which it was killed; also after process_kill
    struct {
        double looked, processor,
            spent; // seconds: the clock and its processor time at the last look, and the result
    } time;
};

// One environment variable; without a value it is removed.
struct process_setting {
    const char *name;
    const char *value;
};

// How a process is contained (box/box.h).
struct containment {
    enum box_kind kind;
    struct box_limits limits;
    bool trusted; // also if a layer is missing
};

// Starts the executable `path` with the open descriptor `data` and the settings. The process leads its own
// process group and ends when its parent does. Contained, unless `containment` is NULL, it can use nothing but what it
// is given here. Returns 0, or -1 with errno, also when exec failed.
int process_start(struct process *process, const char *path, int data, const struct process_setting *settings,
                  size_t setting_count, const struct containment *containment);

// Notes how much memory it has before its first case: an emulator may have taken gigabytes of it.
void process_note_ready(struct process *process);

// Has it ended?
bool process_has_ended(struct process *process);

// The time that the process has had since process_time_begin, in seconds, however busy the machine is: the
// processor time that it has used, divided by its threads that can run, but at most by `threads_most`; and the time in
// which none could, because all of them waited. Call it several times per second. Without /proc, the time that has
// passed.
void process_time_begin(struct process *process);
double process_time_spent(struct process *process, int threads_most);

// Kills it, as process_kill does. Was it over a limit of its containment?
bool process_ends_over_limit(struct process *process, const struct containment *containment);

// Kills it and all processes that it has started, and closes both descriptors.
void process_kill(struct process *process);

// Opens a file in memory for reading and writing, which a child can inherit. -1 with errno on failure.
int process_memory_file(void);

#endif
