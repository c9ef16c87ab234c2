#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "meter.h"

#include <time.h>
#include <unistd.h>

#include "text/wrap.h"

enum { COLUMNS = 79, TEXT_SIZE = 40 };   // COLUMNS: at most, and fewer than those of the terminal
static const double SPARSE_SECONDS = 30; // between two lines where there is no terminal

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void meter_start_on(struct meter *meter, FILE *out, int descriptor) {
    const int width = wrap_width(descriptor);
    *meter = (struct meter){.out = out, .terminal = isatty(descriptor), .started = now()};
    meter->columns = width > 0 && width <= COLUMNS ? width - 1 : COLUMNS;
    meter->shown = meter->started;
}

void meter_start(struct meter *meter) {
    meter_start_on(meter, stdout, STDOUT_FILENO);
}

void meter_rest(double seconds, double share, char *text, size_t size) {
    static const double least_seconds = 2, least_share = 0.01; // before that an estimate is mostly chance
    double left = seconds < least_seconds || share < least_share ? 0 : seconds * (1 - share) / share;
    text[0] = '\0';
    if (left >= 90) {
        snprintf(text, size, "about %.0f min left", left / 60);
    } else if (left >= 1) {
        snprintf(text, size, "about %.0f s left", left);
    }
}

void meter_show(struct meter *meter, double share, const char *text) {
    char rest[TEXT_SIZE];
    double time = now();
    meter_rest(time - meter->started, share, rest, sizeof(rest));
    const char *comma = rest[0] == '\0' ? "" : ", ";
    if (meter->terminal) {
        int room = meter->columns - snprintf(NULL, 0, "%s%s", comma, rest);
        room = room > 0 ? room : 0;
        fprintf(meter->out, "\r%.*s%s%s\033[K", room, text, comma, rest);
        fflush(meter->out);
    } else if (time - meter->shown >= SPARSE_SECONDS) {
        fprintf(meter->out, "%s%s%s\n", text, comma, rest);
        fflush(meter->out);
        meter->shown = time;
    }
}

void meter_clear(const struct meter *meter) {
    if (meter->terminal) {
        fputs("\r\033[K", meter->out);
    }
}
