// The results of one student for Gradescope: results.json, with one test per part and aspect.
// https://gradescope-autograders.readthedocs.io/en/latest/specs/
#ifndef LABS_CLASS_GRADESCOPE_H
#define LABS_CLASS_GRADESCOPE_H

#include "class.h"

// Writes options.gradescope, for a class of one student whose submissions are all graded. Where the machine failed, it
// writes nothing: Gradescope then shows that the autograder failed, and no points. Returns 0, or -1 after a message.
int gradescope_write(const struct class *class);

#endif
