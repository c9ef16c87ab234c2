// The table of diagnostics for docs/simulated-gpu.md, generated from common/run/diagnostic.h.
#include <stdio.h>

#include "run/diagnostic.h"

int main(void) {
    puts("| diagnostic | in JSON | hint |");
    puts("|---|---|---|");
#define NOTE                                       " (a note)"
#define ERROR                                      ""
#define DIAGNOSTIC_ROW(name, severity, text, hint) puts("| " text severity " | `" #name "` | " hint " |");
    DIAGNOSTIC_CLASSES(DIAGNOSTIC_ROW)
#undef DIAGNOSTIC_ROW
    return 0;
}
