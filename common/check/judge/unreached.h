// Memory that nothing has written although a kernel has a line that does: no thread has come to that line.
#ifndef LABS_UNREACHED_H
#define LABS_UNREACHED_H

#include "check/judge/findings.h"
#include "regions/structure.h"

// Shows that line, or a kernel in which no thread accesses memory, beside a read of unset memory or a missing result.
void unreached_add(const struct case_outcome *run, const struct source *source, struct finding *finding);

// A launched kernel of the file in which no thread accesses memory, and the index of its first launch; NULL: there is
// none, or not all launches are known.
const struct block *unreached_kernel(const struct case_outcome *run, const char *path, size_t *launch);

#endif
