// Overwrites a file and keeps a backup.
#ifndef LABS_KEEP_H
#define LABS_KEEP_H

#include <stddef.h>

enum { KEEP_PATH_SIZE = 1024 };

enum keep_result {
    KEEP_DONE,
    KEEP_SAME,        // the file holds these bytes already
    KEEP_UNREADABLE,  // here and below, nothing was changed and errno is set
    KEEP_NO_BACKUP,   // the backup could not be made
    KEEP_NOT_WRITTEN, // the file could not be written
};

// Replaces the file at `path` by `length` bytes, unless it holds them already. The old file is kept as
// `path`.bak-N with the first free number N; `backup` is that path, or "" if there was no file.
//
//     char backup[KEEP_PATH_SIZE];
//     if (keep_and_write("starter.cu", text, length, backup) == KEEP_DONE && backup[0] != '\0')
//         printf("the old file is kept as %s\n", backup);
enum keep_result keep_and_write(const char *path, const char *bytes, size_t length,
                                char backup[KEEP_PATH_SIZE]);

#endif
