// How the checker contains the programs that it judges (--contain).
#ifndef LABS_CONTAIN_H
#define LABS_CONTAIN_H

#include "check/plan/options.h"
#include "check/runner/process.h"

// Fills in the containment. Returns false, after a message, if this machine lacks a layer and the options do not say
// --trust; with it, the message is a warning. What the programs leave running becomes this process's: box_kill_rest().
bool contain_begin(const struct options *options, struct containment *containment);

#endif
