// The table of counters for docs/simulated-gpu.md, generated from common/runner/counters.h.
#include <stdio.h>

#include "runner/counters.h"

int main(void) {
    puts("| counter | in reports and JSON | what is counted |");
    puts("|---|---|---|");
#define COUNTER_ROW(name, title, definition) puts("| " title " | `" #name "` | " definition " |");
    COUNTERS(COUNTER_ROW)
#undef COUNTER_ROW
    return 0;
}
