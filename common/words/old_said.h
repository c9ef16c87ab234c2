// A text in the student's language that was formed in English: in the runner, which knows no language, or for the
// report in JSON, which has only one.
#ifndef LABS_OLD_SAID_H
#define LABS_OLD_SAID_H

enum { SAID_SIZE = 1200 };

// Puts the translation of `english` into text[SAID_SIZE], or `english` itself where a part of it is unknown. Returns
// `text`. "thread 2 of block 0 writes s_sum[3], which is const input" fits "%s writes %s, which is const input" of the
// list in said_patterns.c, and "thread 2 of block 0", "thread %d of block %d".
const char *said(const char *english, char text[SAID_SIZE]);

#endif
