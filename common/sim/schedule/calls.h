// The calls by which the threads of a block have come to a barrier. A barrier in a function is another one for each
// call of the function: the compiler may put the function's code there.
#ifndef SIM_CALLS_H
#define SIM_CALLS_H

#include <stdbool.h>

struct worker;
struct divergence;

// All threads of the block wait at one barrier. Has one come to it by another call than the first thread? *found is
// about these two, and the calls where their ways part.
// Cost: O(1) for a barrier in a kernel itself, otherwise O(threads of the block * depth of the calls).
bool calls_differ(const struct worker *worker, struct divergence *found);

#endif
