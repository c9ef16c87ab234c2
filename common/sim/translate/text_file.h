// Reads a whole file; for the programs that work on source text.
#ifndef LABS_TEXT_FILE_H
#define LABS_TEXT_FILE_H

#include <stddef.h>

// The file's bytes and a zero after them, to be freed; their number in *length. NULL with errno where it
// cannot be read.
char *text_file_read(const char *path, size_t *length);

#endif
