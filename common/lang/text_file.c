#include "text_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

char *text_file_read(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t capacity = 0, got;
    *length = 0;
    if (!file) {
        return NULL;
    }
    do {
        if (*length == capacity) {
            capacity = capacity ? capacity * 2 : 1 << 16;
            char *larger = realloc(bytes, capacity);
            if (!larger) {
                break;
            }
            bytes = larger;
        }
        got = fread(bytes + *length, 1, capacity - *length, file);
        *length += got;
    } while (got > 0);
    int error = errno, complete = feof(file) && !ferror(file);
    fclose(file);
    if (complete) {
        bytes[*length] = '\0'; // there is room: the last read was of at least one byte
        return bytes;
    }
    free(bytes);
    errno = error;
    return NULL;
}
