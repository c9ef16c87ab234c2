// What is left of the machine's memory and disk.
#ifndef LABS_CLASS_ROOM_H
#define LABS_CLASS_ROOM_H

#include <stdbool.h>
#include <stdint.h>

// Are so many bytes of memory left, and of the disk that the folder is on? false also where that is not known.
bool room_is_left(const char *folder, uint64_t memory_bytes, uint64_t disk_bytes);

#endif
