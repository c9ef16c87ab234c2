// The two sides of a copy: is each in the right kind of memory, and long enough? What is not is reported.
#ifndef SIM_COPY_SIDES_H
#define SIM_COPY_SIDES_H

#include "sim/api/copy.h"

// The device's side: are all bytes inside one allocation that is not freed?
bool copy_device_side(const void *pointer, size_t bytes, const struct copy_call *call);

// Is each side where `kind` says?
bool copy_sides_right(const void *to, const void *from, size_t bytes, bool to_device, bool from_device,
                      const struct copy_call *call);

// Both sides are in device memory: do they overlap? (CUDA: "The memory areas may not overlap." An array that is copied
// onto itself does not change.)
void copy_check_overlap(const void *to, const void *from, size_t bytes, const struct copy_call *call);

// The same for a row of the target and another row of the source. All rows are inside their arrays, and not longer than
// their pitch.
void copy_check_rows(const void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                     size_t height, const struct copy_call *call);

// May the device's side be written?
bool copy_writable(const void *to, const struct copy_call *call);

// The host's side. Does not return if it has been freed, or is shorter than the copy.
void copy_check_host(const struct copy_call *call, const void *side, size_t bytes, bool writes);

// Does not return if the copy is larger than an array of `room` bytes in host memory; `pc`: allocated there, or 0.
void copy_check_room(const struct copy_call *call, size_t bytes, size_t room, uint32_t pc, bool writes);

// The call is over: the variables that it was given are not those of the next one.
void copy_end_variables(void);

#endif
