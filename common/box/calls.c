// Lists what is allowed. Everything else fails with ENOSYS, as on a kernel without it, because C libraries know how to
// go on without a newer call. Arguments behind a pointer cannot be filtered: openat2 and clone3 stay out.
#define _GNU_SOURCE
#include "box/calls.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "box/landlock.h"

// Names that a processor does not have are skipped.
static const char *const of_all[] = {
    // memory
    "brk", "munmap", "mprotect", "mremap", "madvise", "mincore", "msync", "membarrier",
    // reading and writing what is open
    "read", "readv", "pread64", "preadv", "preadv2", "write", "writev", "pwrite64", "pwritev", "pwritev2",
    "lseek", "_llseek", "close", "close_range", "dup", "dup2", "dup3", "fsync", "fdatasync", "ftruncate",
    "ftruncate64", "poll", "ppoll", "select", "_newselect", "pselect6", "sendmsg", "sendto", "recvmsg",
    "recvfrom", "send", "recv",
    // looking at files
    "access", "faccessat", "faccessat2", "stat", "stat64", "lstat", "lstat64", "fstat", "fstat64",
    "fstatat64", "newfstatat", "statx", "statfs", "statfs64", "fstatfs", "fstatfs64", "readlink",
    "readlinkat", "getcwd", "getdents", "getdents64",
    // threads and time
    "exit", "exit_group", "futex", "futex_time64", "set_robust_list", "get_robust_list", "set_tid_address",
    "rseq", "arch_prctl", "set_thread_area", "set_tls", "cacheflush", "sched_yield", "sched_getaffinity",
    "nanosleep", "clock_nanosleep", "clock_nanosleep_time64", "clock_gettime", "clock_gettime64",
    "clock_getres", "clock_getres_time64", "gettimeofday", "time", "times", "getrusage", "getcpu", "alarm",
    "setitimer", "getitimer", "pause", "restart_syscall",
    // signals that it handles
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigsuspend", "rt_sigtimedwait",
    "rt_sigtimedwait_time64", "sigaltstack", "sigreturn",
    // who am I
    "getpid", "gettid", "getppid", "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid", "getegid",
    "getuid32", "geteuid32", "getgid32", "getegid32", "getgroups", "uname", "sysinfo", "getrandom",
    "getrlimit", "ugetrlimit", "umask",
    // the program itself
    "execve", NULL};

static const char *const of_commands[] = {
    "mmap",      "mmap2",      "open",        "openat",   "creat",      "mkdir",     "mkdirat",
    "rmdir",     "unlink",     "unlinkat",    "rename",   "renameat",   "renameat2", "link",
    "linkat",    "symlink",    "symlinkat",   "truncate", "truncate64", "fallocate", "chmod",
    "fchmod",    "fchmodat",   "utime",       "utimes",   "utimensat",  "futimesat", "copy_file_range",
    "sendfile",  "sendfile64", "fadvise64",   "flock",    "chdir",      "fchdir",    "pipe",
    "pipe2",     "fork",       "vfork",       "wait4",    "waitid",     "waitpid",   "epoll_create1",
    "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", NULL};

const char *calls_missing(enum box_kind kind) {
    if (kind == BOX_GPU_PROGRAM) {
        return "the driver of a real GPU needs system calls that differ from version to version";
    }
    return prctl(PR_GET_SECCOMP) >= 0 ? NULL : "this kernel has no seccomp, or does not allow it";
}

// Argument number `argument` is `value`, or has these bits in the bits of `mask`.
static struct scmp_arg_cmp is_value(unsigned argument, uint64_t value) {
    return (struct scmp_arg_cmp){.arg = argument, .op = SCMP_CMP_EQ, .datum_a = value, .datum_b = 0};
}

static struct scmp_arg_cmp has_bits(unsigned argument, uint64_t mask, uint64_t bits) {
    return (struct scmp_arg_cmp){.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = bits};
}

static int allow(scmp_filter_ctx filter, const char *name, unsigned count,
                 const struct scmp_arg_cmp *arguments) {
    int number = seccomp_syscall_resolve_name(name);
    return number == __NR_SCMP_ERROR
               ? 0
               : seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, count, arguments);
}

static int allow_names(scmp_filter_ctx filter, const char *const *names) {
    int result = 0;
    for (; *names != NULL && result == 0; names++) {
        result = allow(filter, *names, 0, NULL);
    }
    return result;
}

// A call with one argument that must be one of these values.
struct choice {
    const char *name;
    unsigned argument;
    unsigned long values[12]; // up to NO_VALUE
};
enum { NO_VALUE = 0xffff };

static const struct choice choices[] = {
    // Not F_SETOWN and F_SETSIG: they send any signal to any process.
    {"fcntl", 1, {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, NO_VALUE}},
    {"fcntl64", 1, {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, NO_VALUE}},
    // Not TIOCSTI, which types into a terminal.
    {"ioctl", 1, {TCGETS, TIOCGWINSZ, FIONREAD, FIOCLEX, FIONCLEX, NO_VALUE}},
    // Not PR_SET_PDEATHSIG, which ends it with the process that started it.
    {"prctl", 0, {PR_SET_NAME, PR_GET_NAME, 0x53564d41 /* PR_SET_VMA */, NO_VALUE}},
};

// Only of commands: other boxes would see the locks of a program.
static const struct choice choices_of_commands[] = {
    {"fcntl", 1, {F_GETLK, F_SETLK, F_SETLKW, NO_VALUE}},
    {"fcntl64", 1, {F_GETLK, F_SETLK, F_SETLKW, NO_VALUE}},
};

static int allow_choices(scmp_filter_ctx filter, const struct choice *choice, size_t count) {
    int result = 0;
    for (const struct choice *end = choice + count; choice < end; choice++) {
        for (const unsigned long *value = choice->values; *value != NO_VALUE && result == 0; value++) {
            const struct scmp_arg_cmp is = is_value(choice->argument, *value);
            result = allow(filter, choice->name, 1, &is);
        }
    }
    return result;
}

// Signals: to itself, but not the one that only others send, such as a machine without memory; a command's processes
// may also send them to each other if Landlock keeps them inside.
static int allow_signals(scmp_filter_ctx filter, enum box_kind kind) {
    static const char *const names[] = {"kill", "tgkill"};
    int result = 0;
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]) && result == 0; i++) {
        bool any = kind == BOX_COMMAND && landlock_keeps_signals();
        const struct scmp_arg_cmp own[] = {
            is_value(0, (uint64_t)getpid()),
            {.arg = i + 1, .op = SCMP_CMP_NE, .datum_a = SIGKILL, .datum_b = 0}};
        result = allow(filter, names[i], any ? 0 : kind == BOX_COMMAND ? 1 : 2, any ? NULL : own);
    }
    return result;
}

// Limits of itself: a program may only read them. With lower ones, it would fail as on a machine that lacks memory.
static int allow_limits(scmp_filter_ctx filter, enum box_kind kind) {
    const struct scmp_arg_cmp own_unchanged[] = {is_value(0, 0), is_value(2, 0)};
    return allow(filter, "prlimit64", kind == BOX_COMMAND ? 1 : 2, own_unchanged);
}

// Not memory that is shared without a file: a program can drop its pages from what is measured (box/watch.c), and the
// kernel keeps them.
static int allow_own_memory(scmp_filter_ctx filter) {
    static const char *const names[] = {"mmap", "mmap2"};
    const struct scmp_arg_cmp of_file = has_bits(3, MAP_ANONYMOUS, 0), own = has_bits(3, MAP_SHARED, 0);
    int result = 0;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && result == 0; i++) {
        result = allow(filter, names[i], 1, &of_file);
        result = result == 0 ? allow(filter, names[i], 1, &own) : result;
    }
    return result;
}

// A program: threads only, and files only for reading. The second layer for files, as an older Landlock does not
// prevent O_TRUNC.
static int allow_program(scmp_filter_ctx filter) {
    enum { CHANGES = O_ACCMODE | O_CREAT | O_TRUNC };
    const struct scmp_arg_cmp thread = has_bits(0, CLONE_THREAD, CLONE_THREAD);
    const struct scmp_arg_cmp open_reads = has_bits(1, CHANGES, 0);
    const struct scmp_arg_cmp openat_reads = has_bits(2, CHANGES, 0);
    int result = allow_own_memory(filter);
    result = result == 0 ? allow(filter, "clone", 1, &thread) : result;
    result = result == 0 ? allow(filter, "open", 1, &open_reads) : result;
    return result == 0 ? allow(filter, "openat", 1, &openat_reads) : result;
}

static int allow_command(scmp_filter_ctx filter) {
    const unsigned long namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    const struct scmp_arg_cmp plain = has_bits(0, namespaces, 0);
    int result = allow(filter, "clone", 1, &plain);
    result = result == 0 ? allow_choices(filter, choices_of_commands,
                                         sizeof(choices_of_commands) / sizeof(choices_of_commands[0]))
                         : result;
    return result == 0 ? allow_names(filter, of_commands) : result;
}

int calls_enter(enum box_kind kind) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (filter == NULL) {
        errno = ENOMEM;
        return -1;
    }
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2); // a search tree instead of a list
    // A call of another architecture, such as x32: ending only its thread would leave the others waiting for it.
    seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1); // keeps the processor's speculation, and so the speed
    int result = allow_names(filter, of_all);
    result = result == 0 ? allow_choices(filter, choices, sizeof(choices) / sizeof(choices[0])) : result;
    result = result == 0 ? allow_signals(filter, kind) : result;
    result = result == 0 ? allow_limits(filter, kind) : result;
    result = result == 0 ? (kind == BOX_PROGRAM ? allow_program(filter) : allow_command(filter)) : result;
    result = result == 0 ? seccomp_load(filter) : result;
    seccomp_release(filter);
    errno = result < 0 ? -result : 0;
    return result == 0 ? 0 : -1;
}
