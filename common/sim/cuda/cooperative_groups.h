// Cooperative groups: the block, tiles of a warp, and coalesced threads. A whole grid cannot synchronize
// here: sync() of grid_group says what to do instead.
#ifndef SIM_COOPERATIVE_GROUPS_H
#define SIM_COOPERATIVE_GROUPS_H

#include <cuda_runtime.h>

#include "sim/groups.h"
#include "sim/library.h"
#include "sim/tiles.h"

#endif
