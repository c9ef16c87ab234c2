// Kernel launches: refused, or run, and then recorded for the runner.
#ifndef SIM_API_LAUNCH_H
#define SIM_API_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

void launch_begin_case(void);

// device_record (runner/device.h).
void launch_record(void *memory, size_t bytes, uint32_t number);

unsigned launch_count(void); // launches of this case that were accepted

#endif
