#define _GNU_SOURCE // pipe2
#include "queue.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "compile.h"
#include "folder.h"
#include "grade.h"
#include "meter.h"
#include "result.h"

enum { JOBS_MAX = 256 };

// A file to grade. Several students may have submitted the same.
struct task {
    int lab;
    const char *hash;
    int tries; // that failed
    bool done;
    char why[WHY_SIZE];
};

struct job {
    pid_t child; // 0: free
    struct task *task;
    char place[PLACE_SIZE];
    int why; // the end of a pipe from which the reason of a failure can be read
};

struct queue {
    struct class *class;
    const struct lab_commands *commands;
    struct task *tasks;
    size_t count, done, failed;
    struct job jobs[JOBS_MAX];
    struct meter meter;
};

static volatile sig_atomic_t interrupted;

static void interrupt(int number) {
    (void)number;
    interrupted = 1;
}

// ---- Tasks -----------------------------------------------------------------------------------------------

static int by_file(const void *a, const void *b) {
    const struct task *one = a, *other = b;
    return one->lab != other->lab ? one->lab - other->lab : strcmp(one->hash, other->hash);
}

// Reads the file's result, if there is one, and what the checker found worth a look.
static void read_result(const struct class *class, int lab, struct entry *entry) {
    const json_t *line;
    size_t i;
    entry->result = result_read(class, lab, entry->hash);
    json_array_foreach(json_object_get(json_object_get(entry->result, "report"), "look_at"), i, line) {
        size_t used = strlen(entry->flags);
        snprintf(entry->flags + used, sizeof(entry->flags) - used, "%s%s",
                 used > 0 ? "; " : "look at this file: ", json_string_value(line));
    }
}

// One task for each lab and file of this shard without a result.
static bool make_tasks(struct queue *queue) {
    struct class *class = queue->class;
    const size_t shards = class->options.shards > 0 ? (size_t) class->options.shards : 1;
    size_t kept = 0, different = 0;
    queue->tasks = calloc(class->student_count * (size_t) class->lab_count + 1, sizeof(*queue->tasks));
    for (size_t i = 0; i < class->student_count && queue->tasks != NULL; i++) {
        for (int lab = 0; lab < class->lab_count; lab++) {
            struct entry *entry = &class->students[i].entries[lab];
            if (entry->submitted != SUBMITTED_FILE) {
                continue;
            }
            read_result(class, lab, entry);
            queue->tasks[queue->count++] =
                (struct task){.lab = lab, .hash = entry->hash, .done = entry->result != NULL};
        }
    }
    if (queue->tasks == NULL) {
        return false;
    }
    struct task last;
    qsort(queue->tasks, queue->count, sizeof(*queue->tasks), by_file);
    for (size_t i = 0; i < queue->count; i++) {
        const struct task task = queue->tasks[i];
        if (i > 0 && by_file(&last, &task) == 0) {
            continue;
        }
        if (different++ % shards == (size_t) class->options.shard && !task.done) {
            queue->tasks[kept++] = task;
        }
        last = task;
    }
    queue->count = kept;
    return true;
}

// ---- Jobs ------------------------------------------------------------------------------------------------

// In the new process: grades, and sends the reason of a failure.
_Noreturn static void run_job(const struct queue *queue, const struct job *job, int why_end) {
    char why[WHY_SIZE] = "";
    const struct task *task = job->task;
    signal(SIGINT, SIG_IGN); // the parent ends this process
    signal(SIGTERM, SIG_DFL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    int code = grade(queue->class, task->lab, &queue->commands[task->lab], task->hash, job->place, why);
    if (code != 0 && write(why_end, why, strlen(why)) < 0) {
        _exit(EXIT_MACHINE);
    }
    _exit(code == 0 ? EXIT_GRADED : EXIT_MACHINE);
}

static bool start(struct queue *queue, struct job *job, struct task *task) {
    int ends[2];
    job->task = task;
    if (mkdir(job->place, 0700) != 0 || pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
    fflush(NULL);
    job->child = fork();
    if (job->child == 0) {
        run_job(queue, job, ends[1]);
    }
    close(ends[1]);
    job->why = ends[0];
    if (job->child < 0) {
        close(ends[0]);
        job->child = 0;
        return false;
    }
    return true;
}

// Can this machine compile each lab that is to be graded? Returns 0, or -1 after a message.
static int try_solutions(const struct queue *queue) {
    char why[WHY_SIZE] = "";
    const struct class *class = queue->class;
    for (size_t i = 0; i < queue->count; i++) {
        int lab = queue->tasks[i].lab;
        if (i > 0 && queue->tasks[i - 1].lab == lab) {
            continue;
        }
        int tried = compile_solution(class, lab, &queue->commands[lab], class->trials, why);
        if (chdir(class->options.course) != 0 || tried != 0) {
            const char *name = class->labs[lab].name;
            fprintf(stderr, "class: this machine cannot grade %s, so nothing was graded.\n%s\n", name, why);
            if (strstr(why, strerror(ENOSPC)) != NULL) {
                fputs("Make room, and run this again\n", stderr);
            } else {
                fprintf(stderr, "./lab doctor says what it lacks; ./lab demo %s tries the solution\n", name);
            }
            return -1;
        }
    }
    return 0;
}

static void show_progress(struct queue *queue) {
    char text[100], failures[40] = "";
    if (queue->failed > 0) {
        snprintf(failures, sizeof(failures), ", %zu machine failure%s", queue->failed,
                 queue->failed == 1 ? "" : "s");
    }
    snprintf(text, sizeof(text), "%zu of %zu file%s graded%s", queue->done, queue->count,
             queue->count == 1 ? "" : "s", failures);
    meter_show(&queue->meter, queue->count > 0 ? (double)queue->done / (double)queue->count : 1, text);
}

static void end_job(struct queue *queue, struct job *job, int status) {
    struct task *task = job->task;
    char why[WHY_SIZE] = "";
    ssize_t length = read(job->why, why, sizeof(why) - 1);
    why[length > 0 ? length : 0] = '\0';
    close(job->why);
    folder_remove(job->place);
    job->child = 0;
    task->done = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_GRADED;
    queue->done += task->done;
    if (!task->done && !interrupted) { // otherwise run_all() has stopped it
        task->tries++;
        queue->failed++;
        snprintf(task->why, sizeof(task->why), "%s", why[0] != '\0' ? why : "the grading process died");
        task->why[strcspn(task->why, "\n")] = '\0';
    }
    show_progress(queue);
}

// The next task: those that failed come after all others.
static struct task *next_task(const struct queue *queue, int jobs) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
        for (size_t i = 0; i < queue->count; i++) {
            struct task *task = &queue->tasks[i];
            bool running = false;
            for (int k = 0; k < jobs; k++) {
                running |= queue->jobs[k].child != 0 && queue->jobs[k].task == task;
            }
            if (!task->done && !running && task->tries == tries) {
                return task;
            }
        }
    }
    return NULL;
}

static struct job *job_of(struct queue *queue, int jobs, pid_t child) {
    for (int i = 0; i < jobs; i++) {
        if (queue->jobs[i].child == child) {
            return &queue->jobs[i];
        }
    }
    return NULL;
}

static void end_jobs(const struct queue *queue, int jobs) {
    for (int i = 0; i < jobs; i++) {
        if (queue->jobs[i].child > 0) {
            kill(queue->jobs[i].child, SIGKILL); // its programs end with it
        }
    }
}

// Waits until a job ends, and returns its process, or until a signal comes. All signals that matter are held back
// meanwhile: one that came between the look at `interrupted` and the wait would have no effect until a job ends.
static pid_t wait_for_job(const struct queue *queue, int jobs, int *status) {
    sigset_t signals, before;
    int number = 0;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, &before);
    if (interrupted) {
        end_jobs(queue, jobs);
    }
    pid_t child = waitpid(-1, status, interrupted ? 0 : WNOHANG);
    if (child == 0 && sigwait(&signals, &number) == 0 && number != SIGCHLD) {
        interrupted = 1;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return child;
}

// Runs until nothing is left to do, or until it is interrupted.
static void run_all(struct queue *queue, int jobs) {
    int running = 0;
    for (;;) {
        struct job *job = job_of(queue, jobs, 0);
        struct task *task = job != NULL && !interrupted ? next_task(queue, jobs) : NULL;
        if (task != NULL) {
            if (start(queue, job, task)) {
                running++;
            } else {
                snprintf(task->why, sizeof(task->why), "%.300s: %s", job->place, strerror(errno));
                task->tries++;
                queue->failed++;
                folder_remove(job->place);
                sleep(1); // until other programs have ended
            }
            continue;
        }
        if (running == 0) {
            return;
        }
        int status;
        pid_t child = wait_for_job(queue, jobs, &status);
        if (child > 0 && (job = job_of(queue, jobs, child)) != NULL) {
            end_job(queue, job, status);
            running--;
        }
    }
}

// ----------------------------------------------------------------------------------------------------------

// Copies results and failures into the entries.
static void take_results(struct queue *queue) {
    struct class *class = queue->class;
    for (size_t i = 0; i < class->student_count; i++) {
        for (int lab = 0; lab < class->lab_count; lab++) {
            struct entry *entry = &class->students[i].entries[lab];
            if (entry->submitted != SUBMITTED_FILE || entry->result != NULL) {
                continue;
            }
            const struct task key = {.lab = lab, .hash = entry->hash};
            const struct task *task = bsearch(&key, queue->tasks, queue->count, sizeof(key), by_file);
            if (task == NULL) { // of another shard
                continue;
            }
            if (task->done) {
                read_result(class, lab, entry);
            }
            entry->tries = task->tries;
            snprintf(entry->note, sizeof(entry->note), "%s", task->why);
        }
    }
}

// Otherwise a run with --resume grades files again without a reason, and grades change.
static void say_other_results(const struct queue *queue) {
    size_t others = 0;
    for (size_t i = 0; i < queue->count; i++) {
        others += result_has_other(queue->class, queue->tasks[i].lab, queue->tasks[i].hash);
    }
    if (others > 0) {
        printf("%zu of them %s graded with another seed, limit, checker, lab or simulator, which does not "
               "count now\n",
               others, others == 1 ? "was" : "were");
    }
}

int queue_run(struct class *class, const struct lab_commands *commands) {
    static struct queue queue;
    struct sigaction stop = {.sa_handler = interrupt}, before[2];
    queue = (struct queue){.class = class, .commands = commands};
    if (!make_tasks(&queue)) {
        fputs("class: not enough memory. End other programs, and run this again\n", stderr);
        return EXIT_MACHINE;
    }
    int jobs = class->options.jobs < JOBS_MAX ? class->options.jobs : JOBS_MAX;
    for (int i = 0; i < jobs; i++) {
        snprintf(queue.jobs[i].place, PLACE_SIZE, "%s/%d", class->trials, i);
    }
    if (try_solutions(&queue) != 0) {
        free(queue.tasks);
        return EXIT_MACHINE;
    }
    printf("%zu file%s to grade, %d at a time\n", queue.count, queue.count == 1 ? "" : "s", jobs);
    say_other_results(&queue);
    sigaction(SIGINT, &stop, &before[0]);
    sigaction(SIGTERM, &stop, &before[1]);
    meter_start(&queue.meter);
    run_all(&queue, jobs);
    meter_clear(&queue.meter);
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGTERM, &before[1], NULL);
    take_results(&queue);
    free(queue.tasks);
    return interrupted ? EXIT_INTERRUPTED : EXIT_GRADED;
}
