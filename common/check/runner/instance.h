// Runners without processes: where the checker is a WebAssembly module, each runner is another instance of this module,
// with a memory of its own. These functions are engine/web/engine.js; a test has them natively, with processes.
#ifndef LABS_INSTANCE_H
#define LABS_INSTANCE_H

#include <stddef.h>

// Starts a runner that has these variables in its environment, each `NAME=VALUE\n`. Returns its number, not 0, also if
// it has ended at once.
int instance_start(const char *variables);

// Has it run one case (runner/protocol.h) and waits for that. The case's data is `data_bytes`, of which the first ones
// are the input.
void instance_run(int instance, const void *request, size_t request_bytes, const void *input,
                  size_t input_bytes, size_t data_bytes);

// Has it ended? 0: no, or 1 + its exit code, or minus the number of a signal.
int instance_ended(int instance);

// The next message that it has sent: a struct message_header and the payload. Returns how many bytes it has, and writes
// it if `room` is enough; otherwise it stays the next one. 0: there is none.
size_t instance_message(int instance, void *message, size_t room);

// Takes what it has printed, at most `room` bytes. Returns how many.
size_t instance_printed(int instance, char *bytes, size_t room);

// Reads from the data of its last case.
void instance_read(int instance, size_t offset, void *to, size_t bytes);

void instance_stop(int instance);

#endif
