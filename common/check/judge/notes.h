// Notes that would only lead away from a mistake.
#ifndef LABS_NOTES_H
#define LABS_NOTES_H

#include "check/judge/judgement.h"

// Drops from judgement->findings the notes that right programs have, too:
//
//   input never read    the last element of a section is nobody's in an exclusive scan; and of a struct that
//   is handed
//                       on by value not every read is seen
//   value never used    what the last block leaves in shared memory past the end of the input; structs there;
//   in global
//                       memory what a scan leaves, for nobody needs the last section's sum; and, where whole
//                       warps have left something, what lanes have left beside others that are used
void notes_drop(const struct lab_part *part, struct judgement *judgement);

#endif
