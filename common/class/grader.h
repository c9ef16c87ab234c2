// Names all that decides about a grade besides the submission, the seed, the cases and the limit: the lab's checker,
// and what submissions are compiled and linked with.
#ifndef LABS_CLASS_GRADER_H
#define LABS_CLASS_GRADER_H

#include "commands.h"

// Sets class->grader[lab] to a hash of these files of the course and its build folder, and of the compilers' options.
// Returns 0, or -1 after a message.
int grader_name(struct class *class, int lab, const struct lab_commands *commands);

// Is it no longer what grader_name() has named, or can it not be read?
bool grader_has_changed(const struct class *class, int lab, const struct lab_commands *commands);

#endif
