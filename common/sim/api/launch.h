// Kernel launches: refused, or run, and then recorded for the runner.
#ifndef SIM_API_LAUNCH_H
#define SIM_API_LAUNCH_H

void launch_begin_case(void);

unsigned launch_count(void); // launches of this case that were accepted

#endif
