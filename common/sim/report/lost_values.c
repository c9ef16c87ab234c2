#include "sim/report/lost_values.h"

#include <stdio.h>

#include "sim/schedule/block.h"
#include "sim/report/element_name.h"

// Has each lane of the cell's warp left such a value, with the same instruction?
static bool whole_warp_left(const struct worker *worker, const struct shadow_cell *cells, size_t words,
                            const struct shadow_cell *cell) {
    unsigned warp = cell->thread / WARP_LANES, left = 0;
    unsigned threads = worker->thread_count - warp * WARP_LANES;
    for (size_t word = 0; word < words; word++) {
        const struct shadow_cell *other = &cells[word];
        left += other->unused && other->serial == cell->serial && other->pc == cell->pc &&
                other->thread / WARP_LANES == warp;
    }
    return left >= (threads < WARP_LANES ? threads : WARP_LANES);
}

// Values that a kernel thread left in shared memory and nobody read: a lost partial result, perhaps. A warp
// that works without a condition leaves some in a right kernel, too; so those of single lanes have a class of
// their own.
static void note_unused_in(struct worker *worker, const struct arena_array *array) {
    const struct shadow_cell *cells = &worker->arena.shadow.cells[(array->base - worker->arena.base) / 4];
    const struct shadow_cell *asked = NULL; // last; in neighbouring words it is the same warp's mostly
    bool whole = false;
    for (size_t word = 0; word < array->bytes / 4; word++) {
        const struct shadow_cell *cell = &cells[word];
        if (!cell->unused || cell->serial != worker->serial) {
            continue;
        }
        if (asked == NULL || asked->pc != cell->pc ||
            asked->thread / WARP_LANES != cell->thread / WARP_LANES) {
            whole = whole_warp_left(worker, cells, array->bytes / 4, cell);
            asked = cell;
        }
        bool is_new;
        struct report_entry *entry =
            report_add(&worker->report, whole ? DIAGNOSTIC_LOST_VALUE : DIAGNOSTIC_LOST_LANE, array->name,
                       cell->pc, 0, worker->serial, &is_new);
        if (entry != NULL && is_new) {
            char name[96], element[96];
            block_name_thread(worker->launch, worker->serial, cell->thread, name, sizeof(name));
            snprintf(entry->diagnostic.message, sizeof(entry->diagnostic.message),
                     "%s is written here by %s and never read",
                     element_name(array->name, array->row, (long long)(word * 4 / array->element), element,
                                  sizeof(element)),
                     name);
            entry->diagnostic.lost =
                (struct diagnostic_lost){.index = word * 4 / array->element,
                                         .block = worker->serial - worker->launch->first_serial,
                                         .shared = 1};
        }
    }
}

void unused_note(struct worker *worker) {
    for (unsigned a = 0; a < worker->arena.array_count; a++) {
        note_unused_in(worker, &worker->arena.arrays[a]);
    }
}
