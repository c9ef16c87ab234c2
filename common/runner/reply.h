// The student's process: what it was started with, and what it sends to the process that has started it (protocol.h).
#ifndef LABS_REPLY_H
#define LABS_REPLY_H

#include <stddef.h>
#include <stdint.h>

#include "runner/device.h"

enum { REPLY_EXIT_HARNESS = 2 }; // exit code when the other process is gone, or has not started this one

// The descriptor in an environment variable. Ends the process, with a message, if there is none.
int reply_descriptor(const char *name);

// Opens the channel, from LABS_SOCKET: its descriptor. Comes before all other functions below.
int reply_open(void);

// Sends a message, as below; `result` is complete but for its proof (proof.h).
void reply_send_result(struct case_result *result);

// Reads the key of the proof from the socket, if LABS_SOCKET of this environment names one. For main.c, which calls it
// before all code of the student's file.
void reply_take_key(char **environment);

// Sends a message. Ends the process if the other one is gone.
void reply_send(uint32_t type, const void *payload, size_t length);

// Sends each diagnostic and each launch of a case.
extern const struct device_sink reply_sink;

// The options in the environment (device.h); all others are 0.
struct device_options reply_device_options(void);

#endif
