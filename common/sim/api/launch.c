// What launches need beyond schedule/grid.c (cuda/sim/launch.h).
#include <stdio.h>

#include "sim/api/runtime.h"
#include "sim/hooks/tsan.h"
#include "sim/schedule/block.h"

cudaError_t sim_unknown_kernel(void *return_address);
cudaError_t sim_unknown_kernel(void *return_address) {
    uint32_t pc = runtime_enter("cudaLaunchKernel", return_address);
    return runtime_failure(cudaErrorInvalidDeviceFunction, "cudaLaunchKernel of an unknown kernel", pc);
}

void sim_over_bounds(unsigned most);
void sim_over_bounds(unsigned most) {
    struct worker *worker = hooks_kernel_worker("a kernel", __builtin_return_address(0));
    const struct launch *launch = worker->launch;
    bool is_new;
    struct report_entry *entry = report_add(&worker->report, DIAGNOSTIC_LAUNCH, launch->kernel, launch->pc, 0,
                                            worker->serial, &is_new);
    if (entry != NULL && is_new) {
        snprintf(entry->diagnostic.message, sizeof(entry->diagnostic.message),
                 "%s: the block has %u threads; the kernel's __launch_bounds__ allow %u", launch->kernel,
                 launch->block.x * launch->block.y * launch->block.z, most);
    }
    block_abandon(worker, cudaErrorInvalidValue);
}
