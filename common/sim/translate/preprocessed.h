// Reads what the preprocessor makes of lab code.
#ifndef LABS_PREPROCESSED_H
#define LABS_PREPROCESSED_H

#include <stddef.h>

struct preprocessed_error {
    char file[256]; // as the preprocessor calls it; "" if that is no path to show
    int line;
    char text[240];
};

// What `asm`, a macro of the simulated GPU, becomes in what is preprocessed. It never compiles, so lab code cannot hide
// assembly behind it.
#define PREPROCESSED_ASM "static_assert(false, \"\"); __asm__"

// What is to be preprocessed of lab code: the text with nothing translated but its #includes, as the file `path`, where
// `asm` becomes PREPROCESSED_ASM. Returns it, to be freed, or NULL when memory is short.
char *preprocessed_source(const char *text, size_t length, const char *path, size_t *result_length);

// Looks in the output of `c++ -E` for words that lab code must not use, in all files but those of the system and those
// below the folder `headers`. What #line says of a file does not matter. Returns 0, or -1 with the first word in
// *error.
int preprocessed_check(const char *text, size_t length, const char *headers,
                       struct preprocessed_error *error);

#endif
