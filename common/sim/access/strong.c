#include "sim/access/strong.h"

#include "sim/access/access.h"

// May another worker be about to read one of these words, with its check done? It must not get a value that is
// hidden.
static bool is_being_read(const struct worker *worker, const struct strong_access *access) {
    for (unsigned i = 0; i < worker_count() && worker->launch->side_by_side; i++) {
        uintptr_t reading = __atomic_load_n(&worker_at(i)->reading, __ATOMIC_RELAXED);
        uintptr_t word = reading & ~(uintptr_t)3, more = reading & 3;
        if (worker_at(i) != worker && word < access->address + 4 * access->count &&
            access->address <= word + 4 * more) {
            return true;
        }
    }
    return false;
}

// Describes a strong access. count 0: it is too large.
static void describe(struct strong_access *made, const struct worker *worker, const struct allocation *found,
                     uintptr_t address, unsigned bytes, enum access_kind kind, uint32_t pc) {
    uintptr_t word = address & ~(uintptr_t)3;
    made->address = word;
    made->count = 0;
    made->cells = shadow_from(&found->shadow, word - found->base).cells;
    made->kind = access_unscoped(kind);
    made->in_block = access_in_block(kind);
    made->acquires = (worker->order.block.own & FENCE_ACQUIRE) != 0;
    made->who = accessor_of(worker, pc);
    made->fence_epoch = block_order_fence_epoch(&worker->order.block, &made->who);
    for (; word < address + bytes && bytes <= 4 * STALE_WORDS_MAX; word += 4) {
        const struct shadow shadow = shadow_from(&found->shadow, word - found->base);
        made->writes[made->count] = shadow_strong_writes(&shadow);
        made->strong[made->count] = shadow_strong(&shadow);
        made->masks[made->count++] = (uint8_t)shadow_mask(word, address, bytes);
    }
}

// The words of a write, whose cells are locked, are set from now on.
static void set_words(struct strong_access *access) {
    for (unsigned k = 0; k < access->count; k++) {
        access->unset[k] = access->masks[k] & (uint8_t)~access->cells[k].set_bytes;
        access->cells[k].set_bytes |= access->masks[k] & 15;
    }
}

// A volatile or atomic load or store, right before it happens.
static void load_or_store(struct worker *worker, struct strong_access *access) {
    for (unsigned k = 0; k < access->count; k++) {
        lock_cell(worker, &access->cells[k]);
    }
    if (access_reads(access->kind)) {
        if (stale_read(&worker->stale, &worker->order, access, !is_being_read(worker, access))) {
            return; // until stale_end
        }
        note_reading(worker, access->address, 4 * access->count, access->kind);
    } else {
        set_words(access);
        stale_write(&worker->stale, access);
        if (access->kind == ACCESS_ATOMIC_WRITE) {
            worker->updating.cells = access->cells;
            worker->updating.count = access->count;
            return; // until access_end_update
        }
    }
    for (unsigned k = 0; k < access->count; k++) {
        shadow_unlock(&access->cells[k]);
    }
}

void strong_access(struct worker *worker, const struct allocation *found, uintptr_t address, unsigned bytes,
                   enum access_kind kind, uint32_t pc) {
    bool updates = access_unscoped(kind) == ACCESS_ATOMIC;
    struct strong_access once, *access = updates ? &worker->stale.update : &once;
    describe(access, worker, found, address, bytes, kind, pc);
    if (access->count == 0 && !access->in_block && access_reads(kind)) {
        happens_before_read(&worker->order, &access->who, address, 0, access->acquires);
    } else if (access->count != 0 && updates) {
        set_words(access);
        stale_begin_update(&worker->stale);
    } else if (access->count != 0) {
        load_or_store(worker, access);
    }
}

static void unlock_updated(struct worker *worker) {
    for (unsigned i = 0; i < worker->updating.count; i++) {
        shadow_unlock(&worker->updating.cells[i]);
    }
    worker->updating.count = 0;
}

void access_end_update(struct worker *worker, bool changed) {
    if (worker->stale.update.count != 0) {
        stale_end_update(&worker->stale, &worker->order, changed);
    }
    unlock_updated(worker);
}

void access_begin_update(struct worker *worker) {
    worker->stale.updated.kept = NULL;
}

void access_result_unused(struct worker *worker, enum stale_addition addition) {
    stale_unused(&worker->stale, &worker->who, addition);
}

bool access_older(const struct worker *worker, const void *address, void *value, size_t bytes) {
    return stale_offers(&worker->stale, address, value, bytes);
}

bool access_take_older(struct worker *worker) {
    if (!stale_take(&worker->stale, &worker->order)) {
        return false;
    }
    unlock_updated(worker);
    return true;
}

void access_refuse_older(struct worker *worker) {
    stale_refuse(&worker->stale);
}
