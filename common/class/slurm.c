#define _GNU_SOURCE
#include "slurm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "grade.h"
#include "grader.h"

enum { ARRAY_MAX = 1000, ID_SIZE = 32, PATH_SIZE = CLASS_PATH_SIZE + 100 };

static void task_file(const struct class *class, size_t task, const char *end, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/state/slurm/%zu%s", class->options.out, task, end);
}

// The list of tasks: a line each, the lab's folder and the file's hash.
static int write_tasks(const struct class *class, const struct slurm_task *tasks, size_t count) {
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/state/slurm", class->options.out);
    folder_remove(path); // with what an earlier job has left
    if (mkdir(path, 0700) != 0) {
        return folder_say_unwritable(path);
    }
    snprintf(path, sizeof(path), "%s/state/slurm/tasks", class->options.out);
    FILE *file = fopen(path, "w");
    for (size_t i = 0; i < count && file != NULL; i++) {
        fprintf(file, "%s %s\n", class->labs[tasks[i].lab].folder, tasks[i].hash);
    }
    return folder_close(file, path);
}

// The command of each task: this program with the same options.
static int write_script(const struct class *class) {
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/state/slurm/job", class->options.out);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return folder_say_unwritable(path);
    }
    // The words are arguments of the script, so nothing in them has a meaning to the shell.
    fputs("#!/bin/sh\ncd \"$1\" || exit 2\nshift\nfirst=$1\nshift\n"
          "exec \"$@\" --task $((first + SLURM_ARRAY_TASK_ID))\n",
          file);
    return folder_close(file, path);
}

static void add_words(const struct class *class, size_t first, struct words *command) {
    const struct class_options *options = &class->options;
    words_addf(command, "%s/state/slurm/job", options->out);
    words_add(command, options->course);
    words_addf(command, "%zu", first);
    words_add(command, options->program);
    words_add(command, options->build);
    words_add(command, options->submissions);
    words_add(command, "--out");
    words_add(command, options->out);
    words_add(command, "--resume");
    if (options->limit > 0) {
        words_add(command, "--limit");
        words_addf(command, "%g", options->limit);
    }
    if (options->seed_file[0] != '\0') {
        words_add(command, "--seed-file");
        words_add(command, options->seed_file);
    }
    if (options->cases_file[0] != '\0') {
        words_add(command, "--cases");
        words_add(command, options->cases_file);
    }
    if (options->trust) {
        words_add(command, "--trust");
    }
    if (options->gpu) {
        words_add(command, "--device");
        words_add(command, "gpu");
    }
}

// The first line of a program's output, without its end. Its exit code.
static int first_line(const struct words *command, char *line, size_t size) {
    struct program program;
    line[0] = '\0';
    int code = program_open(command, 0, &program);
    if (code == 0) {
        char rest[256];
        if (fgets(line, (int)size, program.output) == NULL) {
            line[0] = '\0';
        }
        while (fgets(rest, sizeof(rest), program.output) != NULL) {
            continue;
        }
        code = program_close(command, &program);
    }
    line[strcspn(line, ";\n")] = '\0';
    return code;
}

// Submits tasks first to first + count - 1 as one array. Slurm starts those again whose node fails.
static int submit(const struct class *class, size_t first, size_t count, char id[ID_SIZE]) {
    struct words command = {0};
    words_add(&command, "sbatch");
    words_add(&command, "--parsable");
    words_add(&command, "--requeue");
    words_add(&command, "--job-name=labs-class");
    words_addf(&command, "--array=0-%zu", count - 1);
    if (class->options.gpu) {
        words_add(&command, "--gres=gpu:1");
    }
    words_addf(&command, "--output=%s/state/slurm/%%A_%%a.log", class->options.out);
    add_words(class, first, &command);
    int code = first_line(&command, id, ID_SIZE);
    words_free(&command);
    if (code != 0 || id[0] == '\0') {
        fputs("class: sbatch did not take the job, as it says above. Slurm's variables set what it asks for, "
              "such as SBATCH_PARTITION and SBATCH_ACCOUNT\n",
              stderr);
        return -1;
    }
    return 0;
}

// Does the job still wait or run? When Slurm does not answer, it may.
static bool is_queued(const char *id) {
    struct words command = {0};
    char line[200];
    words_add(&command, "squeue");
    words_add(&command, "--noheader");
    words_addf(&command, "--jobs=%s", id);
    words_add(&command,
              "--states=PENDING,CONFIGURING,RUNNING,COMPLETING,SUSPENDED,REQUEUED,RESIZING,STOPPED");
    int code = first_line(&command, line, sizeof(line));
    words_free(&command);
    return code == 0 ? line[0] != '\0' : code != 1; // 1: it does not know the job any more
}

static void cancel(const char *id) {
    struct words command = {0};
    words_add(&command, "scancel");
    words_add(&command, id);
    program_run(&command, OUTPUT_DROPPED);
    words_free(&command);
}

int slurm_run(const struct class *class, const struct slurm_task *tasks, size_t count,
              bool (*look)(void *context), void *context) {
    char id[ID_SIZE];
    bool goes_on = true;
    if (write_tasks(class, tasks, count) != 0 || write_script(class) != 0) {
        return -1;
    }
    for (size_t first = 0; first < count && goes_on; first += ARRAY_MAX) {
        size_t some = count - first < ARRAY_MAX ? count - first : ARRAY_MAX;
        if (submit(class, first, some, id) != 0) {
            return -1;
        }
        do {
            sleep(1);
            goes_on = look(context);
        } while (goes_on && is_queued(id));
        if (!goes_on) {
            cancel(id);
        }
    }
    return 0;
}

void slurm_why(const struct class *class, size_t task, char why[WHY_SIZE]) {
    char path[PATH_SIZE];
    task_file(class, task, ".why", path);
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(why, WHY_SIZE, file) == NULL) {
        snprintf(why, WHY_SIZE, "its node failed, or Slurm ended its job");
    }
    if (file != NULL) {
        fclose(file);
    }
    why[strcspn(why, "\n")] = '\0';
}

// The lab and the hash of the task's line.
static int read_task(struct class *class, size_t task, char hash[HASH_SIZE]) {
    char path[PATH_SIZE], folder[64];
    bool read = false;
    snprintf(path, sizeof(path), "%s/state/slurm/tasks", class->options.out);
    FILE *file = fopen(path, "r");
    for (size_t i = 0; file != NULL && i <= task; i++) {
        read = fscanf(file, "%63s %64s", folder, hash) == 2;
    }
    if (file != NULL) {
        fclose(file);
    }
    class->lab_count = 1;
    return read ? lab_meant(folder, &class->labs[0], stderr) : -1;
}

int slurm_grade(struct class *class, size_t task) {
    static struct lab_commands commands[LAB_MAX];
    char hash[HASH_SIZE], place[PATH_SIZE], path[PATH_SIZE], why[WHY_SIZE] = "";
    if (read_task(class, task, hash) != 0 || commands_read(class, commands) != 0 ||
        grader_name(class, 0, &commands[0]) != 0) {
        return EXIT_MACHINE;
    }
    snprintf(place, sizeof(place), "%s/state/trials/slurm-%zu-%ld", class->options.out, task, (long)getpid());
    int code = mkdir(place, 0700) == 0 ? grade(class, 0, &commands[0], hash, place, why) : -1;
    if (code != 0 && why[0] == '\0') {
        snprintf(why, sizeof(why), "%.300s: %s", place, strerror(errno));
    }
    folder_remove(place);
    task_file(class, task, ".why", path);
    FILE *file = code != 0 ? fopen(path, "w") : NULL;
    if (file != NULL) {
        fputs(why, file);
        fclose(file);
    }
    return code == 0 ? EXIT_GRADED : EXIT_MACHINE;
}
