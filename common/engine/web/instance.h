// The runner in an instance of its own (check/runner/instance.h): engine.js calls these functions.
#ifndef LABS_ENGINE_INSTANCE_H
#define LABS_ENGINE_INSTANCE_H

#include "runner/protocol.h"

// Opens the program LABS_PROGRAM and the device, as the variables of device.h say, and says hello (runner/protocol.h).
void instance_open(void);

// Runs one case, whose data is behind the request, with any bytes behind the input.
void instance_case(struct case_request *request);

#endif
