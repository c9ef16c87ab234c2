// Host functions of the student's file that a kernel can reach without their name call this (translate/host_code.c).
#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

void sim_host_code(const char *name);
void sim_host_code(const char *name) {
    struct worker *worker = turn_worker();
    if (worker == NULL) {
        return;
    }
    const bool has_name = name[0] != '\0';
    report_thread(&worker->report, DIAGNOSTIC_WRONG_SPACE, worker->current,
                  relative_pc(__builtin_return_address(0)),
                  " runs %s%s, which is host code: nvcc does not let a kernel call it without __device__",
                  has_name ? name : "a lambda", has_name ? "()" : "");
    lane_abandon(worker, ERROR_INVALID_FUNCTION);
}
