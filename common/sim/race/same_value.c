#include "sim/race/same_value.h"

static uintptr_t word_of(const struct same_value *one) {
    return one->store.address & ~(uintptr_t)3;
}

static void settle_one(const struct same_value *one) {
    uint32_t now = *(const volatile uint32_t *)word_of(one), mask = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        mask |= (one->bytes >> byte & 1u) * 0xffu << 8 * byte;
    }
    if (one->pending || ((now ^ one->value) & mask) == 0) {
        report_same_value(&one->store, &one->earlier);
    } else {
        report_race(&one->store, one->class_, &one->earlier, NO_WARP_BARRIER);
    }
}

void same_value_settle(struct same_values *all, uintptr_t address) {
    unsigned kept = 0;
    for (unsigned i = 0; i < all->count; i++) {
        if (address == 0 || word_of(&all->stores[i]) == (address & ~(uintptr_t)3)) {
            settle_one(&all->stores[i]);
        } else {
            all->stores[kept++] = all->stores[i];
        }
    }
    all->count = kept;
}

// Other words of the same store have not happened yet either.
static bool is_part_of(const struct same_value *one, const struct same_value *made) {
    return one->store.thread == made->store.thread && one->store.pc == made->store.pc &&
           word_of(made) - word_of(one) < SAME_VALUES_MAX * sizeof(one->value);
}

void same_value_add(struct same_values *all, const struct same_value *made) {
    for (unsigned i = all->count; i > 0; i--) {
        if (all->count == SAME_VALUES_MAX && !is_part_of(&all->stores[i - 1], made)) {
            settle_one(&all->stores[i - 1]);
            all->stores[i - 1] = all->stores[--all->count];
        }
    }
    struct same_value *one = &all->stores[all->count++];
    *one = *made;
    one->value = *(const volatile uint32_t *)word_of(one);
}
