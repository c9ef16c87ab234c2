// Cooperative groups: the block, tiles of a warp, and the lanes that are together. What a whole grid would do
// together is not there (sync() of grid_group says what to do instead).
#ifndef SIM_COOPERATIVE_GROUPS_H
#define SIM_COOPERATIVE_GROUPS_H

#include <cuda_runtime.h>

#include "sim/groups.h"
#include "sim/tiles.h"

#endif
