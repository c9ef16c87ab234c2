// Removes folders.
#ifndef LABS_CLASS_FOLDER_H
#define LABS_CLASS_FOLDER_H

// Removes a folder with all that is in it, and follows no link. What cannot be removed stays.
void folder_remove(const char *path);

#endif
