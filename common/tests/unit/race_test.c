// The race rule, question by question: same thread, barrier, warp barrier, other block, other launch, atomics.
#include "cmocka_all.h"

#include <string.h>

#include "sim/race/race.h"

enum { BLOCK = 7, OTHER_BLOCK = 8 };

static struct shadow_cell cell;
static struct shadow_reader reader;
static struct shadow_history history;
static struct shadow_strong strong;
static struct shadow_piece piece = {.words = &history, .strong = &strong};
static const struct shadow word = {.cells = &cell, .readers = &reader, .pieces = &piece};
static struct race_candidate candidates[CANDIDATES_MAX];
#define earlier candidates[0].first

static int clear(void **state) {
    (void)state;
    cell = (struct shadow_cell){0};
    return 0;
}

// A thread of block BLOCK at this epoch, in a launch of the blocks 5 to 14, with no barrier yet.
static struct accessor at(unsigned thread, uint32_t epoch) {
    return (struct accessor){.block_id = BLOCK,
                             .barrier_epoch = 1,
                             .epoch = epoch,
                             .pc = 100 + thread,
                             .thread = (uint16_t)thread,
                             .first_block = 5,
                             .block_count = 10};
}

static bool reads(struct accessor who) {
    return race_check(&word, &who, ACCESS_READ, candidates) > 0;
}

static bool writes(struct accessor who) {
    return race_check(&word, &who, ACCESS_WRITE, candidates) > 0;
}

static bool updates(struct accessor who) {
    return race_check(&word, &who, ACCESS_ATOMIC, candidates) > 0;
}

static void own_accesses_never_race(void **state) {
    (void)state;
    assert_false(writes(at(3, 1)));
    assert_false(reads(at(3, 1)));
    assert_false(writes(at(3, 1)));
}

static void reads_never_race(void **state) {
    (void)state;
    for (unsigned thread = 0; thread < 100; thread++) {
        assert_false(reads(at(thread, 1)));
    }
}

static void read_after_write(void **state) {
    (void)state;
    assert_false(writes(at(40, 1)));
    assert_true(reads(at(3, 1)));
    assert_int_equal(earlier.thread, 40);
    assert_int_equal(earlier.kind, ACCESS_WRITE);
    assert_int_equal(earlier.pc, 140);
}

static void write_after_read(void **state) {
    (void)state;
    assert_false(reads(at(3, 1)));
    assert_true(writes(at(40, 1)));
    assert_int_equal(earlier.thread, 3);
    assert_int_equal(earlier.kind, ACCESS_READ);
}

static void write_after_write(void **state) {
    (void)state;
    assert_false(writes(at(3, 1)));
    assert_true(writes(at(40, 1)));
    assert_int_equal(earlier.thread, 3);
}

// The writer has read before: the other reader is the one to report, in either order.
static void other_reader_is_found(void **state) {
    (void)state;
    assert_false(reads(at(3, 1)));
    assert_false(reads(at(40, 1)));
    assert_true(writes(at(40, 1)));
    assert_int_equal(earlier.thread, 3);
    clear(NULL);
    assert_false(reads(at(40, 1)));
    assert_false(reads(at(3, 1)));
    assert_true(writes(at(40, 1)));
    assert_int_equal(earlier.thread, 3);
    clear(NULL); // and within one warp, with the writer as the last reader
    assert_false(reads(at(3, 1)));
    assert_false(reads(at(4, 1)));
    assert_true(writes(at(4, 1)));
    assert_int_equal(earlier.thread, 3);
}

static void barrier_orders(void **state) {
    (void)state;
    struct accessor later = at(40, 2);
    later.barrier_epoch = 2;
    assert_false(reads(at(3, 1)));
    assert_false(writes(at(3, 1)));
    assert_false(reads(later));
    assert_false(writes(later));
    later.thread = 41; // but only accesses before it
    assert_true(writes(later));
}

static void warp_barrier_orders_its_warp_alone(void **state) {
    (void)state;
    struct accessor mate = at(4, 2), stranger = at(40, 2);
    mate.full_epoch = stranger.full_epoch = 2;
    assert_false(writes(at(3, 1)));
    assert_false(reads(mate));
    assert_true(reads(stranger));
    clear(NULL);
    assert_false(reads(at(3, 1)));
    assert_false(reads(at(5, 1)));
    assert_false(writes(mate));
    struct accessor after = at(5, 2); // two accesses after the same barrier are not ordered by it
    after.full_epoch = 2;
    assert_true(reads(after));
}

static void partial_warp_barrier_orders_its_lanes(void **state) {
    (void)state;
    uint32_t known[32] = {[3] = 2};
    struct accessor mate = at(4, 2);
    mate.known = known;
    assert_false(writes(at(3, 1)));
    assert_false(reads(mate));
    clear(NULL);
    assert_false(writes(at(9, 1)));
    assert_true(reads(mate));
    clear(NULL); // of two readers, the one that has not met the writer
    assert_false(reads(at(3, 1)));
    assert_false(reads(at(9, 1)));
    assert_true(writes(mate));
    assert_int_equal(earlier.thread, 9);
}

static void blocks_are_not_ordered(void **state) {
    (void)state;
    struct accessor other = at(3, 9);
    other.block_id = OTHER_BLOCK;
    other.barrier_epoch = 9;
    assert_false(writes(at(3, 1)));
    assert_true(reads(other));
    assert_int_equal(earlier.block_id, BLOCK);
    clear(NULL);
    assert_false(reads(at(3, 1)));
    assert_true(writes(other));
}

static void launches_are_ordered(void **state) {
    (void)state;
    struct accessor next_launch = at(3, 1);
    next_launch.block_id = next_launch.first_block = 15;
    assert_false(writes(at(3, 1)));
    assert_false(reads(next_launch));
    assert_false(writes(next_launch));
}

// Shared memory: accesses of an earlier block to the same memory do not count, in any order of blocks.
static void shared_memory_knows_one_block(void **state) {
    (void)state;
    struct accessor mine = at(3, 1);
    mine.first_block = mine.block_id;
    mine.block_count = 1;
    for (int step = -1; step <= 1; step += 2) {
        struct accessor other = at(40, 1);
        other.block_id = other.first_block = (uint32_t)(BLOCK + step);
        other.block_count = 1;
        clear(NULL);
        assert_false(writes(other));
        assert_false(reads(mine));
        assert_false(writes(mine));
    }
}

static void atomics_race_with_plain_accesses_only(void **state) {
    (void)state;
    assert_false(updates(at(3, 1)));
    assert_false(updates(at(40, 1)));
    assert_true(reads(at(41, 1)));
    clear(NULL);
    assert_false(updates(at(3, 1)));
    assert_true(writes(at(40, 1)));
    clear(NULL);
    assert_false(writes(at(3, 1)));
    assert_true(updates(at(40, 1)));
    clear(NULL);
    assert_false(reads(at(3, 1)));
    assert_true(updates(at(40, 1)));
}

// ---- Random threads of some blocks, one after the other ----

// All accesses to the word in this block or launch.
static struct access_record done[4096];
static unsigned done_count;

static bool is_ordered_in_block(const struct access_record *one, const struct accessor *who) {
    return one->block_id == who->block_id &&
           (one->thread == who->thread || one->epoch < who->barrier_epoch ||
            (one->thread / 32 == who->thread / 32 && race_warp_orders(who, one->thread % 32, one->epoch)));
}

// The definition of the rule: does any of them race with this one?
static bool races_with_any(const struct accessor *who, enum access_kind kind) {
    // Of the strong accesses, those since the last plain write, which raced with none before; and the last
    // update.
    unsigned first_strong = 0, update = done_count;
    for (unsigned i = 0; i < done_count; i++) {
        first_strong = done[i].kind == ACCESS_WRITE ? i : first_strong;
        update = done[i].kind == ACCESS_WRITE ? done_count : done[i].kind == ACCESS_ATOMIC ? i : update;
    }
    bool seen_updates = update < done_count && is_ordered_in_block(&done[update], who);
    bool seen_writes = seen_updates;
    for (unsigned i = update; i < done_count; i++) {
        seen_writes &= done[i].kind != ACCESS_STRONG_WRITE && done[i].kind != ACCESS_ATOMIC_WRITE;
    }
    for (unsigned i = 0; i < done_count; i++) {
        const struct access_record *one = &done[i];
        bool both_volatile = kind == ACCESS_STRONG_WRITE && one->kind == ACCESS_STRONG_WRITE;
        bool is_update = one->kind == ACCESS_ATOMIC || one->kind == ACCESS_ATOMIC_WRITE;
        bool harmless =
            (access_reads(kind) && access_reads((enum access_kind)one->kind)) ||
            (access_strong(kind) && access_strong((enum access_kind)one->kind) && !both_volatile) ||
            (access_strong((enum access_kind)one->kind) && i < first_strong) ||
            (both_volatile && seen_writes) || (kind == ACCESS_WRITE && is_update && seen_updates);
        if (!harmless && !is_ordered_in_block(one, who)) {
            return true;
        }
    }
    return false;
}

static struct access_record record_of(const struct accessor *who, enum access_kind kind) {
    return (struct access_record){who->block_id, who->epoch, who->pc, who->thread, (uint8_t)kind};
}

// Checks shared memory as access.h does: first by the fast path, otherwise by the slow path.
static unsigned look(const struct shadow *shadow, bool short_way, const struct accessor *who,
                     enum access_kind kind, unsigned *short_ones) {
    if (short_way && kind != ACCESS_ATOMIC && race_check_quick(shadow, 0, who, kind, who->pc)) {
        ++*short_ones;
        return 0;
    }
    shadow->cells->set_bytes = 15;
    return race_check(shadow, who, kind, candidates);
}

// The fast path and the slow path agree. They find the first race of a block, and nothing before it.
static void as_the_rule_says(void **state) {
    (void)state;
    static const unsigned threads[] = {0, 1, 2, 32, 33};
    struct shadow_cell other_cell = {0};
    struct shadow_reader other_reader = {0};
    struct shadow_history other_history = {.write = {0}};
    struct shadow_strong other_strong = {.update_is_last = false};
    struct shadow_piece other_piece = {.words = &other_history, .strong = &other_strong};
    const struct shadow other = {.cells = &other_cell, .readers = &other_reader, .pieces = &other_piece};
    struct accessor who = {
        .block_id = 1, .first_block = 1, .block_count = 1, .first_epoch = 1, .barrier_epoch = 1};
    uint32_t epoch[2] = {1, 1}, full_epoch[2] = {0, 0}, random = 1;
    unsigned short_ones = 0, races = 0;
    bool raced = false;
    for (uint32_t step = 0; step < 300000; step++) {
        random = random * 1664525u + 1013904223u;
        unsigned what = random >> 24 & 31;
        if (what < 4) { // block barrier, sometimes followed by another block
            who.barrier_epoch = (epoch[0] > epoch[1] ? epoch[0] : epoch[1]) + 1;
            epoch[0] = epoch[1] = who.barrier_epoch;
            if (what == 0 || done_count > 4000) {
                who.first_block = ++who.block_id;
                who.first_epoch = who.barrier_epoch;
                done_count = 0;
                raced = false;
            }
            continue;
        } else if (what < 8) { // warp barrier
            full_epoch[what & 1] = ++epoch[what & 1];
            continue;
        }
        who.thread = (uint16_t)threads[(random >> 12 & 31) % 5];
        who.epoch = epoch[who.thread / 32];
        who.full_epoch = full_epoch[who.thread / 32];
        who.pc = step;
        enum access_kind kind = what < 24 ? ACCESS_READ : what < 31 ? ACCESS_WRITE : ACCESS_ATOMIC;
        if (kind != ACCESS_WRITE && (cell.block_id != who.block_id || cell.set_bytes != 15)) {
            continue; // unset: never checked
        }
        struct race_candidate found[CANDIDATES_MAX];
        unsigned count = look(&word, false, &who, kind, NULL);
        memcpy(found, candidates, sizeof(found));
        assert_int_equal(look(&other, true, &who, kind, &short_ones), count);
        for (unsigned i = 0; i < count; i++) {
            assert_memory_equal(&candidates[i].first, &found[i].first,
                                offsetof(struct access_record, kind) + 1);
            assert_int_equal(candidates[i].others, found[i].others);
        }
        assert_int_equal(other_cell.set_bytes, cell.set_bytes);
        assert_int_equal(other_cell.unused, cell.unused);
        if (!raced) {
            assert_int_equal(count > 0, races_with_any(&who, kind));
        }
        raced |= count > 0;
        races += count > 0;
        done[done_count++] = record_of(&who, kind);
    }
    assert_true(short_ones > 10000 && races > 10000); // both have occurred
}

enum { MATES = 5 };

// Lanes of a warp meet at a barrier; see warp/sync.c.
static void meet(uint32_t known[MATES][WARP_LANES], unsigned lanes, uint32_t epoch) {
    uint32_t united[WARP_LANES] = {0};
    for (unsigned lane = 0; lane < MATES; lane++) {
        for (unsigned other = 0; other < MATES && (lanes >> lane & 1) != 0; other++) {
            united[other] = known[lane][other] > united[other] ? known[lane][other] : united[other];
        }
    }
    for (unsigned lane = 0; lane < MATES; lane++) {
        united[lane] = (lanes >> lane & 1) != 0 ? epoch : united[lane];
    }
    for (unsigned lane = 0; lane < MATES; lane++) {
        if ((lanes >> lane & 1) != 0) {
            memcpy(known[lane], united, sizeof(united));
        }
    }
}

// Lanes of one warp, barriers of some of them, and rare writes: a race is found exactly where the definition says so,
// and each lane that it names races.
static void partial_barriers(void **state) {
    (void)state;
    uint32_t known[MATES][WARP_LANES] = {{0}}, epoch = 1, random = 1;
    struct accessor who = {
        .block_id = 1, .first_block = 1, .block_count = 1, .first_epoch = 1, .barrier_epoch = 1};
    unsigned races = 0, without = 0;
    cell.set_bytes = 15;
    for (unsigned step = 0; step < 400000; step++) {
        random = random * 1664525u + 1013904223u;
        unsigned what = random >> 24 & 15, lanes = random >> 8 & ((1 << MATES) - 1);
        if (what < 7) {
            meet(known, lanes, ++epoch);
            continue;
        }
        unsigned lane = (random >> 16 & 255) % MATES;
        who.thread = (uint16_t)lane;
        who.epoch = epoch;
        who.pc = step;
        who.known = known[lane];
        enum access_kind kind = what < 13 ? ACCESS_READ : what < 15 ? ACCESS_WRITE : ACCESS_ATOMIC;
        bool racing = races_with_any(&who, kind);
        unsigned count = look(&word, false, &who, kind, NULL);
        for (unsigned i = 0; i < count; i++) {
            struct access_record one = candidates[i].first;
            do {
                assert_false(is_ordered_in_block(&one, &who));
            } while (race_next(&candidates[i], &one));
        }
        assert_int_equal(count > 0, racing);
        races += racing;
        without += !racing && kind == ACCESS_WRITE;
        done[done_count++] = record_of(&who, kind);
        if (racing || done_count == 200) { // what comes after a race need not be found
            who.barrier_epoch = ++epoch;
            done_count = 0;
        }
    }
    assert_true(races > 10000 && without > 10000);
    done_count = 0;
}

// Global memory, with a word that blocks access side by side: the same for all kinds of accesses.
static void as_the_rule_says_between_blocks(void **state) {
    (void)state;
    enum { BLOCKS = 3, KINDS = ACCESS_ATOMIC_WRITE + 1 };
    static const unsigned threads[] = {0, 1, 32, 33};
    struct accessor blocks[BLOCKS];
    uint32_t epoch[BLOCKS][2], full_epoch[BLOCKS][2], first_block = 1, random = 1;
    unsigned races = 0, found_late = 0;
    bool raced = true;
    done_count = 0;
    for (uint32_t step = 0; step < 600000; step++) {
        random = random * 1664525u + 1013904223u;
        unsigned b = (random >> 8 & 255) % BLOCKS, what = random >> 24 & 63;
        if (step == 0 || what == 0 || done_count > 4000) { // another launch
            first_block += BLOCKS;
            for (unsigned i = 0; i < BLOCKS; i++) {
                blocks[i] = (struct accessor){.block_id = first_block + i,
                                              .barrier_epoch = 1,
                                              .first_block = first_block,
                                              .block_count = BLOCKS};
                epoch[i][0] = epoch[i][1] = 1;
                full_epoch[i][0] = full_epoch[i][1] = 0;
            }
            done_count = 0;
            raced = false;
            continue;
        }
        struct accessor *who = &blocks[b];
        if (what < 10) { // block barrier
            who->barrier_epoch = (epoch[b][0] > epoch[b][1] ? epoch[b][0] : epoch[b][1]) + 1;
            epoch[b][0] = epoch[b][1] = who->barrier_epoch;
            continue;
        } else if (what < 20) { // warp barrier
            full_epoch[b][what & 1] = ++epoch[b][what & 1];
            continue;
        }
        who->thread = (uint16_t)threads[random >> 16 & 3];
        who->epoch = epoch[b][who->thread / 32];
        who->full_epoch = full_epoch[b][who->thread / 32];
        // Mostly reads, of both kinds, or mostly strong ones: otherwise every launch would race at once.
        unsigned kinds = (first_block / BLOCKS) % 3;
        enum access_kind kind = what >= 61   ? (enum access_kind)((random >> 18 & 15) % KINDS)
                                : kinds == 0 ? ACCESS_READ
                                : what & 1   ? ACCESS_STRONG_READ
                                : kinds == 1 ? ACCESS_READ
                                             : ACCESS_ATOMIC;
        unsigned count = race_check(&word, who, kind, candidates);
        if (!raced) {
            assert_int_equal(count > 0, races_with_any(who, kind));
            found_late += count > 0 && done_count > 8;
        }
        raced |= count > 0;
        races += count > 0;
        done[done_count++] = record_of(who, kind);
    }
    assert_true(races > 10000 && found_late > 1000);
}

// A thread's write before its own atomic can still race with everything that reads or updates it later.
static void an_atomic_hides_no_write(void **state) {
    (void)state;
    assert_false(writes(at(3, 1)));
    assert_false(updates(at(3, 1)));
    assert_true(updates(at(40, 1)));
    assert_int_equal(earlier.thread, 3);
    assert_int_equal(earlier.kind, ACCESS_WRITE);
    clear(NULL); // nor does one atomic hide another
    struct accessor mate = at(4, 2);
    mate.full_epoch = 2;
    assert_false(updates(at(40, 1)));
    assert_false(updates(at(3, 1)));
    assert_true(reads(mate));
    assert_int_equal(earlier.thread, 40);
}

static void unused_until_read(void **state) {
    (void)state;
    writes(at(3, 1));
    assert_true(cell.unused);
    reads(at(3, 1));
    assert_false(cell.unused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(own_accesses_never_race, clear),
        cmocka_unit_test_setup(reads_never_race, clear),
        cmocka_unit_test_setup(read_after_write, clear),
        cmocka_unit_test_setup(write_after_read, clear),
        cmocka_unit_test_setup(write_after_write, clear),
        cmocka_unit_test_setup(other_reader_is_found, clear),
        cmocka_unit_test_setup(barrier_orders, clear),
        cmocka_unit_test_setup(warp_barrier_orders_its_warp_alone, clear),
        cmocka_unit_test_setup(partial_warp_barrier_orders_its_lanes, clear),
        cmocka_unit_test_setup(blocks_are_not_ordered, clear),
        cmocka_unit_test_setup(launches_are_ordered, clear),
        cmocka_unit_test_setup(shared_memory_knows_one_block, clear),
        cmocka_unit_test_setup(atomics_race_with_plain_accesses_only, clear),
        cmocka_unit_test_setup(an_atomic_hides_no_write, clear),
        cmocka_unit_test_setup(partial_barriers, clear),
        cmocka_unit_test_setup(as_the_rule_says, clear),
        cmocka_unit_test_setup(as_the_rule_says_between_blocks, clear),
        cmocka_unit_test_setup(unused_until_read, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
