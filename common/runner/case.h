// Runs one case: what is left to main.c is how the request comes and where the data is.
#ifndef LABS_CASE_H
#define LABS_CASE_H

#include "runner/protocol.h"

// Runs the requested case on the open device, with its input, output and recording in `data` (protocol.h), and sends
// what the device reports. Fills in `result`, whose status is CASE_DONE before, except for its proof.
void case_run(char *data, const struct case_request *request, struct case_result *result);

#endif
