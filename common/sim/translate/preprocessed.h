// Reads what the preprocessor makes of lab code.
#ifndef LABS_PREPROCESSED_H
#define LABS_PREPROCESSED_H

#include <stddef.h>

struct preprocessed_error {
    char file[256]; // as the preprocessor calls it; "" if that is no path to show
    int line;
    char text[240];
};

// What is to be preprocessed of lab code: the text with nothing translated but its #includes, as the file `path`.
// Returns it, to be freed, or NULL when memory is short.
char *preprocessed_source(const char *text, size_t length, const char *path, size_t *result_length);

// Looks in the output of `c++ -E` for words that lab code must not use, in all files but those of the system and those
// below the folder `headers`. What #line says of a file does not matter. `messages`: what the preprocessor says. Where
// it says that PTX cannot be run, the macro `asm` has been expanded: that either has been translated or is an error of
// the compiler. Returns 0, or -1 with the first word in *error.
int preprocessed_check(const char *text, size_t length, const char *messages, const char *headers,
                       struct preprocessed_error *error);

// The number of such messages.
size_t preprocessed_count_ptx(const char *messages);

#endif
