// Which value a variable without one has (cuda/sim/unset.h).
#include "sim/hooks/unset.h"

static int is_zero;

void unset_open(const struct device_options *options) {
    is_zero = options->reversed_blocks != 0 || options->random_schedule != 0 ||
              (options->hold_blocks != 0 && options->schedule_seed != 0);
}

int sim_unset_is_zero(void);
int sim_unset_is_zero(void) {
    return is_zero;
}
