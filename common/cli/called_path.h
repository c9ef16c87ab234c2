// Paths on the command line of ./lab, which works in the course's folder whatever folder it is called from.
#ifndef LABS_CLI_CALLED_PATH_H
#define LABS_CLI_CALLED_PATH_H

// The path as the caller of ./lab means it, for the course's folder: called in /home/amy/grades, `secret` is
// `/home/amy/grades/secret`. Called in the course's folder, it is the same as before. The caller frees it.
char *called_path(const char *path);

#endif
