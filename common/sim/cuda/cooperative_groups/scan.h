#ifndef SIM_COOPERATIVE_GROUPS_SCAN_H
#define SIM_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"
#include "../sim/groups_reduce.h"

#endif
