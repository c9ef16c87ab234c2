#include "text/seed_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

size_t seed_file_read(const char *path, char text[SEED_FILE_MAX + 1], char *error, size_t size) {
    FILE *file = fopen(path, "rb");
    size_t count = file == NULL ? 0 : fread(text, 1, SEED_FILE_MAX + 1, file);
    if (file == NULL || ferror(file)) {
        snprintf(error, size, "cannot read the seed file %s: %s", path, strerror(errno));
        if (file != NULL) {
            fclose(file);
        }
        return 0;
    }
    fclose(file);
    while (count > 0 && isspace((unsigned char)text[count - 1])) {
        count--;
    }
    if (count < SEED_FILE_MIN || count > SEED_FILE_MAX) {
        snprintf(error, size,
                 "the seed file %s must have %d to %d characters, best random ones: "
                 "od -An -N16 -tx8 /dev/urandom >%s",
                 path, SEED_FILE_MIN, SEED_FILE_MAX, path);
        return 0;
    }
    return count;
}
