// The arguments of a call, as the student wrote them: `&d_a, count<int, 3>(n)`.
#ifndef SIM_WRITTEN_H
#define SIM_WRITTEN_H

#include <stddef.h>

// The length of the first one.
size_t written_first(const char *written);

#endif
