// printf in kernels. The blocks' output is kept until the end of the launch and then printed block by block:
// the same for any number of workers. As on a device, the buffer is limited: a launch keeps PRINT_MAX bytes,
// and says how many more calls there were.
#ifndef SIM_PRINTF_H
#define SIM_PRINTF_H

// The end of a launch: prints what its blocks have printed.
void printf_end_launch(void);

#endif
