// printf in kernels. What a block prints is kept until the end of its launch and then printed block by block,
// so that it is the same whatever the number of workers.
//
// Bounded, as a device's buffer is: a launch keeps PRINT_MAX bytes, and says how many more there were.
#ifndef SIM_PRINT_H
#define SIM_PRINT_H

// The end of a launch: prints what its blocks have printed.
void print_end_launch(void);

#endif
