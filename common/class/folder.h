// Removes folders, and says what cannot be written.
#ifndef LABS_CLASS_FOLDER_H
#define LABS_CLASS_FOLDER_H

#include <stdbool.h>
#include <stdio.h>

// Removes a folder with all that is in it, and follows no link. What cannot be removed stays.
void folder_remove(const char *path);

// Says, with errno, that a file in OUT cannot be written, and what to do. Always returns -1.
int folder_say_unwritable(const char *path);

// Closes a file that was written; NULL if it could not be opened. Returns 0, or -1 after a message if it is not
// complete.
int folder_close(FILE *file, const char *path);

// Has the folder any entry?
bool folder_has_entries(const char *path);

#endif
