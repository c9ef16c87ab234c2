#include "sittings.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "print.h"

static const double PART_MS_MAX = 2; // of a part that is measured in more sittings than the first

static bool wants_more(const struct row *row) {
    return measure_is_short(&row->part) || measure_is_short(&row->cub);
}

// Measures a part with n = 2^power and adds that to what is known. false: there is no memory for it.
static bool sit_with(const struct target *target, int power, int sitting, struct row *all) {
    static struct row row;
    print_progress(target, power, sitting);
    if (!measure(target, power, sitting == 0 || times_middle(&all->part) < PART_MS_MAX, &row)) {
        return false;
    }
    times_add_all(&all->part, &row.part);
    times_add_all(&all->cub, &row.cub);
    times_add_all(&all->copy, &row.copy);
    times_add_all(&all->read, &row.read);
    all->wrong |= row.wrong;
    return true;
}

static void sit_first(const struct target *target, struct row *rows, int low, int high, int step) {
    int first = measure_reachable(target, low);
    for (int power = first; power <= (first < low ? first : high); power += step) {
        if (!sit_with(target, power, 0, &rows[power]) || measure_takes_too_long(&rows[power])) {
            break;
        }
    }
}

static void sit_again(const struct target *target, struct row *rows, int sitting) {
    for (int power = 0; power <= POWER_MAX; power++) {
        if (wants_more(&rows[power]) && !sit_with(target, power, sitting, &rows[power])) {
            break;
        }
    }
}

// A process of its own, with all that it does on the device. Its exit code.
static int sit(struct table *table, const struct target *targets, int count, int sitting, int low, int high,
               int step) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        measure_open(sitting);
        if (sitting == 0) {
            print_head();
        }
        for (int i = 0; i < count; i++) {
            if (sitting == 0) {
                sit_first(&targets[i], table->rows[i], low, high, step);
            } else {
                sit_again(&targets[i], table->rows[i], sitting);
            }
        }
        exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("bench: a process for a sitting");
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

const struct table *sittings_run(const struct target *targets, int count, int low, int high, int step,
                                 int *code) {
    struct table *table =
        mmap(NULL, sizeof(*table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED) {
        perror("bench: memory");
        return NULL;
    }
    *code = sit(table, targets, count, 0, low, high, step);
    for (int sitting = 1; *code == 0 && sitting < SITTINGS && any_wants_more(table, count); sitting++) {
        *code = sit(table, targets, count, sitting, low, high, step);
    }
    return table;
}
