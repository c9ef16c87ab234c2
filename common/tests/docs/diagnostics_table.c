// The table of diagnostics for docs/simulated-gpu.md, generated from common/words/class_list.h.
#include <stdio.h>

int main(void) {
    puts("| diagnostic | in JSON | hint |");
    puts("|---|---|---|");
#define NOTE                           " (a note)"
#define ERROR                          ""
#define X(name, severity, title, hint) puts("| " title severity " | `" #name "` | " hint " |");
#include "words/class_list.h"
#undef X
    return 0;
}
