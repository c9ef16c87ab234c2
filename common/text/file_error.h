// What commands say about files that they cannot read or write.
#ifndef LABS_FILE_ERROR_H
#define LABS_FILE_ERROR_H

#include <stdbool.h>
#include <stdio.h>

enum file_use { FILE_READ, FILE_WRITE };

// Prints to stderr which file or folder it is, why (errno), and what to do:
//
//     lab: cannot write report.json: No space left on device. Make room there, and run the command again
void file_error(const char *command, enum file_use use, const char *path);

// Closes a file that was written; NULL if it could not be opened. false, with errno, if not all of it could be written.
bool file_close(FILE *file);

// From now on, the process ends with exit code 2, and says why, if what it has printed cannot be written.
void file_error_of_output(void);

#endif
