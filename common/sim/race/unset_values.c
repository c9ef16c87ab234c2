#include "sim/race/unset_values.h"

#include "sim/report/lost_value.h"

static bool is_off;

void unset_values_open(bool own_program) {
    is_off = own_program;
}

// -ftrivial-auto-var-init=pattern of the compiler, which also compiles the labs; an interpreter has GCC's.
#if defined(__clang__) && !defined(SIM_INTERPRETED)
#define PATTERN 0xaaaaaaaau
#else
#define PATTERN 0xfefefefeu
#endif
static bool is_pattern(uint32_t word) {
    return word == PATTERN;
}

static void note_array(const struct shared_memory *shared, const struct shared_array *array,
                       struct report *report) {
    const struct shadow_cell *cells = &shared->shadow.cells[(array->base - shared->base) / 4], *first = NULL;
    const uint32_t *words = (const uint32_t *)array->base;
    size_t count = array->element % 4 == 0 ? array->bytes / 4 : 0, found = 0;
    for (size_t word = 0; word < count; word++) {
        found += is_pattern(words[word]);
    }
    for (size_t word = 0; found > 1 && word < count; word++) {
        const struct shadow_cell *cell = &cells[word];
        if (!is_pattern(words[word]) || cell->block_id != report->block_id || cell->kind != ACCESS_WRITE) {
            continue;
        }
        if (first != NULL && first->pc == cell->pc) {
            report_unset_value(report, array, (size_t)(first - cells) * 4 / array->element, first->thread,
                               first->pc);
            return;
        }
        first = first == NULL ? cell : first;
    }
}

void unset_values_note(const struct shared_memory *shared, struct report *report) {
    for (unsigned a = 0; a < shared->array_count && !is_off; a++) {
        note_array(shared, &shared->arrays[a], report);
    }
}
