// Letters beyond ASCII: in names, and those that look like signs of C++ and are none: full-width signs, typographic
// quotes, blanks from a web page.
#ifndef LABS_CLI_MESSAGE_LETTERS_H
#define LABS_CLI_MESSAGE_LETTERS_H

#include <stdbool.h>
#include <stddef.h>

// Finds the first letter beyond ASCII in a line of code, outside comments and strings, and says how to correct it, in
// the reader's language. false if there is none.
//
//     "sum = 0；"  ->  "the character ； (U+FF1B) in this line is not part of C++: ..."
bool message_letters_hint(const char *code, char *hint, size_t size);

// Makes the letters of names readable again, which GCC escapes in the locale C, and nvcc in all.
//
//     "'gr\U000000f6\U000000dfe' was not declared"  ->  "'größe' was not declared"
void message_letters_restore(char *text);

#endif
