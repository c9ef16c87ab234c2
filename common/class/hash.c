#include "hash.h"

#include <string.h>

#include "program.h"

int hash_file(const char *path, char hash[HASH_SIZE]) {
    struct words command = {0};
    struct program program;
    words_add(&command, "sha256sum");
    words_add(&command, path);
    bool read = program_open(&command, 0, &program) == 0;
    if (read) {
        int first = getc(program.output); // a backslash before the hash: the path has one, or a line break
        if (first != '\\') {
            ungetc(first, program.output);
        }
        read = fgets(hash, HASH_SIZE, program.output) != NULL &&
               strspn(hash, "0123456789abcdef") == HASH_SIZE - 1;
        read &= program_close(&command, &program) == 0;
    }
    words_free(&command);
    return read ? 0 : -1;
}
