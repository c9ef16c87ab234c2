#include "check/explain/short_scan.h"

#include <stdio.h>
#include <string.h>

#include "runner/device.h"

bool is_poison(const void *value, size_t size) {
    const uint32_t poison = DEVICE_POISON;
    size_t poisoned = 0;
    for (size_t at = 0; at < size; at += sizeof(poison)) {
        poisoned += memcmp((const char *)value + at, &poison, sizeof(poison)) == 0;
    }
    return poisoned > 0 && poisoned * sizeof(poison) == size;
}

// The value, or "-" if it was never written.
static void short_text(enum operator_id operator_id, const char *value, char text[VALUE_TEXT_SIZE]) {
    if (is_poison(value, operators[operator_id].value_size)) {
        snprintf(text, VALUE_TEXT_SIZE, "-");
    } else {
        operators[operator_id].text(value, text);
    }
}

void short_scan_write(enum operator_id operator_id, const void *in, const void *expected, const void *out,
                      size_t n, char rows[SHORT_SCAN_ROWS][SHORT_SCAN_SIZE]) {
    static const char *const names[SHORT_SCAN_ROWS] = {"in", "expected", "out"};
    const char *const values[SHORT_SCAN_ROWS] = {in, expected, out};
    enum { COLUMNS = 72 }; // of a row, so that it fits an indented line of a terminal
    size_t size = operators[operator_id].value_size, used[SHORT_SCAN_ROWS];
    if (n == 0 || n > SHORT_SCAN_MAX || size != 4) {
        return;
    }
    for (int row = 0; row < SHORT_SCAN_ROWS; row++) {
        used[row] = (size_t)snprintf(rows[row], SHORT_SCAN_SIZE, "%-9s", names[row]);
    }
    for (size_t i = 0; i < n; i++) {
        char texts[SHORT_SCAN_ROWS][VALUE_TEXT_SIZE];
        size_t width = 0;
        for (int row = 0; row < SHORT_SCAN_ROWS; row++) {
            short_text(operator_id, values[row] + i * size, texts[row]);
            width = strlen(texts[row]) > width ? strlen(texts[row]) : width;
        }
        bool fits = used[0] + 1 + width <= COLUMNS;
        for (int row = 0; row < SHORT_SCAN_ROWS; row++) {
            used[row] += (size_t)snprintf(rows[row] + used[row], SHORT_SCAN_SIZE - used[row], " %*s",
                                          fits ? (int)width : 0, fits ? texts[row] : "...");
        }
        if (!fits) {
            return;
        }
    }
}
