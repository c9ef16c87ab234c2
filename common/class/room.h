// What is left of the machine's memory and disk.
#ifndef LABS_CLASS_ROOM_H
#define LABS_CLASS_ROOM_H

#include <stdbool.h>
#include <stdint.h>

// Are so many bytes of memory left, and of the disk that the folder is on? false also where that is not known.
bool room_is_left(const char *folder, uint64_t memory_bytes, uint64_t disk_bytes);

// Is there room for all that a program has printed into a log in the folder? With less, the log may lack what matters.
bool room_for_log(const char *folder);

#endif
