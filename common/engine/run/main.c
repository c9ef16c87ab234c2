// labs-engine: the runner of what the engine interprets. A program's description (engine/program.h) begins with
// `#!/path/of/labs-engine`, and so is an executable that the checker starts like any other runner, or labs-run like any
// other program.
//
//     labs-engine PROGRAM [argument...]   runs the program
//     labs-engine --accepts PROGRAM       says why the engine cannot run it, and exits with 3; or exits with 0
#define _GNU_SOURCE // environ
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/run/machine.h"
#include "engine/run/parts.h"
#include "runner/reply.h"

enum { EXIT_REFUSED = 3 };

int runner_main(void);                      // runner/main.c
int program_entry(int count, char **words); // runner/program.c, which calls
int program_main(int count, char **words, char **environment);

static const struct program *program;

int program_main(int count, char **words, char **environment) {
    union value registers[] = {{.i = count}, {.u = (uintptr_t)words}, {.u = (uintptr_t)environment}};
    machine_call(program->parts[0].function, registers);
    return (int)registers[0].i;
}

int main(int count, char **words) {
    const bool asks = count > 2 && strcmp(words[1], "--accepts") == 0;
    char refusal[512];
    if (count < 2) {
        fprintf(stderr, "usage: labs-engine [--accepts] PROGRAM\n");
        return REPLY_EXIT_HARNESS;
    }
    program = parts_open(words[asks ? 2 : 1], refusal, sizeof(refusal));
    if (program == NULL) {
        fprintf(asks ? stdout : stderr, "%s\n", refusal);
        return asks ? EXIT_REFUSED : REPLY_EXIT_HARNESS;
    }
    if (asks) {
        return 0;
    }
    if (program->part_count == 0 || program->parts[0].kind != 'M') {
        reply_take_key(environ);
        return runner_main();
    }
    if (getenv("LABS_SOCKET") == NULL) {
        fprintf(stderr, "labs-run starts this program.\n");
        return REPLY_EXIT_HARNESS;
    }
    return program_entry(count - 1, words + 1);
}
