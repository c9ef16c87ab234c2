// combine() of common/operator calls this in kernels, for the counters of operator applications and of the critical
// path.
#include "sim/schedule/turn.h"

void sim_combined(void);
void sim_combined(void) {
    struct worker *worker = running_worker; // its thread has perhaps not been completed (turn_worker)
    if (worker != NULL) {
        const uint32_t combines = ++worker->lanes[threadIdx.number].combines;
        struct warp_interval *warp = &worker->warps[threadIdx.number / WARP_LANES].interval;
        warp->combines = combines > warp->combines ? combines : warp->combines;
        intervals_current(&worker->intervals)->combines++;
    }
}
