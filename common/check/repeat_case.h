// Runs a case again: as a whole, in a process of its own, with one worker, or with a recording.
#ifndef LABS_REPEAT_CASE_H
#define LABS_REPEAT_CASE_H

#include "check/judge/lab_result.h"
#include "check/runner/client.h"

// Has the case failed, and is another run worth its time? An endless loop is not.
bool can_repeat(const struct judgement *judgement);

// With several workers, a case's diagnostics come in the order in which they happened to be found. With one
// worker the order is always the same, so that run is reported, in place of the given one.
void repeat_with_one_worker(const struct lab_result *result, const struct lab_part *part,
                            struct judgement *judgement);

// Runs the whole of a case of which only a sample was run, unless that has passed as the lab expects: a sample can only
// pass. It also does not count if the program divides the input in another way than the lab.
void repeat_whole(const struct lab_result *result, const struct lab_part *part, struct client *client,
                  struct judgement *judgement);

// A case has failed after others in one process. If it passes in a process of its own, sets
// judgement->what.needs_earlier: a variable has kept its value between the calls, for example.
void repeat_alone(const struct lab_result *result, const struct lab_part *part, struct judgement *judgement);

// Returns the same case with one worker and a recording, which the caller frees. `order` must outlive it.
struct judgement repeat_recorded(const struct lab_result *result, const struct lab_part *part,
                                 const struct judgement *judgement, struct lab_order *order);

#endif
