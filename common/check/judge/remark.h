// Puts into a finding what the lines of the student's source show: the primitives of error_lines.h and of what it
// calls.
#ifndef LABS_REMARK_H
#define LABS_REMARK_H

#include "check/judge/findings.h"

// Adds to the message: a sentence whose first argument, which the words leave out, is what has been said so far.
void remark_add(struct finding *finding, const struct said_word *words);

// Records that the message names this line, unless it names FINDING_NAMED others already.
void remark_names(struct finding *finding, int line);

// Shows a further line, of the first place's file, with these words.
void remark_show(struct finding *finding, int line, const struct said_word *words);

// The message of the diagnostic with what the source's lines add.
struct said remark_message(const struct finding *finding);

// What happens at a place: with "here", for a reader that has only these words.
struct said remark_place(const struct diagnostic_place *place);

// Are both lines known, and in one file?
bool remark_in_one_file(const struct source_place *a, const struct source_place *b);

#endif
