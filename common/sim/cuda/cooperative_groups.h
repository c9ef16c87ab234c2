// Cooperative groups: the grid, the block, tiles of a warp, and coalesced threads.
#ifndef SIM_COOPERATIVE_GROUPS_H
#define SIM_COOPERATIVE_GROUPS_H

#include <cuda_runtime.h>

#include "sim/groups.h"
#include "sim/library.h"
#include "sim/tiles.h"

#endif
