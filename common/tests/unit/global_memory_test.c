// Device memory of the simulated GPU: who an address belongs to, what is set, and that nothing is given out
// twice.
#include "cmocka_all.h"

#include <string.h>

#include "sim/memory/global_memory.h"

static int open_heap(void **state) {
    (void)state;
    return heap_open();
}

static int reset(void **state) {
    (void)state;
    heap_reset();
    return 0;
}

static struct allocation *allocate(const char *name, size_t bytes) {
    struct allocation *made = heap_allocate(name, bytes, 4, OWNED_BY_STUDENT, false, 0);
    assert_non_null(made);
    return made;
}

static void addresses_are_found(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 1000), *b = allocate("b", 8);
    bool inside;
    assert_ptr_equal(heap_find(a->base, 4, &inside), a);
    assert_true(inside);
    assert_ptr_equal(heap_find(a->base + 996, 4, &inside), a);
    assert_true(inside);
    assert_ptr_equal(heap_find(a->base + 1000, 4, &inside), a); // just past: known, and not inside
    assert_false(inside);
    assert_ptr_equal(heap_find(a->base + 996, 16, &inside), a); // half inside is outside
    assert_false(inside);
    assert_ptr_equal(heap_find(b->base, 8, &inside), b);
    assert_true(inside);
    assert_null(heap_find(b->base - 4, 4, &inside)); // the gap
    assert_false(inside);
    assert_ptr_equal(heap_nearest(b->base - 4), b);
    assert_null(heap_find(a->base + HEAP_GAP, 4, &inside)); // so far from a it is still no other's memory
    assert_ptr_equal(heap_nearest(a->base + HEAP_GAP / 4), a);
    assert_null(heap_find(a->base - HEAP_GAP / 2, 4, &inside)); // nor before the first
    assert_null(heap_find((uintptr_t)&inside, 4, &inside));
    assert_false(heap_contains((uintptr_t)&inside));
}

static void a_freed_address_stays_known(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 64);
    uintptr_t base = a->base;
    heap_free(a, 77);
    bool inside;
    assert_ptr_equal(heap_find(base, 4, &inside), a);
    assert_false(inside);
    assert_int_equal(a->free_pc, 77);
    assert_true(allocate("b", 64)->base > base);
}

static void set_bytes(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 64), *b = allocate("b", 64);
    heap_mark_set(a, a->base + 2, 7); // bytes 2 to 8
    assert_int_equal(heap_cell(a->base)->set_bytes, 12);
    assert_int_equal(heap_cell(a->base + 4)->set_bytes, 15);
    assert_int_equal(heap_cell(a->base + 8)->set_bytes, 1);
    heap_copy_set(b->base, a->base, 12);
    assert_int_equal(heap_cell(b->base)->set_bytes, 12);
    assert_int_equal(heap_cell(b->base + 4)->set_bytes, 15);
    assert_int_equal(heap_cell(b->base + 8)->set_bytes, 1);
    assert_int_equal(heap_cell(b->base + 12)->set_bytes, 0);
}

static void a_new_case_knows_nothing(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 64);
    uintptr_t base = a->base;
    heap_mark_set(a, base, 64);
    heap_reset();
    assert_int_equal(heap_count(), 0);
    a = allocate("a", 64);
    assert_int_equal(a->base, base);
    assert_int_equal(heap_cell(base)->set_bytes, 0);
}

static void input_remembers_what_was_read(void **state) {
    (void)state;
    struct allocation *in = heap_allocate("d_in", 40, 4, OWNED_BY_HARNESS, true, 0);
    struct allocation *copy = allocate("copy", 40);
    heap_copy_set(copy->base, in->base, 40);
    assert_int_equal(heap_cell(copy->base + 36)->set_bytes, 15);
    for (int word = 0; word < 10; word++) {
        assert_int_equal(in->seen[word], 1);
    }
}

static void too_much_is_refused(void **state) {
    (void)state;
    assert_null(heap_allocate("all", (size_t)1 << 50, 4, OWNED_BY_STUDENT, false, 0));
    assert_null(heap_allocate("all", SIZE_MAX - 100, 4, OWNED_BY_STUDENT, false, 0));
    assert_int_equal(heap_count(), 0);
}

// In whole words from the allocation's beginning, so that it reads as a signalling NaN whatever the length.
static void fresh_memory_is_poisoned(void **state) {
    (void)state;
    struct allocation *a = allocate("a", 12), *odd = allocate("odd", 7);
    const uint32_t poison[] = {0x7fa5a5a5, 0x7fa5a5a5, 0x7fa5a5a5};
    heap_unlock();
    assert_memory_equal((void *)a->base, poison, 12);
    assert_memory_equal((void *)odd->base, poison, 7);
    heap_lock();
}

static void doors_nest(void **state) {
    (void)state;
    heap_unlock();
    struct allocation *a = allocate("a", 100000); // grows while open
    heap_unlock();
    heap_lock();
    memset((void *)a->base, 1, a->bytes);
    heap_lock();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(addresses_are_found, reset),
        cmocka_unit_test_setup(a_freed_address_stays_known, reset),
        cmocka_unit_test_setup(set_bytes, reset),
        cmocka_unit_test_setup(a_new_case_knows_nothing, reset),
        cmocka_unit_test_setup(input_remembers_what_was_read, reset),
        cmocka_unit_test_setup(too_much_is_refused, reset),
        cmocka_unit_test_setup(fresh_memory_is_poisoned, reset),
        cmocka_unit_test_setup(doors_nest, reset),
    };
    return cmocka_run_group_tests(tests, open_heap, NULL);
}
