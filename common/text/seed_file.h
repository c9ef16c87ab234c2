// The file with an instructor's secret, which determines the seeds.
#ifndef LABS_SEED_FILE_H
#define LABS_SEED_FILE_H

#include <stddef.h>

// The fewest bytes of a seed file: 16 hexadecimal digits are 64 random bits.
enum { SEED_FILE_MIN = 16, SEED_FILE_MAX = 4096 };

// Reads SEED_FILE_MIN to SEED_FILE_MAX bytes, without white space at the file's end. Returns their number, or 0 with a
// sentence in `error`, of `size` bytes.
size_t seed_file_read(const char *path, char text[SEED_FILE_MAX + 1], char *error, size_t size);

#endif
