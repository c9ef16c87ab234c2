#include "sim/schedule/astray.h"

#include "sim/schedule/turn.h"

void astray_begin(struct worker *worker, int error) {
    turn_settle(worker);
    worker_break_pattern(worker);
    worker->astray = (struct astray){.left = ASTRAY_READS_MAX, .error = error};
    shared_memory_record(&worker->shared, true);                   // each access is checked in full
    worker->instructions.expected = &worker->instructions.rows[0]; // in global memory, too
    current_warp(worker)->ready = 0; // whatever it waits for, the scheduler comes next
}

void astray_leave(struct worker *worker) {
    lane_stop(worker);
}

void astray_leave_crash(void) {
    running_worker = own_worker; // as the handler found it
    astray_leave(turn_worker());
}

void astray_read(struct worker *worker) {
    if (--worker->astray.left == 0) {
        worker->astray.left = 1;
        astray_leave(worker);
    }
}

void astray_end(struct worker *worker) {
    lane_fail(worker, worker->astray.error);
    shared_memory_record(&worker->shared, false);
    worker->astray.left = 0;
}
