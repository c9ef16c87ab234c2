// The value of variables to which the program gives none.
#ifndef SIM_HOOKS_UNSET_H
#define SIM_HOOKS_UNSET_H

#include "runner/device.h"

// They are 0 if blocks or threads run in another order than usual, and otherwise another value; of the schedule
// `together`, only with a seed.
void unset_open(const struct device_options *options);

#endif
