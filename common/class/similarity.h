// Which files of a lab are nearly identical to another student's, or to the solution.
//
// Files are compared by the fingerprints of winnowing (S. Schleimer, D. S. Wilkerson, A. Aiken: Winnowing: local
// algorithms for document fingerprinting, SIGMOD 2003): hashes of all sequences of GRAM tokens, of which the least of
// each WINDOW is kept. So two files that share GRAM + WINDOW - 1 tokens in a row share a fingerprint. Blanks and
// comments do not count, and all names that a student made up are alike. What the starter contains is left out, and so
// is what so many students wrote that it says nothing.
#ifndef LABS_CLASS_SIMILARITY_H
#define LABS_CLASS_SIMILARITY_H

#include "class.h"

enum {
    SIMILARITY_GRAM = 12,  // tokens
    SIMILARITY_WINDOW = 5, // fingerprints
    SIMILARITY_LEAST = 8,  // fewer fingerprints of one's own are no evidence
    SIMILARITY_SHARE = 70, // per cent of the smaller file's
    SIMILARITY_COMMON_FILES =
        10 // what is in more files than this, and in more than a third of all, is left out
};

// Adds to the flags of entries, and writes OUT/similar.csv: a line for each pair. Returns 0, or -1 after a message.
int similarity_write(struct class *class);

#endif
