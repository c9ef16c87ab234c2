// The table of diagnostics for docs/simulated-gpu.md, generated from common/runner/diagnostic.h.
#include <stdio.h>

#include "runner/diagnostic.h"

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
