// For pictures of what a kernel does: writes down every warp instruction on shared and global memory, as the
// simulated GPU lays the lanes side by side, before it counts them. Linked into a runner with
// -Wl,--wrap=count_rows.
//
// The file that the environment variable LABS_TRACE names gets a line for each of them:
//
//     STRETCH WARP load|store|read|write LANE=ADDRESS...
//
// `load` and `store` are of shared memory, `read` and `write` of global memory.
// STRETCH and WARP name the stretch between two block barriers and the warp: each is some number, the same
// for the same one. For runs of one block, with one worker.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "count.h"

void __real_count_rows(struct group *, uint32_t, struct counters *, struct warp_interval *);
void __wrap_count_rows(struct group *, uint32_t, struct counters *, struct warp_interval *);

void __wrap_count_rows(struct group *group, uint32_t live, struct counters *interval,
                       struct warp_interval *warp) {
    static FILE *trace;
    const char *path = getenv("LABS_TRACE");
    if (trace == NULL && path != NULL && (trace = fopen(path, "w")) == NULL) {
        perror(path);
        exit(2);
    }
    for (uint32_t i = 1; trace != NULL && i <= group->row_count; i++) {
        const struct row *row = &group->rows[i];
        const bool shared = row->space == SPACE_SHARED;
        fprintf(trace, "%ju %ju %s", (uintmax_t)(uintptr_t)interval, (uintmax_t)(uintptr_t)warp,
                access_reads(row->kind) ? shared ? "load" : "read"
                : shared                ? "store"
                                        : "write");
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            if ((row->lanes >> lane & 1) != 0) {
                fprintf(trace, " %u=%ju", lane, (uintmax_t)row->addresses[lane]);
            }
        }
        fputc('\n', trace);
    }
    if (trace != NULL) {
        fflush(trace); // the runner is stopped by a signal, not by a return
    }
    __real_count_rows(group, live, interval, warp);
}
