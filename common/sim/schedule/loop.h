// Where a program loops without end. At one moment it is anywhere in its loop, and which moment that is depends on how
// busy the machine is. So its thread is asked many times, and the report says what all answers have in common.
#ifndef SIM_LOOP_H
#define SIM_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/diagnostic.h"

struct worker;

struct loop {
    uint64_t stack
        [DIAGNOSTIC_FRAMES]; // as in struct diagnostic: the calls that led to the first place in the loop
    uint64_t last;           // the last place, in the same function
    unsigned thread;         // the first thread of the warp that loops; host code: 0
};

// Begins to look where a worker loops: in the running kernel's threads, or in host code.
void loop_begin(void);

// Asks the worker once. false: there are enough answers, or it does not answer.
bool loop_ask(struct worker *worker, bool in_kernel);

// Finds what the answers have in common. false: there are none, or only from outside the student's code.
bool loop_find(struct loop *found);

#endif
