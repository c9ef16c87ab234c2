// Memory that nothing has written although a kernel has a line that does: no thread has come to that line.
#ifndef LABS_UNREACHED_H
#define LABS_UNREACHED_H

#include "check/judge/findings.h"
#include "lang/questions.h"

// Shows that line, or a kernel in which no thread accesses memory, beside a read of unset memory or a missing result.
void unreached_add(const struct case_outcome *run, const struct source *source, struct finding *finding);

// A launched kernel of the file in which no thread accesses memory: returns the line of its `{`, and writes its name
// and the index of its first launch. 0 if there is none, or not all launches are known.
int unreached_kernel(const struct case_outcome *run, const char *path, size_t *launch,
                     char name[QUESTION_NAME]);

#endif
