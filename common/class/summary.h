// The summary of a class: OUT/index.html, one page that needs nothing else.
#ifndef LABS_CLASS_SUMMARY_H
#define LABS_CLASS_SUMMARY_H

#include "class.h"

// Returns 0, or -1 after a message.
int summary_write(const struct class *class);

#endif
