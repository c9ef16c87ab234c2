// Runs a program that is not trusted, in a process that can do little else than compute.
//
// The box has these layers. Each is asked from the kernel, and what is missing is named:
//
//   files          Landlock: reads and executes what is `readable`, changes what is `writable`, and nothing else
//   system calls   seccomp, through libseccomp: no network, no other process, no other part of the kernel
//   limits         processor time, size of files; memory and threads, which the starting process watches
//   privileges     no capability, no set-user-ID program: root in the box has no special rights
//   the rest       a clean environment, no open descriptor but those named, and nothing left running
//
// Ordinary users and root may use it; it needs no namespace, no cgroup and no set-user-ID program. The program gets
// an error for what it may not do, and goes on. Linux only: elsewhere all layers are missing.
#ifndef LABS_BOX_H
#define LABS_BOX_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum box_kind {
    BOX_PROGRAM,     // untrusted code: one process with threads, which opens files only for reading
    BOX_GPU_PROGRAM, // the same on a real GPU, whose driver needs its devices and system calls of its own
    BOX_COMMAND      // a trusted program with untrusted input, such as a compiler: may start processes
};

// 0: no limit.
struct box_limits {
    uint64_t processor_seconds; // of all its processes together
    uint64_t memory_bytes;      // resident, of all its processes together
    uint64_t address_bytes;     // reserved or used, of all its processes together
    uint64_t threads;           // of all its processes together
    uint64_t file_bytes;        // of each file that it writes
};

struct box {
    enum box_kind kind;
    struct box_limits limits;
    bool trusted;                   // go on without the layers that are missing
    const char *const *readable;    // files and folders, and a NULL; the system's libraries are added, and
                                    // for BOX_COMMAND its programs
    const char *const *writable;    // folders, and a NULL
    const char *const *environment; // "NAME=VALUE", and a NULL: the whole environment
    const int *descriptors;         // that stay open besides 0, 1 and 2
    size_t descriptor_count;
};

// Writes a line for each layer that this kernel or this build lacks: what is missing, and why. `text` has `size`
// bytes; 1000 are enough. Returns the number of lines.
int box_missing(enum box_kind kind, char *text, size_t size);

// A line about each layer that is there, in the same way.
int box_present(enum box_kind kind, char *text, size_t size);

// The folder of the system's programs or libraries that this path, without links, lies in: commands in the box may read
// all of it. NULL: none.
const char *box_system_folder(const char *path);

// Between fork and exec: moves this process into the box, with a process group of its own, and executes the command.
// Returns only on failure, always -1, with a sentence in `problem`. Without all layers it fails, unless `trusted`.
int box_exec(const struct box *box, char *const command[], char *problem, size_t size);

// ---- From outside -----------------------------------------------------------------------------------------

// Which limit have the process and its descendants exceeded? pid 0: all descendants of this process, after box_adopt()
// also those whose parents have ended.
enum box_breach { BOX_WITHIN, BOX_OVER_TIME, BOX_OVER_MEMORY, BOX_OVER_ADDRESSES, BOX_OVER_THREADS };
enum box_breach box_look(pid_t pid, const struct box_limits *limits);

// "used more than 512 MiB of memory"
void box_breach_text(enum box_breach breach, const struct box_limits *limits, char *text, size_t size);

enum { BOX_LOOK_MS = 20 }; // how often to look; what a program takes in this time is not prevented

// Looks in a thread of its own, and kills the process's group when it exceeds a limit. NULL if there is no memory or
// no thread.
struct box_watch *box_watch_begin(pid_t pid, const struct box_limits *limits);

// Ends that thread. Call it before the process is reaped. NULL: BOX_WITHIN.
enum box_breach box_watch_end(struct box_watch *watch);

// Waits, without reaping it, until the child has ended, or this process and its descendants exceed a limit, or one of
// `signals`, which are blocked and contain SIGCHLD, asks this process to end. Returns that signal, or 0.
int box_wait(pid_t child, const struct box_limits *limits, const sigset_t *signals, enum box_breach *breach);

// Makes this process the parent of whatever its children leave running.
void box_adopt(void);

// After box_adopt(): kills and reaps all descendants of this process.
void box_kill_rest(void);

#endif
