#define _GNU_SOURCE // asprintf, memfd_create

#include "check/runner/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/prctl.h>
#endif

static void close_on_exec(int descriptor, int on) {
    fcntl(descriptor, F_SETFD, on ? FD_CLOEXEC : 0);
}

static void close_if_open(int *descriptor) {
    if (*descriptor >= 0) {
        close(*descriptor);
    }
    *descriptor = -1;
}

extern char **environ; // macOS declares it in no header

// What the new process is to become.
struct program {
    const char *path;
    int socket, data, printed;
    char **environment; // if it is not contained
    const struct process_setting *settings;
    size_t setting_count;
    const struct containment *containment; // NULL: none
};

// Writes "LD_LIBRARY_PATH=FOLDER" for the folder of this variable that contains the GPU's driver. Returns false if
// there is none: then the system's own list of libraries names it.
static bool find_driver(char *variable, size_t size) {
    const char *folders = getenv("LD_LIBRARY_PATH");
    for (size_t length; folders != NULL && *folders != '\0'; folders += length + (folders[length] == ':')) {
        char driver[1200];
        length = strcspn(folders, ":");
        snprintf(driver, sizeof(driver), "%.*s/libcuda.so.1", (int)length, folders);
        if (length > 0 && access(driver, R_OK) == 0) {
            return (size_t)snprintf(variable, size, "LD_LIBRARY_PATH=%.*s", (int)length, folders) < size;
        }
    }
    return false;
}

// Executes the program in a box. Returns only on failure, with errno.
static void execute_contained(const struct program *program) {
    enum { SETTINGS_MAX = 16, SETTING_SIZE = 128 };
    char texts[SETTINGS_MAX][SETTING_SIZE], problem[1200], gpus[1200], libraries[1200];
    const char *environment[SETTINGS_MAX + 3] = {NULL}, *const readable[] = {program->path, NULL};
    const char *visible = getenv("CUDA_VISIBLE_DEVICES"); // which GPUs it may use
    const int descriptors[] = {program->socket, program->data};
    char *const command[] = {(char *)(uintptr_t)program->path, NULL}; // (it is only read)
    size_t count = 2;
    snprintf(texts[0], SETTING_SIZE, "LABS_SOCKET=%d", program->socket);
    snprintf(texts[1], SETTING_SIZE, "LABS_DATA=%d", program->data);
    for (size_t i = 0; i < program->setting_count && count < SETTINGS_MAX; i++) {
        const struct process_setting *setting = &program->settings[i];
        if (setting->value != NULL) {
            snprintf(texts[count++], SETTING_SIZE, "%s=%s", setting->name, setting->value);
        }
    }
    for (size_t i = 0; i < count; i++) {
        environment[i] = texts[i];
    }
    if (visible != NULL && program->containment->kind == BOX_GPU_PROGRAM) {
        snprintf(gpus, sizeof(gpus), "CUDA_VISIBLE_DEVICES=%s", visible);
        environment[count++] = gpus;
    }
    if (program->containment->kind == BOX_GPU_PROGRAM && find_driver(libraries, sizeof(libraries))) {
        environment[count] = libraries;
    }
    const struct box box = {.kind = program->containment->kind,
                            .limits = program->containment->limits,
                            .trusted = program->containment->trusted,
                            .readable = readable,
                            .environment = environment,
                            .descriptors = descriptors,
                            .descriptor_count = sizeof(descriptors) / sizeof(descriptors[0])};
    box_exec(&box, command, problem, sizeof(problem));
}

// Is it the variable "NAME=..."?
static bool is_variable(const char *entry, const char *name) {
    const size_t length = strlen(name);
    return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

static bool is_replaced(const struct program *program, const char *entry) {
    bool replaced = is_variable(entry, "LABS_SOCKET") || is_variable(entry, "LABS_DATA");
    for (size_t i = 0; i < program->setting_count; i++) {
        replaced |= is_variable(entry, program->settings[i].name);
    }
    return replaced;
}

static void environment_free(char **environment) {
    for (size_t i = 0; environment != NULL && environment[i] != NULL; i++) {
        free(environment[i]);
    }
    free(environment);
}

// The environment of the new process, to be freed; NULL without memory. It is made before the fork: after it, another
// thread's lock of the memory allocator might never open.
static char **make_environment(const struct program *program) {
    size_t own = 0, count = 0;
    while (environ[own] != NULL) {
        own++;
    }
    char **made = calloc(own + program->setting_count + 3, sizeof(*made));
    bool good = made != NULL;
    for (size_t i = 0; good && i < own; i++) {
        if (!is_replaced(program, environ[i])) {
            good = (made[count++] = strdup(environ[i])) != NULL;
        }
    }
    for (size_t i = 0; good && i < program->setting_count; i++) {
        const struct process_setting *setting = &program->settings[i];
        if (setting->value != NULL) {
            good = asprintf(&made[count], "%s=%s", setting->name, setting->value) >= 0;
            count += good;
        }
    }
    if (good && asprintf(&made[count], "LABS_SOCKET=%d", program->socket) >= 0 &&
        asprintf(&made[count + 1], "LABS_DATA=%d", program->data) >= 0) {
        return made;
    }
    if (made != NULL) {
        made[count] = NULL;
    }
    environment_free(made);
    errno = ENOMEM;
    return NULL;
}

static void execute_freely(const struct program *program) {
    close_on_exec(program->socket, 0);
    close_on_exec(program->data, 0);
    execve(program->path, (char *[]){(char *)(uintptr_t)program->path, NULL}, program->environment);
}

// Undoes what limits only the checker (contain.c).
static void raise_limits(void) {
    static const int resources[] = {RLIMIT_CPU, RLIMIT_DATA};
    for (size_t i = 0; i < sizeof(resources) / sizeof(resources[0]); i++) {
        struct rlimit limits;
        if (getrlimit(resources[i], &limits) == 0) {
            limits.rlim_cur = limits.rlim_max;
            setrlimit(resources[i], &limits);
        }
    }
}

// In the new process: runs the program, or reports errno on `failure` and exits.
static void execute(const struct program *program, int failure, pid_t parent) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) { // the parent ended before the line above
        _exit(127);
    }
#else
    (void)parent; // without prctl the runner ends when its socket closes
#endif
    setrlimit(RLIMIT_CORE, &(struct rlimit){1, 1}); // as in the box (box.c)
    signal(SIGXFSZ, SIG_DFL);                       // the checker ignores it
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(program->printed, STDOUT_FILENO);
    dup2(program->printed, STDERR_FILENO);
    close(nothing);
    if (program->containment != NULL) {
        raise_limits();
        execute_contained(program);
    } else {
        execute_freely(program);
    }
    int error = errno;
    if (write(failure, &error, sizeof(error)) < 0) {
        _exit(126);
    }
    _exit(127);
}

// Makes two connected descriptors that no other process inherits.
static int make_pipe(int ends[2]) {
    if (pipe(ends) != 0) {
        return -1;
    }
    close_on_exec(ends[0], 1);
    close_on_exec(ends[1], 1);
    return 0;
}

static int start(struct process *process, struct program *program) {
    int sockets[2] = {-1, -1}, printed[2] = {-1, -1}, failure[2] = {-1, -1};
    int error = 0;
    *process = (struct process){.socket = -1, .printed = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0 || make_pipe(printed) != 0 ||
        make_pipe(failure) != 0) {
        error = errno;
    } else {
        close_on_exec(sockets[0], 1);
        close_on_exec(sockets[1], 1);
        fcntl(printed[0], F_SETFL, O_NONBLOCK);
        program->socket = sockets[1];
        program->printed = printed[1];
        program->environment = make_environment(program);
        pid_t parent = getpid(), pid = program->environment != NULL ? fork() : -1;
        if (pid == 0) {
            execute(program, failure[1], parent);
        }
        const int fork_error = errno;
        environment_free(program->environment);
        if (pid < 0) {
            error = fork_error;
        } else {
            setpgid(pid, pid); // the child does the same; either may come first
            close_if_open(&failure[1]);
            if (read(failure[0], &error, sizeof(error)) !=
                sizeof(error)) { // a successful exec closes the pipe
                error = 0;
            }
            if (error != 0) {
                waitpid(pid, NULL, 0);
            } else {
                *process = (struct process){.pid = pid, .socket = sockets[0], .printed = printed[0]};
            }
        }
    }
    close_if_open(&sockets[1]);
    close_if_open(&printed[1]);
    close_if_open(&failure[0]);
    close_if_open(&failure[1]);
    if (error != 0) {
        close_if_open(&sockets[0]);
        close_if_open(&printed[0]);
        errno = error;
        return -1;
    }
    return 0;
}

int process_start(struct process *process, const char *path, int data, const struct process_setting *settings,
                  size_t setting_count, const struct containment *containment) {
    struct program program = {.path = path,
                              .data = data,
                              .settings = settings,
                              .setting_count = setting_count,
                              .containment = containment};
    // One at a time: a process that another thread starts must not inherit descriptors that are being made.
    static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&starting);
    int started = start(process, &program);
    int error = errno;
    pthread_mutex_unlock(&starting);
    if (started == 0 && containment != NULL) {
        process->watch = box_watch_begin(process->pid, &containment->limits);
        if (process->watch == NULL && !containment->trusted) {
            error = errno;
            process_kill(process);
            started = -1;
        }
    }
    errno = error;
    return started;
}

void process_note_ready(struct process *process) {
    char path[64];
    unsigned long long pages = 0;
    snprintf(path, sizeof(path), "/proc/%d/statm", (int)process->pid);
    FILE *file = fopen(path, "r");
    process->ready_bytes = file != NULL && fscanf(file, "%*u %llu", &pages) == 1
                               ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE)
                               : 0;
    if (file != NULL) {
        fclose(file);
    }
}

// Reaps the process, which has ended or was killed. Until then its number is not given to another.
static void reap(struct process *process) {
    siginfo_t end;
    while (waitid(P_PID, (id_t)process->pid, &end, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
        continue;
    }
    process->breach = box_watch_end(process->watch);
    process->watch = NULL;
    struct rusage used = {0};
    while (wait4(process->pid, &process->status, 0, &used) < 0 && errno == EINTR) {
        continue;
    }
#ifdef __APPLE__
    const uint64_t unit = 1; // of ru_maxrss, in bytes
#else
    const uint64_t unit = 1024;
#endif
    process->peak_bytes = (uint64_t)used.ru_maxrss * unit;
    process->processor_seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                                 (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    process->ended = true;
}

bool process_has_ended(struct process *process) {
    siginfo_t end = {0};
    if (process->pid != 0 && !process->ended &&
        waitid(P_PID, (id_t)process->pid, &end, WEXITED | WNOWAIT | WNOHANG) == 0 &&
        end.si_pid == process->pid) {
        reap(process);
    }
    return process->ended;
}

static double seconds_of(clockid_t clock) {
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double processor_seconds(pid_t pid) {
#ifdef __linux__
    clockid_t clock;
    return clock_getcpuclockid(pid, &clock) == 0 ? seconds_of(clock) : 0;
#else
    (void)pid;
    return 0;
#endif
}

// The number of threads that run, or could if a processor were free. -1: unknown.
static int runnable_threads(pid_t pid) {
    char path[64], text[512];
    snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    int count = 0;
    if (tasks == NULL) {
        return -1;
    }
    for (struct dirent *task; (task = readdir(tasks)) != NULL;) {
        char name[sizeof(path) + sizeof(task->d_name) + sizeof("/stat")];
        snprintf(name, sizeof(name), "%s/%s/stat", path, task->d_name);
        FILE *file = task->d_name[0] != '.' ? fopen(name, "r") : NULL;
        if (file == NULL) {
            continue;
        }
        text[fread(text, 1, sizeof(text) - 1, file)] =
            '\0'; // "12 (name) R ..."; the name may have several lines
        const char *state = strrchr(text, ')');
        count += state != NULL && (state[2] == 'R' || state[2] == 'D');
        fclose(file);
    }
    closedir(tasks);
    return count;
}

void process_time_begin(struct process *process) {
    process->time.looked = seconds_of(CLOCK_MONOTONIC);
    process->time.processor = processor_seconds(process->pid);
    process->time.spent = 0;
}

double process_time_spent(struct process *process, int threads_most) {
    const double least = 0.1, most = 0.2, idle = 0.05; // seconds between two looks; and the part of one
    double now = seconds_of(CLOCK_MONOTONIC), passed = now - process->time.looked;
    if (passed < least) {
        return process->time.spent;
    }
    int runnable = runnable_threads(process->pid);
    double processor = processor_seconds(process->pid), used = processor - process->time.processor;
    if (runnable < 0) {
        process->time.spent += passed;
    } else if (runnable == 0 && used < idle * passed) {
        process->time.spent += passed < most ? passed : most; // more: this process did not run, either
    } else if (used > 0) {
        int threads = runnable < threads_most ? runnable : threads_most;
        process->time.spent += used / (threads > 1 ? threads : 1);
    }
    process->time.looked = now;
    process->time.processor = processor;
    return process->time.spent;
}

void process_kill(struct process *process) {
    if (process->pid != 0) {
        kill(-process->pid, SIGKILL); // the group outlives its leader while any member lives
        if (!process->ended) {
            kill(process->pid, SIGKILL);
            reap(process);
        }
    }
    close_if_open(&process->socket);
    close_if_open(&process->printed);
    process->pid = 0;
    process->ended = false;
}

bool process_ends_over_limit(struct process *process, const struct containment *containment) {
    enum box_breach breach =
        containment != NULL && !process->ended ? box_look(process->pid, &containment->limits) : BOX_WITHIN;
    process_kill(process); // its watch may have done so already, and then knows why
    if (breach != BOX_WITHIN) {
        process->breach = breach;
    }
    return process->breach != BOX_WITHIN;
}

int process_memory_file(void) {
#ifdef __linux__
    return memfd_create("labs-data", MFD_CLOEXEC);
#else
    const char *folder = getenv("TMPDIR");
    char path[1024];
    snprintf(path, sizeof(path), "%s/labs-data-XXXXXX", folder != NULL ? folder : "/tmp");
    int file = mkstemp(path);
    if (file >= 0) {
        unlink(path);
        close_on_exec(file, 1);
    }
    return file;
#endif
}
