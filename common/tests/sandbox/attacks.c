// To add an attack: a function that returns whether it got through, and a line at the end. The test course.sandbox.NAME
// first expects that it gets through without the box.
#define _GNU_SOURCE
#include "attacks.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MIB = 1 << 20 };

const char *scene_path(const struct scene *scene, const char *name) {
    static char paths[4][600];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof(paths[0]), "%s/%s", scene->folder, name);
    return path;
}

static void sleep_ms(long ms) {
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static bool can_read(const char *path) {
    char byte;
    int file = open(path, O_RDONLY);
    return file >= 0 && read(file, &byte, 1) == 1;
}

static bool write_text(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    return file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
}

// ---- Files -----------------------------------------------------------------------------------------------

static bool reads_a_submission(const struct scene *scene) {
    return can_read(scene_path(scene, "other/starter.cu"));
}

static bool lists_submissions(const struct scene *scene) {
    return opendir(scene_path(scene, "other")) != NULL;
}

static bool reads_a_leaked_descriptor(const struct scene *scene) {
    char byte;
    (void)scene;
    return pread(LEAKED, &byte, 1, 0) == 1;
}

static bool writes_to_the_course(const struct scene *scene) {
    return write_text(scene_path(scene, "course/lab.h"), "mine");
}

static bool writes_to_home(const struct scene *scene) { // also a result that the next case finds there
    return write_text(scene_path(scene, "home/cached"), "42");
}

static bool replaces_the_checker(const struct scene *scene) {
    return rename(scene_path(scene, "course/lab.h"), scene_path(scene, "course/solution")) == 0;
}

static bool truncates_while_reading(const struct scene *scene) {
    return open(scene_path(scene, "course/lab.h"), O_RDONLY | O_TRUNC) >= 0;
}

static bool truncates_by_name(const struct scene *scene) {
    return truncate(scene_path(scene, "course/lab.h"), 0) == 0;
}

static bool links_to_a_submission(const struct scene *scene) {
    return link(scene_path(scene, "other/starter.cu"), scene_path(scene, "home/mine")) == 0;
}

static bool changes_permissions(const struct scene *scene) {
    return chmod(scene_path(scene, "other/starter.cu"), 0777) == 0;
}

static bool observes_files(const struct scene *scene) {
    return inotify_add_watch(inotify_init1(0), scene_path(scene, "other"), IN_ALL_EVENTS) >= 0;
}

static bool fills_the_disk(const struct scene *scene) {
    static char block[MIB];
    int file = open(scene_path(scene, "home/large"), O_WRONLY | O_CREAT, 0600);
    signal(SIGXFSZ, SIG_IGN);
    bool all = file >= 0;
    for (int i = 0; i < 20 && all; i++) {
        all = write(file, block, sizeof(block)) == (ssize_t)sizeof(block);
    }
    unlink(scene_path(scene, "home/large"));
    return all;
}

static bool leaves_a_file_in_memory(const struct scene *scene) { // for its next process, too
    (void)scene;
    int file = shm_open("/labs-sandbox", O_RDWR | O_CREAT, 0600);
    return file >= 0 && shm_unlink("/labs-sandbox") == 0;
}

static bool locks_for_reading(const struct scene *scene) { // a file that each box can read
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
    return fcntl(open(scene_path(scene, "course/lab.h"), O_RDONLY), F_SETLK, &lock) == 0;
}

static bool locks_a_file(const struct scene *scene) { // for which others would wait
    return flock(open(scene_path(scene, "course/lab.h"), O_RDONLY), LOCK_EX | LOCK_NB) == 0;
}

static bool opens_by_handle(const struct scene *scene) { // without a path
    struct {
        struct file_handle head;
        unsigned char rest[MAX_HANDLE_SZ];
    } handle = {.head = {.handle_bytes = MAX_HANDLE_SZ}};
    int mount;
    return name_to_handle_at(AT_FDCWD, scene_path(scene, "other/starter.cu"), &handle.head, &mount, 0) == 0 &&
           open_by_handle_at(open(scene_path(scene, "course/lab.h"), O_RDONLY), &handle.head, O_RDONLY) >= 0;
}

static bool mounts_a_folder(const struct scene *scene) { // over the others
    const char *path = scene_path(scene, "home");
    return mount("none", path, "tmpfs", 0, NULL) == 0 && umount(path) == 0;
}

static bool writes_its_own_memory(const struct scene *scene) { // where the simulator observes no access
    static volatile int value = 1;
    const int changed = 2;
    (void)scene;
    int memory = open("/proc/self/mem", O_RDWR);
    return memory >= 0 && pwrite(memory, &changed, sizeof(changed), (off_t)(uintptr_t)&value) > 0 &&
           value == 2;
}

// ---- Other processes -------------------------------------------------------------------------------------

static bool executes_the_solution(const struct scene *scene) {
    const char *path = scene_path(scene, "course/solution");
    execl(path, path, (char *)NULL); // its exit code is 0
    return false;
}

static bool executes_by_a_shell(const struct scene *scene) {
    (void)scene;
    return system("exit 0") == 0;
}

static bool executes_from_memory(const struct scene *scene) {
    static char block[MIB];
    char *const words[] = {"true", NULL}, *const none[] = {NULL};
    int from = open(scene_path(scene, "course/solution"), O_RDONLY), file = memfd_create("program", 0);
    ssize_t length = read(from, block, sizeof(block));
    if (length > 0 && write(file, block, (size_t)length) == length) {
        fexecve(file, words, none); // its exit code is 0
    }
    return false;
}

static bool reads_the_environment(const struct scene *scene) {
    (void)scene;
    return getenv("LABS_TEST_SECRET") != NULL;
}

static bool reads_anothers_environment(const struct scene *scene) {
    char path[64];
    snprintf(path, sizeof(path), "/proc/%d/environ", (int)scene->victim);
    return can_read(path);
}

static bool lists_processes(const struct scene *scene) {
    (void)scene;
    DIR *all = opendir("/proc");
    return all != NULL && readdir(all) != NULL;
}

static bool signals_all(const struct scene *scene) { // signal 0: who may be killed
    (void)scene;
    return kill(-1, 0) == 0;
}

static bool kills_a_process(const struct scene *scene) {
    return kill(scene->victim, SIGKILL) == 0;
}

static bool kills_through_a_descriptor(const struct scene *scene) {
    int ends[2];
    bool possible = pipe(ends) == 0 && fcntl(ends[0], F_SETSIG, SIGKILL) == 0 &&
                    fcntl(ends[0], F_SETOWN, scene->victim) == 0 && fcntl(ends[0], F_SETFL, O_ASYNC) == 0;
    return possible && write(ends[1], "", 1) == 1;
}

static bool traces_a_process(const struct scene *scene) {
    return ptrace(PTRACE_SEIZE, scene->victim, NULL, NULL) == 0;
}

static bool reads_anothers_memory(const struct scene *scene) {
    char byte;
    const struct iovec here = {&byte, 1}, there = {(void *)scene->address, 1};
    return process_vm_readv(scene->victim, &here, 1, &there, 1, 0) == 1;
}

static bool limits_another(const struct scene *scene) {
    return prlimit(scene->victim, RLIMIT_NPROC, &(struct rlimit){0, 0}, NULL) == 0;
}

static bool slows_another(const struct scene *scene) {
    return setpriority(PRIO_PROCESS, (id_t)scene->victim, 19) == 0;
}

static bool moves_another(const struct scene *scene) { // to one processor, which others use
    cpu_set_t own;
    return sched_getaffinity(0, sizeof(own), &own) == 0 &&
           sched_setaffinity(scene->victim, sizeof(own), &own) == 0;
}

static bool goes_first(const struct scene *scene) { // before the programs of all others
    (void)scene;
    return sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 1}) == 0;
}

static bool takes_a_descriptor(const struct scene *scene) { // such as the checker's socket
    int process = (int)syscall(434 /* pidfd_open */, scene->victim, 0);
    return process >= 0 && syscall(438 /* pidfd_getfd */, process, 0, 0) >= 0;
}

static bool starts_processes(const struct scene *scene) {
    int started = 0;
    (void)scene;
    for (int i = 0; i < 50; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            sleep_ms(2000);
            _exit(0);
        }
        started += pid > 0;
    }
    sleep_ms(200); // the box may first have to look
    return started == 50;
}

static void *sleep_in_thread(void *argument) {
    sleep_ms(500);
    return argument;
}

static bool starts_threads(const struct scene *scene) {
    pthread_t thread;
    int started = 0;
    (void)scene;
    for (int i = 0; i < 50; i++) {
        started += pthread_create(&thread, NULL, sleep_in_thread, NULL) == 0;
    }
    sleep_ms(200);
    return started == 50;
}

static bool leaves_a_daemon(const struct scene *scene) {
    pid_t pid = fork();
    if (pid == 0) {
        setsid();
        if (fork() == 0) {
            sleep_ms(150);
            write_text(scene_path(scene, "report.json"), "changed");
        }
        _exit(0);
    }
    return pid > 0 && waitpid(pid, NULL, 0) == pid;
}

static bool leaves_its_group(const struct scene *scene) {
    (void)scene;
    pid_t pid = fork(); // the leader of a group cannot leave it
    if (pid == 0) {
        _exit(setsid() >= 0 ? 0 : 1);
    }
    int status;
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static bool outlives_its_parent(const struct scene *scene) {
    (void)scene;
    return prctl(PR_SET_PDEATHSIG, 0) == 0;
}

// ---- Memory, time, network, kernel -----------------------------------------------------------------------

// Takes 200 MiB and waits, so that the box looks.
static bool takes_memory(void) {
    const size_t bytes = 200u * MIB;
    volatile char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t i = 0; memory != MAP_FAILED && i < bytes; i += 4096) {
        memory[i] = 1;
    }
    sleep_ms(200);
    return memory != MAP_FAILED;
}

static bool fills_memory(const struct scene *scene) {
    (void)scene;
    return takes_memory();
}

static bool hides_behind_its_name(const struct scene *scene) { // /proc/PID/stat then has several lines
    (void)scene;
    return prctl(PR_SET_NAME, "a\nb") == 0 && takes_memory();
}

static void *take_memory_and_exit(void *argument) {
    sleep_ms(50); // until the first thread has ended
    _exit(takes_memory() ? 0 : 1);
    return argument;
}

static bool hides_behind_an_ended_thread(const struct scene *scene) { // which has no memory any more
    pthread_t thread;
    (void)scene;
    if (pthread_create(&thread, NULL, take_memory_and_exit, NULL) != 0) {
        return false;
    }
    syscall(SYS_exit, 1);
    return false;
}

static bool fills_page_tables(const struct scene *scene) { // a page of tables for each 2 MiB that it reads
    const size_t tables = 200u * MIB / 4096, reach = 2u * MIB;
    int sum = 0;
    (void)scene;
    volatile char *memory = mmap(NULL, tables * reach, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    madvise((void *)(uintptr_t)memory, tables * reach, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < tables; i++) {
        sum += memory[i * reach];
    }
    sleep_ms(200);
    return sum == 0;
}

static bool drops_shared_memory(const struct scene *scene) { // from its own tables; the kernel keeps it
    (void)scene;
    char *memory = mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    memset(memory, 1, MIB);
    return madvise(memory, MIB, MADV_DONTNEED) == 0 && memory[0] == 1;
}

static bool fills_addresses(const struct scene *scene) { // so that its next case seems to lack memory
    (void)scene;
    void *most = mmap(NULL, (size_t)1 << 40, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    sleep_ms(200);
    return most != MAP_FAILED;
}

static bool hides_memory(const struct scene *scene) { // in a file that is not mapped
    static char block[MIB];
    (void)scene;
    int file = memfd_create("hidden", 0);
    return file >= 0 && write(file, block, sizeof(block)) == (ssize_t)sizeof(block);
}

static bool leaves_shared_memory(const struct scene *scene) { // for its next process, too
    (void)scene;
    int id = shmget(IPC_PRIVATE, MIB, IPC_CREAT | 0600);
    return id >= 0 && shmctl(id, IPC_RMID, NULL) == 0;
}

static bool leaves_a_key(const struct scene *scene) { // in the kernel, for its next process
    (void)scene;
    long key = syscall(SYS_add_key, "user", "labs-sandbox", "x", 1, -4 /* of this user */);
    return key >= 0 && syscall(SYS_keyctl, 9 /* unlink */, key, -4) == 0;
}

static bool dumps_its_memory(const struct scene *scene) { // through the system's handler, on its disk
    struct rlimit core;
    (void)scene;
    getrlimit(RLIMIT_CORE, &core);
    return core.rlim_max != 1; // only this limit also stops a handler
}

static bool uses_time(const struct scene *scene) {
    struct timespec used;
    (void)scene;
    do {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    } while (used.tv_sec < 1 || used.tv_nsec < 200000000);
    return true;
}

static bool lowers_its_limits(const struct scene *scene) { // to fail as on a machine that lacks memory
    struct rlimit memory;
    (void)scene;
    return getrlimit(RLIMIT_AS, &memory) == 0 && setrlimit(RLIMIT_AS, &memory) == 0;
}

static bool raises_its_limits(const struct scene *scene) {
    struct rlimit files;
    (void)scene;
    getrlimit(RLIMIT_NOFILE, &files);
    return files.rlim_max > 512; // the box sets the hard limit; only a capability raises it
}

static bool connects(const struct scene *scene) {
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)scene->port),
                                        .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    return connection >= 0 && connect(connection, (const struct sockaddr *)&address, sizeof(address)) == 0;
}

static bool meets_another(const struct scene *scene) { // at a name that is no file
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0labs-sandbox"};
    (void)scene;
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    return server >= 0 && bind(server, (struct sockaddr *)&address, sizeof(address)) == 0;
}

static bool makes_a_namespace(const struct scene *scene) {
    (void)scene;
    return unshare(CLONE_NEWUTS) == 0;
}

static bool uses_io_uring(const struct scene *scene) {
    char parameters[256] = {0};
    (void)scene;
    return syscall(425 /* io_uring_setup */, 1, parameters) >= 0;
}

static bool changes_its_root(const struct scene *scene) {
    return chroot(scene->folder) == 0;
}

static bool becomes_another_user(const struct scene *scene) {
    (void)scene;
    return setuid(65533) == 0;
}

// ---- What programs need ----------------------------------------------------------------------------------

static void *add_one(void *argument) {
    ++*(int *)argument;
    return argument;
}

static bool uses_threads(const struct scene *scene) {
    pthread_t threads[8];
    int counts[8] = {0}, sum = 0;
    (void)scene;
    for (int i = 0; i < 8; i++) {
        if (pthread_create(&threads[i], NULL, add_one, &counts[i]) != 0) {
            return false;
        }
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
        sum += counts[i];
    }
    return sum == 8;
}

static bool prints_and_computes(const struct scene *scene) {
    struct timespec now;
    (void)scene;
    char *large = calloc(8, MIB);
    sleep_ms(1);
    bool good =
        large != NULL && clock_gettime(CLOCK_MONOTONIC, &now) == 0 && printf("%d bytes\n", 8 * MIB) > 0;
    free(large);
    return good && fflush(stdout) == 0 && raise(SIGCHLD) == 0;
}

static bool reads_the_contract(const struct scene *scene) { // which labs_box has made readable
    return can_read(scene_path(scene, "course/lab.h"));
}

// On a busy machine the kernel counts more time for its own limit than the watch does, which says what happened.
static bool leaves_the_end_to_the_watch(const struct scene *scene) {
    struct rlimit time;
    (void)scene;
    return getrlimit(RLIMIT_CPU, &time) == 0 && time.rlim_cur >= 100;
}

// Its end by this signal would look like that of a program for which the machine had no memory.
static bool survives_itself(const struct scene *scene) {
    (void)scene;
    if (getenv("LABS_TEST_SECRET") == NULL) { // in the box
        kill(getpid(), SIGKILL);
        syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGKILL);
    }
    return true;
}

#ifdef __x86_64__
static void *call_x32(void *nothing) {
    enum { X32 = 0x40000000 };
    syscall(X32 | SYS_getpid);
    return nothing;
}

// Only a thread makes a call of a foreign architecture, and the others would go on without it.
static bool goes_on_after_a_foreign_call(const struct scene *scene) {
    pthread_t thread;
    (void)scene;
    if (pthread_create(&thread, NULL, call_x32, NULL) == 0) {
        sleep_ms(500);
    }
    return true;
}
#endif

#define ATTACK(function) .name = #function, .got_through = function

const struct attack attacks[] = {
    {ATTACK(uses_threads), .harmless = true},
    {ATTACK(prints_and_computes), .harmless = true},
    {ATTACK(reads_the_contract), .harmless = true},
    {ATTACK(survives_itself), .harmless = true},
    {ATTACK(leaves_the_end_to_the_watch), .options = {"--seconds", "50"}, .harmless = true},
    {ATTACK(reads_a_submission)},
    {ATTACK(lists_submissions)},
    {ATTACK(reads_a_leaked_descriptor)},
    {ATTACK(writes_to_the_course)},
    {ATTACK(writes_to_home)},
    {ATTACK(replaces_the_checker)},
    {ATTACK(truncates_while_reading)},
    {ATTACK(truncates_by_name)},
    {ATTACK(links_to_a_submission)},
    {ATTACK(changes_permissions)},
    {ATTACK(observes_files)},
    {ATTACK(fills_the_disk)},
    {ATTACK(leaves_a_file_in_memory)},
    {ATTACK(locks_a_file)},
    {ATTACK(locks_for_reading)},
    {ATTACK(opens_by_handle), .as_root = true},
    {ATTACK(mounts_a_folder), .as_root = true},
    {ATTACK(writes_its_own_memory)},
    {ATTACK(executes_the_solution)},
    {ATTACK(executes_by_a_shell)},
    {ATTACK(executes_from_memory)},
    {ATTACK(reads_the_environment)},
    {ATTACK(reads_anothers_environment)},
    {ATTACK(lists_processes)},
    {ATTACK(signals_all)},
    {ATTACK(kills_a_process)},
    {ATTACK(kills_through_a_descriptor)},
    {ATTACK(traces_a_process)},
    {ATTACK(reads_anothers_memory)},
    {ATTACK(limits_another)},
    {ATTACK(slows_another)},
    {ATTACK(moves_another)},
    {ATTACK(goes_first), .as_root = true},
    {ATTACK(takes_a_descriptor)},
    {ATTACK(starts_processes)},
    {ATTACK(starts_threads), .options = {"--threads", "20"}},
    {ATTACK(leaves_a_daemon), .later = true},
    {ATTACK(leaves_its_group)},
    {ATTACK(outlives_its_parent)},
    {ATTACK(fills_memory), .options = {"--memory", "100"}},
    {ATTACK(hides_behind_its_name), .options = {"--memory", "100"}},
    {ATTACK(hides_behind_an_ended_thread), .options = {"--memory", "100"}},
    {ATTACK(fills_page_tables), .options = {"--memory", "100"}},
    {ATTACK(drops_shared_memory)},
    {ATTACK(fills_addresses), .options = {"--addresses", "900"}},
    {ATTACK(hides_memory)},
    {ATTACK(leaves_shared_memory)},
    {ATTACK(leaves_a_key)},
    {ATTACK(dumps_its_memory)},
    {ATTACK(uses_time), .options = {"--seconds", "1"}},
    {ATTACK(raises_its_limits)},
    {ATTACK(lowers_its_limits)},
    {ATTACK(connects)},
    {ATTACK(meets_another)},
    {ATTACK(makes_a_namespace), .as_root = true},
    {ATTACK(uses_io_uring)},
#ifdef __x86_64__
    {ATTACK(goes_on_after_a_foreign_call)},
#endif
    {ATTACK(changes_its_root), .as_root = true},
    {ATTACK(becomes_another_user), .as_root = true},
};
const size_t attack_count = sizeof(attacks) / sizeof(attacks[0]);
