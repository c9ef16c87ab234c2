// The watchdog and the signals of the simulated GPU in a module, which has neither threads nor signals.
#include "sim/schedule/watchdog.h"

#include "sim/schedule/signals.h"

static size_t elements;

int watchdog_open(double endless_seconds, bool slow_host) {
    return (void)endless_seconds, (void)slow_host, 0;
}

void watchdog_begin_case(size_t count) {
    elements = count;
}

size_t watchdog_elements(void) {
    return elements;
}

void watchdog_host(bool runs) {
    (void)runs;
}

void signals_join(struct worker *worker) {
    (void)worker;
}
