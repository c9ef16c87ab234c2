// labs-engine: the runner of what the engine interprets. A program's description (engine/program.h) begins with
// `#!/path/of/labs-engine`, and so is an executable that the checker starts like any other runner.
//
//     labs-engine PROGRAM             runs the program
//     labs-engine --accepts PROGRAM   says why the engine cannot run it, and exits with 3; or exits with 0
#include <stdio.h>
#include <string.h>

#include "engine/run/parts.h"
#include "runner/reply.h"

enum { EXIT_REFUSED = 3 };

int runner_main(void); // runner/main.c

int main(int count, char **words) {
    const bool asks = count > 2 && strcmp(words[1], "--accepts") == 0;
    char refusal[512];
    if (count < 2) {
        fprintf(stderr, "usage: labs-engine [--accepts] PROGRAM\n");
        return REPLY_EXIT_HARNESS;
    }
    if (!parts_open(words[count - 1], refusal, sizeof(refusal))) {
        fprintf(asks ? stdout : stderr, "%s\n", refusal);
        return asks ? EXIT_REFUSED : REPLY_EXIT_HARNESS;
    }
    return asks ? 0 : runner_main();
}
