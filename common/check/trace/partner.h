// With which other thread does a thread of a recorded case share a word? For the questions of ./lab quiz about the
// order of accesses.
#ifndef LABS_TRACE_PARTNER_H
#define LABS_TRACE_PARTNER_H

#include <stddef.h>

#include "check/plan/options.h"
#include "check/runner/recording.h"

// The number of the other thread; -1: there is none, or no recording. The case has n elements.
//
// "writer:0:1" of lab01's part tree is 1: the first value of another thread that thread 0 reads is d_data[2], which
// thread 1 has written. A step in which it reads only what no thread has written does not count. "reader:5:2" of
// lab08's part inclusive is 7, which reads s_scan[5] in the step of stride 2, before thread 5 overwrites it.
long partner_find(const struct recording *recording, size_t n, const struct partner_question *question);

#endif
