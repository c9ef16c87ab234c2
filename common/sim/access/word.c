#include "sim/access/word.h"

#include "sim/access/mistake.h"
#include "sim/race/bytes.h"
#include "sim/trace/trace.h"

// ---- Counting ----

static void record(struct worker *worker, uintptr_t address, unsigned bytes, enum access_kind kind,
                   uint32_t pc) {
    if (trace_on()) {
        trace_access(worker->number, worker->current, instruction_last_row(&worker->instructions), pc,
                     address, bytes, kind);
    }
}

void access_record_again(struct worker *worker) {
    if (trace_on()) {
        trace_again(worker->number, worker->current);
    }
}

// The stretch has become too long: the running lane stops until the others have come as far. An access for
// which there was no room (INSTRUCTION_FULL) is added afterwards.
static void cut(struct worker *worker, uintptr_t address, unsigned bytes, enum access_space space,
                enum access_kind kind, unsigned array, uint32_t pc, enum instruction_answer answer) {
    while (answer != INSTRUCTION_GO_ON) {
        lane_wait(worker, LANE_CUT, pc);
        if (answer == INSTRUCTION_STOP) {
            access_record_again(worker);
            return;
        }
        answer = instruction_add(&worker->instructions, worker->current % WARP_LANES, pc, address, bytes,
                                 space, kind, array);
        if (answer != INSTRUCTION_FULL) {
            record(worker, address, bytes, kind, pc);
        }
    }
}

void access_count(struct worker *worker, uintptr_t address, unsigned bytes, enum access_space space,
                  enum access_kind kind, unsigned array, uint32_t pc) {
    if (worker->pattern.mode == PATTERN_FOLLOWS && !instruction_expects(&worker->instructions, pc, space) &&
        pattern_mixes(&worker->pattern, pc)) {
        pattern_break(&worker->pattern);
    }
    worker->progress.steps +=
        kind == ACCESS_WRITE || kind == ACCESS_STRONG_WRITE || kind == ACCESS_ATOMIC_WRITE;
    enum instruction_answer answer = instruction_add(&worker->instructions, worker->current % WARP_LANES, pc,
                                                     address, bytes, space, kind, array);
    if (answer != INSTRUCTION_FULL) {
        record(worker, address, bytes, kind, pc);
    }
    if (answer != INSTRUCTION_GO_ON) {
        cut(worker, address, bytes, space, kind, array, pc, answer);
    }
}

// ---- Checking ----

void access_check_bytes(struct worker *worker, const struct shadow *word, const struct accessor *who,
                        uintptr_t address, uint8_t mask, enum access_kind kind, unsigned bytes,
                        size_t element) {
    if (worker->same_values.count != 0) {
        same_value_settle(&worker->same_values, address);
    }
    struct shadow_cell *cell = word->cells;
    bool reads = access_reads(kind), exchanges = access_exchanges(kind);
    size_t copied = bytes >= 8 ? bytes : worker->copied;
    kind = access_update(kind);
    if ((reads || access_is_update(kind)) && (cell->set_bytes & mask) != mask &&
        !(reads && shadow_may_be_padding(cell, address, copied, element))) {
        mistake_unset(worker, address, cell->set_bytes, who->pc, exchanges);
    }
    if (!reads) {
        cell->set_bytes |= mask & 15;
    }
    struct race_candidate candidates[CANDIDATES_MAX];
    unsigned candidate_count;
    if (mask != 15 || (cell->sharing == SHADOW_SPLIT && !race_is_over(cell, who))) {
        unsigned byte = 0;
        candidate_count = race_check_bytes(word, who, mask, kind, candidates, &byte);
        address = (address & ~(uintptr_t)3) + byte;
    } else {
        candidate_count = race_check(word, who, kind, candidates);
    }
    if (candidate_count != 0) {
        mistake_race(worker, address, mask, kind, who->pc, candidates, candidate_count);
    }
}

void access_let_others_run(struct worker *worker, enum lane_state state, uint32_t pc) {
    int own = worker->order.block.own; // of this access
    worker->order.block.own = 0;
    lane_wait(worker, state, pc);
    worker->order.block.own = own;
}

void access_astray(struct worker *worker, enum access_kind kind) {
    if (!access_reads(kind)) {
        astray_leave(worker);
    }
    astray_read(worker);
}
