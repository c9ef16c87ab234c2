#include "sim/access/read_only.h"

#include "sim/access/mistake.h"
#include "sim/access/strong.h"
#include "sim/memory/variables.h"

// A write of the word in this launch that its shadow still has. Returns false if the shadow has no such write.
static bool find_write(const struct shadow *word, const struct accessor *who, struct access_record *write) {
    const bool used = word->cells->block_id - who->first_block < who->block_count; // in this launch
    if (!used || word->cells->sharing == SHADOW_SPLIT) {
        return false;
    }
    const struct shadow_full_history history = race_history_of(word);
    const struct access_record *writes[] = {&history.plain.write, &history.strong.volatile_writes.a,
                                            &history.strong.atomics.a};
    for (size_t i = 0; i < (history.plain.strong ? 3 : 1); i++) {
        if (race_counts(writes[i], who)) {
            *write = *writes[i];
            return true;
        }
    }
    return false;
}

static const struct allocation *find_array(uintptr_t address, unsigned bytes) {
    bool inside;
    if (!variables_near(address)) {
        const struct allocation *found = global_memory_find(address, bytes, &inside);
        return found != NULL && inside && !found->is_input ? found : NULL;
    }
    const struct variable *variable = variables_find(address, bytes, &inside);
    return variable != NULL && inside && variable->space != VARIABLE_CONSTANT ? &variable->allocation : NULL;
}

void access_read_only(struct worker *worker, uintptr_t address, unsigned bytes, uint32_t pc) {
    const struct allocation *found = find_array(address, bytes);
    const struct accessor who = accessor_of(worker, pc);
    for (uintptr_t word = address & ~(uintptr_t)3; found != NULL && word < address + bytes; word += 4) {
        const struct shadow shadow = shadow_from(&found->shadow, word - found->base);
        struct access_record write;
        lock_cell(worker, shadow.cells);
        const bool written = find_write(&shadow, &who, &write);
        shadow_unlock(shadow.cells);
        if (written && (race_ordered(&write, &who) || happens_before_knows(&worker->order, &who, &write))) {
            mistake_read_only(worker, word < address ? address : word, pc, &write);
            return;
        }
    }
}
