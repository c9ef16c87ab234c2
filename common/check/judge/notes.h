// Drops the notes that would mislead the student.
#ifndef LABS_NOTES_H
#define LABS_NOTES_H

#include "check/judge/judgement.h"

// Drops from judgement->findings the notes that correct programs have, too:
//
//   input never read    An exclusive scan does not need the last element of a section. Not every read of a
//                       struct that is passed by value is seen.
//   value never used    The last block leaves values in shared memory past the end of the input, and so does that of
//                       a scan in blocks of another size, whose end is unknown. A scan
//                       leaves the last section's sum in global memory. Structs in shared memory are
//                       dropped, too. Where whole warps left values, those of single lanes are dropped.
void notes_drop(const struct lab_part *part, struct judgement *judgement);

#endif
