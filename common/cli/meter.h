// How far a long command is, and how long the rest will probably take: one line on a terminal, elsewhere a line
// every half minute.
#ifndef LABS_CLI_METER_H
#define LABS_CLI_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct meter {
    FILE *out;
    bool terminal;
    int columns;           // of a line: one that is wider than the terminal could not be removed
    double started, shown; // seconds of a clock that only goes forwards
};

// Starts now, on the standard output.
void meter_start(struct meter *meter);

// Starts now, on another stream. `descriptor`: where it writes to, which a stream that wraps lines does not know
// (text/wrap.h).
void meter_start_on(struct meter *meter, FILE *out, int descriptor);

// Shows `text`, which says what is done, with the time that the rest takes if it goes on as fast as it went so far.
// `share`: what is done, from 0 to 1.
void meter_show(struct meter *meter, double share, const char *text);

// Removes the line from a terminal, so that other output can begin there.
void meter_clear(const struct meter *meter);

// "about 3 min left" for what is left after `seconds`, when `share` is done; "" while the share is too small to tell.
// Example: 0.25 after 60 s is "about 3 min left".
void meter_rest(double seconds, double share, char *text, size_t size);

#endif
