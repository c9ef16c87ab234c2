// A kernel with __launch_bounds__ calls this in a block that is too large (cuda/sim/launch.h).
#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

void sim_over_bounds(unsigned most);
void sim_over_bounds(unsigned most) {
    struct worker *worker = kernel_only_of(TOPIC_A_KERNEL, "", CALLER_ADDRESS());
    report_over_bounds(&worker->report, most);
    lane_abandon(worker, ERROR_INVALID_VALUE);
}
