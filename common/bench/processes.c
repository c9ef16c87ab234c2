#include "bench/processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/print.h"

static const double PART_MS_MAX = 2; // longest time of a part that is measured in more than one process

static bool wants_more(const struct row *row) {
    return measure_is_short(&row->part) || measure_is_short(&row->cub);
}

// Measures a part with n = 2^power and adds its times to `all`. Returns false when memory is short.
static bool measure_in_process(const struct target *target, int power, int process, struct row *all) {
    static struct row row;
    print_progress(target, power, process);
    if (!measure(target, power, process == 0 || times_middle(&all->part) < PART_MS_MAX, &row)) {
        return false;
    }
    times_add_all(&all->part, &row.part);
    times_add_all(&all->cub, &row.cub);
    times_add_all(&all->copy, &row.copy);
    times_add_all(&all->read, &row.read);
    times_add_all(&all->memcpy, &row.memcpy);
    all->wrong |= row.wrong;
    return true;
}

static void measure_first(const struct target *target, struct row *rows, int low, int high, int step) {
    int first = measure_reachable(target, low);
    for (int power = first; power <= (first < low ? first : high); power += step) {
        if (!measure_in_process(target, power, 0, &rows[power]) || measure_takes_too_long(&rows[power])) {
            break;
        }
    }
}

static void measure_again(const struct target *target, struct row *rows, int process) {
    for (int power = 0; power <= POWER_MAX; power++) {
        if (wants_more(&rows[power]) && !measure_in_process(target, power, process, &rows[power])) {
            break;
        }
    }
}

// Measures in a child process. Returns its exit code.
static int run_process(struct table *table, const struct target *targets, int count, int process, int low,
                       int high, int step) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        measure_open(process);
        if (process == 0) {
            print_head();
        }
        for (int i = 0; i < count; i++) {
            if (process == 0) {
                measure_first(&targets[i], table->rows[i], low, high, step);
            } else {
                measure_again(&targets[i], table->rows[i], process);
            }
        }
        exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("bench: fork");
        return 2;
    }
    if (WIFSIGNALED(status)) {
        fprintf(stderr, "bench: ended by signal %d\n", WTERMSIG(status));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

static bool any_wants_more(const struct table *table, int count) {
    for (int i = 0; i < count; i++) {
        for (int power = 0; power <= POWER_MAX; power++) {
            if (wants_more(&table->rows[i][power])) {
                return true;
            }
        }
    }
    return false;
}

const struct table *processes_run(const struct target *targets, int count, int low, int high, int step,
                                  int *code) {
    struct table *table =
        mmap(NULL, sizeof(*table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED) {
        perror("bench: memory");
        return NULL;
    }
    *code = run_process(table, targets, count, 0, low, high, step);
    for (int process = 1; *code == 0 && process < PROCESSES && any_wants_more(table, count); process++) {
        *code = run_process(table, targets, count, process, low, high, step);
    }
    return table;
}
