// Translated copies of a program's files in a temporary folder: /home/me/game.cu becomes TEMPORARY/home/me/game.cu, and
// so do the files that it includes from its own folders. An #include finds the copy just as it found the original.
//
// The folder is removed when simcc exits. A file without any word of CUDA is copied unchanged. All copies name the
// original's lines.
#ifndef SIMCC_MIRROR_H
#define SIMCC_MIRROR_H

#include "words.h"

// Translates the file and what it includes, from its folder or one of `includes`, unless that was done before. Returns
// the copy's path, or NULL after a message as a compiler writes it.
const char *mirror_file(const char *path, const struct words *includes, const char *before);

// The copy's path of any file or folder; it need not be there. NULL: `path` is not there.
const char *mirror_path(const char *path);

// Removes the temporary folder's name wherever it is in a file: in a list of dependencies.
void mirror_forget(const char *path);

#endif
