// Puts into a finding what the lines of the student's source show: the primitives of error_lines.h and of what it
// calls.
#ifndef LABS_REMARK_H
#define LABS_REMARK_H

#include "check/judge/findings.h"

// Replaces the message's end, from byte `at` on. Cuts what does not fit.
__attribute__((format(printf, 3, 4))) void remark_end(struct diagnostic *diagnostic, size_t at,
                                                      const char *format, ...);

// Records that the message names this line, unless it names FINDING_NAMED others already.
void remark_names(struct finding *finding, int line);

// Shows a further line, of the first place's file, with this text.
__attribute__((format(printf, 3, 4))) void remark_show(struct finding *finding, int line, const char *format,
                                                       ...);

// Are both lines known, and in one file?
bool remark_in_one_file(const struct source_place *a, const struct source_place *b);

#endif
