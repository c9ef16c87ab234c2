// Puts into a finding what the lines of the student's source show: the primitives of error_lines.h and of what it
// calls.
#ifndef LABS_REMARK_H
#define LABS_REMARK_H

#include "check/judge/findings.h"

// Replaces what the message says on the missing order. Cuts what does not fit.
__attribute__((format(printf, 2, 3))) void remark_missing(struct finding *finding, const char *format, ...);

// Adds to the end of the message. Cuts what does not fit.
__attribute__((format(printf, 2, 3))) void remark_add(struct finding *finding, const char *format, ...);

// Records that the message names this line, unless it names FINDING_NAMED others already.
void remark_names(struct finding *finding, int line);

// Shows a further line, of the first place's file, with this text.
__attribute__((format(printf, 3, 4))) void remark_show(struct finding *finding, int line, const char *format,
                                                       ...);

// Joins the message of the diagnostic and what the source's lines add, in text[FINDING_MESSAGE]. Returns text.
const char *remark_message(const struct finding *finding, char text[FINDING_MESSAGE]);

// Joins what happens at a place, in text[REMARK_PLACE]: with "here", for a reader that has only these words. Returns
// text.
enum { REMARK_PLACE = sizeof(((struct diagnostic_place *)NULL)->text) + sizeof(" here") };
const char *remark_place(const struct diagnostic_place *place, char text[REMARK_PLACE]);

// Are both lines known, and in one file?
bool remark_in_one_file(const struct source_place *a, const struct source_place *b);

#endif
