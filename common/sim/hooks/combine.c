// combine() of common/operator calls this in kernels, for the counter of operator applications.
#include "sim/schedule/turn.h"

void sim_combined(void);
void sim_combined(void) {
    struct worker *worker = running_worker; // its thread has perhaps not been completed (turn_worker)
    if (worker != NULL) {
        intervals_current(&worker->intervals)->combines++;
        serial_note(&worker->serial, threadIdx.number);
    }
}
