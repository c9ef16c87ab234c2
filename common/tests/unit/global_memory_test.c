// Global memory of the simulated GPU: which allocation contains an address, which bytes are set, and when an address is
// used again.
#include "cmocka_all.h"

#include <string.h>
#include <unistd.h>

#include "sim/memory/global_memory.h"

static int open_heap(void **state) {
    (void)state;
    return global_memory_open();
}

static int reset(void **state) {
    (void)state;
    global_memory_reset();
    return 0;
}

static struct allocation *allocate(const char *name, size_t bytes) {
    struct allocation *made = global_memory_allocate(name, bytes, 4, OWNED_BY_STUDENT, false, 0);
    assert_non_null(made);
    return made;
}

static void addresses_are_found(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 1000), *b = allocate("b", 8);
    bool inside;
    assert_ptr_equal(global_memory_find(a->base, 4, &inside), a);
    assert_true(inside);
    assert_ptr_equal(global_memory_find(a->base + 996, 4, &inside), a);
    assert_true(inside);
    assert_ptr_equal(global_memory_find(a->base + 1000, 4, &inside),
                     a); // just past the end: known, but not inside
    assert_false(inside);
    assert_ptr_equal(global_memory_find(a->base + 996, 16, &inside), a); // half inside counts as outside
    assert_false(inside);
    assert_ptr_equal(global_memory_find(b->base, 8, &inside), b);
    assert_true(inside);
    assert_null(global_memory_find(b->base - 4, 4, &inside)); // the gap
    assert_false(inside);
    assert_ptr_equal(global_memory_nearest(b->base - 4), b);
    assert_null(
        global_memory_find(a->base + GLOBAL_GAP, 4, &inside)); // far from a, but in no other allocation
    assert_ptr_equal(global_memory_nearest(a->base + GLOBAL_GAP / 4), a);
    assert_null(global_memory_find(a->base - GLOBAL_GAP / 2, 4, &inside)); // nor before the first
    assert_null(global_memory_find((uintptr_t)&inside, 4, &inside));
    assert_false(global_memory_contains((uintptr_t)&inside));
}

static void a_freed_address_stays_known(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 64);
    uintptr_t base = a->base;
    global_memory_free(a, "cudaFree", 77);
    bool inside;
    assert_ptr_equal(global_memory_find(base, 4, &inside), a);
    assert_false(inside);
    assert_int_equal(a->free_pc, 77);
    assert_true(allocate("b", 64)->base > base);
}

static uintptr_t allocate_and_discard(size_t bytes) {
    struct allocation *made = allocate("discarded", bytes);
    global_memory_free(made, "cudaFree", 77);
    global_memory_discard(made);
    return made->base;
}

static void addresses_are_used_again_after_many(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 64);
    const uintptr_t small = allocate_and_discard(200), large = allocate_and_discard(100000);
    uintptr_t last = large;
    for (int i = 0; i < 499; i++) {
        const uintptr_t base = allocate_and_discard(1000);
        assert_true(base > last);
        last = base;
    }
    struct allocation *again = allocate("b", 60000); // neither too short nor much too long
    assert_int_equal(again->base, large);
    assert_string_equal(again->name, "b");
    assert_false(again->freed);
    bool inside;
    assert_ptr_equal(global_memory_find(large + 59996, 4, &inside), again);
    assert_true(inside);
    assert_ptr_equal(global_memory_find(large + 60000, 4, &inside), again);
    assert_false(inside);
    assert_int_equal(allocate_and_discard(64) > last, true); // 500 are left
    assert_int_equal(allocate("c", 64)->base, small);
    assert_ptr_equal(global_memory_find(a->base, 4, &inside), a);
}

static void addresses_are_used_again_where_no_others_are_left(void **state) {
    (void)state;
    enum { GIB = 1 << 30, COUNT = 20 };
    global_memory_begin_case(true); // blank: its pages are not touched
    const uintptr_t kept = allocate("kept", GIB)->base;
    uintptr_t bases[COUNT];
    int different = 1;
    for (int i = 0; i < COUNT; i++) {
        bases[i] = allocate_and_discard(GIB);
        assert_true(bases[i] != kept);
        different += i == different && bases[i] != bases[0];
    }
    assert_int_equal(different, 6); // and the one that is kept: 7 GiB
    for (int i = different; i < COUNT; i++) {
        assert_int_equal(bases[i], bases[i % different]); // the oldest first
    }
    assert_null(global_memory_allocate("d", (size_t)2 * GIB, 4, OWNED_BY_STUDENT, false, 0));
    global_memory_reset();
    global_memory_begin_case(false);
}

static void set_bytes(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 64), *b = allocate("b", 64);
    global_memory_mark_set(a, a->base + 2, 7); // bytes 2 to 8
    assert_int_equal(global_memory_cell(a->base)->set_bytes, 12);
    assert_int_equal(global_memory_cell(a->base + 4)->set_bytes, 15);
    assert_int_equal(global_memory_cell(a->base + 8)->set_bytes, 1);
    global_memory_copy_set(b->base, a->base, 12);
    assert_int_equal(global_memory_cell(b->base)->set_bytes, 12);
    assert_int_equal(global_memory_cell(b->base + 4)->set_bytes, 15);
    assert_int_equal(global_memory_cell(b->base + 8)->set_bytes, 1);
    assert_int_equal(global_memory_cell(b->base + 12)->set_bytes, 0);
}

// The last word of an array of each size, small and large.
static void a_new_case_knows_nothing(void **state) {
    (void)state;
    const size_t sizes[] = {7, 64, 40000, 30000, 4 << 20};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct allocation *before = allocate("before", 1000), *a = allocate("a", sizes[i]);
        const uintptr_t base = a->base, last = base + (sizes[i] - 1) / 4 * 4;
        global_memory_mark_set(before, before->base, 1000);
        global_memory_mark_set(a, base, sizes[i]);
        struct shadow shadow = shadow_from(&a->shadow, last - base);
        *shadow.operations = shadow.cells->block_id = 1;
        shadow_strong_writes(&shadow)->kept[0].by.block_id = 1;
        global_memory_reset();
        assert_int_equal(global_memory_count(), 0);
        allocate("before", 1000);
        assert_int_equal(allocate("a", sizes[i])->base, base);
        assert_int_equal(global_memory_cell(before->base)->state, 0);
        assert_int_equal(global_memory_cell(last)->state, 0);
        assert_int_equal(shadow.cells->block_id, 0);
        assert_int_equal(*shadow.operations, 0);
        assert_int_equal(shadow_strong_writes(&shadow)->kept[0].by.block_id, 0);
        global_memory_reset();
    }
}

static void input_remembers_what_was_read(void **state) {
    (void)state;
    struct allocation *in = global_memory_allocate("d_in", 40, 4, OWNED_BY_HARNESS, true, 0);
    struct allocation *copy = allocate("copy", 40);
    global_memory_copy_set(copy->base, in->base, 40);
    assert_int_equal(global_memory_cell(copy->base + 36)->set_bytes, 15);
    for (int word = 0; word < 10; word++) {
        assert_int_equal(in->seen[word], 1);
    }
}

static void too_much_is_refused(void **state) {
    (void)state;
    assert_null(global_memory_allocate("all", (size_t)1 << 50, 4, OWNED_BY_STUDENT, false, 0));
    assert_null(global_memory_allocate("all", SIZE_MAX - 100, 4, OWNED_BY_STUDENT, false, 0));
    assert_int_equal(global_memory_count(), 0);
}

// In whole words from the allocation's beginning: it reads as a signalling NaN for any length.
static void fresh_memory_is_poisoned(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 12), *odd = allocate("odd", 7);
    const uint32_t poison[] = {0x7fa5a5a5, 0x7fa5a5a5, 0x7fa5a5a5};
    global_memory_unlock();
    assert_memory_equal((void *)a->base, poison, 12);
    assert_memory_equal((void *)odd->base, poison, 7);
    global_memory_lock();
}

// In a sampled case: all blocks but a few are left out, and what they would have written is 0.
static void blank_memory_is_zero_and_set(void **state) {
    (void)state;
    struct allocation *before = allocate("before", 12);
    const uintptr_t base = before->base;
    global_memory_reset();
    global_memory_begin_case(true);
    struct allocation *a = allocate("a", 12);
    assert_int_equal(a->base, base);
    global_memory_unlock();
    assert_int_equal(*(uint32_t *)a->base, 0);
    global_memory_lock();
    assert_true(global_memory_is_set(a->base));
    assert_int_equal(global_memory_cell(a->base)->set_bytes, 15);
    assert_false(global_memory_is_set((uintptr_t)&a)); // not in global memory
    global_memory_begin_case(false);
    assert_false(global_memory_is_set(a->base + 4));
}

static void doors_nest(void **state) {
    (void)state;
    global_memory_unlock();
    struct allocation *a = allocate("a", 100000); // grows while open
    global_memory_unlock();
    global_memory_lock();
    memset((void *)a->base, 1, a->bytes);
    global_memory_lock();
}

// Can the kernel read the byte at the address for this process?
static bool is_readable(int pipe_end, uintptr_t address) {
    return write(pipe_end, (const void *)address, 1) == 1;
}

static void a_door_opens_only_what_a_copy_needs(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 100000), *b = allocate("b", 64);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    global_memory_unlock_bytes(a->base + 99990, 10);
    assert_true(is_readable(ends[1], a->base + 99999));
    assert_false(is_readable(ends[1], a->base));
    assert_false(is_readable(ends[1], b->base));
    global_memory_lock_bytes(a->base + 99990, 10);
    assert_false(is_readable(ends[1], a->base + 99999));
    global_memory_unlock();
    global_memory_unlock_bytes(a->base, 4);
    global_memory_lock_bytes(a->base, 4);
    assert_true(is_readable(ends[1], a->base)); // the whole range is still open
    global_memory_lock();
    assert_false(is_readable(ends[1], a->base));
    global_memory_unlock_bytes((uintptr_t)ends, sizeof(ends)); // no global memory: nothing to do
    global_memory_lock_bytes((uintptr_t)ends, sizeof(ends));
    assert_true(is_readable(ends[1], (uintptr_t)ends));
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(addresses_are_found, reset),
        cmocka_unit_test_setup(a_freed_address_stays_known, reset),
        cmocka_unit_test_setup(addresses_are_used_again_after_many, reset),
        cmocka_unit_test_setup(addresses_are_used_again_where_no_others_are_left, reset),
        cmocka_unit_test_setup(set_bytes, reset),
        cmocka_unit_test_setup(a_new_case_knows_nothing, reset),
        cmocka_unit_test_setup(input_remembers_what_was_read, reset),
        cmocka_unit_test_setup(too_much_is_refused, reset),
        cmocka_unit_test_setup(fresh_memory_is_poisoned, reset),
        cmocka_unit_test_setup(blank_memory_is_zero_and_set, reset),
        cmocka_unit_test_setup(doors_nest, reset),
        cmocka_unit_test_setup(a_door_opens_only_what_a_copy_needs, reset),
    };
    return cmocka_run_group_tests(tests, open_heap, NULL);
}
