#define _GNU_SOURCE // MAP_FIXED_NOREPLACE
#include "sim/access/mistake.h"

#include <sys/mman.h>
#include <unistd.h>

#include "sim/access/host_code.h"
#include "sim/base/unset_pointer.h"
#include "sim/base/wide_address.h"
#include "sim/memory/variables.h"
#include "sim/report/access.h"
#include "sim/report/thread.h"
#include "sim/schedule/workers.h"

static struct wrong_access describe(struct worker *worker, uintptr_t address, unsigned bytes,
                                    enum access_kind kind, uint32_t pc) {
    if (worker->pattern.mode == PATTERN_RECORDS) {
        pattern_break(&worker->pattern);
    }
    worker->report.after_stray = worker->astray.left != 0;
    return (struct wrong_access){.report = &worker->report,
                                 .thread = worker->current,
                                 .address = address,
                                 .bytes = bytes,
                                 .kind = kind,
                                 .pc = pc,
                                 .target = target_at(&worker->shared, address),
                                 .moment =
                                     report_moment(&worker->report, worker->current, worker->progress.steps),
                                 .order = ORDER_OTHER};
}

// Ends the launch, or lets the thread go on after a read.
static void abandon(struct worker *worker, const struct wrong_access *wrong, int error) {
    if (worker->astray.left == 0 && !access_reads(wrong->kind)) {
        lane_abandon(worker, error);
    }
    if (worker->astray.left == 0) {
        astray_begin(worker, error);
    }
}

static bool both_volatile(const struct access_record *earlier, enum access_kind kind) {
    return kind == ACCESS_STRONG_WRITE && earlier->kind == ACCESS_STRONG_WRITE;
}

// Is this earlier access of another block ordered before the running thread's access?
static bool is_ordered(struct worker *worker, uintptr_t address, enum access_kind kind,
                       const struct access_record *earlier) {
    struct happens_before *order = &worker->order;
    return happens_before_knows(order, &worker->who, earlier) ||
           (both_volatile(earlier, kind) &&
            (happens_before_saw_write(order, &worker->who, address & ~(uintptr_t)3, earlier) ||
             happens_before_saw_write(order, &worker->who, address & ~(uintptr_t)7, earlier)));
}

// Two stores of one warp instruction?
static bool is_one_instruction(const struct worker *worker, enum access_kind kind, uint32_t pc,
                               const struct access_record *earlier) {
    return (kind == ACCESS_WRITE || kind == ACCESS_STRONG_WRITE) && earlier->kind == kind &&
           earlier->pc == pc && earlier->block_id == worker->block_id &&
           earlier->epoch == worker->who.epoch &&
           earlier->thread / WARP_LANES == worker->current / WARP_LANES;
}

// Where the thread that has written a value has written its flag, if before the value: then that does not say that the
// value is there. 0: nowhere.
static uint32_t find_early_flag(const struct worker *worker, const struct access_record *value) {
    const struct access_record flag = stale_find_flag(&worker->stale, value, FLAG_OF_THREAD).by;
    return flag.epoch < value->epoch ? flag.pc : 0;
}

// Has the block that has written this value, and still runs, written no flag since then?
static bool is_early(const struct access_record *value) {
    for (unsigned i = 0; i < worker_count(); i++) {
        const struct worker *other = worker_at(i);
        if (other->busy && other->block_id == value->block_id) {
            return other->order.wrote_epoch < value->epoch;
        }
    }
    return false;
}

// What is missing between the earlier access and that of the running thread of another block, which has read the flag
// that comes after it, if any. `passed`: it reads what the earlier one has written; otherwise an atomic update of
// another thread is no flag.
static enum missing_order find_missing_by_flag(struct worker *worker, const struct access_record *earlier,
                                               bool passed) {
    const struct shadow_strong_write own = stale_find_flag(&worker->stale, earlier, FLAG_OF_THREAD),
                                     other = stale_find_flag(&worker->stale, earlier, FLAG_OF_OTHERS);
    if (own.by.pc != 0 && own.by.epoch >= earlier->epoch) {
        return stale_fences(&own, earlier) ? WRITTEN_IN_BLOCK : WRITTEN_EARLY;
    }
    if (other.by.pc == 0 || other.by.epoch < earlier->epoch || (!passed && other.by.kind == ACCESS_ATOMIC)) {
        return NO_ORDER;
    }
    if (earlier->epoch < other.barrier_epoch) {
        return stale_fences(&other, earlier) ? WRITTEN_IN_BLOCK : WRITTEN_EARLY;
    }
    return other.by.thread / WARP_LANES == earlier->thread / WARP_LANES ? WRITTEN_BY_LANE : WRITTEN_BY_THREAD;
}

// What is missing between the earlier access and that of the running thread. `by_flag`: of two blocks, if a flag could
// order them.
static enum missing_order find_missing(struct worker *worker, uintptr_t address, enum access_kind kind,
                                       const struct access_record *earlier, bool by_flag) {
    const enum missing_order missing = happens_before_missing(&worker->order, &worker->who, earlier);
    if (missing != NO_ORDER) {
        return missing;
    }
    if (both_volatile(earlier, kind)) { // flags themselves
        return stale_waited(&worker->stale, address) ? NO_FENCE : NO_ORDER;
    }
    return by_flag
               ? find_missing_by_flag(worker, earlier,
                                      access_reads(kind) && !access_reads((enum access_kind)earlier->kind))
               : NO_ORDER;
}

enum conflict { NO_CONFLICT, SAME_INSTRUCTION, UNORDERED };

// Looks among the candidates for an access that nothing orders before this one, or else for one by the same warp
// instruction, which `earlier` then is.
static enum conflict find_conflict(struct worker *worker, uintptr_t address, enum access_kind kind,
                                   uint32_t pc, struct race_candidate *candidates, unsigned count,
                                   struct access_record *earlier) {
    enum conflict found = NO_CONFLICT;
    for (unsigned i = 0; i < count; i++) {
        struct access_record one = candidates[i].first;
        do {
            if (is_one_instruction(worker, kind, pc, &one)) {
                *earlier = one;
                found = SAME_INSTRUCTION;
            } else if (!is_ordered(worker, address, kind, &one) && !poll_excuses(worker, &one)) {
                *earlier = one;
                return UNORDERED;
            }
        } while (race_next(&candidates[i], &one));
    }
    return found;
}

// A plain write, and an atomic that reads the value and changes it.
static bool sets_and_updates(enum access_kind one, enum access_kind other) {
    return (one == ACCESS_WRITE && access_unscoped(other) == ACCESS_ATOMIC) ||
           (other == ACCESS_WRITE && access_unscoped(one) == ACCESS_ATOMIC);
}

void mistake_race(struct worker *worker, uintptr_t address, uint8_t mask, enum access_kind kind, uint32_t pc,
                  struct race_candidate *candidates, unsigned count) {
    struct access_record other, *earlier = &other;
    enum conflict found = find_conflict(worker, address, kind, pc, candidates, count, earlier);
    if (found == NO_CONFLICT) {
        return;
    }
    if (found == SAME_INSTRUCTION) {
        struct same_value made = {.store = describe(worker, address, 4, kind, pc),
                                  .earlier = *earlier,
                                  .bytes = mask,
                                  .pending =
                                      (current_warp(worker)->cut >> earlier->thread % WARP_LANES & 1) != 0};
        made.class_ = made.store.target.shared ? DIAGNOSTIC_RACE_SHARED : DIAGNOSTIC_RACE_GLOBAL;
        same_value_add(&worker->same_values, &made);
        return;
    }
    struct wrong_access wrong = describe(worker, address, 4, kind, pc);
    bool same_block = earlier->block_id == worker->block_id;
    bool same_warp = same_block && earlier->thread / WARP_LANES == worker->current / WARP_LANES;
    if (same_block) {
        const struct warp *warp = current_warp(worker);
        bool by_warp = same_warp && warp->full_epoch > worker->who.barrier_epoch;
        wrong.barrier_pc = by_warp ? warp->meeting_pc : worker->arrivals.passed_pc;
    }
    // Blocks that use no flag cannot wait for each other, and need another hint.
    bool scope = !same_block && access_strong(kind) && access_strong((enum access_kind)earlier->kind) &&
                 !both_volatile(earlier, kind);
    // A fence helps where one block has read the other's flag or reads what it has written, or where only one side is
    // strong.
    bool passed = access_reads(kind) && !access_reads((enum access_kind)earlier->kind);
    const bool by_flag = !same_block && !scope && !both_volatile(earlier, kind);
    enum missing_order missing = find_missing(worker, address, kind, earlier, by_flag);
    bool flag = missing == NO_FENCE || (by_flag && missing != NO_ORDER) ||
                (by_flag && ((worker->order.strong && passed) || access_strong(kind) ||
                             access_strong((enum access_kind)earlier->kind)));
    if (missing == NO_ORDER && flag && passed && is_early(earlier)) {
        missing = NO_FLAG_YET;
    }
    wrong.flag_pc = flag && passed ? find_early_flag(worker, earlier) : 0;
    if (same_block && wrong.target.shared && poll_doubts(worker, &wrong, earlier, missing)) {
        return;
    }
    bool only_exchange = same_warp && earlier->epoch < current_warp(worker)->exchange_epoch;
    report_race(&wrong,
                wrong.target.shared                                               ? DIAGNOSTIC_RACE_SHARED
                : scope                                                           ? DIAGNOSTIC_RACE_SCOPE
                : flag && sets_and_updates(kind, (enum access_kind)earlier->kind) ? DIAGNOSTIC_RACE_UPDATE
                : flag                                                            ? DIAGNOSTIC_RACE_FLAG
                                                                                  : DIAGNOSTIC_RACE_GLOBAL,
                earlier,
                only_exchange        ? ONLY_EXCHANGE
                : scope              ? NO_SCOPE
                : wrong.flag_pc != 0 ? LATE
                                     : missing);
}

void mistake_unset(struct worker *worker, uintptr_t address, uint8_t set_bytes, uint32_t pc, bool exchanges) {
    uint8_t *word = (uint8_t *)(address & ~(uintptr_t)3);
    const uint32_t poison = DEVICE_POISON;
    if (global_memory_is_set(address)) {
        return;
    }
    for (unsigned byte = 0; byte < 4; byte++) {
        if ((set_bytes >> byte & 1) == 0) {
            word[byte] = ((const uint8_t *)&poison)[byte];
        }
    }
    if (!exchanges) {
        const struct async_copy *copy = async_copy_to(worker, (uintptr_t)word);
        struct wrong_access wrong = describe(worker, address, 4, ACCESS_READ, pc);
        if (copy != NULL) {
            report_copy_not_awaited(&wrong, copy->pc);
        } else {
            report_unset(&wrong);
        }
    }
}

void mistake_input_written(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc) {
    struct wrong_access wrong = describe(worker, address, 4, kind, pc);
    report_input_written(&wrong);
}

void mistake_constant_written(struct worker *worker, uintptr_t address, enum access_kind kind, uint32_t pc) {
    struct wrong_access wrong = describe(worker, address, 4, kind, pc);
    report_constant_written(&wrong);
    lane_abandon(worker, ERROR_ILLEGAL_ADDRESS);
}

// Is it so far from the array that another one may have been intended?
static bool is_far(const struct target *target, uintptr_t address) {
    enum { NEAR = 4096 }; // bytes
    size_t distance = target_distance(target, address);
    // Is it less than one array's length past the end, as with the index of another block?
    bool one_further = address > target->base && distance < target->bytes;
    return distance > NEAR && !one_further;
}

void mistake_stray(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                   uint32_t pc) {
    struct wrong_access wrong = describe(worker, address, bytes, kind, pc);
    const struct target *target = &wrong.target;
    const struct allocation *one = target->allocation;
    bool freed = one != NULL && one->freed && address - one->base < one->bytes;
    enum stray how = target->name == NULL      ? STRAY_NOWHERE
                     : freed                   ? STRAY_FREED
                     : is_far(target, address) ? STRAY_FAR
                                               : STRAY_OUTSIDE;
    wrong.order = how == STRAY_FAR || how == STRAY_NOWHERE ? ORDER_FAR : ORDER_STRAY;
    report_stray(&wrong, how);
    abandon(worker, &wrong, ERROR_ILLEGAL_ADDRESS);
    target_fill(&worker->shared, address, bytes, ASTRAY_VALUE);
}

void mistake_read_only(struct worker *worker, uintptr_t address, uint32_t pc,
                       const struct access_record *write) {
    struct wrong_access wrong = describe(worker, address, 4, ACCESS_READ, pc);
    report_read_only(&wrong, write);
}

void mistake_misaligned(struct worker *worker, uintptr_t address, unsigned bytes, unsigned alignment,
                        enum access_kind kind, uint32_t pc) {
    struct wrong_access wrong = describe(worker, address, bytes, kind, pc);
    wrong.order = ORDER_STRAY;
    report_misaligned(&wrong, alignment);
    abandon(worker, &wrong, ERROR_MISALIGNED_ADDRESS);
}

// The usual sizes of elements, in bytes.
static const size_t element_sizes[] = {1, 2, 4, 8, 12, 16};
enum { ELEMENT_SIZES = sizeof(element_sizes) / sizeof(element_sizes[0]) };

// Has an unsigned index of a local array wrapped around? The address with the negative index is on the thread's stack.
static bool wraps_on_stack(const struct worker *worker, uintptr_t address) {
    bool found = false;
    for (size_t i = 0; i < ELEMENT_SIZES; i++) {
        found |= wide_address_wrapped(address, element_sizes[i]) - worker->own_stack < STACK_BYTES;
    }
    return found;
}

// Has an unsigned index below 0 wrapped around to a little less than 2^32? Then *wrong gets the address and
// the target of the negative index.
static bool unwrap(struct worker *worker, struct wrong_access *wrong) {
    enum { BELOW_MAX = 1 << 16 }; // elements by which such an index may be below 0
    for (size_t i = 0; i < ELEMENT_SIZES; i++) {
        const uintptr_t meant = wide_address_wrapped(wrong->address, element_sizes[i]);
        struct target near[] = {target_at(&worker->shared, meant), target_in_shared(&worker->shared, meant)};
        for (int k = 0; k < 2; k++) {
            if (near[k].name != NULL && near[k].element == element_sizes[i] && meant < near[k].base &&
                near[k].base - meant <= element_sizes[i] * BELOW_MAX) {
                wrong->address = meant;
                wrong->target = near[k];
                return true;
            }
        }
    }
    return false;
}

// A read where unwrap() has found an index can happen, if there is memory: it finds 0.
static void add_memory(uintptr_t address) {
#ifdef MAP_FIXED_NOREPLACE
    enum { BYTES = 8192, PAGE = 4096 }; // the access may reach into a second page
    mmap((void *)(address / PAGE * PAGE), BYTES, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
#else
    (void)address;
#endif
}

// Is there memory at this address? A pointer made from an unset value, for example, points to none.
static bool is_mapped(uintptr_t address) {
    char resident[1];
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    return mincore((void *)(address / page * page), 1, (void *)resident) == 0;
}

void mistake_wrong_space(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                         uint32_t pc) {
    enum { NULL_PAGE = 4096 }; // bytes
    if (access_reads(kind) && launch_has_struct(worker->launch, address)) {
        return;
    }
    struct wrong_access wrong = describe(worker, address, bytes, kind, pc);
    wrong.target = (struct target){0};
    wrong.order = ORDER_FAULT;
    if (worker->astray.left != 0 && address >= NULL_PAGE &&
        (address < ASTRAY_NEAR || address - worker->shared.base < ASTRAY_NEAR)) {
        astray_leave(worker);
    }
    if (unwrap(worker, &wrong)) {
        wrong.order = ORDER_STRAY;
        report_wrapped(&wrong);
        abandon(worker, &wrong, ERROR_ILLEGAL_ADDRESS);
        add_memory(address);
        return;
    }
    const struct said_word verb = access_reads(kind) ? TOPIC(READS) : TOPIC(WRITES);
    if (address - (worker->own_stack + STACK_BYTES) < worker->pool.guard_bytes) {
        report_thread(&worker->report, DIAGNOSTIC_OUT_OF_BOUNDS, worker->current, pc,
                      WORDS(TOPIC(BEYOND_LOCAL_MEMORY), verb));
        lane_abandon(worker, ERROR_ILLEGAL_ADDRESS);
    }
    if (wraps_on_stack(worker, address)) {
        report_thread(&worker->report, DIAGNOSTIC_OUT_OF_BOUNDS, worker->current, pc,
                      WORDS(TOPIC(ACCESSES_FAR_ELEMENT), verb));
        lane_abandon(worker, ERROR_ILLEGAL_ADDRESS);
    }
    const uintptr_t in_pool = address - (uintptr_t)worker->pool.memory;
    const bool of_thread = in_pool < worker->pool.slot_bytes * worker->pool.count;
    char name[48];
    if (variables_host_name(address, name, sizeof(name))) {
        report_host_variable(&wrong, name);
    } else {
        report_wrong_space(&wrong, address < NULL_PAGE         ? SPACE_NULL
                                   : of_thread                 ? SPACE_OTHER_THREAD
                                   : host_stack(address)       ? SPACE_HOST_STACK
                                   : is_unset_pointer(address) ? SPACE_UNSET
                                   : is_mapped(address)        ? SPACE_HOST
                                                               : SPACE_UNMAPPED);
    }
    if (worker->astray.left != 0) {
        astray_leave(worker);
    }
    lane_abandon(worker, ERROR_ILLEGAL_ADDRESS);
}
