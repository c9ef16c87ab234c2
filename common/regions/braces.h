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

#include "pieces.h"

struct braced {
    struct regions regions; // of the program with the braces; no line of it moves
    size_t *places;         // before which bytes of the program without them, in their order
    size_t count;
};

// Inserts the braces. A body is left as it is where a macro or a directive hides its end, and so are all bodies if the
// brackets do not match. Either way braces_free releases what *braced holds. false: memory is short.
bool braces_insert(const struct regions *program, struct braced *braced);
void braces_free(struct braced *braced);

// The place that a byte of the program with the braces has in the one without them.
size_t braces_place(const struct braced *braced, size_t offset);

// The piece's place in `program`, the one without the braces. It begins with a token.
struct piece braces_piece(const struct braced *braced, const struct regions *program,
                          const struct piece *piece);

// Is code missing beside an inserted brace, within its body? In the program without the braces it would be outside.
bool braces_hold(const struct braced *braced, const struct piece *piece);

#endif
