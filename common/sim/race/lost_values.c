#include "sim/race/lost_values.h"

#include "sim/report/lost_value.h"

// Has each lane of the cell's warp left such a value, with the same instruction?
static bool whole_warp_left(const struct shadow_cell *cells, size_t words, const struct shadow_cell *cell,
                            unsigned thread_count) {
    unsigned warp = cell->thread / WARP_LANES, left = 0;
    unsigned threads = thread_count - warp * WARP_LANES;
    for (size_t word = 0; word < words; word++) {
        const struct shadow_cell *other = &cells[word];
        left += other->unused && other->block_id == cell->block_id && other->pc == cell->pc &&
                other->thread / WARP_LANES == warp;
    }
    return left >= (threads < WARP_LANES ? threads : WARP_LANES);
}

// A value that is never read may be a lost partial result. But a warp that works without a condition leaves
// some in a correct kernel, too. So the values of single lanes have a class of their own.
static bool note_array(const struct shared_memory *shared, const struct shared_array *array,
                       unsigned thread_count, struct report *report) {
    const struct shadow_cell *cells = &shared->shadow.cells[(array->base - shared->base) / 4];
    const struct shadow_cell *asked = NULL; // last; neighbouring words are mostly the same warp's
    bool whole = false;
    for (size_t word = 0; word < array->bytes / 4; word++) {
        const struct shadow_cell *cell = &cells[word];
        if (!cell->unused || cell->block_id != report->block_id) {
            continue;
        }
        if (asked == NULL || asked->pc != cell->pc ||
            asked->thread / WARP_LANES != cell->thread / WARP_LANES) {
            whole = whole_warp_left(cells, array->bytes / 4, cell, thread_count);
            asked = cell;
        }
        report_lost_value(report, whole, array, word * 4 / array->element, cell->thread, cell->pc);
    }
    return asked != NULL;
}

bool lost_values_note(const struct shared_memory *shared, unsigned thread_count, struct report *report) {
    bool lost = false;
    for (unsigned a = 0; a < shared->array_count; a++) {
        lost |= note_array(shared, &shared->arrays[a], thread_count, report);
    }
    return lost;
}
