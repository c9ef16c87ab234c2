// The bench of one program on a real GPU: how long the kernels of its parts take, and how long CUB takes for
// the same, on the same data, in the same run.
//
//     lab06-solution-sum-bench [--low 10] [--high 30] [--step 1] PART:KIND[:SECTION]...
//
// KIND: reduce, inclusive, exclusive; SECTION: values that are scanned by themselves, 0 for one scan of all.
// For each part and each n = 2^low, 2^(low + step), ... 2^high one line of tab-separated columns. Two lines
// come first: "# " and the device, and the columns' names. Exit codes: 0, 1 a wrong result or a mistake, 2
// the harness or the device failed, 77 there is no GPU.
//
// What is timed. The kernels alone (and cudaMemset): CUDA events stand around each launch
// (gpu/launch_time.h), and the times of a call's launches are added up. The device is kept busy until a
// launch and its events are in the queue, so that the time which the host takes to launch is in nobody's
// time. Every repetition has input of its own, made on the device from a seed that no run has had; the result
// is checked after each. Before each timed call the L2 cache is flushed by reading twice its size of other
// memory, which leaves nothing in it that has to be written back later.
//
// How often. The device works for WARM_UP_SECONDS before all. Then WARM_UP runs that do not count, then as
// many as times_steady wants, or RUNS_MAX, or until SECONDS_MAX have passed. Where the part or CUB takes
// microseconds (measure_is_short), it runs RUNS_MAX times in each of PROCESSES processes, one after the
// other, and so does the other one unless it is slow; the times of all are taken together: such a kernel is
// up to 10 % faster or slower in one process than in another, for as long as that runs and wherever its
// arrays lie (on an H200; presumably by where its code comes to lie). What is told is the mean of the middle
// half of the times, beside it the 10th and the 90th percentile. A part stops growing where one call takes
// over CALL_SECONDS_MAX, or where memory ends; to know that in time it is tried with smaller n before the
// first.
//
// measure.c measures one length, processes.c lets processes do that one after the other, times.c says what is
// told of the times, print.c prints. Lines that begin with "~ " tell whoever waits what is measured now.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bench/print.h"
#include "bench/processes.h"

// PART:KIND[:SECTION]
static bool read_target(const char *word, struct target *target) {
    char name[64], kind[32];
    unsigned long long section = 0;
    if (sscanf(word, "%63[^:]:%31[^:]:%llu", name, kind, &section) < 2) {
        return false;
    }
    *target = (struct target){.section = section};
    for (size_t i = 0; i < lab_part_count; i++) {
        if (strcmp(lab_parts[i].name, name) == 0) {
            target->part = &lab_parts[i];
        }
    }
    target->kind = strcmp(kind, "inclusive") == 0   ? PEER_INCLUSIVE_SCAN
                   : strcmp(kind, "exclusive") == 0 ? PEER_EXCLUSIVE_SCAN
                                                    : PEER_REDUCE;
    bool reduces = strcmp(kind, "reduce") == 0;
    return target->part != NULL && (target->kind != PEER_REDUCE || reduces) &&
           reduces == (target->part->kind == PART_KIND_REDUCE);
}

int main(int argc, char **argv) {
    static struct target targets[TARGETS_MAX];
    int low = LOW, high = HIGH, step = 1, count = 0;
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        int *option = strcmp(argv[i], "--low") == 0    ? &low
                      : strcmp(argv[i], "--high") == 0 ? &high
                      : strcmp(argv[i], "--step") == 0 ? &step
                                                       : NULL;
        if (option == NULL || sscanf(argv[i + 1], "%d", option) != 1) {
            fprintf(stderr, "bench: unknown option %s\n", argv[i]);
            return 2;
        }
    }
    if (low < 2 || high > POWER_MAX || low > high || step < 1) {
        fprintf(stderr, "bench: sizes are 2^2 to 2^%d\n", POWER_MAX);
        return 2;
    }
    for (; i < argc; i++) {
        if (count == TARGETS_MAX || !read_target(argv[i], &targets[count])) {
            fprintf(stderr, "bench: '%s' is no PART:KIND[:SECTION] of this program\n", argv[i]);
            return 2;
        }
        count += targets[count].part->value_size == peer_value_size; // or of a type that this operator lacks
    }
    int code = 0;
    const struct table *table = processes_run(targets, count, low, high, step, &code);
    if (table == NULL) {
        return 2;
    }
    bool any_wrong = false;
    for (i = 0; i < count; i++) {
        for (int power = 0; power <= POWER_MAX; power++) {
            const struct row *row = &table->rows[i][power];
            any_wrong |= row->wrong;
            if (row->part.count > 0) {
                print_row(&targets[i], power, row);
            }
        }
    }
    return code != 0 ? code : any_wrong;
}
