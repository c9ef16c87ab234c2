// For pictures of a kernel's work: records every warp instruction on shared and global memory before the
// simulated GPU counts it, and every shuffle. Linked into a runner with
// -Wl,--wrap=count_rows,--wrap=shuffle_values.
//
// The file that the environment variable LABS_TRACE names gets a line for each of them:
//
//     STRETCH WARP load|store|read|write LANE=ADDRESS...
//
// `load` and `store` are of shared memory, `read` and `write` of global memory. A shuffle's line is
//
//     0 WARP shuffle LANE=FROM...
//
// FROM is the lane whose value LANE gets, found by shuffling the lanes' numbers first. WARP distinguishes
// warps here, too, but with other numbers than in the other lines.
//
// STRETCH and WARP identify the stretch between two block barriers and the warp by any number. For runs of
// one block, with one worker.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/warp/counting.h"
#include "sim/warp/shuffle.h"

void __real_count_rows(struct instructions *, uint32_t, struct counters *, struct warp_interval *);
void __wrap_count_rows(struct instructions *, uint32_t, struct counters *, struct warp_interval *);

void __real_shuffle_values(struct lane *, uint32_t, unsigned, struct report *);
void __wrap_shuffle_values(struct lane *, uint32_t, unsigned, struct report *);

// The file, or NULL.
static FILE *open_trace(void) {
    static FILE *trace;
    const char *path = getenv("LABS_TRACE");
    if (trace == NULL && path != NULL && (trace = fopen(path, "w")) == NULL) {
        perror(path);
        exit(2);
    }
    return trace;
}

void __wrap_count_rows(struct instructions *instructions, uint32_t live, struct counters *interval,
                       struct warp_interval *warp) {
    FILE *trace = open_trace();
    for (uint32_t i = 1; trace != NULL && i <= instructions->row_count; i++) {
        const struct row *row = &instructions->rows[i];
        const bool shared = row->space == SPACE_SHARED;
        fprintf(trace, "%ju %ju %s", (uintmax_t)(uintptr_t)interval, (uintmax_t)(uintptr_t)warp,
                access_reads(row->in[row->space].kind) ? shared ? "load" : "read"
                : shared                               ? "store"
                                                       : "write");
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            if ((row->lanes >> lane & 1) != 0) {
                fprintf(trace, " %u=%ju", lane, (uintmax_t)row->addresses[lane]);
            }
        }
        fputc('\n', trace);
    }
    if (trace != NULL) {
        fflush(trace); // a signal ends the runner, so nothing flushes the file later
    }
    __real_count_rows(instructions, live, interval, warp);
}

void __wrap_shuffle_values(struct lane *lanes, uint32_t met, unsigned first, struct report *report) {
    FILE *trace = open_trace();
    struct exchange numbered[WARP_LANES];
    const struct exchange *own[WARP_LANES];
    uint64_t from[WARP_LANES];
    if (trace != NULL && lanes[__builtin_ctz(met)].exchange->kind <= SHUFFLE_XOR) {
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            own[lane] = lanes[lane].exchange;
            if ((met >> lane & 1) != 0) {
                numbered[lane] = *own[lane];
                numbered[lane].given = lane;
                numbered[lane].taken = &from[lane];
                lanes[lane].exchange = &numbered[lane];
            }
        }
        __real_shuffle_values(lanes, met, first, report);
        fprintf(trace, "0 %ju shuffle", (uintmax_t)(uintptr_t)lanes);
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            lanes[lane].exchange = own[lane];
            if ((met >> lane & 1) != 0) {
                fprintf(trace, " %u=%u", lane, (unsigned)from[lane]);
            }
        }
        fputc('\n', trace);
        fflush(trace);
    }
    __real_shuffle_values(lanes, met, first, report);
}
