// What the simulated GPU, the judge and the declarations of counters say, for said.c.
#ifndef LABS_SAID_PATTERNS_H
#define LABS_SAID_PATTERNS_H

// A text takes the first pattern that fits. %s is any text, %d a number. A message that is reworded there appears in
// English until it is reworded here. NULL follows the last one.
extern const char *const said_patterns[];

#endif
