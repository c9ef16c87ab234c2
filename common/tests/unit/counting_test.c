// Bank conflicts and sectors compared with their definitions. counting.c has shortcuts for lanes in equal steps.
#include "cmocka_all.h"

#include "sim/warp/counting.h"
#include "data.h"

// The number of different 4-byte words (or sectors) of these lanes whose index is `bank` modulo `banks`.
static unsigned different(const uintptr_t *addresses, uint32_t lanes, unsigned unit, unsigned banks,
                          unsigned bank) {
    unsigned count = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uintptr_t value = addresses[lane] / unit;
        bool is_new = (lanes >> lane & 1) != 0 && value % banks == bank;
        for (unsigned before = 0; before < lane; before++) {
            is_new &= (lanes >> before & 1) == 0 || addresses[before] / unit != value;
        }
        count += is_new;
    }
    return count;
}

static void check(const uintptr_t *addresses, uint32_t lanes) {
    unsigned most = 0, conflicts;
    for (unsigned bank = 0; bank < BANK_COUNT; bank++) {
        unsigned here = different(addresses, lanes, 4, BANK_COUNT, bank);
        most = here > most ? here : most;
    }
    assert_int_equal(count_wavefronts(addresses, lanes, 4, true, &conflicts), most);
    assert_int_equal(conflicts, most - 1);
    assert_int_equal(count_sectors(addresses, lanes, 4), different(addresses, lanes, SECTOR_BYTES, 1, 0));
}

static const uint32_t masks[] = {~0u,        1,          1u << 31,   0x0000ffff, 0xffff0000, 0x0ff00000,
                                 0x55555555, 0xaaaaaaaa, 0x80000001, 0x11111111, 0xfffffffe, 0x7fffffff};
enum { MASKS = sizeof(masks) / sizeof(*masks), FIRST = 1 << 20 };

static void equal_steps(void **state) {
    (void)state;
    uintptr_t addresses[WARP_LANES];
    for (long step = -70; step <= 70; step++) {
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            addresses[lane] = (uintptr_t)(FIRST + 4 * step * (long)lane);
        }
        for (unsigned m = 0; m < MASKS; m++) {
            check(addresses, masks[m]);
        }
    }
}

// Equal steps between the lanes that take part, with idle lanes in between; and one lane out of step.
static void steps_of_some_lanes(void **state) {
    (void)state;
    uintptr_t addresses[WARP_LANES];
    for (unsigned m = 0; m < MASKS; m++) {
        for (long step = -40; step <= 40; step++) {
            uintptr_t next = FIRST;
            for (unsigned lane = 0; lane < WARP_LANES; lane++) {
                bool takes_part = (masks[m] >> lane & 1) != 0;
                addresses[lane] = takes_part ? next : 4 * lane;
                next += takes_part ? (uintptr_t)(4 * step) : 0;
            }
            check(addresses, masks[m]);
            for (unsigned lane = 0; lane < WARP_LANES; lane += 31) {
                addresses[lane] += 4;
                check(addresses, masks[m]);
                addresses[lane] -= 4;
            }
        }
    }
}

static void anywhere(void **state) {
    (void)state;
    uintptr_t addresses[WARP_LANES];
    for (size_t round = 0; round < 2000; round++) {
        unsigned span = 1u << round % 9;
        for (size_t lane = 0; lane < WARP_LANES; lane++) {
            addresses[lane] = FIRST + 4 * ((uint32_t)data_int32(round, lane) % span);
        }
        uint32_t lanes = (uint32_t)data_int32(round, 100) * 2654435761u;
        check(addresses, lanes == 0 ? 1 : lanes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_steps),
        cmocka_unit_test(steps_of_some_lanes),
        cmocka_unit_test(anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
