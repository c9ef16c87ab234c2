// SHA-256 of a file, by the program sha256sum of coreutils.
#ifndef LABS_CLASS_HASH_H
#define LABS_CLASS_HASH_H

#include "class.h"

// Returns 0, or -1 after a message.
int hash_file(const char *path, char hash[HASH_SIZE]);

#endif
