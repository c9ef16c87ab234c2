// A whole terminal to draw on: a head, a text in pages, and a row of keys at the bottom. It is drawn at once, in the
// terminal's second buffer, and what was there before comes back at the end.
#ifndef LABS_CLI_SCREEN_H
#define LABS_CLI_SCREEN_H

#include <stdbool.h>

struct screen_page {
    const char *head; // lines, at most half of the screen
    const char *text; // lines; longer ones are wrapped
    const char *foot; // one row; what does not fit is cut off
    int page;         // of the text, from 0
};

// Takes the terminal over. false if there is none, on both sides, or it cannot draw.
bool screen_open(void);

// Gives it back. Does nothing if it is not open.
void screen_close(void);

// The number of columns, at least 1.
int screen_columns(void);

// Draws, however small the terminal is. Returns how many pages the text has.
int screen_draw(const struct screen_page *page);

enum { SCREEN_NO_KEY = 0, SCREEN_END = -1, SCREEN_SIZE = -2 };

// Waits for a key, for input on a descriptor (-1: none), or for this time. A letter in lower case; SCREEN_NO_KEY;
// SCREEN_SIZE: the terminal has another size or was away, so draw again; SCREEN_END: it is gone, or a signal, which
// screen_signal() names, asks to end.
int screen_wait(int descriptor, int milliseconds);
int screen_signal(void);

#endif
