// A program with braces around each body of `if`, `else`, `for`, `while` and `do` that is a single statement without
// them. Programs that differ only in such braces then have the same words, and code can be exchanged within the bodies.
//
//     for (...)                         for (...){
//         if (i < n) // the last one        if (i < n){ // the last one
//             x += a[i];                        x += a[i];}}
#ifndef LABS_BRACES_H
#define LABS_BRACES_H

#include <stdbool.h>
#include <stddef.h>

#include "regions.h"

struct braced {
    struct regions regions; // of the program with the braces; no line of it moves
    size_t *places;         // before which bytes of the program without them, in their order
    size_t count;
};

// Inserts the braces. A body is left as it is where a macro or a directive hides its end, and so are all bodies if the
// brackets do not match. Either way braces_free releases what *braced holds. false: memory is short.
bool braces_insert(const struct regions *program, struct braced *braced);
void braces_free(struct braced *braced);

#endif
