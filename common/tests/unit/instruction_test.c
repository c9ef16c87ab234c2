// Combines lanes' accesses into warp instructions, and counts these. All values are derived by hand.
#include "cmocka_all.h"

#include <string.h>

#include "sim/warp/counting.h"
#include "sim/warp/instruction.h"

static struct instructions instructions;
static struct counters interval;
static struct warp_interval warp;

static int open_group(void **state) {
    (void)state;
    memset(&interval, 0, sizeof(interval));
    memset(&warp, 0, sizeof(warp));
    return instruction_open(&instructions);
}

static int close_group(void **state) {
    (void)state;
    instruction_close(&instructions);
    return 0;
}

static enum instruction_answer add(unsigned lane, uint32_t pc, uintptr_t address) {
    return instruction_add(&instructions, lane, pc, address, 4, SPACE_SHARED, ACCESS_READ, 0);
}

static void equal_ways_are_one_instruction_each(void **state) {
    (void)state;
    for (unsigned lane = 0; lane < 32; lane++) {
        instruction_begin_lane(&instructions);
        add(lane, 10, lane * 4);
        add(lane, 20, lane * 4);
    }
    assert_int_equal(instructions.row_count, 2);
    count_rows(&instructions, ~0u, &interval, &warp);
    assert_int_equal(interval.warp_instructions, 2);
    assert_int_equal(interval.active_lanes, 64);
    assert_true(warp.active);
    assert_false(warp.divergent);
}

// Lanes with different numbers of loop iterations: their k-th iterations are combined.
static void loops_of_different_length(void **state) {
    (void)state;
    for (unsigned lane = 0; lane < 4; lane++) {
        instruction_begin_lane(&instructions);
        for (unsigned round = 0; round <= lane; round++) {
            add(lane, 10, lane * 4);
        }
        add(lane, 20, lane * 4);
    }
    assert_int_equal(instructions.row_count, 5); // four iterations, and the one after the loop
    uint32_t lanes_of_round[] = {15, 14, 12, 8};
    uint32_t row = instruction_site(&instructions, 10)->first_row;
    for (int round = 0; round < 4; round++, row = instructions.rows[row].next) {
        assert_int_equal(instructions.rows[row].lanes, lanes_of_round[round]);
    }
    assert_int_equal(instructions.rows[instruction_site(&instructions, 20)->first_row].lanes, 15);
}

static void branches_meet_again(void **state) {
    (void)state;
    for (unsigned lane = 0; lane < 32; lane++) {
        instruction_begin_lane(&instructions);
        add(lane, lane % 2 == 0 ? 10 : 20, lane * 4);
        add(lane, 30, lane * 4);
    }
    assert_int_equal(instructions.row_count, 3);
    count_rows(&instructions, ~0u, &interval, &warp);
    assert_int_equal(interval.active_lanes, 64);
    assert_true(warp.divergent);
}

// The k-th executions of an instruction are combined even if a lane executes the instructions in another
// order.
static void a_lane_passes_over_rows(void **state) {
    (void)state;
    static const uint32_t ways[2][4] = {{10, 10, 20, 10}, {10, 20, 10, 10}};
    for (unsigned lane = 0; lane < 2; lane++) {
        instruction_begin_lane(&instructions);
        for (int i = 0; i < 4; i++) {
            add(lane, ways[lane][i], 0);
        }
    }
    assert_int_equal(instructions.row_count, 4);
    for (uint32_t i = 1; i <= instructions.row_count; i++) {
        assert_int_equal(instructions.rows[i].lanes, 3);
    }
}

static void a_partial_last_warp_is_not_divergent(void **state) {
    (void)state;
    for (unsigned lane = 0; lane < 5; lane++) {
        instruction_begin_lane(&instructions);
        add(lane, 10, lane * 4);
    }
    count_rows(&instructions, 31, &interval, &warp);
    assert_false(warp.divergent);
}

// Many instructions: the hash table must grow and still find each.
static void many_sites(void **state) {
    (void)state;
    for (unsigned lane = 0; lane < 2; lane++) {
        instruction_begin_lane(&instructions);
        for (uint32_t pc = 0; pc < 2000; pc++) {
            assert_int_equal(add(lane, (pc + 1) * 64, 0), INSTRUCTION_GO_ON);
        }
    }
    assert_int_equal(instructions.row_count, 2000);
    for (uint32_t i = 1; i <= instructions.row_count; i++) {
        assert_int_equal(instructions.rows[i].lanes, 3);
    }
}

// A long loop: every lane is stopped in the same iteration, and each access is counted exactly once.
static void a_long_stretch_is_cut(void **state) {
    (void)state;
    enum { LANES = 3, ROUNDS = 10000 };
    unsigned done[LANES] = {0};
    bool more = true;
    int cuts = 0;
    while (more) {
        more = false;
        for (unsigned lane = 0; lane < LANES; lane++) {
            instruction_begin_lane(&instructions);
            while (done[lane] < ROUNDS) {
                done[lane]++;
                if (add(lane, 10, 0) != INSTRUCTION_GO_ON) {
                    more = true;
                    break;
                }
            }
        }
        assert_true(done[0] == done[1] && done[1] == done[2]);
        assert_true(instructions.row_count <= ROWS_MAX);
        count_rows(&instructions, 7, &interval, &warp);
        cuts++;
    }
    assert_true(cuts > 2);
    assert_int_equal(interval.warp_instructions, ROUNDS);
    assert_int_equal(interval.active_lanes, LANES * ROUNDS);
    assert_false(warp.divergent);
}

static unsigned wavefronts(unsigned stride_bytes, unsigned bytes, uint32_t lanes, unsigned *conflicts) {
    uintptr_t addresses[WARP_LANES];
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        addresses[lane] = 4096 + (uintptr_t)lane * stride_bytes;
    }
    return count_wavefronts(addresses, lanes, bytes, true, conflicts);
}

static void bank_conflicts(void **state) {
    (void)state;
    unsigned conflicts;
    for (unsigned stride = 1; stride <= 32; stride *= 2) { // words: as many lanes per bank as the stride
        assert_int_equal(wavefronts(stride * 4, 4, ~0u, &conflicts), stride);
        assert_int_equal(conflicts, stride - 1);
    }
    assert_int_equal(wavefronts(33 * 4, 4, ~0u, &conflicts), 1); // padded
    assert_int_equal(wavefronts(3 * 4, 4, ~0u, &conflicts), 1);  // odd strides use every bank once
    assert_int_equal(wavefronts(0, 4, ~0u, &conflicts), 1);      // all the same word: served together
    assert_int_equal(wavefronts(128, 4, 0xff, &conflicts), 8);   // eight lanes, one bank
    assert_int_equal(conflicts, 7);
    assert_int_equal(wavefronts(1, 1, ~0u, &conflicts), 1); // four bytes per word
    assert_int_equal(wavefronts(8, 8, ~0u, &conflicts), 2); // half a warp at a time
    assert_int_equal(conflicts, 0);
    assert_int_equal(wavefronts(16, 16, ~0u, &conflicts), 4); // a quarter
    assert_int_equal(conflicts, 0);
    assert_int_equal(wavefronts(16, 8, ~0u, &conflicts), 4); // every second pair: two passes per half
    assert_int_equal(conflicts, 2);
}

static unsigned own(unsigned lane) {
    return lane;
}
static unsigned pairs(unsigned lane) {
    return lane / 2;
}
static unsigned two_apart(unsigned lane) {
    return lane / 4 * 2 + lane % 2;
}
static unsigned of_sixteen(unsigned lane) {
    return lane % 16;
}
static unsigned of_eight(unsigned lane) {
    return lane % 8;
}
static unsigned the_same(unsigned lane) {
    (void)lane;
    return 0;
}

// Elements of 8 and 16 bytes: as many passes as Nsight Compute counted on an H100.
static void wide_elements(void **state) {
    (void)state;
    static const struct {
        unsigned (*element)(unsigned lane);
        uint32_t lanes;
        unsigned bytes;
        bool loads;
        unsigned passes;
    } cases[] = {
        {own, ~0u, 8, true, 2},
        {pairs, ~0u, 8, true, 1},
        {pairs, 0x24000b01, 8, true, 1},
        {two_apart, ~0u, 8, true, 1},
        {two_apart, 0x0b2f59b5, 8, true, 1},
        {of_sixteen, ~0u, 8, true, 2},
        {of_sixteen, 0x55555555, 8, true, 1},
        {of_sixteen, 0x0f0f0f0f, 8, true, 2},
        {of_eight, ~0u, 8, true, 2},
        {of_eight, 0x01815723, 8, true, 2},
        {of_eight, 0x000040a3, 8, true, 1},
        {the_same, ~0u, 8, true, 1},
        {own, ~0u, 16, true, 4},
        {own, 0x55555555, 16, true, 4},
        {own, 0x00ff00ff, 16, true, 2},
        {pairs, ~0u, 16, true, 2},
        {pairs, 0x20420011, 16, true, 2},
        {two_apart, ~0u, 16, true, 2},
        {two_apart, 0xffff0000, 16, true, 1},
        {of_sixteen, 0xcc3cc0c0, 16, true, 4},
        {of_eight, 0x55555555, 16, true, 2},
        {of_eight, 0x33333333, 16, true, 2},
        {of_eight, 0x3ffcc00f, 16, true, 4},
        {the_same, ~0u, 16, true, 2},
        {the_same, 0x0000ffff, 16, true, 1},
        {pairs, ~0u, 8, false, 2},
        {two_apart, 0x02006009, 8, false, 2},
        {the_same, ~0u, 8, false, 2},
        {pairs, 0x675c186f, 16, false, 4},
        {of_sixteen, 0x55555555, 16, false, 4},
        {the_same, ~0u, 16, false, 4},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uintptr_t addresses[WARP_LANES];
        unsigned conflicts;
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            addresses[lane] = 4096 + (uintptr_t)cases[i].element(lane) * cases[i].bytes;
        }
        assert_int_equal(
            count_wavefronts(addresses, cases[i].lanes, cases[i].bytes, cases[i].loads, &conflicts),
            cases[i].passes);
    }
}

static unsigned sectors(uintptr_t first, unsigned stride_bytes, unsigned bytes, uint32_t lanes) {
    uintptr_t addresses[WARP_LANES];
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        addresses[lane] = first + (uintptr_t)lane * stride_bytes;
    }
    return count_sectors(addresses, lanes, bytes);
}

static void sectors_touched(void **state) {
    (void)state;
    assert_int_equal(sectors(4096, 4, 4, ~0u), 4);      // 128 bytes
    assert_int_equal(sectors(4096 + 4, 4, 4, ~0u), 5);  // the same, shifted by a word
    assert_int_equal(sectors(4096, 8, 4, ~0u), 8);      // every second word
    assert_int_equal(sectors(4096, 32, 4, ~0u), 32);    // one per lane
    assert_int_equal(sectors(4096, 0, 4, ~0u), 1);      // all the same
    assert_int_equal(sectors(4096, 16, 16, ~0u), 16);   // 512 bytes
    assert_int_equal(sectors(4096, 4, 4, 1), 1);        // one lane
    assert_int_equal(sectors(4096, 1024, 4, 0x101), 2); // two lanes far apart
    assert_int_equal(sectors(4096 + 30, 4, 4, 1), 2);   // across a border
}

// Working warps: those that read and write the same array.
static void working_warps(void **state) {
    (void)state;
    struct block_interval block = {0};
    struct warp_interval notes = {.arrays_read = 1, .arrays_written = 2, .active = true};
    count_warp_interval(&notes, &interval, &block); // reads one, writes another: a copy
    assert_int_equal(interval.working_warps, 0);
    assert_int_equal(interval.active_warps, 1);
    notes = (struct warp_interval){.arrays_read = 3, .arrays_written = 2, .active = true, .divergent = true};
    count_warp_interval(&notes, &interval, &block);
    assert_int_equal(interval.working_warps, 1);
    assert_int_equal(interval.active_warps, 2);
    assert_int_equal(interval.divergent_warps, 1);
    count_warp_interval(&notes, &interval, &block); // the notes are empty again
    assert_int_equal(interval.active_warps, 2);
}

// A read of what the same lanes have just written combines nothing.
static void own_reads(void **state) {
    (void)state;
    struct block_interval block = {0};
    static const struct {
        uint32_t read_lanes, shift;
        uint64_t working;
    } cases[] = {{4, 0, 0}, {3, 0, 0}, {4, 4, 1}, {5, 0, 1}}; // 4 lanes write
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        interval = (struct counters){0};
        for (uint32_t lane = 0; lane < 5; lane++) {
            const uint64_t address = 4096 + 4 * lane;
            instruction_begin_lane(&instructions);
            if (lane < 4) {
                instruction_add(&instructions, lane, 10, address, 4, SPACE_SHARED, ACCESS_WRITE, 1);
            }
            if (lane < cases[k].read_lanes) {
                instruction_add(&instructions, lane, 20, address + cases[k].shift, 4, SPACE_SHARED,
                                ACCESS_READ, 1);
            }
        }
        count_rows(&instructions, 31, &interval, &warp);
        count_warp_interval(&warp, &interval, &block);
        assert_int_equal(interval.working_warps, cases[k].working);
    }
}

// The slowest warp's steps, and those of few lanes. Polls do not count: how often a thread polls depends on timing.
static void the_slowest_warp(void **state) {
    (void)state;
    static const struct {
        enum access_space space;
        enum access_kind kind;
    } others[] = {{SPACE_GLOBAL, ACCESS_WRITE},
                  {SPACE_GLOBAL, ACCESS_ATOMIC},
                  {SPACE_GLOBAL, ACCESS_STRONG_READ},
                  {SPACE_SHARED, ACCESS_READ}};
    struct block_interval block = {0};
    instruction_begin_lane(&instructions);
    for (uint32_t i = 0; i < 7; i++) {
        instruction_add(&instructions, 0, 10 + i, 4096, 4, SPACE_GLOBAL, ACCESS_READ, 0);
    }
    for (uint32_t i = 0; i < 4; i++) {
        instruction_add(&instructions, 0, 30 + i, 4096, 4, others[i].space, others[i].kind, 0);
    }
    count_rows(&instructions, 1, &interval, &warp);
    count_warp_interval(&warp, &interval, &block);
    assert_int_equal(block.path, 10);
    assert_int_equal(block.few, 10);
    struct warp_interval other = {.steps = 8, .combines = 3};
    count_warp_interval(&other, &interval, &block);
    assert_int_equal(block.path, 11);
    assert_int_equal(block.few, 10);
}

// A single atomic is not a step of a tree, although it reads and writes.
static void an_atomic_is_no_working_warp(void **state) {
    (void)state;
    struct block_interval block = {0};
    instruction_begin_lane(&instructions);
    instruction_add(&instructions, 0, 10, 4096, 4, SPACE_GLOBAL, ACCESS_ATOMIC, 0);
    count_rows(&instructions, ~0u, &interval, &warp);
    count_warp_interval(&warp, &interval, &block);
    assert_int_equal(interval.atomics, 1);
    assert_int_equal(interval.active_warps, 1);
    assert_int_equal(interval.working_warps, 0);
}

// Lane 2 accesses global memory where the others access shared memory: two requests, in any order of the lanes. A
// volatile read is a poll only in global memory. Each memory's array is that of its lowest lane.
static void both_memories(void **state) {
    (void)state;
    static const unsigned orders[][4] = {{0, 1, 2, 3}, {2, 3, 0, 1}, {3, 2, 1, 0}};
    for (unsigned order = 0; order < 3; order++) {
        struct counters counted = {0};
        instructions.any_order = order != 0;
        for (unsigned i = 0; i < 4; i++) {
            unsigned lane = orders[order][i];
            bool global = lane == 2;
            instruction_begin_lane(&instructions);
            instruction_add(&instructions, lane, 10, global ? 4096 : 128 * lane, 4,
                            global ? SPACE_GLOBAL : SPACE_SHARED, global ? ACCESS_STRONG_READ : ACCESS_READ,
                            lane);
            instruction_add(&instructions, lane, 20, global ? 4096 : 4 * lane, 4,
                            global ? SPACE_GLOBAL : SPACE_SHARED, ACCESS_WRITE, 0);
        }
        assert_int_equal(instructions.row_count, 2);
        warp = (struct warp_interval){0};
        assert_true(count_rows(&instructions, 15, &counted, &warp));
        assert_int_equal(counted.warp_instructions, 4);
        assert_int_equal(counted.active_lanes, 8);
        assert_int_equal(counted.shared_load_requests, 1);
        assert_int_equal(counted.shared_load_wavefronts, 3);
        assert_int_equal(counted.polls, 1);
        assert_int_equal(counted.shared_store_wavefronts, 1);
        assert_int_equal(counted.global_store_sectors, 1);
        assert_int_equal(warp.arrays_read, 1);
        assert_false(warp.divergent);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(both_memories, open_group, close_group),
        cmocka_unit_test_setup_teardown(equal_ways_are_one_instruction_each, open_group, close_group),
        cmocka_unit_test_setup_teardown(loops_of_different_length, open_group, close_group),
        cmocka_unit_test_setup_teardown(branches_meet_again, open_group, close_group),
        cmocka_unit_test_setup_teardown(a_lane_passes_over_rows, open_group, close_group),
        cmocka_unit_test_setup_teardown(a_partial_last_warp_is_not_divergent, open_group, close_group),
        cmocka_unit_test_setup_teardown(many_sites, open_group, close_group),
        cmocka_unit_test_setup_teardown(a_long_stretch_is_cut, open_group, close_group),
        cmocka_unit_test_setup_teardown(bank_conflicts, open_group, close_group),
        cmocka_unit_test(wide_elements),
        cmocka_unit_test_setup_teardown(sectors_touched, open_group, close_group),
        cmocka_unit_test_setup_teardown(working_warps, open_group, close_group),
        cmocka_unit_test_setup_teardown(own_reads, open_group, close_group),
        cmocka_unit_test_setup_teardown(the_slowest_warp, open_group, close_group),
        cmocka_unit_test_setup_teardown(an_atomic_is_no_working_warp, open_group, close_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
