// Accesses to shared memory.
#include "sim/access/access.h"

#include "sim/access/mistake.h"
#include "sim/access/word.h"
#include "sim/schedule/workers.h"

void access_count_shared(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc) {
    bool inside;
    unsigned array =
        (unsigned)(shared_memory_find(&worker->shared, address, 4, &inside) - worker->shared.arrays);
    access_count(worker, address, 4, SPACE_SHARED, kind, array, pc);
}

// The alignment that an access of an array certainly needs: elements are no more aligned than what they are in.
static unsigned needed(unsigned alignment, size_t array) {
    const unsigned most = access_alignment_most(alignment),
                   least = alignment == most ? most : alignment - most;
    return array >= most ? most : array <= least ? least : (unsigned)array;
}

// `volatile` and scopes make no difference in shared memory, except for flags that are polled (schedule/poll.h).
static enum access_kind kind_in_shared(enum access_kind kind) {
    return access_exchanges(kind)  ? ACCESS_EXCHANGE
           : kind >= ACCESS_ATOMIC ? access_unscoped(kind)
           : access_reads(kind)    ? ACCESS_READ
                                   : ACCESS_WRITE;
}

static void check_words(struct worker *worker, const struct shared_array *array, uintptr_t address,
                        unsigned bytes, enum access_kind kind) {
    const struct shared_memory *shared = &worker->shared;
    for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
        struct shadow shadow = shadow_from(&shared->shadow, word - shared->base);
        if (shadow.cells->block_id != worker->block_id) {
            shadow.cells->set_bytes = 0; // the values belong to an earlier block
        }
        access_check_bytes(worker, &shadow, &worker->who, word < address ? address : word,
                           (uint8_t)shadow_mask(word, address, bytes), kind, bytes, array->element);
    }
    worker->copied = 0;
}

bool access_uncounted(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc) {
    bool inside;
    if (worker->astray.left != 0 || address % 4 != 0 || !shared_memory_contains(&worker->shared, address)) {
        return false;
    }
    const struct shared_array *array = shared_memory_find(&worker->shared, address, 4, &inside);
    if (!inside) {
        return false;
    }
    worker_break_pattern(worker);
    progress_access(&worker->progress);
    worker->progress.steps += !access_reads(kind);
    worker->who.pc = pc;
    poll_settle(worker);
    check_words(worker, array, address, 4, kind_in_shared(kind));
    block_order_strong(&worker->order.block, &worker->who, address, kind);
    return true;
}

void access_shared(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                   enum access_kind kind, uint32_t pc) {
    progress_access(&worker->progress);
    const enum access_kind written = kind; // as the program has it
    const bool is_volatile = kind == ACCESS_STRONG_READ || kind == ACCESS_STRONG_WRITE;
    kind = kind_in_shared(kind);
    if (worker->astray.left != 0) {
        access_astray(worker, kind);
    }
    struct shared_memory *shared = &worker->shared;
    bool inside;
    const struct shared_array *array = shared_memory_find(shared, address, bytes, &inside);
    if (!inside) {
        mistake_stray(worker, address, bytes, kind, pc);
        return;
    }
    const unsigned needs = needed(alignment, array->alignment);
    if (address % needs != 0 || (needs > array->alignment && !array->is_dynamic)) {
        mistake_misaligned(worker, address, bytes, access_alignment_most(alignment), kind, pc);
        return;
    }
    worker->who.pc = pc;
    if (is_volatile) {
        poll_begin(worker, address, bytes, access_reads(kind), pc);
    } else {
        poll_settle(worker);
    }
    check_words(worker, array, address, bytes, kind);
    const bool waits = is_volatile && poll_end(worker);
    if (worker->astray.left != 0) {
        return;
    }
    access_count(worker, address, bytes, SPACE_SHARED, access_update(kind),
                 (unsigned)(array - shared->arrays), pc);
    if (waits) {
        access_let_others_run(worker, LANE_POLL, pc);
        poll_continue(worker);
    }
    if (is_volatile) {
        block_order_strong(&worker->order.block, &worker->who, address, written);
    }
    if (access_strong(kind)) {
        if (spin_in_shared(&worker->spin)) {
            access_let_others_run(worker, LANE_POLL, pc);
        } else if (worker->interrupts) { // others may change what the thread has looked at before
            const unsigned looks = worker->spin.shared_looks;
            access_let_others_run(worker, LANE_CUT, pc);
            worker->spin.shared_looks = looks;
        }
        block_order_strong(&worker->order.block, &worker->who, address, kind);
    }
}
