// Reads a whole file, for the programs that work on source text.
#ifndef LABS_TEXT_FILE_H
#define LABS_TEXT_FILE_H

#include <stddef.h>

// Returns the file's bytes and a terminating zero, to be freed, and their number in *length. Returns NULL,
// with errno set, if the file cannot be read.
char *text_file_read(const char *path, size_t *length);

#endif
