// The bench of one program on a real GPU: how long the kernels of its parts take, and how long CUB takes for
// the same work, on the same data, in the same run.
//
//     lab06-solution-sum-bench [--low 10] [--high 30] [--step 1] PART:KIND[:SECTION]...
//
// KIND: reduce, inclusive, exclusive, and those of the exercises beyond lab10 (peer.h). SECTION: values per separately
// scanned section, 0 for one scan of all. Prints one line of tab-separated columns for each part and each n = 2^low,
// 2^(low + step), ... 2^high, after two lines with "# " and the device, and with the names of the columns. Exit codes:
// 0; 1 a wrong result or an error of the program; 2 the harness or the device failed; 77 there is no GPU.
//
// What is timed. Only kernels and cudaMemset: CUDA events surround each launch (gpu/launch_time.h), and the
// times of a call's launches are added. The device is kept busy until a launch and its events are queued, so
// the host's time for launching does not count. Every repetition has its own input, made on the device from a
// new seed, and its result is checked. Before each timed call the L2 cache is flushed by reading twice its
// size of other memory, so it contains nothing that must be written back later.
//
// How often. The device first works for WARM_UP_SECONDS. WARM_UP runs do not count. Then runs follow until
// times_steady is true, or RUNS_MAX are done, or SECONDS_MAX have passed. If the part or CUB takes
// microseconds (measure_is_short), it runs RUNS_MAX times in each of PROCESSES processes, one after the
// other; the other one does so too unless it is slow. The times of all processes count together, because such
// a kernel is up to 10 % faster or slower in one process than in another, for as long as that process runs
// and wherever its arrays are (on an H200; presumably it depends on the address of the code). The result is
// the mean of the middle half of the times, with the 10th and the 90th percentile. A part stops at the n
// where one call takes over CALL_SECONDS_MAX or memory ends. To find that n early, smaller n are tried first.
//
// measure.c measures one length, processes.c runs the processes, times.c summarizes the times, print.c
// prints. Lines that begin with "~ " report the progress.
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
    for (const struct part *part = lab_parts; part->name != NULL; part++) {
        if (strcmp(part->name, name) == 0) {
            target->part = part;
        }
    }
    int known = 0;
    while (known < PEER_KIND_COUNT && strcmp(kind, peer_kind_names[known]) != 0) {
        known++;
    }
    target->kind = (enum peer_kind)known;
    return target->part != NULL && known < PEER_KIND_COUNT &&
           (known == PEER_REDUCE) == (target->part->kind == PART_KIND_REDUCE);
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
            fprintf(stderr, "bench: this program has no PART:KIND[:SECTION] '%s'\n", argv[i]);
            return 2;
        }
        count += targets[count].part->value_size == peer_value_size; // skip parts with another type of value
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
