#define _XOPEN_SOURCE 700
#include "run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MAX = 256, REPORT_EVERY = 50 };

// A child process and its folder.
struct job {
    pid_t child; // 0: free
    size_t lab, mutant;
    char place[PATH_SIZE];
};

struct running {
    struct mutated_lab *labs;
    const struct run_options *options;
    FILE *file;
    struct job jobs[JOBS_MAX];
    size_t total, done, survived;
    time_t begun;
};

// Each job has its own folder during the run. Concurrent runs do not share folders.
static int make_places(struct running *run) {
    char folder[PATH_SIZE - 40];
    snprintf(folder, sizeof(folder), "%s/mutation", run->options->build);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return -1;
    }
    for (int i = 0; i < run->options->jobs; i++) {
        snprintf(run->jobs[i].place, PATH_SIZE, "%s/%ld-%d", folder, (long)getpid(), i);
        if (mkdir(run->jobs[i].place, 0777) != 0) {
            return -1;
        }
    }
    return 0;
}

static void remove_places(struct running *run) {
    static const char *const files[] = {"mutant.cu",     "mutant.cpp", "mutant.o", "mutant.o.d", "runner",
                                        "runner.source", "log",        "result",   NULL};
    char path[PATH_SIZE + 20];
    for (int i = 0; i < run->options->jobs && run->jobs[i].place[0] != '\0'; i++) {
        for (const char *const *file = files; *file != NULL; file++) {
            snprintf(path, sizeof(path), "%s/%s", run->jobs[i].place, *file);
            unlink(path);
        }
        rmdir(run->jobs[i].place);
    }
}

static void report_progress(const struct running *run) {
    double seconds = difftime(time(NULL), run->begun);
    double left = run->done == 0 ? 0 : seconds / (double)run->done * (double)(run->total - run->done);
    bool terminal = isatty(STDERR_FILENO);
    if (!terminal && run->done % REPORT_EVERY != 0 && run->done != run->total) {
        return;
    }
    fprintf(stderr, "%s%zu of %zu mutants, %zu survived; %.0f s, about %.0f s left%s", terminal ? "\r" : "",
            run->done, run->total, run->survived, seconds, left,
            terminal && run->done < run->total ? " " : "\n");
}

// In the child. The file `result` hands the result to the parent.
_Noreturn static void run_job(const struct running *run, const struct job *job) {
    const struct mutated_lab *lab = &run->labs[job->lab];
    char path[PATH_SIZE + 20];
    struct result result = trial_run(lab->files, &lab->mutants.mutants[job->mutant],
                                     lab->reasons[job->mutant] != NULL, run->options->build, job->place);
    snprintf(path, sizeof(path), "%s/result", job->place);
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(&result, sizeof(result), 1, file) == 1;
    _exit(file != NULL && fclose(file) == 0 && written ? 0 : 1);
}

static int start(struct running *run, struct job *job, size_t lab, size_t mutant) {
    job->lab = lab;
    job->mutant = mutant;
    fflush(NULL); // or the child would print it again
    job->child = fork();
    if (job->child == 0) {
        run_job(run, job);
    }
    return job->child > 0 ? 0 : -1;
}

// Waits for one child and keeps its result.
static int finish_one(struct running *run) {
    int status;
    pid_t child = wait(&status);
    if (child < 0) {
        return -1;
    }
    struct job *job = run->jobs;
    while (job < run->jobs + run->options->jobs && job->child != child) {
        job++;
    }
    if (job == run->jobs + run->options->jobs) {
        return 0;
    }
    job->child = 0;
    struct mutated_lab *lab = &run->labs[job->lab];
    struct result *result = &lab->results[job->mutant];
    char path[PATH_SIZE + 20];
    snprintf(path, sizeof(path), "%s/result", job->place);
    FILE *file = fopen(path, "rb");
    bool read = status == 0 && file != NULL && fread(result, sizeof(*result), 1, file) == 1;
    if (file != NULL) {
        fclose(file);
    }
    if (!read) {
        *result = (struct result){OUTCOME_BROKEN, "the trial process died"};
    }
    run->done++;
    run->survived += result->outcome == OUTCOME_SURVIVED && lab->reasons[job->mutant] == NULL;
    report_progress(run);
    return results_add(run->file, lab->files, &lab->mutants.mutants[job->mutant], result);
}

static struct job *free_job(struct running *run) {
    for (int i = 0; i < run->options->jobs; i++) {
        if (run->jobs[i].child == 0) {
            return &run->jobs[i];
        }
    }
    return NULL;
}

// A lab's program itself must pass, with every operator: otherwise each mutant would count as caught.
static bool passes_unchanged(const struct running *run, const struct mutated_lab *lab) {
    const struct mutant unchanged = {.text = lab->source, .length = strlen(lab->source)};
    const struct result result =
        trial_run(lab->files, &unchanged, false, run->options->build, run->jobs[0].place);
    if (result.outcome != OUTCOME_SURVIVED) {
        fprintf(stderr, "%s does not pass its check without a change; fix that first (%s%s%s)\n", lab->path,
                outcome_names[result.outcome], result.how[0] != '\0' ? ": " : "", result.how);
    }
    return result.outcome == OUTCOME_SURVIVED;
}

static bool has_trials(const struct mutated_lab *lab) {
    size_t k = 0;
    while (k < lab->mutants.count && (!lab->wanted[k] || lab->results[k].outcome != OUTCOME_UNKNOWN)) {
        k++;
    }
    return k < lab->mutants.count;
}

static int run_all(struct running *run, size_t count) {
    size_t busy = 0;
    for (size_t i = 0; i < count; i++) {
        if (run->options->unchanged && has_trials(&run->labs[i]) && !passes_unchanged(run, &run->labs[i])) {
            errno = 0;
            return -1;
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < run->labs[i].mutants.count; k++) {
            if (!run->labs[i].wanted[k] || run->labs[i].results[k].outcome != OUTCOME_UNKNOWN) {
                continue;
            }
            struct job *job = free_job(run);
            if (job == NULL) {
                if (finish_one(run) != 0) {
                    return -1;
                }
                busy--;
                job = free_job(run);
            }
            if (start(run, job, i, k) != 0) {
                return -1;
            }
            busy++;
        }
    }
    for (; busy > 0; busy--) {
        if (finish_one(run) != 0) {
            return -1;
        }
    }
    return 0;
}

int run_trials(struct mutated_lab *labs, size_t count, const struct run_options *options) {
    static struct running run;
    run = (struct running){.labs = labs, .options = options, .begun = time(NULL)};
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < labs[i].mutants.count; k++) {
            run.total += labs[i].wanted[k] && labs[i].results[k].outcome == OUTCOME_UNKNOWN;
        }
    }
    if (run.total == 0) {
        return 0;
    }
    run.file = fopen(options->results_path, "a");
    int result = run.file != NULL && make_places(&run) == 0 ? run_all(&run, count) : -1;
    if (result != 0 && errno != 0) {
        perror(options->results_path);
    }
    remove_places(&run);
    if (run.file != NULL) {
        fclose(run.file);
    }
    return result;
}
