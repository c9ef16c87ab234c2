// What each student gets back: OUT/feedback/STUDENT.html, with points, verdicts and what the checker says.
#ifndef LABS_CLASS_FEEDBACK_H
#define LABS_CLASS_FEEDBACK_H

#include "class.h"

// Writes the feedback of all students. Returns 0, or -1 after a message.
int feedback_write(const struct class *class);

// The name of a student's files, without their folder and ending: a slash cannot be in it.
void feedback_name(const struct student *student, char *name, size_t size);

#endif
