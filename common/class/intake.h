// Takes the submitted files: copies each into the state of this run, so that nothing is read from the folder of
// submissions afterwards.
#ifndef LABS_CLASS_INTAKE_H
#define LABS_CLASS_INTAKE_H

#include "class.h"

enum { SUBMISSION_MAX = 256 * 1024 }; // bytes

// Copies every submitted file to OUT/state/files/HASH.cu and fills in its hash. Refuses what is no regular file, too
// long or not text; the entry's note says why. Returns 0, or -1 after a message if the machine failed.
int intake(struct class *class);

// The path of the copy of an accepted file.
void intake_path(const struct class *class, const struct entry *entry,
                 char path[CLASS_PATH_SIZE + HASH_SIZE]);

#endif
