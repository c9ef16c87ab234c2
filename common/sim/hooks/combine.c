// combine() of common/operator calls this in kernels, for the counter of operator applications.
#include "sim/schedule/turn.h"

void sim_combined(void);
void sim_combined(void) {
    struct worker *worker = turn_worker();
    if (worker != NULL) {
        intervals_current(&worker->intervals)->combines++;
    }
}
